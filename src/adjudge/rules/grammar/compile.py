"""Rules over a batch of items, equal to `plain` row by row.

What can be counted is counted for a whole column by Polars. A row in which nothing was
found that could be shown has a finding that follows from its counts alone, and rows with
the same counts share it. The other rows are traced one by one, from the same counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, cast

import polars as pl

from adjudge.errors import AdjudgeError
from adjudge.rules.finding import FINDINGS, Finding
from adjudge.rules.rows import frame_of
from adjudge.verdict import Item, item_of

from .batch import Selector, column, is_one_turn
from .batch import asks as asks_of
from .counting import count_column
from .describe import describe
from .find import failed, find_node, finding_of
from .grouped import grouped
from .leaf import Numbers, ask_leaf, weigh
from .measure import Places
from .node import Count, Edge, FieldText, Leaf, Node, Phrase, Regex, Turn
from .passage import Passage
from .plain import ask_one
from .trace import Part, combine, every


def find_batch(node: Node, items: pl.DataFrame) -> pl.DataFrame:
    """Rows of `FINDINGS` for *items*, in order."""
    if items.is_empty():
        return FINDINGS.to_frame()
    batch = _Batch(node, items)
    return batch.by_counts() if batch.is_counted else batch.row_by_row()


class _Batch:
    """A rule and the batch it is asked of, with all that is counted for the whole batch."""

    def __init__(self, node: Node, items: pl.DataFrame) -> None:
        self._node = node
        self._items = items
        self._asks = asks_of(node)
        self._columns = {
            selector: column(items, selector)
            for selector in dict.fromkeys(ask.selector for ask in self._asks)
        }
        self._counts = [
            count_column(ask.node, self._columns[ask.selector].texts)
            if isinstance(ask.node, Phrase | Regex | Count)
            else None
            for ask in self._asks
        ]
        self._needs_item = any(_needs_item(ask.node) for ask in self._asks)
        self.is_counted = None not in self._counts
        """Whether every finding follows from counts and from where things stand."""

    def row_by_row(self) -> pl.DataFrame:
        """The findings, each traced by itself from the counts."""
        table = _Table(
            passages={at: chosen.passages() for at, chosen in self._columns.items()},
            tallies=[
                [number.to_list() for number in counts.numbers] if counts else []
                for counts in self._counts
            ],
            places=[_by_row(counts.places) if counts else {} for counts in self._counts],
        )
        return frame_of((row, self._find(row, table)) for row in range(self._items.height))

    def _find(self, row: int, table: _Table) -> Finding:
        if any(said[row] is None for said in table.passages.values()):
            return find_node(self._node, self._item(row))
        item = self._item(row) if self._needs_item else None
        try:
            parts = (
                _part(ask.node, table.read(row, at, ask.selector), item)
                for at, ask in enumerate(self._asks)
            )
            return finding_of(_replay(self._node, parts))
        except AdjudgeError as err:
            return failed(err)

    def by_counts(self) -> pl.DataFrame:
        """The findings, those of rows with the same counts made at once."""
        columns = [self._columns[ask.selector] for ask in self._asks]
        counts = [one for one in self._counts if one is not None]
        findings = grouped(
            self._asks, columns, counts, lambda parts: _replay(self._node, iter(parts))
        )
        untold = reduce(or_, [one.texts.is_null() for one in self._columns.values()])
        rows = untold.arg_true().to_list()
        if not rows:
            return findings
        plain = frame_of((row, find_node(self._node, self._item(row))) for row in rows)
        return pl.concat([findings.filter(~untold), plain]).sort("row")

    def _item(self, row: int) -> Item:
        values: dict[str, Any] = self._items.row(row, named=True)
        return item_of(values)


@dataclass(frozen=True, slots=True)
class _Read:
    """What one part of a rule reads of one item."""

    passage: Passage
    numbers: Numbers
    places: Places


@dataclass(frozen=True, slots=True)
class _Table:
    """A batch laid out for reading it row by row."""

    passages: dict[Selector, list[Passage | None]]
    tallies: list[list[list[int | None]]]
    places: list[dict[int, Places]]

    def read(self, row: int, at: int, selector: Selector) -> _Read:
        """What the part at *at*, which reads *selector*, reads in *row*."""
        return _Read(
            cast("Passage", self.passages[selector][row]),
            tuple(tally[row] for tally in self.tallies[at]),
            self.places[at].get(row, ()),
        )


def _part(node: Node, read: _Read, item: Item | None) -> Part:
    if isinstance(node, Phrase | Regex | Count):
        return weigh(node, read.numbers, read.passage, read.places)
    if isinstance(node, Leaf):
        return ask_leaf(node, read.passage, item.fields if item else {})
    return ask_one(node, cast("Item", item), read.passage)


def _by_row(places: pl.DataFrame) -> dict[int, Places]:
    """Rows of `PLACES` as places by row."""
    found: dict[int, list[tuple[int, int]]] = {}
    for row, start, end in places.iter_rows():
        found.setdefault(row, []).append((start, end))
    return {row: tuple(stretches) for row, stretches in found.items()}


def _needs_item(node: Node) -> bool:
    """Whether *node* reads more of an item than the passage it is given."""
    if isinstance(node, Edge):
        return any(isinstance(text, FieldText) for text in node.any_of)
    return not isinstance(node, Leaf)


def _replay(node: Node, parts: Iterator[Part]) -> Part:
    """The trace of *node*, its leaves answered by *parts* in the order of `asks`."""

    def ask(inner: Node) -> Part:
        if is_one_turn(inner):
            turn = cast("Turn", inner)
            return every(describe(turn), (_replay(turn.part, parts),))
        return next(parts)

    return combine(node, ask)
