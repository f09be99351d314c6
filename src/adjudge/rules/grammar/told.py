"""How a part of a rule came out, for many rows at once.

Rows in which a part came out alike share one trace. Evidence is kept apart, as places in
the texts, and is cut out of them at the very end, for the rows where it decided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import polars as pl

from adjudge.verdict import SPAN

from .batch import Bools, Ints, Passages, ranks
from .trace import MOST_SPANS, Part

SPANS: Final = pl.Schema({"row": pl.UInt32(), **SPAN.to_schema()})
"""Evidence as a table: `row` is the row that it belongs to."""

_SPARSE: Final = 8
"""Numbers that are at most so many times as large as their count are sorted by a table."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one leaf shows: where it stands in each of the passages that it read."""

    passages: Passages
    places: pl.DataFrame
    """Rows of `PLACES`, by passage."""
    note: str
    rows: Ints
    """The row that each passage belongs to."""
    decides: Bools
    """For which passages it is evidence, because the leaf decided there."""

    def where(self, rows: Bools) -> Shown:
        """The evidence for those *rows* only."""
        return replace(self, decides=self.decides & rows[self.rows])

    def spans(self) -> pl.DataFrame:
        """The evidence as rows of `SPANS`."""
        places = self.places.filter(self.decides[self.places["row"].to_numpy()])
        at = places["row"].to_numpy().astype(np.int64)
        if len(at) > MOST_SPANS:
            few = ranks(at) < MOST_SPANS
            places, at = places.filter(few), at[few]
        turns, starts = self.passages.turns, self.passages.starts
        assert turns is not None, "a field has no place to show"
        begin = 0 if starts is None else pl.Series(starts[at])
        start, end = pl.col("start"), pl.col("end")
        return (
            places.with_columns(text=self.passages.texts.gather(at))
            .select(
                row=pl.Series(self.rows[at]),
                turn=pl.Series(turns[at]),
                start=start + begin,
                end=end + begin,
                text=pl.col("text").str.slice(start, end - start),
                note=pl.lit(self.note),
            )
            .cast(SPANS)
        )


@dataclass(frozen=True, slots=True)
class Told:
    """How one part of a rule came out in each row."""

    groups: Ints
    """Of each row, which of `parts` is its trace."""
    parts: Sequence[Part]
    """Traces without their spans."""
    shown: tuple[Shown, ...] = ()

    def around(self, wrap: Callable[[Part], Part]) -> Told:
        """The same with a part around it that it decides alone."""
        return replace(self, parts=[wrap(part) for part in self.parts])

    def onto(self, rows: Ints, size: int, other: Part) -> Told:
        """The same, spread over *rows* of *size*, where *other* came out in the others."""
        if len(rows) == size:
            return self
        groups = np.full(size, len(self.parts))
        groups[rows] = self.groups
        shown = tuple(replace(one, rows=rows[one.rows]) for one in self.shown)
        return Told(groups, [*self.parts, other], shown)


def leaf_told(
    passages: Passages, groups: Ints, parts: Sequence[Part], places: pl.DataFrame, note: str
) -> Told:
    """What a leaf told of *passages*, and where they bear it out."""
    if places.is_empty() or passages.turns is None:
        return Told(groups, parts)
    size = len(groups)
    every = np.ones(size, dtype=bool)
    return Told(groups, parts, (Shown(passages, places, note, np.arange(size), every),))


def joined(told: Sequence[Told], join: Callable[[tuple[Part, ...]], Part]) -> Told:
    """What parts of the same rows come to together."""
    groups, firsts = alike([one.groups for one in told])
    of = [one.groups[firsts].tolist() for one in told]
    parts = [
        join(tuple(one.parts[at] for one, at in zip(told, row, strict=True)))
        for row in zip(*of, strict=True)
    ]
    shown: list[Shown] = []
    for at, one in enumerate(told):
        if one.shown:
            decided = np.array([at in part.decided_by for part in parts], dtype=bool)
            shown += (each.where(decided[groups]) for each in one.shown)
    return Told(groups, parts, tuple(shown))


def among(
    told: Told, items: Ints, join: Callable[[tuple[Part, ...]], Part], *, deciding: bool
) -> Told:
    """What the turns of each of *items* come to together; *items* are sorted.

    One turn that is *deciding* settles it; failing that, one that cannot be told. A
    reason says how many turns there are, how many decided and how the first of these
    came out, so items that have these in common share their trace.
    """
    held = np.array([_LEVELS.index(part.held) for part in told.parts])[told.groups]
    begins = np.flatnonzero(ranks(items) == 0)
    came = held == int(deciding)
    settled = np.logical_or.reduceat(came, begins)
    unknown = np.logical_or.reduceat(held == _UNKNOWN, begins)
    outcome = np.where(
        settled, int(deciding), np.where(unknown, _UNKNOWN, int(not deciding))
    )
    sizes = np.diff(begins, append=len(items))
    decides = held == np.repeat(outcome, sizes)
    many = np.add.reduceat(decides.astype(np.int64), begins)
    leading = np.flatnonzero(decides)
    owners = np.repeat(np.arange(len(begins)), sizes)
    first = told.groups[leading[ranks(owners[leading]) == 0]]
    groups, firsts = alike([sizes, many, first])
    parts = [
        join(tuple(told.parts[at] for at in told.groups[begin : begin + size].tolist()))
        for begin, size in zip(begins[firsts], sizes[firsts], strict=True)
    ]
    shown = tuple(
        replace(each.where(decides), rows=owners[each.rows]) for each in told.shown
    )
    return Told(groups, parts, shown)


_LEVELS: Final = (False, True, None)
_UNKNOWN: Final = 2


def alike(columns: Sequence[Ints]) -> tuple[Ints, Ints]:
    """Rows with the same numbers in all *columns* as groups, and one row of each group.

    The numbers are not negative.
    """
    groups, firsts = _ranked(columns[0])
    for column in columns[1:]:
        other, kinds = _ranked(column)
        if len(kinds) > 1:
            groups, firsts = _ranked(groups * len(kinds) + other)
    return groups, firsts


def _ranked(numbers: Ints) -> tuple[Ints, Ints]:
    """Each number as a place in the order of those that occur, and where each stands."""
    size = len(numbers)
    top = int(numbers.max()) + 1 if size else 0
    if top > _SPARSE * size + 64:
        _, firsts, places = np.unique(numbers, return_index=True, return_inverse=True)
        return places, firsts
    where = np.full(top, -1)
    where[numbers] = np.arange(size)
    occur = np.flatnonzero(where >= 0)
    place = np.zeros(top, dtype=np.int64)
    place[occur] = np.arange(len(occur))
    return place[numbers], where[occur]
