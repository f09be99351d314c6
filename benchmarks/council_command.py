"""`adjudge council review` as a user runs it: the share of the limit, a call's cost.

    python -m benchmarks.council_command                    # 2,000 calls, 50 ms, 64 and 256
    python -m benchmarks.council_command --latency 50 200   # as the aims are stated
    python -m benchmarks.council_command --profile          # where the processor time goes
    python -m benchmarks.council_command --stream 100000    # memory, at a latency of 0

The command runs in a process of its own, the scripted server in another: what the server
costs is not counted. `asked` is from the first line read to the last verdict written, with
prompts, wire, tape, reader, safety check and the files of the run; `whole` is the process
from its start to its end, with `result.json` and the table. The limit is calls x latency /
in flight, held against the time in which the server is asked: from the first call's arrival
to the end of the last answer. Of several rounds the shortest time counts, and the median of
the processor time.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from adjudge import workbench
from adjudge.cli.main import main as adjudge

from .corpus import chats
from .council_wire import resident, served

_AIMS: Final = {64: 0.90, 256: 0.65}
_CPU: Final = 0.3
"""Milliseconds a call."""
_MEMORY: Final = 150
"""Megabytes."""
_AUTHORS: Final = ("author/a", "author/b", "author/c")


@dataclass(frozen=True)
class Measured:
    """One run."""

    asked: float
    """Seconds of processor time from the first line read to the last verdict written."""
    seconds: float
    """As long as the server was asked."""
    whole: float
    """Seconds of processor time of the process."""
    peak: float
    """Megabytes."""


def main() -> int:
    """Measure what was asked for; with --strict, 1 where an aim is missed."""
    call = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    call.add_argument("--latency", type=int, nargs="*", default=[50])
    call.add_argument("--in-flight", type=int, nargs="*", default=[64, 256])
    call.add_argument("--calls", type=int, default=2_000)
    call.add_argument("--reviewers", type=int, default=2)
    call.add_argument("--rounds", type=int, default=5)
    call.add_argument("--text", choices=["short", "chat"], default="short")
    call.add_argument("--profile", action="store_true")
    call.add_argument("--stream", type=int, help="questions, at a latency of 0")
    call.add_argument("--strict", action="store_true", help="a missed aim is a failure")
    call.add_argument("--alone", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    args = call.parse_args()
    if args.alone:
        return _alone(args.alone, profile=args.profile)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "sets.jsonl"
        count = args.stream or args.calls // args.reviewers
        write(path, count, args.text)
        if args.stream:
            return _stream(path, args)
        missed = sum(_speed(path, latency, args) for latency in args.latency)
    return 1 if missed and args.strict else 0


def write(path: Path, count: int, text: str) -> None:
    """*count* candidate sets of three answers: of some 200 characters, or of 1,000."""
    talks = map(json.loads, chats(2 * count)) if text == "chat" else None
    with path.open("w", encoding="utf-8") as stream:
        for n in range(count):
            if talks is None:
                question = f"What is the capital of country {n}, and since when?"
                texts = [f"Answer {a} to {n}. " * 12 for a in "abc"]
            else:
                both = [next(talks)["conversation"] for _ in range(2)]
                question = both[0][0]["content"]
                one, other = both
                texts = [
                    talk[at]["content"] for talk, at in ((one, 1), (other, 1), (one, 3))
                ]
            answers = dict(zip(_AUTHORS, texts, strict=True))
            raw = {"id": f"q{n}", "question": question, "responses": answers}
            stream.write(json.dumps(raw) + "\n")


def _speed(path: Path, latency: int, call: argparse.Namespace) -> int:
    """One latency at each number in flight; how many aims were missed."""
    missed, calls = 0, call.calls // call.reviewers * call.reviewers
    for in_flight in call.in_flight:
        limit = calls * latency / 1000 / in_flight
        runs = [
            _run(served(latency / 1000), path, in_flight, call)
            for _ in range(1 if call.profile else call.rounds)
        ]
        share = limit / min(run.seconds for run in runs)
        asked = statistics.median(run.asked for run in runs) / calls * 1000
        whole = statistics.median(run.whole for run in runs)
        aim = _AIMS.get(in_flight, 0.0)
        print(
            f"{latency:>4} ms {in_flight:>4} in flight  {share:.2f} of the limit  "
            f"{asked:.3f} ms of processor a call  (aims: {aim:.2f} and {_CPU} ms)  "
            f"whole process {whole:.2f} s, {max(run.peak for run in runs):.0f} MB",
            flush=True,
        )
        missed += share < aim or asked > _CPU
    return missed


def _run(server: served, path: Path, in_flight: int, call: argparse.Namespace) -> Measured:
    """The command once, in a process and a folder of its own."""
    with tempfile.TemporaryDirectory() as place, server as url:
        command = _command(url, path, in_flight, f"{place}/run", call)
        child = _started(command)
        assert child.stderr is not None
        told = child.stderr.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode or call.profile:
            print(told)
        asked = json.loads(told.strip().splitlines()[-1])["spent"]
        seconds = server.asked_for()
    return Measured(
        asked=asked,
        seconds=seconds,
        whole=used.ru_utime + used.ru_stime,
        peak=used.ru_maxrss / 1024,
    )


def _command(
    url: str, path: Path, in_flight: int, out: str, call: argparse.Namespace
) -> list[str]:
    names = ",".join(f"maker{n}/judge" for n in range(call.reviewers))
    return [
        sys.executable, "-m", "benchmarks.council_command",
        *(["--profile"] if call.profile else []),
        "--alone", "council", "review", str(path), "-r", "quality",
        "--reviewers", names, "--base-url", url, "--in-flight", str(in_flight),
        "--temperature", "0", "-o", out, "-q",
    ]  # fmt: skip


def _started(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def _stream(path: Path, call: argparse.Namespace) -> int:
    """The command over very many questions: its memory on the way."""
    with tempfile.TemporaryDirectory() as place, served(0.0) as url:
        command = _command(url, path, call.in_flight[0], f"{place}/run", call)
        child, sizes = _started(command), []
        while child.poll() is None:
            sizes.append((time.monotonic(), resident(child.pid)))
            time.sleep(0.1)
        assert child.stderr is not None
        told = json.loads(child.stderr.read().strip().splitlines()[-1])
        began, ended = told["began"], told["ended"]
    calls = call.stream * call.reviewers
    print(
        f"{call.stream:,} questions, {calls:,} calls: {ended - began:.0f} s asked, "
        f"{told['spent'] / calls * 1000:.3f} ms of processor a call; "
        f"{sizes[-1][0] - ended:.0f} s scored and written"
    )
    for share in (0.1, 0.5, 1.0):
        until = began + share * (ended - began)
        size = max(size for at, size in sizes if at <= until)
        print(f"  peak until {share:4.0%} asked {size:5.0f} MB")
    peak = max(size for _, size in sizes)
    print(f"  peak of the whole     {peak:5.0f} MB   aim {_MEMORY}")
    return int(call.strict and peak > _MEMORY)


def _alone(command: list[str], *, profile: bool) -> int:
    """The command in this process; what hearing cost is the last line of its errors."""
    hear, told = workbench.hear_reviews, dict[str, float]()
    profiler = cProfile.Profile()

    async def heard(*args: Any) -> Any:
        told["began"] = time.monotonic()
        began = time.process_time()
        if profile:
            profiler.enable()
        try:
            return await hear(*args)
        finally:
            profiler.disable()
            told["spent"] = time.process_time() - began
            told["ended"] = time.monotonic()

    workbench.hear_reviews = heard  # type: ignore[assignment]
    sys.argv = ["adjudge", *command]
    code = adjudge()
    if profile:
        pstats.Stats(profiler, stream=sys.stderr).sort_stats("tottime").print_stats(60)
    print(json.dumps(told), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
