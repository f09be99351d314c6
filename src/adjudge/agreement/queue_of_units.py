"""Which items to ask people about next: where judges differ, and where it would tell."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adjudge.rubric import Level

from .ratings import Ratings
from .student import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One unit on one criterion that people might be asked about."""

    criterion: str
    unit: int
    """Its row among the criterion's ratings."""
    score: float
    """How far its answer may be expected to move the criterion's mean, in scale lengths."""
    spread: float
    """How far apart two of its judges are, in scale lengths; root mean square."""
    grades: int
    people: int
    """People who have graded it."""


def next_units(
    ratings: Sequence[Ratings], n: int, *, strata: Sequence[Sequence[str]] = ()
) -> tuple[Candidate, ...]:
    """The *n* units that people should be asked about, the most telling first.

    The next answer on a mean of m items moves it by about the expected error over m + 1.
    So each pick makes the next of its criterion worth less, and no criterion takes all.
    *strata* names for each criterion the system of each unit: each is counted by itself.
    """
    queues: list[list[tuple[float, Candidate]]] = []
    asked: list[int] = []
    for at, each in enumerate(ratings):
        names = strata[at] if strata else [""] * len(each.cells)
        for members in _split(names):
            found, already = _ranked(each, members)
            if found:
                queues.append(found)
                asked.append(already)
    return _merged(queues, asked, n)


def _merged(
    queues: list[list[tuple[float, Candidate]]], asked: list[int], n: int
) -> tuple[Candidate, ...]:
    """The best of all queues, each worth less with every one that is taken from it."""
    heads = [(-queue[0][0] / (asked[at] + 1), at, 0) for at, queue in enumerate(queues)]
    heapq.heapify(heads)
    made: list[Candidate] = []
    while heads and len(made) < n:
        score, at, place = heapq.heappop(heads)
        made.append(_with(queues[at][place][1], -score))
        if place + 1 < len(queues[at]):
            worth = queues[at][place + 1][0] / (asked[at] + place + 2)
            heapq.heappush(heads, (-worth, at, place + 1))
    return tuple(made)


def _with(one: Candidate, score: float) -> Candidate:
    return Candidate(
        criterion=one.criterion,
        unit=one.unit,
        score=score,
        spread=one.spread,
        grades=one.grades,
        people=one.people,
    )


def _split(names: Sequence[str]) -> list[list[int]]:
    members: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        members.setdefault(name, []).append(at)
    return [members[name] for name in sorted(members)]


def _ranked(
    ratings: Ratings, members: Sequence[int]
) -> tuple[list[tuple[float, Candidate]], int]:
    """The units of one queue with what each is worth by itself, and how many are asked."""
    variance = expected_variance(ratings)
    there = ratings.there
    person = np.array([kind == "person" for kind in ratings.kinds])
    people, grades = there[:, person].sum(axis=1), there.sum(axis=1)
    found = []
    for at in members:
        spread = math.sqrt(float(variance[at]))
        worth = spread / (1 + int(people[at]))
        if worth > 0:
            one = Candidate(
                criterion=ratings.criterion,
                unit=at,
                score=worth,
                spread=spread,
                grades=int(grades[at]),
                people=int(people[at]),
            )
            found.append((worth, one))
    names = ratings.units
    found.sort(key=lambda f: (-f[0], names[f[1].unit] if len(names) else "", f[1].unit))
    return found, int((people[list(members)] > 0).sum())


def expected_variance(ratings: Ratings) -> Floats:
    """By unit: the mean square of the distance between two judges, in scale lengths.

    A unit with one grade, or few, is drawn towards what is usual: one grade is no sign
    that judges would agree.
    """
    seen, counts = _squares(ratings)
    pairs = np.maximum(counts - 1, 0)
    total = float((seen * pairs).sum())
    usual = total / float(pairs.sum()) if pairs.sum() else 1.0
    made: Floats = (pairs * seen + usual) / (pairs + 1)
    return made


def _squares(ratings: Ratings) -> tuple[Floats, Floats]:
    counts = ratings.there.sum(axis=1).astype(np.float64)
    pairs = np.maximum(counts * (counts - 1), 1.0)
    if ratings.points is None or ratings.level is Level.NOMINAL:
        same = np.zeros(len(counts))
        for code in range(ratings.size):
            each = (ratings.cells == code).sum(axis=1).astype(np.float64)
            same += each * (each - 1)
        return np.where(counts > 1, 1 - same / pairs, 0.0), counts
    span = float(np.ptp(ratings.points)) or 1.0
    values = np.where(ratings.there, ratings.values(), 0.0) / span
    sums, squares = values.sum(axis=1), (values**2).sum(axis=1)
    apart = 2 * (counts * squares - sums**2) / pairs
    return np.where(counts > 1, np.maximum(apart, 0.0), 0.0), counts
