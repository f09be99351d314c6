"""Which proxy leads to a URL, from variables that somebody else has read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit
from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined]

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def proxy_for(url: str, environ: Mapping[str, str]) -> str:
    """The proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name for *url*, or blank.

    This machine is never asked for through a proxy.
    """
    parts = urlsplit(url)
    if parts.hostname in _LOOPBACK:
        return ""
    proxy = _read(environ, f"{parts.scheme}_proxy") or _read(environ, "all_proxy")
    if not proxy:
        return ""
    bypass = {"no": _read(environ, "no_proxy")}
    if proxy_bypass_environment(parts.netloc, bypass):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def _read(environ: Mapping[str, str], name: str) -> str:
    return environ.get(name) or environ.get(name.upper()) or ""
