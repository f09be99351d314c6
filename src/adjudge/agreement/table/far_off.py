"""Numbers that stand alone and far from all others: a typo, perhaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from adjudge.verdict import number_shown

from .choices import Choices, Origin
from .grades import Grades

_ENOUGH: Final = 20
"""Numbers among which one can be called far off."""

_RARE: Final = 0.02
"""The share of a value beyond which it is a grade that somebody gives."""

_STEPS: Final = 21
"""More whole numbers than that are a count, which may lie anywhere."""

_GAP: Final = 3
"""How far from whole numbers without a gap another one is suspicious."""

_MOSTLY: Final = 0.9
_MOST: Final = 5
"""So many at either end are not all typos."""

_ROWS: Final = 3


def tell_far_off(
    grades: Grades,
    criteria: Sequence[str],
    choices: Choices,
    origin: Origin,
    notes: list[str],
) -> None:
    """Note each number that stands alone and far from all others."""
    for code, name in enumerate(criteria):
        if choices.scale(name) is not None:
            continue
        marks: dict[float, list[int]] = {}
        for at, value in enumerate(grades.value):
            if value is not None and grades.criterion[at] == code and grades.count[at]:
                marks.setdefault(value, []).append(at)
        counts = {
            value: sum(int(grades.count[at]) for at in marks[value])
            for value in sorted(marks)
        }
        found = far_off(counts)
        rest = [value for value in counts if value not in found]
        for value in found:
            there = np.flatnonzero(np.isin(grades.which, marks[value]))[:_ROWS]
            rows = ", ".join(origin.row(int(each)) for each in there)
            notes.append(
                f"{name}: {number_shown(value)} in {rows} lies far from all other values "
                f"({number_shown(rest[0])} to {number_shown(rest[-1])}): is it a typo? "
                "State the scale with --scale or --rubric"
            )


def far_off(counts: dict[float, int]) -> list[float]:
    """Which of *counts*, sorted values and how often each is there, may be typos.

    Rare ones at either end, all together, so that a second typo does not hide behind the
    first: three steps and more beyond whole numbers that have no gap, or farther away than
    twice the width of all others.

    >>> far_off({1: 10, 2: 12, 3: 14, 4: 12, 5: 11, 9: 1, 55: 1})
    [9, 55]
    >>> far_off({1: 10, 2: 12, 3: 14, 4: 12, 5: 11, 7: 1})
    []
    """
    values, total = list(counts), sum(counts.values())
    if total < _ENOUGH or len(values) < 3:
        return []
    rare = [counts[value] <= max(1, _RARE * total) for value in values]
    low = high = 0
    while low < len(values) and rare[low] and low < _MOST:
        low += 1
    while high < len(values) - low and rare[-1 - high] and high < _MOST:
        high += 1
    for below, above in sorted(
        ((b, a) for b in range(low + 1) for a in range(high + 1)), key=sum, reverse=True
    ):
        body = values[below : len(values) - above]
        if len(body) < 2 or sum(counts[value] for value in body) < _MOSTLY * total:
            continue
        off = values[:below] + values[len(values) - above :]
        if off and min(max(body[0] - x, x - body[-1]) for x in off) >= _least(body):
            return off
    return []


def _least(body: Sequence[float]) -> float:
    """How far from *body* a value is suspicious."""
    width = body[-1] - body[0]
    dense = all(float(value).is_integer() for value in body) and len(body) == width + 1
    if dense and 2 < len(body) <= _STEPS:
        return _GAP
    return float(np.nextafter(2 * max(width, 1), np.inf))
