"""What a document may look like, said once.

The same shapes check a tree, publish a JSON Schema for editors and fill the reference
page, so that the three cannot disagree.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from .tree import Faults, Node, Scalar, Sequence, Table, join, plain
from .wording import called, nearest, short

Schema = dict[str, Any]


class Broken:
    """Stands for a value that was refused; whoever holds it is given without it."""


BROKEN: Final = Broken()


class Shape(Protocol):
    """A part of a document."""

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """*node* in plain values, or `BROKEN`; what is wrong goes to *faults*."""

    def schema(self) -> Schema:
        """The same promise as JSON Schema."""


def wrong(wanted: str, hint: str, node: Node, path: str, faults: Faults) -> Broken:
    """Note that *node* is of another kind than *wanted*."""
    what = f"this should be {wanted}, not {called(node)}"
    faults.add("R010", what, hint, path=path, place=node.place)
    return BROKEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text."""

    blank: bool = False
    pattern: str = ""
    wanted: str = "a text"
    hint: str = ""

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """See `Shape`."""
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            quoted = isinstance(node, Scalar) and node.value is not None
            hint = f'put it in quotes: "{node.text[:40]}"' if quoted else "write a text"  # type: ignore[union-attr]
            return wrong("a text", hint, node, path, faults)
        text = node.value.replace("\r\n", "\n").strip()
        if not text and not self.blank:
            hint = "write something, or delete it"
            faults.add("R014", "the text is blank", hint, path=path, place=node.place)
            return BROKEN
        if self.pattern and not re.search(self.pattern, text):
            what = f"{short(text)!r} is not {self.wanted}"
            faults.add("R014", what, self.hint, path=path, place=node.place)
            return BROKEN
        return text

    def schema(self) -> Schema:
        """See `Shape`."""
        if self.pattern:
            return {"type": "string", "pattern": self.pattern}
        return {"type": "string"} if self.blank else {"type": "string", "pattern": r"\S"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A finite number."""

    whole: bool = False
    null: bool = False

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """See `Shape`."""
        value = node.value if isinstance(node, Scalar) else node
        if value is None and self.null:
            return None
        sound = isinstance(value, int | float) and not isinstance(value, bool)
        if not sound or not math.isfinite(value):  # type: ignore[arg-type]
            wanted = "a finite number" if isinstance(value, float) else "a number"
            return wrong(wanted, _as_number(value), node, path, faults)
        if self.whole and value != int(value):  # type: ignore[arg-type]
            return wrong("a whole number", "leave out the fraction", node, path, faults)
        return int(value) if self.whole else value  # type: ignore[arg-type]

    def schema(self) -> Schema:
        """See `Shape`."""
        kind = "integer" if self.whole else "number"
        return {"type": [kind, "null"] if self.null else kind}


def _as_number(value: object) -> str:
    """How to write *value*, which is none, as a number."""
    match = re.fullmatch(r"([-+]?[0-9]*\.?[0-9]+)\s*(%?)", str(value))
    if match and match[2]:
        return f"write {float(match[1]) / 100:g}"
    return "write it without quotes" if match else "write a number, such as 5"


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false; where only one makes sense, that one."""

    only: bool | None = None

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """See `Shape`."""
        value = node.value if isinstance(node, Scalar) else None
        if not isinstance(value, bool) or self.only not in (None, value):
            wanted = "true or false" if self.only is None else str(self.only).lower()
            hint = (
                f"write {wanted}" if self.only is None else f"write {wanted}, or delete it"
            )
            return wrong(wanted, hint, node, path, faults)
        return value

    def schema(self) -> Schema:
        """See `Shape`."""
        return {"type": "boolean"} if self.only is None else {"const": self.only}


@dataclass(frozen=True, slots=True)
class Word:
    """One of a few words."""

    words: tuple[str, ...]
    what: str

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """See `Shape`."""
        value = node.value if isinstance(node, Scalar) else None
        if not isinstance(value, str):
            return wrong(self.what, nearest("", list(self.words)), node, path, faults)
        if value not in self.words:
            hint = nearest(value, list(self.words))
            what = f"{short(value)!r} is not {self.what}"
            faults.add("R013", what, hint, path=path, place=node.place)
            return BROKEN
        return value

    def schema(self) -> Schema:
        """See `Shape`."""
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Anything:
    """Whatever it is: another room reads it."""

    published: Mapping[str, Any] = field(default_factory=dict)

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """See `Shape`."""
        del path, faults
        return plain(node)

    def schema(self) -> Schema:
        """See `Shape`."""
        return dict(self.published)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOf:
    """A list."""

    of: Shape
    least: int = 0

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """See `Shape`."""
        if not isinstance(node, Sequence):
            return wrong("a list", "begin each part with a dash", node, path, faults)
        if len(node.items) < self.least:
            faults.add(
                "R012",
                f"the list has {len(node.items)} parts, and needs {self.least} or more",
                "add what is missing",
                path=path,
            )
            return BROKEN
        checked = [
            self.of.check(item, f"{path}[{at}]", faults)
            for at, item in enumerate(node.items)
        ]
        return [None if value is BROKEN else value for value in checked]

    def schema(self) -> Schema:
        """See `Shape`."""
        least = {"minItems": self.least} if self.least else {}
        return {"type": "array", "items": self.of.schema(), **least}


@dataclass(frozen=True, slots=True)
class MapOf:
    """A table whose keys are the author's."""

    of: Shape
    least: int = 0

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """See `Shape`."""
        if not isinstance(node, Table):
            return wrong("a table", "write `key: value`, no dashes", node, path, faults)
        checked = {
            entry.key: self.of.check(entry.value, join(path, entry.key), faults)
            for entry in node.entries
        }
        return {key: value for key, value in checked.items() if value is not BROKEN}

    def schema(self) -> Schema:
        """See `Shape`."""
        return {"type": "object", "additionalProperties": self.of.schema()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Either:
    """One shape for a text, another for a list or a table."""

    text: Shape
    other: Shape

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """See `Shape`."""
        shape = self.text if isinstance(node, Scalar) else self.other
        return shape.check(node, path, faults)

    def schema(self) -> Schema:
        """See `Shape`."""
        return {"anyOf": [self.text.schema(), self.other.schema()]}
