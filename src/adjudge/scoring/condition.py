"""Whether a gate closes, in grades: yes, no, or not to be told."""

from __future__ import annotations

import operator
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

from adjudge.rubric import Comparison, Condition, Grade
from adjudge.verdict import Graded, Outcome

SIZES: Final[Mapping[Comparison, Callable[[float, float], bool]]] = {
    "below": operator.lt,
    "at_most": operator.le,
    "above": operator.gt,
    "at_least": operator.ge,
}

WORDS: Final[Mapping[Comparison, str]] = {
    "below": "below",
    "at_most": "at most",
    "above": "above",
    "at_least": "at least",
    "is": "",
    "is_not": "not",
}


def closes(condition: Condition, outcome: Outcome | None) -> bool | None:
    """Whether *condition* holds for *outcome*; None where there is nothing to tell by."""
    if not isinstance(outcome, Graded):
        return None
    size = SIZES.get(condition.comparison)
    if size is not None:
        return _sized(size, outcome.grade, condition.value)
    same = _same(outcome.grade, condition.value)
    return same if condition.comparison == "is" or same is None else not same


def _sized(
    size: Callable[[float, float], bool], grade: Grade, wanted: float | str
) -> bool | None:
    if grade.value is None or isinstance(wanted, str):
        return None
    return size(grade.value, wanted)


def _same(grade: Grade, wanted: float | str) -> bool | None:
    """A grade read from a table may lack the label, one without numbers the value."""
    if isinstance(wanted, str):
        return fold(grade.label) == fold(wanted) if grade.label else None
    return None if grade.value is None else grade.value == wanted


def fold(label: str) -> str:
    """*label* as scales compare it: without case and outer blanks."""
    return unicodedata.normalize("NFC", label.strip().casefold())


def in_words(condition: Condition) -> str:
    """*condition* as a clause: `accuracy is below 5`."""
    value = condition.value if isinstance(condition.value, str) else f"{condition.value:g}"
    words = ("is", WORDS[condition.comparison], value)
    return " ".join([name_of(condition), *filter(None, words)])


def name_of(condition: Condition) -> str:
    """The criterion that *condition* looks at: `accuracy`, or `safety/safety` elsewhere."""
    of = f"{condition.rubric}/" if condition.rubric else ""
    return f"{of}{condition.criterion}"
