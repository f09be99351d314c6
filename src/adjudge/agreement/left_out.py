"""Measures of each two judges, and what they would be without each unit in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .correlation import Measure
from .couples import Couples
from .ratings import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Each:
    """One measure of every couple; NaN where it is not defined."""

    measure: Measure
    whole: Floats
    error: Floats
    """Standard errors; NaN where it hangs on a single unit."""
    still: Floats
    """Whether leaving out any unit changes nothing."""
    parts: list[tuple[slice, Floats]]
    """Some couples, and for each of them the measure without a unit at each point."""

    @property
    def defined(self) -> Floats:
        """1 for couples of which there is a figure."""
        return (~np.isnan(self.whole)).astype(np.float64)


def measured(pairs: Couples, measures: Sequence[Measure]) -> list[Each]:
    """Each measure of each couple."""
    units, size = pairs.units, len(pairs.one)
    made = [Each(m, np.empty(size), np.empty(size), np.empty(size), []) for m in measures]
    for part, joint in pairs.joints():
        n, weights = units[part], pairs.weights(part)
        for each in made:
            least = each.measure.least
            whole = np.where(n < least, np.nan, each.measure.whole(joint).ravel())
            shape = (len(n), -1)
            without = np.ascontiguousarray(each.measure.without(joint)).reshape(shape)
            without[n <= least] = np.nan
            each.whole[part] = whole
            each.error[part] = _errors(without, weights)
            each.still[part] = _largest(without - whole[:, None], weights) <= 1e-12
            each.parts.append((part, without))
    return made


def pooled(pairs: Couples, each: Sequence[Each]) -> list[tuple[float, Floats]]:
    """The mean over couples, weighted by units in common: whole, and without each unit.

    Units with fewer than two grades are passed over. NaN: not defined.
    """
    units = pairs.units.astype(np.float64)
    moved = pairs.spread(_moved(each, units))
    kept = pairs.ratings.there.sum(axis=1) > 1
    made = []
    for at, one in enumerate(each):
        weight = float(units @ one.defined)
        total = float(np.where(one.defined > 0, units * one.whole, 0.0).sum())
        left = weight + moved[kept, 2 * at + 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            without = np.where(left > 0, (total + moved[kept, 2 * at]) / left, np.nan)
        made.append((total / weight if weight else float("nan"), without))
    return made


def error_of(without: Floats) -> float:
    """The standard error from figures without each unit in turn."""
    return float(_errors(without[None], np.ones((1, len(without))))[0])


def _moved(each: Sequence[Each], units: Floats) -> list[Floats]:
    """What leaving out a unit at each point adds to the sum, and to its weight."""
    made: list[Floats] = []
    for each_part in zip(*(one.parts for one in each), strict=True):
        columns = []
        for one, (part, without) in zip(each, each_part, strict=True):
            n = units[part, None]
            there = one.defined[part, None] > 0
            gone = np.isnan(without)
            sums = np.where(gone, 0.0, (n - 1) * without) - n * one.whole[part, None]
            columns.append(np.where(there, sums, 0.0))
            columns.append(np.where(there, np.where(gone, -n, -1.0), 0.0))
        made.extend(np.stack(columns, axis=-1))
    return made


def _errors(without: Floats, weights: Floats) -> Floats:
    n = np.maximum(weights.sum(axis=-1), 1.0)
    known = np.where(weights > 0, without, 0.0)
    middle = (weights * known).sum(axis=-1) / n
    off = np.where(weights > 0, known - middle[..., None], 0.0)
    made: Floats = np.sqrt((n - 1) / n * (weights * off**2).sum(axis=-1))
    return made


def _largest(off: Floats, weights: Floats) -> Floats:
    found = np.where(weights > 0, np.abs(off), 0.0)
    return np.asarray(found.max(axis=-1, initial=0.0))
