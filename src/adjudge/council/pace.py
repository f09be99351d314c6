"""How many calls an endpoint is asked at once: fewer when it complains, more when it copes.

Additive increase, multiplicative decrease, as TCP does it: half as many after a complaint,
and one step more for every round of calls that went well. Complaints about calls that were
sent before the last decrease are old news.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

_STEPS: Final = 16
"""Rounds of good calls from one in flight to the most allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic:
    """What an endpoint is doing now."""

    in_flight: int
    waiting: int
    limit: int
    held_for: float
    """Seconds until it may be asked again: it sent `Retry-After`."""


class Pace:
    """Permits for one endpoint. A permit is held from `enter` to `leave`."""

    def __init__(
        self,
        most: int,
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._most = most
        self._limit = float(most)
        self._clock = clock
        self._sleep = sleep
        self._in_use = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._resume_at = 0.0
        self._slowed_at = float("-inf")

    async def enter(self) -> None:
        """Wait for a permit, and for the end of a pause that the endpoint asked for."""
        while True:
            pause = self._resume_at - self._clock()
            if pause > 0:
                await self._sleep(pause)
            elif self._in_use < int(self._limit):
                self._in_use += 1
                return
            else:
                await self._queue()
                if self._resume_at <= self._clock():
                    return
                self.leave()

    def leave(self) -> None:
        """Give a permit back."""
        self._in_use -= 1
        self._wake()

    def went_well(self) -> None:
        """A call was answered: a little more may be asked."""
        if self._limit < self._most:
            step = max(1.0, self._most / _STEPS)
            self._limit = min(float(self._most), self._limit + step / self._limit)
            self._wake()

    def slow_down(self, *, sent_at: float, wait: float = 0.0) -> None:
        """The endpoint complained of a call sent at *sent_at*, and wants *wait* seconds."""
        now = self._clock()
        self._resume_at = max(self._resume_at, now + wait)
        if sent_at > self._slowed_at:
            self._limit = max(1.0, min(self._limit, float(self._in_use)) / 2)
            self._slowed_at = now

    @property
    def held_for(self) -> float:
        """Seconds until the endpoint may be asked again."""
        return max(0.0, self._resume_at - self._clock())

    @property
    def traffic(self) -> Traffic:
        """What the endpoint is doing now."""
        return Traffic(
            in_flight=self._in_use,
            waiting=sum(not waiter.done() for waiter in self._waiting),
            limit=int(self._limit),
            held_for=self.held_for,
        )

    async def _queue(self) -> None:
        """Wait until a permit is handed over; it counts as in use from that moment."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():  # handed over and not wanted
                self.leave()
            raise

    def _wake(self) -> None:
        while self._waiting and self._in_use < int(self._limit):
            waiter = self._waiting.popleft()
            if not waiter.done():
                self._in_use += 1
                waiter.set_result(None)
