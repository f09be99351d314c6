"""A long matrix a part at a time, so that what is worked out of it stays small."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from .ratings import Floats, Ratings

CELLS: Final = 2_000_000
"""Cells that are turned into numbers at a time."""


def blocks(ratings: Ratings) -> Iterator[slice]:
    """The units of *ratings* in runs of about `CELLS` cells."""
    n, r = ratings.cells.shape
    step = max(1, CELLS // max(1, r))
    for start in range(0, n, step):
        yield slice(start, min(n, start + step))


def numbers(ratings: Ratings, part: slice) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """The number in each cell of *part*, 0 where there is none, and where there is one."""
    if ratings.points is None:
        raise ValueError("the categories have no numbers")
    cells = ratings.cells[part]
    there = np.asarray(cells >= 0)
    values: Floats = np.append(ratings.points, 0.0)[cells]  # -1 is the last
    return values, there
