"""What the values of a column look like: ratings, names, or texts to read."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.verdict import MISSING

_LONG: Final = 40
"""Names and grades are shorter than that, on average."""

_EXACT: Final = 2**53
_KINDS: Final = 20
_MOSTLY: Final = 0.8


def stated(column: pl.Series) -> pl.Series:
    """The values of *column* that are there, as texts without outer blanks."""
    texts = as_text(column).str.strip_chars()
    return texts.filter(
        texts.is_not_null() & ~texts.str.to_lowercase().is_in(list(MISSING))
    )


def as_text(column: pl.Series) -> pl.Series:
    """*column* as texts; a number that is whole is written as such."""
    if column.dtype == pl.String:
        return column
    if column.dtype.is_float():
        there = column.fill_nan(None).cast(pl.Float64)
        whole = (there == there.round()) & (there.abs() < _EXACT)
        integers = there.cast(pl.Int64, strict=False).cast(pl.String)
        return integers.zip_with(whole.fill_null(value=False), there.cast(pl.String))
    if column.dtype.is_nested():
        return pl.Series(column.name, [None if v is None else str(v) for v in column])
    return column.cast(pl.String)


def numbers_share(column: pl.Series) -> float:
    """How much of what *column* says is numbers."""
    if column.dtype.is_numeric():
        return 1.0
    values = stated(column)
    if not len(values):
        return 0.0
    return float(values.cast(pl.Float64, strict=False).is_not_null().sum() / len(values))


def is_text(column: pl.Series) -> bool:
    """Whether *column* holds texts that somebody wrote, too long for names."""
    if column.dtype != pl.String:
        return column.dtype.is_nested()
    values = stated(column)
    return int(values.str.len_chars().sum()) > _LONG * len(values)


def is_rating(column: pl.Series) -> bool:
    """Whether *column* may hold grades: numbers, or few and short words."""
    if column.dtype.is_temporal() or column.dtype.is_nested():
        return False
    values = stated(column)
    if not len(values) or is_text(column):
        return False
    if numbers_share(column) >= _MOSTLY:
        return True
    few = values.n_unique()
    return few <= _KINDS and (few <= len(values) / 2 or len(values) < 2 * _KINDS)


def names_rows(column: pl.Series) -> bool:
    """Whether nearly each row of *column* has another word in it."""
    return numbers_share(column) < 1 / 2 and column.n_unique() >= _MOSTLY * len(column)


def is_unique(column: pl.Series) -> bool:
    """Whether *column* may name the items: each row says something else, and short."""
    texts = as_text(column)
    return not is_text(column) and not texts.has_nulls() and texts.n_unique() == len(texts)
