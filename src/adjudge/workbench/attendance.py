"""A council at work: what is asked now, what it has cost, and who does not answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from adjudge.council import (
    Account,
    Ask,
    Heard,
    Line,
    Lost,
    Prices,
    Reply,
    Seat,
    Stage,
    is_model,
)

GIVEN_UP: Final = 8
"""Calls in a row without an answer after which a seat is asked no more in this run."""

Tick: TypeAlias = Callable[["Progress"], None]

Hold: TypeAlias = Callable[[str, float], None]
"""Hears which endpoint asks to wait for long, and how many seconds."""


@dataclass(slots=True, kw_only=True)
class Progress:
    """How far one stage is. Counted as it goes, so it changes."""

    stage: Stage
    total: int | None = None
    """Calls that are expected; None: nobody knows."""
    done: int = 0
    """Answered, from the tape too."""
    in_flight: int = 0
    lost: int = 0
    cached: int = 0
    cost: float = 0.0
    unpriced: int = 0

    @property
    def asked(self) -> int:
        """Calls that have come to an end."""
        return self.done + self.lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """Calls to one seat in one stage that nobody answered."""

    seat: str
    stage: Stage
    calls: int
    reason: str
    """Of the last of them."""
    hint: str
    kind: str


@dataclass(slots=True)
class GivingUp:
    """A line that leaves a seat alone which does not answer: a wrong key, a dead server.

    One that may not ask at all, for its key or its model, is given up at once.

    A seat that has answered before is only given up for what may pass, since a prompt
    that it refuses says nothing about the next one.
    """

    line: Line
    most: int = GIVEN_UP
    silent: dict[str, int] = field(default_factory=dict)
    heard: set[str] = field(default_factory=set)
    gone: dict[str, Lost] = field(default_factory=dict)

    async def ask(self, seat: Seat, ask: Ask) -> Reply:
        """What the line says, unless the seat has been given up."""
        gone = self.gone.get(seat.name)
        if gone is not None:
            return gone
        reply = await self.line.ask(seat, ask)
        if isinstance(reply, Heard):
            self.heard.add(seat.name)
            self.silent[seat.name] = 0
        elif self._is_hopeless(seat, reply):
            self.gone.setdefault(seat.name, reply)
        elif self._counts(seat, reply):
            self.silent[seat.name] = self.silent.get(seat.name, 0) + 1
            if self.silent[seat.name] >= self.most:
                self.gone.setdefault(seat.name, _given_up(reply, self.most))
        return reply

    def _is_hopeless(self, seat: Seat, lost: Lost) -> bool:
        """Whether the next call would be refused for who asks, and not for what."""
        return (lost.barred or lost.closed) and seat.name not in self.heard

    def _counts(self, seat: Seat, lost: Lost) -> bool:
        if lost.kind == "passing":
            return True
        return lost.kind == "refused" and seat.name not in self.heard


def _given_up(lost: Lost, times: int) -> Lost:
    return Lost(
        reason=f"given up after {times} calls in a row: {lost.reason}",
        hint=lost.hint,
        kind="refused",
    )


@dataclass(slots=True, kw_only=True)
class Attendance:
    """The outermost line: every answer is booked, every loss is remembered."""

    line: Line
    prices: Prices
    account: Account = field(default_factory=Account)
    tick: Tick = lambda _progress: None
    hold: Hold = lambda _endpoint, _seconds: None
    damaged: int = 0
    """Lines of the tape that could not be read."""
    stages: dict[Stage, Progress] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)
    """By seat, another model that the endpoint says has answered."""
    _losses: dict[tuple[str, Stage, str], Loss] = field(default_factory=dict)

    def expect(self, calls: Mapping[Stage, int]) -> None:
        """Say how many calls a stage will take."""
        for stage, count in calls.items():
            self._stage(stage).total = count

    async def ask(self, seat: Seat, ask: Ask) -> Reply:
        """What the line says, booked."""
        stage = self._stage(ask.tag.stage)
        stage.in_flight += 1
        self.tick(stage)
        try:
            reply = await self.line.ask(seat, ask)
        finally:
            stage.in_flight -= 1
        cost = self.prices.charge(seat, reply)
        self.account.add(seat, ask, reply, cost)
        self._count(stage, seat, reply, cost)
        self.tick(stage)
        return reply

    def waits(self, endpoint: str, seconds: float) -> None:
        """Pass on that *endpoint* asks to wait for so long."""
        self.hold(endpoint, seconds)

    def losses(self) -> tuple[Loss, ...]:
        """What nobody answered, by seat and stage."""
        return tuple(self._losses.values())

    def _stage(self, name: Stage) -> Progress:
        return self.stages.setdefault(name, Progress(stage=name))

    def _count(self, stage: Progress, seat: Seat, reply: Reply, cost: float | None) -> None:
        if isinstance(reply, Lost):
            stage.lost += 1
            stage.unpriced += reply.billed
            self._lose(stage.stage, seat, reply)
            return
        if not is_model(seat, reply.model):
            self.others[seat.name] = reply.model
        stage.done += 1
        stage.cached += reply.cached
        stage.cost += cost or 0.0
        stage.unpriced += cost is None
        stage.unpriced += 0 if reply.cached else reply.billed

    def _lose(self, stage: Stage, seat: Seat, lost: Lost) -> None:
        key = (seat.name, stage, lost.kind)
        known = self._losses.get(key)
        if known is not None:
            self._losses[key] = replace(
                known, calls=known.calls + 1, reason=lost.reason, hint=lost.hint
            )
            return
        self._losses[key] = Loss(
            seat=seat.name,
            stage=stage,
            calls=1,
            reason=lost.reason,
            hint=lost.hint,
            kind=lost.kind,
        )
