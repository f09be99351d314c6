"""Drives hearings over a line: many at once, in the order in which the items came."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from .call import Ask, Line, Reply
from .seat import Seat

T = TypeVar("T")


async def attend(line: Line, seat: Seat, hearing: Generator[Ask, Reply, T]) -> T:
    """Run one *hearing* to its end: put what it asks to *seat*, send back what is said."""
    try:
        ask = next(hearing)
        while True:
            ask = hearing.send(await line.ask(seat, ask))
    except StopIteration as end:
        said: T = end.value
        return said
    finally:
        hearing.close()
