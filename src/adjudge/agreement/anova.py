"""Components of variance of grades, holes and all.

Henderson's third method (Biometrics 1953): the reductions of sums of squares by fitting
units and judges are set equal to what they come to on average. Without holes it is the
ordinary analysis of variance. It needs no distribution and no iteration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .ratings import Floats

Counts = npt.NDArray[np.int64]

_EXACT: Final = 200_000
"""Units x judges x judges beyond which a unit is left out to the first order only.

The standard error is then off by less than one part in the number of units.
"""

_AT_ONCE: Final = 2_000_000
"""Numbers that are held at once while units are left out in turn."""

_SINGULAR: Final = 1e9


@dataclass(frozen=True, slots=True)
class Table:
    """Grades of the units that count, as deviations from their mean; 0 in a hole."""

    values: Floats
    there: npt.NDArray[np.bool_]
    inner: Floats
    """Deviations from the mean of the unit; 0 in a hole."""
    mark: Floats
    """1, or 0 in a hole: products with it are faster than sums of few columns."""
    size: Floats
    """Grades of each unit."""
    times: Floats
    """How many units each row stands for."""

    @property
    def complete(self) -> bool:
        """Whether there is no hole."""
        return bool(self.there.all())


@dataclass(frozen=True, slots=True)
class Squares:
    """Sums over units, each with a place for every sample; all but `severity` add up."""

    units: Floats
    grades: Floats
    alike: Floats
    """Of the squared numbers of grades of a unit."""
    total: Floats
    raw: Floats
    """Of the squared grades."""
    within: Floats
    """Of the squared deviations from the mean of the unit."""
    judges: Floats
    """How many judges there are."""
    levels: Floats
    """Of each judge's squared sum of grades, over their number."""
    severity: Floats
    """What the judges' levels take off `within`; NaN where they cannot be told apart."""

    @property
    def whole(self) -> Floats:
        """The sum of squares around the mean of all."""
        return np.asarray(self.raw - self.total**2 / np.maximum(self.grades, 1.0))

    @property
    def plain(self) -> Floats:
        """What the judges' levels take off `whole`, units not being looked at."""
        return np.asarray(self.levels - self.total**2 / np.maximum(self.grades, 1.0))


@dataclass(frozen=True, slots=True)
class Components:
    """Variances, which may come out below nought; NaN where there is nothing to tell."""

    units: Floats
    judges: Floats
    error: Floats


def table_of(values: Floats, times: Floats | None = None) -> Table:
    """Units with at least two grades, and the judges who graded one of them.

    *values*: units by judges, NaN in a hole; a row stands for so many units as *times* say.
    """
    there = ~np.isnan(values)
    mark = there.astype(np.float64)
    times = np.ones(len(values)) if times is None else times
    kept = _rows(mark) > 1
    if not kept.all():
        values, there, mark, times = values[kept], there[kept], mark[kept], times[kept]
    used = there.any(axis=0)
    if not used.all():
        values, there, mark = values[:, used], there[:, used], mark[:, used]
    size = _rows(mark)
    known = values if there.all() else np.where(there, values, 0.0)
    middle = float(times @ _rows(known)) / max(float(times @ size), 1.0)
    known = (known - middle) * mark
    inner = (known - (_rows(known) / size)[:, None]) * mark
    return Table(known, there, inner, mark, size, times)


def squares(table: Table) -> Squares:
    """The sums of the whole table: one sample."""
    return weighted_squares(table, table.times[None])


def tabled_squares(given: Counts, together: Counts, points: Floats) -> Squares:
    """The same from counts, where there is no hole: by judge and category, and together.

    *together*: by pair of judges, category and category.
    """
    counts = given.astype(np.float64)
    n, r = counts[0].sum(), float(len(counts))
    values = points - float((counts @ points).sum()) / (n * r)
    of_judge = counts @ values
    total, raw = of_judge.sum(), float((counts @ values**2).sum())
    across = float(((together @ values) @ values).sum())
    severity = float(of_judge @ of_judge) / n - total**2 / (n * r)
    within = max(raw - (raw + 2 * across) / r, 0.0)
    return Squares(
        units=np.array([n]),
        grades=np.array([n * r]),
        alike=np.array([n * r * r]),
        total=np.array([total]),
        raw=np.array([raw]),
        within=np.array([within]),
        judges=np.array([r]),
        levels=np.array([float(of_judge @ of_judge) / n]),
        severity=np.array([severity]),
    )


def weighted_squares(table: Table, weights: Floats) -> Squares:
    """The sums of each row of *weights*: how often each unit is in the sample."""
    scalars, given = _unit_sums(table), table.mark
    n, m, mm, total, raw, within = (weights @ scalars).T
    laid = _equations(table, weights)
    q = weights @ table.inner
    severity = np.einsum("bi,bij,bj->b", q, inverses(laid), q)
    judges = _by_judge(weights @ given, weights @ table.values)
    return Squares(n, m, mm, total, raw, within, *judges, severity)


def _by_judge(given: Floats, sums: Floats) -> tuple[Floats, Floats]:
    """How many judges there are, and the sum of their levels: from grades by judge."""
    return _rows((given > 0).astype(np.float64)), _rows(sums**2 / np.maximum(given, 1.0))


def squares_without(table: Table, whole: Squares) -> Squares:
    """The sums without each unit in turn."""
    n, m, mm, total, raw, within = _unit_sums(table).T
    given, sums = table.times @ table.mark, table.times @ table.values
    return Squares(
        whole.units - n,
        whole.grades - m,
        whole.alike - mm,
        whole.total - total,
        whole.raw - raw,
        whole.within - within,
        *_by_judge(given - table.mark, sums - table.values),
        _severity_without(table),
    )


def one_way(sums: Squares) -> Components:
    """Units and what is left; judges are part of the error."""
    n, grades = sums.units, sums.grades
    with np.errstate(divide="ignore", invalid="ignore"):
        error = sums.within / (grades - n)
        between = (sums.whole - sums.within) / (n - 1)
        size = (grades - sums.alike / grades) / (n - 1)
        return Components((between - error) / size, np.zeros_like(error), error)


def two_way(sums: Squares) -> Components:
    """Units, judges, and what is left of both."""
    n, grades, judges = sums.units, sums.grades, sums.judges
    with np.errstate(divide="ignore", invalid="ignore"):
        error = (sums.within - sums.severity) / (grades - n - judges + 1)
        fitted = sums.whole - sums.within + sums.severity - sums.plain
        return Components(
            (fitted - (n - 1) * error) / (grades - judges),
            (sums.severity - (judges - 1) * error) / (grades - n),
            error,
        )


def linked(table: Table) -> bool:
    """Whether each judge can be held against each other, over units and other judges."""
    if table.complete or not table.mark.size:
        return True
    return joined(table.mark.T @ table.mark > 0)


def joined(common: npt.NDArray[np.bool_]) -> bool:
    """Whether all hang together, by what each two have in *common*."""
    reached = np.zeros(len(common), dtype=np.bool_)
    edge = reached.copy()
    edge[0] = True
    while edge.any():
        reached |= edge
        edge = common[edge].any(axis=0) & ~reached
    return bool(reached.all())


def exactly(units: int, judges: int) -> bool:
    """Whether so many units are left out one by one, and not to the first order."""
    return units * judges * judges <= _EXACT


def _rows(values: Floats) -> Floats:
    return np.asarray(values @ np.ones(values.shape[1]))


def _unit_sums(table: Table) -> Floats:
    size, values, inner = table.size, table.values, table.inner
    return np.column_stack(
        [
            np.ones_like(size),
            size,
            size * size,
            _rows(values),
            np.einsum("ij,ij->i", values, values),
            np.einsum("ij,ij->i", inner, inner),
        ]
    )


def _patterns(
    there: npt.NDArray[np.bool_],
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.intp]]:
    """Which judges graded a unit: the distinct answers, and each unit's place in them."""
    if there.all():
        return there[:1], np.zeros(len(there), dtype=np.intp)
    packed = np.packbits(there, axis=1)
    if packed.shape[1] <= 8:
        wide = np.zeros((len(there), 8), dtype=np.uint8)
        wide[:, : packed.shape[1]] = packed
        _, first, which = np.unique(
            wide.view(np.uint64).ravel(), return_index=True, return_inverse=True
        )
    else:
        _, first, which = np.unique(packed, axis=0, return_index=True, return_inverse=True)
    return there[first], which.reshape(-1)


def _equations(table: Table, weights: Floats) -> Floats:
    """The equations of the judges' levels, units being fitted, for each row of weights."""
    r = table.there.shape[1]
    if len(weights) > 1:
        patterns, which = _patterns(table.there)
        if len(patterns) * r * r <= _AT_ONCE:
            rows = [np.bincount(which, each, len(patterns)) for each in weights]
            counts = np.array(rows, dtype=np.float64)
            return np.asarray(np.tensordot(counts, _incidence(patterns), 1))
    made = np.empty((len(weights), r, r))
    for at, each in enumerate(weights):
        made[at] = -(table.mark * (each / table.size)[:, None]).T @ table.mark
        made[at].flat[:: r + 1] += each @ table.mark
    return made


def _incidence(there: npt.NDArray[np.bool_]) -> Floats:
    """What a unit adds to the equations of the judges' levels, units being fitted."""
    mark = there.astype(np.float64)
    size = mark.sum(axis=1)
    laid: Floats = -mark[:, :, None] * mark[:, None, :] / size[:, None, None]
    at = np.arange(there.shape[1])
    laid[:, at, at] += mark
    return laid


def inverses(laid: Floats) -> Floats:
    """Inverses on what sums to nought; NaN where judges fall into strange parts."""
    r = laid.shape[-1]
    at = np.arange(r)
    own = laid[:, at, at]
    scale = own.max(axis=1, initial=0.0)
    filled = laid + (scale / max(r, 1))[:, None, None]
    filled[:, at, at] += np.where(own <= 0, np.maximum(scale, 1.0)[:, None], 0.0)
    try:
        made: Floats = np.linalg.inv(filled)
    except np.linalg.LinAlgError:
        made = np.stack([_inverse(each) for each in filled])
    wild = ~(np.abs(made).max(axis=(1, 2), initial=0.0) * scale < _SINGULAR)
    made[wild] = np.nan
    return made


def _inverse(laid: Floats) -> Floats:
    try:
        return np.asarray(np.linalg.inv(laid))
    except np.linalg.LinAlgError:
        return np.full_like(laid, np.nan)


def _severity_without(table: Table) -> Floats:
    there, inner = table.there, table.inner
    whole = _equations(table, table.times[None])[0]
    q = table.times @ inner
    r = there.shape[1]
    if not exactly(len(there), r):
        return _severity_first_order(table, inverses(whole[None])[0] @ q, q)
    patterns, which = _patterns(there)
    step = max(1, _AT_ONCE // (r * r))
    made = np.empty(len(there))
    order = np.argsort(which, kind="stable")
    ends = np.concatenate([[0], np.cumsum(np.bincount(which))]).astype(np.intp)
    for start in range(0, len(patterns), step):
        solved = inverses(whole - _incidence(patterns[start : start + step]))
        mine = order[ends[start] : ends[min(start + step, len(patterns))]]
        for at in range(0, len(mine), step):
            some = mine[at : at + step]
            rest = q - inner[some]
            moved = np.matmul(solved[which[some] - start], rest[:, :, None])[:, :, 0]
            made[some] = np.einsum("ij,ij->i", moved, rest)
    return made


def _severity_first_order(table: Table, levels: Floats, q: Floats) -> Floats:
    """Where there is very much: the equations are solved once, and the slope taken."""
    own = table.mark @ levels**2 - (table.mark @ levels) ** 2 / table.size
    return np.asarray(q @ levels - 2 * (table.inner @ levels) + own)
