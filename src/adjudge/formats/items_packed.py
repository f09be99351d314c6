"""Packed files, read in parts; what came before a break is not lost with it."""

from __future__ import annotations

import zlib
from importlib import import_module
from typing import BinaryIO, Final, Protocol

from adjudge.errors import ExtraMissing

_TAKEN: Final = 1 << 16


class Readable(Protocol):
    """The one thing that a reader of items asks of a file."""

    def read(self, size: int, /) -> bytes:
        """At most *size* bytes; none at the end."""


class BrokenOff(Exception):  # read as a finding, and never shown
    """The packed bytes end too early, or are damaged."""


class StandardInput:
    """Bytes from a pipe, gathered in steps between which a signal can be heard."""

    def __init__(self, stream: BinaryIO) -> None:
        # A buffered reader gathers them in C, where Ctrl-C waits until the pipe has more.
        self._raw = getattr(stream, "raw", stream)

    def read(self, size: int, /) -> bytes:
        """*size* bytes, or what is left of them."""
        pieces: list[bytes] = []
        while size > 0 and (piece := self._raw.read(size)):
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)


class Gzip:
    """The contents of a gzip file, of several members if it has them."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self._member = zlib.decompressobj(wbits=31)
        self._begun = False

    def read(self, size: int, /) -> bytes:
        """At most *size* bytes; raises only when there is nothing more to give."""
        while True:
            if self._member.eof:
                rest = self._member.unused_data or self._raw.read(_TAKEN)
                rest = rest.lstrip(b"\0")  # tapes are padded with them
                if not rest:
                    return b""
                self._member = zlib.decompressobj(wbits=31)
            else:
                rest = self._member.unconsumed_tail or self._raw.read(_TAKEN)
                if not rest and self._begun:
                    raise BrokenOff("it ends in the middle")
                if not rest:
                    return b""
            self._begun = True
            try:
                piece = self._member.decompress(rest, size)
            except zlib.error as error:
                raise BrokenOff(str(error)) from error
            if piece:
                return piece


class Zstandard:
    """The contents of a Zstandard file; pyarrow unpacks them."""

    def __init__(self, raw: BinaryIO) -> None:
        try:
            pyarrow = import_module("pyarrow")
        except ImportError as error:
            raise ExtraMissing(
                "reading .zst needs pyarrow",
                hint="pip install 'adjudge[arrow]', or unpack the file",
            ) from error
        self._stream = pyarrow.CompressedInputStream(pyarrow.PythonFile(raw), "zstd")

    def read(self, size: int, /) -> bytes:
        """At most *size* bytes."""
        try:
            piece: bytes = self._stream.read(size)
        except OSError as error:
            raise BrokenOff(str(error)) from error
        return piece
