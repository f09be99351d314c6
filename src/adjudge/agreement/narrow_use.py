"""Judges that use less of the scale than the units call for.

A judge who says the same of everything may be right: everything may be the same. So the
question is how likely that is, going by what the others said of the very same units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from .block import blocks
from .ratings import Ratings

LEAST_GRADES: Final = 5
_ENDS_NEED: Final = 4
"""Of three categories two are the ends: to use them only is no wonder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrowUse:
    """A judge that kept to few categories, and the chance of that among the others."""

    judge: str
    how: Literal["constant", "ends"]
    labels: tuple[str, ...]
    """The categories that it kept to."""
    grades: int
    others: float
    """Share of the others' grades of the same units that are in these categories."""
    p: float
    """Chance that a judge like the others keeps to them; not corrected."""


def narrow_uses(ratings: Ratings) -> tuple[NarrowUse, ...]:
    """Each judge that used one category only, or nothing but the ends of the scale."""
    given = _given(ratings)
    found = []
    for at, name in enumerate(ratings.judges):
        used = np.flatnonzero(given[at])
        if given[at].sum() < LEAST_GRADES:
            continue
        how = _how(used, ratings)
        if how is None:
            continue
        p, others = _chance_of(ratings, at, used)
        if others is None:
            continue
        found.append(
            NarrowUse(
                judge=name, how=how, labels=tuple(ratings.labels[k] for k in used),
                grades=int(given[at].sum()), others=others, p=p,
            )
        )  # fmt: skip
    return tuple(found)


def _how(
    used: npt.NDArray[np.intp], ratings: Ratings
) -> Literal["constant", "ends"] | None:
    if len(used) == 1:
        return "constant"
    ends = [0, ratings.size - 1]
    in_order = ratings.points is not None and ratings.size >= _ENDS_NEED
    return "ends" if in_order and used.tolist() == ends else None


def _given(ratings: Ratings) -> npt.NDArray[np.int64]:
    """Grades by judge and category."""
    r, k = len(ratings.judges), ratings.size
    found = np.zeros((r, k), dtype=np.int64)
    for part in blocks(ratings):
        cells = ratings.cells[part]
        for at in range(r):
            column = cells[:, at]
            found[at] += np.bincount(column[column >= 0], minlength=k)
    return found


def _chance_of(
    ratings: Ratings, at: int, used: npt.NDArray[np.intp]
) -> tuple[float, float | None]:
    """The product over units of how likely one of *used* is, by what the others said.

    Where few others judged a unit, their share of all units steadies it.
    """
    within = np.append(np.isin(np.arange(ratings.size), used), [False])  # -1 is the last
    hits, of = [], []
    for part in blocks(ratings):
        cells = ratings.cells[part]
        mine = cells[:, at] >= 0
        others = np.delete(cells[mine], at, axis=1)
        hits.append(within[others].sum(axis=1))
        of.append((others >= 0).sum(axis=1))
    hit, count = np.concatenate(hits), np.concatenate(of)
    if not count.sum():
        return 1.0, None
    known = count > 0
    prior = (hit.sum() + 0.5) / (count.sum() + 1)
    each = (hit[known] + prior) / (count[known] + 1)
    return float(np.exp(np.log(each).sum())), float(hit.sum() / count.sum())
