"""The position that one turn takes on a subject, with the words that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, Literal

from adjudge.rules.text import Sentence

from .claims import claim_of
from .clauses import goes_on
from .reading import CLOSING, OPENING, Line, Reading, turning_of
from .subject import Subject
from .vocabulary import BUT, COMMA, HENCE, NO, POINT, STOP, YES, Token

Side = Literal["yes", "no", "unclear"]

KEYED: Final = 0.75
"""What affirming or denying the very thing that was asked counts beside the thesis."""
LAST: Final = 0.7
"""What the last sentence counts, whatever it opens with."""
ANSWERED: Final = 2.0
CLEAR: Final = 1.0
TORN: Final = 0.7
"""What a claim counts in a turn that opens by seeing both sides."""
TAKEN_BACK: Final = 0.4
"""What a sentence counts when the next one opens with "but"."""
BESIDE_PLAIN: Final = 0.5
"""What speaks against a plain "I believe that P" counts beside it."""
MIXED: Final = 0.5
"""A position is clear when at most this share of what is said speaks against it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where one turn stands on one subject."""

    turn: int
    side: Side
    weight: float = 0.0
    start: int = 0
    end: int = 0
    text: str = ""
    keeps: bool = False


def position_of(
    reading: Reading,
    subject: Subject,
    *,
    answers: bool,
    fresh: frozenset[str] = frozenset(),
) -> Position:
    """Where *reading* stands; *answers* when a bare yes or no speaks to the subject.

    Lines that speak of what is *fresh*, a case that the last question brought in, are
    passed over.
    """
    shown: list[tuple[float, Sentence]] = []
    opened = False
    plain: set[int] = set()
    turning = turning_of(reading.lines)
    for at, (line, following) in enumerate(zip_longest(reading.lines, reading.lines[1:])):
        if not line.stems.isdisjoint(fresh):
            opened = opened or line.early
            continue
        claim = claim_of(line.clause, subject) if line.speaks_of(subject) else None
        if answers and line.first and (answer := plain_answer(line.words)):
            shown.append((answer * ANSWERED, line.sentence))
            opened = True
            continue
        if claim is None and not opened and not line.stems.isdisjoint(subject.topic):
            opened = line.clause.neutral
        if claim is not None and claim.weight:
            leads = line.early and not opened and not line.words[0].roles & POINT
            leads = leads and (line.opens or claim.keyed or line.clause.own)
            place = OPENING if leads else line.weight
            granted = at < turning or (opened and _taken_back(line, following))
            if granted and not line.clause.own:
                place *= TAKEN_BACK
            opened = True
            if claim.keyed and (line.early or line.late):
                place = max(place, KEYED)
            if following is None:
                place = max(place, LAST)
            shown.append((claim.weight * place, line.sentence))
            if claim.keyed and line.clause.own and line.weight >= CLOSING:
                plain.add(1 if claim.weight > 0 else -1)
    return _summed(reading, _beside_plain(shown, plain))


def _beside_plain(
    shown: Sequence[tuple[float, Sentence]], plain: set[int]
) -> Sequence[tuple[float, Sentence]]:
    """*shown*, what speaks against a plain "I believe that P" counting less."""
    if len(plain) != 1:
        return shown
    way = next(iter(plain))
    return [(w if w * way > 0 else w * BESIDE_PLAIN, said) for w, said in shown]


def _taken_back(line: Line, following: Line | None) -> bool:
    """Whether the next sentence opens with "but": this one was granted."""
    if following is None or following.sentence.start - line.sentence.end > _NEXT:
        return False
    return following.sentence is not line.sentence and bool(following.words[0].roles & BUT)


_NEXT: Final = 3
"""Characters between two sentences of one paragraph, at most."""


def _summed(reading: Reading, shown: Sequence[tuple[float, Sentence]]) -> Position:
    up = sum(weight for weight, _ in shown if weight > 0)
    down = -sum(weight for weight, _ in shown if weight < 0)
    if reading.balanced:
        up, down = up * TORN, down * TORN
    net = up - down
    side: Side = "unclear"
    if max(up, down) >= CLEAR and min(up, down) <= MIXED * max(up, down):
        side = "yes" if net > 0 else "no"
    if not shown:
        return Position(turn=reading.turn, side="unclear", keeps=reading.keeps)
    _, best = max(shown, key=lambda each: each[0] * (1 if net > 0 else -1))
    return Position(
        turn=reading.turn,
        side=side,
        weight=net,
        start=best.start,
        end=best.end,
        text=reading.content[best.start : best.end],
        keeps=reading.keeps,
    )


def plain_answer(words: Sequence[Token]) -> int:
    """+1 or -1 for an answer in the first words: "Yes, but on balance no" is no."""
    found = 0
    for at, word in enumerate(words[:6]):
        found = _answer(words, at)
        if found or not (
            word.roles & (COMMA | STOP | BUT | HENCE) or word.text in _BEFORE_ANSWER
        ):
            break
    for at, word in enumerate(words[1:40], 1):
        if found and word.roles & BUT:
            turned = (_answer(words, i) for i in range(at + 1, min(at + 4, len(words))))
            found = next((side for side in turned if side), found)
    return found


_BEFORE_ANSWER: Final = frozenset({"answer", "the answer", "short", "the", "my", "is"})


def _answer(words: Sequence[Token], at: int) -> int:
    roles = words[at].roles
    bound = words[at].text in {"no", "never"} and goes_on(words, at)
    if bound or (roles & YES and roles & NO):
        return 0
    return 1 if roles & YES else -1 if roles & NO else 0


__all__ = ("Position", "Side", "position_of")
