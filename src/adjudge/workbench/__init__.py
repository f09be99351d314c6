"""What a user can do, one module per verb. Doors call these; these call the rooms."""

from .check_examples import check_examples
from .explain_items import explain_items
from .list_rules import KnownRule, list_rules

__all__ = ("KnownRule", "check_examples", "explain_items", "list_rules")
