"""What the data must be for a figure or an interval: see agreement-intervals.md."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

import numpy as np
import numpy.typing as npt

from .coefficient import FEW_UNITS, FEW_WITH_RARE, RARE

SCARCE: Final = 5
"""Nor at any size where so few units' worth of grades are not the most frequent one."""

_ROUNDING: Final = 1e-12

SLOTS: Final = (
    "the columns are slots, not judges: whoever came first is in the first one, so what "
    "hangs on who judged has no meaning"
)


@dataclass(frozen=True, slots=True)
class Enough:
    """What it takes on one criterion."""

    share: float
    """Of the grades that are in the most frequent category."""

    def why_not(self, units: int) -> str:
        """Why no interval is to be printed over so many *units*; empty where one may be."""
        if units < FEW_UNITS:
            said = f"{units} unit{'' if units == 1 else 's'}"
            return f"not enough data for an interval: {said}, at least {FEW_UNITS} needed"
        rest = 1 - self.share
        few = units < FEW_WITH_RARE and rest < RARE - _ROUNDING
        if not few and units * rest >= SCARCE - _ROUNDING:
            return ""
        told = (
            f"not enough data for an interval: {self.share:.0%} of the grades are in one "
            f"category, and too few of {units} units have anything else"
        )
        if rest <= 0:
            return told
        needed = max(FEW_WITH_RARE if few else 0, ceil(SCARCE / rest - _ROUNDING))
        return f"{told}; with such grades at least {needed} units"


@lru_cache(maxsize=1024)
def too_few(enough: Enough, units: int) -> str:
    """The same, for pairs of judges: mostly they have as many units in common."""
    return enough.why_not(units)


def enough_of(totals: npt.NDArray[np.int64] | npt.NDArray[np.float64]) -> Enough:
    """What it takes with grades of which *totals* are in each category."""
    return Enough(float(totals.max(initial=0)) / max(float(totals.sum()), 1.0))


def lacking(grades: int, judges: int, paired: int) -> str:
    """Why there is no coefficient at all: of so many *grades* by so many *judges*.

    *paired*: units with at least two grades.
    """
    if not grades:
        return "there are no grades"
    if judges < 2:
        return "there is one judge: nobody to agree with"
    return "" if paired else "no unit has two grades"
