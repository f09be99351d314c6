"""The wire: the only way from the council to models over HTTP."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import MappingProxyType, TracebackType
from typing import Final, Self, TypeAlias

from .call import Ask, Heard, Lost, Reply
from .carrier import Answered, Carrier, Target, Timeouts, Unanswered
from .completion import read_completion
from .direct import Direct
from .fault import Fault, fault_of_carrier, fault_of_status
from .keys import Keys
from .manner import Manner, Sending
from .pace import Pace, Traffic
from .patience import Patience
from .proxies import proxy_for
from .seat import Endpoint, Seat

_AGENT: Final = "adjudge"
_LONG: Final = 5.0
"""Seconds of waiting that a person would wonder at."""
_SHORTEST: Final = 0.1
"""Seconds that an exchange has at least, however little patience is left."""
_LATER: Final = "run the same command again later: what was answered is not asked again"
_MOST_MANNERS: Final = 12
"""Times that one call is put in another manner: a parameter or a shape less each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """What time it is, how to wait, and what chance says: replaced in tests."""

    monotonic: Callable[[], float] = time.monotonic
    now: Callable[[], datetime] = lambda: datetime.fromtimestamp(time.time(), UTC)
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: random.Random = field(default_factory=random.Random)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """An endpoint as the wire knows it."""

    target: Target
    carrier: Carrier
    headers: Mapping[str, str]
    pace: Pace


@dataclass(slots=True, kw_only=True)
class _Call:
    """One ask on its way through all its attempts."""

    seat: Seat
    ask: Ask
    place: _Place
    manner: Manner
    began: float
    queued: float = 0.0
    """Seconds in line behind other calls, which are not the endpoint's."""
    attempt: int = 1
    manners: int = 0
    billed: int = 0
    sending: Sending | None = None

    def in_another_manner(self, fault: Fault) -> bool:
        """Whether it was put as the endpoint may take it, which is no attempt more."""
        if self.sending is None or self.manners >= _MOST_MANNERS:
            return False
        other = self.sending.instead_of(fault.remedy, fault.parameter, sure=fault.sure)
        if other is None:
            return False
        self.sending = other
        self.manners += 1
        return True


_Site: TypeAlias = tuple[str, str | None]
"""A base URL and the name of the key for it: with another key it is another place."""


class Wire:
    """A line to models over HTTP; open it with `async with`, and it closes after itself.

    At each endpoint at most *in_flight* calls are under way, fewer while it complains.
    """

    def __init__(
        self,
        keys: Keys,
        *,
        in_flight: int = 16,
        timeouts: Timeouts | None = None,
        patience: Patience | None = None,
        proxies: Mapping[str, str] = MappingProxyType({}),
        clock: Clock | None = None,
    ) -> None:
        self._keys = keys
        self._in_flight = in_flight
        self._timeouts = timeouts or Timeouts()
        self._patience = patience or Patience()
        self._proxies = proxies
        self._clock = clock or Clock()
        self.tell: Callable[[str, float], None] = lambda _endpoint, _seconds: None
        """Hears which endpoint asks to wait for long, and how many seconds."""
        self._direct = Direct()
        self._proxied: Carrier | None = None
        self._places: dict[_Site, _Place] = {}
        self._manners: dict[tuple[str, str], Manner] = {}
        self._heard: set[tuple[str, str]] = set()
        self._shut: dict[tuple[_Site, str], Fault] = {}
        """Endpoints that do not take the key, and models that may not be asked there."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End every connection."""
        await self._direct.close()
        if self._proxied is not None:
            await self._proxied.close()

    def traffic(self) -> Mapping[str, Traffic]:
        """What each endpoint is doing now, by its base URL."""
        return {url: place.pace.traffic for (url, _), place in self._places.items()}

    async def ask(self, seat: Seat, ask: Ask) -> Reply:
        """What *seat* says to *ask*, after every retry that makes sense."""
        call = _Call(
            seat=seat,
            ask=ask,
            place=self._place(seat.endpoint),
            manner=self._manner_of(seat),
            began=self._clock.monotonic(),
        )
        while True:
            held = call.place.pace.held_for
            if held > max(0.0, self._left(call)):
                return self._lost(_held(call), call)
            heard = await self._send(call)
            if isinstance(heard, Heard):
                return replace(heard, billed=call.billed) if call.billed else heard
            call.billed += heard.remedy == "pay"
            if call.in_another_manner(heard):
                continue
            pause = self._pause(heard, call)
            if pause is None:
                return self._lost(_impatient(heard, self._left(call)), call)
            await self._clock.sleep(pause)
            call.attempt += 1

    async def _send(self, call: _Call) -> Heard | Fault:
        """One exchange, holding a permit for as long as it lasts."""
        pace = call.place.pace
        call.queued += await self._enter(pace)
        try:
            if (shut := self._shut_for(call.seat)) is not None:
                return shut
            sent_at = self._clock.monotonic()
            # Only now: calls that went before have found out what the endpoint takes.
            sending = call.sending = call.sending or call.manner.sending(
                call.seat, call.ask
            )
            heard = await self._exchange(call, sending)
            if isinstance(heard, Fault):
                if heard.slows:
                    self._slow_down(call, heard, sent_at)
                self._shut_by(heard, call.seat)
                return heard
            self._heard.add(_model_of(call.seat))
            call.manner.learn(sending)
            pace.went_well()
            seconds = self._clock.monotonic() - sent_at
        finally:
            pace.leave()
        return replace(
            heard,
            text=self._keys.scrub_exactly(heard.text),
            refusal=self._keys.scrub_exactly(heard.refusal),
            model=self._keys.scrub_exactly(heard.model),
            seconds=seconds,
            shaped=sending.shaped,
            dropped=tuple(sorted(sending.dropped)),
        )

    async def _enter(self, pace: Pace) -> float:
        """Wait for a permit; the seconds of it that the endpoint did not ask for."""
        since, held = self._clock.monotonic(), pace.held_for
        await pace.enter()
        return max(0.0, self._clock.monotonic() - since - held)

    def _slow_down(self, call: _Call, fault: Fault, sent_at: float) -> None:
        pace, wait = call.place.pace, fault.wait or 0.0
        if _LONG <= wait <= self._left(call) and wait > pace.held_for + 1.0:
            self.tell(call.seat.endpoint.name, wait)
        pace.slow_down(sent_at=sent_at, wait=wait)

    def _shut_for(self, seat: Seat) -> Fault | None:
        """Why *seat* need not be asked at all: those before it have found that out."""
        site = _site_of(seat.endpoint)
        return self._shut.get((site, "")) or self._shut.get((site, seat.model))

    def _shut_by(self, fault: Fault, seat: Seat) -> None:
        """Remember a *fault* of who asks. Whoever was heard before may be heard again."""
        if _model_of(seat) in self._heard:
            return
        if fault.barred or fault.closed:
            model = "" if fault.barred else seat.model
            self._shut[_site_of(seat.endpoint), model] = fault

    async def _exchange(self, call: _Call, sending: Sending) -> Heard | Fault:
        place = call.place
        timeouts = self._timeouts.within(max(self._left(call), _SHORTEST))
        try:
            answered: Answered = await place.carrier.post(
                place.target, place.headers, sending.body(), timeouts
            )
        except Unanswered as fault:
            return fault_of_carrier(fault, sending)
        if 200 <= answered.status < 300:
            return read_completion(answered, sending.seat.endpoint.name)
        return fault_of_status(
            answered, sending, proved=call.manner.proved, now=self._clock.now()
        )

    def _pause(self, fault: Fault, call: _Call) -> float | None:
        """Seconds until the next attempt; None when there is none."""
        most = {"wait": self._patience.attempts, "pay": self._patience.paid_attempts}
        if call.attempt >= most.get(fault.remedy, 0):
            return None
        pause = self._patience.pause(call.attempt, fault.wait, self._clock.chance)
        return pause if pause <= self._left(call) else None

    def _left(self, call: _Call) -> float:
        until = call.began + call.queued + self._patience.seconds
        return until - self._clock.monotonic()

    def _lost(self, fault: Fault, call: _Call) -> Lost:
        tries = f" ({call.attempt} attempts)" if call.attempt > 1 else ""
        return Lost(
            reason=self._keys.scrub(fault.reason) + tries,
            hint=self._keys.scrub(fault.hint),
            kind="passing" if fault.remedy in ("wait", "pay") else "refused",
            billed=call.billed,
            barred=fault.barred,
            closed=fault.closed,
        )

    def _manner_of(self, seat: Seat) -> Manner:
        model = _model_of(seat)
        return self._manners.get(model) or self._manners.setdefault(model, Manner())

    def _place(self, endpoint: Endpoint) -> _Place:
        site = _site_of(endpoint)
        place = self._places.get(site)
        if place is None:
            place = self._places[site] = self._new_place(endpoint)
        return place

    def _new_place(self, endpoint: Endpoint) -> _Place:
        url = f"{endpoint.base_url}/chat/completions"
        target = Target.of(url, proxy=proxy_for(url, self._proxies))
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": _AGENT,
        }
        if told := self._keys.header(endpoint):
            headers["Authorization"] = told
        return _Place(
            target=target,
            carrier=self._carrier(target),
            headers=headers,
            pace=Pace(
                self._in_flight, clock=self._clock.monotonic, sleep=self._clock.sleep
            ),
        )

    def _carrier(self, target: Target) -> Carrier:
        if not target.proxy:
            return self._direct
        if self._proxied is None:
            from .proxied import Proxied  # noqa: PLC0415 - aiohttp, for those who need it

            self._proxied = Proxied()
        return self._proxied


def _site_of(endpoint: Endpoint) -> _Site:
    return (endpoint.base_url, endpoint.key_name)


def _model_of(seat: Seat) -> tuple[str, str]:
    return (seat.endpoint.base_url, seat.model)


def _impatient(fault: Fault, left: float) -> Fault:
    """*fault*, with what the endpoint asked for where that is more than there is *left*."""
    if fault.wait is None or fault.wait <= left:
        return fault
    why = f"{fault.reason}: it asks to wait {fault.wait:.0f} s"
    return replace(fault, reason=why, hint=_LATER)


def _held(call: _Call) -> Fault:
    seconds = call.place.pace.held_for
    return Fault(
        reason=f"{call.seat.endpoint.name}: it asks to wait {seconds:.0f} s more",
        hint=_LATER,
        remedy="wait",
    )
