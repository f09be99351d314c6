"""Plan what to rate next: how much more, and which items first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from adjudge.errors import UsageInvalid
from adjudge.formats import write_lines

from .open_ratings import OpenedRatings
from .units import Units, units_of

if TYPE_CHECKING:
    from adjudge.agreement import Candidate, Coefficient, Needed, Ratings

_LEFT_OUT = 10
"""Judges who are left out in turn, those with the most grades: each is a measurement."""

Measure: TypeAlias = Callable[["Ratings"], "Coefficient"]


def plan_more(
    opened: OpenedRatings,
    width: float,
    *,
    measure: Measure | None = None,
    confidence: float = 0.95,
) -> tuple[Needed, ...]:
    """What it takes until intervals are *width* wide: of *measure*, and of the mean.

    *measure* is Krippendorff's alpha unless another is named.
    """
    from adjudge.agreement import alpha  # noqa: PLC0415

    measure = measure or alpha
    if not width > 0:
        raise UsageInvalid(
            "no interval is so narrow", where="--plan-width", hint="give a width above 0"
        )
    made = []
    for units in units_of(opened):
        made.append(_of_coefficient(units.ratings, measure, width, confidence))
        if units.ratings.points is not None:
            made.append(_of_mean(units, width, confidence))
    return tuple(made)


def _of_coefficient(
    ratings: Ratings, measure: Measure, width: float, confidence: float
) -> Needed:
    from adjudge.agreement import Needed, units_needed  # noqa: PLC0415

    found = measure(ratings)
    grades = _grades(ratings)
    made = Needed(
        criterion=ratings.criterion,
        figure=found.name,
        wanted=width,
        units=found.units,
        grades=grades,
    )
    if found.error is None:
        why = found.why or found.why_no_interval or "it has no standard error"
        return replace(made, why=why, why_no_grades=why)
    if found.error == 0:
        why = "what there is does not vary: nothing says how far more would"
        return replace(made, why=why, why_no_grades=why)
    now = 2 * _reach(found.units, confidence) * found.error
    needed = units_needed(found.error, found.units, width, confidence)
    made = replace(
        made,
        width=now,
        units_needed=needed,
        why="" if needed else "no number of items is enough",
    )
    return _with_grades(made, _fewer(ratings, measure), found.error**2, confidence)


def _with_grades(
    made: Needed, fewer: tuple[float, float] | None, variance: float, confidence: float
) -> Needed:
    from adjudge.agreement import grades_needed, parts_from  # noqa: PLC0415

    if fewer is None:
        return replace(made, why_no_grades="with a judge less there is nothing to measure")
    parts = parts_from(fewer, (made.grades or 0.0, variance))
    if parts is None:
        return replace(made, why_no_grades="a judge less makes it no less certain")
    needed = grades_needed(parts, made.units, made.wanted, confidence)
    why = "" if needed else "items differ too much: only more items help"
    return replace(made, grades_needed=needed, why_no_grades=why)


def _fewer(ratings: Ratings, measure: Measure) -> tuple[float, float] | None:
    """Grades a unit and variance, on average, with each judge in turn left out."""
    if len(ratings.judges) < 3:
        return None
    found = []
    busy = np.argsort(-ratings.there.sum(axis=0), kind="stable")[:_LEFT_OUT]
    for left in busy.tolist():
        rest = [at for at in range(len(ratings.judges)) if at != left]
        few = replace(
            ratings,
            cells=np.ascontiguousarray(ratings.cells[:, rest]),
            judges=tuple(ratings.judges[at] for at in rest),
            kinds=tuple(ratings.kinds[at] for at in rest),
        )
        error = measure(few).error
        if error is not None:
            found.append((_grades(few), error**2))
    if not found:
        return None
    grades, variances = zip(*found, strict=True)
    return sum(grades) / len(found), sum(variances) / len(found)


def _of_mean(units: Units, width: float, confidence: float) -> Needed:
    from adjudge.agreement import (  # noqa: PLC0415
        Needed,
        grades_needed,
        parts_of_mean,
        units_needed,
    )

    ratings = units.ratings
    counts = ratings.there.sum(axis=1)
    n = int((counts > 0).sum())
    made = Needed(
        criterion=ratings.criterion,
        figure="mean",
        wanted=width,
        units=n,
        grades=_grades(ratings),
    )
    values = np.array([row[~np.isnan(row)].mean() for row in ratings.values()[counts > 0]])
    error = float(values.std(ddof=1)) / n**0.5 if n > 1 else 0.0
    if not error:
        why = f"{n} items whose grades do not differ say nothing of how far others would"
        return replace(made, why=why, why_no_grades=why)
    now = 2 * _reach(n, confidence) * error
    needed = units_needed(error, n, width, confidence)
    made = replace(
        made,
        width=now,
        units_needed=needed,
        why="" if needed else "no number of items is enough",
    )
    parts = parts_of_mean(ratings)
    if parts is None:
        return replace(made, why_no_grades="no item has two grades")
    more = grades_needed(parts, n, width, confidence)
    why = "" if more else "items differ too much: only more items help"
    return replace(made, grades_needed=more, why_no_grades=why)


def _grades(ratings: Ratings) -> float:
    """Grades a unit that has any."""
    counts = ratings.there.sum(axis=1)
    return float(counts[counts > 0].mean()) if counts.any() else 0.0


def _reach(units: int, confidence: float) -> float:
    from scipy.special import stdtrit  # type: ignore[import-untyped]  # noqa: PLC0415

    return float(stdtrit(max(units - 1, 1), 0.5 + confidence / 2))


def next_items(
    opened: OpenedRatings, n: int, *, systems: Sequence[str] = ()
) -> tuple[dict[str, Any], ...]:
    """The *n* items that people should be asked about next, each with the reason.

    They are not a random draw: whoever corrects scores needs one.
    """
    from adjudge.agreement import next_units  # noqa: PLC0415

    criteria = {units.ratings.criterion: units for units in units_of(opened, systems)}
    found = next_units(
        [units.ratings for units in criteria.values()],
        n,
        strata=[units.systems for units in criteria.values()],
    )
    return tuple(_row(place, one, criteria[one.criterion]) for place, one in _from_1(found))


def write_queue(path: Path, rows: Sequence[dict[str, Any]]) -> int:
    """Write *rows* of `next_items` to *path* as JSON Lines; how many there were."""
    return write_lines(path, rows)


def _from_1(found: Sequence[Candidate]) -> Iterator[tuple[int, Candidate]]:
    return enumerate(found, 1)


def _row(place: int, one: Candidate, units: Units) -> dict[str, Any]:
    ratings = units.ratings
    cells = ratings.cells[one.unit]
    given = {
        name: ratings.labels[int(code)]
        for name, code in zip(ratings.judges, cells, strict=True)
        if code >= 0
    }
    return {
        "rank": place,
        "item": units.items[one.unit],
        "system": units.systems[one.unit] or None,
        "criterion": one.criterion,
        "score": one.score,
        "reason": _reason(one, tuple(given.values())),
        "spread": one.spread,
        "people": one.people,
        "grades": given,
    }


def _reason(one: Candidate, labels: Sequence[str]) -> str:
    if one.grades < 2:
        said = "one judge only" if one.grades else "no grade yet"
    elif len(set(labels)) == 1:
        said = f"{one.grades} judges say {labels[0]}, but judges here often differ"
    else:
        said = f"{one.grades} judges differ: " + ", ".join(dict.fromkeys(labels))
    asked = (
        "nobody was asked"
        if not one.people
        else (
            "1 person was asked" if one.people == 1 else f"{one.people} people were asked"
        )
    )
    return f"{said}; {asked}"
