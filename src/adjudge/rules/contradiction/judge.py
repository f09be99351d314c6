"""The rule: two turns stand on opposite sides, and none says that the position changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final, Literal

import polars as pl

from adjudge.rules.finding import Finding
from adjudge.rules.rows import find_each_of
from adjudge.verdict import Conversation, Item, ItemId, RawConversation, Span

from .acknowledgement import Acknowledgement
from .drift import toned
from .lexicon import fingerprint_of
from .positions import Position, position_of
from .questions import ASKERS, subject_of_user
from .screen import UNMARKED, screened, screened_all
from .subject import Subject
from .talk import Talk
from .thesis import subjects_of_assistant

VERSION: Final = "5"
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
        state = screened_all(items)
        weak = frozenset(state["weak"].arg_true())
        return find_each_of(
            lambda row, item: _told(_read(item.conversation, weak=row in weak)),
            items,
            state["why"],
        )


def _told(why: Explanation) -> tuple[Finding, ...]:
    if why.outcome == "cannot tell":
        return (Finding(value=None, reason=why.reason, outcome="abstained"),)
    return (Finding(value=why.value, reason=why.reason, evidence=tuple(_spans(why))),)


def _explain(conversation: Conversation) -> Explanation:
    state = screened(conversation)
    if state.why:
        return _untold("", (_unclear(at) for at, _ in conversation.turns()), state.why)
    return _read(conversation, weak=state.weak)


def _read(conversation: Conversation, *, weak: bool = False) -> Explanation:
    talk = Talk(conversation)
    best: Explanation | None = None
    asked = tuple(_subjects(talk))
    if weak and asked:
        subjects = [subject for subject, _ in asked]
        told = (turn for turn in reversed(talk.turns) if talk.told(turn, subjects))
        if sum(1 for _ in islice(told, _BOTH)) < _BOTH:
            return _untold("", map(_unclear, talk.turns), UNMARKED)
    theses = () if any(s.asked for s, _ in asked) else _theses(talk)
    for subject, answered in chain(asked, theses):
        why = _on(subject.abbreviated(talk.capitals), answered, talk)
        if why.value:
            return why
        if best is None or _rank(why) > _rank(best):
            best = why
    return best or _untold("", map(_unclear, talk.turns))


def _untold(
    subject: str, positions: Iterable[Position], reason: str = CANNOT_TELL
) -> Explanation:
    return Explanation(
        outcome="cannot tell", reason=reason, subject=subject, positions=tuple(positions)
    )


def _unclear(turn: int) -> Position:
    return Position(turn=turn, side="unclear")


_BOTH: Final = 2
"""How many turns must speak of the thing where none has more than praise for it."""


def _rank(why: Explanation) -> int:
    return sum(p.side != "unclear" for p in why.positions) + (why.conflict is not None)


def _subjects(talk: Talk) -> Iterator[tuple[Subject, frozenset[int]]]:
    """What is talked about, each with the turns where a bare yes or no answers it."""
    found: dict[frozenset[str], tuple[Subject, set[int]]] = {}
    for at, message in enumerate(talk.messages):
        if message.role not in ASKERS:
            continue
        subject = subject_of_user(message.content)
        if subject is None:
            continue
        known, turns = found.get(subject.topic, (subject, set[int]()))
        reply = talk.reply(at) if subject.asked else None
        if reply is not None:
            turns.add(reply)
        found[subject.topic] = (known if known.asked else subject, turns)
    return ((s, frozenset(turns)) for s, turns in islice(found.values(), _SUBJECTS))


def _theses(talk: Talk) -> Iterator[tuple[Subject, frozenset[int]]]:
    """What the first turn that claims anything claims, for want of a question."""
    for turn in talk.turns[:-1]:
        found = subjects_of_assistant(talk.reading(turn), firm=talk.firm)
        if found:
            return ((subject, frozenset[int]()) for subject in found)
    return iter(())


_SUBJECTS: Final = 4
FIRM: Final = 1.4
"""What a turn must weigh to count against its own \"I stand by what I said\"."""


def _on(subject: Subject, answered: frozenset[int], talk: Talk) -> Explanation:
    positions = toned(_positions(subject, answered, talk), talk, subject)
    taken = [p for p in positions if p.side != "unclear"]
    if not taken:
        return _untold(subject.text, positions)
    for later in range(1, len(taken)):
        for earlier in range(later - 1, -1, -1):
            a, b = taken[earlier], taken[later]
            if a.side == b.side or (b.keeps and abs(b.weight) < FIRM):
                continue
            owned = talk.acknowledged(a.turn, b.turn)
            return _conflict(subject, positions, (a, b), owned)
    return Explanation(
        outcome="none",
        reason=f"Every clear position is {taken[0].side!r}.",
        subject=subject.text,
        positions=positions,
    )


def _positions(
    subject: Subject, answered: frozenset[int], talk: Talk
) -> tuple[Position, ...]:
    """Where each turn stands; a turn that cannot is not read."""
    return tuple(
        position_of(
            talk.reading(turn),
            subject,
            answers=turn in answered,
            fresh=talk.fresh(turn) - subject.topic,
            sole=talk.sole,
        )
        if talk.may_stand(turn, subject, answered)
        else _unclear(turn)
        for turn in talk.turns
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
