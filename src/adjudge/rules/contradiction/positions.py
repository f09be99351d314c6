"""The position that one turn takes on a subject, with the words that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, Literal

from adjudge.rules.text import Sentence

from .claims import claim_of
from .clauses import goes_on
from .predicate import Claim
from .reading import CLOSING, OPENING, Line, Reading, turning_of
from .subject import Subject
from .vocabulary import BUT, COMMA, HENCE, NO, POINT, STOP, YES, Token

Side = Literal["yes", "no", "unclear"]

KEYED: Final = 0.75
"""What affirming or denying the very thing that was asked counts beside the thesis."""
LAST: Final = 0.7
"""What the last sentence counts, whatever it opens with."""
LAST_KEYED: Final = 1.0
"""The same, where it affirms or denies the very thing that was asked."""
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
    closes: int = 0
    """+1 or -1 where its closing says yes or no to what was asked, or sums up for one."""


def position_of(
    reading: Reading,
    subject: Subject,
    *,
    answers: bool,
    fresh: frozenset[str] = frozenset(),
    sole: bool = False,
) -> Position:
    """Where *reading* stands; *answers* when a bare yes or no speaks to the subject.

    Lines that speak of what is *fresh*, a case that the last question brought in, are
    passed over. Where the subject is the *sole* one, "on balance, no" speaks to it in any
    turn.
    """
    turn = _Turn(reading, subject)
    for line, following in zip_longest(reading.lines, reading.lines[1:]):
        turn.passed += 1
        if not line.stems.isdisjoint(fresh):
            turn.opened = turn.opened or line.early
            continue
        answer = plain_answer(line.words) if answers and line.first else 0
        verdict = 0 if answer or not sole else _verdict(line.words)
        if answer or verdict:
            turn.shown.append((answer * ANSWERED or verdict * CLOSING, line.sentence))
            turn.opened = True
            continue
        turn.weigh(line, following)
    found = _summed(reading, _beside_plain(turn.shown, turn.plain))
    return replace(found, closes=turn.closes)


class _Turn:
    """What has been said so far in a turn."""

    def __init__(self, reading: Reading, subject: Subject) -> None:
        self.subject = subject
        self.back = turning_of(reading.lines)
        """The line where the turn comes back to its own; what goes before is granted."""
        self.passed = 0
        self.opened = False
        self.shown: list[tuple[float, Sentence]] = []
        self.plain: set[int] = set()
        self.closes = 0

    def weigh(self, line: Line, following: Line | None) -> None:
        """Add what *line* claims of the subject, by where it stands."""
        subject = self.subject
        claim = claim_of(line.clause, subject) if line.speaks_of(subject) else None
        if claim is None and not self.opened and not line.stems.isdisjoint(subject.topic):
            self.opened = line.clause.neutral
        if claim is None or not claim.weight:
            return
        place = self._place(line, claim)
        if not line.clause.own and self._granted(line, following, claim):
            place *= TAKEN_BACK
        self.opened = True
        if claim.keyed and (line.early or line.late):
            place = max(place, KEYED)
        if following is None:
            place = max(place, LAST_KEYED if claim.keyed else LAST)
        self.shown.append((claim.weight * place, line.sentence))
        if claim.keyed and line.late:
            self.closes = 1 if claim.weight > 0 else -1
        if claim.keyed and line.clause.own and line.weight >= CLOSING:
            self.plain.add(1 if claim.weight > 0 else -1)

    def _place(self, line: Line, claim: Claim) -> float:
        leads = line.early and not self.opened and not line.words[0].roles & POINT
        leads = leads and (line.opens or claim.keyed or line.clause.own)
        return OPENING if leads else line.weight

    def _granted(self, line: Line, following: Line | None, claim: Claim) -> bool:
        """Whether the speaker comes back from it, or the next sentence takes it back."""
        if self.passed <= self.back:
            return True
        if following is None or not _taken_back(line, following):
            return False
        if self.opened:
            return True
        after = claim_of(following.clause, self.subject)
        return after is not None and after.keyed and not claim.keyed


def _verdict(words: Sequence[Token]) -> int:
    """+1 or -1 for a sentence that ends in a bare verdict: "..., but on balance no"."""
    if len(words) < _SUMMED:
        return 0
    found, mark = _answer(words, len(words) - 1), words[-2]
    if words[-1].text == "on balance no":
        return -1
    return found if mark.roles & HENCE or mark.text == "on balance" else 0


_SUMMED: Final = 3


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
