"""Drives hearings over a line: many items at once, flat in memory, in their order."""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Coroutine,
    Generator,
    Iterable,
    Iterator,
    Sequence,
)
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from adjudge.verdict import Candidates, Conversation, Item, ItemId, Message

from .call import Ask, Line, Reply
from .hearing import hear
from .kin import is_own
from .opinion import Review
from .revision import may_revise, revise, settle
from .seat import Seat
from .sitting import Sitting
from .writing import Written, answer

T = TypeVar("T")

Judged: TypeAlias = Candidates | Item

_AHEAD: Final = 4
"""Items in hand for each one in flight: a slow one does not stop those behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Safety:
    """Who checks each answer before it is scored, and by which rubric."""

    sitting: Sitting
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Convened:
    """What the council said about one item."""

    item: Judged
    reviews: tuple[Review, ...]
    """In the order of the seats, and of the rounds of each."""
    safety: tuple[Review, ...] = ()
    """Of each answer, as a conversation `<item>/<author>`."""


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


async def collect(
    line: Line, seats: Sequence[Seat], question: Candidates
) -> tuple[Written, ...]:
    """Stage 1: what each of *seats* answers to *question*, in the order of the seats."""
    return await _all([attend(line, seat, answer(seat, question)) for seat in seats])


async def convene(
    line: Line,
    seats: Sequence[Seat],
    items: AsyncIterable[Judged] | Iterable[Judged],
    sitting: Sitting | Callable[[Judged], Sitting],
    *,
    in_flight: int = 32,
    safety: Safety | None = None,
) -> AsyncGenerator[Convened, None]:
    """Stage 2: what all *seats* say about each of *items*, in the order of the items.

    At most *in_flight* items are being heard, and at most four times as many are held.
    *sitting* may choose by the item. Trouble with a reviewer is an outcome of its review;
    only a fault of *items*, or a bug, ends the run. Close it, or leave the loop inside
    `contextlib.aclosing`, and whatever is in flight is cancelled.
    """
    ready: asyncio.Queue[asyncio.Task[Convened] | None] = asyncio.Queue(_AHEAD * in_flight)
    gate = asyncio.Semaphore(in_flight)

    async def sit(item: Judged) -> Convened:
        try:
            chosen = sitting if isinstance(sitting, Sitting) else sitting(item)
            return await review_item(line, seats, item, chosen, safety=safety)
        finally:
            gate.release()

    async def run() -> None:
        try:
            async with asyncio.TaskGroup() as group:
                async for item in _each(items):
                    await gate.acquire()
                    await ready.put(group.create_task(sit(item)))
        except BaseExceptionGroup:
            await ready.put(None)
            raise
        await ready.put(None)

    runner = asyncio.create_task(run())
    try:
        while (task := await ready.get()) is not None:
            if not task.done():
                await asyncio.wait((task,))
            if task.cancelled():
                break  # by the trouble of another one, which the runner has
            yield await _plainly(task)
        await _plainly(runner)
    finally:
        await _cancel(runner)


async def review_item(
    line: Line,
    seats: Sequence[Seat],
    item: Judged,
    sitting: Sitting,
    *,
    safety: Safety | None = None,
) -> Convened:
    """What all *seats* say about one *item*, in one round or in two."""
    checks = list(_checks(line, item, safety)) if safety else []
    hearings = [attend(line, seat, hear(sitting, seat, item)) for seat in seats]
    heard = await _all([*hearings, *checks])
    reviews = heard[: len(seats)]
    if sitting.rounds > 1:
        reviews = await _second_round(line, seats, item, sitting, reviews)
    return Convened(item=item, reviews=reviews, safety=heard[len(seats) :])


def answer_as_item(candidates: Candidates, author: str) -> Item:
    """The answer of *author* as the conversation that it ended."""
    turns = (
        *candidates.before,
        Message("user", candidates.question),
        Message("assistant", candidates.responses[author]),
    )
    return Item(id=ItemId(f"{candidates.id}/{author}"), conversation=Conversation(turns))


def _checks(
    line: Line, item: Judged, safety: Safety
) -> Iterator[Coroutine[Any, Any, Review]]:
    if not isinstance(item, Candidates):
        return
    for author in item.responses:
        talk = answer_as_item(item, author)
        for seat in safety.seats:
            if not is_own(author, seat):
                hearing = hear(safety.sitting, seat, talk, stage="safety")
                yield attend(line, seat, hearing)


async def _second_round(
    line: Line,
    seats: Sequence[Seat],
    item: Judged,
    sitting: Sitting,
    first: tuple[Review, ...],
) -> tuple[Review, ...]:
    async def again(seat: Seat, own: Review) -> tuple[Review, ...]:
        others = tuple(review for review in first if review.seat != seat.name)
        if not may_revise(own, others):
            return (own,)
        revised = await attend(line, seat, revise(sitting, seat, item, own, others))
        answers = isinstance(item, Candidates)
        return settle(sitting, seat, own, revised, answers=answers)

    both = await _all([again(seat, own) for seat, own in zip(seats, first, strict=True)])
    return tuple(review for rounds in both for review in rounds)


async def _all(work: Sequence[Coroutine[Any, Any, T]]) -> tuple[T, ...]:
    """What all of *work* comes to, in its order; a bug in one ends the others."""
    if len(work) == 1:
        return (await work[0],)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one) for one in work]
    return tuple(task.result() for task in tasks)


async def _each(items: AsyncIterable[Judged] | Iterable[Judged]) -> AsyncIterator[Judged]:
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item


async def _plainly(task: asyncio.Task[T]) -> T:
    """What *task* comes to; of several troubles at once the first, as itself."""
    try:
        return await task
    except BaseExceptionGroup as group:
        trouble: BaseException = group
        while isinstance(trouble, BaseExceptionGroup):
            trouble = trouble.exceptions[0]
        raise trouble from group


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait((task,))
    if not task.cancelled():
        task.exception()  # it has been told already, or nobody is left to be told
