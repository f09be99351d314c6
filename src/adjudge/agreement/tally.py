"""Ratings counted once, so that every measure reads the same figures.

A tally holds each different row of ratings and how many units have it. Rows are in one
order whatever order they came in, and the numbers are integers: the tally of two parts
added up is the tally of the whole, bit for bit, and so is all that is computed of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid
from adjudge.rubric import Level

from .counted import Counted, redraw
from .distinct import Distinct, distinct
from .pair_tables import Blocks, each_two
from .ratings import NONE, Cells, Ratings

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_MANY_CELLS: Final = 1 << 23
"""A table of all pairs of judges that would have more cells than that is not made."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Tally:
    """Every different row of ratings, and the units that have it."""

    scheme: Ratings
    """The ratings without their units: labels, points, level, judges."""
    columns: Cells
    """Judges in rows, different patterns in columns: what each judge said there."""
    times: Ints
    """The units that have each pattern."""

    @classmethod
    def of(cls, ratings: Ratings) -> Tally:
        """*ratings* counted; units that nobody rated are left out."""
        n, judges = ratings.cells.shape
        scheme = replace(
            ratings, cells=np.empty((0, judges), ratings.cells.dtype), units=()
        )
        return cls._sorted(scheme, ratings.cells.T, np.ones(n, np.int64))

    @classmethod
    def _sorted(cls, scheme: Ratings, columns: Cells, times: Ints) -> Tally:
        bits = max(1, scheme.size.bit_length())
        found = distinct(columns, times, shift=1, bits=bits)
        first, counted = found.first, found.times
        rows = np.ascontiguousarray(columns[:, first])
        if len(first) and int(rows[:, 0].max(initial=NONE)) == NONE:  # sorts before all
            rows, counted = np.ascontiguousarray(rows[:, 1:]), counted[1:]
        return cls(scheme=scheme, columns=rows, times=counted)

    def __add__(self, other: Tally) -> Tally:
        """The tally of both parts' units."""
        mine, theirs = self.scheme, other.scheme
        if mine.judges != theirs.judges or mine.labels != theirs.labels:
            raise InputInvalid(
                "tallies of other judges or other categories cannot be added up",
                where=mine.criterion,
                hint="read the parts with one list of judges and one scale",
            )
        return self._sorted(
            mine,
            np.concatenate(
                [self.columns, other.columns.astype(self.columns.dtype)], axis=1
            ),
            np.concatenate([self.times, other.times]),
        )

    def changed(
        self, before: Sequence[int] | None = None, after: Sequence[int] | None = None
    ) -> Tally:
        """The tally once one unit's codes are *after* and no longer *before*.

        None: the unit was not there, or is there no more.
        """
        rows = [row for row in (before, after) if row is not None]
        signs = [-1] * (before is not None) + [1] * (after is not None)
        added = np.array(rows, self.columns.dtype).reshape(-1, len(self.columns)).T
        changed = self._sorted(
            self.scheme,
            np.concatenate([self.columns, added], axis=1),
            np.concatenate([self.times, np.array(signs, np.int64)]),
        )
        if int(changed.times.min(initial=0)) < 0:
            raise InputInvalid("no unit was rated like that", where=self.scheme.criterion)
        kept = changed.times > 0
        if bool(kept.all()):
            return changed
        columns = np.ascontiguousarray(changed.columns[:, kept])
        return replace(changed, columns=columns, times=changed.times[kept])

    def at_level(self, level: Level | str | None) -> Tally:
        """The same counts, taken at another level of measurement."""
        if level is None:
            return self
        return replace(self, scheme=self.scheme.at_level(level))

    def between(self, first: str, second: str) -> Tally:
        """What these two judges said, of the units that either rated."""
        scheme = self.scheme.among((first, second))
        chosen = [self.scheme.judges.index(name) for name in (first, second)]
        return self._sorted(scheme, self.columns[chosen], self.times)

    @property
    def judges(self) -> int:
        """How many judges there are."""
        return len(self.columns)

    @cached_property
    def units(self) -> int:
        """Units with at least one grade."""
        return int(self.times.sum())

    @cached_property
    def compared(self) -> int:
        """Units with at least two grades."""
        there = (self.columns >= 0).view(np.uint8)
        narrow = np.uint8 if self.judges < 256 else np.int32
        return int(self.times[np.add.reduce(there, axis=0, dtype=narrow) > 1].sum())

    @cached_property
    def grades(self) -> int:
        """Cells that hold a grade."""
        return int(self.given.sum())

    @cached_property
    def _patterns(self) -> tuple[Counted, Distinct]:
        return Counted.of_patterns(self.scheme, self.columns, self.times)

    @property
    def counted(self) -> Counted:
        """How many judges chose each category, whoever they were."""
        return self._patterns[0]

    @cached_property
    def which(self) -> Ints:
        """The pattern of `counted` that each pattern of judges has."""
        return self._patterns[1].which()

    @cached_property
    def sizes(self) -> Floats:
        """Grades of a unit, by pattern."""
        return self.counted.sizes.take(self.which)

    @cached_property
    def redrawn(self) -> Floats:
        """Replicates x patterns: as many units, drawn from these with return."""
        return redraw(self.times)

    @cached_property
    def blocks(self) -> Blocks:
        """The judges, taken a few at a time."""
        return Blocks(self.columns, self.scheme.size)

    @cached_property
    def paired(self) -> tuple[Ints, Ints] | None:
        """Grades by judge and category; units by pair and by the category each chose.

        Pairs in order, the first judge's first. None where that would be too many cells.
        """
        pairs = self.judges * (self.judges - 1) // 2
        if not pairs or pairs * self.scheme.size**2 > _MANY_CELLS:
            return None
        return self.blocks.tables(self.blocks.joint(self.times))

    @cached_property
    def given(self) -> Ints:
        """Grades by judge and category."""
        if self.paired is not None:
            return self.paired[0]
        rows = np.zeros((self.judges, self.scheme.size), np.int64)
        for at, column in enumerate(self.columns):
            there = column >= 0
            rows[at] = np.bincount(column[there], self.times[there], self.scheme.size)
        return rows

    @property
    def tables(self) -> Ints | None:
        """Units by pair of judges and by the category each chose, as in `paired`."""
        return None if self.paired is None else self.paired[1]

    def together(self) -> Ints:
        """By judge, judge, category, category: grades of one unit.

        The diagonal holds each judge's own. Empty where it would be too large.
        """
        r, q = self.given.shape
        tables = self.tables if 2 * (r * q) ** 2 <= _MANY_CELLS else None
        if tables is None:
            return np.zeros((r, r, 0, 0), np.int64)
        whole = np.zeros((r, r, q, q), np.int64)
        first, second = each_two(r)
        whole[first, second] = tables
        whole[second, first] = tables.transpose(0, 2, 1)
        at = np.arange(q)
        for judge in range(r):
            whole[judge, judge, at, at] = self.given[judge]
        return whole
