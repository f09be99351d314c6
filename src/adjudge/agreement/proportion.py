"""A share of counted things, with the interval that its count allows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

Z95: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Proportion:
    """`hits` of `n`, and Wilson's 95 % interval; all None when nothing was counted.

    >>> Proportion.of(10, 10)
    Proportion(hits=10, n=10, value=1.0, low=0.7224672001371108, high=1.0)
    """

    hits: int
    n: int
    value: float | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, hits: int, n: int) -> Proportion:
        """The share *hits* of *n*, by Wilson's score interval (Wilson 1927)."""
        if not 0 <= hits <= n:
            raise ValueError(f"{hits} of {n} is no share")
        if n == 0:
            return cls(hits, n, None, None, None)
        share = hits / n
        widening = Z95**2 / n
        middle = (share + widening / 2) / (1 + widening)
        reach = (
            Z95 * math.sqrt(share * (1 - share) / n + widening / (4 * n)) / (1 + widening)
        )
        low = 0.0 if hits == 0 else middle - reach
        high = 1.0 if hits == n else middle + reach
        return cls(hits, n, share, low, high)
