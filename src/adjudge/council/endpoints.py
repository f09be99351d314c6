"""Where models are reached, and how a user names a model.

`openai/gpt-4o`, `openai:gpt-4o` and `openrouter/openai/gpt-4o` name a known endpoint;
with a base URL a name belongs to that server as it stands, slashes and all, unless it
says `openai:` in so many words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from adjudge.errors import UsageInvalid

from .family import family_of
from .seat import Endpoint, Seat

_HOSTED: Final = (
    ("openai", "https://api.openai.com/v1", "OPENAI_API_KEY"),
    ("openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    ("anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
    (
        "google",
        "https://generativelanguage.googleapis.com/v1beta/openai",
        "GEMINI_API_KEY",
    ),
    ("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
    ("mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
    ("together", "https://api.together.xyz/v1", "TOGETHER_API_KEY"),
    ("deepseek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
    ("xai", "https://api.x.ai/v1", "XAI_API_KEY"),
    ("fireworks", "https://api.fireworks.ai/inference/v1", "FIREWORKS_API_KEY"),
    ("cerebras", "https://api.cerebras.ai/v1", "CEREBRAS_API_KEY"),
    ("deepinfra", "https://api.deepinfra.com/v1/openai", "DEEPINFRA_API_KEY"),
    ("huggingface", "https://router.huggingface.co/v1", "HF_TOKEN"),
)

_ON_THIS_MACHINE: Final = (
    ("ollama", "http://localhost:11434/v1"),
    ("vllm", "http://localhost:8000/v1"),
    ("llamacpp", "http://localhost:8080/v1"),
    ("lmstudio", "http://localhost:1234/v1"),
)

_OTHER_NAMES: Final = {
    "gemini": "google",
    "claude": "anthropic",
    "llama.cpp": "llamacpp",
    "llama-cpp": "llamacpp",
    "local": "llamacpp",
    "hf": "huggingface",
}

PRESETS: Final[Mapping[str, Endpoint]] = {
    **{name: Endpoint(name=name, base_url=url, key_name=key) for name, url, key in _HOSTED},
    **{name: Endpoint(name=name, base_url=url) for name, url in _ON_THIS_MACHINE},
}
"""Endpoints that need no more than their name."""

LOCAL_LINE: Final = (
    "--base-url http://localhost:11434/v1 --models NAME (or --reviewers NAME)"
)
"""How a council does without any key: a server on this machine."""

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_KEY_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Directory:
    """The endpoints that a council may use, and how its models are looked up."""

    named: Mapping[str, Endpoint] = field(default_factory=lambda: dict(PRESETS))
    own: frozenset[str] = frozenset()
    """Names that the user gave; they win over a base URL."""
    base: Endpoint | None = None
    """Where a model without an endpoint is asked."""

    @classmethod
    def of(cls, *, base_url: str = "", endpoints: Iterable[str] = ()) -> Directory:
        """From `--base-url URL[,KEY_NAME]` and `--endpoint NAME=URL[,KEY_NAME]`."""
        own: dict[str, Endpoint] = {}
        for text in endpoints:
            endpoint = read_endpoint(text)
            if endpoint.name in own:
                raise UsageInvalid(
                    f"the endpoint {endpoint.name!r} is given twice",
                    where="--endpoint",
                    hint="give each endpoint a name of its own",
                )
            own[endpoint.name] = endpoint
        return cls(
            named={**PRESETS, **own},
            own=frozenset(own),
            base=read_base_url(base_url) if base_url else None,
        )

    def seat(self, text: str, parameters: Mapping[str, Any] | None = None) -> Seat:
        """The seat that *text* names, as a user writes it."""
        name = text.strip()
        endpoint, model = self._split(name)
        if not model:
            raise UsageInvalid(
                f"{text!r} names no model", where="--models", hint=_HOW_TO_NAME
            )
        return Seat(
            endpoint=endpoint,
            model=model,
            family=family_of(endpoint.name, model),
            name=name,
            parameters=dict(parameters or {}),
        )

    def seats(
        self,
        texts: Iterable[str],
        parameters: Mapping[str, Any] | None = None,
        *,
        where: str = "--models",
    ) -> tuple[Seat, ...]:
        """A seat for each name; the same model twice is refused, by the option *where*."""
        made: dict[tuple[str, str], Seat] = {}
        for text in texts:
            seat = self.seat(text, parameters)
            key = (seat.endpoint.base_url, seat.model)
            if key in made:
                raise UsageInvalid(
                    f"{made[key].name!r} and {seat.name!r} are the same model",
                    where=where,
                    hint="name each model once: a model that judges twice counts twice",
                )
            made[key] = seat
        return tuple(made.values())

    def _split(self, name: str) -> tuple[Endpoint, str]:
        """*name* as an endpoint and the model that it knows."""
        cut = re.match(r"([^/:]+)([/:])(.*)", name)
        if cut is not None:
            endpoint = self._named(cut[1])
            spoken = cut[2] == ":" or self.base is None or cut[1] in self.own
            if endpoint is not None and spoken:
                return endpoint, cut[3].strip()
        if self.base is not None:
            return self.base, name
        raise self._homeless(name, cut[1] if cut else "")

    def _named(self, name: str) -> Endpoint | None:
        low = name.lower()
        return self.named.get(name) or self.named.get(_OTHER_NAMES.get(low, low))

    def _homeless(self, name: str, prefix: str) -> UsageInvalid:
        if not prefix:
            return UsageInvalid(
                f"{name!r} does not say where the model is",
                where="--models",
                hint=_HOW_TO_NAME,
            )
        near = get_close_matches(prefix.lower(), [*self.named, *_OTHER_NAMES], n=1)
        meant = f"did you mean {near[0]}? " if near else ""
        return UsageInvalid(
            f"there is no endpoint {prefix!r}, in {name!r}",
            where="--models",
            hint=f"{meant}known: {', '.join(sorted(self.named))}; "
            "another one is given with --endpoint NAME=URL",
        )


_HOW_TO_NAME: Final = (
    "write openai/gpt-4o or openrouter/openai/gpt-4o, "
    f"or use a server of your own: {LOCAL_LINE}"
)


def read_endpoint(text: str) -> Endpoint:
    """An endpoint from `NAME=URL` or `NAME=URL,KEY_NAME`."""
    name, equals, rest = text.strip().partition("=")
    if not equals or not _NAME.fullmatch(name):
        raise UsageInvalid(
            "an endpoint is written NAME=URL or NAME=URL,KEY_NAME",
            where="--endpoint",
            hint="--endpoint lab=http://gpu7:8000/v1,LAB_KEY, then --models lab/NAME",
        )
    url, key_name = _url_and_key(rest, where="--endpoint")
    return Endpoint(name=name, base_url=url, key_name=key_name)


def read_base_url(text: str) -> Endpoint:
    """The endpoint at `URL` or `URL,KEY_NAME`; a provider keeps its name and key."""
    url, key_name = _url_and_key(text, where="--base-url")
    for preset in PRESETS.values():
        named = preset.key_name is not None and key_name in (None, preset.key_name)
        if named and preset.base_url == url:
            return preset
    return Endpoint(name=urlsplit(url).netloc, base_url=url, key_name=key_name)


def _url_and_key(text: str, *, where: str) -> tuple[str, str | None]:
    url, comma, key_name = text.strip().partition(",")
    if comma and not _KEY_NAME.fullmatch(key_name.strip()):
        raise UsageInvalid(
            "after the comma stands the name of the variable that holds the key",
            where=where,
            hint="never the key itself: export LAB_KEY=..., then URL,LAB_KEY",
        )
    return plain_url(url.strip(), where=where), key_name.strip() or None


def plain_url(url: str, *, where: str) -> str:
    """*url* as it is stored: without a slash at its end, and never with a secret in it."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        usable = usable and parts.port != 0 and re.fullmatch(r"[!-~]+", url) is not None
    except ValueError:
        parts, usable = SplitResult("", "", "", "", ""), False
    if parts.username or parts.password or parts.query or parts.fragment:
        raise UsageInvalid(
            "a base URL has no user, password, query or fragment: it is written to files",
            where=where,
            hint="put the key in a variable and name it: URL,KEY_NAME",
        )
    if not usable:
        raise UsageInvalid(
            f"{url!r} is not the URL of a server",
            where=where,
            hint="such as http://localhost:8000/v1",
        )
    return url.rstrip("/").removesuffix("/chat/completions").rstrip("/")
