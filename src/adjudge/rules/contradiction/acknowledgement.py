"""Whether a turn says openly that the position has changed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from adjudge.rules.text import fold, sentences

from .vocabulary import phrase_at, plain_words, vocabulary

_BEFORE = 5


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """The sentence that owns up to a change."""

    turn: int
    start: int
    end: int
    text: str
    phrase: str


def acknowledgement_in(turn: int, content: str) -> Acknowledgement | None:
    """The first sentence of *content* that acknowledges a changed position."""
    for sentence in sentences(fold(content)):
        phrase = _shift(plain_words(sentence.text))
        if phrase:
            return Acknowledgement(
                turn,
                sentence.start,
                sentence.end,
                content[sentence.start : sentence.end],
                phrase,
            )
    return None


def _shift(words: list[str]) -> str:
    known = vocabulary()
    for at, word in enumerate(words):
        if word not in known.shift and word not in known.shift_words:
            continue
        alone = (word,) if word in known.shift_words else None
        phrase = phrase_at(words, at, known.shift) or alone
        if phrase and not _undone(words, at):
            return " ".join(phrase)
    return ""


def _undone(words: list[str], at: int) -> bool:
    """Whether the words just before deny or only suppose the change."""
    near = words[max(0, at - _BEFORE) : at]
    for mark in (",", ";", ":"):
        if mark in near:
            near = near[len(near) - near[::-1].index(mark) :]
    return any(word in vocabulary().unshift for word in near)


@lru_cache(maxsize=1024)
def asks_for_a_side(content: str) -> bool:
    """Whether a user asks to have a side presented, whoever holds it."""
    plain = " ".join(plain_words(fold(content[-4000:])))
    return any(request in plain for request in vocabulary().requests)
