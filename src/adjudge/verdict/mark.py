"""What the cells of one row say: an outcome, and a grade where there is one.

The one reader of grades, for ledgers as for ratings from elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

from adjudge.errors import OffScale
from adjudge.rubric import Grade

Mark: TypeAlias = tuple[str, float | None, str | None]
"""Outcome, value and label."""

OnMissing: TypeAlias = Literal["refuse", "abstained", "excused", "failed"]

ReadGrade: TypeAlias = Callable[[object], Grade]
"""A scale's `read`, or a criterion's."""

UNGRADED: Final = ("abstained", "excused", "failed")

MISSING: Final = frozenset(
    {"", "na", "n/a", "n.a.", "nan", "null", "none", "nil", "-", ".", "#n/a", "<na>"}
)
"""What stands for no value, in any case, unless the scale knows it as a label."""


class MarkFault(Exception):
    """Why a grade cannot be read."""

    def __init__(self, code: str, what: str, hint: str) -> None:
        super().__init__(what)
        self.code, self.what, self.hint = code, what, hint


def read_mark(
    outcome: str | None,
    value: Any,
    label: str | None,
    read: ReadGrade | None,
    missing: OnMissing,
) -> Mark:
    """The mark in a row, or `MarkFault`; without an outcome it is from elsewhere."""
    if outcome is None:
        return _foreign(value, read, missing)
    if outcome == "graded":
        return ("graded", *_own(value, label, read))
    if outcome in UNGRADED and (value is not None or label is not None):
        what = f"a verdict that is {outcome} has no value and no label"
        raise MarkFault("V011", what, "leave both empty, or write graded")
    return outcome, None, None


def is_missing(value: Any) -> bool:
    """Whether *value* stands for none."""
    if isinstance(value, str):
        return value.strip().casefold() in MISSING
    return value is None or (isinstance(value, float) and math.isnan(value))


def number_of(value: Any) -> float | None:
    """The number that *value* plainly is."""
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        text = value.strip()
        if "_" in text or not text.isascii():
            return None
        try:
            value = float(text)
        except ValueError:
            return None
    if isinstance(value, int | float) and math.isfinite(value):
        return float(value) + 0.0  # -0 and 0 are one answer
    return None


def number_shown(value: float) -> str:
    """*value* as a label."""
    return f"{value:.15g}"


def _foreign(value: Any, read: ReadGrade | None, missing: OnMissing) -> Mark:
    """A value from elsewhere: there is no outcome beside it."""
    absent = is_missing(value)
    if read is not None:
        try:
            grade = read(value)
        except OffScale as error:
            if not absent:
                raise MarkFault("V006", error.what, error.hint) from error
        else:
            return "graded", grade.value, grade.label
    if absent:
        if missing == "refuse":
            what = "there is no value" + ("" if value is None else f": {value!r}")
            raise MarkFault("V007", what, "say what that means: --missing abstained")
        return missing, None, None
    number = number_of(value)
    if number is not None:
        return "graded", number, number_shown(number)
    if not isinstance(value, str):
        raise MarkFault("V013", f"{value!r} is no value", "write a number or a label")
    return "graded", None, value


def _own(
    value: Any, label: str | None, read: ReadGrade | None
) -> tuple[float | None, str | None]:
    """A grade as we write it: value and label side by side."""
    number = None if value is None else number_of(value)
    if value is not None and number is None:
        raise MarkFault(
            "V013", f"{value!r} is not a number", "value is a number or nothing"
        )
    if number is None and label is None:
        raise MarkFault("V011", "graded, with neither value nor label", "give one of them")
    if read is None:
        return number, label if label is not None else number_shown(number or 0.0)
    try:
        grade = read(label if number is None else number)
    except OffScale as error:
        raise MarkFault("V006", error.what, error.hint) from error
    if label is not None and label != grade.label:
        what = (
            f"the label {label!r} does not go with the value {number_shown(number or 0.0)}"
        )
        raise MarkFault("V006", what, f"on this scale it is {grade.label!r}")
    return grade.value, grade.label
