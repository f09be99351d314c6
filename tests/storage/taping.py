"""What the tests of the tape share: a seat, asks, and a clock that ticks once a call."""

import asyncio
from datetime import UTC, datetime, timedelta

from adjudge.council import Ask, Endpoint, Seat, Tag
from adjudge.verdict import Message

SEAT = Seat(
    endpoint=Endpoint(name="lab", base_url="http://lab/v1", key_name="LAB_KEY"),
    model="judge-1",
    family="lab",
    name="lab/judge-1",
    parameters={"temperature": 0.5},
)


def asking(text="Is it so?", *, stage="review", schema=None, parameters=None, **tag):
    """An ask with one message."""
    return Ask(
        messages=(Message("user", text),),
        tag=Tag(stage=stage, seat=SEAT.name, **tag),
        schema=schema,
        parameters=parameters or {},
    )


def tick():
    """A clock that shows the first second of 2026, and one more at each look."""
    seconds = iter(range(1_000_000))
    return lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=next(seconds))


def said(tape, line, asks, seat=SEAT):
    """What is said to *asks* one after another, through *tape*."""

    async def run():
        recorded = tape.recorded(line)
        replies = [await recorded.ask(seat, ask) for ask in asks]
        if hasattr(tape, "aclose"):
            await tape.aclose()
        return replies

    try:
        return asyncio.run(run())
    finally:
        if hasattr(tape, "close"):
            tape.close()
