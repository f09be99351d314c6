"""Ratings from whatever a program holds: a data frame, a matrix, lists, triples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid
from adjudge.rubric import Level, Scale
from adjudge.verdict import MISSING, JudgeKind, kind_named, number_shown

from .coding import Coded, code, missing
from .ratings import NONE, Ratings
from .ratings_frame import ratings_of

_ITEM: Final = ("item", "item_id", "unit", "unit_id", "id")
_JUDGE: Final = ("judge", "judge_id", "rater", "rater_id", "annotator", "annotator_id")
_VALUE: Final = ("value", "rating", "grade")
_KIND: Final = ("kind", "rater_kind")


def as_ratings(
    data: Any,
    *,
    level: Level | str | None = None,
    categories: Sequence[object] | None = None,
    scale: Scale | None = None,
    criterion: str = "",
) -> Ratings:
    """*data* as ratings of one criterion.

    It may be `Ratings`; a Polars or pandas frame, long (item, judge, value) or wide (a
    column for each judge, and one named `item` if units have names); a matrix with units
    in rows and judges in columns, None or NaN for no grade, which may be a list of lists;
    or triples (unit, judge, value), which are tuples of three, whatever the names are.

    The categories are those of *scale*, or *categories*, in that order, and anything else
    is refused; without either they are the values that occur. The level is that of the
    scale; of whole numbers ordinal, of other numbers interval, of labels nominal.
    """
    if isinstance(data, Ratings):
        return data.at_level(level)
    if scale is not None and categories is not None:
        raise InputInvalid("a scale and categories exclude each other", where="categories")
    told = {"scale": scale, "categories": categories, "where": criterion}
    if not hasattr(data, "shape") and not isinstance(data, Sequence | Mapping):
        data = list(data)
    if hasattr(data, "columns") and hasattr(data, "shape"):
        found = _of_frame(data, told, criterion)
    elif _are_triples(data):
        found = _of_long(*_columns(data, criterion), told)
    else:
        found = _of_matrix(data, told)
    return replace(found, criterion=criterion).at_level(level)


def criteria_in(data: Any) -> tuple[str, ...]:
    """The criteria that *data* names, which `as_ratings` takes one at a time; else `""`."""
    names = [str(name) for name in getattr(data, "columns", ())]
    if "criterion" not in names:
        return ("",)
    return tuple(dict.fromkeys(_texts(data["criterion"])))


def _are_triples(data: Any) -> bool:
    """Whether *data* is a list of tuples of three; a list of lists is a matrix."""
    return (
        not hasattr(data, "shape")
        and isinstance(data, Sequence)
        and bool(data)
        and all(isinstance(row, tuple) and len(row) == 3 for row in data)
    )


def _columns(
    rows: Sequence[Sequence[Any]], where: str
) -> tuple[list[str], list[str], npt.NDArray[Any]]:
    values = np.empty(len(rows), object)
    values[:] = [row[2] for row in rows]
    pairs = [(row[0], row[1]) for row in rows]
    blank = [at for at, pair in enumerate(pairs, 1) if any(map(missing, pair))]
    numbers = all(
        isinstance(name, int | float | np.number) for one in pairs for name in one
    )
    if blank or (numbers and len(set(pairs)) < len(pairs)):
        what = "names nobody or nothing" if blank else "and another name the same"
        at = blank[0] if blank else _again(pairs)
        raise InputInvalid(
            f"tuples of three are unit, judge and value, and row {at} {what}",
            where=where,
            hint="for a matrix of three judges give a list of lists or a numpy array; of "
            "triples, keep one grade for each judge and unit",
        )
    return [_name(unit) for unit, _ in pairs], [_name(judge) for _, judge in pairs], values


def _again(pairs: Sequence[tuple[Any, Any]]) -> int:
    """The first row, counted from 1, whose pair was there before."""
    seen: set[tuple[Any, Any]] = set()
    for at, pair in enumerate(pairs, 1):
        if pair in seen:
            return at
        seen.add(pair)
    return len(pairs)


def _name(name: Any) -> str:
    return number_shown(float(name)) if isinstance(name, float | np.floating) else str(name)


def _ask_no_triples(rows: Sequence[Sequence[Any]], where: str) -> None:
    """Refuse `["a", "ann", 1]`, which is no row of a matrix of three judges."""
    if rows and all(
        len(row) == 3
        and isinstance(row[0], str)
        and isinstance(row[1], str)
        and isinstance(row[2], int | float | np.number)
        for row in rows
    ):
        raise InputInvalid(
            "a list of lists is a matrix, and these rows look like unit, judge and value",
            where=where,
            hint="give triples as tuples: [(unit, judge, value), ...]",
        )


def _of_matrix(data: Any, told: Mapping[str, Any]) -> Ratings:
    where = told["where"]
    if not hasattr(data, "shape"):
        rows = [list(row) for row in data]
        _ask_no_triples(rows, where)
        if len({len(row) for row in rows}) > 1:
            raise InputInvalid(
                "the rows are not of one length",
                where=where,
                hint="give every unit as many cells as there are judges, None for no grade",
            )
        width = len(rows[0]) if rows else 0
        data = np.empty((len(rows), width), object)
        if rows and width:
            data[:] = rows
    values = np.asarray(data)
    if values.ndim != 2:
        raise InputInvalid(
            f"a matrix has two dimensions, and this has {values.ndim}",
            where=where,
            hint="units in rows, judges in columns",
        )
    return _made(code(values, **told))


def _made(coded: Coded, **more: Any) -> Ratings:
    known = coded.categories
    return Ratings(
        cells=np.ascontiguousarray(coded.cells),
        labels=known.labels,
        points=known.points,
        level=known.level,
        closed=known.closed,
        **more,
    )


def _of_frame(data: Any, told: Mapping[str, Any], criterion: str) -> Ratings:
    names = [str(name) for name in data.columns]
    data = _of_criterion(data, names, criterion)
    if told["categories"] is None:
        return _read(data, told["scale"], criterion)
    item, judge, value = (_first(names, among) for among in (_ITEM, _JUDGE, _VALUE))
    if item and judge and value:
        kind = _first(names, _KIND)
        return _of_long(
            _texts(data[item]), _texts(data[judge]), _array(data[value]), told,
            _texts(data[kind]) if kind else None,
        )  # fmt: skip
    judges = [name for name in names if name not in (item, "criterion")]
    columns = [_array(data[name]) for name in judges]
    plain = all(column.dtype.kind in "biuf" for column in columns)
    values = np.empty((data.shape[0], len(judges)), np.float64 if plain else object)
    for at, column in enumerate(columns):
        values[:, at] = column
    units = tuple(_texts(data[item])) if item else ()
    return _made(code(values, **told), judges=tuple(judges), units=units)


def _read(data: Any, scale: Scale | None, criterion: str) -> Ratings:
    """As files are read: names of columns, spellings of nothing, duplicates."""
    found = {r.criterion: r for r in ratings_of(data, scales={"": scale} if scale else {})}
    if not found:
        raise InputInvalid(
            "there are no ratings to measure in the frame",
            where=criterion,
            hint="one row is one rating; texts have no coefficient",
        )
    if len(found) > 1 and criterion not in found:
        raise InputInvalid(
            f"the frame has {len(found)} criteria",
            where="criterion",
            hint="name one of " + ", ".join(found),
        )
    one = found[criterion] if len(found) > 1 else next(iter(found.values()))
    return replace(one, units=tuple(one.units))


def _of_criterion(data: Any, names: list[str], criterion: str) -> Any:
    """The rows of *criterion*, or all where they are of one."""
    if "criterion" not in names:
        return data
    of = np.array(_texts(data["criterion"]), object)
    there = dict.fromkeys(of.tolist())
    if not criterion and len(there) <= 1:
        return data
    if criterion not in there:
        raise InputInvalid(
            f"{criterion!r} is no criterion of the frame"
            if criterion
            else f"the frame has {len(there)} criteria",
            where="criterion",
            hint="name one of " + ", ".join(map(str, there)),
        )
    at = np.flatnonzero(of == criterion)
    return data.iloc[at] if hasattr(data, "iloc") else data[at]


def _first(names: Sequence[str], among: Sequence[str]) -> str | None:
    return next((name for name in among if name in names), None)


def _array(column: Any) -> npt.NDArray[Any]:
    return np.asarray(column.to_numpy())


def _texts(column: Any) -> list[str]:
    return [str(each) for each in column.to_list()]


def _of_long(
    units: list[str],
    judges: list[str],
    values: npt.NDArray[Any],
    told: Mapping[str, Any],
    kinds: list[str] | None = None,
) -> Ratings:
    """A row for each grade: units and judges in the order in which they come first."""
    rows = {name: at for at, name in enumerate(dict.fromkeys(units))}
    columns = {name: at for at, name in enumerate(dict.fromkeys(judges))}
    at = np.array([rows[name] for name in units], np.int64)
    by = np.array([columns[name] for name in judges], np.int64)
    _ask_once(at * max(len(columns), 1) + by, units, judges, told["where"])
    coded = code(values[:, None], **told)
    cells = np.full((len(rows), len(columns)), NONE, coded.cells.dtype)
    cells[at, by] = coded.cells[:, 0]
    kind_of = dict(zip(judges, kinds, strict=True)) if kinds else {}
    return _made(
        Coded(cells, coded.categories),
        units=tuple(rows),
        judges=tuple(columns),
        kinds=tuple(_kind(kind_of.get(name), told["where"]) for name in columns),
    )


def _kind(told: str | None, where: str) -> str:
    """The kind of a judge; people are who is not said to be anything else."""
    if told is None or told.strip().casefold() in MISSING:
        return JudgeKind.PERSON.value
    kind = kind_named(told)
    if kind is None:
        raise InputInvalid(
            f"{told!r} is no kind of judge",
            where=where,
            hint="one of " + ", ".join(each.value for each in JudgeKind),
        )
    return kind.value


def _ask_once(
    cells: npt.NDArray[np.int64], units: list[str], judges: list[str], where: str
) -> None:
    _, first, times = np.unique(cells, return_index=True, return_counts=True)
    twice = first[times > 1]
    if not len(twice):
        return
    at = int(twice.min())
    again = (np.flatnonzero(cells == cells[at]) + 1).tolist()
    raise InputInvalid(
        f"{judges[at]!r} graded {units[at]!r} more than once: rows "
        + ", ".join(map(str, again[:5]))
        + (f"; so do {len(twice) - 1} others" if len(twice) > 1 else ""),
        where=where,
        hint="keep one grade for each judge and unit",
    )
