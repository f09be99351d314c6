"""Coefficients that ask how many judges chose each category, not who they were.

Each is 1 - observed / expected disagreement. What is observed is the same for all of them,
the mean over units of the disagreement of two grades; they differ in what chance would do.
Missing cells as in Gwet (2014): what is observed is of units with at least two grades,
how often categories are chosen of all units with any.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final

import numpy as np
import numpy.typing as npt

from .counted import Counted
from .estimate import NOTHING, Estimate, ratio_of, undefined
from .weights import Weights

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_OBSERVED: Final = (
    "observed as the mean over units of the share of agreeing pairs of grades"
)


@dataclass(frozen=True, eq=False)
class Observed:
    """The disagreement within units."""

    mean: float
    each: Floats
    """Of two grades of a unit, by pattern; 0 where there are not two."""
    twice: Floats
    """1 where there are two grades or more."""
    number: int
    """Units with two grades or more."""
    square: Floats
    """Of all ordered pairs of a unit's grades, by pattern."""

    def of(self, patterns: Ints) -> Observed:
        """The same, told of these patterns."""
        each, twice = self.each[patterns], self.twice[patterns]
        return Observed(self.mean, each, twice, self.number, self.square[patterns])

    @cached_property
    def without(self) -> Floats:
        """The mean without one unit of each pattern."""
        left = self.number - self.twice
        return np.where(left > 0, (self.mean * self.number - self.each), np.nan) / np.where(
            left > 0, left, 1.0
        )

    def pull(self, chance: float, units: int, value: float) -> Floats:
        """How far each unit pulls the coefficient, chance held still, after Gwet (2014).

        A unit with one grade counts as one without any agreement: his errors are larger
        than the jackknife's where there are such units.
        """
        return units / self.number * (self.twice - self.each / chance) - value

    def redrawn(self, draws: Floats) -> Floats:
        """The mean of each replicate."""
        left = draws @ self.twice
        return np.where(left > 0, draws @ self.each, np.nan) / np.where(left > 0, left, 1.0)


def observed_of(counted: Counted, weights: Weights) -> Observed:
    """The same as `observed`, worked out once for all coefficients of these weights."""
    known: dict[Weights, Observed] = counted.known
    if weights not in known:
        known[weights] = observed(counted, weights)
    return known[weights]


def observed(counted: Counted, weights: Weights) -> Observed:
    """What disagreement there is within the units of *counted*."""
    square = ((weights.apart @ counted.counts) * counted.counts).sum(axis=0)
    m = counted.sizes
    twice = counted.twice.astype(np.float64)
    each = np.where(counted.twice, square, 0.0) / np.where(counted.twice, m * (m - 1), 1.0)
    number = counted.paired.units
    mean = float((counted.times * each).sum()) / number if number else 0.0
    return Observed(mean, each, twice, number, square)


@dataclass(frozen=True, slots=True)
class Chance:
    """What disagreement chance would bring about."""

    whole: float
    without: Callable[[], Floats]
    redrawn: Callable[[Floats], Floats]
    influence: Callable[[], Floats]


def _fixed(amount: float, counted: Counted) -> Chance:
    n = len(counted.times)
    return Chance(
        amount,
        lambda: np.full(n, amount),
        lambda draws: np.full(len(draws), amount),
        lambda: np.zeros(n),
    )


@dataclass(frozen=True, slots=True)
class _Shares:
    """How often each category is chosen: the mean over units of the unit's shares."""

    each: Floats
    """Categories x patterns."""
    total: Floats
    n: int

    @classmethod
    def of(cls, counted: Counted) -> _Shares:
        each = counted.counts / counted.sizes
        return cls(each, (each * counted.times).sum(axis=1), counted.units)


def _product(apart: Floats, counted: Counted, factor: float, rest: float) -> Chance:
    """*rest* + *factor* x how far two grades are apart, drawn from all that were given."""
    known = counted.known
    if _Shares not in known:
        known[_Shares] = _Shares.of(counted)
    shares: _Shares = known[_Shares]
    n = shares.n
    one_with_all = (apart @ shares.total) @ shares.each
    all_with_all = float(((apart @ shares.total) * shares.total).sum())

    def without() -> Floats:
        own = ((apart @ shares.each) * shares.each).sum(axis=0)
        left: Floats = all_with_all - 2 * one_with_all + own
        left *= factor / max(n - 1, 1) ** 2
        left += rest
        return left

    def redrawn(draws: Floats) -> Floats:
        drawn = draws @ shares.each.T
        found: Floats = rest + factor / n**2 * ((drawn @ apart) * drawn).sum(axis=1)
        return found

    def influence() -> Floats:
        return 2 * factor * (one_with_all / n - all_with_all / n**2)

    return Chance(rest + factor * all_with_all / n**2, without, redrawn, influence)


def _gwet(weights: Weights, counted: Counted) -> Chance:
    """1 - T / q(q - 1) x sum of p(1 - p), where T are all weights of agreement."""
    size = counted.scheme.size
    if size < 2:
        return _fixed(0.0, counted)
    factor = float((1 - weights.apart).sum()) / (size * (size - 1))
    same = np.eye(size)
    return _product(same, counted, factor, 1 - factor)


def _uniform(weights: Weights, counted: Counted) -> Chance:
    size = counted.scheme.size
    return _fixed(float(weights.apart.sum()) / size**2 if size else 0.0, counted)


def percent_estimate(counted: Counted, weights: Weights) -> Estimate:
    """The share of pairs that agree, or the mean of their weights."""
    found = _estimate(
        counted,
        weights,
        "percent_agreement",
        f"Percent agreement, {_OBSERVED}",
        lambda: _fixed(1.0, counted),
    )
    return replace(found, expected=None, floor=0.0)


def fleiss_estimate(counted: Counted, weights: Weights) -> Estimate:
    """Fleiss' kappa: chance draws both grades by how often all judges chose each."""
    found = _estimate(
        counted,
        weights,
        "fleiss_kappa",
        "Fleiss' kappa (1971), missing cells and weights as in Gwet (2014)",
        lambda: _product(weights.apart, counted, 1.0, 0.0),
    )
    plain = weights.name == "identity" and found.value is not None
    return replace(found, chance_error=fleiss_chance_error(counted) if plain else None)


def scott_estimate(counted: Counted, weights: Weights) -> Estimate:
    """Scott's pi, of units with at least two grades."""
    both = counted.paired
    return _estimate(
        both,
        weights,
        "scott_pi",
        "Scott's pi (1955), of units with at least two grades; of more than two judges "
        "Fleiss' generalisation",
        lambda: _product(weights.apart, both, 1.0, 0.0),
        counted,
    )


def brennan_prediger_estimate(counted: Counted, weights: Weights) -> Estimate:
    """Brennan and Prediger: by chance every category of the scale is as likely."""
    return _estimate(
        counted,
        weights,
        "brennan_prediger",
        "Brennan and Prediger (1981), Randolph's free-marginal kappa: by chance every "
        "category is as likely; weights as in Gwet (2014)",
        lambda: _uniform(weights, counted),
    )


def gwet_estimate(counted: Counted, weights: Weights) -> Estimate:
    """Gwet's AC1, or AC2 with weights."""
    second = "" if weights.name == "identity" else "2"
    return _estimate(
        counted,
        weights,
        f"gwet_ac{second or '1'}",
        f"Gwet's AC{second or '1'} (2008, 2014)",
        lambda: _gwet(weights, counted),
    )


def _estimate(
    counted: Counted,
    weights: Weights,
    name: str,
    definition: str,
    chance_of: Callable[[], Chance],
    whole: Counted | None = None,
) -> Estimate:
    grounds = (whole or counted).grounds
    nothing = partial(undefined, name, definition, weights.name, grounds)
    if grounds.lacking:
        return nothing(grounds.lacking)
    chance = chance_of()
    seen = observed_of(counted, weights)
    if chance.whole <= NOTHING:
        return nothing(constant(counted))
    value = 1 - seen.mean / chance.whole

    def influence() -> Floats:
        return (
            seen.pull(chance.whole, counted.units, value)
            + (1 - value) * chance.influence() / chance.whole
        )

    return Estimate(
        name=name,
        definition=definition,
        weights=weights.name,
        grounds=grounds,
        value=value,
        observed=1 - seen.mean,
        expected=1 - chance.whole,
        unanimous=not seen.each.any(),
        worst=weights.furthest / chance.whole,
        floor=-1.0,
        times=counted.times,
        without=lambda: ratio_of(seen.without, chance.without()),
        redrawn=lambda: ratio_of(
            seen.redrawn(counted.redrawn), chance.redrawn(counted.redrawn)
        ),
        influence=influence,
    )


def constant(counted: Counted) -> str:
    """The reason where chance leaves nothing to disagree about."""
    used = np.flatnonzero(counted.totals)
    if len(used) == 1:
        label = counted.scheme.labels[int(used[0])]
        return f"all grades are {label!r}: agreement cannot be told from chance"
    return "chance alone would bring full agreement: nothing can be told from it"


def fleiss_chance_error(counted: Counted) -> float | None:
    """Fleiss, Nee and Landis (1979): the error of no agreement, for units alike in size."""
    sizes = counted.sizes
    m = float(sizes[0])
    if m < 2 or not bool(np.allclose(sizes, m)):
        return None
    p = counted.totals / counted.totals.sum()
    spread = float((p * (1 - p)).sum())
    if spread <= 0:
        return None
    rest = spread**2 - float((p * (1 - p) * (1 - 2 * p)).sum())
    error: float = np.sqrt(2 * max(rest, 0.0) / (counted.units * m * (m - 1))) / spread
    return float(error)
