"""When each grade was given: by its time, or else by its row in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

if TYPE_CHECKING:
    from adjudge.agreement import Ratings

    from .open_ratings import OpenedRatings

MOST: Final = 3_000_000
"""Verdicts beyond which nobody is followed over time: it would take as much memory again
as the ratings."""

MOST_CELLS: Final = 30_000_000
"""Cells of one criterion, units x judges, of which that is true as well."""

_TIMES: Final = 20
"""Different times below which they are of runs, not of single grades."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RatingOrder:
    """By criterion, when each cell of its ratings was filled."""

    by_criterion: Mapping[str, Floats] = field(default_factory=dict)
    by_rows: bool = False
    """No times are known: it is the order of rows."""
    notes: tuple[str, ...] = ()


def order_of(opened: OpenedRatings) -> RatingOrder:
    """The order in which the grades of *opened* were given."""
    laid = opened.read.laid
    widest = max((each.cells.size for each in opened.criteria), default=0)
    if int(laid.counts.sum()) > MOST or widest > MOST_CELLS:
        told = "so many verdicts or judges: drift over time was not looked for"
        return RatingOrder(notes=(told,))
    timed = any("at" in layout.roles for _, layout in opened.read.sources)
    times = {each.criterion: _times(opened, each) for each in opened.criteria if timed}
    known = times and all(time is not None for time in times.values())
    return RatingOrder(
        by_criterion={
            each.criterion: _laid(opened, each, times[each.criterion] if known else None)
            for each in opened.criteria
        },
        by_rows=not known,
    )


def places_of(
    opened: OpenedRatings, criterion: str
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The positions of *criterion* that count, and the unit and judge of each."""
    laid = opened.read.laid
    code = list(laid.coded.texts["criterion"]).index(criterion)
    at = np.flatnonzero(laid.counts & (laid.coded.codes["criterion"] == code))
    _, units = np.unique(laid.unit[at], return_inverse=True)
    _, judges = np.unique(laid.coded.codes["judge"][at], return_inverse=True)
    return at, units.reshape(-1), judges.reshape(-1)


def _times(opened: OpenedRatings, ratings: Ratings) -> Floats | None:
    """When each position of the criterion was judged; None where too few are known."""
    at = opened.verdicts(criterion=ratings.criterion)["at"]
    if at.null_count() * 10 > len(at) or at.n_unique() < _TIMES:
        return None
    found: npt.NDArray[Any] = at.cast(pl.Int64).cast(pl.Float64).to_numpy()
    return found


def _laid(opened: OpenedRatings, ratings: Ratings, times: Floats | None) -> Floats:
    at, units, judges = places_of(opened, ratings.criterion)
    found = np.full(ratings.cells.shape, np.nan)
    found[units, judges] = at if times is None else times
    return found
