"""What a document may look like, said once.

The same shapes check a tree, publish a JSON Schema for editors and fill the reference
page, so that the three cannot disagree.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final, Protocol

from .tree import Entry, Faults, Node, Scalar, Sequence, Table, join, plain
from .wording import called, meant, nearest, short

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


def _wrong(wanted: str, hint: str, node: Node, path: str, faults: Faults) -> Broken:
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
            return _wrong("a text", hint, node, path, faults)
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
            quoted = isinstance(value, str) and re.fullmatch(r"[-+]?[0-9.]+", value)
            hint = "write it without quotes" if quoted else "write a number, such as 5"
            return _wrong("a finite number", hint, node, path, faults)
        if self.whole and value != int(value):  # type: ignore[arg-type]
            return _wrong("a whole number", "leave out the fraction", node, path, faults)
        return int(value) if self.whole else value  # type: ignore[arg-type]

    def schema(self) -> Schema:
        """See `Shape`."""
        kind = "integer" if self.whole else "number"
        return {"type": [kind, "null"] if self.null else kind}


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
            return _wrong(wanted, hint, node, path, faults)
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
            return _wrong(self.what, nearest("", list(self.words)), node, path, faults)
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
            return _wrong("a list", "begin each part with a dash", node, path, faults)
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
            return _wrong("a table", "write keys with values", node, path, faults)
        checked = {
            entry.key: self.of.check(entry.value, join(path, entry.key), faults)
            for entry in node.entries
        }
        return {key: value for key, value in checked.items() if value is not BROKEN}

    def schema(self) -> Schema:
        """See `Shape`."""
        return {"type": "object", "additionalProperties": self.of.schema()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What one key holds, and what it is for."""

    shape: Shape
    about: str
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """A table whose keys are known."""

    what: str
    fields: Mapping[str, Field]
    one_of: tuple[tuple[str, ...], ...] = ()
    """Of each group exactly one key is there."""
    some_of: tuple[tuple[str, ...], ...] = ()
    """Of each group at least one key is there."""
    extra: bool = False
    """Other keys are kept, unless they look like one of these misspelt."""

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """See `Shape`."""
        if not isinstance(node, Table):
            hint = f"write its keys: {', '.join(self.fields)}"
            return _wrong(self.what, hint, node, path, faults)
        value: dict[str, Any] = {}
        for entry in node.entries:
            inner = join(path, entry.key)
            known = self.fields.get(entry.key)
            if known is None:
                self._ask_known(entry, inner, faults)
            shape = known.shape if known else Anything()
            checked = shape.check(entry.value, inner, faults)
            if checked is not BROKEN and (known or self.extra):
                value[entry.key] = checked
        self._ask_complete(node, path, faults)
        return value

    def _ask_known(self, entry: Entry, path: str, faults: Faults) -> None:
        key, known = entry.key, list(self.fields)
        if self.extra and not get_close_matches(key, known, n=1, cutoff=0.8):
            return
        what = f"{self.what} has no key {short(key)!r}"
        faults.add("R011", what, nearest(key, known), path=path, place=entry.place)
        near = meant(key, known)
        if near:
            faults.broken.add(join(path.removesuffix(key).removesuffix("."), near))

    def _ask_complete(self, node: Table, path: str, faults: Faults) -> None:
        misspelt = {name for name in self.fields if join(path, name) in faults.broken}
        there = {entry.key for entry in node.entries}
        keys = there | misspelt
        place = node.place
        for name, known in self.fields.items():
            if known.required and name not in keys:
                what = f"{self.what} has no {name!r}"
                faults.add(
                    "R012", what, f"add {name!r}: {known.about}", path=path, place=place
                )
        for group in (*self.some_of, *self.one_of):
            if not keys.intersection(group):
                what = f"{self.what} has none of {', '.join(group)}"
                faults.add("R012", what, f"add one: {group[0]!r}", path=path, place=place)
        for group in self.one_of:
            both = [name for name in group if name in there]
            if len(both) > 1:
                what = f"{self.what} has {' and '.join(both)}, which exclude each other"
                faults.add(
                    "R015", what, "keep one, write another entry for the other", path=path
                )

    def schema(self) -> Schema:
        """See `Shape`."""
        schema: Schema = {
            "type": "object",
            "properties": {
                name: {**known.shape.schema(), "description": known.about}
                for name, known in self.fields.items()
            },
            "additionalProperties": self.extra,
        }
        required = [name for name, known in self.fields.items() if known.required]
        if required:
            schema["required"] = required
        rules: list[Schema] = [
            {"anyOf": [{"required": [name]} for name in group]} for group in self.some_of
        ] + [{"oneOf": [{"required": [name]} for name in group]} for group in self.one_of]
        if rules:
            schema["allOf"] = rules
        return schema


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinds:
    """A table whose key `kind` says which keys it has; or the word for a kind alone."""

    what: str
    kinds: Mapping[str, Fields]
    alone: tuple[str, ...]

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """See `Shape`."""
        if not isinstance(node, Table):
            return self._alone(node, path, faults)
        named = node.get("kind")
        if named is None:
            hint = f"add 'kind': {', '.join(self.kinds)}"
            faults.add(
                "R012", f"{self.what} has no 'kind'", hint, path=path, place=node.place
            )
            return BROKEN
        kind = Word(tuple(self.kinds), f"a kind of {self.what.split()[-1]}").check(
            named, join(path, "kind"), faults
        )
        if kind is BROKEN:
            return BROKEN
        before = len(faults.found)
        value = self.kinds[kind].check(node, path, faults)
        return value if len(faults.found) == before else BROKEN

    def _alone(self, node: Node, path: str, faults: Faults) -> Any:
        kind = Word(tuple(self.kinds), self.what).check(node, path, faults)
        if kind is BROKEN or kind in self.alone:
            return BROKEN if kind is BROKEN else {"kind": kind}
        needed = [name for name, known in self.kinds[kind].fields.items() if known.required]
        faults.add(
            "R012",
            f"the word {kind!r} alone does not say enough",
            f"write a table with {' and '.join(needed)}",
            path=path,
        )
        return BROKEN

    def schema(self) -> Schema:
        """See `Shape`."""
        tables = [fields.schema() for fields in self.kinds.values()]
        return {"anyOf": [{"enum": list(self.alone)}, *tables]}


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
