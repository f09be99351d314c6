"""What a user can do, one module per verb. Doors call these; these call the rooms."""

from .check_examples import check_examples

__all__ = ("check_examples",)
