"""The texts that a rule reads, for a batch of items at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias, assert_never

import numpy as np
import numpy.typing as npt
import polars as pl

from .node import DEFAULT_ROLE, Which

Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Passages:
    """Texts to be read, null where there is none, and where each of them stands."""

    texts: pl.Series
    items: Ints
    """The row of the item that each is from."""
    turns: Ints | None = None
    """None: they are from a field, which has no turns."""
    starts: Ints | None = None
    """At which character of its turn each begins; None: at the first."""

    def take(self, rows: Ints) -> Passages:
        """Those at *rows*."""
        return Passages(
            self.texts.gather(rows),
            self.items[rows],
            None if self.turns is None else self.turns[rows],
            None if self.starts is None else self.starts[rows],
        )

    def part(self, rows: Ints, texts: pl.Series, starts: Ints) -> Passages:
        """The stretches *texts* of those at *rows*, each of which begins at its start."""
        whole = self.take(rows)
        if whole.starts is not None:
            starts = starts + whole.starts
        return Passages(texts, whole.items, whole.turns, starts)


class Batch:
    """A batch of items, its messages in one flat table."""

    def __init__(self, items: pl.DataFrame) -> None:
        self._items = items
        self.size = items.height
        lengths = items["conversation"].list.len().fill_null(0).to_numpy().astype(np.int64)
        self._starts = np.cumsum(lengths) - lengths
        self._owners = np.repeat(np.arange(self.size), lengths)
        self._chosen: dict[tuple[str, Which | int], Passages] = {}

    @cached_property
    def _said(self) -> pl.DataFrame:
        talk = self._items["conversation"]
        if talk.null_count():
            talk = talk.drop_nulls()
        return talk.explode(empty_as_null=False).struct.unnest()

    def turns(self, which: Which | int, role: str) -> Passages:
        """The turns that are chosen: one an item, or, for `any` and `every`, all of them.

        In the order of the items; an item without such a turn has no passage.
        """
        known = self._chosen.get((role, which))
        if known is None:
            known = self._chosen[role, which] = self._turns(which, role)
        return known

    def _turns(self, which: Which | int, role: str) -> Passages:
        places = (self._said["role"] == role).arg_true().to_numpy().astype(np.int64)
        items = self._owners[places]
        chosen = _pick(items, which)
        places, items = places[chosen], items[chosen]
        texts = self._said["content"].gather(places)
        return Passages(texts, items, places - self._starts[items])

    def usual(self) -> Passages:
        """What a part reads that names no turn, by item; null where there is none."""
        found = self.turns("last", DEFAULT_ROLE)
        if len(found.items) == self.size:
            return found
        at = np.full(self.size, -1)
        at[found.items] = np.arange(len(found.items))
        turns = np.zeros(self.size, dtype=np.int64)
        turns[found.items] = found.turns if found.turns is not None else 0
        places = pl.Series(at).set(pl.Series(at < 0), None)
        return Passages(found.texts.gather(places), np.arange(self.size), turns)

    def field(self, name: str) -> Passages:
        """The text field *name* of each item, null where there is none."""
        values = [self.fields(row).get(name) for row in range(self.size)]
        texts = [value if isinstance(value, str) else None for value in values]
        return Passages(pl.Series(texts, dtype=pl.String), np.arange(self.size))

    def fields(self, row: int) -> Mapping[str, Any]:
        """What else came with the item."""
        return self._fields[row]

    @cached_property
    def _fields(self) -> list[Mapping[str, Any]]:
        return [json.loads(one) if one else {} for one in self._items["fields"].to_list()]


def ranks(rows: Ints) -> Ints:
    """How many before each of *rows*, which are sorted, are the same: 0, 1, 2, 0, 0, 1."""
    at = np.arange(len(rows))
    first = np.ones(len(rows), dtype=bool)
    first[1:] = rows[1:] != rows[:-1]
    return at - np.maximum.accumulate(np.where(first, at, 0))


def _pick(items: Ints, which: Which | int) -> Bools | slice:
    """Which of the turns of *items*, one after another, are chosen."""
    match which:
        case "any" | "every":
            return slice(None)
        case "first":
            return _nth(items, 0)
        case "last":
            return _nth(items[::-1], 0)[::-1]
        case int(number) if number > 0:
            return _nth(items, number - 1)
        case int(number):
            return _nth(items[::-1], -number - 1)[::-1]
        case _ as never:
            assert_never(never)


def _nth(rows: Ints, number: int) -> Bools:
    found: Bools = ranks(rows) == number
    return found
