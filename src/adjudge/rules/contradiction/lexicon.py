"""The phrase lists of `lexicons/*.toml`, as they lie on disk."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

NAMES: Final = ("stance", "valuation", "shift", "subject", "screen")
"""The lexicons that the rule reads; its fingerprint covers them all."""


@cache
def lexicon(name: str) -> Mapping[str, Any]:
    """The lexicon file *name*, as it lies on disk."""
    return tomllib.loads(_bytes(name).decode())


def _bytes(name: str) -> bytes:
    return files("adjudge.rules").joinpath(f"lexicons/{name}.toml").read_bytes()


def fingerprint_of(version: str) -> str:
    """A short hash of *version* and of every lexicon the rule reads."""
    digest = sha256(version.encode())
    for name in NAMES:
        digest.update(_bytes(name))
    return digest.hexdigest()[:12]


def section(lexicon_name: str, path: str) -> Mapping[str, str]:
    """The entries of one section, phrase to example."""
    found: Any = lexicon(lexicon_name)
    for part in path.split("."):
        found = found[part]
    entries: Mapping[str, str] = found["entries"]
    return entries


def inflections(word: str) -> Iterator[str]:
    """The dictionary form and what English makes of it, rightly or not."""
    yield word
    yield word + "s"
    yield word + "ly"
    stem = word.removesuffix("e")
    yield from (stem + "es", stem + "ed", stem + "ing")
    if word.endswith("y"):
        yield from (word[:-1] + end for end in ("ies", "ied", "ily", "ier", "iest"))
    if word.endswith("le"):
        yield word[:-1] + "y"
    if word.endswith("ic"):
        yield word + "ally"
    if len(word) < 8:
        yield from (stem + "er", stem + "est")
    if len(word) < 7 and word[-1] not in "aeiouwy":
        yield from (word + word[-1] + "ed", word + word[-1] + "ing")
