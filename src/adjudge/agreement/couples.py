"""Each two judges of the ratings and the points at which their grades stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from .blocks import Blocks, blocks
from .joint import Counts, Joint, joint_columns, joint_tables
from .ratings import Floats, Ratings

_MOST_CELLS: Final = 4_000_000
"""Cells of all tables of pairs beyond which units are looked at one by one."""

_MOST_CATEGORIES: Final = 64


@dataclass(frozen=True, slots=True, eq=False)
class Couples:
    """Pairs of judges, and how often they gave each pair of categories."""

    ratings: Ratings
    one: npt.NDArray[np.intp]
    other: npt.NDArray[np.intp]
    units: npt.NDArray[np.int64]
    """How many units the two have in common."""
    tables: Counts | None
    """By couple, category, category; None where categories are too many."""
    blocks: Blocks | None

    def joints(self) -> Iterator[tuple[slice, Joint]]:
        """Couples, as many at once as are cheap, and what they have in common."""
        points = self.ratings.points
        assert points is not None
        if self.tables is not None:
            yield slice(0, len(self.one)), joint_tables(self.tables, points)
            return
        cells = self.ratings.cells
        for at, (a, b) in enumerate(zip(self.one, self.other, strict=True)):
            x, y = cells[:, a], cells[:, b]
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
        """For each unit, the sum over couples of what stands at its points.

        *per_point* has, for each couple, a row of figures for each point.
        """
        if self.blocks is not None:
            q = self.ratings.size
            keys = zip(self.one.tolist(), self.other.tolist(), strict=True)
            figures = {
                key: each.reshape(q, q, -1)
                for key, each in zip(keys, per_point, strict=True)
            }
            return self.blocks.looked_up(figures, per_point[0].shape[1])
        cells = self.ratings.cells
        made = np.zeros((len(cells), per_point[0].shape[1]))
        for each, a, b in zip(per_point, self.one, self.other, strict=True):
            made[(cells[:, a] >= 0) & (cells[:, b] >= 0)] += each
        return made


def couples(ratings: Ratings, together: Counts | None = None) -> Couples:
    """Each two judges of *ratings*; *together* by judge, judge, category, category."""
    r, q = ratings.cells.shape[1], ratings.size
    one, other = np.array(list(combinations(range(r), 2)), dtype=np.intp).reshape(-1, 2).T
    if q > _MOST_CATEGORIES or len(one) * q * q > _MOST_CELLS:
        there = ratings.there.astype(np.float64)
        units = np.rint((there.T @ there)[one, other]).astype(np.int64)
        return Couples(ratings, one, other, units, None, None)
    laid = blocks(ratings.cells, q)
    if together is None:
        together = laid.tables(r)
    tables = together[one, other]
    return Couples(ratings, one, other, tables.sum(axis=(1, 2)), tables, laid)
