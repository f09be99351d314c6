"""Cohen's kappa of two judges, of all pairs at once, and their mean (Light 1971)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from .counted import redraw
from .enough import SLOTS
from .estimate import Estimate, Grounds, ratio_of, too_little, undefined
from .tally import Tally
from .weights import Weights

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

NAME: Final = "cohen_kappa"
COHEN: Final = "Cohen's kappa (1960, weighted 1968), of units that both judges rated"
CONSTANT: Final = "both judges gave one and the same grade throughout"
APART: Final = "no unit was rated by both"
_LIGHT: Final = (
    "Light's kappa (1971): the mean of Cohen's kappa over the pairs of judges where it is "
    "defined"
)


@dataclass(frozen=True, eq=False)
class Kappas:
    """Cohen's kappa of each table: of a pair of judges, first by second."""

    tables: Floats
    """Pairs x categories x categories."""
    weights: Weights

    @cached_property
    def number(self) -> Floats:
        """Units of each pair."""
        found: Floats = self.tables.sum(axis=(1, 2))
        return found

    @cached_property
    def margins(self) -> tuple[Floats, Floats]:
        """Grades of the first and of the second judge, pairs x categories."""
        return self.tables.sum(axis=2), self.tables.sum(axis=1)

    @cached_property
    def against(self) -> tuple[Floats, Floats]:
        """What a grade of the first, of the second judge meets in the other's grades."""
        first, second = self.margins
        return second @ self.weights.apart.T, first @ self.weights.apart

    @cached_property
    def sums(self) -> tuple[Floats, Floats]:
        """Disagreement summed over units, and over all pairs of grades of two units."""
        seen = (self.tables * self.weights.apart).sum(axis=(1, 2))
        chance = (self.margins[0] * self.against[0]).sum(axis=1)
        return seen, chance

    @cached_property
    def value(self) -> Floats:
        """Kappa by pair, NaN where it is undefined."""
        some = np.maximum(self.number, 1)
        seen, chance = self.sums
        return ratio_of(seen / some, np.where(self.number > 0, chance / some**2, 0.0))

    @cached_property
    def without(self) -> Floats:
        """Kappa without one unit of each cell, pairs x categories x categories."""
        left = self.number - 1
        some = np.maximum(left, 1)[:, None, None]
        seen, chance = (each[:, None, None] for each in self.sums)
        first, second = self.against
        apart = self.weights.apart
        rest = chance - first[:, :, None] - second[:, None, :] + apart
        rest = np.where((left > 0)[:, None, None], rest, 0.0)
        return ratio_of((seen - apart) / some, rest / some**2)


def cohen_estimate(tally: Tally, weights: Weights) -> Estimate:
    """Kappa of the two judges of *tally*."""
    table = _table(tally)
    first, second = tally.scheme.judges
    number = int(table.sum())
    totals = (table.sum(axis=0) + table.sum(axis=1)).astype(np.float64)
    grounds = Grounds(
        units=number,
        pairs=number,
        judges=2,
        coverage=tally.counted.coverage,
        lacking="" if number else APART,
        few=too_little(number, totals),
    )
    return of_table(table, weights, grounds, (first, second))


def _table(tally: Tally) -> Ints:
    """The table of two judges, however many categories."""
    size = tally.scheme.size
    first, second = tally.columns.astype(np.int64)
    both = (first >= 0) & (second >= 0)
    code = first[both] * size + second[both]
    found = np.bincount(code, tally.times[both], size * size)
    return found.astype(np.int64).reshape(size, size)


def of_table(
    table: Ints, weights: Weights, grounds: Grounds, between: tuple[str, str]
) -> Estimate:
    """Kappa of one table of two judges."""
    nothing = partial(undefined, NAME, COHEN, weights.name, grounds, between=between)
    if grounds.lacking:
        return nothing(grounds.lacking)
    kappas = Kappas(table[None].astype(np.float64), weights)
    value = float(kappas.value[0])
    if np.isnan(value):
        return nothing(CONSTANT)
    n = float(kappas.number[0])
    seen, chance = float(kappas.sums[0][0]) / n, float(kappas.sums[1][0]) / n**2
    used = table > 0

    def influence() -> Floats:
        first, second = (each[0] / n for each in kappas.against)
        own = weights.apart - seen
        by_chance = first[:, None] + second[None, :] - 2 * chance
        pull: Floats = -(own - (1 - value) * by_chance)[used] / chance
        return pull

    def redrawn() -> Floats:
        draws = np.zeros((len(drawn := redraw(table[used])), *table.shape))
        draws[:, used] = drawn
        return Kappas(draws, weights).value

    return Estimate(
        name=NAME,
        definition=COHEN,
        weights=weights.name,
        grounds=grounds,
        value=value,
        observed=1 - seen,
        expected=1 - chance,
        unanimous=seen == 0,
        worst=weights.furthest / chance,
        floor=-1.0,
        times=table[used],
        without=lambda: kappas.without[0][used],
        redrawn=redrawn,
        influence=influence,
        large_sample=True,
        between=between,
    )


@dataclass(frozen=True, eq=False)
class PairKappas:
    """Every two judges of a tally, by several weights at once."""

    tally: Tally
    weights: tuple[Weights, ...]

    @cached_property
    def kappas(self) -> list[Kappas]:
        """By weights; none where there would be too many cells."""
        if self.tally.tables is None:
            return []
        tables = self.tally.tables.astype(np.float64)
        return [Kappas(tables, each) for each in self.weights]

    @cached_property
    def without(self) -> Floats:
        """By weights: the mean kappa without one unit of each pattern.

        A unit changes the kappas of the pairs that rated it, each by one of few amounts.
        """
        found = np.empty((len(self.weights), len(self.tally.times)))
        values = [_or_nought(each.value) for each in self.kappas]
        change = [
            _or_nought(each.without) - value[:, None, None]
            for each, value in zip(self.kappas, values, strict=True)
        ]
        moved = self.tally.blocks.sums(np.stack(change))
        for at, each in enumerate(self.kappas):
            there = np.isfinite(each.value)
            total, number = values[at].sum() + moved[at], float(there.sum())
            left = np.isfinite(each.without) != there[:, None, None]
            if not left.any():
                found[at] = total / number if number else np.nan
                continue
            # Some kappa is defined with a unit only, or without it only.
            signs = np.where(there[:, None, None], -1.0, 1.0) * left
            numbers = number + self.tally.blocks.sums(signs[None])[0]
            some = numbers > 0.5
            found[at] = np.where(some, total, np.nan) / np.where(some, numbers, 1.0)
        return found

    def without_by(self, weights: Weights) -> Floats:
        """The row of `without` that is of *weights*."""
        row: Floats = self.without[self.weights.index(weights)]
        return row


def _or_nought(found: Floats) -> Floats:
    known: Floats = np.where(np.isfinite(found), found, 0.0)
    return known


def light_estimate(
    tally: Tally, weights: Weights, couples: PairKappas | None = None
) -> Estimate:
    """The mean of kappa over the pairs of judges; of two judges, their kappa.

    *couples* where they are known already.
    """
    if tally.judges == 2:
        return cohen_estimate(tally, weights)
    grounds = tally.counted.grounds
    nothing = partial(undefined, NAME, _LIGHT, weights.name, grounds)
    if grounds.lacking:
        return nothing(grounds.lacking)
    if tally.scheme.slots:
        return nothing(SLOTS)
    known = couples or PairKappas(tally, (weights,))
    if not known.kappas:
        return nothing("too many judges and categories for all pairs: name two judges")
    kappas = known.kappas[known.weights.index(weights)]
    there = np.isfinite(kappas.value)
    if not there.any():
        return nothing("of no two judges is kappa defined")
    return _light(tally, kappas, partial(known.without_by, weights), grounds)


def _light(
    tally: Tally, kappas: Kappas, without: Callable[[], Floats], grounds: Grounds
) -> Estimate:
    there = np.isfinite(kappas.value)
    number = kappas.number[there]
    seen = kappas.sums[0][there] / number
    chance = kappas.sums[1][there] / number**2
    return Estimate(
        name=NAME,
        definition=_LIGHT,
        weights=kappas.weights.name,
        grounds=grounds,
        value=float(kappas.value[there].mean()),
        observed=1 - float(seen.mean()),
        expected=1 - float(chance.mean()),
        unanimous=not kappas.sums[0].any(),
        worst=kappas.weights.furthest / float(chance.min()),
        floor=-1.0,
        times=tally.times,
        without=without,
        redrawn=_light_redrawn(tally, kappas.weights),
    )


_MOST: Final = 3e8
"""Multiplications above which no replicates of all pairs are drawn."""


def _light_redrawn(tally: Tally, weights: Weights) -> partial[Floats] | None:
    pairs = tally.judges * (tally.judges - 1) // 2
    cost = 2000.0 * len(tally.times) * pairs * tally.scheme.size**2
    return None if cost > _MOST else partial(_light_draws, tally, weights)


def _light_draws(tally: Tally, weights: Weights) -> Floats:
    """A pair of judges at a time: all replicates of its table, then its kappas."""
    draws = tally.redrawn
    size = tally.scheme.size
    total, number = np.zeros(len(draws)), np.zeros(len(draws))
    for first, second in combinations(tally.columns.astype(np.int64), 2):
        both = np.flatnonzero((first >= 0) & (second >= 0))
        cells = np.zeros((len(both), size * size))
        cells[np.arange(len(both)), first[both] * size + second[both]] = 1
        tables = (draws[:, both] @ cells).reshape(-1, size, size)
        value = Kappas(tables, weights).value
        number += np.isfinite(value)
        total += np.nan_to_num(value)
    return np.where(number > 0, total, np.nan) / np.maximum(number, 1)
