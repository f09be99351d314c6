"""What a user can do, one module per verb. Doors call these; these call the rooms."""

from .apply_rules import Judging, apply_rules
from .books import TapeBook
from .check_examples import check_examples
from .comparison import compare_rubrics
from .conversion import (
    FORMS,
    Conversion,
    Form,
    all_titles_have_colons,
    convert_rubric,
    form_of,
    migrate_questions,
    open_rubric,
    write_rubric,
)
from .drafting import draft_rubric
from .explain_items import explain_items
from .list_rules import KnownRule, list_rules
from .look_at_tape import Wanted, list_calls, prune_tape

__all__ = (
    "FORMS",
    "Conversion",
    "Form",
    "Judging",
    "KnownRule",
    "TapeBook",
    "Wanted",
    "all_titles_have_colons",
    "apply_rules",
    "check_examples",
    "compare_rubrics",
    "convert_rubric",
    "draft_rubric",
    "explain_items",
    "form_of",
    "list_calls",
    "list_rules",
    "migrate_questions",
    "open_rubric",
    "prune_tape",
    "write_rubric",
)
