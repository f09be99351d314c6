"""Items as a table: the shape the rules judge."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import methodcaller
from typing import Any, Final

import orjson
import polars as pl

from adjudge.errors import InputInvalid
from adjudge.verdict import ROLES, Item

from .items_shape import items_of
from .nested import nested

_ROLES: Final = frozenset(ROLES)
"""Roles that need no second look. In capitals, or by another name, they are known too."""


_MESSAGES: Final = methodcaller("__contains__", "messages")


@dataclass(slots=True)
class Layout:
    """Items being laid out flat: one entry an item, and one a message."""

    ids: list[str] = field(default_factory=list)
    fields: list[str | None] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)
    """Which object each item was made of."""
    roles: list[str] = field(default_factory=list)
    contents: list[str] = field(default_factory=list)

    def add(self, objects: Sequence[Any]) -> list[tuple[int, InputInvalid]]:
        """Lay out parsed *objects*; those that are no items come back, with the reason."""
        if self._all_plain(objects, 0):
            return []
        faults: list[tuple[int, InputInvalid]] = []
        for at, raw in enumerate(objects):
            if not self._all_plain((raw,), at):
                try:
                    self._any(items_of(raw), at)
                except InputInvalid as error:
                    faults.append((at, error))
        return faults

    def _all_plain(self, objects: Sequence[Any], first: int) -> bool:
        """Lay out *objects* of the common shape; False, and nothing done, for any other.

        Pass after pass in C: a loop that looks at one object at a time takes three times
        as long.
        """
        try:
            ids = [raw["id"] for raw in objects]
            talks = [raw["conversation"] for raw in objects]
            flat = [*chain.from_iterable(talks)]
            roles = [message["role"] for message in flat]
            contents = [message["content"] for message in flat]
            plain = (
                _only(dict, objects)
                and _only(str, ids)
                and _only(list, talks)
                and _only(dict, flat)
                and _only(str, contents)
                and _ROLES.issuperset(roles)
                and all(ids)
                and not any(map(str.isspace, ids))
                and not any(map(_MESSAGES, objects))
            )
        except (KeyError, TypeError):
            return False
        if plain:
            self.ids += ids
            self.fields += [None if len(raw) == 2 else _others(raw) for raw in objects]
            self.sizes += map(len, talks)
            self.origins += range(first, first + len(ids))
            self.roles += roles
            self.contents += contents
        return plain

    def _any(self, items: Iterable[Item], at: int) -> None:
        for item in items:
            messages = item.conversation.messages
            self.ids.append(item.id)
            self.fields.append(_json(item.fields) if item.fields else None)
            self.sizes.append(len(messages))
            self.origins.append(at)
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


def _only(kind: type, values: Sequence[Any]) -> bool:
    return set(map(type, values)) <= {kind}


def _others(raw: Mapping[str, Any]) -> str:
    return _json({k: v for k, v in raw.items() if k not in ("id", "conversation")})


def _json(fields: Mapping[str, Any]) -> str:
    try:
        return orjson.dumps(fields, default=str).decode()
    except TypeError:  # a whole number of more than 64 bits, from Parquet or Python
        return json.dumps(fields, default=str, ensure_ascii=False)
