"""Correlations and differences of judges: of each two, and pooled over all pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import isnan
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from scipy.special import ndtri  # type: ignore[import-untyped]

from adjudge.errors import InputInvalid

from .coefficient import Coefficient, changed
from .correlation import MEASURES, Measure
from .couples import Couples, as_tally, couples, lacking_of
from .enough import SLOTS, Enough, enough_of, too_few
from .interval import student
from .joint import Counts
from .left_out import Each, error_of, measured, pooled
from .on_demand import OfPairs, OnDemand
from .ratings import Floats
from .tally import Tally

PairInterval: TypeAlias = Literal["jackknife", "analytic"]

_NO_ERROR: Final = "leaving out any unit changes nothing: the data hold no error to measure"
_HANGS: Final = "it hangs on a single unit: without that unit it is not defined"


@dataclass(frozen=True, slots=True)
class Compared:
    """One measure of all pairs of judges."""

    pooled: Coefficient
    pairs: OnDemand
    """Of each two judges; empty where that is undefined of any two."""


def compare_pairs(
    ratings: Any, names: Sequence[str] = tuple(MEASURES), *, confidence: float = 0.95
) -> tuple[Compared, ...]:
    """Each of the measures that go by *names*, between each two judges and pooled."""
    tally = as_tally(ratings)
    measures = [MEASURES[name] for name in names]
    why = _lacking(tally)
    if why:
        return tuple(
            Compared(_without(_bare(tally, measure, confidence), why), OnDemand())
            for measure in measures
        )
    pairs = couples(tally)
    each = measured(pairs, measures)
    told = _Told(pairs, enough_of(tally.given.sum(axis=0)), confidence)
    return tuple(
        Compared(told.slots(one), OnDemand())
        if tally.scheme.slots and one.measure.by_judge
        else Compared(told.pooled(one, *found), OnDemand([[told.pairs(one)]]))
        for one, found in zip(each, pooled(pairs, each), strict=True)
    )


def _lacking(tally: Tally) -> str:
    why = lacking_of(tally)
    return why or (
        "" if tally.scheme.points is not None else "the categories have no numbers"
    )


def spearman(
    ratings: Any,
    *,
    between: tuple[str, str] | None = None,
    confidence: float = 0.95,
) -> Coefficient:
    """Spearman's rank correlation, pooled over pairs of judges or *between* two."""
    return _asked(ratings, "spearman", between, confidence)


def kendall_tau(
    ratings: Any,
    *,
    between: tuple[str, str] | None = None,
    confidence: float = 0.95,
) -> Coefficient:
    """Kendall's tau-b, pooled over pairs of judges or *between* two."""
    return _asked(ratings, "kendall_tau_b", between, confidence)


def pearson(
    ratings: Any,
    *,
    between: tuple[str, str] | None = None,
    confidence: float = 0.95,
    interval: PairInterval = "jackknife",
) -> Coefficient:
    """Pearson's correlation, pooled over pairs of judges or *between* two.

    Between two, `interval="analytic"` is Fisher's z, which takes grades for normal.
    """
    made = _asked(ratings, "pearson", between, confidence)
    if interval == "jackknife" or made.value is None:
        return made
    made = changed(made, low=None, high=None, error=None, interval=None)
    if between is None:
        why = "pooled over pairs there is no analytic interval"
        return changed(made, why_no_interval=why)
    tally = as_tally(ratings)
    return _fisher(made, enough_of(tally.given.sum(axis=0)).why_not(made.units))


def mean_difference(
    ratings: Any,
    *,
    between: tuple[str, str] | None = None,
    confidence: float = 0.95,
) -> Coefficient:
    """The mean absolute difference, pooled over pairs of judges or *between* two."""
    return _asked(ratings, "mean_absolute_difference", between, confidence)


def _asked(
    ratings: Any, name: str, between: tuple[str, str] | None, confidence: float
) -> Coefficient:
    tally = as_tally(ratings)
    if between is None:
        return compare_pairs(tally, [name], confidence=confidence)[0].pooled
    known = tally.scheme.judges
    strange = [judge for judge in between if judge not in known]
    if strange or between[0] == between[1]:
        told = f"no judge is called {strange[0]!r}" if strange else "two judges are needed"
        hint = "judges: " + ", ".join(known[:20])
        raise InputInvalid(told, where="between", hint=hint)
    made = compare_pairs(tally.between(*between), [name], confidence=confidence)[0]
    return made.pairs[0] if made.pairs else made.pooled


@dataclass(frozen=True, slots=True)
class _Told:
    """Figures put into words."""

    couples: Couples
    enough: Enough
    confidence: float

    def slots(self, one: Each) -> Coefficient:
        bare = _bare(self.couples.tally, one.measure, self.confidence)
        return _without(bare, SLOTS)

    def pooled(self, one: Each, value: float, without: Floats) -> Coefficient:
        units, tally = self.couples.units, self.couples.tally
        counted = int(units[~np.isnan(one.whole)].sum())
        times = tally.times[tally.sizes > 1].astype(np.float64)
        n = int(times.sum())
        made = changed(_bare(tally, one.measure, self.confidence), units=n, pairs=counted)
        if np.isnan(value):
            return _without(made, _undefined(one.measure, units))
        error = error_of(without, times)
        still = bool((np.abs(without - value) <= 1e-12).all())
        reach = self.reach(value, error, still, (one.measure, n))
        return changed(made, value=value, note=_left_out(one.whole), **reach)

    def pairs(self, one: Each) -> OfPairs:
        return OfPairs(
            name=one.measure.name,
            value=one.whole,
            units=self.couples.units,
            make=partial(self.pair, one),
        )

    def pair(self, one: Each, at: int) -> Coefficient:
        tally, measure = self.couples.tally, one.measure
        names = tally.scheme.judges
        n, value = self.couples.units.item(at), one.whole.item(at)
        told: dict[str, Any] = {"value": None}
        if isnan(value):
            told["why"] = told["why_no_interval"] = _undefined_pair(measure, n)
        else:
            still = one.still.item(at) > 0
            told = self.reach(value, one.error.item(at), still, (measure, n))
            told["value"] = value
        return Coefficient(
            name=measure.name,
            definition=measure.definition,
            confidence=self.confidence,
            units=n,
            pairs=n,
            judges=2,
            coverage=n / max(tally.units, 1),
            between=(names[self.couples.one[at]], names[self.couples.other[at]]),
            **told,
        )

    def reach(
        self, value: float, error: float, still: bool, about: tuple[Measure, int]
    ) -> dict[str, Any]:
        """Student's interval, or why there is none."""
        measure, n = about
        why = too_few(self.enough, n) or (_HANGS if isnan(error) else "")
        why = why or (_NO_ERROR if still else "")
        if why:
            return {"why_no_interval": why}
        reach = student(self.confidence, n - 1) * error
        return {
            "error": error,
            "low": max(value - reach, measure.bounds[0]),
            "high": min(value + reach, measure.bounds[1]),
            "interval": "jackknife",
        }


def _fisher(made: Coefficient, why: str) -> Coefficient:
    assert made.value is not None
    if why or abs(made.value) >= 1:
        return changed(made, why_no_interval=why or _NO_ERROR)
    reach = float(ndtri(0.5 + made.confidence / 2)) / (made.units - 3) ** 0.5
    z = float(np.arctanh(made.value))
    low, high = float(np.tanh(z - reach)), float(np.tanh(z + reach))
    return changed(made, low=low, high=high, interval="analytic")


def _bare(tally: Tally, measure: Measure, confidence: float) -> Coefficient:
    over = "; mean over pairs of judges, each weighted by the units they have in common"
    cells = tally.units * tally.judges
    return Coefficient(
        name=measure.name,
        definition=measure.definition + over,
        value=None,
        confidence=confidence,
        judges=int((tally.given.sum(axis=1) > 0).sum()),
        coverage=tally.grades / cells if cells else None,
    )


def _without(bare: Coefficient, why: str) -> Coefficient:
    return changed(bare, why=why, why_no_interval=why)


def _undefined_pair(measure: Measure, units: int) -> str:
    if units < measure.least:
        some = "a unit" if measure.least == 1 else f"{measure.least} units"
        return f"the two judges do not have {some} in common"
    return "one of the two judges gave the same grade throughout"


def _undefined(measure: Measure, units: Counts) -> str:
    if int(units.max(initial=0)) < measure.least:
        some = "a unit" if measure.least == 1 else f"{measure.least} units"
        return f"no two judges have {some} in common"
    return "of each two judges one gave the same grade throughout"


def _left_out(whole: Floats) -> str:
    gone = int(np.isnan(whole).sum())
    if not gone:
        return ""
    return (
        f"{gone} of {len(whole)} pairs of judges are not in the mean: one of the two gave"
        " the same grade throughout, or they have too few units in common"
    )
