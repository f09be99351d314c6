"""What every tape promises, the one on the disk and its twin in memory."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from taping import SEAT, asking, said, tick

from adjudge.council import Heard, Lost, Price, Prices, Usage
from adjudge.storage import open_tape
from adjudge.testing import MemoryTape, ScriptedLine


@pytest.fixture(params=["disk", "memory"])
def tapes(request, tmp_path):
    """Open one and the same tape, as often as it is called: `tapes(fresh=False)`."""
    opened, clock, taped = [], tick(), []

    def one(*, fresh=False):
        if request.param == "disk":
            tape = open_tape(tmp_path / "tape.jsonl", fresh=fresh, now=clock)
            opened.append(tape)
            return tape
        return MemoryTape(fresh=fresh, now=clock, taped=taped)

    yield one
    for tape in opened:
        tape.close()


def test_an_answer_is_asked_for_once(tapes):
    """The second time it comes from the tape, says so, and is the same otherwise."""
    line = ScriptedLine(lambda *_: Heard(text="so it is", usage=Usage(prompt=7, cost=0.5)))

    first, again = said(tapes(), line, [asking(), asking()])
    (later,) = said(tapes(), line, [asking()])

    assert first == Heard(text="so it is", usage=Usage(prompt=7, cost=0.5))
    assert again == later == replace(first, cached=True)
    assert len(line.asked) == 1


def test_everything_about_an_answer_is_kept(tapes):
    """Whatever an endpoint may have said comes back as it was."""
    odd = Heard(
        text='"\\ \x00   é😀\ud800\n',
        finish="length",
        refusal="no",
        model="other",
        usage=Usage(prompt=None, completion=3, cost=None),
        seconds=1.25,
        shaped="json_schema",
        dropped=("seed", "top_k"),
    )

    said(tapes(), ScriptedLine(lambda *_: odd), [asking()])
    (kept,) = said(tapes(), ScriptedLine(lambda *_: "anew"), [asking()])

    assert kept == replace(odd, cached=True)


def test_a_question_that_is_asked_twice_at_once_is_asked_once(tapes):
    """The second asker waits for the answer of the first."""
    line = ScriptedLine(lambda *_: "yes")
    slow = HeldLine(line)

    async def both():
        recorded = tapes().recorded(slow)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(recorded.ask(SEAT, asking())) for _ in range(3)]
            await slow.asked.wait()
            slow.go.set()
        return [task.result() for task in tasks]

    replies = asyncio.run(both())

    assert [reply.cached for reply in replies] == [False, True, True]
    assert len(line.asked) == 1


class HeldLine:
    """A line that answers when it is let go."""

    def __init__(self, line):
        self.line, self.asked, self.go = line, asyncio.Event(), asyncio.Event()

    async def ask(self, seat, ask):
        """Wait, then ask the line behind."""
        self.asked.set()
        await self.go.wait()
        return await self.line.ask(seat, ask)


def test_a_lost_call_is_noted_and_asked_again(tapes):
    """A failure is never served from the tape."""
    line = ScriptedLine(lambda *_: Lost(reason="503", hint="wait"))
    (lost,) = said(tapes(), line, [asking()])
    (heard,) = said(tapes(), ScriptedLine(lambda *_: "at last"), [asking()])

    assert (lost, heard) == (Lost(reason="503", hint="wait"), Heard(text="at last"))
    assert [taped.reply for taped in tapes().calls()] == [lost, heard]
    assert (tapes().stats().answers, tapes().stats().lost) == (1, 1)


@pytest.mark.parametrize("kind", ["budget", "stopped"])
def test_what_no_model_heard_of_is_no_call(tapes, kind):
    """A limit of the user's own leaves nothing on the tape."""
    tape = tapes()
    said(tape, ScriptedLine(lambda *_: Lost(reason="limit", kind=kind)), [asking()])

    assert list(tapes().calls()) == []


def test_a_fresh_tape_looks_nothing_up_and_is_found_by_the_next_run(tapes):
    """`--fresh` asks anew, and what it hears counts from then on."""
    said(tapes(), ScriptedLine(lambda *_: "old"), [asking()])
    (fresh,) = said(tapes(fresh=True), ScriptedLine(lambda *_: "new"), [asking()])
    (later,) = said(tapes(), ScriptedLine(lambda *_: "newest"), [asking()])

    assert fresh == Heard(text="new")
    assert later == Heard(text="new", cached=True)
    assert (tapes().stats().answers, tapes().stats().superseded) == (1, 1)


def test_find_tells_what_would_be_asked(tapes):
    """A dry run counts what is missing."""
    said(tapes(), ScriptedLine(lambda *_: "yes"), [asking("known")])

    assert tapes().find(SEAT, asking("known")) == Heard(text="yes", cached=True)
    assert tapes().find(SEAT, asking("unknown")) is None


def test_calls_tell_who_was_asked_what_for(tapes):
    """With the parameters that were sent, and when the answer came."""
    ask = asking(parameters={"seed": 3}, item="q1", round=2, part="tone", sample=4)
    said(tapes(), ScriptedLine(lambda *_: "yes"), [ask])

    (taped,) = tapes().calls()

    keyless = replace(SEAT.endpoint, key_name=None)
    assert taped.seat == replace(
        SEAT, endpoint=keyless, parameters={"temperature": 0.5, "seed": 3}
    )
    assert taped.tag == ask.tag
    assert taped.at == datetime(2026, 1, 1, tzinfo=UTC)
    assert taped.reply == Heard(text="yes")


def test_stats_add_up_by_stage_and_seat(tapes):
    """Tokens, seconds and cost; the price table speaks where the endpoint did not."""
    usage = Usage(prompt=1_000_000, completion=2_000_000)
    line = ScriptedLine(lambda *_: Heard(text="yes", usage=usage, seconds=2.0))
    said(tapes(), line, [asking(str(n), stage="review") for n in range(3)])
    said(tapes(), line, [asking("x", stage="answer")])

    unpriced = tapes().stats().account.entries["review", SEAT.name]
    prices = Prices(models={SEAT.name: Price(prompt=1.0, completion=2.0)})
    priced = tapes().stats(prices).account.entries["review", SEAT.name]

    assert (unpriced.calls, unpriced.prompt, unpriced.seconds) == (3, 3_000_000, 6.0)
    assert (unpriced.unpriced, unpriced.cost) == (3, 0.0)
    assert (priced.unpriced, priced.cost) == (0, 15.0)
    assert tapes().stats().account.entries["answer", SEAT.name].calls == 1


def test_pruning_keeps_every_answer_that_would_be_looked_up(tapes):
    """Lost calls and replaced answers go, and a dry run only counts them."""
    said(tapes(), ScriptedLine(lambda *_: Lost(reason="503")), [asking("a")])
    said(tapes(), ScriptedLine(lambda *_: "old"), [asking("a"), asking("b")])
    said(tapes(fresh=True), ScriptedLine(lambda *_: "new"), [asking("a")])

    planned = tapes().prune(dry_run=True)
    assert len(list(tapes().calls())) == 4
    done = tapes().prune()

    assert (done.kept, done.dropped) == (planned.kept, planned.dropped) == (2, 2)
    assert [taped.reply.text for taped in tapes().calls()] == ["old", "new"]
    replies = said(
        tapes(), ScriptedLine(lambda *_: "anew"), [asking("a"), asking("b"), asking("c")]
    )
    assert [reply.text for reply in replies] == ["new", "old", "anew"]


def test_pruning_by_age_and_by_choice(tapes):
    """What is older, and whatever else is named; the clock ticks once a call."""
    line = ScriptedLine(lambda *_: "yes")
    said(tapes(), line, [asking(name, item=name) for name in "abcd"])
    start = datetime(2026, 1, 1, tzinfo=UTC)

    tapes().prune(
        before=start + timedelta(seconds=1), drop=lambda taped: taped.tag.item == "c"
    )

    assert [taped.tag.item for taped in tapes().calls()] == ["b", "d"]
