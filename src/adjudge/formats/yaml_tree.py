"""YAML 1.2 to a tree with places: the core schema, so that `no` and `12:30` are texts.

Built from libyaml's events, without recursion: depth, aliases and keys that stand twice
are settled here before anything is made of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from .tree import (
    MAX_DEPTH,
    MAX_NODES,
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

INTEGER: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
INFINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})
TRUTHS: Final = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_LONGEST_NUMBER: Final = 300
_CORE: Final = "tag:yaml.org,2002:"
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_HINTS: Final = (
    ("tab character", "indent with spaces; YAML does not take tabs"),
    ("cannot start any token", "put the text in quotes"),
    ("mapping values are not allowed", "a text with ': ' in it needs quotes"),
    ("expected <block end>", "check the indentation of this line against the lines above"),
    ("could not find expected ':'", "is a colon or a closing quote missing above?"),
    ("quoted scalar", "is a closing quote missing?"),
    ("expected ',' or", "is a comma or a closing bracket missing?"),
)


def read_yaml(text: str, faults: Faults) -> Node:
    """The one document in *text*, or `Unreadable` with the reason among *faults*."""
    control = _CONTROL.search(text)
    if control:
        raise faults.stop(
            "R003",
            f"there is a control character (U+{ord(control[0]):04X})",
            "delete it",
            Lines(text).place(control.start()),
        )
    builder = _Builder(faults)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.YAMLError as err:
        raise _syntax(err, text, faults) from None
    if builder.root is None:
        raise faults.stop(
            "R002",
            "the file holds nothing but comments",
            "start from a template: adjudge rubric new",
            Place(1, 1),
        )
    return builder.root


def _syntax(err: yaml.YAMLError, text: str, faults: Faults) -> Unreadable:
    begun = getattr(err, "context_mark", None)
    mark = getattr(err, "problem_mark", None) or begun
    context = getattr(err, "context", None) or ""
    problem = getattr(err, "problem", None) or context or str(err)
    hint = next((hint for word, hint in _HINTS if word in f"{problem} {context}"), "")
    if mark and "\t" in _line(text, mark.line)[: mark.column + 1]:
        hint = "indent with spaces; YAML does not take tabs"
    since = f", {context} on line {begun.line + 1}" if context and begun else ""
    return faults.stop(
        "R003",
        f"this is not YAML: {problem}{since}",
        hint or "check quotes, brackets and indentation on this line and the one above",
        Place(mark.line + 1, mark.column + 1) if mark else None,
    )


def _line(text: str, number: int) -> str:
    lines = re.split(r"\r\n?|\n", text)
    return lines[number] if number < len(lines) else ""


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet."""

    place: Place
    anchor: str | None
    table: bool
    began: int
    """How many nodes there were before it."""
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)
    key: tuple[Place, str] | None = None
    height: int = 1


@dataclass(frozen=True, slots=True)
class _Anchored:
    node: Node
    nodes: int
    height: int


class _Builder:
    """Puts events together to a tree."""

    def __init__(self, faults: Faults) -> None:
        self.root: Node | None = None
        self._faults = faults
        self._open: list[_Open] = []
        self._anchors: dict[str, _Anchored] = {}
        self._nodes = 0

    def take(self, event: Any) -> None:
        """Add what *event* brings."""
        mark = event.start_mark
        place = Place(mark.line + 1, mark.column + 1)
        match event:
            case yaml.ScalarEvent():
                self._scalar(event, place)
            case yaml.AliasEvent():
                self._alias(str(event.anchor), place)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                self._start(event, place)
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._end()
            case yaml.DocumentStartEvent() if self.root is not None:
                raise self._faults.stop(
                    "R006", "a second document begins here", "keep one rubric a file", place
                )
            case _:
                pass

    def _scalar(self, event: Any, place: Place) -> None:
        node = Scalar(place, self._resolve(event, place), event.value)
        if event.anchor:
            self._anchors[event.anchor] = _Anchored(node, 1, 1)
        self._add(node, nodes=1, height=1)

    def _resolve(self, event: Any, place: Place) -> str | int | float | bool | None:
        tag, text = event.tag, event.value
        if tag in (None, "!") and (event.style or tag):
            return str(text)
        value = self._core(text, place)
        if tag is None:
            return value
        if tag == _CORE + "str":
            return str(text)
        kinds = {"int": int, "float": float, "bool": bool, "null": type(None)}
        name = tag.removeprefix(_CORE)
        if name in kinds and type(value) is kinds[name]:
            return value
        raise self._faults.stop(
            "R006", f"the tag {tag!r} is not read here", "leave the tag out", place
        )

    def _core(self, text: str, place: Place) -> str | int | float | bool | None:
        if text in NULLS:
            return None
        if text in TRUTHS:
            return TRUTHS[text]
        if INFINITE.fullmatch(text):
            return float(text.replace(".", "", 1))
        if not FLOAT.fullmatch(text) and not INTEGER.fullmatch(text):
            return text
        if len(text) > _LONGEST_NUMBER:
            raise self._faults.stop(
                "R005",
                f"a number of {len(text)} characters",
                "is this a text? quote it",
                place,
            )
        if INTEGER.fullmatch(text):
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        return float(text)  # too large is infinite, which no field takes

    def _alias(self, anchor: str, place: Place) -> None:
        known = self._anchors.get(anchor)
        if known is None:
            inside = any(frame.anchor == anchor for frame in self._open)
            raise self._faults.stop(
                "R003",
                f"*{anchor} stands inside itself"
                if inside
                else f"nothing is named &{anchor}",
                f"write out what *{anchor} should stand for",
                place,
            )
        self._add(known.node, nodes=known.nodes, height=known.height)

    def _start(self, event: Any, place: Place) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise self._too_deep(place)
        if event.tag and event.tag not in (_CORE + "map", _CORE + "seq", "!"):
            raise self._faults.stop(
                "R006",
                f"the tag {event.tag!r} is not read here",
                "leave the tag out",
                place,
            )
        self._ask_key(place, collection=True)
        self._open.append(
            _Open(
                place=place,
                anchor=event.anchor,
                table=isinstance(event, yaml.MappingStartEvent),
                began=self._nodes,
            )
        )

    def _end(self) -> None:
        frame = self._open.pop()
        node: Node = (
            Table(frame.place, tuple(frame.entries.values()))
            if frame.table
            else Sequence(frame.place, tuple(frame.items))
        )
        if frame.anchor:
            inside = self._nodes - frame.began
            self._anchors[frame.anchor] = _Anchored(node, inside + 1, frame.height)
        self._add(node, nodes=1, height=frame.height)

    def _too_deep(self, place: Place) -> Unreadable:
        return self._faults.stop(
            "R005",
            f"the document is nested more than {MAX_DEPTH} deep",
            "a rubric needs about ten levels: is this the right file?",
            place,
        )

    def _ask_key(self, place: Place, *, collection: bool) -> None:
        frame = self._open[-1] if self._open else None
        if collection and frame and frame.table and frame.key is None:
            raise self._faults.stop(
                "R006", "a key is a word here, not a list or a table", "write a word", place
            )

    def _add(self, node: Node, *, nodes: int, height: int) -> None:
        self._nodes += nodes
        if self._nodes > MAX_NODES:
            raise self._faults.stop(
                "R005",
                f"the document holds more than {MAX_NODES:,} values, aliases followed",
                "write it without aliases, and keep examples in a folder",
                node.place,
            )
        if len(self._open) + height > MAX_DEPTH + 1:
            raise self._too_deep(node.place)
        if not self._open:
            self.root = node
            return
        frame = self._open[-1]
        frame.height = max(frame.height, height + 1)
        if not frame.table:
            frame.items.append(node)
        elif frame.key is None:
            self._key(frame, node)
        else:
            place, key = frame.key
            frame.key = None
            self._entry(frame, Entry(place, key, node))

    def _key(self, frame: _Open, node: Node) -> None:
        if not isinstance(node, Scalar) or node.value is None:
            raise self._faults.stop(
                "R006", "a key is a word here", "write a word before the colon", node.place
            )
        frame.key = (node.place, node.text)

    def _entry(self, frame: _Open, entry: Entry) -> None:
        add_entry(frame.entries, entry, self._faults)


def add_entry(entries: dict[str, Entry], entry: Entry, faults: Faults) -> None:
    """Add *entry* unless its key stands there already, which is a fault."""
    first = entries.setdefault(entry.key, entry)
    if first is not entry:
        faults.add(
            "R004",
            f"{entry.key!r} stands on line {first.place.line} already",
            "keep one of the two",
            place=entry.place,
        )
