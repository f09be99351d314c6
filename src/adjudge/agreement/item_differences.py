"""One figure from differences, item by item: its interval and its chance.

Three ways, by what the differences are. Yes and no: Tango's score interval (Statistics in
Medicine 17, 1998) and McNemar's test with the mid-p (Fagerland, Lydersen and Laake, 2013).
Few: every way to turn the signs (Hartigan, JASA 64, 1969), exact where signs are as likely
either way. Else Student's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
from scipy.special import bdtr, ndtri  # type: ignore[import-untyped]

from .coefficient import FEW_UNITS
from .student import Floats, chance, least_chance, quantile

PairedBy: TypeAlias = Literal["t", "signs", "score"]

FEWEST: Final = 6
"""Fewer differences cannot tell at 95 %: 2 of the 32 ways to turn five signs are 6 %."""

POWER: Final = 0.80
"""How likely a difference that is called detectable would have been found."""

_SLACK: Final = 1e-9
_HALVINGS: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedMean:
    """The mean of differences."""

    value: float | None
    why: str = ""
    low: float | None = None
    high: float | None = None
    by: PairedBy | None = None
    why_no_interval: str = ""
    p: float | None = None
    """The chance of a mean at least so far from 0 where there is no difference."""
    n: int = 0
    detectable: float | None = None
    """The least true difference that so many items would show four times in five."""


def paired_mean(
    differences: Floats, *, binary: bool = False, confidence: float = 0.95
) -> PairedMean:
    """The mean of *differences*; *binary*: each is -1, 0 or 1."""
    n = len(differences)
    if not n:
        return PairedMean(value=None, why="no item has a grade of both")
    value = float(differences.mean())
    if n < FEWEST:
        return PairedMean(
            value=value,
            n=n,
            why_no_interval=f"not enough data: {n} items have both, {FEWEST} are needed",
        )
    if binary:
        return _by_score(differences, value, confidence)
    if n < FEW_UNITS:
        return _by_signs(differences, value, confidence)
    return _by_student(differences, value, confidence)


def _by_score(d: Floats, value: float, confidence: float) -> PairedMean:
    n, up, down = len(d), int((d > 0).sum()), int((d < 0).sum())
    low, high = tango(up, down, n, confidence)
    share = max(up + down, 1) / n  # of items that differ; none seen: less than one
    return PairedMean(
        value=value,
        low=low,
        high=high,
        by="score",
        p=mcnemar(up, down),
        n=n,
        detectable=_detectable(math.sqrt(share / n), math.inf, confidence),
    )


def tango(up: int, down: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """The interval of (*up* - *down*) / *n*, *up* and *down* of *n* pairs being discordant.

    >>> tango(0, 0, 20)
    (-0.16112515..., 0.16112515...)
    """
    z = float(ndtri(0.5 + confidence / 2))
    middle = (up - down) / n
    return (
        _root(up, down, n, -z, middle),
        -_root(down, up, n, -z, -middle),
    )


def _root(up: int, down: int, n: int, wanted: float, start: float) -> float:
    """The difference, below *start*, of which the score is -*wanted*."""
    low, high = -1.0, start
    for _ in range(_HALVINGS):
        at = (low + high) / 2
        if _score(up, down, n, at) > -wanted:
            low = at
        else:
            high = at
    return (low + high) / 2


def _score(up: int, down: int, n: int, difference: float) -> float:
    b = -up - down + (2 * n - up + down) * difference
    c = -down * difference * (1 - difference)
    share = (math.sqrt(max(b * b - 8 * n * c, 0.0)) - b) / (4 * n)
    variance = n * (2 * share + difference * (1 - difference))
    if variance <= 0:
        return math.inf
    return (up - down - n * difference) / math.sqrt(variance)


def mcnemar(up: int, down: int) -> float:
    """The chance of discordant pairs so uneven where both ways are alike: the mid-p."""
    n, least = up + down, min(up, down)
    if up == down:
        return 1.0
    tail = float(bdtr(least, n, 0.5))
    below = float(bdtr(least - 1, n, 0.5)) if least else 0.0
    return min(tail + below, 1.0)


def _by_signs(d: Floats, value: float, confidence: float) -> PairedMean:
    """The means of all parts of *d* are where its mean may be (Hartigan 1969)."""
    n = len(d)
    sums, counts = np.zeros(1), np.zeros(1)
    for each in np.sort(d):
        sums = np.concatenate([sums, sums + each])
        counts = np.concatenate([counts, counts + 1])
    total = float(d.sum())
    p = float((np.abs(2 * sums - total) >= abs(total) - _SLACK).mean())
    rank = int((1 - confidence) / 2 * len(sums))
    means = np.sort(sums[1:] / counts[1:])
    spread = float(d.std(ddof=1)) / math.sqrt(n)
    made = PairedMean(value=value, n=n, p=p, by="signs")
    if not rank:
        return PairedMean(
            value=value,
            n=n,
            p=p,
            why_no_interval=f"not enough data: {n} items cannot tell at {confidence:.0%}",
        )
    if not np.ptp(d):
        return _unvarying(made)
    return PairedMean(
        value=value,
        n=n,
        p=p,
        low=float(means[rank - 1]),
        high=float(means[-rank]),
        by="signs",
        detectable=_detectable(spread, n - 1, confidence),
    )


def _by_student(d: Floats, value: float, confidence: float) -> PairedMean:
    n, different = len(d), int(np.count_nonzero(d))
    error = float(d.std(ddof=1)) / math.sqrt(n)
    if not error:
        p = least_chance(n) if value else 1.0
        return _unvarying(PairedMean(value=value, n=n, p=p))
    p = max(chance(value / error, n - 1), least_chance(max(different, 1)))
    if different < FEWEST:
        return PairedMean(
            value=value,
            n=n,
            p=p,
            why_no_interval=f"not enough data: only {different} of {n} items differ",
        )
    reach = quantile(0.5 + confidence / 2, n - 1) * error
    return PairedMean(
        value=value,
        low=value - reach,
        high=value + reach,
        by="t",
        p=p,
        n=n,
        detectable=_detectable(error, n - 1, confidence),
    )


def _unvarying(made: PairedMean) -> PairedMean:
    return PairedMean(
        value=made.value,
        n=made.n,
        p=made.p,
        why_no_interval=f"all {made.n} items differ by the same: nothing says how far "
        "others might",
    )


def _detectable(error: float, freedom: float, confidence: float) -> float:
    far = quantile(0.5 + confidence / 2, freedom) if math.isfinite(freedom) else None
    near = quantile(POWER, freedom) if math.isfinite(freedom) else None
    if far is None or near is None:
        far, near = float(ndtri(0.5 + confidence / 2)), float(ndtri(POWER))
    return (far + near) * error
