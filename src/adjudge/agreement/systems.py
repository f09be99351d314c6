"""Is one system better than another? Item by item, with as little said as is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import numpy as np

from .item_differences import PairedMean, paired_mean
from .student import Floats

Said: TypeAlias = Literal["better", "worse", "cannot be told apart", "not enough data"]
Adjustment: TypeAlias = Literal["holm", "by", "none"]
ADJUSTMENTS: Final[tuple[Adjustment, ...]] = ("holm", "by", "none")

_TIE: Final = 1e-9
"""Averages of equal grades may differ in the last bit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """One system beside another, on one criterion or on all together."""

    criterion: str
    """Empty: over all criteria."""
    system: str
    against: str
    """The system that it is held against."""
    difference: PairedMean
    """Above 0: *system* gets more."""
    superiority: PairedMean
    """The chance that *system* gets more on an item, a tie counting half."""
    mean: float | None
    mean_against: float | None
    wins: int
    ties: int
    losses: int
    p_adjusted: float | None = None
    """`difference.p`, made up for how many comparisons there are."""
    said: Said = "not enough data"
    confidence: float = 0.95


def contrast(
    system: str,
    against: str,
    values: tuple[Floats, Floats],
    *,
    criterion: str = "",
    binary: bool = False,
    confidence: float = 0.95,
) -> Contrast:
    """What two columns say, one row for each item that has a grade of both."""
    mine, theirs = values
    d = mine - theirs
    signs = np.where(np.abs(d) <= _TIE, 0.0, np.sign(d))
    d = np.where(signs == 0, 0.0, d)
    ahead = paired_mean(signs, binary=True, confidence=confidence)
    return Contrast(
        criterion=criterion,
        system=system,
        against=against,
        difference=paired_mean(
            d,
            binary=binary and bool((np.abs(d - signs) <= _TIE).all()),
            confidence=confidence,
        ),
        superiority=_as_chance(ahead),
        mean=float(mine.mean()) if len(d) else None,
        mean_against=float(theirs.mean()) if len(d) else None,
        wins=int((signs > 0).sum()),
        ties=int((signs == 0).sum()),
        losses=int((signs < 0).sum()),
        confidence=confidence,
    )


def _as_chance(signs: PairedMean) -> PairedMean:
    """From -1 .. 1 to 0 .. 1."""

    def half(x: float | None) -> float | None:
        return None if x is None else (1 + x) / 2

    return replace(
        signs,
        value=half(signs.value),
        low=half(signs.low),
        high=half(signs.high),
        detectable=None,
    )


def judged(contrasts: Sequence[Contrast], adjustment: Adjustment) -> tuple[Contrast, ...]:
    """*contrasts* with what may be said of each, all of them being looked at together.

    `holm` (1979): the chance of one false word among all is what one alone would have.
    `by` (Benjamini and Yekutieli 2001): of what is said, so large a share may be false.
    """
    known = [
        (c.difference.p, at) for at, c in enumerate(contrasts) if c.difference.p is not None
    ]
    made = list(contrasts)
    for (_, at), p in zip(known, adjusted([p for p, _ in known], adjustment), strict=True):
        made[at] = replace(made[at], p_adjusted=p)
    return tuple(replace(c, said=_said(c)) for c in made)


def adjusted(ps: Sequence[float], adjustment: Adjustment) -> list[float]:
    """*ps* made up for how many they are, in the same order."""
    m = len(ps)
    order = sorted(range(m), key=lambda at: ps[at])
    made = [0.0] * m
    match adjustment:
        case "none":
            return list(ps)
        case "holm":
            most = 0.0
            for rank, at in enumerate(order):
                most = max(most, min(ps[at] * (m - rank), 1.0))
                made[at] = most
        case "by":
            least, harmonic = 1.0, sum(1 / rank for rank in range(1, m + 1))
            for rank in range(m, 0, -1):
                at = order[rank - 1]
                least = min(least, ps[at] * m * harmonic / rank)
                made[at] = least
    return made


def _said(c: Contrast) -> Said:
    d = c.difference
    if d.value is None or d.p is None or c.p_adjusted is None:
        return "not enough data"
    if d.low is None and d.p >= 1 - c.confidence:
        return "not enough data"
    spans = d.low is not None and d.high is not None and d.low <= 0 <= d.high
    if c.p_adjusted >= 1 - c.confidence or spans:
        return "cannot be told apart"
    return "better" if d.value > 0 else "worse"
