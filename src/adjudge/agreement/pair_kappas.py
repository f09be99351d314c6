"""Kappa of each two judges: figures of all pairs at once, in words pair by pair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan
from typing import Any

import numpy as np
import numpy.typing as npt

from .coefficient import Coefficient
from .enough import Enough, too_few
from .estimate import Grounds
from .interval import STILL, conclude, jackknifed, student
from .on_demand import OfPairs
from .pair_tables import each_two
from .tally import Tally
from .two_judges import APART, COHEN, CONSTANT, NAME, Kappas, PairKappas, of_table

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def cohen_pairs(couples: PairKappas, confidence: float) -> list[OfPairs]:
    """Kappa of every two judges with its jackknife interval, by weights.

    There are many: no replicates are drawn of them, skewed or not.
    """
    if not couples.kappas:
        return []
    ends = _Ends(couples.tally, couples.kappas[0])
    return [
        OfPairs(
            name=NAME,
            weights=each.weights.name,
            value=each.value,
            units=ends.units,
            make=_Told(ends, each, confidence).one,
        )
        for each in couples.kappas
    ]


@dataclass(frozen=True, eq=False)
class _Ends:
    """What the pairs are, whatever the weights."""

    tally: Tally
    kappas: Kappas

    @cached_property
    def places(self) -> list[list[int]]:
        """Of each pair, its first and its second judge."""
        ends = np.column_stack(each_two(self.tally.judges))
        found: list[list[int]] = ends.tolist()
        return found

    @cached_property
    def units(self) -> Ints:
        """Rated by both."""
        found: Ints = self.kappas.number.astype(np.int64)
        return found

    @cached_property
    def counts(self) -> list[int]:
        """The same, to be shown."""
        found: list[int] = self.units.tolist()
        return found

    @cached_property
    def usual(self) -> list[float]:
        """The share of both judges' grades that is in their most frequent category."""
        totals = self.kappas.margins[0] + self.kappas.margins[1]
        shares = totals.max(axis=1, initial=0) / np.maximum(totals.sum(axis=1), 1.0)
        found: list[float] = shares.tolist()
        return found

    @cached_property
    def given(self) -> list[float]:
        """The share of the units that each judge rated."""
        shares = self.tally.given.sum(axis=1) / max(self.tally.units, 1)
        found: list[float] = shares.tolist()
        return found

    def between(self, at: int) -> tuple[str, str]:
        """The names of a pair."""
        first, second = self.places[at]
        return self.tally.scheme.judges[first], self.tally.scheme.judges[second]

    def few(self, at: int) -> str:
        """Why there is not enough of a pair for an interval."""
        return too_few(Enough(self.usual[at]), self.counts[at])

    def coverage(self, at: int) -> float:
        """The share of the units that a pair rated, on average."""
        first, second = self.places[at]
        return (self.given[first] + self.given[second]) / 2


@dataclass(frozen=True, eq=False)
class _Told:
    """Kappa by one kind of weights, put into words."""

    ends: _Ends
    kappas: Kappas
    confidence: float

    @cached_property
    def figures(self) -> list[tuple[float, float, float, float, float]]:
        """Of each pair: kappa, agreement seen and by chance, error, and disagreement."""
        kappas = self.kappas
        some = np.maximum(kappas.number, 1)
        seen, chance = kappas.sums
        error = jackknifed(kappas.tables, kappas.without)
        columns = kappas.value, 1 - seen / some, 1 - chance / some**2, error, seen
        return list(zip(*(each.tolist() for each in columns), strict=True))

    def one(self, at: int) -> Coefficient:
        """The kappa of a pair: by itself where the jackknife will not do."""
        n = self.ends.counts[at]
        value, observed, expected, error, apart = self.figures[at]
        if not n or isnan(value):
            why = CONSTANT if n else APART
            return self.made(at, value=None, why=why, why_no_interval=why)
        seen: dict[str, Any] = {"value": value, "observed": observed, "expected": expected}
        few = self.ends.few(at)
        if few:
            return self.made(at, **seen, why_no_interval=few)
        if not (error > STILL and apart > 0):
            return self.single(at)
        reach = student(self.confidence, n - 1) * error
        low, high = max(value - reach, -1.0), min(value + reach, 1.0)
        return self.made(at, **seen, error=error, low=low, high=high, interval="jackknife")

    def single(self, at: int) -> Coefficient:
        """The kappa of a pair who agree throughout, or hang on a unit."""
        ends, n = self.ends, self.ends.counts[at]
        grounds = Grounds(units=n, pairs=n, judges=2, coverage=ends.coverage(at))
        table = self.kappas.tables[at].astype(np.int64)
        found = of_table(table, self.kappas.weights, grounds, ends.between(at))
        return conclude(replace(found, redrawn=None), "auto", self.confidence)

    def made(self, at: int, **told: Any) -> Coefficient:
        """What is told of a pair, with what it rests on."""
        n = self.ends.counts[at]
        return Coefficient(
            name=NAME,
            definition=COHEN,
            weights=self.kappas.weights.name,
            confidence=self.confidence,
            units=n,
            pairs=n,
            judges=2,
            coverage=self.ends.coverage(at),
            between=self.ends.between(at),
            **told,
        )
