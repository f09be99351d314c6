"""What the tests of the wire share: asks, seats, and a clock that nobody waits for."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from adjudge.council import (
    Ask,
    Clock,
    Directory,
    Endpoint,
    Keys,
    Seat,
    Tag,
    Wire,
)
from adjudge.verdict import Message

START = datetime(2026, 1, 1, tzinfo=UTC)


class Middle:
    """Chance without chance: every jitter is half of what it may be."""

    def uniform(self, low, high):
        """The middle."""
        return (low + high) / 2


@dataclass
class Stopped:
    """A clock that moves when somebody sleeps, and only then."""

    seconds: float = 0.0
    slept: list = field(default_factory=list)

    @property
    def clock(self):
        """As the wire takes it."""
        return Clock(
            monotonic=lambda: self.seconds,
            now=lambda: START + timedelta(seconds=self.seconds),
            sleep=self.sleep,
            chance=Middle(),
        )

    async def sleep(self, seconds):
        """Nobody waits; the time has passed all the same."""
        self.slept.append(seconds)
        self.seconds += seconds
        await asyncio.sleep(0)


def asking(text="Is it so?", *, schema=None, parameters=None, **tag):
    """An ask with one message."""
    return Ask(
        messages=(Message("user", text),),
        tag=Tag(stage="review", **tag),
        schema=schema,
        parameters=parameters or {},
    )


def seat_at(url, model="model", **parameters):
    """A seat at the server of *url*, which needs no key."""
    return Directory.of(base_url=url).seat(model, parameters)


def keyed_seat(url, model="model"):
    """A seat at an endpoint that wants the key in SCRIPT_KEY."""
    return Seat(
        endpoint=Endpoint(name="script", base_url=url, key_name="SCRIPT_KEY"),
        model=model,
        family=model,
        name=model,
    )


def ask_all(url, asks, *, keys=None, seat=None, **options):
    """Ask *asks* over one wire, all at once, and return the replies in order."""

    async def run():
        async with Wire(keys or Keys(), **options) as wire:
            made = seat or seat_at(url)
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(wire.ask(made, ask)) for ask in asks]
            return [task.result() for task in tasks], wire.traffic()

    return asyncio.run(run())


def ask_in_turn(url, asks, *, seat=None, **options):
    """Ask *asks* over one wire, one after another."""

    async def run():
        async with Wire(Keys(), **options) as wire:
            return [await wire.ask(seat or seat_at(url), ask) for ask in asks]

    return asyncio.run(run())
