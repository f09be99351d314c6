"""Without a question, the first clear claims of the assistant are the subjects."""

from __future__ import annotations

from dataclasses import replace

from .clauses import VERB
from .reading import Line, Reading
from .subject import Subject, build
from .vocabulary import POINT, PRONOUN, SHOULD, Token

_LINES = 6
_MOST = 2


def subjects_of_assistant(reading: Reading, *, firm: bool) -> tuple[Subject, ...]:
    """The propositions of the first sentences in *reading* that claim something.

    Where a user spoke, only *firm* claims are taken: those that speak in the first person
    or of what ought to be.
    """
    theses = (_thesis(line, firm=firm) for line in reading.lines[:_LINES])
    found = [thesis for thesis in theses if thesis is not None]
    return tuple(found[:_MOST])


def _thesis(line: Line, *, firm: bool) -> Subject | None:
    clause = line.clause
    words = clause.words
    if clause.neutral or clause.idea or clause.note or len(words) < 2:
        return None
    if line.words[0].roles & POINT:
        return None
    claims = (
        clause.own
        or any(w.roles & SHOULD for w in words)
        or (not firm and line.first and _praises(words))
    )
    if not claims or not any(w.roles & VERB for w in words):
        return None
    found = build(" ".join(w.text for w in words[:24]))
    if found is None or len(found.topic) < 2:
        return None
    return replace(found, asked_by_user=False)


def _praises(words: tuple[Token, ...]) -> bool:
    return not words[0].roles & PRONOUN and any(w.value for w in words)
