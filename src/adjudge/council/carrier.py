"""How one request travels: the contract that both ways of sending keep. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol
from urllib.parse import urlsplit

from adjudge.errors import PassingError

MOST_BODY: Final = 64 * 1024 * 1024
"""Bytes of an answer; a chat completion that is larger is no chat completion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """How long is waited, in seconds."""

    connect: float = 10.0
    read: float = 300.0
    """Silence: a reasoning model may think for minutes before its first byte."""
    total: float = 600.0
    """One exchange, from the first byte sent to the last one read."""

    def within(self, seconds: float) -> Timeouts:
        """The same, for an exchange that has *seconds* at most."""
        if seconds >= self.total:
            return self
        return replace(self, connect=min(self.connect, seconds), total=seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A URL to post to, taken apart once."""

    url: str
    host: str
    port: int
    tls: bool
    path: str
    authority: str
    """What the `Host` header says."""
    proxy: str = ""
    """The proxy to go through, where there is one."""

    @classmethod
    def of(cls, url: str, *, proxy: str = "") -> Target:
        """Take *url* apart."""
        parts = urlsplit(url)
        tls = parts.scheme == "https"
        return cls(
            url=url,
            host=parts.hostname or "",
            port=parts.port or (443 if tls else 80),
            tls=tls,
            path=parts.path or "/",
            authority=parts.netloc,
            proxy=proxy,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a server sent back, whole."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes


class Unanswered(PassingError):
    """No whole answer came. *sort* says how far the exchange got."""

    def __init__(
        self,
        what: str,
        *,
        sort: Literal["unreached", "timeout", "broken", "certificate"],
        hint: str = "",
    ) -> None:
        super().__init__(what, hint=hint)
        self.sort = sort
        """`unreached`: nobody was there; `timeout`; `broken`: the answer ended too soon or
        was no HTTP; `certificate`: somebody else was there, and asking again is useless."""


class Carrier(Protocol):
    """Sends one request and brings its answer."""

    async def post(
        self, target: Target, headers: Mapping[str, str], body: bytes, timeouts: Timeouts
    ) -> Answered:
        """The answer, whatever its status, or `Unanswered`; cancelling ends it at once."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...
