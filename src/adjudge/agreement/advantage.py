"""Who stands nearer to the other people: a judge, or the person in whose place it speaks.

What the alternative annotator test counts. Each person is left out in turn; on every
instance the judge and the person left out are scored by how well they match the others.
The counts of several criteria add up: an instance is an item on one criterion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid, UsageInvalid

from .packed import packed
from .ratings import Cells, Floats, Ratings
from .reading import as_ratings

Ints = npt.NDArray[np.int64]
Metric: TypeAlias = Literal["accuracy", "neg_rmse"]
Similarity: TypeAlias = Callable[[str, str], float]
"""How alike two labels are; the more, the greater."""
Score: TypeAlias = Callable[[npt.NDArray[np.integer], npt.NDArray[np.integer]], Floats]

METRICS: Final[tuple[Metric, ...]] = ("accuracy", "neg_rmse")

_BLOCK: Final = 1 << 16
"""Units at a time, so that what is made of them stays small."""

_SLACK: Final = 1e-12
"""Sums that differ by less of their size are equal: in binary, 0.3 - 0.2 is not 0.1."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Advantages:
    """How often each judge was nearer to the others than each person was."""

    judges: tuple[str, ...]
    people: tuple[str, ...]
    nearer: Ints
    """By judge and person: the judge matched the others better."""
    equal: Ints
    farther: Ints
    """The person matched the others better."""
    kept: Ints
    """By judge: instances that it graded and enough people did."""
    shared: int
    """Instances that enough people graded."""
    seen: int
    """Instances that any person graded."""


def count_advantages(
    ratings: Any,
    judges: Sequence[str],
    people: Sequence[str],
    *,
    metric: Metric | Similarity = "accuracy",
    least_people: int = 2,
) -> Advantages:
    """Hold each of *judges* against each of *people*, on what the other people said.

    *ratings* are of one criterion: whatever `as_ratings` takes.
    """
    ratings = as_ratings(ratings)
    score = _score(ratings, metric)
    theirs = ratings.among(people).cells
    own = ratings.among(judges).cells
    votes = (theirs >= 0).sum(axis=1)
    shared = np.flatnonzero(votes >= max(least_people, 2))
    counts = np.zeros((len(judges), 3 * len(people)), dtype=np.int64)
    for at in _blocks(shared):
        who, said = packed(theirs[at])
        _count(own[at], who, said, score, counts)
    table = counts.reshape(len(judges), len(people), 3)
    return Advantages(
        judges=tuple(judges),
        people=tuple(people),
        nearer=table[:, :, 2],
        equal=table[:, :, 1],
        farther=table[:, :, 0],
        kept=(own[shared] >= 0).sum(axis=0).astype(np.int64),
        shared=len(shared),
        seen=int((votes > 0).sum()),
    )


def together(parts: Sequence[Advantages]) -> Advantages:
    """The sum of *parts*, whose judges and people may differ; in order of appearance."""
    judges = tuple(dict.fromkeys(name for part in parts for name in part.judges))
    people = tuple(dict.fromkeys(name for part in parts for name in part.people))
    tables = np.zeros((3, len(judges), len(people)), dtype=np.int64)
    kept = np.zeros(len(judges), dtype=np.int64)
    for part in parts:
        rows = [judges.index(name) for name in part.judges]
        place = np.ix_(rows, [people.index(name) for name in part.people])
        for table, more in zip(
            tables, (part.nearer, part.equal, part.farther), strict=True
        ):
            table[place] += more
        kept[rows] += part.kept
    return Advantages(
        judges=judges,
        people=people,
        nearer=tables[0],
        equal=tables[1],
        farther=tables[2],
        kept=kept,
        shared=sum(part.shared for part in parts),
        seen=sum(part.seen for part in parts),
    )


def _blocks(units: npt.NDArray[np.intp]) -> Iterator[npt.NDArray[np.intp]]:
    for start in range(0, len(units), _BLOCK):
        yield units[start : start + _BLOCK]


def _count(own: Cells, who: Cells, said: Cells, score: Score, counts: Ints) -> None:
    """Add to *counts*, by judge, what comes of one block of units."""
    size = len(who)
    mates = [np.zeros(who.shape[1]) for _ in range(size)]
    reach = [np.zeros(who.shape[1]) for _ in range(size)]
    for a in range(size):
        for b in range(a):
            same = score(said[a], said[b])
            for one in (a, b):
                mates[one] += same
                reach[one] += np.abs(same)
    for judge, column in enumerate(own.T):
        alike = [score(column, said[a]) for a in range(size)]
        whole = np.sum(alike, axis=0)
        wide = np.sum(np.abs(alike), axis=0)
        graded = column >= 0
        for a in range(size):
            ahead = whole - alike[a] - mates[a]
            slack = _SLACK * (wide + reach[a])
            side = 1 + (ahead > slack) - 1 * (ahead < -slack)
            there = graded & (who[a] >= 0)
            code = 3 * who[a][there] + side[there]
            counts[judge] += np.bincount(code, minlength=counts.shape[1])


def _score(ratings: Ratings, metric: Metric | Similarity) -> Score:
    """How well two grades match, 0 where one of them is not there."""
    if callable(metric):
        return _likeness(ratings, metric)
    match metric:
        case "accuracy":
            return lambda a, b: ((a == b) & (a >= 0)).astype(np.float64)
        case "neg_rmse":
            return _closeness(ratings)
        case _:
            raise UsageInvalid(
                f"{metric!r} is no metric of the alternative annotator test",
                where="metric",
                hint="one of " + ", ".join(METRICS),
            )


def _closeness(ratings: Ratings) -> Score:
    """The negative square of the difference.

    The others are the same for judge and person, so the sums stand in the same order as
    the negative roots of their means.
    """
    if ratings.points is None:
        raise InputInvalid(
            "neg_rmse measures distances, and the values are labels without numbers",
            where=ratings.criterion,
            hint="use the metric accuracy, or give each label a number",
        )
    points = np.append(ratings.points, np.nan)
    return lambda a, b: -np.nan_to_num(np.square(points[a] - points[b]))


def _likeness(ratings: Ratings, similarity: Similarity) -> Score:
    """*similarity* of each two labels, looked up."""
    size = ratings.size
    table = np.zeros((size + 1, size + 1))
    for a, first in enumerate(ratings.labels):
        for b, second in enumerate(ratings.labels):
            table[a, b] = similarity(first, second)
    return lambda a, b: table[a, b]
