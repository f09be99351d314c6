"""Intervals from samples of items, for what is pooled over criteria, and for differences.

An item is drawn with all that was said of it: its grades on every criterion, and all its
units. So criteria may be as dependent as they like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from scipy.special import ndtr  # type: ignore[import-untyped]

from adjudge.errors import InputInvalid

from .coefficient import FEW_UNITS, Coefficient
from .draws import drawn, places
from .figures import ALPHA, PLAIN, WEIGHTED, figures, not_resampled
from .ratings import Floats, Ratings
from .samples import Samples, Units
from .student import quantile
from .weights import NAMES

_UNDEFINED: Final = 0.05
"""The share of samples without a figure from which on there is no interval."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """A coefficient by its name and, where it has some, its weights or its level."""

    name: str
    weights: str = ""

    @classmethod
    def read(cls, said: Statistic | str) -> Statistic:
        """`cohen_kappa`, or with weights `cohen_kappa/quadratic`."""
        if isinstance(said, Statistic):
            return said
        name, _, weights = said.partition("/")
        known = {ALPHA, *PLAIN, *WEIGHTED, "gwet_ac1", "gwet_ac2"}
        if name not in known:
            hint = "one of " + ", ".join(sorted(known))
            raise InputInvalid(f"{name!r} is no statistic", where="statistics", hint=hint)
        if name == "gwet_ac2" and not weights:
            hint = "gwet_ac2/linear or gwet_ac2/quadratic; without weights it is gwet_ac1"
            raise InputInvalid("AC2 needs weights", where="statistics", hint=hint)
        if weights and name in WEIGHTED and weights not in NAMES:
            told, hint = f"{weights!r} are no weights", "one of " + ", ".join(NAMES)
            raise InputInvalid(told, where="statistics", hint=hint)
        return cls(name, weights)


@dataclass(frozen=True, slots=True)
class Bootstrapped:
    """Figures with intervals, in the order of the statistics that were asked for."""

    pooled: tuple[Coefficient, ...]
    """The mean over criteria."""
    criteria: Mapping[str, tuple[Coefficient, ...]]
    """Of each criterion by itself."""
    items: int
    draws: int
    seed: int


def bootstrap(
    criteria: Sequence[Ratings],
    statistics: Sequence[Statistic | str],
    *,
    seed: int,
    draws: int = 1000,
    confidence: float = 0.95,
    items: Mapping[str, str] | None = None,
) -> Bootstrapped:
    """Each of *statistics*, pooled over *criteria* and of each of them.

    The same *seed* gives the same samples, whatever the order of units and criteria.
    *items* says of which item a unit is, where units are not items.
    """
    asked = [Statistic.read(each) for each in statistics]
    found, n = _drawn(criteria, asked, (draws, seed), items)
    words = _Words(criteria, n, confidence)
    per_criterion = {
        ratings.criterion or str(at + 1): tuple(
            words.alone(ratings, one, found[at, which]) for which, one in enumerate(asked)
        )
        for at, ratings in enumerate(criteria)
    }
    pooled = tuple(words.pooled(one, found[:, at]) for at, one in enumerate(asked))
    return Bootstrapped(pooled, per_criterion, n, draws, seed)


def bootstrap_difference(
    first: Sequence[Ratings],
    second: Sequence[Ratings],
    statistics: Sequence[Statistic | str],
    *,
    seed: int,
    draws: int = 1000,
    items: Mapping[str, str] | None = None,
) -> tuple[Coefficient, ...]:
    """By how much the *first* judges or criteria agree more than the *second*.

    Both are drawn together, so that an item which is hard for both weighs on neither.
    """
    asked = [Statistic.read(each) for each in statistics]
    every = [*first, *second]
    found, n = _drawn(every, asked, (draws, seed), items)
    words = _Words(every, n, 0.95)
    half = len(first)
    return tuple(
        words.difference(one, found[:half, at], found[half:, at])
        for at, one in enumerate(asked)
    )


def _drawn(
    criteria: Sequence[Ratings],
    asked: Sequence[Statistic],
    sampling: tuple[int, int],
    items: Mapping[str, str] | None,
) -> tuple[Floats, int]:
    """By criterion, statistic and sample, of which the first is the data; or NaN."""
    if not criteria:
        raise InputInvalid("there is no criterion to draw from", where="criteria")
    n, place = places(criteria, items)
    draws, seed = sampling
    units = [Units(ratings) for ratings in criteria]
    width = max(n, *(len(each.one) * each.q**2 for each in units))
    found = np.full((len(criteria), len(asked), draws + 1), np.nan)
    at = 0
    for weights in drawn(n, (draws, width), seed):
        part = slice(at, at + len(weights))
        for row, (mine, where) in enumerate(zip(units, place, strict=True)):
            samples = Samples(mine, weights[:, where])
            for column, one in enumerate(asked):
                if not not_resampled(mine.ratings, one.name, one.weights):
                    found[row, column, part] = figures(samples, one.name, one.weights)
        at += len(weights)
    return found, n


@dataclass(frozen=True, slots=True)
class _Words:
    """Figures of samples put into words."""

    criteria: Sequence[Ratings]
    items: int
    confidence: float

    def alone(self, ratings: Ratings, one: Statistic, row: Floats) -> Coefficient:
        made = replace(self.bare(one, ""), judges=ratings.cells.shape[1])
        if np.isnan(row[0]):
            why = not_resampled(ratings, one.name, one.weights)
            return replace(made, why=why or "it is not defined with these grades")
        return self.with_interval(replace(made, value=float(row[0])), row[1:])

    def pooled(self, one: Statistic, rows: Floats) -> Coefficient:
        made, figure = self.mean(one, rows)
        if made.value is None:
            return made
        return self.with_interval(made, figure[1:])

    def difference(self, one: Statistic, first: Floats, second: Floats) -> Coefficient:
        left, ours = self.mean(one, first)
        right, theirs = self.mean(one, second)
        name = f"difference_of_{one.name}"
        said = f"the first less the second: {left.definition}"
        made = replace(left, name=name, definition=said, value=None, note="")
        if left.value is None or right.value is None:
            side = "first" if left.value is None else "second"
            return replace(made, why=f"of the {side} it is not defined")
        made = replace(made, value=left.value - right.value)
        return self.with_interval(made, ours[1:] - theirs[1:])

    def mean(self, one: Statistic, rows: Floats) -> tuple[Coefficient, Floats]:
        """Over the criteria that have a figure, and over the same ones in each sample."""
        there = ~np.isnan(rows[:, 0])
        count = int(there.sum())
        made = self.bare(one, f"the plain mean over {count} criteria of " * (len(rows) > 1))
        if not count:
            return replace(made, why="it is not defined on any criterion"), rows[0]
        figure = rows[there].mean(axis=0)
        note = ""
        if count < len(rows):
            note = f"{len(rows) - count} of {len(rows)} criteria have no figure"
        return replace(made, value=float(figure[0]), note=note), figure

    def bare(self, one: Statistic, over: str) -> Coefficient:
        named = one.name.replace("_", " ") + (f" ({one.weights})" if one.weights else "")
        return Coefficient(
            name=one.name,
            definition=over + named,
            weights=one.weights,
            value=None,
            confidence=self.confidence,
            units=self.items,
            judges=max(each.cells.shape[1] for each in self.criteria),
        )

    def with_interval(self, made: Coefficient, figure: Floats) -> Coefficient:
        known = figure[~np.isnan(figure)]
        if self.items < FEW_UNITS:
            said = f"{self.items} items, at least {FEW_UNITS} needed"
            why = f"not enough data for an interval: {said}"
        elif len(known) < (1 - _UNDEFINED) * len(figure):
            lost = len(figure) - len(known)
            why = f"it is not defined in {lost} of {len(figure)} samples of the items"
        elif float(np.ptp(known)) <= 1e-12:
            why = "no sample of the items changes it: the data hold no error to measure"
        else:
            low, high = np.quantile(known, self.ends()).tolist()
            error = float(known.std(ddof=1))
            return replace(made, low=low, high=high, error=error, interval="bootstrap")
        return replace(made, why_no_interval=why)

    def ends(self) -> tuple[float, float]:
        """Percentiles, further out by as much as samples of few items are too narrow.

        Hesterberg, What Teachers Should Know About the Bootstrap, The American Statistician
        69 (2015).
        """
        n = self.items
        reach = quantile(0.5 + self.confidence / 2, n - 1) * (n / (n - 1)) ** 0.5
        outside = float(ndtr(-reach))
        return outside, 1 - outside
