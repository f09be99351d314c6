"""Many reviews at once: the overall score over the ledger, equal to the plain `overall`."""

from __future__ import annotations

import polars as pl

from adjudge.rubric import Rubric


def score_frame(
    verdicts: pl.DataFrame, rubric: Rubric, *, elsewhere: pl.DataFrame | None = None
) -> pl.DataFrame:
    """The overall of each (item, judge) of *verdicts*, which are all given under *rubric*.

    *elsewhere* holds verdicts under other rubrics, at most one for each item and
    criterion. Columns: item, judge, value, base, ceiling, floor, disqualified, held_back,
    renormalised, missing.
    """
    raise NotImplementedError
