"""How many judges chose each category for each unit, whoever they were."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .distinct import Distinct, distinct
from .estimate import Grounds, too_little
from .ratings import NONE, Cells, Ratings

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

MANY: Final = 256
"""With more categories than that the values are as good as continuous: what counts equal
grades, or tabulates each two categories, is not computed."""

REPLICATES: Final = 2000
SEED: Final = 1
"""Replicates are drawn from one seed: the same ratings have the same interval."""

_AT_ONCE: Final = 1 << 11
_MANY: Final = 1 << 17


@dataclass(frozen=True, eq=False, kw_only=True)
class Counted:
    """Every different row of counts, and the units that have it."""

    scheme: Ratings
    """The ratings without their units; without judges where only counts are known."""
    counts: Floats
    """Categories in rows, different patterns in columns. Whole numbers as a rule."""
    times: Ints
    """The units that have each pattern."""

    @classmethod
    def of(cls, ratings: Ratings) -> Counted:
        """Straight from the cells: for what asks nothing of single judges."""
        judges = ratings.cells.shape[1]
        scheme = replace(
            ratings, cells=np.empty((0, judges), ratings.cells.dtype), units=()
        )
        if judges.bit_length() * ratings.size > 52:
            times = np.ones(len(ratings.cells), np.int64)
            return cls.of_columns(scheme, ratings.cells.T, times)
        keys = np.unique_counts(_keys(ratings))
        return cls._of_keys(scheme, keys.values, keys.counts)

    @classmethod
    def of_columns(cls, scheme: Ratings, columns: Cells, times: Ints) -> Counted:
        """From patterns of judges: see `Tally`."""
        return cls.of_patterns(scheme, columns, times)[0]

    @classmethod
    def of_patterns(
        cls, scheme: Ratings, columns: Cells, times: Ints
    ) -> tuple[Counted, Distinct]:
        """The same, with the counts that each pattern has."""
        counts = chosen(columns, scheme.size)
        bits = max(1, len(columns).bit_length())
        found = distinct(counts[::-1], times, shift=0, bits=bits)
        kept, counted = counts[:, found.first].astype(np.float64), found.times
        if len(counted) and not kept[:, 0].any():
            kept, counted = np.ascontiguousarray(kept[:, 1:]), counted[1:]
        return cls(scheme=scheme, counts=kept, times=counted), found

    @classmethod
    def _of_keys(cls, scheme: Ratings, keys: Ints, times: Ints) -> Counted:
        bits = max(1, len(scheme.judges).bit_length())
        if len(keys) and keys[0] == 0:
            keys, times = keys[1:], times[1:]
        shifts = bits * np.arange(scheme.size)[:, None]
        counts = (keys[None, :] >> shifts) & ((1 << bits) - 1)
        return cls(scheme=scheme, counts=counts.astype(np.float64), times=times)

    @cached_property
    def sizes(self) -> Floats:
        """Grades of a unit, by pattern."""
        total: Floats = self.counts.sum(axis=0)
        return total

    @cached_property
    def twice(self) -> npt.NDArray[np.bool_]:
        """Which patterns hold two grades or more."""
        return np.asarray(self.sizes >= 2)

    @cached_property
    def paired(self) -> Counted:
        """The units with at least two grades."""
        if bool(self.twice.all()):
            return self
        kept = np.ascontiguousarray(self.counts[:, self.twice])
        return replace(self, counts=kept, times=self.times[self.twice])

    @cached_property
    def units(self) -> int:
        """Units with at least one grade."""
        return int(self.times.sum())

    @cached_property
    def pairs(self) -> int:
        """Pairs of grades of one unit."""
        m = self.sizes
        return round(float((self.times * m * (m - 1)).sum()) / 2)

    @cached_property
    def totals(self) -> Floats:
        """Grades by category."""
        total: Floats = (self.counts * self.times).sum(axis=1)
        return total

    @cached_property
    def coverage(self) -> float | None:
        """Share of the cells that hold a grade; None where nobody knows of cells."""
        cells = self.units * len(self.scheme.judges)
        return float(self.totals.sum()) / cells if cells else None

    @cached_property
    def grounds(self) -> Grounds:
        """What a coefficient of these rests on."""
        units = self.paired.units
        judges = len(self.scheme.judges) or round(float(self.sizes.max(initial=0)))
        return Grounds(
            units=units,
            pairs=self.pairs,
            judges=judges,
            coverage=self.coverage,
            lacking=self._lacking(units, judges),
            few=too_little(units, self.totals),
        )

    def _lacking(self, units: int, judges: int) -> str:
        if not self.units:
            return "there are no grades"
        if judges < 2:
            return "there is one judge: nobody to agree with"
        return "" if units else "no unit has two grades"

    @cached_property
    def known(self) -> dict[Any, Any]:
        """What was worked out already, by whoever did."""
        return {}

    @cached_property
    def redrawn(self) -> Floats:
        """Replicates x patterns: as many units, drawn from these with return."""
        return redraw(self.times)


def chosen(columns: Cells, size: int) -> npt.NDArray[np.uint8 | np.int32]:
    """Categories x patterns: how many judges chose each."""
    judges, patterns = columns.shape
    narrow = np.uint8 if judges < 256 else np.int32
    counts = np.empty((size, patterns), narrow)
    for category in range(size):
        alike = (columns == category).view(np.uint8)
        np.add.reduce(alike, axis=0, dtype=narrow, out=counts[category])
    return counts


def redraw(times: Ints) -> Floats:
    """Replicates x patterns: how often each pattern is drawn, seeded."""
    n = int(times.sum())
    rng = np.random.default_rng(SEED)
    return rng.multinomial(n, times / n, size=REPLICATES).astype(np.float64)


def _keys(ratings: Ratings) -> Ints:
    """The counts of each unit packed in one whole number, a few thousand units at once."""
    n, judges = ratings.cells.shape
    worth = np.exp2(judges.bit_length() * np.arange(ratings.size))
    if ratings.cells.dtype != np.int8 or n * judges < _MANY:
        table = np.append(worth, 0.0)  # -1 is the last
        return _summed(ratings.cells, table)
    each = np.zeros(256)
    each[: len(worth)] = worth
    cells = ratings.cells
    if judges % 2:  # two cells are looked up as one
        cells = np.concatenate([cells, np.full((n, 1), NONE, np.int8)], axis=1)
    both = np.ascontiguousarray(cells).view(np.uint16)
    return _summed(both, np.add.outer(each, each).reshape(-1))


def _summed(cells: npt.NDArray[np.integer], table: Floats) -> Ints:
    """By row: the sum of what *table* has for its cells."""
    keys = np.empty(len(cells), np.int64)
    ones = np.ones(cells.shape[1])
    for start in range(0, len(cells), _AT_ONCE):
        part = cells[start : start + _AT_ONCE]
        keys[start : start + _AT_ONCE] = table.take(part) @ ones
    return keys
