"""Items as a table: the shape in which rules judge many at once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import polars as pl

from .item import Conversation, Item, ItemId, Message

MESSAGE: Final = pl.Struct({"role": pl.String(), "content": pl.String()})
ITEMS: Final = pl.Schema(
    {"id": pl.String(), "conversation": pl.List(MESSAGE), "fields": pl.String()}
)
"""`fields` is what else came with the item, as JSON; null when nothing did."""


def item_of(row: Mapping[str, Any]) -> Item:
    """The item that a row of `ITEMS` is."""
    fields = row["fields"]
    return Item(
        id=ItemId(row["id"]),
        conversation=Conversation(
            tuple(Message(m["role"], m["content"]) for m in row["conversation"] or ())
        ),
        fields=json.loads(fields) if fields else {},
    )


def items_in(frame: pl.DataFrame) -> Iterator[Item]:
    """The items that the rows of *frame* are, in order."""
    return map(item_of, frame.iter_rows(named=True))
