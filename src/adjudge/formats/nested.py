"""Lists of records, built from flat columns: one object an entry costs fifty times more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl


def nested(name: str, sizes: Sequence[int], columns: Sequence[pl.Series]) -> pl.Series:
    """Row by row, lists of *sizes* structs whose fields are the flat *columns*."""
    count = len(sizes)
    row = pl.Series(
        "row", np.repeat(np.arange(count, dtype=np.uint32), np.array(sizes, int))
    )
    fields = [column.name for column in columns]
    flat = pl.DataFrame([row.set_sorted(), *columns])
    # Grouping rows that are known to be sorted costs next to nothing.
    lists = flat.group_by("row", maintain_order=True).agg(pl.struct(fields).alias(name))
    if lists.height < count:  # an empty list has no row to be grouped
        rows = pl.DataFrame({"row": np.arange(count, dtype=np.uint32)})
        empty = pl.lit([], dtype=lists.schema[name])
        lists = rows.join(lists, on="row", how="left", maintain_order="left").with_columns(
            pl.col(name).fill_null(empty)
        )
    return lists[name]
