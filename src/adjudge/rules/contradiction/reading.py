"""One assistant turn, taken apart: which of its sentences may carry a position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.rules.text import Sentence, fold, sentences

from .clauses import Clause, clause_of, roles_of, segments
from .subject import Subject
from .vocabulary import (
    BALANCE,
    BUT,
    HENCE,
    KEEP,
    NO,
    NOT,
    OPPOSE,
    OWN,
    POINT,
    PRONOUN,
    YES,
    Token,
    tokens,
)

OPENING: Final = 1.5
CLOSING: Final = 1.2
ELSEWHERE: Final = 0.4

_OPENS: Final = 2
_HEAD: Final = 4
_TAIL: Final = 4
_ITEM: Final = re.compile(r"\s*(?:\d+[.)]|[-*\u2022+]\s|\|)")
_LABEL: Final = re.compile(
    r"\s*[*_#]*\s*(?:answer|conclusion|summary|in conclusion|final answer|response|position"
    r"|verdict)\b[*_ ]*:?[*_ ]*$"
)
_ASIDES: Final = (
    ('"', re.compile(r'"[^"\n]{25,400}"')),
    ("(", re.compile(r"\([^()\n]{1,200}\)")),
    (";", re.compile(r";(?! )[^;.!?\n]{3,120};(?! )")),
)
"""What stands beside the claim. A dash is folded to a semicolon, one character for one."""
_CAPITALS: Final = re.compile(r"\b[A-Z]{2,6}s?\b")
_MARK: Final = re.compile(r"\b(?:i|my|we|overall|ultimately|therefore|thus|hence|in)\b")


class Line:
    """A sentence that may carry a position."""

    __slots__ = (
        "_clause",
        "early",
        "first",
        "late",
        "opens",
        "roles",
        "sentence",
        "stems",
        "weight",
        "words",
    )

    # spelled out: a frozen dataclass takes five times as long to make, and most of what
    # a batch costs is making lines
    def __init__(  # noqa: PLR0913
        self,
        words: tuple[Token, ...],
        sentence: Sentence,
        weight: float,
        *,
        first: bool,
        opens: bool,
        early: bool,
        late: bool,
    ) -> None:
        self.words = words
        self.sentence = sentence
        self.weight = weight
        self.first = first
        self.opens = opens
        """Whether it is one of the first two sentences that say anything."""
        self.early = early
        self.late = late
        self.roles = roles_of(words)
        self.stems = {w.stem for w in words}
        self._clause: Clause | None = None

    @property
    def clause(self) -> Clause:
        """The sentence taken apart, when it is first asked for."""
        if self._clause is None:
            self._clause = clause_of(self.words)
        return self._clause

    def speaks_of(self, subject: Subject) -> bool:
        """Whether anything can be claimed of *subject* here: it is named or pointed at."""
        return bool(
            self.roles & PRONOUN
            or self.words[0].roles & NOT
            or not self.stems.isdisjoint(subject.topic)
            or not self.stems.isdisjoint(subject.right)
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """One assistant turn, read once for every subject."""

    turn: int
    content: str
    lines: tuple[Line, ...]
    keeps: bool
    balanced: bool


def read(turn: int, content: str) -> Reading:
    """The sentences of *content* that may carry a position."""
    folded = without_asides(content)
    lines = tuple(_lines(folded))
    return Reading(
        turn,
        content,
        lines,
        keeps=any(line.roles & KEEP for line in lines),
        balanced=any(_balances(line) for line in lines[:3]),
    )


def capitals_in(content: str) -> frozenset[str]:
    """The words of *content* in capitals, as short names are written."""
    return frozenset(found.lower() for found in _CAPITALS.findall(content))


def _balances(line: Line) -> bool:
    """Whether it is the answer that depends, and not some wage "on the weather"."""
    return any(
        word.roles & BALANCE and (at < _SOON or word.text != "depends on the")
        for at, word in enumerate(line.words)
    )


_SOON: Final = 3


def without_asides(content: str) -> str:
    """*content* folded, with quotations, brackets and dashed asides blanked."""
    folded = fold(content.replace("\u2014", ";"))
    for mark, pattern in _ASIDES:
        if mark in folded:
            folded = pattern.sub(_blanked, folded)
    return folded


def _blanked(aside: re.Match[str]) -> str:
    """As many blanks; after a dashed aside the clause that went before is over."""
    return ("," if aside[0][0] == ";" else " ") + " " * (len(aside[0]) - 1)


def _lines(folded: str) -> Iterator[Line]:
    found = sentences(folded)
    last = len(found) - 1
    opened = 0
    for at, sentence in enumerate(found):
        text = sentence.text
        item = _is_item(folded, sentence)
        early = opened < _HEAD and not item
        late = at > last - _TAIL and not item
        if len(text) < 3 or (text[-1] not in ".!?" and _LABEL.fullmatch(text)):
            continue
        if not (early or late or (not item and _MARK.match(text))):
            continue
        if text.endswith("?") or len(text) > 1200:
            continue
        words = tuple(tokens(text))
        if not words:  # a rule, a row of stars or an emoji: nothing is said
            continue
        first, opens = opened == 0, opened < _OPENS
        if early and not _courtesy(words):
            opened += 1
        whole = _weight(words, early, late)
        for part in filter(None, segments(words)):
            weight = whole if part is words else max(whole, _weight(part, early, late))
            yield Line(
                part,
                sentence,
                weight,
                first=first,
                opens=opens,
                early=early,
                late=late,
            )
            first = False


def _is_item(folded: str, sentence: Sentence) -> bool:
    start = folded.rfind("\n", 0, sentence.start) + 1
    return _ITEM.match(folded, start) is not None and not folded.startswith("**", start)


def _courtesy(words: Sequence[Token]) -> bool:
    if roles_of(words[:4]) & (YES | NO):
        return False
    opening = " ".join(w.text for w in words[:3])
    return len(words) < 4 or (len(words) < 14 and opening.startswith(_POLITE))


_POLITE: Final = (
    "here is",
    "here are",
    "let me",
    "let us",
    "thank you",
    "thanks",
    "i appreciate",
    "i understand",
    "i hear",
    "i respect",
    "i see your",
    "i would be happy",
    "in response",
)
"""Nothing is said yet in a short sentence that opens so."""


def _weight(words: Sequence[Token], early: bool, late: bool) -> float:
    if roles_of(words[:4]) & HENCE:
        return CLOSING
    if roles_of(words[:12]) & (OWN | OPPOSE | KEEP):
        return OPENING if early else CLOSING
    aside = not (early or late) or (bool(words) and words[0].roles & POINT)
    return ELSEWHERE / 2 if aside else ELSEWHERE


def comes_back(reading: Reading) -> bool:
    """Whether the turn comes back to something of its own, or ends with a "but"."""
    lines = reading.lines
    return turning_of(lines) > 0 or bool(lines and lines[-1].words[0].roles & BUT)


def turning_of(lines: Sequence[Line]) -> int:
    """Where a turn that opened with a courtesy comes to its own: "that said, I believe".

    What went before was granted, unless the speaker's own mark is on it.
    """
    if not lines or not lines[0].clause.neutral:
        return 0
    return next((at for at, line in enumerate(lines) if at and _comes_back(line)), 0)


def _comes_back(line: Line) -> bool:
    near = line.words[:_COMES_BACK]
    return bool(near[0].roles & BUT and roles_of(near) & (OWN | OPPOSE | KEEP))


_COMES_BACK: Final = 5
"""Words within which a "but" must be followed by the speaker's own mark."""
