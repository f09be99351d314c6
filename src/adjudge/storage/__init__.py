"""Where things are kept: the only room that speaks SQL."""

__all__: tuple[str, ...] = ()
