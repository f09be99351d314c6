"""One connection of the scripted server: HTTP/1.1, as far as a client of ours speaks it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, Protocol

from .behaviour import Behaviour

_HEAD_END: Final = b"\r\n\r\n"
_REASONS: Final = {status.value: status.phrase for status in HTTPStatus}


class Desk(Protocol):
    """Who decides what is answered."""

    def decide(self, path: str, headers: dict[str, str], body: bytes) -> Behaviour:
        """What to do with one call; the body of the behaviour is ready to be sent."""
        ...

    def done(self) -> None:
        """The call that was decided has been answered, or its client is gone."""
        ...


class Connection(asyncio.Protocol):
    """Reads calls one after another and answers each before the next."""

    def __init__(self, desk: Desk, opened: set[asyncio.Transport]) -> None:
        self._desk = desk
        self._opened = opened
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._later: asyncio.TimerHandle | None = None
        self._busy = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._opened.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's
        """The client is gone: nothing more is sent."""
        if self._transport is not None:
            self._opened.discard(self._transport)
        self._transport = None
        if self._later is not None:
            self._later.cancel()
        self._free()

    def data_received(self, data: bytes) -> None:
        """Gather bytes until a call is whole."""
        self._buffer += data
        if not self._busy:
            self._next()

    def _next(self) -> None:
        end = self._buffer.find(_HEAD_END)
        if end < 0:
            return
        first, *lines = bytes(self._buffer[:end]).decode("latin-1").split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        length = int(headers.get("content-length") or 0)
        start = end + len(_HEAD_END)
        if len(self._buffer) < start + length:
            return
        body = bytes(self._buffer[start : start + length])
        del self._buffer[: start + length]
        self._busy = True
        behaviour = self._desk.decide(first.split(" ")[1], headers, body)
        if behaviour.latency > 0:
            self._wait(behaviour.latency, lambda: self._send(behaviour))
        else:
            self._send(behaviour)

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        self._later = asyncio.get_running_loop().call_later(seconds, then)

    def _send(self, behaviour: Behaviour) -> None:
        if self._transport is None:
            return
        if behaviour.ends == "mute":
            self._transport.close()
            return
        head, body = _head(behaviour), _framed(behaviour)
        if behaviour.ends == "cut":
            self._transport.write(head + body[: len(body) // 2])
            self._transport.close()
        elif behaviour.drip > 0:
            self._transport.write(head)
            self._drip(body, behaviour)
        else:
            self._transport.write(head + body)
            self._finish(behaviour)

    def _drip(self, body: bytes, behaviour: Behaviour) -> None:
        if self._transport is None:
            return
        self._transport.write(body[:1])
        if len(body) > 1:
            self._wait(behaviour.drip, lambda: self._drip(body[1:], behaviour))
        else:
            self._finish(behaviour)

    def _finish(self, behaviour: Behaviour) -> None:
        self._free()
        if self._transport is None:
            return
        if behaviour.keeps:
            self._next()
        else:
            self._transport.close()

    def _free(self) -> None:
        if self._busy:
            self._busy = False
            self._desk.done()


def _head(behaviour: Behaviour) -> bytes:
    reason = _REASONS.get(behaviour.status, "Unknown")
    lines = [
        f"HTTP/1.1 {behaviour.status} {reason}",
        f"Content-Type: {behaviour.content_type}",
        "Transfer-Encoding: chunked"
        if behaviour.chunked
        else f"Content-Length: {len(behaviour.body)}",
        *(f"{name}: {value}" for name, value in behaviour.headers.items()),
    ]
    if not behaviour.keeps:
        lines.append("Connection: close")
    return "\r\n".join((*lines, "", "")).encode("latin-1")


def _framed(behaviour: Behaviour) -> bytes:
    """The body as it goes over the wire: in chunks of 16 bytes where that is wanted."""
    if not behaviour.chunked:
        return behaviour.body
    pieces = [behaviour.body[at : at + 16] for at in range(0, len(behaviour.body), 16)]
    framed = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    return framed + b"0\r\n\r\n"
