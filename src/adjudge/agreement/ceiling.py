"""How well one person predicts the others: what may be asked of a judge at most.

The judge is put in each person's place in turn: it is held against the majority of the
other people, on the very units on which that person is. So what people reach among
themselves stands beside what the judge reaches, by the same statistic.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .majority import majority
from .packed import packed
from .ratings import NONE, Cells, Ratings
from .versus import Named, Versus, versus


@dataclass(frozen=True, slots=True)
class Spread:
    """A statistic of several comparisons: their mean, the least and the greatest.

    The mean is weighted by units: a person who graded one says little of people.
    """

    mean: float | None
    """None: it is defined in none of them."""
    low: float | None
    high: float | None
    of: int
    """Comparisons in which it is defined."""


def spread_of(
    comparisons: Sequence[Versus], statistic: Callable[[Versus], float | None]
) -> Spread:
    """Mean and range of *statistic* over those of *comparisons* where it is defined."""
    both = [(statistic(each), each.n) for each in comparisons]
    found = [(value, n) for value, n in both if value is not None]
    if not found:
        return Spread(None, None, None, 0)
    values = [value for value, _ in found]
    mean = math.fsum(value * n for value, n in found) / sum(n for _, n in found)
    return Spread(mean, min(values), max(values), len(found))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Place:
    """Where one person stands: what they and most of the others said."""

    person: str
    units: npt.NDArray[np.intp]
    """Those that the person graded."""
    said: Cells
    others: Cells
    """The majority of the others; `NONE` where they have none."""
    tied: npt.NDArray[np.bool_]
    """The others are two at least, and have no majority."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Ceiling:
    """Judge and people, each against the same majority of the other people."""

    judge: tuple[Versus, ...]
    """In the place of each person."""
    people: tuple[Versus, ...]
    """Each person, on the same units."""
    ties: int
    """Places at which the others had no majority."""


def places(ratings: Ratings, people: Sequence[str]) -> tuple[Place, ...]:
    """The place of each of *people*."""
    if not people:
        return ()
    who, said = packed(ratings.among(people).cells)
    rest = [majority(np.delete(said, at, axis=0)) for at in range(len(said))]
    there = who >= 0
    person, unit = who[there], np.nonzero(there)[1]
    order = np.argsort(person, kind="stable")
    columns = [
        column[order]
        for column in (
            unit,
            said[there],
            _stacked([each.codes for each in rest], there),
            _stacked([each.tied for each in rest], there),
        )
    ]
    ends = np.cumsum(np.bincount(person, minlength=len(people)))[:-1]
    parts = zip(*(np.split(column, ends) for column in columns), strict=True)
    return tuple(
        Place(person=name, units=units, said=own, others=others, tied=tied)
        for name, (units, own, others, tied) in zip(people, parts, strict=True)
    )


def _stacked(
    rows: Sequence[npt.NDArray[np.generic]], there: npt.NDArray[np.bool_]
) -> npt.NDArray[np.generic]:
    return np.array(rows).reshape(there.shape)[there]


def ceiling(
    ratings: Ratings, judge: Named, stand: Sequence[Place], *, positive: int | None = None
) -> Ceiling:
    """*judge* in each place, and the person whose it is."""
    own, theirs, ties = [], [], 0
    for place in stand:
        said = judge.codes[place.units]
        others = Named("others", np.where(said >= 0, place.others, NONE))
        own.append(versus(ratings, Named(judge.name, said), others, positive=positive))
        person = Named(place.person, place.said)
        theirs.append(versus(ratings, person, others, positive=positive))
        ties += int((place.tied & (said >= 0)).sum())
    return Ceiling(judge=tuple(own), people=tuple(theirs), ties=ties)
