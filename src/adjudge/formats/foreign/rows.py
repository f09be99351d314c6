"""What readers of other tools' exports gather: ratings, and what could not be carried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from adjudge.errors import InputInvalid

Record: TypeAlias = dict[str, Any]

COLUMNS: Final = (
    "item", "criterion", "judge", "kind", "system", "outcome", "value", "rationale", "at",
    "row",
)  # fmt: skip


@dataclass(slots=True)
class Foreign:
    """Ratings of another tool, column by column."""

    columns: dict[str, list[Any]] = field(
        default_factory=lambda: {name: [] for name in COLUMNS}
    )
    lost: Counter[str] = field(default_factory=Counter)
    """What could not be carried, with how often."""
    notes: list[str] = field(default_factory=list)
    row: int = 0
    """The record that is being read, counted from 1."""

    def add(self, **cells: Any) -> None:
        """One rating; a cell that is not named is empty."""
        cells["row"] = self.row
        for name, column in self.columns.items():
            column.append(cells.get(name))

    def told(self) -> tuple[str, ...]:
        """Notes for whoever reads the figures."""
        lost = (f"not read: {count} x {what}" for what, count in self.lost.items())
        return (*self.notes, *lost)


class Several(Exception):  # never leaves this room
    """An answer that is more than one value."""


def single(value: Any) -> Any:
    """The one value that a tool has wrapped up, or `Several`.

    >>> single([{"rating": 4}]), single({"choices": ["good"]})
    (4, 'good')
    """
    while isinstance(value, list | dict):
        if isinstance(value, dict):
            inner = [value[key] for key in ("rating", "number", "choices") if key in value]
            if len(inner) != 1:
                raise Several
            value = inner[0]
        elif len(value) != 1:
            raise Several
        else:
            value = value[0]
    return value


def objects(value: Any) -> list[Record]:
    """The objects in a list; anything else is passed over."""
    return (
        [each for each in value if isinstance(each, dict)]
        if isinstance(value, list)
        else []
    )


def record(value: Any) -> Record:
    """*value* where it is an object, an empty one otherwise."""
    return value if isinstance(value, dict) else {}


def name_of(value: Any, *keys: str) -> str | None:
    """A name: of *value* itself, or under the first of *keys* that an object has."""
    if isinstance(value, dict):
        value = next((value[key] for key in keys if value.get(key) not in (None, "")), None)
    return None if value is None or value == "" else str(value)


def asked(found: Sequence[Any], what: str) -> None:
    """Refuse a file in which there is nothing of a kind."""
    if not found:
        raise InputInvalid(f"there are no {what} in it", hint="export the annotations, too")
