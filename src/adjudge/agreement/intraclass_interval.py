"""The exact intervals and tests of intraclass correlations, where there is no hole.

Shrout & Fleiss, Intraclass correlations, Psychological Bulletin 86 (1979), 420-428.
"""

from __future__ import annotations

from dataclasses import dataclass

from scipy.special import fdtrc, fdtri  # type: ignore[import-untyped]

from .coefficient import Test


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """Mean squares of n units by k judges."""

    n: int
    k: int
    units: float
    judges: float
    within: float
    error: float


def tested(model: int, means: Means) -> Test | None:
    """Whether units differ at all; None where there is no error to hold them against."""
    error = means.within if model == 1 else means.error
    if error <= 0:
        return None
    of, against = _freedom(model, means)
    f = means.units / error
    return Test(by="F", statistic=f, freedom=(of, against), p=float(fdtrc(of, against, f)))


def exact(model: int, mean: bool, means: Means, level: float) -> tuple[float, float]:
    """The interval of the single form, or of that of the *mean* of the judges."""
    k = means.k
    low, high = _absolute(means, level) if model == 2 else _ratio(model, means, level)
    if not mean:
        return low, high
    return low * k / (1 + low * (k - 1)), high * k / (1 + high * (k - 1))


def _freedom(model: int, means: Means) -> tuple[float, float]:
    n, k = means.n, means.k
    return n - 1.0, float(n * (k - 1) if model == 1 else (n - 1) * (k - 1))


def _point(share: float, of: float, against: float) -> float:
    return float(fdtri(of, against, share))


def _ratio(model: int, means: Means, level: float) -> tuple[float, float]:
    of, against = _freedom(model, means)
    f = means.units / (means.within if model == 1 else means.error)
    share = 0.5 + level / 2
    low = f / _point(share, of, against)
    high = f * _point(share, against, of)
    k = means.k
    return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)


def _absolute(means: Means, level: float) -> tuple[float, float]:
    """ICC(2): the freedom of the error is Satterthwaite's."""
    n, k, share = means.n, means.k, 0.5 + level / 2
    units, judges, error = means.units, means.judges, means.error
    rest = k * judges + (k * n - k - n) * error
    value = (units - error) / (units + (k - 1) * error + k * (judges - error) / n)
    a = k * value / (n * (1 - value))
    b = 1 + k * value * (n - 1) / (n * (1 - value))
    freedom = (a * judges + b * error) ** 2 / (
        (a * judges) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1))
    )
    over = _point(share, n - 1, freedom)
    under = _point(share, freedom, n - 1)
    low = n * (units - over * error) / (over * rest + n * units)
    high = n * (under * units - error) / (rest + n * under * units)
    return low, high
