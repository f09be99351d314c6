"""Items from CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import Any, Final

from adjudge.errors import InputInvalid

from .items_block import LONGEST, Block, Fault, parsed
from .items_jsonl import pieces
from .items_packed import Readable

_JSON: Final = frozenset(
    {"conversation", "messages", "responses", "instruction_id_list", "kwargs"}
)
"""Columns whose cells are JSON; all others are texts."""

_MANY: Final = 1000


def csv_blocks(stream: Readable, *, delimiter: str = ",") -> Iterator[Block]:
    """Parse rows under a header; the cells of `_JSON` hold JSON."""
    # The limit belongs to the module, not to a reader. The default is shorter than a talk.
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST))
    lines = _Lines(stream)
    rows = csv.reader(lines, strict=True, delimiter=delimiter)
    header = _header(rows, lines)
    if isinstance(header, Fault):
        yield Block((), (), str, [header])
        return
    objects: list[Any] = []
    places: list[int] = []
    raws: list[str] = []
    faults: list[Fault] = []
    for place, row in _rows(rows, lines):
        raw = lines.taken()
        if isinstance(row, InputInvalid):
            faults.append(Fault(place, row, raw=raw))
        elif row:
            try:
                objects.append(_object(header, row))
                places.append(place)
                raws.append(raw)
            except InputInvalid as error:
                faults.append(Fault(place, error, raw=raw))
        if len(objects) + len(faults) >= _MANY:
            yield Block(objects, places, raws.__getitem__, faults)
            objects, places, raws, faults = [], [], [], []
    if lines.broken is not None:
        faults.append(Fault(lines.count, lines.broken, raw=""))
    yield Block(objects, places, raws.__getitem__, faults)


class _Lines:
    """The lines of a stream as text, keeping those that the reader has taken."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._taken: list[str] = []
        self._lines = self._all()
        self.count = 0
        self.broken: InputInvalid | None = None

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        # A byte that is no UTF-8 must not take the lines around it with it.
        line = next(self._lines).decode("utf-8", "surrogateescape")
        self._taken.append(line)
        self.count += 1
        return line

    def taken(self) -> str:
        """The lines since the last call."""
        text = "".join(self._taken).rstrip("\r\n")
        self._taken.clear()
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")

    def _all(self) -> Iterator[bytes]:
        held = b""
        for piece in pieces(self._stream):
            if isinstance(piece, InputInvalid):
                self.broken = piece
                return
            *whole, held = (held + piece).split(b"\n")
            yield from (line + b"\n" for line in whole)
        if held:
            yield held


def _header(rows: Iterator[list[str]], lines: _Lines) -> list[str] | Fault:
    try:
        header = [name.strip() for name in next(rows, [])]
    except csv.Error as error:
        unread = InputInvalid(f"the header is not CSV: {error}")
        return Fault(1, unread, raw=lines.taken())
    twice = next((name for name in header if header.count(name) > 1), None)
    raw = lines.taken()
    if not header:
        empty = InputInvalid("the file is empty", hint="the first line is a header")
        return Fault(1, empty, raw="")
    if twice is not None or "" in header:
        what = "a column has no name" if not twice else f"two columns are named {twice!r}"
        return Fault(1, InputInvalid(what, hint="give each column its own name"), raw=raw)
    return header


def _rows(
    rows: Iterator[list[str]], lines: _Lines
) -> Iterator[tuple[int, list[str] | InputInvalid]]:
    """Each row with the line that it begins in."""
    while True:
        place = lines.count + 1
        try:
            yield place, next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            fault = InputInvalid(f"not valid CSV: {error}", hint="is a quote missing?")
            yield place, fault


def _object(header: Sequence[str], row: list[str]) -> dict[str, Any]:
    if len(row) != len(header):
        raise InputInvalid(
            f"{len(row)} cells where the header has {len(header)}",
            hint="put quotes around a text with a comma or a line break in it",
        )
    try:
        "".join(row).encode()
    except UnicodeEncodeError as error:
        raise InputInvalid(
            "a cell is not valid UTF-8", hint="save the file as UTF-8"
        ) from error
    return {
        name: _cell(name, cell) if name in _JSON else cell
        for name, cell in zip(header, row, strict=True)
    }


def _cell(name: str, cell: str) -> Any:
    try:
        return parsed(cell.encode())
    except InputInvalid as error:
        raise InputInvalid(error.what, where=name, hint="the cell holds JSON") from error
