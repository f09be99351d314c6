"""What a judge said about an item, whoever the judge was."""

from .candidates import Candidates
from .evidence import Span
from .item import (
    ROLES,
    SYNONYMS,
    Conversation,
    Example,
    Item,
    ItemId,
    Message,
    RawConversation,
    read_content,
    read_role,
)
from .item_frame import ITEMS, MESSAGE, item_of, items_in
from .judge import Judge, JudgeId, JudgeKind, kind_named
from .ledger import SCHEMA, SPAN, from_frame, from_row, to_frame, to_row
from .mark import (
    MISSING,
    Mark,
    MarkFault,
    OnMissing,
    ReadGrade,
    is_missing,
    number_of,
    number_shown,
    read_mark,
)
from .outcome import Abstained, Excused, Failed, Graded, Outcome
from .verdict import Verdict

__all__ = (
    "ITEMS",
    "MESSAGE",
    "MISSING",
    "ROLES",
    "SCHEMA",
    "SPAN",
    "SYNONYMS",
    "Abstained",
    "Candidates",
    "Conversation",
    "Example",
    "Excused",
    "Failed",
    "Graded",
    "Item",
    "ItemId",
    "Judge",
    "JudgeId",
    "JudgeKind",
    "Mark",
    "MarkFault",
    "Message",
    "OnMissing",
    "Outcome",
    "RawConversation",
    "ReadGrade",
    "Span",
    "Verdict",
    "from_frame",
    "from_row",
    "is_missing",
    "item_of",
    "items_in",
    "kind_named",
    "number_of",
    "number_shown",
    "read_content",
    "read_mark",
    "read_role",
    "to_frame",
    "to_row",
)
