"""The grades of each unit moved together: work is done for grades, not for empty cells."""

from __future__ import annotations

import numpy as np

from .ratings import NONE, Cells


def packed(cells: Cells) -> tuple[Cells, Cells]:
    """Who graded each unit and what they said, a row for the first, second ... grade.

    Of a thousand people five may have graded a unit: then there are five rows.
    """
    rows, columns = np.nonzero(cells >= 0)
    votes = np.bincount(rows, minlength=len(cells))
    place = np.arange(len(rows)) - np.repeat(np.cumsum(votes) - votes, votes)
    shape = (int(votes.max(initial=0)), len(cells))
    who = np.full(shape, NONE, dtype=np.int32)
    said = np.full(shape, NONE, dtype=cells.dtype)
    who[place, rows] = columns
    said[place, rows] = cells[rows, columns]
    return who, said
