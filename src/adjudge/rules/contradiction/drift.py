"""A later turn's position, seen against what the first clear one is made of."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .body import Body, body_of
from .positions import CLEAR, Position, Side
from .reading import comes_back
from .subject import Subject
from .talk import Talk

LEAN: Final = 0.2
"""What a turn must say against the first position before its sentences are counted."""
SURE: Final = 2.0
"""From here on, a thesis is on the other side whatever its grounds are."""
HALF: Final = 0.5
"""What the drift counts that helps a weak thesis; what hinders one counts whole."""
DRIFTED: Final = 0.9
"""What thesis and drift must come to before a weak thesis is on the other side."""
HELD: Final = 0.9
"""What they must come to before a thesis turns a position that its grounds do not."""
FEW: Final = 2
SOME: Final = 4
"""How many sentences must take a side, before and after, to say anything."""


def toned(
    positions: tuple[Position, ...], talk: Talk, subject: Subject
) -> tuple[Position, ...]:
    """*positions*, where a turn that leans away from the first is held against it.

    A turn that argues the other way does so from its first line to its last. Three things
    are summed: how far its thesis speaks against the first position, how far its sentences
    moved since then, and on which side they are now. Where that is plain, less is asked of
    the thesis; where the grounds stay what they were, a thesis alone turns nothing. A weak
    thesis is helped only where there is a question: else the turn may be about something
    else.
    """
    base = next((p for p in positions if p.side != "unclear"), None)
    if base is None:
        return positions
    way = 1 if base.side == "yes" else -1
    seen: dict[int, Body] = {}

    def body(turn: int) -> Body:
        if turn not in seen:
            seen[turn] = body_of(talk.messages[turn].content, subject)
        return seen[turn]

    def settled(p: Position) -> Position:
        against = -p.weight * way
        if p.turn <= base.turn or not LEAN <= against < SURE:
            return p
        after = body(p.turn)
        if after.counted < SOME or (before := body(base.turn)).counted < FEW:
            return p
        ends = after.lean * way
        drift = before.lean * way - ends - ends
        if against + drift < HELD:
            return replace(p, side="unclear") if against >= CLEAR else p
        plain = against + HALF * drift >= DRIFTED and subject.asked
        if p.side != "unclear" or not plain or p.closes == way:
            return p
        if comes_back(talk.reading(p.turn)):
            return p
        turned: Side = "no" if way > 0 else "yes"
        return replace(p, weight=-max(against, CLEAR) * way, side=turned)

    return tuple(settled(p) for p in positions)
