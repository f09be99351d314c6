"""The overall that a reviewer worked out itself, held against ours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from .overall import Overall

TOLERANCE: Final = 0.05
"""What a figure with one digit after the point may be off by."""

_SLACK: Final = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A stated overall that is neither the score nor the weighted mean."""

    stated: float
    score: float | None
    """After the gates; None: there is none."""
    base: float
    """The weighted mean before the gates."""

    @property
    def why(self) -> str:
        """What was stated and what it should be."""
        if self.score is None or self.score == self.base:
            return f"stated {self.stated:g}, the weighted mean is {self.base:g}"
        return (
            f"stated {self.stated:g}, the weighted mean is {self.base:g} "
            f"and {self.score:g} after the gates"
        )


def mismatch(
    stated: float | None, made: Overall, *, tolerance: float = TOLERANCE
) -> Mismatch | None:
    """How *stated* differs from *made*; None: it does not, or there is nothing to compare.

    A reviewer may state the weighted mean or the score after the gates: its prompt tells
    it of both.
    """
    if stated is None or made.base is None:
        return None
    right = [made.base] if made.value is None else [made.base, made.value]
    if any(abs(stated - value) <= tolerance + _SLACK for value in right):
        return None
    told = stated if math.isfinite(stated) else math.nan
    return Mismatch(stated=told, score=made.value, base=made.base)
