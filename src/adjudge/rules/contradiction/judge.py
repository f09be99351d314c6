"""The rule: two turns stand on opposite sides, and none says that the position changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final, Literal

import polars as pl

from adjudge.rules.finding import Finding
from adjudge.rules.rows import find_each_of
from adjudge.verdict import Conversation, Item, ItemId, RawConversation, Span

from .acknowledgement import Acknowledgement, acknowledgement_in, asks_for_a_side
from .drift import toned
from .lexicon import fingerprint_of
from .positions import Position, Reading, position_of, read
from .questions import ASKERS, fresh_stems, subject_of_user
from .screen import screened, screened_all
from .subject import Subject
from .thesis import subjects_of_assistant

VERSION: Final = "3"
CANNOT_TELL: Final = "No turn takes a clear position on what was asked."
Outcome = Literal["contradiction", "none", "cannot tell"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """How the answer came about."""

    outcome: Outcome
    reason: str
    subject: str
    positions: tuple[Position, ...]
    """One for each assistant turn, on the subject that decided."""
    conflict: tuple[Position, Position] | None = None
    acknowledgement: Acknowledgement | None = None

    @property
    def value(self) -> bool:
        """Whether the conversation contradicts itself."""
        return self.outcome == "contradiction"


class SelfContradiction:
    """Whether the assistant reverses its position without saying so.

    >>> self_contradiction = SelfContradiction()
    >>> self_contradiction([
    ...     {"role": "user", "content": "Should AI make autonomous decisions?"},
    ...     {"role": "assistant", "content": "Yes, AI should make autonomous decisions."},
    ...     {"role": "user", "content": "But it errs."},
    ...     {"role": "assistant", "content": "You're right, AI shouldn't make them."},
    ... ])
    True
    """

    name: Final = "self-contradiction"

    @property
    def fingerprint(self) -> str:
        """Changes with a lexicon or with the rule's version."""
        return fingerprint_of(VERSION)

    def __call__(self, conversation: RawConversation) -> bool:
        """Whether two assistant turns conflict and no turn acknowledges it."""
        return self.explain(conversation).value

    def explain(self, conversation: RawConversation) -> Explanation:
        """The position of every assistant turn, the conflict and what acknowledges it."""
        return _explain(Conversation.of(conversation))

    def find(self, item: Item) -> tuple[Finding, ...]:
        """One finding, with the spans that show it."""
        return _told(_explain(item.conversation))

    def find_all(self, items: pl.DataFrame) -> pl.DataFrame:
        """The same for a batch: Python reads only what passes the screen."""
        return find_each_of(_find, items, screened_all(items))


def _find(item: Item) -> tuple[Finding, ...]:
    """What is found in an item that passed the screen."""
    return _told(_read(item.conversation))


def _told(why: Explanation) -> tuple[Finding, ...]:
    if why.outcome == "cannot tell":
        return (Finding(value=None, reason=why.reason, outcome="abstained"),)
    return (Finding(value=why.value, reason=why.reason, evidence=tuple(_spans(why))),)


def _explain(conversation: Conversation) -> Explanation:
    unread = screened(conversation)
    if not unread:
        return _read(conversation)
    return Explanation(
        outcome="cannot tell",
        reason=unread,
        subject="",
        positions=tuple(
            Position(turn=turn, side="unclear") for turn, _ in conversation.turns()
        ),
    )


def _read(conversation: Conversation) -> Explanation:
    readings = [read(at, m.content) for at, m in conversation.turns()]
    capitals = frozenset[str]().union(*(r.capitals for r in readings))
    best: Explanation | None = None
    asked = tuple(_subjects(conversation))
    firm = any(m.role == "user" for m in conversation.messages)
    theses = () if any(s.asked for s, _ in asked) else _theses(readings, firm=firm)
    for subject, answered in chain(asked, theses):
        why = _on(subject.abbreviated(capitals), answered, conversation, readings)
        if why.value:
            return why
        if best is None or _rank(why) > _rank(best):
            best = why
    return best or Explanation(
        outcome="cannot tell",
        reason=CANNOT_TELL,
        subject="",
        positions=tuple(Position(turn=r.turn, side="unclear") for r in readings),
    )


def _rank(why: Explanation) -> int:
    return sum(p.side != "unclear" for p in why.positions) + (why.conflict is not None)


def _subjects(
    conversation: Conversation,
) -> Iterator[tuple[Subject, frozenset[int]]]:
    """What is talked about, each with the turns where a bare yes or no answers it."""
    found: dict[frozenset[str], tuple[Subject, set[int]]] = {}
    for at, message in enumerate(conversation.messages):
        if message.role not in ASKERS:
            continue
        subject = subject_of_user(message.content)
        if subject is None:
            continue
        known, turns = found.get(subject.topic, (subject, set[int]()))
        reply = _reply(conversation, at) if subject.asked else None
        if reply is not None:
            turns.add(reply)
        found[subject.topic] = (known if known.asked else subject, turns)
    return ((s, frozenset(turns)) for s, turns in islice(found.values(), _SUBJECTS))


def _theses(
    readings: Sequence[Reading], *, firm: bool
) -> Iterator[tuple[Subject, frozenset[int]]]:
    """What the first turn that claims anything claims, for want of a question."""
    for reading in readings[:-1]:
        found = subjects_of_assistant(reading, firm=firm)
        if found:
            return ((subject, frozenset[int]()) for subject in found)
    return iter(())


_SUBJECTS: Final = 4
FIRM: Final = 1.4
"""What a turn must weigh to count against its own \"I stand by what I said\"."""


def _reply(conversation: Conversation, asked: int) -> int | None:
    for at in range(asked + 1, len(conversation.messages)):
        role = conversation.messages[at].role
        if role == "assistant":
            return at
        if role == "user":
            return None
    return None


def _on(
    subject: Subject,
    answered: frozenset[int],
    conversation: Conversation,
    readings: Sequence[Reading],
) -> Explanation:
    positions = tuple(
        Position(turn=r.turn, side="unclear")
        if _presented(conversation, r.turn)
        else position_of(
            r,
            subject,
            answers=r.turn in answered,
            fresh=_asked_before(conversation, r.turn) - subject.topic,
        )
        for r in readings
    )
    positions = toned(positions, conversation, subject)
    taken = [p for p in positions if p.side != "unclear"]
    if not taken:
        return Explanation(
            outcome="cannot tell",
            reason=CANNOT_TELL,
            subject=subject.text,
            positions=positions,
        )
    for later in range(1, len(taken)):
        for earlier in range(later - 1, -1, -1):
            a, b = taken[earlier], taken[later]
            if a.side == b.side or (b.keeps and abs(b.weight) < FIRM):
                continue
            owned = _acknowledged(conversation, a.turn, b.turn)
            return _conflict(subject, positions, (a, b), owned)
    return Explanation(
        outcome="none",
        reason=f"Every clear position is {taken[0].side!r}.",
        subject=subject.text,
        positions=positions,
    )


def _conflict(
    subject: Subject,
    positions: tuple[Position, ...],
    pair: tuple[Position, Position],
    owned: Acknowledgement | None,
) -> Explanation:
    a, b = pair
    turned = f"Turn {a.turn} says {a.side} and turn {b.turn} says {b.side}"
    said = f", and turn {owned.turn} says so" if owned else " without saying so"
    return Explanation(
        outcome="none" if owned else "contradiction",
        reason=turned + said + ".",
        subject=subject.text,
        positions=positions,
        conflict=pair,
        acknowledgement=owned,
    )


def _acknowledged(
    conversation: Conversation, first: int, last: int
) -> Acknowledgement | None:
    for at, message in conversation.turns():
        if first < at <= last and (owned := acknowledgement_in(at, message.content)):
            return owned
    return None


def _asked_before(conversation: Conversation, turn: int) -> frozenset[str]:
    """The stems of the question that *turn* replies to, but for the first one asked."""
    before = [m.content for m in conversation.messages[:turn] if m.role == "user"]
    return fresh_stems(before[-1]) if len(before) > 1 else frozenset()


def _presented(conversation: Conversation, turn: int) -> bool:
    for at in range(turn - 1, -1, -1):
        message = conversation.messages[at]
        if message.role == "assistant":
            return False
        if message.role == "user":
            return asks_for_a_side(message.content)
    return False


def _spans(why: Explanation) -> Iterator[Span]:
    shown = why.conflict or [p for p in why.positions if p.side != "unclear"]
    for p in shown:
        yield Span(
            turn=p.turn, start=p.start, end=p.end, text=p.text, note=f"position: {p.side}"
        )
    if why.acknowledgement:
        a = why.acknowledgement
        yield Span(
            turn=a.turn, start=a.start, end=a.end, text=a.text, note="acknowledgement"
        )


__all__ = ("Explanation", "ItemId", "SelfContradiction")
