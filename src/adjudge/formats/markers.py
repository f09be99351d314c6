"""The marks of the workshop's question text, which no title or description may hold."""

from __future__ import annotations

import re
from typing import Final

SEPARATOR: Final = "|||QUESTION_SEPARATOR|||"
TYPE_DELIMITER: Final = "|||JUDGE_TYPE_DELIMITER|||"
DEPLOYED_TYPE: Final = "|||JUDGE_TYPE|||"
BRACKET: Final = re.compile(r"\[JUDGE_TYPE:([^\[\]\n]*)\]", re.IGNORECASE)

_ANY: Final = re.compile(
    "|".join(re.escape(mark) for mark in (SEPARATOR, TYPE_DELIMITER, DEPLOYED_TYPE))
    + "|"
    + BRACKET.pattern,
    re.IGNORECASE,
)


def marker_in(text: str) -> str | None:
    """The first marker that *text* holds, as it is written there."""
    found = _ANY.search(text)
    return found[0] if found else None
