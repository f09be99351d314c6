"""Ratings that are published as counts: of judges by category, or of two judges' grades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid
from adjudge.rubric import Level

from .coding import Categories, as_number, names
from .counted import Counted
from .ratings import Ratings, code_type, read_level
from .tally import Tally


def from_counts(
    counts: Any,
    *,
    categories: Sequence[object] | None = None,
    level: Level | str = Level.NOMINAL,
) -> Counted:
    """Units in rows, categories in columns: how many judges chose each.

    Who they were is not known, so what hangs on that is undefined. Counts may be fractions.
    """
    table = _numbers(counts, "counts")
    known = _categories(categories, table.shape[1], level)
    kept = table[table.sum(axis=1) > 0].T
    order = np.lexsort(kept)
    kept = kept[:, order]
    new = np.ones(kept.shape[1], np.bool_)
    new[1:] = (kept[:, 1:] != kept[:, :-1]).any(axis=0)
    starts = np.flatnonzero(new)
    times = np.diff(np.append(starts, kept.shape[1]))
    scheme = _scheme(known, 0)
    return Counted(scheme=scheme, counts=np.ascontiguousarray(kept[:, starts]), times=times)


def from_table(
    table: Any,
    *,
    categories: Sequence[object] | None = None,
    level: Level | str = Level.NOMINAL,
    judges: tuple[str, str] = ("1", "2"),
) -> Tally:
    """Units by the category of one judge (rows) and of another (columns)."""
    units = _numbers(table, "table")
    if units.shape[0] != units.shape[1]:
        raise InputInvalid(
            f"the table is {units.shape[0]} x {units.shape[1]}",
            where="table",
            hint="give both judges the same categories, in one order",
        )
    if not bool((units == np.floor(units)).all()):
        raise InputInvalid(
            "units are counted in whole numbers", where="table", hint="not in shares"
        )
    known = _categories(categories, len(units), level)
    scheme = _scheme(known, 2, judges)
    cells = np.indices(units.shape).reshape(2, -1)
    times = units.reshape(-1).astype(np.int64)
    there = times > 0
    columns = cells[:, there].astype(scheme.cells.dtype)
    empty = Tally(scheme=scheme, columns=columns[:, :0], times=times[:0])
    return empty + Tally(scheme=scheme, columns=columns, times=times[there])


def _numbers(given: Any, where: str) -> npt.NDArray[np.float64]:
    table = np.asarray(given, np.float64)
    if table.ndim != 2 or not bool((np.isfinite(table) & (table >= 0)).all()):
        raise InputInvalid(
            "a table of counts has two dimensions and no number below nought", where=where
        )
    return table


def _categories(
    listed: Sequence[object] | None, size: int, level: Level | str
) -> Categories:
    points = np.arange(1.0, size + 1)
    labels = names(points)
    if listed is not None:
        if len(listed) != size:
            raise InputInvalid(f"{len(listed)} categories for {size}", where="categories")
        labels = tuple(str(each) for each in listed)
        given = [as_number(each) for each in listed]
        if all(each is not None for each in given):
            points = np.array(given, np.float64)
            labels = names(points)
            if not bool((np.diff(points) > 0).all()):
                raise InputInvalid("the categories do not rise", where="categories")
    return Categories(labels, points, read_level(level), True)


def _scheme(known: Categories, judges: int, named: tuple[str, ...] = ()) -> Ratings:
    return Ratings(
        cells=np.empty((0, judges), code_type(len(known.labels))),
        labels=known.labels,
        points=known.points,
        level=known.level,
        judges=named,
        closed=True,
    )
