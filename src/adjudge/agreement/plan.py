"""How many more items, or grades an item, until an interval is narrow enough."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from .ratings import Ratings
from .student import quantile

MOST: Final = 100_000_000
"""Items beyond which nobody counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needed:
    """What it takes to make one interval as narrow as wanted."""

    criterion: str
    figure: str
    """The name of the coefficient, or `mean`."""
    wanted: float
    """The width that the interval is to have."""
    width: float | None = None
    """The width that it has."""
    units: int = 0
    """Units that it rests on now."""
    units_needed: int | None = None
    """As many of the same kind, with the same judges."""
    grades: float | None = None
    """Grades for each unit now, on average."""
    grades_needed: int | None = None
    """As many, of the same units."""
    why: str = ""
    """Why there is no number of units."""
    why_no_grades: str = ""

    @property
    def more_units(self) -> int | None:
        """Units that are lacking."""
        if self.units_needed is None:
            return None
        return max(self.units_needed - self.units, 0)


def units_needed(
    error: float, units: int, wanted: float, confidence: float = 0.95
) -> int | None:
    """Units until the interval is *wanted* wide: its variance falls as their number grows.

    >>> units_needed(0.05, 100, 0.1)
    387
    """

    def width(n: int) -> float:
        reach = quantile(0.5 + confidence / 2, max(n - 1, 1))
        return 2 * reach * error * math.sqrt(units / n)

    low, high = 1, MOST
    if width(high) > wanted:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if width(middle) <= wanted else (middle, high)
    return high


@dataclass(frozen=True, slots=True)
class Parts:
    """The variance of a figure: what more grades a unit leave, and what they divide."""

    between: float
    within: float

    def variance(self, grades: float) -> float:
        """With so many grades a unit."""
        return self.between + self.within / grades


def parts_from(few: tuple[float, float], many: tuple[float, float]) -> Parts | None:
    """The parts behind two (grades a unit, variance); None: more grades do not help."""
    (k0, v0), (k1, v1) = few, many
    if k1 <= k0 or v0 <= v1:
        return None
    within = (v0 - v1) / (1 / k0 - 1 / k1)
    return Parts(max(v1 - within / k1, 0.0), within)


def parts_of_mean(ratings: Ratings) -> Parts | None:
    """The variance of the mean of *ratings*, by analysis of variance, one way."""
    values = ratings.values()
    there = ~np.isnan(values)
    counts = there.sum(axis=1)
    rated = counts > 0
    if rated.sum() < 2 or not (counts > 1).any():
        return None
    counts, values = counts[rated], values[rated]
    n, total = len(counts), int(counts.sum())
    means = np.nanmean(values, axis=1)
    inner = float(np.nansum((values - means[:, None]) ** 2)) / (total - n)
    grand = float((means * counts).sum()) / total
    outer = float((counts * (means - grand) ** 2).sum()) / (n - 1)
    typical = (total - float((counts.astype(float) ** 2).sum()) / total) / (n - 1)
    between = max((outer - inner) / typical, 0.0)
    return Parts(between / n, inner / n)


def grades_needed(
    parts: Parts, units: int, wanted: float, confidence: float = 0.95
) -> int | None:
    """Grades a unit until the interval is *wanted* wide; None: no number is enough."""
    reach = 2 * quantile(0.5 + confidence / 2, max(units - 1, 1))
    room = (wanted / reach) ** 2 - parts.between
    if room <= 0:
        return None
    return max(math.ceil(parts.within / room - 1e-9), 1)
