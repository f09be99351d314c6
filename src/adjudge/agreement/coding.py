"""From raw values to codes of categories: each different value is looked at once."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid, OffScale
from adjudge.rubric import Binary, Categorical, Freeform, Level, Likert, Scale, Score

from .byte_codes import bytes_of
from .ratings import NONE, Cells, Floats, code_type

_TOLD: Final = 5
_MOST_POINTS: Final = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Categories:
    """What a cell may hold, in order."""

    labels: tuple[str, ...]
    points: Floats | None
    level: Level
    closed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """Cells as codes, and what the codes mean."""

    cells: Cells
    categories: Categories


def categories_of(scale: Scale) -> Categories | None:
    """All that *scale* can be answered with; None where there is no end of numbers."""
    match scale:
        case Likert(low=low, high=high, labels=labels):
            points = np.arange(low, high + 1, dtype=np.float64)
            return Categories(labels or names(points), points, scale.level, True)
        case Score(low=low, high=high, step=step):
            count = 0 if step is None else math.floor((high - low) / step + 1e-9) + 1
            if step is None or count > _MOST_POINTS:
                return None
            grades = [scale.read(low + at * step).value for at in range(count)]
            points = np.array(grades, np.float64)
            return Categories(names(points), points, scale.level, True)
        case Binary(no=no, yes=yes):
            return Categories((no, yes), np.array([0.0, 1.0]), scale.level, True)
        case Categorical(labels=labels, ordered=ordered):
            steps = np.arange(1.0, len(labels) + 1) if ordered else None
            return Categories(labels, steps, scale.level, True)
        case Freeform():
            raise InputInvalid(
                "texts have no coefficient of agreement",
                hint="measure a criterion with a scale",
            )


def names(points: Floats) -> tuple[str, ...]:
    """Numbers as labels: 3 for 3.0."""
    return tuple(repr(x).removesuffix(".0") for x in points.tolist())


def code(
    values: npt.NDArray[Any],
    *,
    scale: Scale | None,
    categories: Sequence[object] | None,
    where: str,
) -> Coded:
    """The cells of *values*, rows by columns, as codes."""
    if scale is None and categories is None and values.dtype.kind in "biuf":
        return _numbers(values.astype(np.float64, copy=False), where)
    if values.dtype.kind == "f":
        return _looked_up(values, np.isnan(values), scale, categories, where)
    raw = values.astype(object)
    return _looked_up(
        raw, np.vectorize(missing, otypes=[bool])(raw), scale, categories, where
    )


def missing(value: object) -> bool:
    """Whether a cell holds nothing: None, NaN, or what a data frame has for it."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float | np.floating) and math.isnan(value)


def _numbers(values: Floats, where: str) -> Coded:
    """Numbers without a scale: the categories are those that occur."""
    flat = np.ascontiguousarray(values).reshape(-1)
    found = bytes_of(flat)
    codes, points = _any(flat, where) if found is None else found
    whole = bool((points == np.floor(points)).all())
    level = Level.ORDINAL if whole else Level.INTERVAL
    return Coded(codes.reshape(values.shape), Categories(names(points), points, level))


def _any(flat: Floats, where: str) -> tuple[Cells, Floats]:
    there = ~np.isnan(flat)
    points, places = np.unique(flat[there], return_inverse=True)
    if not np.isfinite(points).all():
        raise InputInvalid(
            "a value is infinite", where=where, hint="leave such cells empty"
        )
    codes = np.full(len(flat), NONE, code_type(len(points)))
    codes[there] = places
    return codes, points


def _looked_up(
    values: npt.NDArray[Any],
    holes: npt.NDArray[np.bool_],
    scale: Scale | None,
    categories: Sequence[object] | None,
    where: str,
) -> Coded:
    """Each different value read once, by the scale or by the list of categories."""
    seen: dict[tuple[type, object], int] = {}  # 1 and True are equal, and not to a scale
    flat = values[~holes].tolist() if values.size else []
    places = [seen.setdefault((type(value), value), len(seen)) for value in flat]
    raws: list[Any] = [value for _, value in seen]
    if scale is not None:
        known, read = _by_scale(raws, scale)
    elif categories is not None:
        known, read = _by_list(raws, categories)
    else:
        known, read = _by_kind(raws, where)
    codes = np.array([NONE if at is None else at for at in read], np.int64)
    cells = np.full(values.shape, NONE, code_type(len(known.labels)))
    if places:
        cells[~holes] = codes[places]
        if (codes < 0).any():
            _refuse(values, ~holes & (cells == NONE), scale, known, where)
    return Coded(cells, known)


def _by_scale(raws: list[Any], scale: Scale) -> tuple[Categories, list[int | None]]:
    known = categories_of(scale)
    grades = [_grade(scale, raw) for raw in raws]
    if known is None:  # any number: those that occur
        values = sorted({v for v in grades if isinstance(v, float)})
        points = np.array(values)
        known = Categories(names(points), points, scale.level)
        place: dict[object, int] = {value: at for at, value in enumerate(values)}
    elif known.points is not None:
        place = {value: at for at, value in enumerate(known.points.tolist())}
    else:
        place = {label: at for at, label in enumerate(known.labels)}
    return known, [place.get(grade) for grade in grades]


def _grade(scale: Scale, raw: object) -> float | str | None:
    try:
        grade = scale.read(raw)
    except OffScale:
        return None
    return grade.label if grade.value is None else grade.value


def _by_list(
    raws: list[Any], categories: Sequence[object]
) -> tuple[Categories, list[int | None]]:
    listed = [as_number(each) for each in categories]
    if all(each is not None for each in listed):
        points = np.unique(np.array(listed, np.float64))
        place = {value: at for at, value in enumerate(points.tolist())}
        level = Level.ORDINAL if bool((points % 1 == 0).all()) else Level.INTERVAL
        known = Categories(names(points), points, level, True)
        return known, [place.get(as_number(raw)) for raw in raws]
    labels = tuple(dict.fromkeys(str(each) for each in categories))
    named = {label: at for at, label in enumerate(labels)}
    steps = np.arange(1.0, len(labels) + 1)
    known = Categories(labels, steps, Level.NOMINAL, True)
    return known, [named.get(str(raw)) for raw in raws]


def _by_kind(raws: list[Any], where: str) -> tuple[Categories, list[int | None]]:
    """Texts are labels; numbers are points."""
    if all(isinstance(raw, str) for raw in raws):
        labels = tuple(sorted(raws))
        place = {label: at for at, label in enumerate(labels)}
        return Categories(labels, None, Level.NOMINAL), [place[raw] for raw in raws]
    values = [as_number(raw) for raw in raws]
    if any(value is None for value in values):
        told = next(raw for raw, value in zip(raws, values, strict=True) if value is None)
        raise InputInvalid(
            f"{told!r} is no number, and other values are",
            where=where,
            hint="give numbers or labels, not both; None for a cell without a grade",
        )
    points = np.unique(np.array(values, np.float64))
    if not np.isfinite(points).all():
        raise InputInvalid(
            "a value is infinite", where=where, hint="leave such cells empty"
        )
    whole = bool((points % 1 == 0).all())
    known = Categories(names(points), points, Level.ORDINAL if whole else Level.INTERVAL)
    return known, np.searchsorted(points, np.array(values, np.float64)).tolist()


def as_number(value: object) -> float | None:
    """*value* as a number if it is one; texts are not."""
    if isinstance(value, numbers.Real | Decimal | np.bool_):
        return float(value)
    return None


def _refuse(
    values: npt.NDArray[Any],
    wrong: npt.NDArray[np.bool_],
    scale: Scale | None,
    known: Categories,
    where: str,
) -> None:
    rows, columns = np.nonzero(wrong)
    places = zip(rows[:_TOLD].tolist(), columns[:_TOLD].tolist(), strict=True)
    first = zip(places, values[wrong][:_TOLD].tolist(), strict=False)
    told = [f"row {row + 1}, column {column + 1}: {raw!r}" for (row, column), raw in first]
    more = f" and {len(rows) - _TOLD} more" if len(rows) > _TOLD else ""
    cells = "1 cell is" if len(rows) == 1 else f"{len(rows)} cells are"
    wording = scale.wording if scale else "one of " + ", ".join(known.labels[:20])
    raise OffScale(
        f"{cells} off the scale: {'; '.join(told)}{more}", where=where, hint=wording
    )
