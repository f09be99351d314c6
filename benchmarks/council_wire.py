"""How close a council comes to the limit of its endpoint, and what a call costs.

    python -m benchmarks.council_wire                    # 2,000 calls at 50 ms, 64 and 256
    python -m benchmarks.council_wire --latency 50 200   # as the aims are stated
    python -m benchmarks.council_wire --profile          # where the processor time goes
    python -m benchmarks.council_wire --latency --items 2000 100000        # memory alone

The scripted server answers after a fixed latency, in a process of its own. `wire` is calls
that are ready to be sent; `tape` records them, which is what the aims are about; `again`
finds them all on that tape; `council` is the whole way from candidates to reviews, three
answers by five criteria each, prompts written and replies read. The limit is calls x
latency / in flight, the processor time that of the asking process with its threads; of
several rounds the shortest counts, and the median of the processor time.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import multiprocessing
import os
import pstats
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path

from adjudge.council import (
    Ask,
    Directory,
    Heard,
    Keys,
    Line,
    Reply,
    Seat,
    Sitting,
    Wire,
    convene,
    hear,
)
from adjudge.formats import load_rubric
from adjudge.storage import open_tape
from adjudge.testing import (
    Behaviour,
    Request,
    ScriptedServer,
    answer,
    counted,
)
from adjudge.verdict import Candidates, ItemId

_AIMS = {64: 0.90, 256: 0.65}
_CPU = 0.3
"""Milliseconds a call."""
_MEMORY = 150
"""Megabytes."""

_HOW_LONG = "how long"
_FORM = re.compile(r'"form": "([0-9a-f]+)"')
_SLOT = {"rationale": "As the rubric says, and as far as can be told.", "value": 7}
_CRITERIA = ("accuracy", "relevance", "completeness", "conciseness", "clarity")
_REPLY = json.dumps(
    {
        "form": "CODE",
        "evaluations": {
            f"Response {label}": {
                **dict.fromkeys(_CRITERIA, _SLOT),
                "notes": "It says what was asked.",
                "overall": 7,
            }
            for label in "ABC"
        },
        "ranking": ["Response A", "Response B", "Response C"],
        "end": "CODE",
    }
)


@dataclass(frozen=True)
class Measured:
    """One run."""

    seconds: float
    cpu: float
    """Seconds."""

    @classmethod
    def since(cls, began: float, spent: float) -> Measured:
        """What has passed since."""
        return cls(time.perf_counter() - began, time.process_time() - spent)


def main() -> int:
    """Measure what was asked for; with --strict, 1 where an aim is missed."""
    call = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    call.add_argument("--latency", type=int, nargs="*", default=[50])
    call.add_argument("--in-flight", type=int, nargs="*", default=[64, 256])
    call.add_argument("--calls", type=int, default=2_000)
    call.add_argument("--rounds", type=int, default=5)
    call.add_argument("--profile", action="store_true")
    call.add_argument("--strict", action="store_true", help="a missed aim is a failure")
    call.add_argument("--items", type=int, nargs="*", default=[2_000, 20_000])
    call.add_argument("--stream", type=int, help=argparse.SUPPRESS)
    args = call.parse_args()
    if args.stream:
        return _stream(args.stream)
    missed = 0
    for items in () if args.profile else args.items:
        missed += _memory(items)
    asks = tuple(_asks(args.calls))
    for latency in args.latency:
        with served(latency / 1000) as url:
            if args.profile:
                _profile(url, asks, args.in_flight[-1])
            else:
                missed += _speed(url, asks, latency, args)
    return 1 if missed and args.strict else 0


def _profile(url: str, asks: tuple[Ask, ...], in_flight: int) -> None:
    profile = cProfile.Profile()
    profile.enable()
    asyncio.run(_round(url, asks, in_flight))
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(40)


def _speed(url: str, asks: tuple[Ask, ...], latency: int, call: argparse.Namespace) -> int:
    """One latency at each number in flight; how many aims were missed."""
    missed = 0
    for in_flight in call.in_flight:
        limit = len(asks) * latency / 1000 / in_flight
        runs: dict[str, list[Measured]] = {}
        for _ in range(call.rounds):  # in turn, so that they share the noise
            for name, measured in asyncio.run(_round(url, asks, in_flight)).items():
                runs.setdefault(name, []).append(measured)
        for name, taken in runs.items():
            # What else runs on the machine can only make a run longer.
            share = limit / min(run.seconds for run in taken)
            cpu = statistics.median(run.cpu for run in taken) / len(asks) * 1000
            of_limit = "" if name == "again" else f"{share:.2f} of the limit"
            aim = _AIMS.get(in_flight, 0.0) if name == "tape" else 0.0
            print(
                f"{latency:>4} ms {in_flight:>4} in flight  {name:<8}{of_limit:<18}"
                f"{cpu:6.3f} ms of processor a call"
                + (f"  (aims: {aim:.2f} and {_CPU} ms)" if aim else ""),
                flush=True,
            )
            if aim:
                missed += share < aim or cpu > _CPU
    return missed


async def _round(url: str, asks: tuple[Ask, ...], in_flight: int) -> Mapping[str, Measured]:
    """Each way once, over connections that are new each time."""
    runs = {}
    with tempfile.TemporaryDirectory() as folder:
        async with Wire(Keys(), in_flight=in_flight) as wire:
            runs["wire"] = await _ask_all(url, wire, asks, in_flight)
        for name in ("tape", "again"):
            async with Wire(Keys(), in_flight=in_flight) as wire, open_tape(folder) as tape:
                runs[name] = await _ask_all(url, tape.recorded(wire), asks, in_flight)
    with tempfile.TemporaryDirectory() as folder:
        async with Wire(Keys(), in_flight=in_flight) as wire, open_tape(folder) as tape:
            runs["council"] = await _convene(url, tape.recorded(wire), len(asks), in_flight)
    return runs


async def _ask_all(url: str, line: Line, asks: tuple[Ask, ...], in_flight: int) -> Measured:
    """Every ask once, by as many workers as may be in flight."""
    seat = Directory.of(base_url=url).seat("judge", {"temperature": 0})
    queue = iter(asks)

    async def work() -> None:
        for ask in queue:
            reply = await line.ask(seat, ask)
            assert isinstance(reply, Heard), reply

    began, spent = time.perf_counter(), time.process_time()
    async with asyncio.TaskGroup() as group:
        for _ in range(in_flight):
            group.create_task(work())
    return Measured.since(began, spent)


async def _convene(url: str, line: Line, count: int, in_flight: int) -> Measured:
    """From candidates to reviews."""
    seat = Directory.of(base_url=url).seat("judge", {"temperature": 0})
    sitting = Sitting(rubric=load_rubric("quality").rubric)
    items = list(_items(count))
    began, spent = time.perf_counter(), time.process_time()
    stream = convene(line, [seat], items, sitting, in_flight=in_flight)
    async with aclosing(stream) as heard:
        async for convened in heard:
            assert convened.reviews[0].status == "scored", convened.reviews[0]
    return Measured.since(began, spent)


def _asks(count: int) -> Iterator[Ask]:
    """What a reviewer is asked about *count* questions with three answers each."""
    sitting = Sitting(rubric=load_rubric("quality").rubric)
    seat = Directory.of(base_url="http://localhost/v1").seat("judge")
    for item in _items(count):
        hearing = hear(sitting, seat, item)
        yield next(hearing)
        hearing.close()


def _items(count: int) -> Iterator[Candidates]:
    for n in range(count):
        yield Candidates(
            id=ItemId(f"q{n}"),
            question=f"What is the capital of country {n}, and since when?",
            responses={f"author/{a}": f"Answer {a} to {n}. " * 12 for a in "abc"},
        )


class served:  # noqa: N801 - reads as a word in a `with`
    """A scripted server in a process of its own; its URL."""

    def __init__(self, latency: float) -> None:
        self._ours, theirs = multiprocessing.Pipe()
        spawn = multiprocessing.get_context("spawn")
        self._process = spawn.Process(target=_serve, args=(theirs, latency))

    def __enter__(self) -> str:
        self._process.start()
        url: str = self._ours.recv()
        return url

    def asked_for(self) -> float:
        """Seconds from the first call's arrival to the end of the last answer."""
        self._ours.send(_HOW_LONG)
        seconds: float = self._ours.recv()
        return seconds

    def __exit__(self, *_: object) -> None:
        self._ours.send("stop")
        self._process.join()


def _serve(end: Connection, latency: float) -> None:
    whole = answer(_REPLY, usage=counted(1700, 400)).after(latency)
    began = ended = 0.0

    # Taking the question apart would cost the server more than the one who asks, and
    # they share a machine: the shape of the question is known.
    def review(request: Request) -> Behaviour:
        nonlocal began, ended
        began, ended = began or time.perf_counter(), time.perf_counter() + latency
        code = _FORM.search(request.prompt)
        assert code is not None
        return replace(whole, body=whole.body.replace(b"CODE", code[1].encode()))

    with ScriptedServer(review, keep=1) as server:
        end.send(server.url)
        while end.recv() == _HOW_LONG:
            end.send(ended - began)


def _memory(items: int) -> int:
    """Stream *items* through a council in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.council_wire", "--stream", str(items)]
    began = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    taken, (*sizes, peak) = time.perf_counter() - began, json.loads(done.stdout)
    on_the_way = ", ".join(f"{size:.0f}" for size in sizes)
    print(
        f"{items:>10,} items streamed in {taken:6.1f} s, {on_the_way} MB at 10, 50 and "
        f"100 %, peak {peak:.0f} MB",
        flush=True,
    )
    return peak > _MEMORY


class _Scripted:
    """A line that does as it is told and remembers nothing."""

    async def ask(self, seat: Seat, ask: Ask) -> Reply:  # noqa: ARG002 - a line
        await asyncio.sleep(0)
        code = _FORM.search(ask.messages[-1].content)
        assert code is not None
        return Heard(text=_REPLY.replace("CODE", code[1]))


def _stream(count: int) -> int:
    sizes = []

    async def run() -> int:
        seat = Directory.of(base_url="http://localhost/v1").seat("judge")
        sitting = Sitting(rubric=load_rubric("quality").rubric)
        scored = 0
        with tempfile.TemporaryDirectory() as folder:
            async with open_tape(folder) as tape:
                line = tape.recorded(_Scripted())
                async with aclosing(convene(line, [seat], _items(count), sitting)) as heard:
                    async for convened in heard:
                        scored += convened.reviews[0].status == "scored"
                        if scored in (count // 10, count // 2, count):
                            sizes.append(resident(os.getpid()))
        return scored

    assert asyncio.run(run()) == count
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([*sizes, peak]))
    return 0


def resident(process: int) -> float:
    """Megabytes that *process* holds now."""
    try:
        told = Path(f"/proc/{process}/statm").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return int(told.split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    sys.exit(main())
