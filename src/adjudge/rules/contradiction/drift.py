"""A later turn's position, seen against the tone of the first clear one."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from adjudge.verdict import Conversation

from .positions import CLEAR, Position, Side
from .subject import Subject
from .tone import tone_of

LEAN: Final = 0.5
"""What a turn must say against the first position before its tone is asked."""
SHIFT: Final = 0.35
LEVEL: Final = 0.15
BONUS: Final = 0.6
STEADY: Final = 0.1
MALUS: Final = 0.75
TOLD: Final = 6
"""How many words must praise or fault in each turn before tone says anything."""


def toned(
    positions: tuple[Position, ...], conversation: Conversation, subject: Subject
) -> tuple[Position, ...]:
    """*positions*, where a turn that leans away from the first is firmed by its tone.

    A turn that argues the other way praises less and faults more from its first line to its
    last. Where that drift is plain, less is asked of its thesis; where there is none, more.
    """
    base = next((p for p in positions if p.side != "unclear"), None)
    if base is None:
        return positions
    way = 1 if base.side == "yes" else -1
    seen: dict[int, tuple[float, int]] = {}

    def tone(turn: int) -> tuple[float, int]:
        if turn not in seen:
            seen[turn] = tone_of(conversation.messages[turn].content)
        return seen[turn]

    def settled(p: Position) -> Position:
        if p.turn <= base.turn or p.weight * way > -LEAN:
            return p
        (before, counted), (after, words) = tone(base.turn), tone(p.turn)
        if min(counted, words) < TOLD:
            return p
        before, after = before * subject.sign * way, after * subject.sign * way
        shift = before - after
        against = -p.weight * way
        if shift >= SHIFT and after <= LEVEL:
            against += BONUS
        elif shift < STEADY and not subject.ranks:
            against *= MALUS
        side: Side = "unclear"
        if against >= CLEAR:
            side = "no" if way > 0 else "yes"
        return replace(p, weight=-against * way, side=side)

    return tuple(settled(p) for p in positions)
