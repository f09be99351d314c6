"""The texts that a rule reads, for a batch of items at once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, TypeAlias, assert_never, cast

import numpy as np
import numpy.typing as npt
import polars as pl

from .node import DEFAULT_ROLE, All, AnyOf, Count, Node, Not, Phrase, Turn, Which
from .phrase_batch import Hits, hits_in, places_among
from .phrase_search import search_of
from .reading import Manner, manner_of

Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Passages:
    """Texts to be read, null where there is none, and where each of them stands."""

    texts: pl.Series
    items: Ints
    """The row of the item that each is from."""
    turns: Ints | None = None
    """None: they are from a field, which has no turns."""
    starts: Ints | None = None
    """At which character of its turn each begins; None: at the first."""
    wanted: tuple[Phrase, ...] = ()
    """Phrases that rules will look for in these texts."""

    @cached_property
    def there(self) -> tuple[Ints, Passages]:
        """Which of them are not null, and these."""
        if not self.texts.null_count():
            return np.arange(len(self.items)), self
        rows = self.texts.is_not_null().arg_true().to_numpy().astype(np.int64)
        return rows, replace(self.take(rows), wanted=self.wanted)

    def places(self, phrase: Phrase) -> pl.DataFrame:
        """Where *phrase* stands, as rows of `PLACES`; looked for together with others."""
        merged = self._scans.get(phrase, phrase)
        if merged not in self._hits:
            self._hits[merged] = hits_in(merged, self.texts)
        return places_among(self._hits[merged], phrase)

    @cached_property
    def _scans(self) -> dict[Phrase, Phrase]:
        """One phrase in which several of those wanted are looked for at once."""
        together: dict[Manner, list[Phrase]] = {}
        for one in dict.fromkeys(self.wanted):
            if not search_of(one).beyond:
                together.setdefault(manner_of(one), []).append(one)
        return {
            one: Phrase(
                any_of=tuple(text for each in phrases for text in each.any_of),
                case=one.case,
                alike=one.alike,
            )
            for phrases in together.values()
            if len(phrases) > 1
            for one in phrases
        }

    @cached_property
    def _hits(self) -> dict[Phrase, Hits]:
        return {}

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


_Choice: TypeAlias = tuple[str, Which | int]
"""A role, and which of its turns."""
_USUAL: Final[_Choice] = (DEFAULT_ROLE, "last")


def _phrases(node: Node, choice: _Choice) -> Iterator[tuple[_Choice, Phrase]]:
    """The phrases that are looked for in whole turns, and in which."""
    match node:
        case All(parts=parts) | AnyOf(parts=parts):
            for part in parts:
                yield from _phrases(part, choice)
        case Not(part=part):
            yield from _phrases(part, choice)
        case Turn(which=which, role=role, part=part):
            yield from _phrases(part, (role, which))
        case Phrase() | Count(of=Phrase()):
            yield choice, cast("Phrase", node.of if isinstance(node, Count) else node)
        case _:
            pass


class Batch:
    """A batch of items, its messages in one flat table, for all rules that read it."""

    def __init__(self, items: pl.DataFrame, nodes: Sequence[Node]) -> None:
        self._items = items
        self.size = items.height
        lengths = items["conversation"].list.len().fill_null(0).to_numpy().astype(np.int64)
        self._starts = np.cumsum(lengths) - lengths
        self._owners = np.repeat(np.arange(self.size), lengths)
        self._chosen: dict[_Choice, Passages] = {}
        self._wanted: dict[_Choice, list[Phrase]] = {}
        for node in nodes:
            for choice, phrase in _phrases(node, _USUAL):
                self._wanted.setdefault(choice, []).append(phrase)

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
        if (role, which) not in self._chosen:
            self._chosen[role, which] = self._turns(which, role)
        return self._chosen[role, which]

    def _turns(self, which: Which | int, role: str) -> Passages:
        places = (self._said["role"] == role).arg_true().to_numpy().astype(np.int64)
        items = self._owners[places]
        chosen = _pick(items, which)
        places, items = places[chosen], items[chosen]
        texts = self._said["content"].gather(places)
        wanted = tuple(self._wanted.get((role, which), ()))
        return Passages(texts, items, places - self._starts[items], wanted=wanted)

    @cached_property
    def usual(self) -> Passages:
        """What a part reads that names no turn, by item; null where there is none."""
        found = self.turns(*_USUAL[::-1])
        if len(found.items) == self.size:
            return found
        at = np.full(self.size, -1)
        at[found.items] = np.arange(len(found.items))
        turns = np.zeros(self.size, dtype=np.int64)
        turns[found.items] = found.turns if found.turns is not None else 0
        places = pl.Series(at).set(pl.Series(at < 0), None)
        return Passages(
            found.texts.gather(places), np.arange(self.size), turns, wanted=found.wanted
        )

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
