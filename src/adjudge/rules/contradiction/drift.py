"""A later turn's position, seen against the tone of the first clear one."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .positions import CLEAR, Position, Side
from .subject import Subject
from .talk import Talk
from .tone import Tone, tone_of

LEAN: Final = 0.5
"""What a turn must say against the first position before its tone is asked."""
SHIFT: Final = 0.35
LEVEL: Final = 0.15
BONUS: Final = 0.6
SAME: Final = 0.45
MALUS: Final = 0.65
TOLD: Final = 6
"""How many words must praise or fault in each turn before tone says anything."""


def toned(
    positions: tuple[Position, ...], talk: Talk, subject: Subject
) -> tuple[Position, ...]:
    """*positions*, where a turn that leans away from the first is held against it.

    A turn that argues the other way praises less and faults more from its first line to its
    last, and it brings other grounds: where that drift is plain, less is asked of its
    thesis. A turn that says the same things over again asks for a plainer one.
    """
    base = next((p for p in positions if p.side != "unclear"), None)
    if base is None:
        return positions
    way = 1 if base.side == "yes" else -1
    seen: dict[int, Tone] = {}

    def tone(turn: int) -> Tone:
        if turn not in seen:
            seen[turn] = tone_of(talk.messages[turn].content)
        return seen[turn]

    def settled(p: Position) -> Position:
        if p.turn <= base.turn or p.weight * way > -LEAN:
            return p
        before, after = tone(base.turn), tone(p.turn)
        if min(before.counted, after.counted) < TOLD:
            return p
        against = -p.weight * way
        ends = after.lean * subject.sign * way
        if before.lean * subject.sign * way - ends >= SHIFT and ends <= LEVEL:
            against += BONUS
        elif before.repeats(after, subject.topic) >= SAME:
            against *= MALUS
        else:
            return p
        side: Side = "unclear"
        if against >= CLEAR:
            side = "no" if way > 0 else "yes"
        return replace(p, weight=-against * way, side=side)

    return tuple(settled(p) for p in positions)
