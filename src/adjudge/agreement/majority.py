"""What most of the people said of each unit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .ratings import NONE, Cells

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Majority:
    """The grade that was given most often; a tie is told and not broken."""

    codes: Cells
    """By unit; `NONE` where there is no majority."""
    tied: Mask
    """Units where two grades or more were given equally often."""
    alone: Mask
    """Units that one person graded: no majority of anything."""


def majority(said: Cells) -> Majority:
    """The majority of the grades in each column of *said*, at least two of them."""
    ranked = np.sort(said, axis=0)
    units = said.shape[1]
    best = np.full(units, NONE, dtype=said.dtype)
    run, most = np.zeros((2, units), dtype=np.int64)
    tied = np.zeros(units, dtype=np.bool_)
    before = best
    for code in ranked:
        run = np.where(code < 0, 0, np.where(code == before, run + 1, 1))
        tied = (run <= most) & (tied | ((run == most) & (run > 0)))
        best = np.where(run > most, code, best)
        most = np.maximum(most, run)
        before = code
    votes = (said >= 0).sum(axis=0)
    tied &= votes >= 2
    return Majority(
        codes=np.where((votes >= 2) & ~tied, best, NONE).astype(said.dtype),
        tied=tied,
        alone=votes == 1,
    )
