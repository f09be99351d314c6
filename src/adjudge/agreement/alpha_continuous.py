"""Krippendorff's alpha where values are many: sums over units, not tables of values.

Interval differences are sums of squares, ordinal ones are the same of mid-ranks (what
Krippendorff adds up between two values is the difference of their mid-ranks), nominal ones
are counts, and ratio differences are smooth in the logarithm.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from adjudge.rubric import Level

from .coefficient import Coefficient
from .couples import as_tally, each_unit, lacking_of
from .enough import enough_of
from .interval import student
from .left_out import error_of
from .ratings import Floats, Ratings
from .ratios import ratio_differences, sums_of_differences

Codes = npt.NDArray[np.int64]

_METRICS: Final = {
    Level.NOMINAL: "nominal metric",
    Level.ORDINAL: "his ordinal metric: mid-ranks of the grades given, not Gwet's ordinal "
    "weights and not the interval metric",
    Level.INTERVAL: "interval metric: squared difference",
    Level.RATIO: "ratio metric: squared difference over squared sum",
}

_STRIP: Final = 2_000_000
"""Differences that are held at once."""

_MOST_EXACT: Final = 2_000
"""Distinct values beyond which ranks move to the first order only when a unit goes."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Grades of units with at least two, one after another."""

    codes: Codes
    unit: Codes
    size: Floats
    """Grades of each unit."""
    points: Floats

    @property
    def given(self) -> Floats:
        """How often each value occurs."""
        count = np.bincount(self.codes, minlength=len(self.points))
        return np.asarray(count, dtype=np.float64)

    def per_unit(self, figures: Floats) -> Floats:
        """The sum over the grades of each unit."""
        return np.asarray(np.bincount(self.unit, figures, len(self.size)))


@dataclass(frozen=True, slots=True)
class Sums:
    """What alpha is made of, whole and without each unit."""

    inside: float
    """Sum over units of differences between grades, over grades less one."""
    inside_without: Floats
    overall: float
    """Sum of differences between any two grades."""
    overall_without: Floats


def alpha_of_values(
    ratings: Any, level: Level | str | None = None, *, confidence: float = 0.95
) -> Coefficient:
    """Krippendorff's alpha of values that are too many for tables of categories."""
    tally = each_unit(as_tally(ratings).at_level(level))
    scheme = tally.scheme
    found = replace(scheme, cells=np.ascontiguousarray(tally.columns.T))
    cells = _cells(found)
    n = len(cells.size)
    every = tally.units * tally.judges
    made = Coefficient(
        name="krippendorff_alpha",
        definition=f"Krippendorff's alpha (2011), {_METRICS[scheme.level]}",
        weights="ordinal (Krippendorff)"
        if scheme.level is Level.ORDINAL
        else scheme.level.value,
        value=None,
        confidence=confidence,
        units=n,
        pairs=int((cells.size * (cells.size - 1) / 2).sum()),
        judges=int(found.there.any(axis=0).sum()),
        coverage=len(found.cells[found.there]) / every if every else None,
    )
    why = lacking_of(tally) or _lacking(found, cells)
    if why:
        return replace(made, why=why, why_no_interval=why)
    few = enough_of(tally.given.sum(axis=0)).why_not(n)
    return _filled(made, cells, _SUMS[scheme.level](cells), few)


def _cells(ratings: Ratings) -> Cells:
    there = ratings.there
    size = there.sum(axis=1)
    kept = size > 1
    unit, judge = np.nonzero(there & kept[:, None])
    codes = ratings.cells[unit, judge].astype(np.int64)
    number = np.cumsum(kept) - 1
    points = ratings.points
    if points is None:
        points = np.arange(ratings.size, dtype=np.float64)
    return Cells(codes, number[unit], size[kept].astype(np.float64), points)


def _lacking(ratings: Ratings, cells: Cells) -> str:
    if int(cells.codes.min()) == int(cells.codes.max()):
        return "all grades are the same, so there is no difference to expect"
    if ratings.level is Level.RATIO and float(cells.points[cells.codes].min()) < 0:
        return "there are values below nought, of which there are no ratios"
    return ""


def _filled(made: Coefficient, cells: Cells, sums: Sums, why: str) -> Coefficient:
    n = float(cells.size.sum())
    left = n - cells.size
    observed = sums.inside / n
    expected = sums.overall / (n * (n - 1))
    value = 1 - observed / expected
    made = replace(made, value=value)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (left - 1) * sums.inside_without / sums.overall_without
        without = np.where(sums.overall_without > 1e-9 * sums.overall, 1 - ratio, np.nan)
    if not why and np.isnan(without).any():
        why = "it hangs on a single unit: without that unit all grades are the same"
    if not why and observed <= 1e-12 * expected:
        why = "no two grades of a unit differ: the data hold no error to measure"
    if why:
        return replace(made, why_no_interval=why)
    error = error_of(without, np.ones(len(without)))
    reach = student(made.confidence, made.units - 1) * error
    low, high = value - reach, min(value + reach, 1.0)
    return replace(made, error=error, low=low, high=high, interval="jackknife")


def _squares(cells: Cells, values: Floats) -> tuple[Floats, Floats, Floats]:
    """For each unit: the sum, the squares around its mean, and these over size less one."""
    total = cells.per_unit(values)
    off = values - (total / cells.size)[cells.unit]
    inner = cells.per_unit(off * off)
    return total, inner, 2 * cells.size * inner / (cells.size - 1)


def _interval(cells: Cells) -> Sums:
    values = cells.points[cells.codes]
    values = values - values.mean()
    total, inner, inside = _squares(cells, values)
    n = float(cells.size.sum())
    raw = float(values @ values)
    overall = 2 * (n * raw - values.sum() ** 2)
    left = n - cells.size
    mine = inner + total**2 / cells.size
    rest = values.sum() - total
    without = 2 * (left * (raw - mine) - rest**2)
    return Sums(float(inside.sum()), inside.sum() - inside, float(overall), without)


def _nominal(cells: Cells) -> Sums:
    given = cells.given
    order = np.lexsort((cells.codes, cells.unit))
    unit, codes = cells.unit[order], cells.codes[order]
    first = np.flatnonzero(np.concatenate([[True], (np.diff(unit) | np.diff(codes)) != 0]))
    run = np.diff(np.append(first, len(codes))).astype(np.float64)
    same = np.bincount(unit[first], run * run, len(cells.size))
    among = np.bincount(unit[first], run * given[codes[first]], len(cells.size))
    inside = (cells.size**2 - same) / (cells.size - 1)
    n = float(cells.size.sum())
    alike = float(given @ given)
    without = (n - cells.size) ** 2 - (alike - 2 * among + same)
    return Sums(float(inside.sum()), inside.sum() - inside, n * n - alike, without)


def _ordinal(cells: Cells) -> Sums:
    given = cells.given
    ranks = np.cumsum(given) - given / 2
    values = ranks[cells.codes] - given.sum() / 2
    _, _, inside = _squares(cells, values)
    n = float(given.sum())
    overall = n * (n**3 - (given**3).sum()) / 6
    left = n - cells.size
    without = left * (left**3 - _cubes_without(cells, given)) / 6
    moved = _moved(cells, values, inside)
    return Sums(float(inside.sum()), moved, float(overall), without)


def _cubes_without(cells: Cells, given: Floats) -> Floats:
    """The sum of the cubed counts of values, without each unit."""
    order = np.lexsort((cells.codes, cells.unit))
    unit, codes = cells.unit[order], cells.codes[order]
    first = np.flatnonzero(np.concatenate([[True], (np.diff(unit) | np.diff(codes)) != 0]))
    run = np.diff(np.append(first, len(codes)))
    t = given[codes[first]]
    change = (t - run) ** 3 - t**3
    return np.asarray((given**3).sum() + np.bincount(unit[first], change, len(cells.size)))


def _moved(cells: Cells, values: Floats, inside: Floats) -> Floats:
    """`inside` without each unit: it takes its own along, and the ranks above come down.

    Without a grade at s a rank falls by h(v) = 1 above s, 1/2 at s and 0 below. So the
    sum over units of w |rank - h|^2 is the old one, less twice a sum of ranks above s,
    plus one of products of h, for each two grades of the unit.
    """
    weight = 2 * cells.size / (cells.size - 1)
    total = cells.per_unit(values)
    pull = weight[cells.unit] * (values - (total / cells.size)[cells.unit])
    slope = _above(cells, pull)
    own_slope, own_square = _own(cells, values, weight)
    moved = inside.sum() - inside - 2 * (cells.per_unit(slope[cells.codes]) - own_slope)
    if len(cells.points) <= _MOST_EXACT:
        moved = moved + _bend(cells, weight) - own_square
    return np.asarray(moved)


def _above(cells: Cells, figures: Floats) -> Floats:
    """For each value s, the sum of *figures* of grades above it and half of those at it."""
    by = np.bincount(cells.codes, figures, len(cells.points))
    return np.asarray(by.sum() - np.cumsum(by) + by / 2)


def _own(cells: Cells, values: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """What of the slope and of the square is the unit's own, which leaves with it.

    Within a unit of m grades its own h has the sum of its mid-ranks within the unit.
    """
    order = np.lexsort((cells.codes, cells.unit))
    unit, codes, mine = cells.unit[order], cells.codes[order], values[order]
    starts = np.concatenate([[0], np.cumsum(cells.size)[:-1]])
    new = np.concatenate([[True], (np.diff(unit) | np.diff(codes)) != 0])
    group = np.cumsum(new) - 1
    place = np.arange(len(codes)) - starts[unit] + 0.5
    size = np.bincount(group)
    rank = (np.bincount(group, place) / size)[group]
    centred = rank - cells.size[unit] / 2
    slope = weight * np.bincount(unit, mine * centred, len(cells.size))
    square = weight * np.bincount(unit, centred * centred, len(cells.size))
    return slope, square


def _bend(cells: Cells, weight: Floats) -> Floats:
    """For each unit, the sum of products of h over all units, exactly."""
    q, n = len(cells.points), len(cells.size)
    counts = np.zeros((n, q))
    np.add.at(counts, (cells.unit, cells.codes), 1.0)
    above = counts.sum(axis=1, keepdims=True) - np.cumsum(counts, axis=1) + counts / 2
    by_value = weight @ counts
    own = np.diag(by_value / 4)
    higher = by_value.sum() - np.cumsum(by_value)
    place = np.maximum.outer(np.arange(q), np.arange(q))
    # h_s(v) h_t(v): 1 above both, 1/2 at the higher one, 1/4 where they are the same.
    products = higher[place] + (by_value / 2)[place] - own
    products -= (above * (weight / cells.size)[:, None]).T @ above
    return np.asarray(np.einsum("is,is->i", counts @ products, counts))


def _ratio(cells: Cells) -> Sums:
    used, codes = np.unique(cells.codes, return_inverse=True)
    points = cells.points[used]
    given = np.bincount(codes).astype(np.float64)
    among = sums_of_differences(points, given)
    overall = float(given @ among)
    mine = _each_two(cells, points[codes])
    without = overall - 2 * cells.per_unit(among[codes]) + mine
    inside = mine / (cells.size - 1)
    return Sums(float(inside.sum()), inside.sum() - inside, overall, without)


def _each_two(cells: Cells, values: Floats) -> Floats:
    """For each unit, the sum of ratio differences of each grade to each other one."""
    made = np.zeros(len(cells.size))
    start = np.concatenate([[0], np.cumsum(cells.size)[:-1]]).astype(np.int64)
    for size in np.unique(cells.size):
        units = np.flatnonzero(cells.size == size)
        step = max(1, int(_STRIP // size**2))
        for at in range(0, len(units), step):
            some = units[at : at + step]
            laid = values[start[some][:, None] + np.arange(int(size))]
            made[some] = ratio_differences(laid[:, :, None], laid[:, None, :]).sum(
                axis=(1, 2)
            )
    return made


_SUMS: Final[dict[Level, Callable[[Cells], Sums]]] = {
    Level.NOMINAL: _nominal,
    Level.ORDINAL: _ordinal,
    Level.INTERVAL: _interval,
    Level.RATIO: _ratio,
}
