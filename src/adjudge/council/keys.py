"""The keys of endpoints: looked up by name, sent in one header, shown nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, NoReturn, TypeAlias

from adjudge.errors import ExtraMissing, OperatorError, SettingsInvalid

from .endpoints import LOCAL_LINE
from .seat import Endpoint

Lookup: TypeAlias = Callable[[str], str | None]

MASK: Final = "***"

_LIKE_A_KEY: Final = re.compile(r"\b(?:sk|gsk|xai|key|hf|fw|csk|AIza)[-_][\w*-]{8,}")
"""Endpoints repeat a wrong key in part, stars in its middle."""

_SECRET: Final = 8
"""A shorter one, `EMPTY` or `none`, is a word that a local server wants to hear."""

_SENDABLE: Final = re.compile(r"[\x21-\x7e]+")


class Keys:
    """The keys at hand. Its `repr` shows names alone, and nothing hands out the rest."""

    __slots__ = ("_held", "_lookup")

    def __init__(
        self,
        environ: Mapping[str, str] = MappingProxyType({}),
        lookup: Lookup | None = None,
    ) -> None:
        self._held: dict[str, str] = {}
        self._lookup: Lookup = lambda name: (
            environ.get(name) or (lookup(name) if lookup is not None else None)
        )

    def __repr__(self) -> str:
        return f"Keys({', '.join(sorted(self._held))})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("keys are not copied, pickled or written down")

    def require(self, endpoints: Iterable[Endpoint]) -> None:
        """Look up what *endpoints* need, or raise `OperatorError` with what is missing."""
        needed = {e.key_name: e for e in endpoints if e.key_name is not None}
        missing = [name for name in needed if not self._find(name)]
        if missing:
            names = " and ".join(missing)
            export = "; ".join(f"export {name}=..." for name in missing)
            served = ", ".join(sorted({needed[name].name for name in missing}))
            raise OperatorError(
                f"no key for {served}: set {names}",
                where="keys",
                hint=f"{export}\n        without any key, on a local server: {LOCAL_LINE}",
            )

    def header(self, endpoint: Endpoint) -> str:
        """What the `Authorization` header says; blank where no key is needed or known."""
        if endpoint.key_name is None:
            return ""
        key = self._find(endpoint.key_name)
        return f"Bearer {key}" if key else ""

    def scrub(self, text: str) -> str:
        """*text* without any of the keys, and without what looks like a part of one."""
        return _LIKE_A_KEY.sub(MASK, self.scrub_exactly(text))

    def scrub_exactly(self, text: str) -> str:
        """*text* without any of the keys: what a model wrote is not touched otherwise."""
        for key in self._held.values():
            if len(key) >= _SECRET and key in text:
                text = text.replace(key, MASK)
        return text

    def _find(self, name: str) -> str:
        if name not in self._held:
            key = (self._lookup(name) or "").strip()
            if not key:
                return ""
            if not _SENDABLE.fullmatch(key):
                raise SettingsInvalid(
                    "the key has a blank or a character in it that no key has",
                    where=name,
                    hint="set it again: it was perhaps copied with a line break",
                )
            self._held[name] = key
        return self._held[name]


def from_keyring(service: str = "adjudge") -> Lookup:
    """Look keys up in the system's keyring: `keyring set adjudge OPENAI_API_KEY`."""
    try:
        import keyring  # noqa: PLC0415 - an extra
        from keyring.errors import KeyringError  # noqa: PLC0415
    except ImportError as error:
        raise ExtraMissing(
            "the system's keyring needs an extra",
            where="keyring",
            hint="pip install 'adjudge[keyring]'",
        ) from error

    def lookup(name: str) -> str | None:
        try:
            return keyring.get_password(service, name)
        except KeyringError as error:
            raise OperatorError(
                f"the system's keyring cannot be read: {type(error).__name__}",
                where=name,
                hint=f"unlock it, or export {name}=...",
            ) from None

    return lookup
