"""What calls cost: told by the endpoint, or worked out from a price table, or unknown."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from .call import Ask, Line, Lost, Reply, Stage, Usage
from .seat import Seat

_MILLION: Final = 1_000_000

_DATED: Final = re.compile(r"[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$")
"""The day of a model's release in its name: the price is that of the model."""

_CHARACTERS: Final = 4
"""Characters to a token: only ever for an estimate, before the endpoint has counted."""

_COMPLETION: Final = 600
"""Tokens that a review takes, where nothing else is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """US dollars for a million tokens."""

    prompt: float
    completion: float

    def of(self, usage: Usage) -> float | None:
        """What *usage* costs; None where the endpoint did not count."""
        if usage.prompt is None or usage.completion is None:
            return None
        spent = usage.prompt * self.prompt + usage.completion * self.completion
        return spent / _MILLION


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Prices by `family/model`, or by the name of a seat, which wins."""

    models: Mapping[str, Price] = field(default_factory=dict)
    as_of: str = ""

    def of(self, seat: Seat) -> Price | None:
        """The price of the model in *seat*; None: unknown."""
        for name in _priced_as(seat.name, seat.family, seat.model):
            price = self.models.get(name)
            if price is not None:
                return price
        return None

    def over(self, others: Prices) -> Prices:
        """These prices, and those of *others* where these say nothing."""
        return Prices(
            models={**others.models, **self.models}, as_of=self.as_of or others.as_of
        )

    def charge(self, seat: Seat, heard: Reply) -> float | None:
        """What *heard* cost just now; None: unknown. What was on the tape costs nothing.

        A call that is lost although the endpoint has worked for it is billed all the same.
        """
        if isinstance(heard, Lost):
            return None if heard.billed else 0.0
        if heard.cached:
            return 0.0
        if heard.usage.cost is not None:
            return heard.usage.cost
        price = self.of(seat)
        return None if price is None else price.of(heard.usage)

    def estimate(self, seat: Seat, ask: Ask) -> float | None:
        """About what *ask* will cost; None where the price is unknown."""
        price = self.of(seat)
        if price is None:
            return None
        told = sum(len(message.content) for message in ask.messages) // _CHARACTERS
        wanted = {**seat.parameters, **ask.parameters}.get("max_tokens")
        answer = min(wanted, _COMPLETION) if isinstance(wanted, int) else _COMPLETION
        return price.of(Usage(prompt=told, completion=answer))


@lru_cache(maxsize=1024)
def _priced_as(name: str, family: str, model: str) -> tuple[str, ...]:
    """What a model may be called in a table of prices, the surest name first."""
    bare = model.rsplit("/", 1)[-1]
    names = (name, f"{family}/{bare}", bare)
    return tuple(each for told in names for each in (told, _DATED.sub("", told)))


def is_model(seat: Seat, told: str) -> bool:
    """Whether *told*, the model that has answered, is the one in *seat*, of any day."""
    return _is_model(seat.model, told)


@lru_cache(maxsize=1024)
def _is_model(model: str, told: str) -> bool:
    asked, answered = (
        _DATED.sub("", name.casefold().rsplit("/", 1)[-1].partition(":")[0])
        for name in (model, told)
    )
    return not told or answered.startswith(asked) or asked.startswith(answered)


@dataclass(slots=True)
class Spending:
    """What one seat has spent in one stage. A sum, so it is added to."""

    calls: int = 0
    """Calls that were answered now."""
    cached: int = 0
    """Answers that were on the tape: they cost nothing."""
    lost: int = 0
    prompt: int = 0
    completion: int = 0
    uncounted: int = 0
    """Calls and attempts whose tokens the endpoint did not count: answered, or broken off
    and billed."""
    cost: float = 0.0
    unpriced: int = 0
    """Calls and attempts whose cost is unknown, answered or broken off and billed: with any
    of them the sum is a lower bound."""
    seconds: float = 0.0

    @property
    def counted(self) -> bool:
        """Whether the tokens of any call are known: then the sums are lower bounds."""
        known = self.calls > self.uncounted or self.prompt + self.completion > 0
        return known or not self.uncounted

    @property
    def priced(self) -> bool:
        """Whether the cost of any call is known: then the sum is a lower bound."""
        return not self.unpriced or self.calls > self.unpriced or self.cost > 0

    def add(self, reply: Reply, cost: float | None) -> None:
        """Count *reply*."""
        if isinstance(reply, Lost):
            self.lost += 1
            self.uncounted += reply.billed
            self.unpriced += reply.billed
            return
        if reply.cached:
            self.cached += 1
            return
        self.calls += 1
        self.seconds += reply.seconds
        self.uncounted += reply.billed
        self.unpriced += reply.billed
        if reply.usage.prompt is None or reply.usage.completion is None:
            self.uncounted += 1
        else:
            self.prompt += reply.usage.prompt
            self.completion += reply.usage.completion
        if cost is None:
            self.unpriced += 1
        else:
            self.cost += cost

    def merge(self, other: Spending) -> None:
        """Count all that *other* has counted."""
        for name in Spending.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class Account:
    """What a run has spent, by stage and seat."""

    entries: dict[tuple[Stage, str], Spending] = field(default_factory=dict)

    def add(self, seat: Seat, ask: Ask, reply: Reply, cost: float | None) -> None:
        """Book *reply* to its stage and seat."""
        key = (ask.tag.stage, seat.name)
        self.entries.setdefault(key, Spending()).add(reply, cost)

    def total(self, *, stage: Stage | None = None, seat: str | None = None) -> Spending:
        """The sum of all entries, or of one stage or seat."""
        whole = Spending()
        for (of, name), spending in self.entries.items():
            if stage in (None, of) and seat in (None, name):
                whole.merge(spending)
        return whole

    def stages(self) -> Iterator[Stage]:
        """The stages in which something was asked, in the order of the first call."""
        return iter(dict.fromkeys(stage for stage, _seat in self.entries))


@dataclass(frozen=True, slots=True)
class Booked:
    """A line that books every answer, those from the tape too: the outermost one."""

    line: Line
    prices: Prices
    account: Account

    async def ask(self, seat: Seat, ask: Ask) -> Reply:
        """What the line says, booked."""
        reply = await self.line.ask(seat, ask)
        cost = self.prices.charge(seat, reply)
        self.account.add(seat, ask, reply, cost)
        return reply


@dataclass(slots=True)
class Budget:
    """A line that asks only while the user's limits allow: in front of the wire.

    Answers on the tape never come this far. A call in flight counts as what it may cost,
    so that many at once do not overrun the limit together: as the dearest of its seat in
    its stage so far. The first of them goes alone, for nobody knows what it will cost; and
    where that stays unknown no limit can be kept, so nothing more is asked.
    """

    line: Line
    prices: Prices
    max_cost: float | None = None
    max_calls: int | None = None
    calls: int = 0
    spent: float = 0.0
    reserved: float = 0.0
    blind: str = ""
    """A seat whose cost is unknown, where a limit of cost is to be kept."""
    _dearest: dict[tuple[str, Stage], float] = field(default_factory=dict)
    _firsts: dict[tuple[str, str], asyncio.Lock] = field(default_factory=dict)

    async def ask(self, seat: Seat, ask: Ask) -> Reply:
        """What the line says, or that the limit is reached."""
        if self.max_cost is None:
            return await self._ask(seat, ask, 0.0)
        key = (seat.name, ask.tag.stage)
        if key not in self._dearest:
            estimate = self.prices.estimate(seat, ask)
            # Of those that have no price at all only one is under way.
            alone = ("", "") if estimate is None else key
            async with self._firsts.setdefault(alone, asyncio.Lock()):
                if key not in self._dearest:
                    known = max(self._dearest.values(), default=0.0)
                    return await self._ask(
                        seat, ask, known if estimate is None else estimate
                    )
        return await self._ask(seat, ask, self._dearest[key])

    async def _ask(self, seat: Seat, ask: Ask, expected: float) -> Reply:
        over = self._over(expected)
        if over is not None:
            return over
        self.calls += 1
        self.reserved += expected
        try:
            reply = await self.line.ask(seat, ask)
        finally:
            self.reserved -= expected
        if self.max_cost is not None:
            self._book(seat, ask, reply, expected)
        return reply

    def _book(self, seat: Seat, ask: Ask, reply: Reply, expected: float) -> None:
        cost = self.prices.charge(seat, reply)
        if cost is not None:
            self.spent += cost
        # What broke off is worth what was put by for it, or what was answered then.
        self.spent += (expected or cost or 0.0) * reply.billed
        if isinstance(reply, Lost):
            if cost is None:
                self.blind = self.blind or ("" if expected else seat.name)
        elif cost is None:
            self.blind = self.blind or seat.name
        else:
            key = (seat.name, ask.tag.stage)
            self._dearest[key] = max(cost, self._dearest.get(key, 0.0))

    def _over(self, expected: float) -> Lost | None:
        """Why *expected* may not be spent; None: it may."""
        if self.max_calls is not None and self.calls >= self.max_calls:
            return _beyond(f"the limit of {self.max_calls} calls is reached")
        if self.max_cost is None:
            return None
        if self.blind:
            return Lost(
                reason=f"the cost of {self.blind} is unknown: the limit of "
                f"${self.max_cost:g} cannot be kept",
                hint="give its price with --prices FILE, or limit the calls: --max-calls",
                kind="budget",
            )
        if self.spent + self.reserved + expected > self.max_cost + _CENTS:
            return _beyond(f"the limit of ${self.max_cost:g} is reached")
        return None


_CENTS: Final = 1e-9
"""Sums of fractions of a cent are not exact."""


def _beyond(reason: str) -> Lost:
    return Lost(reason=reason, kind="budget", hint="raise it, and run again")
