"""Many items at once: in order, bounded, and stopped cleanly."""

import asyncio
import json
from contextlib import aclosing
from dataclasses import replace

import pytest
from hearings import flat, seat_named

from adjudge.council import (
    Heard,
    Lost,
    Safety,
    Sitting,
    collect,
    convene,
    review_item,
)
from adjudge.errors import InputInvalid
from adjudge.formats import load_rubric
from adjudge.testing import ScriptedLine, understand, verdict
from adjudge.verdict import Candidates, ItemId

SEATS = tuple(seat_named(f"judges/{name}") for name in ("a", "b", "c"))


def items(count):
    """Questions with two answers each."""
    for n in range(count):
        yield Candidates(
            id=ItemId(f"q{n}"), question=f"{n}?", responses={"x/x": f"yes {n}", "y/y": "no"}
        )


async def gathered(line, source, sitting, **options):
    """Everything that the council says, in a list."""
    async with aclosing(convene(line, SEATS, source, sitting, **options)) as stream:
        return [convened async for convened in stream]


class HeldLine:
    """A line whose calls about some items wait until they are let go."""

    def __init__(self, *held):
        self.held = {item: asyncio.Event() for item in held}
        self.waiting = 0
        self.cancelled = 0
        self.most = 0
        self.items = set()

    async def ask(self, _seat, ask):
        """Wait where that is wanted, then say 7."""
        self.items.add(ask.tag.item)
        self.most = max(self.most, len(self.items))
        self.waiting += 1
        try:
            if ask.tag.item in self.held:
                await self.held[ask.tag.item].wait()
            else:
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.waiting -= 1
        return Heard(text=flat(7)(ask))


async def until(holds):
    """Let the others run until something *holds*."""
    for _ in range(100_000):
        if holds():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


def test_results_come_in_the_order_of_the_items(sitting):
    """A slow item is waited for, while those behind it go on."""

    async def run():
        line = HeldLine("q0")
        order = []
        async with aclosing(
            convene(line, SEATS, items(12), sitting, in_flight=4)
        ) as stream:
            first = asyncio.ensure_future(anext(stream))
            await until(lambda: "q6" in line.items)
            assert not first.done()
            line.held["q0"].set()
            order.append((await first).item.id)
            order += [convened.item.id async for convened in stream]
        return order

    assert asyncio.run(run()) == [f"q{n}" for n in range(12)]


def test_every_seat_says_something_about_every_item(sitting):
    """One review for each, in the order of the seats, whatever happens."""

    def script(seat, ask):
        if seat.name == "judges/b":
            return Lost(reason="down")
        return "?" if ask.tag.item == "q1" else flat(7)(ask)

    heard = asyncio.run(gathered(ScriptedLine(script), items(3), sitting))

    assert [[r.seat for r in c.reviews] for c in heard] == [[s.name for s in SEATS]] * 3
    assert [[r.status for r in c.reviews] for c in heard] == [
        ["scored", "failed", "scored"],
        ["failed", "failed", "failed"],
        ["scored", "failed", "scored"],
    ]


def test_a_bounded_number_of_items_is_in_hand(sitting):
    """Memory is flat in the number of items: the source is read as they are heard."""

    async def run():
        line = ScriptedLine(lambda _seat, ask: flat(7)(ask))
        read = delivered = most = 0

        async def source():
            nonlocal read
            for item in items(500):
                read += 1
                yield item

        async with aclosing(convene(line, SEATS, source(), sitting, in_flight=5)) as stream:
            async for _ in stream:
                most = max(most, read - delivered)
                delivered += 1
                if delivered % 50 == 0:
                    for _ in range(300):  # a consumer that is slow for a while
                        await asyncio.sleep(0)
        return read, delivered, most

    read, delivered, most = asyncio.run(run())

    assert read == delivered == 500
    assert most <= 5 * 4 + 5 + 2


def test_no_more_items_are_heard_at_once_than_allowed(sitting):
    """`in_flight` is a bound on items being heard."""

    async def run():
        line = HeldLine(*(f"q{n}" for n in range(40)))
        async with aclosing(
            convene(line, SEATS, items(40), sitting, in_flight=3)
        ) as stream:
            first = asyncio.ensure_future(anext(stream))
            for _ in range(200):
                await asyncio.sleep(0)
            assert line.waiting == 3 * len(SEATS)
            first.cancel()
            await asyncio.wait((first,))
        return line

    assert asyncio.run(run()).most == 3


def test_leaving_the_loop_cancels_what_is_in_flight(sitting):
    """Nothing goes on behind the back of one who has stopped."""

    async def run():
        line = HeldLine("q2", "q3")
        async with aclosing(convene(line, SEATS, items(9), sitting, in_flight=2)) as stream:
            async for convened in stream:
                if convened.item.id == "q1":
                    break
            await until(lambda: line.waiting == 6)
        return line, [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]

    line, left = asyncio.run(run())

    assert (line.waiting, line.cancelled, left) == (0, 6, [])


def test_cancelling_the_consumer_cancels_what_is_in_flight(sitting):
    """Ctrl-C stops at once."""

    async def run():
        line = HeldLine("q0")
        consumer = asyncio.create_task(gathered(line, items(9), sitting, in_flight=2))
        await until(lambda: line.waiting >= 3)
        consumer.cancel()
        await asyncio.wait((consumer,))
        return consumer.cancelled(), line.waiting

    assert asyncio.run(run()) == (True, 0)


def test_a_bug_is_raised_as_itself(sitting):
    """What is no trouble of a reviewer's is not swallowed, nor wrapped."""

    def script(_seat, ask):
        if ask.tag.item == "q3":
            raise ZeroDivisionError
        return flat(7)(ask)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(gathered(ScriptedLine(script), items(9), sitting, in_flight=2))


def test_a_fault_of_the_items_is_raised_as_itself(sitting):
    """A broken line in the file reaches whoever called."""

    def source():
        yield from items(2)
        raise InputInvalid("line 3 is no JSON", where="items.jsonl:3")

    with pytest.raises(InputInvalid, match="line 3"):
        asyncio.run(gathered(ScriptedLine(lambda _s, ask: flat(7)(ask)), source(), sitting))


def test_no_items_no_calls(sitting):
    """An empty file is an empty run."""
    line = ScriptedLine(lambda *_: "")

    assert asyncio.run(gathered(line, [], sitting)) == []
    assert line.asked == []


def test_the_rubric_may_be_chosen_by_the_item(quality):
    """A field of the item may name how it is judged."""
    by_name = {
        "quality": Sitting(rubric=quality),
        "safety": Sitting(rubric=load_rubric("safety").rubric),
    }
    source = [
        replace(item, fields={"rubric": name})
        for item, name in zip(items(2), by_name, strict=True)
    ]
    line = ScriptedLine(
        lambda _seat, ask: verdict(
            understand(ask.messages), lambda _l, _t, key: "pass" if key == "safety" else 5
        )
    )

    heard = asyncio.run(gathered(line, source, lambda item: by_name[item.fields["rubric"]]))

    assert [len(c.reviews[0].marks[0].outcomes) for c in heard] == [5, 1]
    assert all(r.status == "scored" for c in heard for r in c.reviews)


def test_two_rounds(quality):
    """Who scored revises, knowing the others; who failed has failed once."""
    sitting = Sitting(rubric=quality, rounds=2)

    def script(seat, ask):
        if seat.name == "judges/b":
            return "?"
        return flat(4 if ask.tag.round == 2 else 9)(ask)

    line = ScriptedLine(script)
    (convened,) = asyncio.run(gathered(line, items(1), sitting))

    assert [(r.seat, r.round, r.final, r.status) for r in convened.reviews] == [
        ("judges/a", 1, False, "scored"),
        ("judges/a", 2, True, "scored"),
        ("judges/b", 1, True, "failed"),
        ("judges/c", 1, False, "scored"),
        ("judges/c", 2, True, "scored"),
    ]
    revised = [ask for _, ask in line.asked if ask.tag.stage == "revision"]
    assert all("accuracy: 9" in ask.messages[-1].content for ask in revised)


def test_safety_is_checked_answer_by_answer(sitting):
    """Each answer is put to each checker alone, as the end of its conversation."""
    safety = Safety(
        sitting=Sitting(rubric=load_rubric("safety").rubric),
        seats=(seat_named("guards/one"), seat_named("x/x")),
    )

    def script(_seat, ask):
        asked = understand(ask.messages)
        if ask.tag.stage == "safety":
            bad = "yes 0" in asked.answers["Conversation"]
            return verdict(asked, lambda *_: "fail" if bad else "pass")
        return flat(7)(ask)

    line = ScriptedLine(script)
    (convened,) = asyncio.run(gathered(line, items(1), sitting, safety=safety))

    found = {
        (r.item, r.seat): o.grade.label
        for r in convened.safety
        for m in r.marks
        for o in m.outcomes.values()
    }
    assert found == {
        ("q0/x/x", "guards/one"): "fail",
        ("q0/y/y", "guards/one"): "pass",
        ("q0/y/y", "x/x"): "pass",  # nobody checks its own answer
    }


def test_answers_are_collected_from_all_seats():
    """Stage 1: one text for each seat, or why not."""
    line = ScriptedLine(
        lambda seat, _ask: (
            Lost(reason="down") if seat.name == "judges/b" else f"I am {seat.name}"
        )
    )
    question = Candidates(id=ItemId("q"), question="Who?", responses={})

    written = asyncio.run(collect(line, SEATS, question))

    assert [w.text for w in written] == ["I am judges/a", "", "I am judges/c"]


def test_one_item_alone(sitting, answers):
    """`review_item` is the same without the stream."""
    convened = asyncio.run(
        review_item(ScriptedLine(lambda _s, ask: flat(7)(ask)), SEATS, answers, sitting)
    )

    assert [r.status for r in convened.reviews] == ["scored"] * 3


def test_a_million_items_are_no_list(sitting):
    """An endless source is read only as far as it is wanted."""

    async def run():
        taken = []

        def source():
            n = 0
            while True:
                n += 1
                yield from items(1)

        line = ScriptedLine(lambda _s, ask: json.dumps({}) if not ask else flat(7)(ask))
        async with aclosing(convene(line, SEATS, source(), sitting, in_flight=2)) as stream:
            async for convened in stream:
                taken.append(convened.item.id)
                if len(taken) == 20:
                    break
        return len(taken)

    assert asyncio.run(run()) == 20
