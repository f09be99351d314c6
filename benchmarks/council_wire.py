"""How close a council comes to the limit of its endpoint, and what a call costs.

    python -m benchmarks.council_wire                    # 2,000 calls at 50 ms, 64 and 256
    python -m benchmarks.council_wire --latency 50 200   # as the aims are stated
    python -m benchmarks.council_wire --profile          # where the processor time goes
    python -m benchmarks.council_wire --items 100000     # memory, with a scripted line

The scripted server answers after a fixed latency, in a process of its own. A run is calls
through wire and tape as a council makes them, its limit calls x latency / in flight. The
processor time is that of the asking process, its threads included.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import multiprocessing
import os
import pstats
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass
from multiprocessing.connection import Connection

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
from adjudge.testing import ScriptedServer, answer, counted, understand, verdict
from adjudge.verdict import Candidates, ItemId

_AIMS = {64: 0.90, 256: 0.65}
_CPU = 0.3
"""Milliseconds a call."""
_MEMORY = 150


@dataclass(frozen=True)
class Measured:
    """One run."""

    seconds: float
    cpu: float
    """Seconds."""

    @classmethod
    def of(cls, began: float, spent: float) -> Measured:
        """What has passed since."""
        return cls(time.perf_counter() - began, time.process_time() - spent)


def main() -> int:
    """Measure what was asked for; 1 where an aim is missed."""
    call = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    call.add_argument("--latency", type=int, nargs="*", default=[50])
    call.add_argument("--in-flight", type=int, nargs="*", default=[64, 256])
    call.add_argument("--calls", type=int, default=2_000)
    call.add_argument("--rounds", type=int, default=3)
    call.add_argument("--profile", action="store_true")
    call.add_argument("--items", type=int, nargs="*", default=[2_000, 20_000])
    call.add_argument("--stream", type=int, help=argparse.SUPPRESS)
    args = call.parse_args()
    if args.stream:
        return _stream(args.stream)
    asks = tuple(_asks(args.calls))
    missed = 0
    for latency in args.latency:
        with served(latency / 1000) as url:
            for in_flight in args.in_flight:
                missed += _speed(url, asks, latency, in_flight, args)
    for items in () if args.profile else args.items:
        missed += _memory(items)
    return 1 if missed else 0


def _speed(
    url: str,
    asks: tuple[Ask, ...],
    latency: int,
    in_flight: int,
    args: argparse.Namespace,
) -> int:
    limit = len(asks) * latency / 1000 / in_flight
    profile = cProfile.Profile() if args.profile else None
    for name in ("no tape", "tape"):
        if profile is not None and name == "tape":
            profile.enable()
        runs = [
            asyncio.run(_run(url, asks, in_flight, tape=name == "tape"))
            for _ in range(args.rounds)
        ]
        if profile is not None:
            profile.disable()
        share = limit / statistics.median(run.seconds for run in runs)
        cpu = statistics.median(run.cpu for run in runs) / len(asks) * 1000
        print(
            f"{latency:>4} ms {in_flight:>4} in flight  {name:<8}"
            f"{share:6.2f} of the limit {cpu:8.3f} ms of processor a call",
            flush=True,
        )
    if profile is not None:
        pstats.Stats(profile).sort_stats("tottime").print_stats(30)
    return share < _AIMS.get(in_flight, 0.0) or cpu > _CPU


async def _run(url: str, asks: tuple[Ask, ...], in_flight: int, *, tape: bool) -> Measured:
    """Every ask once, each by a worker that has nothing else to do."""
    seat = Directory.of(base_url=url).seat("judge", {"temperature": 0})
    queue = iter(asks)

    async def work(line: Line) -> None:
        for ask in queue:
            reply = await line.ask(seat, ask)
            assert isinstance(reply, Heard), reply

    async def workers(line: Line, count: int) -> Measured:
        began, spent = time.perf_counter(), time.process_time()
        async with asyncio.TaskGroup() as group:
            for _ in range(count):
                group.create_task(work(line))
        return Measured.of(began, spent)

    with tempfile.TemporaryDirectory() as folder:
        async with Wire(Keys(), in_flight=in_flight) as wire:
            if not tape:
                return await workers(wire, in_flight)
            async with open_tape(folder) as opened:
                return await workers(opened.recorded(wire), in_flight)


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

    def __exit__(self, *_: object) -> None:
        self._ours.send("stop")
        self._process.join()


def _serve(end: Connection, latency: float) -> None:
    text = '{"evaluations": {}, "notes": "As the rubric says."}' + " " * 600
    behaviour = answer(text, usage=counted(700, 150)).after(latency)
    with ScriptedServer(behaviour, keep=1) as server:
        end.send(server.url)
        end.recv()


def _memory(items: int) -> int:
    """Stream *items* through a council in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.council_wire", "--stream", str(items)]
    began = time.perf_counter()
    child = os.posix_spawn(sys.executable, command, os.environ)
    _, status, usage = os.wait4(child, 0)
    taken, peak = time.perf_counter() - began, usage.ru_maxrss / 1024
    print(f"{items:>10,} items streamed in {taken:6.1f} s, peak {peak:4.0f} MB", flush=True)
    return status != 0 or peak > _MEMORY


class _Scripted:
    """A line that does as it is told and remembers nothing."""

    async def ask(self, seat: Seat, ask: Ask) -> Reply:  # noqa: ARG002 - a line
        await asyncio.sleep(0)
        return Heard(text=verdict(understand(ask.messages), lambda *_: 7))


def _stream(count: int) -> int:
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
        return scored

    return 0 if asyncio.run(run()) == count else 1


if __name__ == "__main__":
    sys.exit(main())
