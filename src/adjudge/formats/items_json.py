"""Items from a JSON file: one object, or an array of them, read element by element."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from adjudge.errors import InputInvalid

from .items_block import LONGEST, READ, Block, Fault, parsed, shown, too_long
from .items_jsonl import pieces
from .items_packed import Readable

_TOKEN: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+("?)|[][{},]', re.DOTALL)
"""What decides where an element ends: a text, whole or broken off, or a sign."""


def json_blocks(stream: Readable) -> Iterator[Block]:
    """Parse the elements of the array in *stream* without ever holding all of it."""
    objects: list[Any] = []
    places: list[int] = []
    raws: list[bytes] = []
    faults: list[Fault] = []
    length = 0
    for element in _Elements(stream):
        if isinstance(element, Fault):
            faults.append(element)
            continue
        place, text = element
        try:
            objects.append(parsed(text))
            places.append(place)
            raws.append(text)
        except InputInvalid as error:
            faults.append(Fault(place, _lines_or(error, text), raw=shown(text)))
        length += len(text)
        if length > READ:
            yield Block(objects, places, partial(_raw, raws), faults)
            objects, places, raws, faults, length = [], [], [], [], 0
    yield Block(objects, places, partial(_raw, raws), faults)


def _lines_or(error: InputInvalid, text: bytes) -> InputInvalid:
    """*error*, or what the file rather is: its first line is an object by itself."""
    first, _, rest = text.partition(b"\n")
    try:
        whole = isinstance(parsed(first), dict) and bool(rest.strip())
    except InputInvalid:
        whole = False
    if not whole:
        return error
    return InputInvalid(
        "one object is followed by another",
        hint="one object a line is JSON Lines: name it .jsonl, or say --from jsonl; "
        "in a list, put commas between them",
    )


def _raw(raws: list[bytes], at: int) -> str:
    return shown(raws[at])


class _Elements:
    """The elements of an array as they stand in the file, each with its line."""

    def __init__(self, stream: Readable) -> None:
        self._pieces = pieces(stream)
        self._held = b""
        self._line = 1
        self._counted = 0
        """Up to where in `_held` line breaks have been counted."""
        self._broken: InputInvalid | None = None

    def __iter__(self) -> Iterator[tuple[int, bytes] | Fault]:
        while not (self._held.lstrip() or not self._more()):
            pass
        self._drop(len(self._held) - len(self._held.lstrip()))
        if not self._held and self._broken is None:
            return
        if not self._held.startswith(b"["):
            yield from self._single()
            return
        self._drop(1)
        yield from self._array()

    def _more(self) -> bool:
        piece = next(self._pieces, b"")
        if isinstance(piece, InputInvalid):
            self._broken = piece
            return False
        self._held += piece
        return bool(piece)

    def _drop(self, count: int) -> None:
        self._line += self._held.count(b"\n", self._counted, count)
        self._counted = max(self._counted - count, 0)
        self._held = self._held[count:]

    def _single(self) -> Iterator[tuple[int, bytes] | Fault]:
        while len(self._held) <= LONGEST and self._more():
            pass
        if self._broken is not None:
            yield Fault(self._line, self._broken, raw=shown(self._held))
        elif len(self._held) > LONGEST:
            yield too_long(self._line, self._held)
        else:
            yield self._line, self._held

    def _array(self) -> Iterator[tuple[int, bytes] | Fault]:
        """Elements up to the bracket that closes the array."""
        depth = at = start = 0
        count = 0
        while True:
            token = _TOKEN.search(self._held, at)
            if token is None or (token[0][:1] == b'"' and not token[1]):
                at = token.start() if token else len(self._held)
                if len(self._held) - start > LONGEST:
                    yield too_long(self._line, self._held[start:])
                    return
                self._drop(start)
                at, start = at - start, 0
                if not self._more():
                    yield self._unclosed()
                    return
                continue
            at, sign = token.end(), token[0]
            if sign in (b"{", b"["):
                depth += 1
            elif depth and sign in (b"}", b"]"):
                depth -= 1
            elif depth == 0 and sign in (b",", b"]"):
                text = self._held[start : at - 1]
                if text.strip() or count or sign == b",":
                    yield self._element(start, text)
                count += 1
                start = at
                if sign != b",":
                    break
        self._drop(start)
        yield from self._after()

    def _element(self, start: int, text: bytes) -> tuple[int, bytes]:
        blank = len(text) - len(text.lstrip())
        self._line += self._held.count(b"\n", self._counted, start + blank)
        self._counted = start + blank
        return self._line, text.strip()

    def _after(self) -> Iterator[Fault]:
        while not self._held.strip() and self._more():
            pass
        self._drop(len(self._held) - len(self._held.lstrip()))
        if self._broken is not None or self._held:
            error = self._broken or InputInvalid(
                "there is more after the end of the array",
                hint="a JSON file holds one array of items; one item a line is .jsonl",
            )
            yield Fault(self._line, error, raw=shown(self._held[:READ]))

    def _unclosed(self) -> Fault:
        error = self._broken or InputInvalid(
            "the file ends inside the array", hint="is it whole? it should end in ]"
        )
        return Fault(self._line, error, raw=shown(self._held))
