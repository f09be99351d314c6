"""What a run would ask and cost: the run itself, with nobody at the other end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from adjudge.council import Ask, Heard, Lost, Prices, Reply, Seat, Stage
from adjudge.formats import OnError
from adjudge.reports import Plan, Planned

from .apply_rules import Judging
from .convocation import Council, ask_reviewable
from .hold_council import Asked, ask_council, review_sets
from .judge_items import pose_all
from .run_council import Sets, read_sets

Find: TypeAlias = Callable[[Seat, Ask], Heard | None]
"""What is on the tape."""

_ANSWER: Final = 2400
"""Characters of an answer that nobody has given yet: 600 tokens, as a guess."""

_HEARD_MORE: Final = 1.5
"""How much longer the question of a second round is, by the remarks of the others."""


@dataclass(slots=True, kw_only=True)
class _Rehearsal:
    """A line that counts what would be asked. Nobody has heard of any of it."""

    prices: Prices
    find: Find
    rounds: int = 1
    planned: dict[tuple[Stage, str], Planned] = field(default_factory=dict)
    _last: dict[str, str] = field(default_factory=dict)

    async def ask(self, seat: Seat, ask: Ask) -> Reply:
        """What the tape has; else that nobody answered, after a look at the price."""
        found = self.find(seat, ask)
        if found is not None:
            self._line(ask.tag.stage, seat).on_tape += 1
            return found
        cost = self.prices.estimate(seat, ask)
        self._add(ask.tag.stage, seat, cost)
        if ask.tag.stage == "answer":
            return Heard(text="x" * _ANSWER)
        if ask.tag.stage == "synthesis":
            return Heard(text="x")
        if ask.tag.stage == "review" and self.rounds > 1 and self._is_new(seat, ask):
            self._add("revision", seat, None if cost is None else cost * _HEARD_MORE)
        return Lost(reason="a rehearsal", kind="passing")

    def _is_new(self, seat: Seat, ask: Ask) -> bool:
        """Whether this is the first call of *seat* about the item: one revision each."""
        before = self._last.get(seat.name)
        self._last[seat.name] = ask.tag.item
        return before != ask.tag.item

    def _add(self, stage: Stage, seat: Seat, cost: float | None) -> None:
        line = self._line(stage, seat)
        line.calls += 1
        if cost is None:
            line.unpriced += 1
        else:
            line.cost += cost

    def _line(self, stage: Stage, seat: Seat) -> Planned:
        return self.planned.setdefault(
            (stage, seat.name), Planned(stage=stage, seat=seat.name)
        )


async def plan_ask(council: Council, asked: Asked, find: Find) -> Plan:
    """What `ask` would take: answers that nobody has given yet are guessed at."""
    ask_reviewable(council)
    rehearsal = _rehearsal(council, find)
    await ask_council(council, asked, rehearsal)
    return _plan(council, rehearsal, 1)


async def plan_review(
    council: Council, sets: Sets, find: Find, *, on_error: OnError = "stop"
) -> Plan:
    """What `review` would take."""
    rehearsal = _rehearsal(council, find)
    read = read_sets(sets, on_error, lambda _rejected: None)
    count = 0
    async with aclosing(review_sets(council, read, rehearsal)) as records:
        async for _ in records:
            count += 1
    return _plan(council, rehearsal, count)


def _rehearsal(council: Council, find: Find) -> _Rehearsal:
    return _Rehearsal(prices=council.prices, find=find, rounds=council.invitation.rounds)


def _plan(council: Council, rehearsal: _Rehearsal, questions: int) -> Plan:
    return Plan(
        questions=questions,
        lines=tuple(rehearsal.planned.values()),
        prices_as_of=council.prices.as_of,
    )


async def plan_judging(council: Council, judging: Judging, find: Find) -> Plan:
    """What judging items one by one would take."""
    rehearsal = _rehearsal(council, find)
    count = await pose_all(council, judging, rehearsal)
    return _plan(council, rehearsal, count)
