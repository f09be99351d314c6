"""JSON to a tree with places: strict, and a key that stands twice is a fault."""

from __future__ import annotations

import json
import math
import re
from typing import Final

from .tree import (
    MAX_DEPTH,
    Entry,
    Faults,
    Lines,
    Node,
    Place,
    Scalar,
    Sequence,
    Table,
    Unreadable,
)
from .yaml_tree import add_entry

_BLANK: Final = re.compile(r"[ \t\n\r]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_WORDS: Final = {"true": True, "false": False, "null": None}
_LONGEST_NUMBER: Final = 300
_decoder: Final = json.JSONDecoder()


def read_json(text: str, faults: Faults) -> Node:
    """The one value in *text*, or `Unreadable` with the reason among *faults*."""
    reader = _Reader(text, faults)
    node, at = reader.value(reader.skip(0), 0)
    at = reader.skip(at)
    if at < len(text):
        raise reader.stop("there is more text after the end of the document", at)
    return node


class _Reader:
    def __init__(self, text: str, faults: Faults) -> None:
        self._text = text
        self._faults = faults
        self._lines = Lines(text)

    def skip(self, at: int) -> int:
        """The next place that is not blank."""
        match = _BLANK.match(self._text, at)
        return match.end() if match else at

    def stop(self, what: str, at: int, hint: str = "") -> Unreadable:
        """Note that the text is no JSON from *at* on; to be raised."""
        found = self._text[at : at + 1]
        if not hint and found in ("#", "/"):
            hint = "JSON has no comments; name the file .yaml to have them"
        return self._faults.stop(
            "R003",
            f"this is not JSON: {what}",
            hint or "check commas, quotes and brackets here",
            self._place(at),
        )

    def _place(self, at: int) -> Place:
        return self._lines.place(at)

    def value(self, at: int, depth: int) -> tuple[Node, int]:
        """The value that starts at *at*, and where it ends."""
        if depth > MAX_DEPTH:
            raise self._faults.stop(
                "R005",
                f"the document is nested more than {MAX_DEPTH} deep",
                "a rubric needs about ten levels: is this the right file?",
                self._place(at),
            )
        match self._text[at : at + 1]:
            case "{":
                return self._table(at, depth)
            case "[":
                return self._sequence(at, depth)
            case '"':
                text, end = self._string(at)
                return Scalar(self._place(at), text, text), end
            case "":
                raise self.stop("it ends too early", at, "close what is open")
            case _:
                return self._bare(at)

    def _string(self, at: int) -> tuple[str, int]:
        try:
            text, end = _decoder.raw_decode(self._text, at)
        except json.JSONDecodeError as err:
            raise self.stop(
                err.msg[:1].lower() + err.msg[1:].removesuffix(" at"),
                min(err.pos, len(self._text)),
                "write a line end as \\n, a tab as \\t, and close the quotes",
            ) from None
        if _SURROGATE.search(text):
            raise self.stop(
                "half a surrogate pair", at, "write the character itself, or both halves"
            )
        return text, end

    def _bare(self, at: int) -> tuple[Node, int]:
        number = _NUMBER.match(self._text, at)
        if number:
            if len(number[0]) > _LONGEST_NUMBER:
                raise self.stop("the number is too long", at, "is this a text? quote it")
            whole = number[1] is None and number[2] is None
            value = int(number[0]) if whole else float(number[0])
            if math.isinf(value):
                raise self.stop("the number is too large", at, "write a smaller one")
            return Scalar(self._place(at), value, number[0]), number.end()
        word = _WORD.match(self._text, at)
        if word and word[0] in _WORDS:
            return Scalar(self._place(at), _WORDS[word[0]], word[0]), word.end()
        found = word[0] if word else self._text[at]
        raise self.stop(f"{found!r} cannot stand here", at, _bare_hint(found))

    def _sequence(self, at: int, depth: int) -> tuple[Node, int]:
        place, items = self._place(at), list[Node]()
        at = self.skip(at + 1)
        if self._text[at : at + 1] == "]":
            return Sequence(place, ()), at + 1
        while True:
            item, at = self.value(at, depth + 1)
            items.append(item)
            at, more = self._next(at, "]")
            if not more:
                return Sequence(place, tuple(items)), at

    def _table(self, at: int, depth: int) -> tuple[Node, int]:
        place, entries = self._place(at), dict[str, Entry]()
        at = self.skip(at + 1)
        if self._text[at : at + 1] == "}":
            return Table(place, ()), at + 1
        while True:
            if self._text[at : at + 1] != '"':
                raise self.stop("a key in double quotes should stand here", at)
            key_place = self._place(at)
            key, at = self._string(at)
            at = self.skip(at)
            if self._text[at : at + 1] != ":":
                raise self.stop(f"a colon should follow the key {key!r}", at)
            item, at = self.value(self.skip(at + 1), depth + 1)
            add_entry(entries, Entry(key_place, key, item), self._faults)
            at, more = self._next(at, "}")
            if not more:
                return Table(place, tuple(entries.values())), at

    def _next(self, at: int, closing: str) -> tuple[int, bool]:
        """Past the comma to the next part, or past *closing*."""
        at = self.skip(at)
        found = self._text[at : at + 1]
        if found == closing:
            return at + 1, False
        if found != ",":
            what = (
                f"a comma or {closing!r} should stand here"
                if found
                else "it ends too early"
            )
            raise self.stop(what, at)
        after = self.skip(at + 1)
        if self._text[after : after + 1] == closing:
            raise self.stop("a comma before the closing bracket", at, "delete the comma")
        return after, True


def _bare_hint(found: str) -> str:
    if found in ("NaN", "Infinity"):
        return "JSON has finite numbers only"
    if found in ("True", "False", "None"):
        return "JSON writes true, false and null"
    if found == "'":
        return "JSON has double quotes only"
    return ""
