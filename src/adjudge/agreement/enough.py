"""What the data must be for a figure or an interval: see agreement-intervals.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from .coefficient import FEW_UNITS, FEW_WITH_RARE, RARE
from .ratings import Ratings

SLOTS: Final = (
    "the columns are slots, not judges: whoever came first is in the first one, so what "
    "hangs on who judged has no meaning"
)


@dataclass(frozen=True, slots=True)
class Enough:
    """What it takes on one criterion."""

    share: float
    """Of the grades that are in the most frequent category."""
    label: str
    """That category."""

    def why_not(self, units: int) -> str:
        """Why no interval is to be printed over so many *units*; empty where one may be."""
        if units < FEW_UNITS:
            said = f"{units} unit{'' if units == 1 else 's'}"
            return f"not enough data for an interval: {said}, {FEW_UNITS} are needed"
        if units >= FEW_WITH_RARE or 1 - self.share >= RARE - 1e-12:
            return ""
        return (
            f"not enough data for an interval: {self.share:.0%} of the grades are "
            f"{self.label}; where less than {RARE:.0%} are anything else, "
            f"{FEW_WITH_RARE} units are needed"
        )


def enough(ratings: Ratings) -> Enough:
    """What it takes with these grades."""
    given = np.bincount(ratings.cells.ravel().astype(np.intp) + 1, minlength=2)[1:]
    most = int(given.argmax())
    label = ratings.labels[most] if ratings.labels else ""
    return Enough(float(given[most]) / max(int(given.sum()), 1), label)
