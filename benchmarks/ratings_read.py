"""How fast ratings become matrices to measure, at which peak of memory.

    python -m benchmarks.ratings_read                    # 10^6 and 10^7 verdicts
    python -m benchmarks.ratings_read --verdicts 100000

Each reading is a process of its own. Beside it: the bare scan of the same columns, which
is the limit; the whole file in memory, pivoted by Polars, without a single check; and the
reader of ledgers, row by row, on a twentieth of the rows.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

from adjudge.formats import check_verdicts
from adjudge.workbench import open_ratings

_JUDGES, _CRITERIA = 10, 10
_PART = 20
_COLUMNS = ("item", "criterion", "judge", "kind", "outcome", "value", "label")


def main() -> int:
    """Measure what was asked for."""
    call = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    call.add_argument("--verdicts", type=int, nargs="*", default=[1_000_000, 10_000_000])
    call.add_argument("--one", nargs=2, metavar=("HOW", "FILE"), help=argparse.SUPPRESS)
    args = call.parse_args()
    if args.one:
        return _measure(args.one[0], Path(args.one[1]))
    for verdicts in args.verdicts:
        with tempfile.TemporaryDirectory() as folder:
            _report(verdicts, Path(folder))
    return 0


def _report(verdicts: int, folder: Path) -> None:
    files = _written(verdicts, folder)
    sizes = {name: path.stat().st_size / 1e6 for name, path in files.items()}
    print(f"{verdicts:,} verdicts, {_JUDGES} judges, {_CRITERIA} criteria")
    rows = [
        ("ratings from Parquet", "open", "parquet", 1),
        ("ratings from plain CSV", "open", "csv", 1),
        ("bare scan of Parquet", "scan", "parquet", 1),
        ("all in memory, pivoted", "pivot", "parquet", 1),
        ("row by row, a part", "rows", "part", _PART),
    ]
    first = 0.0
    for told, how, name, times in rows:
        seconds, peak = _of_process(how, files[name])
        first = first or seconds
        print(
            f"  {told:<24} {sizes[name]:7.0f} MB file {seconds * times:8.2f} CPU s "
            f"{seconds * times / first:6.1f} x  {peak:6.0f} MB peak"
            + (f" (of a {times}th)" if times > 1 else "")
        )


def _written(verdicts: int, folder: Path) -> dict[str, Path]:
    units = verdicts // (_JUDGES * _CRITERIA)
    drawn = np.random.default_rng(7)
    hidden = drawn.integers(1, 6, (units, 1, _CRITERIA))
    noise = drawn.integers(-1, 2, (units, _JUDGES, _CRITERIA))
    value = np.clip(hidden + noise, 1, 5).ravel()
    frame = pl.DataFrame(
        {
            "item": np.repeat(np.arange(units), _JUDGES * _CRITERIA),
            "judge": np.tile(np.repeat(np.arange(_JUDGES), _CRITERIA), units),
            "criterion": np.tile(np.arange(_CRITERIA), units * _JUDGES),
            "value": value.astype(np.float64),
        }
    ).with_columns(
        item=pl.format("conversation-{}", "item"),
        judge=pl.format("council/reviewer-{}@0123456789ab", "judge"),
        criterion=pl.format("criterion-{}", "criterion"),
        kind=pl.lit("model"),
        outcome=pl.lit("graded"),
        label=pl.col("value").cast(pl.Int8).cast(pl.String),
    )
    files = {name: folder / f"all.{name}" for name in ("parquet", "csv")}
    files["part"] = folder / "part.parquet"
    frame.write_parquet(files["parquet"])
    frame.select("item", "criterion", "judge", "value").write_csv(files["csv"])
    frame.head(frame.height // _PART).write_parquet(files["part"])
    return files


def _of_process(how: str, path: Path) -> tuple[float, float]:
    """Least CPU seconds and least peak of three processes."""
    told = []
    for _ in range(3):
        command = [sys.executable, "-m", "benchmarks.ratings_read", "--one", how, str(path)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        told.append([float(word) for word in done.stdout.split()])
    return min(seconds for seconds, _ in told), min(peak for _, peak in told)


def _measure(how: str, path: Path) -> int:
    work = _WAYS[how]
    before = time.process_time()
    work(path)
    seconds = time.process_time() - before
    print(seconds, _peak())
    return 0


def _peak() -> float:
    """MB; `getrusage` would tell the peak of whoever started this process, too."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1000


def _open(path: Path) -> None:
    opened = open_ratings([path])
    assert len(opened.criteria) == _CRITERIA


def _scan(path: Path) -> None:
    rows = pl.scan_parquet(path).select(_COLUMNS)
    start = 0
    while (batch := rows.slice(start, 500_000).collect()).height:
        start += batch.height


def _pivot(path: Path) -> None:
    frame = pl.read_parquet(path)
    for part in frame.partition_by("criterion", maintain_order=True):
        part.pivot("judge", index="item", values="value").to_numpy()


def _rows(path: Path) -> None:
    assert not check_verdicts(path).faults


_WAYS: dict[str, Callable[[Path], None]] = {
    "open": _open, "scan": _scan, "pivot": _pivot, "rows": _rows,
}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
