"""Through a proxy, with aiohttp: the way for those whose machine may not go straight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import aiohttp

from .carrier import MOST_BODY, Answered, Target, Timeouts, Unanswered


class Proxied:
    """Posts with aiohttp, to a proxy where the target names one."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None

    async def post(
        self, target: Target, headers: Mapping[str, str], body: bytes, timeouts: Timeouts
    ) -> Answered:
        """The answer, whatever its status, or `Unanswered`."""
        try:
            async with self._opened().post(
                target.url,
                data=body,
                headers=headers,
                allow_redirects=False,
                proxy=target.proxy or None,
                timeout=aiohttp.ClientTimeout(
                    total=timeouts.total,
                    sock_connect=timeouts.connect,
                    sock_read=timeouts.read,
                ),
            ) as response:
                whole = await _read(response)
                told = {name.lower(): value for name, value in response.headers.items()}
                return Answered(status=response.status, headers=told, body=whole)
        except (TimeoutError, aiohttp.ClientError, ValueError) as fault:
            raise _unanswered(fault, target) from None

    async def close(self) -> None:
        """End every connection."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0),
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        return self._session


async def _read(response: aiohttp.ClientResponse) -> bytes:
    whole = bytearray()
    async for piece in response.content.iter_any():
        whole += piece
        if len(whole) > MOST_BODY:
            raise Unanswered(
                f"the answer is larger than {MOST_BODY >> 20} MiB", sort="broken"
            )
    return bytes(whole)


_Sort: TypeAlias = Literal["unreached", "timeout", "broken", "certificate"]

_FAULTS: Final[tuple[tuple[type[Exception], _Sort, str, str], ...]] = (
    (
        aiohttp.ClientSSLError,
        "certificate",
        "the certificate of {place} is not trusted",
        "a company's own certificates are named in SSL_CERT_FILE",
    ),
    (aiohttp.ConnectionTimeoutError, "unreached", "no connection to {place} in time", ""),
    (aiohttp.SocketTimeoutError, "timeout", "no byte came in time", ""),
    (TimeoutError, "timeout", "the answer took too long as a whole", ""),
    (
        aiohttp.ClientProxyConnectionError,
        "unreached",
        "the proxy on the way to {place} cannot be reached",
        "see HTTPS_PROXY, HTTP_PROXY and NO_PROXY",
    ),
    (
        aiohttp.ClientHttpProxyError,
        "unreached",
        "the proxy does not let {place} through",
        "see HTTPS_PROXY, HTTP_PROXY and NO_PROXY",
    ),
    (
        aiohttp.ClientConnectorError,
        "unreached",
        "{place} cannot be reached",
        "is the server running, and is this its address?",
    ),
)
"""The first that fits, in our words: what aiohttp says itself is never quoted."""


def _unanswered(fault: Exception, target: Target) -> Unanswered:
    for kind, sort, what, hint in _FAULTS:
        if isinstance(fault, kind):
            return Unanswered(what.format(place=target.authority), sort=sort, hint=hint)
    return Unanswered(
        f"the answer ended too soon or was no HTTP ({type(fault).__name__})", sort="broken"
    )
