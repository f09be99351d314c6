"""Correct a cheap judge's scores by what people said of some of the items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from adjudge.errors import UsageInvalid
from adjudge.rubric import Level

from .open_ratings import OpenedRatings
from .units import Units, judges_named, kinds_of, units_of

if TYPE_CHECKING:
    from adjudge.agreement import Corrected, Sample

Floats = npt.NDArray[np.float64]

_MANY: Final = 10
"""Categories of which the shares are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What one corrected figure is about, and what it comes to."""

    criterion: str
    judge: str
    label: str
    """The category whose share it is; empty: a mean."""
    system: str
    """Empty: all items together."""
    against: str
    """The system that *system* is held against; empty: it is no difference."""
    result: Corrected
    p_adjusted: float | None = None
    """Of a difference: `result.p`, made up for how many differences there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correcting:
    """Who is corrected by whom."""

    reference: tuple[str, ...] = ("person",)
    judges: tuple[str, ...] = ()
    """Empty: everybody who is not the reference."""
    systems: tuple[str, ...] = ()
    """Empty: all that there are."""
    label: str = ""
    """The category whose share is asked for."""
    together: bool = False
    """The judges' grades are averaged first, and the average is corrected."""
    confidence: float = 0.95


def correct_scores(
    opened: OpenedRatings, wanted: Correcting | None = None
) -> tuple[Correction, ...]:
    """Corrected means, or shares, and their differences between systems."""
    wanted = wanted or Correcting()
    reference = judges_named(opened, wanted.reference, "--reference")
    named = judges_named(opened, wanted.judges, "--judge") if wanted.judges else None
    everybody = list(kinds_of(opened))
    judges = [
        name for name in (everybody if named is None else named) if name not in reference
    ]
    if not judges:
        raise UsageInvalid(
            "there is no judge besides the reference",
            where="--judge",
            hint="name a judge whose grades are to be corrected",
        )
    _ask_label(opened, wanted.label)
    groups = [tuple(judges)] if wanted.together else [(name,) for name in judges]
    made = [
        one
        for units in units_of(opened, wanted.systems)
        for group in groups
        for one in _of_criterion(units, reference, group, wanted)
    ]
    return _adjusted(made)


def _ask_label(opened: OpenedRatings, label: str) -> None:
    known = list(dict.fromkeys(name for r in opened.criteria for name in r.labels))
    if label and label not in known:
        raise UsageInvalid(
            f"no criterion has the label {label!r}",
            where="--share-of",
            hint="there are " + ", ".join(known[:20]),
        )


def _adjusted(made: Sequence[Correction]) -> tuple[Correction, ...]:
    from adjudge.agreement import adjusted  # noqa: PLC0415

    known = {at: c.result.p for at, c in enumerate(made) if c.result.p is not None}
    ps = dict(zip(known, adjusted(list(known.values()), "holm"), strict=True))
    return tuple(replace(c, p_adjusted=ps.get(at)) for at, c in enumerate(made))


def _of_criterion(
    units: Units, reference: Sequence[str], judges: Sequence[str], wanted: Correcting
) -> Iterator[Correction]:
    names = units.ratings.judges
    people = [at for at, name in enumerate(names) if name in reference]
    theirs = [at for at, name in enumerate(names) if name in judges]
    if not people or not theirs:
        return
    name = judges[0] if len(judges) == 1 else f"the mean of {', '.join(judges)}"
    for label in _labels(units, wanted.label):
        sample = _sample(units, people, theirs, label)
        if np.isnan(sample.judge).all():
            continue
        for system, against, result in _each(units, sample, wanted):
            yield Correction(
                criterion=units.ratings.criterion,
                judge=name,
                label=label,
                system=system,
                against=against,
                result=result,
            )


def _labels(units: Units, wanted: str) -> tuple[str, ...]:
    """The categories whose shares are asked for; an empty one stands for the mean."""
    ratings = units.ratings
    if wanted:
        return (wanted,) if wanted in ratings.labels else ()
    points = ratings.points
    if points is not None and (
        ratings.level is not Level.NOMINAL or points.tolist() in ([0.0, 1.0], [0.0], [1.0])
    ):
        return ("",)
    return ratings.labels[1:] if len(ratings.labels) == 2 else ratings.labels[:_MANY]


def _sample(
    units: Units, people: Sequence[int], judges: Sequence[int], label: str
) -> Sample:
    from adjudge.agreement import Sample  # noqa: PLC0415  # numpy, when it is needed

    ratings = units.ratings
    points, closed = np.array([0.0, 1.0]), True
    if label:
        at = ratings.labels.index(label)
        values = np.where(ratings.cells < 0, np.nan, ratings.cells == at)
    else:
        values = ratings.values()
        if ratings.points is not None and ratings.points.tolist() not in ([0.0], [1.0]):
            points, closed = ratings.points, ratings.closed
    return Sample(
        human=_mean(values[:, list(people)]),
        judge=_mean(values[:, list(judges)]),
        items=np.unique(np.array(units.items), return_inverse=True)[1].astype(np.int64),
        points=points,
        closed=closed,
    )


def _mean(values: Floats) -> Floats:
    there = ~np.isnan(values)
    counts = there.sum(axis=1)
    sums = np.where(there, values, 0.0).sum(axis=1)
    made: Floats = np.divide(
        sums, counts, out=np.full(len(values), np.nan), where=counts > 0
    )
    return made


def _each(
    units: Units, sample: Sample, wanted: Correcting
) -> Iterator[tuple[str, str, Corrected]]:
    """All together, or each system and then each two of them."""
    from adjudge.agreement import correct, corrected_difference  # noqa: PLC0415

    systems = wanted.systems or units.named_systems()
    if not systems:
        yield "", "", correct(sample, wanted.confidence)
        return
    names = np.array(units.systems)
    parts = {name: sample.only(names == name) for name in systems}
    for name, part in parts.items():
        yield name, "", correct(part, wanted.confidence)
    for against, name in combinations(parts, 2):
        yield (
            name,
            against,
            corrected_difference(parts[name], parts[against], wanted.confidence),
        )
