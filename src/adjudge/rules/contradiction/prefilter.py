"""Which conversations can have a position at all: a sound test for a batch.

A conversation abstains, with `CANNOT_TELL`, unless a message of a user or of the system
matches `SUBJECT_CUES`, or a message of the assistant contains one of `thesis_cues()`, or
nobody but the assistant speaks. Both tests read the folded text (`rules.text.fold`).
"""

from __future__ import annotations

from functools import cache

from .judge import CANNOT_TELL
from .lexicon import section
from .questions import SUBJECT_CUES


@cache
def thesis_cues() -> tuple[str, ...]:
    """Literals of which an assistant's message has one if it can be a thesis.

    The first word of a phrase stands for it, so that no contraction is missed.
    """
    own = {
        phrase.split()[0] + " " + phrase.split()[1]
        for name in ("own.for", "own.against")
        for phrase in section("stance", name)
        if " " in phrase
    }
    apart = {f"i{mark}" for mark in ("'m", "'d", "'ve", "'ll")}
    should = {phrase.split()[0] for phrase in section("stance", "should")}
    return tuple(sorted(own | apart | should | {"let's"}))


__all__ = ("CANNOT_TELL", "SUBJECT_CUES", "thesis_cues")
