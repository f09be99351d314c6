"""Which categories a criterion has: those of its scale, or those that occur."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

import numpy as np

from adjudge.errors import InputInvalid, OffScale
from adjudge.rubric import (
    Binary,
    Categorical,
    Freeform,
    Level,
    Likert,
    Scale,
    Score,
)

from .ratings import Floats

Mark = tuple[float | None, str | None]
"""A grade as a ledger has it: value and label."""

FEW: Final = 20
"""Whole numbers of at most so many kinds are taken for steps, not for measurements."""

_STEPS: Final = 10_000
"""A scale of more steps is taken as one without."""

OPPOSITES: Final = (
    ("false", "true"),
    ("no", "yes"),
    ("fail", "pass"),
    ("failed", "passed"),
    ("incorrect", "correct"),
    ("bad", "good"),
    ("i", "c"),
)
"""Two words of which the first is 0 and the second 1, in any case."""


_TRUTH: Final = frozenset({"false", "true"})


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Categories:
    """The categories of one criterion, in order, and which of them each grade is."""

    labels: tuple[str, ...]
    points: Floats | None
    level: Level
    closed: bool
    codes: tuple[int, ...]
    """The category of each grade that was asked about, in that order."""
    guessed: bool = False
    """No scale says the level: it was taken from the values."""


def categories_of(
    marks: Sequence[Mark], scale: Scale | None = None, *, criterion: str = ""
) -> Categories:
    """The categories behind *marks*, which are distinct grades of one criterion."""
    if scale is not None and not isinstance(scale, Freeform):
        return _of_scale(marks, scale, criterion)
    values = [value for value, _ in marks]
    if marks and all(value is not None for value in values):
        return _of_numbers(marks)
    names = [label if label is not None else _show(value or 0.0) for value, label in marks]
    return _of_words(names)


def taken_at(categories: Categories, level: Level | None, criterion: str) -> Categories:
    """*categories* at the *level* that somebody asks for."""
    if level is None or not categories.labels:
        return categories
    if level is not Level.NOMINAL and categories.points is None:
        raise InputInvalid(
            f"{criterion}: words have no order, so they cannot be taken as {level.value}",
            where="--level",
            hint=f"state the order: --scale {criterion}=" + ",".join(categories.labels[:5]),
        )
    return replace(categories, level=level, guessed=False)


def steps_of(scale: Scale) -> tuple[tuple[str, ...], tuple[float, ...] | None] | None:
    """All labels of *scale* and their numbers; None where any number will do."""
    points: list[float]
    match scale:
        case Likert(low=low, high=high):
            points = [float(step) for step in range(low, high + 1)]
        case Score(low=low, high=high, step=step):
            if step is None or (high - low) / step > _STEPS:
                return None
            count = int((high - low) / step + 1e-6) + 1
            points = [float(f"{low + at * step:.15g}") for at in range(count)]
        case Binary():
            points = [0.0, 1.0]
        case Categorical(labels=labels, ordered=False):
            return labels, None
        case Categorical(labels=labels):
            points = [float(at) for at in range(1, len(labels) + 1)]
        case Freeform():
            return None
        case _ as never:
            assert_never(never)
    return tuple(scale.read(point).label for point in points), tuple(points)


def _of_scale(marks: Sequence[Mark], scale: Scale, criterion: str) -> Categories:
    grades = []
    for value, label in marks:
        try:
            grades.append(scale.read(label if value is None else value))
        except OffScale as error:
            raise InputInvalid(error.what, where=criterion, hint=error.hint) from error
    steps = steps_of(scale)
    if steps is None:
        open_ended = _of_numbers([(grade.value, grade.label) for grade in grades])
        return replace(open_ended, level=scale.level, guessed=False)
    labels, points = steps
    place = {label: at for at, label in enumerate(labels)}
    return Categories(
        labels=labels,
        points=None if points is None else np.array(points),
        level=scale.level,
        closed=True,
        codes=tuple(place[grade.label] for grade in grades),
    )


def _of_numbers(marks: Sequence[Mark]) -> Categories:
    values = np.array([value for value, _ in marks], dtype=np.float64)
    points, codes = np.unique(values, return_inverse=True)
    names: dict[int, str] = {}
    for code, (value, label) in zip(codes.tolist(), marks, strict=True):
        names.setdefault(code, label if label is not None else _show(value or 0.0))
    return Categories(
        labels=tuple(names[at] for at in range(len(points))),
        points=points,
        level=_guess(points),
        closed=False,
        codes=tuple(codes.tolist()),
        guessed=True,
    )


def _guess(points: Floats) -> Level:
    """Few whole numbers are steps; two are as good as names; others are measured."""
    if len(points) <= 2:
        return Level.NOMINAL
    whole = bool(np.all(points == np.round(points)))
    return Level.ORDINAL if whole and len(points) <= FEW else Level.INTERVAL


def _of_words(names: Sequence[str]) -> Categories:
    folded = {name.casefold() for name in names}
    if folded <= _TRUTH:  # `True` and `true` are how two programs write one value
        names = [name.casefold() for name in names]
    labels = tuple(sorted(set(names)))
    pair = next((two for two in OPPOSITES if folded == set(two)), ())
    opposite = len(labels) == 2 and bool(pair)
    if opposite:
        labels = tuple(sorted(labels, key=lambda name: pair.index(name.casefold())))
    place: Mapping[str, int] = {label: at for at, label in enumerate(labels)}
    return Categories(
        labels=labels,
        points=np.array([0.0, 1.0]) if opposite else None,
        level=Level.NOMINAL,
        closed=False,
        codes=tuple(place[name] for name in names),
        guessed=True,
    )


def _show(value: float) -> str:
    return f"{value:.15g}"
