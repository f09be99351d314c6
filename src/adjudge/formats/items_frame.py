"""Items as a table: the shape the rules judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
import polars as pl

from adjudge.errors import InputInvalid
from adjudge.verdict import Item

from .items_block import Fault
from .items_shape import items_of
from .nested import nested

MESSAGE: Final = pl.Struct({"role": pl.String(), "content": pl.String()})
ITEMS: Final = pl.Schema(
    {"id": pl.String(), "conversation": pl.List(MESSAGE), "fields": pl.String()}
)
"""`fields` is what else came with the item, as JSON; null when nothing did."""

_ROLES: Final = frozenset({"user", "assistant", "system", "tool", "developer", "function"})
"""Roles that need no second look. Any other that is not blank is good as well."""


@dataclass(slots=True)
class Layout:
    """Items being laid out flat: one entry an item, and one a message."""

    ids: list[str] = field(default_factory=list)
    fields: list[str | None] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """Where each item was read: its line."""
    roles: list[str] = field(default_factory=list)
    contents: list[str] = field(default_factory=list)

    def add(self, objects: Sequence[Any], places: Sequence[int]) -> list[Fault]:
        """Lay out parsed *objects*; those that are no items come back as faults."""
        faults: list[Fault] = []
        for raw, place in zip(objects, places, strict=True):
            if not self._plain(raw, place):
                try:
                    self._any(items_of(raw), place)
                except InputInvalid as error:
                    faults.append(Fault(place, error))
        return faults

    def _plain(self, raw: Any, place: int) -> bool:
        """Lay out the common shape at once; False, and nothing done, for all others."""
        if type(raw) is not dict:
            return False
        id_, talk = raw.get("id"), raw.get("conversation")
        if type(id_) is not str or type(talk) is not list or not id_ or id_.isspace():
            return False
        mark = len(self.roles)
        for message in talk:
            if type(message) is not dict:
                break
            role, content = message.get("role"), message.get("content")
            if role not in _ROLES or type(content) is not str:
                break
            self.roles.append(role)
            self.contents.append(content)
        else:
            if len(raw) == 2 or "messages" not in raw:
                self.fields.append(None if len(raw) == 2 else _others(raw))
                self.ids.append(id_)
                self.sizes.append(len(talk))
                self.places.append(place)
                return True
        del self.roles[mark:], self.contents[mark:]
        return False

    def _any(self, items: Iterable[Item], place: int) -> None:
        for item in items:
            messages = item.conversation.messages
            self.ids.append(item.id)
            self.fields.append(_json(item.fields) if item.fields else None)
            self.sizes.append(len(messages))
            self.places.append(place)
            self.roles.extend(message.role for message in messages)
            self.contents.extend(message.content for message in messages)

    def frame(self) -> pl.DataFrame:
        """What was laid out, as rows of `ITEMS`."""
        return pl.DataFrame(
            [
                pl.Series("id", self.ids, dtype=pl.String),
                nested(
                    "conversation",
                    self.sizes,
                    (
                        pl.Series("role", self.roles, dtype=pl.String),
                        pl.Series("content", self.contents, dtype=pl.String),
                    ),
                ),
                pl.Series("fields", self.fields, dtype=pl.String),
            ]
        )


def frame_of(items: Iterable[Item]) -> pl.DataFrame:
    """*items* as rows of `ITEMS`."""
    layout = Layout()
    layout._any(items, 0)  # noqa: SLF001
    return layout.frame()


def _others(raw: Mapping[str, Any]) -> str:
    return _json({k: v for k, v in raw.items() if k not in ("id", "conversation")})


def _json(fields: Mapping[str, Any]) -> str:
    return orjson.dumps(fields, default=str).decode()
