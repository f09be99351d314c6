"""All coefficients of many samples of one criterion at once.

A sample is how often each unit is in it, so what is counted over units is a product of
matrices: weights by what each unit adds. Everything else is arithmetic of small tables.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from .anova import Squares, Table, table_of, weighted_squares
from .joint import Joint, joint_tables
from .ratings import Floats, Ratings

_SINGLE: Final = 1 << 24
"""Up to here whole numbers are exact in single precision, which counts twice as fast."""

_AT_ONCE: Final = 30_000_000
"""Marks of units that are held at once."""

MOST_CATEGORIES: Final = 64
"""With more there are no tables of categories to resample."""


class Units:
    """What each unit of a criterion adds to the sums; made once, for all samples."""

    def __init__(self, ratings: Ratings) -> None:
        self.ratings = ratings
        self.q = ratings.size
        self.judges = ratings.cells.shape[1]
        one, other = (
            np.array(list(combinations(range(self.judges), 2)), dtype=np.intp)
            .reshape(-1, 2)
            .T
        )
        self.one, self.other = one, other

    @cached_property
    def grades(self) -> Floats:
        """By unit, judge and category, flat: 1 for the grade that was given."""
        cells = self.ratings.cells
        made = np.zeros((len(cells), self.judges, self.q))
        unit, judge = np.nonzero(cells >= 0)
        made[unit, judge, cells[unit, judge]] = 1.0
        return made.reshape(len(cells), -1)

    @cached_property
    def counts(self) -> Floats:
        """By unit and category: how many judges chose it."""
        shape = (len(self.ratings.cells), self.judges, self.q)
        return np.asarray(self.grades.reshape(shape).sum(axis=1))

    @cached_property
    def sizes(self) -> Floats:
        """Grades of each unit."""
        return np.asarray((self.ratings.cells >= 0).sum(axis=1), dtype=np.float64)

    def couples(self, part: slice) -> npt.NDArray[np.float32]:
        """By unit, couple and two categories, flat: 1 where the two were given."""
        cells = self.ratings.cells.astype(np.intp)
        x, y = cells[:, self.one[part]], cells[:, self.other[part]]
        unit, couple = np.nonzero((x >= 0) & (y >= 0))
        made = np.zeros((*x.shape, self.q * self.q), dtype=np.float32)
        made[unit, couple, x[unit, couple] * self.q + y[unit, couple]] = 1.0
        return made.reshape(len(cells), -1)

    @cached_property
    def met(self) -> Floats:
        """By unit and two categories, flat: Krippendorff's coincidences."""
        c = self.counts
        less = np.where(self.sizes > 1, self.sizes - 1, np.inf)[:, None, None]
        made = c[:, :, None] * c[:, None, :]
        made[:, np.arange(self.q), np.arange(self.q)] -= c
        return np.asarray((made / less).reshape(len(c), -1))

    @cached_property
    def complete(self) -> npt.NDArray[np.bool_]:
        """Units that all judges graded who graded any."""
        return np.asarray(self.sizes == np.count_nonzero(self.used))

    @cached_property
    def used(self) -> npt.NDArray[np.bool_]:
        """The judges who graded a unit at all."""
        return np.asarray((self.ratings.cells >= 0).any(axis=0))

    @cached_property
    def variance(self) -> Table:
        """The units with at least two grades, for the analysis of variance."""
        return table_of(self.ratings.values())


class Samples:
    """The sums of some samples, each made when it is first asked for."""

    def __init__(self, units: Units, weights: Floats) -> None:
        self.units = units
        self.weights = weights

    def sums(self, figures: Floats) -> Floats:
        """What *figures* of units come to in each sample."""
        return np.asarray(self.weights @ figures)

    @cached_property
    def shares(self) -> Floats:
        """How often categories are chosen: the mean over units of the unit's shares."""
        there = self.units.sizes > 0
        share = self.units.counts / np.maximum(self.units.sizes, 1.0)[:, None]
        return _over(self.sums(share), self.sums(there.astype(np.float64))[:, None])

    @cached_property
    def paired_shares(self) -> Floats:
        """The same, of units with at least two grades."""
        there = (self.units.sizes > 1).astype(np.float64)
        share = self.units.counts / np.maximum(self.units.sizes, 1.0)[:, None]
        return _over(self.sums(share * there[:, None]), self.sums(there)[:, None])

    def apart(self, distance: Floats) -> Floats:
        """The mean over units of the *distance* of two of their grades."""
        m = self.units.sizes
        there = (m > 1).astype(np.float64)
        c = self.units.counts
        each = ((c @ distance) * c).sum(axis=1) / np.where(m > 1, m * (m - 1), np.inf)
        return _over(self.sums(each), self.sums(there))

    @cached_property
    def met(self) -> Floats:
        """Coincidences, by category and category."""
        q = self.units.q
        return self.sums(self.units.met).reshape(-1, q, q)

    @cached_property
    def given(self) -> Floats:
        """Grades by judge and category."""
        return self.sums(self.units.grades).reshape(
            len(self.weights), self.units.judges, self.units.q
        )

    @cached_property
    def tables(self) -> Floats:
        """By couple of judges, category and category."""
        return self._tables(np.ones(len(self.units.complete), dtype=np.bool_))

    @cached_property
    def joint(self) -> Joint:
        """What couples have in common."""
        assert self.units.ratings.points is not None
        return joint_tables(self.tables, self.units.ratings.points)

    @cached_property
    def complete_joint(self) -> Joint:
        """The same, of the units that all judges graded."""
        if self.units.complete.all():
            return self.joint
        assert self.units.ratings.points is not None
        return joint_tables(self._tables(self.units.complete), self.units.ratings.points)

    @cached_property
    def squares(self) -> Squares:
        """For the analysis of variance."""
        return weighted_squares(self.units.variance, self.weights[:, self.units.sizes > 1])

    def _tables(self, kept: npt.NDArray[np.bool_]) -> Floats:
        units = self.units
        weights = self.weights if kept.all() else self.weights * kept
        exact = float(weights.sum(axis=1).max(initial=0.0)) < _SINGLE
        weights = weights.astype(np.float32) if exact else weights
        size = units.q * units.q
        made = np.empty((len(weights), len(units.one), size))
        step = max(1, _AT_ONCE // max(len(kept) * size, 1))
        for start in range(0, len(units.one), step):
            part = slice(start, start + step)
            found = weights @ units.couples(part)
            made[:, part] = found.reshape(len(weights), -1, size)
        return made.reshape(*made.shape[:2], units.q, units.q)


def _over(top: Floats, bottom: Floats) -> Floats:
    return np.where(bottom > 0, top / np.where(bottom > 0, bottom, 1.0), np.nan)
