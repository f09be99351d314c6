"""From an estimate to a coefficient with its interval.

The interval of choice is the jackknife: leave each unit out in turn, and read the spread
of the figures from Student's distribution. Where single units pull much harder one way
than the other it is lopsided, and BCa takes its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri  # type: ignore[import-untyped]

from adjudge.errors import UsageInvalid

from .coefficient import Coefficient, IntervalBy
from .estimate import Estimate
from .student import quantile

Floats = npt.NDArray[np.float64]
How: TypeAlias = Literal["auto", "jackknife", "bca", "analytic", "none"]

HOWS: Final = ("auto", "jackknife", "bca", "analytic", "none")

SKEWED: Final = 0.025
"""The acceleration from which on BCa replaces the jackknife: one end of a 95 % interval
would then be off by about a twentieth of the half width, and in simulation it covers less
than it says."""

MOST_REDRAWN: Final = 2000
"""With more different patterns than that no replicates are drawn, for their cost: so many
units make up for all but the wildest skew."""

STILL: Final = 1e-12
"""A standard error below this is none, but for rounding."""

_UNDEFINED_REPLICATES: Final = 0.05
"""Above this share of undefined replicates there is no BCa interval."""


@dataclass(frozen=True, slots=True)
class _Found:
    """An interval, or why there is none."""

    how: IntervalBy | None = None
    low: float | None = None
    high: float | None = None
    error: float | None = None
    why: str = ""


def ask_interval(how: str, confidence: float) -> None:
    """Refuse an unknown kind of interval, or a confidence that is none."""
    if how not in HOWS:
        raise UsageInvalid(
            f"{how!r} is no kind of interval",
            where="interval",
            hint="one of " + ", ".join(HOWS),
        )
    if not 0.5 <= confidence < 1:
        raise UsageInvalid(
            f"{confidence!r} is no confidence",
            where="confidence",
            hint="a number from 0.5 to below 1, as 0.95",
        )


def conclude(
    estimate: Estimate, how: How = "auto", confidence: float = 0.95
) -> Coefficient:
    """The coefficient that *estimate* comes to, with its interval."""
    found = _interval(estimate, how, confidence)
    grounds = estimate.grounds
    return Coefficient(
        name=estimate.name,
        definition=estimate.definition,
        weights=estimate.weights,
        value=estimate.value,
        why=estimate.why,
        observed=estimate.observed,
        expected=estimate.expected,
        error=found.error,
        low=found.low,
        high=found.high,
        interval=found.how,
        why_no_interval=found.why,
        confidence=confidence,
        units=grounds.units,
        pairs=grounds.pairs,
        judges=grounds.judges,
        coverage=grounds.coverage,
        between=estimate.between,
        chance_error=estimate.chance_error,
    )


def _interval(estimate: Estimate, how: How, confidence: float) -> _Found:
    if estimate.value is None:
        return _Found(why=estimate.why)
    if how == "none":
        return _Found(why="no interval was asked for")
    if how == "auto" and estimate.grounds.few:
        return _Found(why=estimate.grounds.few)
    if estimate.unanimous:
        return _unanimous(estimate, confidence)
    if how == "analytic":
        return _analytic(estimate, confidence)
    return _resampled(estimate, how, confidence)


def _unanimous(estimate: Estimate, confidence: float) -> _Found:
    """Nothing varies, and yet the next unit may be the first to differ.

    Of n unanimous units, Clopper and Pearson's bound says how many others may not be;
    those are taken to be as far apart as can be.
    """
    share = ((1 - confidence) / 2) ** (1 / estimate.grounds.units)
    if not np.isfinite(estimate.worst):
        return _Found(why="every unit is unanimous: nothing varies", error=0.0)
    low = max(1 - (1 - share) * estimate.worst, estimate.floor)
    return _Found("exact", low, 1.0, 0.0)


def _analytic(estimate: Estimate, confidence: float) -> _Found:
    if estimate.influence is None or estimate.times is None:
        return _Found(why="no formula is known for its error: take the jackknife")
    times = estimate.times
    n = int(times.sum())
    if n < 2:
        return _Found(why="not enough data for an interval: one unit")
    pull = estimate.influence()
    freedom = float(n) if estimate.large_sample else float(n - 1)
    error = float(np.sqrt((times * pull**2).sum() / (n * freedom)))
    if error < STILL:
        return _still(error)
    large = estimate.large_sample
    reach = float(ndtri(0.5 + confidence / 2)) if large else student(confidence, n - 1)
    return _around(estimate, "analytic", error, reach)


def _still(error: float) -> _Found:
    return _Found(
        why="no interval: leaving out any one unit changes nothing, so nothing varies",
        error=error,
    )


def _around(estimate: Estimate, how: IntervalBy, error: float, reach: float) -> _Found:
    assert estimate.value is not None
    low = max(estimate.value - reach * error, estimate.floor)
    return _Found(how, low, min(estimate.value + reach * error, 1.0), error)


@lru_cache(maxsize=1024)
def student(confidence: float, freedom: int) -> float:
    """How many standard errors an interval reaches to either side."""
    return quantile(0.5 + confidence / 2, max(freedom, 1))


def jackknifed(times: Floats, without: Floats) -> Floats:
    """The jackknife's standard error of many figures at once, each of a table of cells.

    NaN where it is undefined without one of its units.
    """
    axes = tuple(range(1, times.ndim))
    shape = (-1, *(1 for _ in axes))
    known = np.where(times > 0, without, 0.0)
    n = np.maximum(times.sum(axis=axes), 1)
    mean = ((times * known).sum(axis=axes) / n).reshape(shape)
    squares = (times * (known - mean) ** 2).sum(axis=axes)
    found: Floats = np.sqrt((n - 1) / n * squares)
    return found


def _resampled(estimate: Estimate, how: How, confidence: float) -> _Found:
    if estimate.without is None or estimate.times is None:
        return _Found(why="no interval is known for it")
    without = estimate.without()
    times = estimate.times.astype(np.float64)
    n = int(times.sum())
    mean = float(times @ without) / n
    if n < 2 or not np.isfinite(mean):
        return _Found(
            why="not enough data for an interval: it hangs on one unit, "
            "without which it is undefined"
        )
    apart = mean - without
    square = apart * apart
    squares = float(times @ square)
    error = float(np.sqrt((n - 1) / n * squares))
    if error < STILL:
        return _still(error)
    square *= apart
    lopsided = float(times @ square) / (6 * squares**1.5)
    few = estimate.redrawn is not None and len(without) <= MOST_REDRAWN
    if few and (how == "bca" or (how == "auto" and abs(lopsided) > SKEWED)):
        return _bca(estimate, confidence, lopsided, error)
    if how == "bca":
        return _Found(why="too much to draw replicates of: take the jackknife", error=error)
    reach = student(confidence, estimate.grounds.units - 1)
    return _around(estimate, "jackknife", error, reach)


def _bca(estimate: Estimate, confidence: float, lopsided: float, error: float) -> _Found:
    """Efron's bias-corrected and accelerated interval, from replicates of the units."""
    assert estimate.value is not None
    assert estimate.redrawn is not None
    drawn = estimate.redrawn()
    there = drawn[np.isfinite(drawn)]
    if len(there) < (1 - _UNDEFINED_REPLICATES) * len(drawn):
        return _Found(
            why="not enough data for an interval: it is undefined in many replicates",
            error=error,
        )
    below = ((there < estimate.value).sum() + 0.5 * (there == estimate.value).sum()) / len(
        there
    )
    if not 0 < below < 1:
        return _Found(why="no interval: all replicates lie on one side", error=error)
    shift = ndtri(below)
    tails = shift + ndtri([(1 - confidence) / 2, (1 + confidence) / 2])
    shares = ndtr(shift + tails / (1 - lopsided * tails))
    low, high = np.quantile(there, shares).tolist()
    return _Found("bca", low, high, error)
