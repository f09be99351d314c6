"""Where phrases stand in a text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from .node import Phrase
from .reading import manner_of, read


def needles_of(phrase: Phrase) -> set[str]:
    """The texts of *phrase* as they are looked for."""
    manner = manner_of(phrase)
    return {read(one, manner).text for one in phrase.any_of}


@lru_cache(maxsize=256)
def _needles(phrase: Phrase) -> tuple[tuple[str, bool, bool], ...]:
    """Each phrase as it is looked for, with whether its ends need a boundary."""
    return tuple(
        (
            one,
            phrase.whole_words and in_word(one[0]),
            phrase.whole_words and in_word(one[-1]),
        )
        for one in sorted(needles_of(phrase), key=lambda one: (-len(one), one))
    )


def occurrences(phrase: Phrase, text: str) -> tuple[tuple[int, int], ...]:
    """Where the phrases stand: left to right, the longest first, none overlapping."""
    reading = read(text, manner_of(phrase))
    said = reading.text
    found = [
        place
        for needle, left, right in _needles(phrase)
        for start in _starts(said, needle)
        if bounded(said, start, start + len(needle), left=left, right=right)
        and (place := reading.place(start, start + len(needle))) is not None
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
