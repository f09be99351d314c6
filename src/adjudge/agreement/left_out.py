"""Measures of each two judges, and what they would be without each unit in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

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
    """The mean over couples, weighted by units in common: whole, and without a unit.

    Of each pattern with at least two grades; NaN: not defined.
    """
    units = pairs.units.astype(np.float64)
    size = pairs.tally.sizes
    kept = size > 1
    among: npt.NDArray[np.bool_] | slice = slice(None) if kept.all() else kept
    steady = [_steady(one) for one in each]
    moved = iter(pairs.spread(_moved(each, units, steady))[:, among])
    couples_of = (size * (size - 1) / 2)[among]
    made = []
    for one, calm in zip(each, steady, strict=True):
        weight = float(units @ one.defined)
        total = float(np.where(one.defined > 0, units * one.whole, 0.0).sum())
        top = total + next(moved)
        left = weight - couples_of if calm else weight + next(moved)
        with np.errstate(divide="ignore", invalid="ignore"):
            without = np.where(left > 0, top / left, np.nan)
        made.append((total / weight if weight else float("nan"), without))
    return made


def error_of(without: Floats, times: Floats) -> float:
    """The standard error from figures without each unit in turn, *times* of each."""
    return float(_errors(without[None], times[None])[0])


def _steady(one: Each) -> bool:
    """Whether every couple has a figure, and keeps it without any unit."""
    return bool(one.defined.all()) and not bool(np.isnan(one.error).any())


def _moved(each: Sequence[Each], units: Floats, steady: Sequence[bool]) -> list[Floats]:
    """What leaving out a unit at each point adds to the sum, and to its weight.

    The weight is known where every couple has a figure whatever is left out: less one for
    each couple that the unit is in.
    """
    made: list[Floats] = []
    for each_part in zip(*(one.parts for one in each), strict=True):
        rows = []
        for one, (part, without), calm in zip(each, each_part, steady, strict=True):
            n = units[part, None]
            if calm:
                known = np.where(np.isnan(without), 0.0, without)  # where no unit stands
                rows.append((n - 1) * known - n * one.whole[part, None])
                continue
            there = one.defined[part, None] > 0
            gone = np.isnan(without)
            sums = np.where(gone, 0.0, (n - 1) * without) - n * one.whole[part, None]
            rows.append(np.where(there, sums, 0.0))
            rows.append(np.where(there, np.where(gone, -n, -1.0), 0.0))
        made.extend(np.stack(rows, axis=1))
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
