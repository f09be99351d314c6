"""Text as the phrase rules read it: the same length as the original, so spans hold."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_ALIKE: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4\u0060\uff07", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys(
            "\u00a0\u2000\u2001\u2002\u2003\u2007\u2009\u200a\u202f\u3000\t", " "
        ),
        "\u0130": "i",  # its lower case has two characters, and spans would shift
    }
)
"""Characters that a reader takes for one another, each for one character."""

_BREAK: Final = re.compile(r"[.!?]+[\"')\]*_]*(?=\s|$)|\n+")
_SHORTENED: Final = (
    "e.g", "i.e", "etc", "vs", "cf", "mr", "mrs", "ms", "dr", "prof", "st", "fig", "inc",
    "ltd", "approx",
)  # fmt: skip
_ABBREVIATION: Final = re.compile(rf"\b(?:{'|'.join(map(re.escape, _SHORTENED))}|[a-z])\.$")
_WORDS_SHORTENED: Final = frozenset((*_SHORTENED, *"abcdefghijklmnopqrstuvwxyz"))
_NEAR: Final = 8
"""Characters before a full stop in which an abbreviation has room."""
_LISTED: Final = re.compile(r"[\s*_#]*\d+\.")
_NUMBER: Final = re.compile(r"no\. \d")
"""`No. 5` is a number; `No.` with anything else behind it is an answer."""


class Sentence(NamedTuple):
    """One sentence, heading or list item: `text` is `folded[start:end]`."""

    start: int
    end: int
    text: str


def fold(text: str) -> str:
    """*text* in lower case with quotes, dashes and blanks made plain; same length."""
    return text.translate(_ALIKE).lower()


def sentences(folded: str) -> tuple[Sentence, ...]:
    """The sentences of a folded text, in order, without the blanks around them."""
    found: list[Sentence] = []
    start = 0
    for stop in _BREAK.finditer(folded):
        end = stop.end()
        if stop[0] == "." and _goes_on(folded, start, end):
            continue
        _add(found, folded, start, end)
        start = end
    _add(found, folded, start, len(folded))
    return tuple(found)


def _goes_on(folded: str, start: int, end: int) -> bool:
    """Whether the full stop before *end* ends no sentence: `e.g.`, `No. 5`, `1.`."""
    word = folded[max(start, end - _NEAR) : end - 1].rpartition(" ")[2]
    if word.isalpha():  # most are, and need no pattern
        number = word == "no" and _NUMBER.match(folded, end - 3) is not None
        return number or word in _WORDS_SHORTENED
    return (
        _ABBREVIATION.search(folded, max(start, end - _NEAR), end) is not None
        or _LISTED.fullmatch(folded, start, end) is not None
        or _NUMBER.match(folded, end - 3) is not None
    )


def _add(found: list[Sentence], folded: str, start: int, end: int) -> None:
    piece = folded[start:end]
    text = piece.strip()
    if text:
        begin = start + len(piece) - len(piece.lstrip())
        found.append(Sentence(begin, begin + len(text), text))
