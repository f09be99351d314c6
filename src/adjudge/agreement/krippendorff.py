"""Krippendorff's alpha: nominal, ordinal, interval and ratio, and with agreement weights.

Two grades of one unit against any two grades: 1 - observed / expected disagreement, both of
units with at least two grades. The ordinal metric is the squared distance of mid-ranks,
which are made of the grades themselves and so change with every unit that is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid
from adjudge.rubric import Level

from .chance import constant
from .counted import Counted
from .estimate import Estimate, Grounds, undefined
from .ratings import Ratings
from .weights import Weights, ask_ratio

Floats = npt.NDArray[np.float64]

_AT_ONCE: Final = 1 << 22

_METRICS: Final = {
    Level.NOMINAL: "nominal",
    Level.ORDINAL: "ordinal (Krippendorff)",
    Level.INTERVAL: "interval",
    Level.RATIO: "ratio",
}


def alpha_estimate(counted: Counted, level: Level | None = None) -> Estimate:
    """Alpha with Krippendorff's metric of *level*."""
    wanted = level or counted.scheme.level
    both = counted.paired
    metric = metric_of(counted.scheme.at_level(wanted))
    kind = _Fixed(both, metric) if metric is not None else _Ordinal(both)
    definition = {
        Level.NOMINAL: "Krippendorff's alpha (2011), nominal metric",
        Level.ORDINAL: "Krippendorff's alpha (2011), his ordinal metric: mid-ranks of the "
        "grades given, not Gwet's ordinal weights and not the interval metric",
        Level.INTERVAL: "Krippendorff's alpha (2011), interval metric: squared difference",
        Level.RATIO: "Krippendorff's alpha (2011), ratio metric: squared difference over "
        "squared sum",
    }[wanted]
    return _estimate(
        "krippendorff_alpha", definition, _METRICS[wanted], kind, counted.grounds
    )


def weighted_alpha_estimate(counted: Counted, weights: Weights) -> Estimate:
    """Alpha with agreement weights, as Gwet (2014) writes it."""
    kind = _Fixed(counted.paired, weights.apart)
    found = _estimate(
        "krippendorff_alpha_gwet",
        "Krippendorff's alpha with agreement weights, as in Gwet (2014); with ordinal "
        "weights it is not Krippendorff's ordinal alpha",
        weights.name,
        kind,
        counted.grounds,
    )
    if found.value is None:
        return found
    seen, chance, grades = (
        kind.whole
    )  # Gwet corrects what is observed, not what is expected
    return replace(
        found,
        observed=1 - (1 - 1 / grades) * seen / grades,
        expected=1 - chance / grades**2,
    )


def metric_of(scheme: Ratings) -> Floats | None:
    """The disagreement of each two categories; None where it hangs on the grades."""
    if scheme.level is Level.NOMINAL:
        return 1 - np.eye(scheme.size)
    if scheme.level is Level.ORDINAL:
        return None
    x = scheme.points
    if x is None:
        raise InputInvalid("the categories have no numbers", where=scheme.criterion)
    if scheme.level is Level.RATIO:
        ask_ratio(scheme)
        both = x[:, None] + x[None, :]
        return ((x[:, None] - x[None, :]) / np.where(both == 0, 1.0, both)) ** 2
    # In whole steps as a rule: squares of a million are kept exactly, of a millionth not.
    apart: Floats = (x[:, None] - x[None, :]) ** 2
    return apart


@dataclass(frozen=True, eq=False)
class _Fixed:
    """A metric that is the same whatever grades were given."""

    counted: Counted
    """Units with at least two grades."""
    metric: Floats

    @cached_property
    def square(self) -> Floats:
        counts = self.counted.counts
        found: Floats = ((self.metric @ counts) * counts).sum(axis=0)
        return found

    @cached_property
    def seen(self) -> Floats:
        """Observed disagreement by pattern: ordered pairs, over m - 1."""
        found: Floats = self.square / (self.counted.sizes - 1)
        return found

    @cached_property
    def whole(self) -> tuple[float, float, float]:
        """Observed, expected (both summed, not yet divided), grades."""
        totals = self.counted.totals
        return (
            float((self.counted.times * self.seen).sum()),
            float(((self.metric @ totals) * totals).sum()),
            float(totals.sum()),
        )

    def without(self) -> Floats:
        seen, chance, grades = self.whole
        one_with_all = (self.metric @ self.counted.totals) @ self.counted.counts
        return _alpha(
            seen - self.seen,
            chance - 2 * one_with_all + self.square,
            grades - self.counted.sizes,
            chance,
        )

    def redrawn(self) -> Floats:
        draws = self.counted.redrawn
        totals = draws @ self.counted.counts.T
        chance = ((totals @ self.metric) * totals).sum(axis=1)
        return _alpha(draws @ self.seen, chance, totals.sum(axis=1), self.whole[1])

    def influence(self) -> Floats:
        """Linearised as Gwet (2014) does and his programs print.

        He takes the agreement corrected for its size, 1 / grades, in one place of two.
        """
        seen, chance, grades = self.whole
        observed, expected = seen / grades, chance / grades**2
        size = self.counted.sizes * self.counted.units / grades
        own = self.seen * self.counted.units / grades - observed * size
        own += observed / grades * (size - 1)
        with_all = (self.metric @ self.counted.totals) @ self.counted.counts / grades**2
        by_chance = 2 * (with_all * self.counted.units - expected * size)
        return -(own - observed / expected * by_chance) / expected

    @property
    def furthest(self) -> float:
        used = self.counted.totals > 0
        return float(self.metric[np.ix_(used, used)].max(initial=0.0))


@dataclass(frozen=True, eq=False)
class _Ordinal:
    """Krippendorff's ordinal metric."""

    counted: Counted

    @cached_property
    def met(self) -> Floats:
        """Coincidences: ordered pairs of grades of one unit, over m - 1."""
        c, m = self.counted.counts, self.counted.sizes
        share = self.counted.times / (m - 1)
        found: Floats = (c * share) @ c.T
        at = np.arange(len(found))
        found[at, at] -= (c * share).sum(axis=1)
        return found

    @cached_property
    def whole(self) -> tuple[float, float, float]:
        totals = self.counted.totals
        ranks = _ranks(totals[:, None])[:, 0]
        spread = float((totals * ranks**2).sum())
        seen = 2 * (spread - float((ranks * (self.met @ ranks)).sum()))
        return seen, 2 * float(totals.sum()) * spread, float(totals.sum())

    def without(self) -> Floats:
        """A few units at once: every one has ranks of its own."""
        n = len(self.counted.times)
        step = max(1, _AT_ONCE // max(1, len(self.counted.counts)))
        parts = [self._without(slice(at, at + step)) for at in range(0, n, step)]
        return np.concatenate(parts)

    def _without(self, part: slice) -> Floats:
        c, m = self.counted.counts[:, part], self.counted.sizes[part]
        totals = self.counted.totals[:, None] - c
        ranks = _ranks(totals)
        squared = ranks**2
        spread = (totals * squared).sum(axis=0)
        own = ((c * ranks).sum(axis=0) ** 2 - (c * squared).sum(axis=0)) / (m - 1)
        met = (ranks * (self.met @ ranks)).sum(axis=0) - own
        left = self.whole[2] - m
        return _alpha(2 * (spread - met), 2 * left * spread, left, self.whole[1])

    def redrawn(self) -> Floats:
        draws = self.counted.redrawn
        c, m = self.counted.counts, self.counted.sizes
        totals = (draws @ c.T).T
        ranks = _ranks(totals)
        spread = (totals * ranks**2).sum(axis=0)
        met = np.zeros(len(draws))
        for category in range(len(c)):
            with_others = (draws / (m - 1)) @ (c * c[category]).T
            met += ranks[category] * (with_others * ranks.T).sum(axis=1)
        met -= ((draws / (m - 1)) @ c.T * (ranks**2).T).sum(axis=1)
        grades = totals.sum(axis=0)
        return _alpha(2 * (spread - met), 2 * grades * spread, grades, self.whole[1])

    influence = None

    @property
    def furthest(self) -> float:
        totals = self.counted.totals
        ranks = _ranks(totals[:, None])[:, 0][totals > 0]
        return float((ranks.max(initial=0.0) - ranks.min(initial=0.0)) ** 2)


def _ranks(totals: Floats) -> Floats:
    """The mid-rank of each category, counted from the middle: the mean grade has none."""
    upto = np.cumsum(totals, axis=0)
    found: Floats = upto - totals / 2 - upto[-1] / 2
    return found


def _alpha(seen: Floats, chance: Floats, grades: Floats, whole: float = 0.0) -> Floats:
    """NaN where all grades are alike: next to nothing is left of the *whole* chance."""
    there = chance > 1e-12 * whole
    found = 1 - (grades - 1) * seen / np.where(there, chance, 1.0)
    return np.where(there, found, np.nan)


def _estimate(
    name: str, definition: str, weights: str, kind: _Fixed | _Ordinal, grounds: Grounds
) -> Estimate:
    nothing = partial(undefined, name, definition, weights, grounds)
    if grounds.lacking:
        return nothing(grounds.lacking)
    seen, chance, grades = kind.whole
    if chance <= 0:
        return nothing(constant(kind.counted))
    value = 1 - (grades - 1) * seen / chance
    expected = chance / (grades * (grades - 1))
    return Estimate(
        name=name,
        definition=definition,
        weights=weights,
        grounds=grounds,
        value=value,
        observed=1 - seen / grades if kind.furthest <= 1 else None,
        expected=1 - expected if kind.furthest <= 1 else None,
        unanimous=seen == 0 or not bool(((kind.counted.counts > 0).sum(axis=0) > 1).any()),
        worst=kind.furthest / expected,
        floor=-np.inf,
        times=kind.counted.times,
        without=kind.without,
        redrawn=kind.redrawn,
        influence=kind.influence,
    )
