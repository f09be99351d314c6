"""How much of something is in a text, and where."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, assert_never

from .capitals import capital_words
from .engine import matches, spans
from .node import Letter, Measure, Named, NamedCount, Phrase, Pieces, Regex, Sum
from .phrase import occurrences
from .sentence import sentence_spans
from .trace import MOST_SPANS

Places = tuple[tuple[int, int], ...]

PATTERNS: Final[dict[NamedCount, str]] = {
    "words": r"[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*",
    "bullets": r"(?m)^[ \t]*[*+\-•‣◦–][ \t]+\S[^\r\n]*",
    "numbered_items": r"(?m)^[ \t]*\d{1,3}[.)][ \t]+\S[^\r\n]*",
    "headings": r"(?m)^[ ]{0,3}#{1,6}[ \t]+\S[^\r\n]*",
    "placeholders": r"\[.*?\]",
    "commas": ",",
}
"""Counts that one pattern says: the number of its matches."""

SHOWN: Final[frozenset[NamedCount]] = frozenset(
    (
        "bullets",
        "numbered_items",
        "headings",
        "placeholders",
        "titles",
        "highlights",
        "commas",
    )
)
"""Counts whose every instance is evidence; sentences or words would be the whole text."""

_BLANK_LINE: Final = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)*\n")


def count(measure: Measure, text: str) -> int | None:  # noqa: PLR0911  one return a measure
    """How many; None where no number is right (a blank piece that is refused)."""
    match measure:
        case Named(what="characters"):
            return len(text)
        case Named(what=what) if what in PATTERNS:
            return matches(PATTERNS[what], text)
        case Named(what=what):
            return len(_NAMED[what](text))
        case Phrase():
            return len(occurrences(measure, text))
        case Regex(pattern=pattern):
            return matches(pattern, text)
        case Letter(letter=letter):
            return matches(letter_pattern(letter), text)
        case Pieces(separator=separator, blank=blank):
            return _pieces(text, separator, refuse=blank == "refuse")
        case Sum(parts=parts):
            counts = [count(part, text) for part in parts]
            known = [one for one in counts if one is not None]
            return sum(known) if len(known) == len(counts) else None
        case _ as never:
            assert_never(never)


def places(measure: Measure, text: str) -> Places:
    """Where the counted things stand; nothing where that would be the whole text.

    Of what a pattern finds, only as many as are ever shown.
    """
    match measure:
        case Named(what=what) if what in PATTERNS and what in SHOWN:
            return spans(PATTERNS[what], text, most=MOST_SPANS)
        case Named(what=what) if what in SHOWN:
            return _NAMED[what](text)
        case Phrase():
            return occurrences(measure, text)
        case Regex(pattern=pattern):
            return spans(pattern, text, most=MOST_SPANS)
        case Sum(parts=parts):
            return tuple(sorted({place for part in parts for place in places(part, text)}))
        case Named() | Letter() | Pieces():
            return ()
        case _ as never:
            assert_never(never)


def letter_pattern(letter: str) -> str:
    """*letter* in either case."""
    both = {letter.lower(), letter.upper(), letter}
    both |= {"k": {"\u212a"}, "i": {"\u0130"}}.get(letter.lower(), set())
    return "|".join(re.escape(one) for one in sorted(both))


def pieces(text: str, separator: str) -> Places:
    """The pieces between separators, blank ones included."""
    found: list[tuple[int, int]] = []
    start = 0
    for piece in text.split(separator):
        found.append((start, start + len(piece)))
        start += len(piece) + len(separator)
    return tuple(found)


def _pieces(text: str, separator: str, *, refuse: bool) -> int | None:
    filled = [bool(piece.strip()) for piece in text.split(separator)]
    if refuse and not all(filled[1:-1]):
        return None
    return sum(filled)


def paragraph_spans(text: str) -> Places:
    """Blocks of text between blank lines, without the blanks around them."""
    found: list[tuple[int, int]] = []
    start = 0
    for gap in (*_BLANK_LINE.finditer(text), None):
        end = gap.start() if gap else len(text)
        _add(found, text, start, end)
        start = gap.end() if gap else end
    return tuple(found)


def line_spans(text: str) -> Places:
    """Lines that are not blank, without the blanks around them."""
    found: list[tuple[int, int]] = []
    for start, end in pieces(text, "\n"):
        _add(found, text, start, end)
    return tuple(found)


def _add(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    body = piece.strip()
    if body:
        begin = start + len(piece) - len(piece.lstrip())
        found.append((begin, begin + len(body)))


@dataclass(frozen=True, slots=True)
class Enclosed:
    """What stands between two marks and is not blank."""

    mark: str
    """Stands in every text that has one of these."""
    patterns: tuple[str, ...]
    bare: Callable[[str], str]
    """What is between the marks."""

    def of(self, text: str, found: Iterable[Places]) -> Places:
        """Those of the places *found* by each pattern in *text* that are not blank."""
        return tuple(
            (start, end)
            for places in found
            for start, end in places
            if self.bare(text[start:end]).strip()
        )


ENCLOSED: Final[dict[NamedCount, Enclosed]] = {
    "titles": Enclosed("<<", (r"<<[^\n]+>>",), lambda title: title.lstrip("<").rstrip(">")),
    "highlights": Enclosed(
        "*",
        (r"\*[^\n*]*\*", r"\*\*[^\n*]*\*\*"),
        lambda highlight: highlight.strip("*"),
    ),
}


def _enclosed(what: NamedCount) -> Callable[[str], Places]:
    kind = ENCLOSED[what]
    return lambda text: kind.of(text, (spans(one, text) for one in kind.patterns))


_NAMED: Final[dict[NamedCount, Callable[[str], Places]]] = {
    "sentences": sentence_spans,
    "paragraphs": paragraph_spans,
    "lines": line_spans,
    "titles": _enclosed("titles"),
    "highlights": _enclosed("highlights"),
    "capital_words": capital_words,
}
