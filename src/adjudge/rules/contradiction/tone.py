"""What a whole turn says: whether it praises or faults, and in which words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from adjudge.rules.text import fold, sentences

from .vocabulary import INVERT, NOT, tokens

_TURNS: Final = NOT | INVERT
_DAMPED: Final = 4
"""Added to the count, so that two words make no tone."""


@dataclass(frozen=True, slots=True)
class Tone:
    """From -1, all fault, to +1, all praise; how many words do either; what is named."""

    lean: float
    counted: int
    stems: frozenset[str]

    def repeats(self, other: Tone, topic: frozenset[str]) -> float:
        """The share of the smaller turn's words that the other one has as well."""
        mine, theirs = self.stems - topic, other.stems - topic
        fewer = min(len(mine), len(theirs))
        return len(mine & theirs) / fewer if fewer else 0.0


def tone_of(content: str) -> Tone:
    """The tone of a turn, read word by word."""
    up = down = 0
    stems: set[str] = set()
    for sentence in sentences(fold(content)):
        sign = 1
        words = tokens(sentence.text)
        stems.update([word.stem for word in words if word.content])
        for word in words:
            if not (word.value or word.roles & _TURNS):
                continue
            if word.roles & NOT:
                sign = -1
            elif word.roles & INVERT:
                sign = -sign
            if word.value:
                up, down = (up + 1, down) if sign * word.value > 0 else (up, down + 1)
                sign = max(sign, 1)
    return Tone((up - down) / (up + down + _DAMPED), up + down, frozenset(stems))
