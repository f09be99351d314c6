"""Tables whose keys are known, and tables of several kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from .shape import BROKEN, Anything, Schema, Shape, Word, wrong
from .tree import Entry, Faults, Node, Scalar, Table, join
from .wording import meant, nearest, short


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
            return wrong(self.what, hint, node, path, faults)
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
    longer: str
    """What to write where a word alone says too little."""

    def check(self, node: Node, path: str, faults: Faults) -> Any:
        """See `Shape`."""
        if not isinstance(node, Table):
            return self._alone(node, path, faults)
        named = node.get("kind")
        if named is None:
            odd = next((e for e in node.entries if meant(e.key, ["kind"])), None)
            if odd is not None:
                what = f"{self.what} has no key {short(odd.key)!r}"
                where = join(path, odd.key)
                faults.add(
                    "R011", what, "did you mean 'kind'?", path=where, place=odd.place
                )
                return BROKEN
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
        if isinstance(node, Scalar) and any(digit.isdigit() for digit in node.text):
            what = f"{short(node.text)!r} is not {self.what}"
            faults.add("R013", what, self.longer, path=path, place=node.place)
            return BROKEN
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
