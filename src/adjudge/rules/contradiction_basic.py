"""The design document's own method, kept so that anyone can see what a better one gains.

The first 200 characters, a list of indicators, a list of acknowledgements; turn 1 and
turn 2 of the assistant. Nothing is added and nothing is mended: that is its purpose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Final, Literal

import polars as pl

from adjudge.verdict import Conversation, Item, RawConversation, Span

from .contradiction.lexicon import section
from .finding import Finding
from .rows import find_each

_LEXICON: Final = "contradiction_basic"
_WINDOW: Final = 200
_VERSION: Final = "1"

Side = Literal["yes", "no", "unclear"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicExplanation:
    """What the document's method saw."""

    value: bool
    reason: str
    sides: tuple[Side, ...]
    spans: tuple[Span, ...] = ()
    acknowledgement: str = ""


class SelfContradictionBasic:
    """Position reversal between the first two assistant turns, by the document's lists."""

    name: Final = "self-contradiction-basic"

    @property
    def fingerprint(self) -> str:
        """Changes with the lists or with the rule's version."""
        lists = [
            tuple(section(_LEXICON, name)) for name in ("yes", "no", "acknowledgement")
        ]
        return sha256(f"{_VERSION}{lists}".encode()).hexdigest()[:12]

    def __call__(self, conversation: RawConversation) -> bool:
        """Whether turn 2 reverses turn 1 without one of the listed phrases."""
        return self.explain(conversation).value

    def explain(self, conversation: RawConversation) -> BasicExplanation:
        """The two sides that were seen and the phrases that showed them."""
        return _explain(Conversation.of(conversation))

    def find(self, item: Item) -> tuple[Finding, ...]:
        """One finding; abstained unless both turns take a side."""
        why = _explain(item.conversation)
        if len(why.sides) < 2 or "unclear" in why.sides:
            return (Finding(value=None, reason=why.reason, outcome="abstained"),)
        return (Finding(value=why.value, reason=why.reason, evidence=why.spans),)

    def find_all(self, items: pl.DataFrame) -> pl.DataFrame:
        """The same for a batch."""
        return find_each(self, items)


def _explain(conversation: Conversation) -> BasicExplanation:
    turns = conversation.turns()[:2]
    seen = [_position(at, message.content) for at, message in turns]
    sides = tuple(side for side, _ in seen)
    spans = tuple(span for _, span in seen if span is not None)
    if set(sides) != {"yes", "no"}:
        reason = f"The first two answers read {' and '.join(sides) or 'nothing'}."
        return BasicExplanation(value=False, reason=reason, sides=sides, spans=spans)
    owned = _acknowledgement(turns[1][1].content)
    reason = f"Turn {turns[0][0]} reads {sides[0]} and turn {turns[1][0]} reads {sides[1]}"
    reason += f', with "{owned}".' if owned else ", without an acknowledgement."
    return BasicExplanation(
        value=not owned, reason=reason, sides=sides, spans=spans, acknowledgement=owned
    )


@cache
def _pattern(name: str) -> re.Pattern[str]:
    phrases = sorted(section(_LEXICON, name), key=len, reverse=True)
    return re.compile(r"\b(?:" + "|".join(map(re.escape, phrases)) + r")\b")


def _position(turn: int, content: str) -> tuple[Side, Span | None]:
    """A side where only its own indicators stand in the window, else unclear."""
    start = content[:_WINDOW].lower()
    no = _pattern("no").search(start)
    yes = _pattern("yes").search(_pattern("no").sub(lambda m: " " * len(m[0]), start))
    found = no or yes
    if found is None or (no and yes):
        return "unclear", None
    side: Side = "no" if no else "yes"
    span = Span(
        turn=turn,
        start=found.start(),
        end=found.end(),
        text=content[found.start() : found.end()],
        note=f"position: {side}",
    )
    return side, span


def _acknowledgement(content: str) -> str:
    found = _pattern("acknowledgement").search(content.lower())
    return found[0] if found else ""


self_contradiction_basic = SelfContradictionBasic()
