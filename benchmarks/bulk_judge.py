"""How fast whole files are judged, at which peak of memory, and what bounds it.

    python -m benchmarks.bulk_judge                      # built-in rubrics, 10^4 items
    python -m benchmarks.bulk_judge --rubric mine.yaml --sizes 10000 100000 1000000
    python -m benchmarks.bulk_judge --jobs 40000         # one process against two

First the kernel on a batch in memory, beside its plain twin and a bare search of the same
texts; then `adjudge judge` from file to file, in a process of its own; then the same path
with a rule that does nothing, which is what reading and writing cost.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("POLARS_MAX_THREADS", "1")

import numpy as np
import polars as pl

from adjudge.formats import find_sources, load_rubric, read_items
from adjudge.rubric import Binary, Criterion, Rubric
from adjudge.rules import FINDINGS, Finding, judge_frame, judge_item, rulings
from adjudge.verdict import Conversation, Item, Message
from adjudge.workbench import Judging, apply_rules

from .corpus import STANCE_SHARE, chats, conversations

_KERNEL = 2_000
_PLAIN = 200
_SHARES = (0.0, 0.05, STANCE_SHARE)
_PHRASES = [f"phrase number {number}" for number in range(60)]


def main() -> int:
    """Measure what was asked for; sizes above a million take disk: 2.4 GB a million."""
    call = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    call.add_argument("--rubric", action="append", help="default: the built-in ones")
    call.add_argument("--sizes", type=int, nargs="*", default=[10_000])
    call.add_argument("--jobs", type=int, metavar="CHATS", help="compare only these")
    call.add_argument(
        "--plumbing", nargs=2, metavar=("ITEMS", "OUT"), help=argparse.SUPPRESS
    )
    args = call.parse_args()
    if args.plumbing:
        return _plumb(*map(Path, args.plumbing))
    if args.jobs:
        return _by_jobs(args.jobs, (args.rubric or ["self-contradiction"])[0])
    names = args.rubric or ["self-contradiction", "self-contradiction-basic", "safety"]
    with tempfile.TemporaryDirectory() as folder:
        path = _corpus(Path(folder), _KERNEL)
        frame = _items_of(path)
        print(
            f"kernel, {_KERNEL:,} conversations of 2 answers of about 1 KB, processor time"
        )
        _bounds(frame)
        for name in names:
            _kernel(name, frame)
        for name in names:
            _by_text(Path(folder), name)
        print("\nfrom file to file, one process")
        for size in args.sizes:
            path = _corpus(Path(folder), size)
            out = Path(folder) / "out.parquet"
            for name in names:
                _whole(
                    name, ["-m", "adjudge", "judge", str(path), "-r", name, "-q"], size, out
                )
            _whole(
                "a rule that does nothing", ["-m", "benchmarks.bulk_judge"], size, out, path
            )
            path.unlink()
    return 0


def _by_text(folder: Path, name: str) -> None:
    print(f"\n{name}, by what the answers say")
    for share in _SHARES:
        said = _read(folder, conversations(_KERNEL, seed=2, share=share))
        _kernel(f"  a position in {share:.0%} of the conversations", said, name)
    _kernel("  ordinary chat", _read(folder, chats(_KERNEL)), name)


def _by_jobs(count: int, name: str) -> int:
    """One process against two, turn about, so that both have the same neighbours."""
    print(f"{name}, {count:,} ordinary chats, from file to file")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chats.jsonl"
        with path.open("wb") as file:
            file.writelines(chats(count))
        taken: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
        for _ in range(3):
            for jobs, times in taken.items():
                out = str(Path(folder) / f"{jobs}.jsonl")
                call = ["-m", "adjudge", "judge", str(path), "-r", name, "-q", "-o", out]
                times.append(_timed([*call, "--jobs", str(jobs)]))
    for jobs, times in taken.items():
        waited, worked = min(times)[0], min(own for _, own in times)
        print(f"  --jobs {jobs}: {waited:6.1f} s, {worked:6.1f} s of processor time")
    return 0


def _timed(command: list[str]) -> tuple[float, float]:
    """Seconds that passed, and seconds of processors in all processes."""
    began = time.perf_counter()
    child = os.posix_spawn(sys.executable, [sys.executable, *command], os.environ)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} ended with {status}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime


def _corpus(folder: Path, count: int) -> Path:
    path = folder / f"{count}.jsonl"
    with path.open("wb") as file:
        file.writelines(conversations(count))
    return path


def _read(folder: Path, lines: Iterable[bytes]) -> pl.DataFrame:
    path = folder / "said.jsonl"
    with path.open("wb") as file:
        file.writelines(lines)
    return _items_of(path)


def _items_of(path: Path) -> pl.DataFrame:
    return pl.concat([batch.items for batch in read_items(find_sources([str(path)]))])


def _best(way: Callable[[], object], times: int = 3) -> float:
    taken = []
    for _ in range(times):
        began = time.process_time()  # others may use the machine: count our own time
        way()
        taken.append(time.process_time() - began)
    return min(taken)


def _line(name: str, count: int, seconds: float, more: str = "") -> None:
    print(f"  {name:<44}{count / seconds:>12,.0f} a second  {more}", flush=True)


def _bounds(frame: pl.DataFrame) -> None:
    texts = frame["conversation"].explode().struct.field("content")
    raw = np.frombuffer("".join(texts.to_list()).encode(), dtype=np.uint8)
    _line("bound: each byte of the texts read once", frame.height, _best(raw.max))
    search = _best(lambda: texts.str.contains_any(_PHRASES, ascii_case_insensitive=True))
    _line("bound: Polars contains_any, 60 phrases", frame.height, search)


def _kernel(name: str, frame: pl.DataFrame, rubric: str = "") -> None:
    ruled = rulings([load_rubric(rubric or name, examples=False).rubric])
    judge_frame(ruled, frame.head(10))
    bulk = frame.height / _best(lambda: judge_frame(ruled, frame))
    items = [_item(row) for row in frame.head(_PLAIN).iter_rows(named=True)]
    plain = _PLAIN / _best(lambda: [judge_item(ruled, item) for item in items], 1)
    _line(name, 1, 1 / bulk, f"{bulk / plain:.1f} x its plain twin")


def _item(row: dict[str, object]) -> Item:
    talk = tuple(Message(m["role"], m["content"]) for m in row["conversation"])
    return Item(id=row["id"], conversation=Conversation(talk))


def _whole(
    name: str, command: list[str], size: int, out: Path, path: Path | None = None
) -> None:
    end = ["-o", str(out)] if path is None else ["--plumbing", str(path), str(out)]
    began = time.perf_counter()
    child = os.posix_spawn(sys.executable, [sys.executable, *command, *end], os.environ)
    _, status, usage = os.wait4(child, 0)
    taken = time.perf_counter() - began
    peak = usage.ru_maxrss / 1024
    more = f"{size:>10,} items, peak {peak:,.0f} MB"
    _line(name if status == 0 else f"{name}: FAILED", size, taken, more)


@dataclass(frozen=True)
class _Nothing:
    """Abstains at once."""

    name: str = "nothing"
    fingerprint: str = "0"

    def find(self, item: Item) -> tuple[Finding, ...]:  # noqa: ARG002
        return (Finding(value=None, outcome="abstained", reason="it was not read"),)

    def find_all(self, items: pl.DataFrame) -> pl.DataFrame:
        return items.select(
            row=pl.int_range(pl.len(), dtype=pl.UInt32),
            criterion=pl.lit(None, dtype=pl.String),
            outcome=pl.lit("abstained"),
            value=pl.lit(None, dtype=pl.Float64),
            reason=pl.lit("it was not read"),
            evidence=pl.lit([], dtype=FINDINGS["evidence"]),
        )


def _plumb(items: Path, out: Path) -> int:
    criterion = Criterion(id="c", key="c", title="C", scale=Binary(), rule="{}")
    apply_rules(
        Judging(
            rubrics=(Rubric(id="nothing", title="Nothing", criteria=(criterion,)),),
            sources=find_sources([str(items)]),
            out=out,
        ),
        clock=time.monotonic,
        resolve=lambda _: _Nothing(),
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
