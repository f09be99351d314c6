"""When each grade was given: by its time, or else by its row in the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import polars as pl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from adjudge.agreement import Ratings

MOST_CELLS: Final = 50_000_000
"""Cells of a criterion beyond which nobody is followed over time."""

_TIMES: Final = 20
"""Different times below which they are of runs, not of single grades."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RatingOrder:
    """By criterion, when each cell of its ratings was filled."""

    by_criterion: Mapping[str, npt.NDArray[np.float64]] = field(default_factory=dict)
    by_rows: bool = False
    """No times are known: it is the order of rows."""
    notes: tuple[str, ...] = ()


def order_of(frame: pl.DataFrame, criteria: Sequence[Ratings]) -> RatingOrder:
    """The order of the grades of *criteria*, whose rows *frame* has, with their `unit`."""
    by_rows = not _has_times(frame)
    when = pl.col("place" if by_rows else "at").cast(pl.Int64).cast(pl.Float64)
    small = [each for each in criteria if each.cells.size <= MOST_CELLS]
    orders = {each.criterion: _matrix(frame, each, when) for each in small}
    large = len(criteria) - len(small)
    notes = (
        (f"{large} criteria are too large to look for drift over time",) if large else ()
    )
    return RatingOrder(by_criterion=orders, by_rows=by_rows, notes=notes)


def _has_times(frame: pl.DataFrame) -> bool:
    at = frame["at"]
    return at.null_count() * 10 < len(at) and at.n_unique() >= _TIMES


def _matrix(
    frame: pl.DataFrame, ratings: Ratings, when: pl.Expr
) -> npt.NDArray[np.float64]:
    import numpy as np  # noqa: PLC0415

    units = pl.DataFrame({"unit": list(ratings.units)}, schema={"unit": pl.String})
    judges = pl.DataFrame({"judge": list(ratings.judges)}, schema={"judge": pl.String})
    rows = (
        frame.lazy()
        .filter(pl.col("criterion") == ratings.criterion)
        .select("unit", "judge", when.alias("when"))
        .join(units.lazy().with_row_index("down"), on="unit")
        .join(judges.lazy().with_row_index("across"), on="judge")
        .select("down", "across", "when")
        .collect()
    )
    found: npt.NDArray[Any] = np.full(ratings.cells.shape, np.nan)
    found[rows["down"].to_numpy(), rows["across"].to_numpy()] = rows["when"].to_numpy()
    return found
