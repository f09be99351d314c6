"""Ratings from a data frame, Polars or pandas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from adjudge.rubric import Level, Scale

from .ratings import Cells, Ratings
from .table import (
    ROW,
    Choices,
    Coder,
    Layout,
    Origin,
    Stated,
    lay_out,
    layout_of,
    shaped,
)

_SAMPLE = 1000

DEFAULT_CRITERION = "rating"
"""What ratings are filed under that name no criterion."""


def ratings_of(
    frame: Any,
    *,
    scales: Mapping[str, Scale] | None = None,
    levels: Mapping[str, Level] | None = None,
    columns: Mapping[str, str] | None = None,
    choices: Choices | None = None,
) -> tuple[Ratings, ...]:
    """One `Ratings` for each criterion in *frame*, in order of first appearance.

    *frame* is a Polars or pandas frame: a rating a row (columns for item, judge, value and
    perhaps criterion, kind, system ...), or a row for each item with a column for each
    judge, or a ledger. *columns* says which column is the `item`, `judge` ... where names
    do not. Two ratings of one cell are refused, unless *choices* say what counts.
    """
    table = as_polars(frame)
    layout = layout_of(table.head(_SAMPLE), Stated(roles=columns or {}), where="frame")
    made = choices or Choices(scales=scales or {}, levels=levels or {})
    coder = Coder()
    coder.begin_file()
    coder.add(named_criterion(shaped(numbered(table), layout), DEFAULT_CRITERION))
    origin = Origin(where="frame", times=lambda at: _times(table, layout, at))
    return lay_out(coder.done(), made, origin).criteria


def numbered(table: pl.DataFrame, first: int = 1) -> pl.DataFrame:
    """*table* with the number of each row."""
    return table.with_columns(
        pl.int_range(first, first + pl.len(), dtype=pl.UInt32).alias(ROW)
    )


def named_criterion(batch: pl.DataFrame, name: str) -> pl.DataFrame:
    """*batch*, in which ratings that name no criterion are filed under *name*."""
    if "criterion" in batch.columns:
        return batch
    return batch.with_columns(pl.lit(name).alias("criterion"))


def _times(table: pl.DataFrame, layout: Layout, at: Cells) -> pl.Series | None:
    if "at" not in layout.roles:
        return None
    column = table[layout.roles["at"]]
    return as_times(column.gather((at % max(table.height, 1)).tolist()))


def as_times(column: pl.Series) -> pl.Series:
    """*column* as times in UTC; what is no time is nothing."""
    if column.dtype == pl.String:
        column = column.str.to_datetime(time_unit="us", time_zone="UTC", strict=False)
    if column.dtype.is_numeric():
        return column.cast(pl.Int64).cast(pl.Datetime("us", "UTC"))
    return column.cast(pl.Datetime("us", "UTC"), strict=False)


def as_polars(frame: Any) -> pl.DataFrame:
    """*frame* as a Polars frame; a pandas one is read column by column."""
    if isinstance(frame, pl.DataFrame):
        return frame
    if isinstance(frame, pl.LazyFrame):
        return frame.collect()
    return pl.DataFrame({str(name): _column(frame[name]) for name in frame.columns})


def _column(values: Any) -> pl.Series:
    if values.dtype.kind in "iufb":
        return pl.Series(np.asarray(values))
    return column_of(values.tolist())


def column_of(values: list[Any]) -> pl.Series:
    """A column of whatever stands in a cell: numbers where all are, otherwise texts."""
    kinds = {type(value) for value in values} - {type(None)}
    if kinds <= {int, float}:
        return pl.Series(values, dtype=pl.Float64, strict=False)
    if kinds <= {str}:
        return pl.Series(values, dtype=pl.String)
    return pl.Series([_text(value) for value in values], dtype=pl.String)


def _text(value: Any) -> str | None:
    if value is None or value != value:  # noqa: PLR0124  # NaN, and pandas' NaT
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
