"""What the judges of one criterion come to beside the people, all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from adjudge.rubric import Level

from .cast import cast
from .ceiling import Ceiling, ceiling, places
from .majority import Majority, majority
from .packed import packed
from .proportion import Proportion
from .ratings import Ratings
from .reading import as_ratings
from .versus import Named, Versus, named, positive_code, versus

MOST_PAIRED: Final = 40
"""People beyond whom they are not held against one another two by two."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Standing:
    """One judge beside the people."""

    judge: str
    coverage: Proportion
    """Of the units that any person graded, those that the judge graded."""
    majority: Versus
    adjudicated: Versus | None
    """None: there is no adjudicated answer."""
    people: tuple[Versus, ...]
    """Against each of them."""
    ceiling: Ceiling


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Standings:
    """All judges of one criterion beside the people."""

    criterion: str
    level: Level
    labels: tuple[str, ...]
    people: tuple[str, ...]
    adjudicated: str | None
    units: int
    """Units that any person graded."""
    ties: int
    """Units on which the people have no majority."""
    alone: int
    """Units that one person graded."""
    judges: tuple[Standing, ...]
    among: tuple[Versus, ...]
    """Each two people; none where they are more than `MOST_PAIRED`."""
    settled: tuple[Versus, ...]
    """Each person against the adjudicated answer."""


def standings(
    ratings: Any,
    judges: Sequence[str] | None = None,
    people: Sequence[str] | None = None,
    *,
    adjudicated: str | None = None,
    positive: str | None = None,
) -> Standings:
    """Hold each of *judges* against *people*, their majority and what was adjudicated.

    *ratings* are of one criterion: whatever `as_ratings` takes. Where nobody is named,
    the judges are all that are no person, and the people all others.
    """
    ratings = as_ratings(ratings)
    settled = () if adjudicated is None else (adjudicated,)
    judges, people = cast([ratings], judges, people)
    judges, people = _without(judges, settled), _without(people, settled)
    yes = positive_code(ratings, positive)
    among = ratings.among(people)
    most = majority(packed(among.cells)[1])
    graded = among.there.any(axis=1)
    return Standings(
        criterion=ratings.criterion,
        level=ratings.level,
        labels=ratings.labels,
        people=people,
        adjudicated=adjudicated,
        units=int(graded.sum()),
        ties=int(most.tied.sum()),
        alone=int(most.alone.sum()),
        judges=tuple(_standing(ratings, judges, among, most, (adjudicated, yes))),
        among=tuple(_pairs(among, yes)) if len(people) <= MOST_PAIRED else (),
        settled=()
        if adjudicated is None
        else tuple(_against(ratings, people, adjudicated, yes)),
    )


def _without(names: tuple[str, ...], out: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in out)


def _standing(
    ratings: Ratings,
    judges: Sequence[str],
    people: Ratings,
    most: Majority,
    asked: tuple[str | None, int | None],
) -> Iterator[Standing]:
    adjudicated, yes = asked
    stand = places(people, people.judges)
    reference = Named("majority", most.codes)
    graded = people.there.any(axis=1)
    for name in judges:
        judge = named(ratings, name)
        yield Standing(
            judge=name,
            coverage=Proportion.of(
                int((graded & (judge.codes >= 0)).sum()), int(graded.sum())
            ),
            majority=versus(ratings, judge, reference, positive=yes),
            adjudicated=None
            if adjudicated is None
            else versus(ratings, judge, named(ratings, adjudicated), positive=yes),
            people=tuple(
                versus(ratings, judge, named(people, one), positive=yes)
                for one in people.judges
            ),
            ceiling=ceiling(ratings, judge, stand, positive=yes),
        )


def _against(
    ratings: Ratings, people: Sequence[str], adjudicated: str, yes: int | None
) -> Iterator[Versus]:
    reference = named(ratings, adjudicated)
    for one in people:
        yield versus(ratings, named(ratings, one), reference, positive=yes)


def _pairs(people: Ratings, yes: int | None) -> Iterator[Versus]:
    for one, other in combinations([named(people, name) for name in people.judges], 2):
        yield versus(people, other, one, positive=yes)
