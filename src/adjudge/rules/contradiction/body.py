"""What the sentences of a whole turn add up to: mostly for a yes, or mostly for a no.

The thesis may be a courtesy; the grounds are what a turn is made of. Each sentence, list
items too, counts one for yes or one for no by what its main clause does: it praises or
faults the thing, or what is proposed for it. What is granted, attributed or asked counts
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.rules.text import sentences

from .clauses import Clause, clause_of, roles_of, segments
from .predicate import verb_of
from .reach import better_with, doing_without, thing_of
from .reading import without_asides
from .subject import Subject
from .valuation import valuation_of
from .vocabulary import INVERT, NOT, Token, tokens

_DAMPED: Final = 3
"""Added to the count, so that two sentences make no drift."""


@dataclass(frozen=True, slots=True)
class Body:
    """From -1, all for no, to +1, all for yes; how many sentences are for either."""

    lean: float
    counted: int


def body_of(content: str, subject: Subject) -> Body:
    """What the sentences of *content* say of *subject*, together."""
    up = down = 0
    for sentence in sentences(without_asides(content)):
        if sentence.text.endswith("?"):
            continue
        for side in _sides(tuple(tokens(sentence.text)), subject):
            up, down = (up + 1, down) if side > 0 else (up, down + 1)
    lean = (up - down) / (up + down + _DAMPED)
    return Body(lean, up + down)


def _sides(words: tuple[Token, ...], subject: Subject) -> Iterator[int]:
    """+1 for yes or -1 for no, for every clause of a sentence that says either."""
    for part in segments(words) if words else ():
        clause = clause_of(part) if part else None
        if clause and clause.words and not clause.neutral:
            side = side_of(clause, subject)
            if side:
                yield side


def side_of(clause: Clause, subject: Subject) -> int:
    """+1 where *clause* speaks for a yes, -1 for a no, 0 for neither."""
    words = clause.words
    verb = verb_of(words) or 0
    before, after = words[:verb], _plain(words[verb:], subject)
    value = _valued(before, after, subject)
    if not value:
        return 0
    sign = 1 if _proposed(before, subject) else subject.sign
    return value * sign * clause.sign * _turned(before, after, subject)


def _plain(words: Sequence[Token], subject: Subject) -> Sequence[Token]:
    """*words*, of which those that name the subject neither praise nor fault."""
    if not any(w.value and w.stem in subject.topic for w in words):
        return words
    topic = subject.topic - subject.key
    return [w._replace(value=0) if w.stem in topic else w for w in words]


def _valued(before: Sequence[Token], after: Sequence[Token], subject: Subject) -> int:
    found = valuation_of(before, after)
    faulty = any(w.value < 0 and not w.act and w.stem not in subject.topic for w in before)
    if faulty:
        turned = roles_of(after[:5]) & (INVERT | NOT)
        return 1 if turned else -1
    return int(found or 0)


def _proposed(before: Sequence[Token], subject: Subject) -> bool:
    """Whether what is proposed is spoken of, and not the thing that it is done to."""
    return subject.doing and any(
        w.stem in subject.key or w.act == subject.sign for w in thing_of(before)
    )


def _turned(before: Sequence[Token], after: Sequence[Token], subject: Subject) -> int:
    """-1 where the clause speaks of the rival, or of doing without the thing."""
    stems = (better_with(after) if subject.right else None) or {w.stem for w in before}
    rival = stems & subject.right and not stems & subject.left
    return -1 if bool(rival) != doing_without(before, subject) else 1


__all__ = ("Body", "body_of")
