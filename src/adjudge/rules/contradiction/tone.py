"""Whether a whole turn praises or faults: the drift that a reversal leaves behind."""

from __future__ import annotations

from typing import Final

from adjudge.rules.text import fold, sentences

from .vocabulary import INVERT, NOT, tokens

_DAMPED: Final = 4
"""Added to the count, so that two words make no tone."""


def tone_of(content: str) -> tuple[float, int]:
    """From -1, all fault, to +1, all praise; and how many words do either."""
    up = down = 0
    for sentence in sentences(fold(content)):
        sign = 1
        for word in tokens(sentence.text):
            if word.roles & NOT:
                sign = -1
            elif word.roles & INVERT:
                sign = -sign
            if word.value:
                up, down = (up + 1, down) if sign * word.value > 0 else (up, down + 1)
                sign = max(sign, 1)
    return (up - down) / (up + down + _DAMPED), up + down
