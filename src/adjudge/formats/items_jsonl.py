"""Items from JSON Lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import orjson

from adjudge.errors import InputInvalid

from .items_block import LONGEST, READ, Block, Fault, parsed, shown, too_long
from .items_packed import BrokenOff, Readable

_MARK: Final = b"\xef\xbb\xbf"


def jsonl_blocks(stream: Readable) -> Iterator[Block]:
    """Parse *stream* some megabytes at a time; a blank line is nothing."""
    line = 1
    for stretch in _whole_lines(stream):
        if isinstance(stretch, Broken):
            fault = stretch.fault(line)
            yield Block((), (), str, [fault])
            line = fault.place + 1
            continue
        lines = stretch.split(b"\n")
        yield _block(lines, line)
        line += len(lines)


def _block(lines: list[bytes], first: int) -> Block:
    try:
        objects = [orjson.loads(line) for line in lines]
    except orjson.JSONDecodeError:
        return _one_by_one(lines, first)
    return Block(objects, range(first, first + len(lines)), partial(_raw, lines))


def _raw(lines: list[bytes], at: int) -> str:
    return shown(lines[at].rstrip(b"\r"))


def _one_by_one(lines: list[bytes], first: int) -> Block:
    """Parse *lines* where at least one of them is blank or broken."""
    objects: list[Any] = []
    places: list[int] = []
    kept: list[bytes] = []
    faults: list[Fault] = []
    for place, line in enumerate(lines, first):
        if line.isspace() or not line:
            continue
        try:
            objects.append(parsed(line))
            places.append(place)
            kept.append(line)
        except InputInvalid as error:
            faults.append(Fault(place, error, raw=_raw([line], 0)))
    return Block(objects, places, partial(_raw, kept), faults)


@dataclass(frozen=True, slots=True)
class Broken:
    """The bytes of a line that has no end, and why; None: it is too long."""

    text: bytes
    why: InputInvalid | None = None

    def fault(self, line: int) -> Fault:
        """The fault that this is at *line*."""
        if self.why is None:
            return too_long(line, self.text)
        return Fault(line, self.why, raw=shown(self.text))


def _whole_lines(stream: Readable) -> Iterator[bytes | Broken]:
    """Stretches of *stream* that end where a line ends, without that line's end."""
    held: list[bytes] = []
    length = 0
    for piece in pieces(stream):
        if isinstance(piece, InputInvalid):
            yield Broken(b"".join(held), piece)
            return
        cut = piece.rfind(b"\n")
        if cut < 0:
            held.append(piece)
            length += len(piece)
            if length > LONGEST:
                yield Broken(held[0])
                rest = _to_line_end(stream)
                held, length = [rest], len(rest)
            continue
        held.append(piece[:cut])
        yield b"".join(held)
        held, length = [piece[cut + 1 :]], len(piece) - cut - 1
    if length:
        yield b"".join(held)


def _to_line_end(stream: Readable) -> bytes:
    """Pass over the rest of a line; what was read of the next one."""
    while piece := stream.read(READ):
        _, end, rest = piece.partition(b"\n")
        if end:
            return rest
    return b""


def pieces(stream: Readable) -> Iterator[bytes | InputInvalid]:
    """The bytes of *stream*, without a byte order mark; at last what broke off."""
    first = True
    while True:
        try:
            piece = stream.read(READ)
        except BrokenOff as error:
            yield InputInvalid(
                f"the packed file breaks off or is damaged here: {error}",
                hint="what comes after cannot be read; get the file anew",
            )
            return
        if not piece:
            return
        yield piece.removeprefix(_MARK) if first else piece
        first = False
