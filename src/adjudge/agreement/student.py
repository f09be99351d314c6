"""Student's interval of a mean: n values that stand for themselves, a level, a chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

LEAST: Final = 5
"""Clusters below which no interval is given."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, its interval, and the chance of one so far from 0 where there is nothing."""

    value: float
    low: float
    high: float
    p: float


def quantile(share: float, freedom: float) -> float:
    """The point of Student's distribution below which *share* lies."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]  # noqa: PLC0415

    return float(stdtrit(freedom, share))


def chance(t: float, freedom: float) -> float:
    """The chance of a *t* at least so far from 0."""
    from scipy.special import stdtr  # noqa: PLC0415 - 15 MB, for those who count so far

    return float(2 * stdtr(freedom, -abs(t)))


def least_chance(n: int) -> float:
    """The least chance that *n* values give: that all signs fall alike.

    Grades are whole points: n equal differences happen, and are no proof beyond that.
    """
    return 2.0 ** (1 - n)


def mean_of(values: Floats, level: float) -> Mean:
    """Student's interval of the mean of *values*, at least two."""
    n = len(values)
    value = float(values.mean())
    error = float(values.std(ddof=1)) / n**0.5
    reach = quantile(0.5 + level / 2, n - 1) * error
    p = chance(value / error, n - 1) if error else float(value == 0)
    return Mean(value, value - reach, value + reach, max(p, least_chance(n)))


def jackknife(whole: float, without: Floats, level: float) -> tuple[float, float]:
    """The interval of *whole* from the figures *without* each cluster in turn."""
    n = len(without)
    error = float(((n - 1) / n * ((without - without.mean()) ** 2).sum()) ** 0.5)
    reach = quantile(0.5 + level / 2, n - 1) * error
    return whole - reach, whole + reach
