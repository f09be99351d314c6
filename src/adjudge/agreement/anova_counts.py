"""Components of variance of very many units with holes, from what was counted.

How many judges chose each category says all of a unit but who they were. What hangs on
that, the judges' levels, is a sum over the unit's grades of something that stands for the
judge and the category, so that all of it is looked up together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from .anova import Squares, inverses, joined
from .pair_tables import Codes, sums_over_judges
from .ratings import Floats
from .tally import Tally


@dataclass(frozen=True, eq=False)
class CountedGrades:
    """The grades of units with at least two, by judges who gave one of them."""

    columns: Codes
    """Judges x patterns."""
    times: Floats
    """The units that have each pattern."""
    given: Floats
    """Judges x categories."""
    values: Floats
    """Of each category, as deviation from the mean grade."""
    of_units: Floats
    """By pattern: 1, grades, their square, total, sum of squares, and around the mean."""

    @classmethod
    def of(cls, tally: Tally) -> CountedGrades:
        """From a tally whose categories have numbers."""
        points = tally.scheme.points
        assert points is not None
        kept = tally.sizes > 1
        given = (tally.given - _alone(tally, ~kept)).astype(np.float64)
        used = given.any(axis=1)
        columns, given = tally.columns[used][:, kept], given[used]
        values = points - (given @ points).sum() / given.sum()
        counts, size = tally.counted.counts, tally.counted.sizes
        total, raw = values @ counts, values**2 @ counts
        around = np.maximum(raw - total**2 / size, 0.0)
        of_units = np.stack([np.ones_like(size), size, size * size, total, raw, around])
        times = tally.times[kept].astype(np.float64)
        return cls(columns, times, given, values, of_units[:, tally.which[kept]])

    @cached_property
    def number(self) -> Floats:
        """Grades of each judge."""
        return np.asarray(self.given.sum(axis=1))

    @cached_property
    def sums(self) -> Floats:
        """Of the grades of each judge."""
        return np.asarray(self.given @ self.values)

    @cached_property
    def equations(self) -> Floats:
        """Of the judges' levels, units being fitted."""
        weighed = self._mark * np.sqrt(self.times / self.of_units[1])
        found: Floats = -(weighed @ weighed.T)
        found.flat[:: len(found) + 1] += self.number
        return found

    @cached_property
    def _mark(self) -> Floats:
        return (self.columns >= 0).astype(np.float64)

    @cached_property
    def right(self) -> Floats:
        """Their right side: the sum of each judge's deviations from the means of units."""
        means = self.of_units[3] / self.of_units[1]
        return np.asarray(self.sums - self._mark @ (self.times * means))

    @cached_property
    def levels(self) -> Floats:
        """Of the judges; NaN where they cannot be told apart."""
        return np.asarray(inverses(self.equations[None])[0] @ self.right)

    @property
    def linked(self) -> bool:
        """Whether each judge can be held against each other."""
        return joined(self.equations != 0)

    @property
    def harmonic(self) -> float:
        """The mean of grades of a unit."""
        return float(self.times.sum() / (self.times / self.of_units[1]).sum())

    def squares(self) -> Squares:
        """The sums of all units: one sample."""
        n, grades, alike, total, raw, within = (self.of_units @ self.times)[:, None]
        judges = np.array([float(len(self.number))])
        levels = np.array([(self.sums**2 / self.number).sum()])
        severity = np.array([self.right @ self.levels])
        return Squares(n, grades, alike, total, raw, within, judges, levels, severity)

    def squares_without(self, whole: Squares) -> Squares:
        """The sums without each unit in turn, the judges' levels to the first order."""
        number, sums, levels = self.number[:, None], self.sums[:, None], self.levels
        own = np.broadcast_to(levels[:, None], self.given.shape)
        less = (sums - self.values) ** 2 / np.maximum(number - 1, 1) - sums**2 / number
        kinds = [own, own**2, own * self.values, less]
        single = self.number == 1
        if single.any():
            kinds.append(np.broadcast_to(single[:, None], self.given.shape))
        level, square, product, moved, *gone = sums_over_judges(
            self.columns, np.stack(kinds)
        )
        n, size, alike, total, raw, within = self.of_units
        pull = product - total / size * level
        return Squares(
            whole.units - n,
            whole.grades - size,
            whole.alike - alike,
            whole.total - total,
            whole.raw - raw,
            whole.within - within,
            whole.judges - (gone[0] if gone else np.zeros_like(n)),
            whole.levels + moved,
            whole.severity - 2 * pull + square - level**2 / size,
        )


def _alone(tally: Tally, single: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Grades by judge and category of units that nobody else graded."""
    found = np.zeros(tally.given.shape, np.int64)
    judge, at = np.nonzero(tally.columns[:, single] >= 0)
    code = tally.columns[:, single][judge, at]
    np.add.at(found, (judge, code), tally.times[single][at])
    return found
