"""A document as it was written: values with the line and column where each stands."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeAlias

from adjudge.rubric import Diagnostic, Severity

MAX_BYTES: Final = 16_000_000
"""Larger than any rubric with its examples; a log given by mistake is refused early."""
MAX_DEPTH: Final = 64
MAX_NODES: Final = 500_000
"""After aliases are followed: nine lines of YAML can stand for a billion nodes."""

MAX_ERRORS: Final = 1000
"""Enough to mend in one sitting; what has more is no rubric."""

_STEP_BACK: Final = re.compile(r"(?:\.[^.\[]*|\[[^\]]*\]|^[^.\[]+)$")


class Place(NamedTuple):
    """Where something stands, both counted from 1, columns in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text, a number, a truth value or nothing; `text` is what the author typed."""

    place: Place
    value: str | int | float | bool | None
    text: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """Values in order."""

    place: Place
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A key, where it stands, and what it holds."""

    place: Place
    key: str
    value: Node


@dataclass(frozen=True, slots=True)
class Table:
    """Keys with their values, in the order of the file; no key twice."""

    place: Place
    entries: tuple[Entry, ...]

    def get(self, key: str) -> Node | None:
        """What *key* holds, if it is there."""
        return next((e.value for e in self.entries if e.key == key), None)


Node: TypeAlias = Scalar | Sequence | Table


def plain(node: Node) -> Any:
    """*node* as dicts, lists and scalars."""
    match node:
        case Scalar(value=value):
            return value
        case Sequence(items=items):
            return [plain(item) for item in items]
        case Table(entries=entries):
            return {entry.key: plain(entry.value) for entry in entries}


def places(node: Node, path: str = "") -> Iterator[tuple[str, Place]]:
    """The path of every part of *node* with its place; a collection's is its key's."""
    yield path, node.place
    match node:
        case Sequence(items=items):
            for at, item in enumerate(items):
                yield from places(item, f"{path}[{at}]")
        case Table(entries=entries):
            for entry in entries:
                inner = join(path, entry.key)
                yield from places(entry.value, inner)
                if not isinstance(entry.value, Scalar):
                    yield inner, entry.place
        case Scalar():
            pass


def join(path: str, key: str) -> str:
    """The path of *key* under *path*."""
    return f"{path}.{key}" if path else key


class Lines:
    """Turns an offset in a text into a line and a column."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(m.end() for m in re.finditer(r"\r\n?|\n", text))]

    def place(self, offset: int) -> Place:
        """Where the character at *offset* stands."""
        line = bisect.bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)


class Unreadable(Exception):
    """The text breaks off being a document at a place; nothing after it can be read."""


@dataclass(slots=True)
class Faults:
    """What is wrong with one document, collected while it is read."""

    file: str = ""
    found: list[Diagnostic] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    """Paths whose value was refused: what hangs on them is not complained about."""
    errors_left: int = MAX_ERRORS

    def add(
        self,
        code: str,
        what: str,
        hint: str,
        *,
        path: str = "",
        place: Place | None = None,
    ) -> None:
        """Note one error at *place*, or where *path* stands."""
        self.note(Diagnostic(code=code, what=what, hint=hint, where=path), place)
        if path:
            self.broken.add(path)

    def warn(self, code: str, what: str, hint: str, *, path: str) -> None:
        """Note something that is allowed and probably not meant."""
        self.note(
            Diagnostic(
                code=code, what=what, hint=hint, where=path, severity=Severity.WARNING
            )
        )

    def note(self, diagnostic: Diagnostic, place: Place | None = None) -> None:
        """Note what somebody else found, at *place* or where its path stands.

        After a thousand errors nothing more is read: `Unreadable`.
        """
        line, column = place or self._find(diagnostic.where) or (None, None)
        self.found.append(
            replace(diagnostic, line=line, column=column, file=diagnostic.file or self.file)
        )
        self.errors_left -= diagnostic.severity is Severity.ERROR
        if not self.errors_left:
            raise Unreadable

    def stop(
        self, code: str, what: str, hint: str, place: Place | None = None
    ) -> Unreadable:
        """Note one error after which there is nothing more to read; to be raised."""
        self.add(code, what, hint, place=place)
        return Unreadable(what)

    def _find(self, path: str) -> Place | None:
        """The place of *path*, or of the nearest thing around it."""
        while path and path not in self.places:
            shorter = _STEP_BACK.sub("", path)
            path = shorter if shorter != path else ""
        return self.places.get(path)

    @property
    def errors(self) -> list[Diagnostic]:
        """What makes the document unusable."""
        return [d for d in self.found if d.severity is Severity.ERROR]

    def in_order(self) -> tuple[Diagnostic, ...]:
        """Everything found, in reading order."""
        return tuple(
            sorted(self.found, key=lambda d: (d.file, d.line or 0, d.column or 0, d.code))
        )


def decode(data: bytes, faults: Faults) -> str:
    """*data* as text without its byte order mark, or `Unreadable`."""
    if len(data) > MAX_BYTES:
        raise faults.stop(
            "R005",
            f"the file is too large: {len(data):,} bytes, at most {MAX_BYTES:,} are read",
            "is this a rubric? keep many examples in a folder of files beside it",
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        before = data[: err.start].decode("utf-8", errors="replace")
        raise faults.stop(
            "R001",
            f"the file is not UTF-8 text (byte 0x{data[err.start]:02x})",
            "save it as UTF-8",
            Lines(before).place(len(before)),
        ) from None
    if not text.strip():
        raise faults.stop(
            "R002",
            "the file is empty",
            "start from a template: adjudge rubric new",
            Place(1, 1),
        )
    return text
