"""Counts for a whole column of texts, the same as `measure.count` one by one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import assert_never

import polars as pl

from .batch import Passages
from .engine import spans_in
from .leaf import Counted, counted, shown
from .measure import ENCLOSED, PATTERNS, SHOWN, Enclosed, count, letter_pattern
from .node import Letter, Measure, Named, Phrase, Pieces, Regex, Sum
from .phrase_batch import PLACES, as_places, places_in
from .trace import MOST_SPANS


@dataclass(frozen=True, slots=True)
class Counts:
    """What weighing one leaf needs, for every row."""

    numbers: tuple[pl.Series, ...]
    """What each of `counted(leaf)` comes to; null where no number is right."""
    places: pl.DataFrame
    """The evidence, as rows of `PLACES`."""


def count_column(leaf: Counted, passages: Passages) -> Counts:
    """The counts of *leaf* in each of *passages*."""
    texts = passages.texts
    first, *others = counted(leaf)
    if isinstance(first, Phrase):
        found = passages.places(first)
        number = _per_row(found, texts.len())
    else:
        number = _numbers(first, texts)
        found = _evidence(shown(leaf), texts, number)
    return Counts((number, *(_numbers(other, texts) for other in others)), found)


def _per_row(found: pl.DataFrame, size: int) -> pl.Series:
    """How many places each row has."""
    zeros = pl.zeros(size, dtype=pl.Int64, eager=True)
    if found.is_empty():
        return zeros
    by_row = found.group_by("row").len()
    return zeros.scatter(by_row["row"], by_row["len"].cast(pl.Int64))


def _numbers(of: Measure, texts: pl.Series) -> pl.Series:
    return _counted(of, texts).cast(pl.Int64)


def _counted(  # noqa: PLR0911  one return a measure
    of: Measure, texts: pl.Series
) -> pl.Series:
    match of:
        case Phrase():
            return _per_row(places_in(of, texts), texts.len())
        case Regex(pattern=pattern):
            return texts.str.count_matches(pattern)
        case Named(what="characters"):
            return texts.str.len_chars()
        case Named(what=what) if what in PATTERNS:
            return texts.str.count_matches(PATTERNS[what])
        case Letter(letter=letter):
            return texts.str.count_matches(letter_pattern(letter))
        case Named(what=what) if what in ENCLOSED:
            return _per_row(_enclosed(ENCLOSED[what], texts), texts.len())
        case Sum(parts=parts):
            return reduce(add, (_numbers(part, texts) for part in parts))
        case Named() | Pieces():
            numbers = [
                None if text is None else count(of, text) for text in texts.to_list()
            ]
            return pl.Series(numbers, dtype=pl.Int64)


def _evidence(of: Measure, texts: pl.Series, number: pl.Series) -> pl.DataFrame:
    """Where the things stand, in the rows that have any and show them."""
    if isinstance(of, Letter | Pieces) or (isinstance(of, Named) and of.what not in SHOWN):
        return PLACES.to_frame()
    rows = (number > 0).fill_null(value=False).arg_true()
    return _onto(rows, _places(of, texts.gather(rows)))


def _places(of: Measure, texts: pl.Series) -> pl.DataFrame:
    match of:
        case Phrase():
            return places_in(of, texts)
        case Regex(pattern=pattern):
            return as_places(enumerate(spans_in(pattern, texts, most=MOST_SPANS)))
        case Named(what=what) if what in SHOWN and what in PATTERNS:
            return as_places(enumerate(spans_in(PATTERNS[what], texts, most=MOST_SPANS)))
        case Named(what=what) if what in ENCLOSED:
            return _enclosed(ENCLOSED[what], texts)
        case Sum(parts=parts):
            found = pl.concat([_places(part, texts) for part in parts])
            return found.unique().sort(PLACES.names())
        case Named() | Letter() | Pieces():
            return PLACES.to_frame()
        case _ as never:
            assert_never(never)


def _enclosed(of: Enclosed, texts: pl.Series) -> pl.DataFrame:
    rows = texts.str.contains(of.mark, literal=True).arg_true()
    chosen = texts.gather(rows)
    found = zip(*(spans_in(pattern, chosen) for pattern in of.patterns), strict=True)
    said = zip(chosen.to_list(), found, strict=True)
    return _onto(rows, as_places(enumerate(of.of(text, each) for text, each in said)))


def _onto(rows: pl.Series, places: pl.DataFrame) -> pl.DataFrame:
    """*places* in a selection, as places in what was selected from by *rows*."""
    row = rows.gather(places["row"]).cast(PLACES["row"])
    return places.with_columns(row.alias("row"))
