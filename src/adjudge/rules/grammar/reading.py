"""A text as phrases are looked for in it: without the differences that do not count.

Case, kinds of quote, dash and blank, and small sigmas are made plain one character for
one. Three more things that a reader takes for one another are not of one length: blanks,
a line's end among them, and one blank; letters with their accents in one character or in
several; an ellipsis and three full stops.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from adjudge.rules.text import fold

from .node import Phrase

ELLIPSIS: Final = "\u2026"
DOTS: Final = "..."

_LOWER_I: Final = str.maketrans({"\u0130": "i"})
_SIGMA: Final = ("\u03c2", "\u03c3")
"""The small sigma of a word's end and the other one: place, not meaning."""
_PLAIN: Final = frozenset("'\"- ")
_BREAK: Final = re.compile(r"\r\n?|\n")


def level(text: str, *, case: bool, alike: bool) -> str:
    """*text* without the differences that do not count; the same length as before."""
    if case:
        return text.translate(_straight()) if alike else text
    lowered = fold(text) if alike else text.translate(_LOWER_I).lower()
    return lowered.replace(*_SIGMA)


@lru_cache(maxsize=1)
def folds() -> dict[str, str]:
    """Every character that is read as a straight quote, a hyphen or a blank."""
    return {
        char: plain
        for char in map(chr, range(0x10000))
        if char not in _PLAIN and (plain := fold(char)) in _PLAIN
    }


@lru_cache(maxsize=1)
def _straight() -> dict[int, str]:
    return str.maketrans(folds())


@lru_cache(maxsize=1)
def tails() -> str:
    """Every character that can become one with the character before it, for a class."""
    composed = map(unicodedata.decomposition, map(chr, range(0x10000)))
    codes = {
        int(parts[1], 16)
        for one in composed
        if len(parts := one.split()) == 2 and not one.startswith("<")
    }
    jamo = range(0x1161, 0x1176), range(0x11A8, 0x11C3)
    return "".join(map(chr, sorted(codes.union(*jamo))))


@dataclass(frozen=True, slots=True)
class Reading:
    """A text made plain, and where each of its characters comes from."""

    text: str
    begins: Sequence[int] | None = None
    """In the original, by character; None: where it stands now."""
    ends: Sequence[int] | None = None

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Where `text[start:end]` stands in the original.

        None where it begins or ends inside of one of the original's characters.
        """
        begins, ends = self.begins, self.ends
        if begins is None or ends is None:
            return start, end
        if start and begins[start] == begins[start - 1]:
            return None
        if end < len(begins) and begins[end] == begins[end - 1]:
            return None
        return begins[start], ends[end - 1]


class Manner(NamedTuple):
    """What makes no difference to a phrase."""

    case: bool
    alike: bool
    wraps: bool
    """Whether a blank stands for any blanks, one line's end among them."""


def manner_of(phrase: Phrase) -> Manner:
    """How texts are read for *phrase*.

    In a phrase of blanks alone, or with line ends of its own, these are meant as they are.
    """
    wraps = phrase.alike and all(
        one.strip() and not _BREAK.search(one) for one in phrase.any_of
    )
    return Manner(phrase.case, phrase.alike, wraps)


def read(text: str, manner: Manner) -> Reading:
    """*text* as phrases are looked for in it; they are read so themselves."""
    said = level(text, case=manner.case, alike=manner.alike)
    if not manner.alike:
        return Reading(said)
    found = [
        (at.start(), at.end(), new)
        for at in _uneven(runs=manner.wraps).finditer(said)
        if (new := _even(at[0])) != at[0]
    ]
    return _with(said, found) if found else Reading(said)


def _with(said: str, found: list[tuple[int, int, str]]) -> Reading:
    """*said* with each stretch *found* in it replaced."""
    pieces: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    last = 0
    for start, end, new in [*found, (len(said), len(said), "")]:
        pieces += (said[last:start], new)
        begins += range(last, start)
        ends += range(last + 1, start + 1)
        begins += [start] * len(new)
        ends += [end] * len(new)
        last = end
    if all(end - start == len(new) == 1 for start, end, new in found):
        return Reading("".join(pieces))
    return Reading("".join(pieces), begins, ends)


@lru_cache(maxsize=2)
def _uneven(*, runs: bool) -> re.Pattern[str]:
    marks = re.escape(tails())
    blanks = r"[ \r\n]{2,}|[\r\n]|" if runs else ""
    return re.compile(f"{blanks}{ELLIPSIS}|[^{marks}][{marks}]+")


def _even(said: str) -> str:
    if said == ELLIPSIS:
        return DOTS
    if not said.strip(" \r\n"):  # a paragraph's end is no blank between two words
        return said if len(_BREAK.findall(said)) > 1 else " "
    base = said[0]
    if unicodedata.normalize("NFC", base) != base:
        return said
    return unicodedata.normalize("NFC", said)
