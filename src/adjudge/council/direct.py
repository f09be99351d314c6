"""Straight to the server over HTTP/1.1: connections that stay open, and nothing else."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias

from .carrier import Answered, Target, Timeouts, Unanswered
from .http1 import AnswerReader, broken

_STALE: Final = 45.0
"""Seconds after which an idle connection is not trusted: servers close theirs at 60."""

_Place: TypeAlias = tuple[str, int, bool]


class _Connection(asyncio.Protocol):
    """One connection, one call at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._transport: asyncio.Transport | None = None
        self._reader = AnswerReader()
        self._waiter: asyncio.Future[Answered] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._heard = self._until = self._silence = 0.0
        self._overdue = False
        self.idle_since = 0.0
        self.used = False
        """Whether it has carried a call before."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._heard = self._loop.time()
        if self._waiter is None or self._waiter.done():  # bytes that nobody asked for
            self._reader.keeps = False
            self.abort()
            return
        try:
            answered = self._reader.feed(data)
        except Unanswered as fault:
            self._fail(fault)
            return
        if answered is not None:
            self._settle(answered)

    def eof_received(self) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiter is None:
            return
        try:
            if exc is not None:
                raise broken(f"the connection was lost: {_said(exc)}")
            self._settle(self._reader.end())
        except Unanswered as fault:
            self._fail(fault)

    @property
    def alive(self) -> bool:
        """Whether another call can be sent."""
        return self._transport is not None and not self._transport.is_closing()

    @property
    def unheard(self) -> bool:
        """Whether it was kept from an earlier call and ended before a byte came."""
        return self.used and not self._reader.began

    async def exchange(self, request: bytes, timeouts: Timeouts) -> Answered:
        """Send *request* and wait for its whole answer."""
        if self._transport is None:
            raise broken("the connection ended before an answer came")
        self._reader = AnswerReader()
        self._waiter = self._loop.create_future()
        self._heard = self._loop.time()
        self._until = self._heard + timeouts.total
        self._silence = timeouts.read
        self._overdue = False
        self._watch()
        self._transport.write(request)
        try:
            return await self._waiter
        finally:
            self._waiter = None
            if not self._reader.keeps:
                self.abort()

    def abort(self) -> None:
        """End it at once."""
        if self._transport is not None:
            self._transport.abort()

    def _watch(self) -> None:
        """See to it that somebody looks at both limits in time."""
        limit = min(self._heard + self._silence, self._until)
        if self._timer is not None:
            if self._timer.when() <= limit:
                return
            self._timer.cancel()
        self._timer = self._loop.call_at(limit, self._look)

    def _look(self) -> None:
        """One timer for both limits: it is set anew where bytes have come meanwhile.

        It is left alone when a call has ended: the next one over this connection is not
        due before it, and to set a timer for each call costs more than to look in vain.
        A process that stood still, in a closed laptop, wakes up with its timers overdue
        and answers that nobody has read yet: those are looked for once more.
        """
        self._timer = None
        if self._waiter is None or self._waiter.done():
            return
        now, quiet = self._loop.time(), self._heard + self._silence
        late = now >= min(quiet, self._until)
        if late and not self._overdue:
            self._overdue = True
            self._timer = self._loop.call_later(0, self._look)
            return
        self._overdue = False
        if now >= self._until:
            self._fail(Unanswered("the answer took too long as a whole", sort="timeout"))
        elif now >= quiet:
            self._fail(Unanswered(f"no byte came for {self._silence:g} s", sort="timeout"))
        else:
            self._watch()

    def _settle(self, answered: Answered) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(answered)

    def _fail(self, fault: Unanswered) -> None:
        self._reader.keeps = False
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(fault)


class Direct:
    """Posts over connections of its own; the certificates are loaded once."""

    def __init__(self, *, context: Callable[[], ssl.SSLContext] | None = None) -> None:
        self._make_context = context or ssl.create_default_context
        self._context: ssl.SSLContext | None = None
        self._idle: dict[_Place, deque[_Connection]] = {}
        self._open: set[_Connection] = set()

    async def post(
        self, target: Target, headers: Mapping[str, str], body: bytes, timeouts: Timeouts
    ) -> Answered:
        """The answer, whatever its status, or `Unanswered`."""
        request = _request(target, headers, body)
        while True:
            connection = self._kept(target) or await self._opened(target, timeouts)
            try:
                answered = await connection.exchange(request, timeouts)
            except Unanswered as fault:
                connection.abort()
                self._open.discard(connection)
                # The server closed a kept connection as we wrote: it has read nothing.
                if fault.sort == "broken" and connection.unheard:
                    continue
                raise
            except BaseException:
                connection.abort()
                self._open.discard(connection)
                raise
            self._keep(target, connection)
            return answered

    async def close(self) -> None:
        """End every connection."""
        for connection in self._open:
            connection.abort()
        self._open.clear()
        self._idle.clear()
        await asyncio.sleep(0)  # so that the loop hears of it before it is closed

    def _kept(self, target: Target) -> _Connection | None:
        idle = self._idle.get(_place(target))
        now = asyncio.get_running_loop().time()
        while idle:
            connection = idle.pop()
            if connection.alive and now - connection.idle_since < _STALE:
                connection.used = True
                return connection
            connection.abort()
            self._open.discard(connection)
        return None

    def _keep(self, target: Target, connection: _Connection) -> None:
        if not connection.alive:
            self._open.discard(connection)
            return
        connection.idle_since = asyncio.get_running_loop().time()
        self._idle.setdefault(_place(target), deque()).append(connection)

    async def _opened(self, target: Target, timeouts: Timeouts) -> _Connection:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(timeouts.connect):
                _, connection = await loop.create_connection(
                    lambda: _Connection(loop),
                    target.host,
                    target.port,
                    ssl=self._tls() if target.tls else None,
                    server_hostname=target.host if target.tls else None,
                    happy_eyeballs_delay=0.25,
                )
        except TimeoutError:
            raise Unanswered(
                f"no connection to {target.authority} within {timeouts.connect:g} s",
                sort="unreached",
                hint="is the server running, and is this its address?",
            ) from None
        except ssl.SSLCertVerificationError as fault:
            raise Unanswered(
                f"the certificate of {target.authority} is not trusted: "
                f"{fault.verify_message}",
                sort="certificate",
                hint="a company's own certificates are named in SSL_CERT_FILE",
            ) from None
        except OSError as fault:
            raise Unanswered(
                f"{target.authority} cannot be reached: {_said(fault)}",
                sort="unreached",
                hint="is the server running, and is this its address?",
            ) from None
        self._open.add(connection)
        return connection

    def _tls(self) -> ssl.SSLContext:
        if self._context is None:
            self._context = self._make_context()
            with suppress(NotImplementedError):
                self._context.set_alpn_protocols(["http/1.1"])
        return self._context


def _place(target: Target) -> _Place:
    return (target.host, target.port, target.tls)


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [
        f"POST {target.path} HTTP/1.1",
        f"Host: {target.authority}",
        *(f"{name}: {value}" for name, value in headers.items()),
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join((*lines, "", "")).encode("latin-1") + body


def _said(fault: BaseException) -> str:
    """What an `OSError` says, without the address that asyncio adds to it."""
    if isinstance(fault, socket.gaierror):
        return "its name is not known here"
    refused = isinstance(fault, ConnectionRefusedError) or "Errno 111" in str(fault)
    if refused:  # asyncio joins the faults of several addresses into one text
        return "nobody listens there"
    if isinstance(fault, ssl.SSLError):
        return f"TLS failed ({fault.reason or 'no reason given'})"
    told = fault.strerror if isinstance(fault, OSError) else None
    return told or type(fault).__name__
