"""The units on which judges differ most: what to talk about first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from adjudge.rubric import Level

from .block import blocks
from .ratings import Cells, Floats, Ratings


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """One unit, and how far the grades it got lie apart."""

    unit: str
    place: int
    """Its row in the ratings."""
    apart: float
    """Mean distance of two of its grades: 0 all alike; in points, or the share of pairs
    that differ where categories have no order."""
    grades: tuple[tuple[str, str], ...]
    """Judge and label, in the order of judges."""


def disagreements(ratings: Ratings, most: int) -> tuple[Disagreement, ...]:
    """The *most* units of *ratings* with the widest grades, widest first."""
    if ratings.size < 2:
        return ()  # one category or none: nothing to differ on
    apart = np.concatenate(
        [_apart(ratings, part) for part in blocks(ratings)] or [np.zeros(0)]
    )
    order = np.argsort(-apart, kind="stable")[:most]
    return tuple(
        _of_unit(ratings, int(at), float(apart[at])) for at in order if apart[at] > 0
    )


def differing(ratings: Ratings) -> tuple[int, int]:
    """Units on which not all grades are the same, and units with two grades or more."""
    apart = compared = 0
    for part in blocks(ratings):
        cells = ratings.cells[part]
        there = cells >= 0
        two = there.sum(axis=1) > 1
        top = cells.max(axis=1)
        low = np.where(there, cells, np.iinfo(cells.dtype).max).min(axis=1)
        compared += int(two.sum())
        apart += int((two & (top != low)).sum())
    return apart, compared


def _apart(ratings: Ratings, part: slice) -> Floats:
    """The mean distance between two grades, for each unit; 0 where there are not two."""
    cells = ratings.cells[part]
    if ratings.level is Level.NOMINAL or ratings.points is None:
        return _unlike(cells, ratings.size)
    values = np.sort(np.append(ratings.points, np.inf)[cells], axis=1)
    there = np.isfinite(values)
    m = there.sum(axis=1)
    place = np.arange(cells.shape[1])
    factor = 2 * place[None, :] - (m - 1)[:, None]
    total = (np.where(there, values, 0.0) * factor).sum(axis=1)
    return np.asarray(np.where(m > 1, total / np.maximum(1, m * (m - 1) / 2), 0.0))


def _unlike(cells: Cells, size: int) -> Floats:
    counts = np.stack([(cells == at).sum(axis=1) for at in range(size)], axis=1)
    m = counts.sum(axis=1)
    same = (counts * (counts - 1)).sum(axis=1)
    return np.asarray(np.where(m > 1, 1 - same / np.maximum(1, m * (m - 1)), 0.0))


def _of_unit(ratings: Ratings, at: int, apart: float) -> Disagreement:
    row = ratings.cells[at]
    name = ratings.units[at] if len(ratings.units) else f"unit {at + 1}"
    return Disagreement(
        unit=name,
        place=at,
        apart=apart,
        grades=tuple(
            (ratings.judges[k], ratings.labels[int(code)])
            for k, code in enumerate(row)
            if code >= 0
        ),
    )
