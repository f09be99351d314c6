"""From grades to scores and ranks."""

__all__: tuple[str, ...] = ()
