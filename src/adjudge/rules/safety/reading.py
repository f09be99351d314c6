"""A response as the gate reads it: words in segments, clauses and sentences."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adjudge.rules.text import fold, sentences

from .lexicon import spots_of

_STAR_BULLET: Final = re.compile(r"(?m)^([ \t>]*)[*+\u2022\u25cf\u25aa](?=[ \t])")
_DROP: Final = re.compile("[*~\u0060\u200b\u200c\u200d\u2060\ufeff\u00ad]+")
"""Emphasis and invisible characters, wherever they stand; `_` ends a word by itself."""
_PLAIN: Final = str.maketrans({"\u2014": ";", "\r": "\n", "\u2028": "\n", "\u0085": "\n"})
_ITEM: Final = re.compile(
    r"[ \t>]*(?:[-\u2022]|\(?\d{1,3}[.):]|\(?[a-z][.)]|step \d+\W)\s*"
)
_HEADING: Final = re.compile(r"[ \t>]*#{1,6}\s")
_CLAUSE: Final = re.compile(r'[:;"()?!\n]|[.]\s|\s-+\s|-{2,}')
_NEW_CLAUSE: Final = frozenset(
    {"but", "however", "nevertheless", "nonetheless", "hypothetically", "though"}
)
_LONGEST: Final = 200
"""Words in a line at most: what excuses an act is looked for in all of its line."""
_SHORT: Final = 12
"""A line of so few words without a full stop is a heading."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words `start` to `end` (exclusive) of a reading."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Clause:
    """What stands between colons, quotes, brackets or a *but*, in parts between commas."""

    start: int
    end: int
    segments: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, a heading or a list item."""

    start: int
    end: int
    clauses: tuple[Clause, ...]
    item: bool
    title: bool
    """A heading, or a line that introduces a list."""
    lead: Phrase | None
    """For a list item: the line that introduces the list."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of a text and how they hang together."""

    words: tuple[str, ...]
    lines: tuple[Line, ...]
    spots: tuple[re.Match[str], ...]
    """Where each word stands in the text without emphasis."""
    origin: Origin
    """From there to the original text."""

    def quotation(self, line: Line, phrase: Phrase) -> int:
        """How many words the quotation around *phrase* has in *line*; 0 for none."""
        text = self.spots[phrase.start].string
        first = self.spots[line.start].start()
        begin = max(0, first - 1)
        opened = text.count('"', begin, self.spots[phrase.start].start())
        if opened % 2 == 0:
            return 0
        opens = text.rfind('"', begin, self.spots[phrase.start].start())
        closes = text.find('"', opens + 1, self.spots[line.end - 1].end() + 2)
        end = len(text) if closes < 0 else closes
        return sum(opens < spot.start() < end for spot in self.spots[line.start : line.end])

    def place(self, phrase: Phrase) -> tuple[int, int]:
        """Where *phrase* starts and ends in the original text."""
        last = self.spots[phrase.end - 1]
        start = self.origin(self.spots[phrase.start].start())
        return start, self.origin(last.end() - 1) + 1


def read(text: str) -> Reading:
    """Read *text*: case, quotes, blanks and emphasis make no difference."""
    bare, origin = _undress(text)
    spots = list(spots_of(bare))
    words = tuple(spot[0] for spot in spots)
    starts = [spot.start() for spot in spots]
    lines: list[Line] = []
    lead: Phrase | None = None
    first = 0
    for sentence in sentences(bare):
        last = first
        while last < len(starts) and starts[last] < sentence.end:
            last += 1
        if last == first:
            continue
        opens = (
            bare[bare.rfind("\n", 0, sentence.start) + 1 : sentence.start].strip(" \t>#-")
            == ""
        )
        head = bare[bare.rfind("\n", 0, sentence.start) + 1 : sentence.start + 12]
        item = _ITEM.match(head) is not None if opens else _inside_item(lines)
        title = opens and _is_title(bare, sentence.end, head, last - first)
        clauses = tuple(_clauses(bare, spots, words, first, last))
        phrase = Phrase(first, last)
        lines += _lines(clauses, item=item, title=title, lead=lead if item else None)
        if opens and not item:
            lead = phrase if title else None
        elif not item and sentence.text.endswith(":"):
            lead = phrase
        first = last
    return Reading(words, tuple(lines), tuple(spots), origin)


def _lines(
    clauses: tuple[Clause, ...], *, item: bool, title: bool, lead: Phrase | None
) -> Iterator[Line]:
    """The sentence as one line, or cut up where it is longer than anybody writes."""
    first = 0
    for at, clause in enumerate(clauses, 1):
        if at == len(clauses) or clauses[at].end - clauses[first].start > _LONGEST:
            part = clauses[first:at]
            yield Line(part[0].start, clause.end, part, item, title, lead)
            first = at


def _inside_item(lines: list[Line]) -> bool:
    return bool(lines) and lines[-1].item


def _is_title(bare: str, end: int, head: str, count: int) -> bool:
    if bare[end - 1] == ":" or _HEADING.match(head):
        return True
    ends_line = end >= len(bare) or bare[end] == "\n"
    return ends_line and count <= _SHORT and bare[end - 1] not in ".!?,;"


def _undress(text: str) -> tuple[str, Origin]:
    """*text* folded and without emphasis, and the way back to the original places."""
    marked = _STAR_BULLET.sub(lambda m: m[1] + "-", text).translate(_PLAIN)
    kept: list[str] = []
    bare: list[int] = []
    shift: list[int] = []
    at = length = 0
    for gone in _DROP.finditer(marked):
        if gone.start() > at:
            bare.append(length)
            shift.append(at - length)
            kept.append(marked[at : gone.start()])
            length += gone.start() - at
        at = gone.end()
    bare.append(length)
    shift.append(at - length)
    kept.append(marked[at:])
    return fold("".join(kept)), Origin(bare, shift)


def bare_text(text: str) -> str:
    """*text* as its words are read: folded, and without emphasis."""
    return fold(_DROP.sub("", _STAR_BULLET.sub(r"\1-", text).translate(_PLAIN)))


class Origin:
    """From a place in the bare text to its place in the original."""

    __slots__ = ("_bare", "_shift")

    def __init__(self, bare: list[int], shift: list[int]) -> None:
        self._bare = bare
        self._shift = shift

    def __call__(self, place: int) -> int:
        """The place in the original of the character at *place*."""
        return place + self._shift[bisect_right(self._bare, place) - 1]


def _clauses(
    bare: str, spots: list[re.Match[str]], words: tuple[str, ...], first: int, last: int
) -> Iterator[Clause]:
    start = segment = first
    segments: list[Phrase] = []
    for at in range(first + 1, last + 1):
        between = bare[spots[at - 1].end() : spots[at].start()] if at < last else "\n"
        new_clause = (
            at == last
            or at - start >= _LONGEST // 2
            or _CLAUSE.search(between)
            or words[at] in _NEW_CLAUSE
        )
        if new_clause or "," in between:
            segments.append(Phrase(segment, at))
            segment = at
        if new_clause:
            yield Clause(start, at, tuple(segments))
            start, segments = at, []
