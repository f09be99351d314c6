"""A scripted server that speaks OpenAI-compatible chat completions on real sockets."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections import deque
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from .behaviour import Behaviour, error
from .connection import Connection
from .request import Request, masked
from .script import Scripted, script_of

_PATH: Final = "/v1/chat/completions"


class ScriptedServer:
    """A model that says what its script says, for a `with` block.

    It listens on a free port of 127.0.0.1, in a thread of its own, so that tests may be
    written without `async`. With *key* every other key is refused; the last *keep*
    requests are kept; with *certificate*, a PEM file with its private key, it speaks TLS
    as `localhost`.
    """

    def __init__(
        self,
        script: Scripted,
        *,
        key: str = "",
        keep: int = 10_000,
        certificate: Path | None = None,
    ) -> None:
        self._script = script_of(script)
        self._key = key
        self._certificate = certificate
        self._requests: deque[Request] = deque(maxlen=keep)
        self._count = 0
        self._in_flight = 0
        self._most_in_flight = 0
        self._connections = 0
        self._opened: set[asyncio.Transport] = set()
        self._arrived = threading.Condition()
        self._faults: list[Exception] = []
        self._port = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._loop is not None
        assert self._stop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        if self._faults and raised is None:
            raise self._faults[0]

    @property
    def url(self) -> str:
        """The base URL, for `--base-url`."""
        if self._certificate is not None:
            return f"https://localhost:{self._port}/v1"
        return f"http://127.0.0.1:{self._port}/v1"

    @property
    def count(self) -> int:
        """How many calls have come."""
        return self._count

    @property
    def requests(self) -> tuple[Request, ...]:
        """The calls that came, in order of arrival: the last *keep* of them."""
        return tuple(self._requests)

    @property
    def in_flight(self) -> int:
        """How many calls are being answered now."""
        return self._in_flight

    @property
    def most_in_flight(self) -> int:
        """How many calls were being answered at once, at most."""
        return self._most_in_flight

    @property
    def connections(self) -> int:
        """How many connections have been made."""
        return self._connections

    def wait_for(self, count: int, *, seconds: float = 10.0) -> None:
        """Wait until *count* calls have come, or raise `TimeoutError`."""
        with self._arrived:
            if not self._arrived.wait_for(lambda: self._count >= count, seconds):
                raise TimeoutError(f"{self._count} of {count} calls came in {seconds:g} s")

    def hang_up(self) -> None:
        """Close every connection that is open now, as a server does with idle ones."""
        assert self._loop is not None
        closed = threading.Event()
        self._loop.call_soon_threadsafe(self._hang_up, closed)
        closed.wait()

    def decide(self, path: str, headers: dict[str, str], body: bytes) -> Behaviour:
        """What to do with one call."""
        request = Request(
            number=self._count, path=path, headers=masked(headers), body=_json(body)
        )
        self._requests.append(request)
        self._in_flight += 1
        self._most_in_flight = max(self._most_in_flight, self._in_flight)
        with self._arrived:
            self._count += 1
            self._arrived.notify_all()
        if self._key and headers.get("authorization") != f"Bearer {self._key}":
            return error(401, "Incorrect API key provided", code="invalid_api_key")
        if path != _PATH:
            return error(404, f"Unknown request URL: POST {path}")
        try:
            behaviour = self._script(request)
        except Exception as fault:  # noqa: BLE001 - shown where the test can see it
            self._faults.append(fault)
            return error(500, "The script of this server raised an exception")
        return replace(behaviour, body=behaviour.for_model(request.model))

    def done(self) -> None:
        """A call has been answered, or its client is gone."""
        self._in_flight -= 1

    def _run(self) -> None:
        asyncio.run(self._serve())

    def _tls(self) -> ssl.SSLContext | None:
        if self._certificate is None:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self._certificate)
        return context

    def _connected(self) -> Connection:
        self._connections += 1
        return Connection(self, self._opened)

    def _hang_up(self, closed: threading.Event) -> None:
        for transport in tuple(self._opened):
            transport.close()
        closed.set()

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await self._loop.create_server(
            self._connected, "127.0.0.1", 0, backlog=1024, ssl=self._tls()
        )
        self._port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        for listening in server.sockets:
            self._loop.remove_reader(listening.fileno())
        for _ in range(3):  # a connection may be on its way from the socket to us:
            await asyncio.sleep(0)  # asyncio forgets it when the server is closed first
        server.close()
        for transport in tuple(self._opened):
            transport.abort()
        await asyncio.sleep(0)
        await server.wait_closed()


def _json(body: bytes) -> dict[str, Any]:
    import orjson  # noqa: PLC0415 - only when it serves

    try:
        sent = orjson.loads(body)
    except orjson.JSONDecodeError:
        return {}
    return sent if isinstance(sent, dict) else {}
