"""Each two judges of a tally and the points at which their grades stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .enough import lacking
from .joint import Counts, Joint, joint_columns, joint_tables
from .pair_tables import each_two
from .ratings import Floats
from .reading import as_ratings
from .tally import Tally

_MOST_CATEGORIES: Final = 64
"""With more, units are looked at one by one and not by categories."""


@dataclass(frozen=True, slots=True, eq=False)
class Couples:
    """Pairs of judges, and how often they gave each pair of categories."""

    tally: Tally
    one: npt.NDArray[np.intp]
    other: npt.NDArray[np.intp]
    units: Counts
    """How many units the two have in common."""
    tables: Counts | None
    """By couple, category, category; None where categories are too many."""

    def joints(self) -> Iterator[tuple[slice, Joint]]:
        """Couples, as many at once as are cheap, and what they have in common."""
        points = self.tally.scheme.points
        assert points is not None
        if self.tables is not None:
            known = self.tally.counted.known
            if Joint not in known:
                known[Joint] = joint_tables(self.tables, points)
            yield slice(0, len(self.one)), known[Joint]
            return
        for at, (a, b) in enumerate(zip(self.one, self.other, strict=True)):
            x, y = self.tally.columns[a], self.tally.columns[b]
            both = (x >= 0) & (y >= 0)
            found = x[both].astype(np.int64), y[both].astype(np.int64)
            yield slice(at, at + 1), joint_columns(*found, points)

    def weights(self, part: slice) -> Floats:
        """How many units stand at each point of these couples."""
        if self.tables is not None:
            mine = self.tables[part].astype(np.float64)
            return mine.reshape(len(mine), -1)
        return np.ones((1, int(self.units[part][0])))

    def spread(self, per_point: list[Floats]) -> Floats:
        """For each pattern, the sums over couples of what stands at its points.

        *per_point* has, for each couple, kinds of figures in rows, points in columns.
        """
        if self.tables is not None:
            laid = np.stack(per_point, axis=1)
            by_pair = laid.reshape(*laid.shape[:2], *self.tables.shape[1:])
            return self.tally.blocks.sums(by_pair)
        columns = self.tally.columns
        made = np.zeros((len(per_point[0]), columns.shape[1]))
        for each, a, b in zip(per_point, self.one, self.other, strict=True):
            made[:, (columns[a] >= 0) & (columns[b] >= 0)] += each
        return made


def couples(tally: Tally) -> Couples:
    """Each two judges of *tally*."""
    one, other = each_two(tally.judges)
    tables = None if tally.scheme.size > _MOST_CATEGORIES else tally.tables
    if tables is not None:
        units = tables.sum(axis=(1, 2))
        return Couples(tally, one, other, units, tables)
    tally = each_unit(tally)
    there = (tally.columns >= 0).astype(np.float64)
    units = np.rint((there @ there.T)[one, other]).astype(np.int64)
    return Couples(tally, one, other, units, None)


def each_unit(tally: Tally) -> Tally:
    """The same tally, with a pattern for every unit."""
    if bool((tally.times == 1).all()):
        return tally
    columns = np.repeat(tally.columns, tally.times, axis=1)
    times = np.ones(columns.shape[1], dtype=np.int64)
    return replace(tally, columns=columns, times=times)


def as_tally(data: Any) -> Tally:
    """*data* counted: a tally, or whatever `as_ratings` takes."""
    return data if isinstance(data, Tally) else Tally.of(as_ratings(data))


def lacking_of(tally: Tally) -> str:
    """Why there is no coefficient of *tally* at all; empty where there may be one."""
    judges = int((tally.given.sum(axis=1) > 0).sum())
    return lacking(tally.grades, judges, tally.compared)
