"""Where phrases stand in a text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from adjudge.rules.text import fold

from .node import Phrase

_LOWER_I: Final = str.maketrans({"\u0130": "i"})
_SIGMA: Final = ("\u03c2", "\u03c3")
"""The small sigma of a word's end and the other one: place, not meaning."""


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


_PLAIN: Final = frozenset("'\"- ")


@lru_cache(maxsize=1)
def _straight() -> dict[int, str]:
    return str.maketrans(folds())


@lru_cache(maxsize=256)
def _needles(phrase: Phrase) -> tuple[tuple[str, bool, bool], ...]:
    """Each phrase levelled, with whether its ends need a boundary."""
    levelled = {level(one, case=phrase.case, alike=phrase.alike) for one in phrase.any_of}
    return tuple(
        (
            one,
            phrase.whole_words and in_word(one[0]),
            phrase.whole_words and in_word(one[-1]),
        )
        for one in sorted(levelled, key=lambda one: (-len(one), one))
    )


def occurrences(phrase: Phrase, text: str) -> tuple[tuple[int, int], ...]:
    """Where the phrases stand: left to right, the longest first, none overlapping."""
    levelled = level(text, case=phrase.case, alike=phrase.alike)
    found = [
        (start, start + len(needle))
        for needle, left, right in _needles(phrase)
        for start in _starts(levelled, needle)
        if bounded(levelled, start, start + len(needle), left=left, right=right)
    ]
    return apart(found)


def apart(found: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """*found* without those that begin inside an earlier one; of two, the longer."""
    if len(found) < 2:
        return tuple(found)
    kept: list[tuple[int, int]] = []
    for start, end in sorted(found, key=lambda one: (one[0], -one[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return tuple(kept)


def _starts(text: str, needle: str) -> list[int]:
    starts: list[int] = []
    at = text.find(needle)
    while at >= 0:
        starts.append(at)
        at = text.find(needle, at + 1)
    return starts


def bounded(text: str, start: int, end: int, *, left: bool, right: bool) -> bool:
    """Whether the words at both ends of the stretch are whole."""
    if left and start > 0 and in_word(text[start - 1]):
        return False
    return not (right and end < len(text) and in_word(text[end]))


def in_word(char: str) -> bool:
    """Whether *char* is part of a word: a letter, a digit, `_` or a combining mark."""
    return char.isalnum() or char == "_" or (char > "\x7f" and _is_mark(char))


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"
