"""Judges whose grades move with time, when those of the others on the same units do not.

A judge is held against the others on each unit, so that units which get better towards
the end are no drift. What its distance has to do with how good the units are (a judge who
spares the extremes) is taken out as well, and of units that come sorted by quality
nothing is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .block import numbers
from .flag import SHARE
from .ratings import Floats, Ratings
from .severity import effects_of
from .student import chance

LEAST_UNITS: Final = 20
SORTED: Final = 0.3
"""Correlation of the others' grades with the order, beyond which units come sorted: then
a judge who spares the extremes cannot be told from one who drifts, and nothing is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """How one judge's distance from the others goes with the order of its grades."""

    judge: str
    units: int
    correlation: float
    """Of ranks, the units' quality held fixed: the size of the effect."""
    change: float
    """Points between the first and the last third of its grades, beside the others."""
    p: float
    """Chance of such a correlation if there were no drift; not corrected."""


def drifts(ratings: Ratings, order: Floats) -> tuple[Drift, ...]:
    """The drift of each judge of *ratings*; *order* is when each cell was filled.

    When one judge drifts, the others drift away from it. So the clearest one is taken
    first, and the others are then held against each other without it.
    """
    if ratings.points is None:
        return ()
    left = list(ratings.judges)
    found: list[Drift] = []
    while len(left) > 1:
        places = [ratings.judges.index(name) for name in left]
        each = _each(ratings.among(left), order[:, places])
        if not each:
            break
        clearest = min(each, key=lambda drift: (drift.p, -abs(drift.correlation)))
        if clearest.p * len(each) >= SHARE:  # nobody drifts any more
            found.extend(each)
            break
        found.append(clearest)
        if len(left) == 2:  # of two, nobody can say which one moved
            break
        left.remove(clearest.judge)
    return tuple(found)


def _each(ratings: Ratings, order: Floats) -> list[Drift]:
    shifts = effects_of(ratings)
    values, there = numbers(ratings, slice(None))
    level = np.where(there, values - shifts, 0.0)
    total, count = level.sum(axis=1), there.sum(axis=1)
    found = []
    for at, name in enumerate(ratings.judges):
        used = there[:, at] & (count > 1) & ~np.isnan(order[:, at])
        if used.sum() < LEAST_UNITS:
            continue
        others = (total[used] - level[used, at]) / (count[used] - 1)
        made = _of_judge(name, level[used, at] - others, others, order[used, at])
        if made is not None:
            found.append(made)
    return found


def _of_judge(name: str, rest: Floats, others: Floats, when: Floats) -> Drift | None:
    rank = _ranks(when)
    n = len(rest)
    if rank[0] == rank[-1] and len(np.unique(rank)) < 3:
        return None
    first, last = rank < n / 3, rank >= 2 * n / 3
    if not first.any() or not last.any():
        return None
    if _sorted(_ranks(others), rank):
        return None
    rows = np.column_stack([np.ones(n), others])
    a, b = (_left(rows, _ranks(each)) for each in (rest, when))
    size = float(np.sqrt((a @ a) * (b @ b)))
    if size < 1e-9 * n:
        return None
    correlation = float(np.clip(a @ b / size, -1.0, 1.0))
    freedom = n - 3
    steep = correlation * (freedom / max(1e-12, 1 - correlation**2)) ** 0.5
    return Drift(
        judge=name,
        units=n,
        correlation=correlation,
        change=float(rest[last].mean() - rest[first].mean()),
        p=chance(steep, freedom),
    )


def _sorted(one: Floats, other: Floats) -> bool:
    """Whether the two go together more than chance would have many units do."""
    if not one.std() or not other.std():
        return False
    together = abs(float(np.corrcoef(one, other)[0, 1]))
    least: float = 3.0 / float(len(one)) ** 0.5
    return together > max(SORTED, least)


def _left(rows: Floats, values: Floats) -> Floats:
    """What a straight line on *rows* leaves of *values*."""
    fit, *_ = np.linalg.lstsq(rows, values, rcond=None)
    return np.asarray(values - rows @ fit)


def _ranks(values: Floats) -> Floats:
    """Places from 0, the mean place where values are equal."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    end = np.cumsum(counts)
    middle: npt.NDArray[np.float64] = end - (counts + 1) / 2
    return np.asarray(middle[inverse.reshape(-1)])
