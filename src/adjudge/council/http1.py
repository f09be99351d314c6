"""The bytes of an HTTP/1.1 answer, read as they come. No I/O here."""

from __future__ import annotations

import re
import zlib
from typing import Final

from .carrier import MOST_BODY, Answered, Unanswered

_MOST_HEAD: Final = 64 * 1024
_MOST_LINE: Final = 256
"""Bytes that tell a chunk's length, extensions included."""


def broken(what: str) -> Unanswered:
    """The answer is not what HTTP promises."""
    return Unanswered(what, sort="broken")


class AnswerReader:
    """Fed with bytes until an answer is whole, then asked for it."""

    __slots__ = ("_body", "_buffer", "_chunked", "_headers", "_left", "_status", "keeps")

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._status = 0
        self._headers: dict[str, str] = {}
        self._body = bytearray()
        self._chunked = False
        self._left: int | None = None
        """Bytes of the body or chunk to come; None until the connection ends."""
        self.keeps = True
        """Whether the connection can carry another call."""

    @property
    def began(self) -> bool:
        """Whether a byte has come."""
        return bool(self._status or self._buffer)

    def feed(self, data: bytes) -> Answered | None:
        """Take *data* in; the answer when it is whole, `Unanswered` if it cannot be."""
        self._buffer += data
        if not self._status and not self._head():
            return None
        whole = self._chunks() if self._chunked else self._plain()
        if len(self._body) > MOST_BODY:
            raise broken(f"the answer is larger than {MOST_BODY >> 20} MiB")
        return self._answer() if whole else None

    def end(self) -> Answered:
        """The connection has ended: the answer, if that is how its end is told."""
        if self._status and not self._chunked and self._left is None:
            return self._answer()
        if not self.began:
            raise broken("the connection ended before an answer came")
        raise broken("the connection ended in the middle of the answer")

    def _answer(self) -> Answered:
        if self._buffer:  # nothing was asked yet: whose bytes are these?
            self.keeps = False
        body = _unpacked(bytes(self._body), self._headers.get("content-encoding", ""))
        return Answered(status=self._status, headers=self._headers, body=body)

    def _head(self) -> bool:
        while True:
            end = self._buffer.find(b"\r\n\r\n")
            if end > _MOST_HEAD or (end < 0 and len(self._buffer) > _MOST_HEAD):
                raise broken("the head of the answer has no end")
            if end < 0:
                if not b"HTTP/1.".startswith(self._buffer[:7]):
                    raise broken("the answer is not HTTP/1.1: is this the right port?")
                return False
            first, *lines = bytes(self._buffer[:end]).decode("latin-1").split("\r\n")
            del self._buffer[: end + 4]
            status = _status(first)
            if status >= 200:
                break
        self._status = status
        self._headers = _headers(lines)
        self._frame(old="HTTP/1.0" in first)
        return True

    def _frame(self, *, old: bool) -> None:
        """How the end of the body will be known."""
        coding = self._headers.get("transfer-encoding", "").lower()
        length = self._headers.get("content-length")
        said = self._headers.get("connection", "").lower()
        self.keeps = "close" not in said and (not old or "keep-alive" in said)
        if self._status in (204, 304):
            self._left = 0
        elif coding:
            if coding != "chunked":
                raise broken(f"the answer is in the transfer coding {coding[:40]!r}")
            self._chunked = True
        elif length is not None:
            if not length.isdecimal() or not length.isascii() or len(length) > 15:
                raise broken(f"the answer tells its length as {length[:40]!r}")
            self._left = int(length)
            if self._left > MOST_BODY:
                raise broken(f"the answer is larger than {MOST_BODY >> 20} MiB")
        else:
            self.keeps = False

    def _plain(self) -> bool:
        if self._left is None:
            self._body += self._buffer
            self._buffer.clear()
            return False
        if len(self._buffer) < self._left:
            return False
        self._body = self._buffer[: self._left]
        del self._buffer[: self._left]
        return True

    def _chunks(self) -> bool:
        """Take whole chunks off the buffer; True after the last one and its trailer."""
        while True:
            end = self._buffer.find(b"\r\n")
            if end > _MOST_LINE or (end < 0 and len(self._buffer) > _MOST_LINE):
                raise broken("the length of a chunk has no end")
            if end < 0:
                return False
            size = _chunk_size(bytes(self._buffer[:end]))
            if size == 0:
                return self._trailer(end)
            if len(self._buffer) < end + 2 + size + 2:
                return False
            self._body += self._buffer[end + 2 : end + 2 + size]
            del self._buffer[: end + 2 + size + 2]
            if len(self._body) > MOST_BODY:
                return False

    def _trailer(self, end: int) -> bool:
        if self._buffer[end : end + 4] == b"\r\n\r\n":
            del self._buffer[: end + 4]
            return True
        stop = self._buffer.find(b"\r\n\r\n", end)
        if stop > _MOST_HEAD or (stop < 0 and len(self._buffer) > _MOST_HEAD):
            raise broken("what follows the last chunk has no end")
        if stop < 0:
            return False
        del self._buffer[: stop + 4]
        return True


def _status(line: str) -> int:
    version, _, rest = line.partition(" ")
    code = rest[:3]
    if not version.startswith("HTTP/1.") or not (code.isdecimal() and code.isascii()):
        raise broken("the answer is not HTTP/1.1: is this the right port?")
    return int(code)


def _headers(lines: list[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        low, value = name.strip().lower(), value.strip()
        if low == "content-length" and headers.get(low, value) != value:
            raise broken("the answer tells two lengths")
        headers[low] = value
    return headers


def _chunk_size(line: bytes) -> int:
    told = line.partition(b";")[0].strip()
    if not re.fullmatch(rb"[0-9A-Fa-f]{1,12}", told):
        raise broken("the length of a chunk is not a number")
    size = int(told, 16)
    if size > MOST_BODY:
        raise broken(f"the answer is larger than {MOST_BODY >> 20} MiB")
    return size


def _unpacked(body: bytes, coding: str) -> bytes:
    """*body* as it was meant; nobody asked for it to be packed, yet some servers do."""
    low = coding.strip().lower()
    if low in ("", "identity"):
        return body
    if low not in ("gzip", "x-gzip", "deflate"):
        raise broken(f"the answer is packed as {low[:40]!r}")
    unpacking = zlib.decompressobj(wbits=47 if "gzip" in low else 15)
    try:
        whole = unpacking.decompress(body, MOST_BODY)
    except zlib.error:
        raise broken("the answer is packed, and cannot be unpacked") from None
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise broken("the answer is packed, and ends too soon or never")
    return whole
