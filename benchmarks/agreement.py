"""Coefficients with their intervals, on one core.

    python -m benchmarks.agreement
    python -m benchmarks.agreement --peer /elsewhere/bin/python

The peer is GPL and no dependency of ours: `--peer`, or the variable `ADJUDGE_BENCH_PEER`,
names the Python of an environment that has `krippendorff`. It gets the same matrix, in a
process of its own and on one core like ours. Aims: alpha at least 8 times as fast; every
coefficient of 10 criteria x 10,000 units x 10 judges in 50 ms.

Beside each figure stands a yardstick of the same run: one read of the bytes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import numpy.typing as npt

from adjudge.agreement import Ratings, Tally, alpha, as_ratings, measure
from adjudge.agreement.measuring import OVERALL, kappas
from adjudge.rubric import Likert

Floats = npt.NDArray[np.float64]

AIM: Final = 50.0
"""Milliseconds for every coefficient of ten criteria."""

_PEER = """
import sys, time, tracemalloc
import numpy as np, krippendorff
values = np.ascontiguousarray(np.load(sys.argv[1]).T)
def once():
    began = time.process_time()
    krippendorff.alpha(reliability_data=values, level_of_measurement=sys.argv[2])
    return time.process_time() - began
once()
print(min(once() for _ in range(5)))
tracemalloc.start()
once()
print(tracemalloc.get_traced_memory()[1] / 1e6)
"""


def grades(units: int, judges: int, missing: float, seed: int = 0) -> Floats:
    """Grades from 1 to 5, NaN for none."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 5, (units, 1))
    off = np.clip(truth + rng.integers(-2, 3, (units, judges)), 0, 4)
    values = np.where(rng.random((units, judges)) < 0.6, truth, off) + 1.0
    values[rng.random(values.shape) < missing] = np.nan
    return values


def least(work: Callable[[], object], times: int = 15) -> float:
    """The least processor time of some tries, in milliseconds."""
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return 1000 * min(found)


def peak(work: Callable[[], object]) -> float:
    """Megabytes that *work* asks for at most."""
    work()
    tracemalloc.start()
    work()
    found = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return found


def peer(python: str | None, values: Floats, level: str) -> tuple[float, float] | None:
    """Milliseconds and megabytes of the peer; None without one."""
    if not python:
        return None
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "values.npy"
        np.save(file, values)
        done = subprocess.run(
            [python, "-c", _PEER, str(file), level],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )
    took, most = map(float, done.stdout.split())
    return 1000 * took, most


def one_alpha(python: str | None) -> None:
    """Alpha of 20 judges x 100,000 units, 30 % missing."""
    values = grades(100_000, 20, 0.3)
    found = as_ratings(values)
    print(
        f"alpha, 20 judges x 100,000 units, 30 % missing: {values.nbytes / 1e6:.0f} MB in"
    )
    print(
        f"  one read of the bytes                {least(lambda: np.isnan(values)):7.2f} ms"
    )
    for level in ("nominal", "ordinal", "interval"):
        bare = least(lambda at=level: alpha(values, level=at, interval="none"))  # type: ignore[misc]
        whole = least(lambda at=level: alpha(values, level=at))  # type: ignore[misc]
        counted = least(lambda at=level: alpha(found, level=at))  # type: ignore[misc]
        print(
            f"  {level:9} from the matrix {bare:7.2f} ms, with its interval {whole:.2f}, "
            f"from ratings {counted:.2f} ({found.cells.nbytes / 1e6:.0f} MB)"
        )
        theirs = peer(python, values, level)
        if theirs:
            print(
                f"  {'':9} the peer {theirs[0]:14.1f} ms: {theirs[0] / bare:.1f} times as "
                f"long, {theirs[0] / whole:.1f} times with our interval; "
                f"{theirs[1]:.0f} MB"
            )
    print(f"  ours asks for {peak(lambda: alpha(values)):.1f} MB at most")


def every(criteria: list[Ratings], said: str) -> float:
    """Every coefficient of all criteria, whole and by what it is made of."""
    whole = least(lambda: [measure(each) for each in criteria])
    looked = least(lambda: [list(measure(each).pairs) for each in criteria])
    tallies = least(lambda: [Tally.of(each).given for each in criteria])
    found = measure(criteria[0])
    coded = sum(each.cells.nbytes for each in criteria)
    size, pairs = len(found.coefficients), len(found.pairs)
    print(
        f"every coefficient of {len(criteria)} criteria x 10,000 units x 10 judges, {said}:"
    )
    print(
        f"  {whole:7.1f} ms (aim: {AIM:.0f}) for {size} coefficients a criterion, "
        f"{coded / 1e6:.0f} MB of codes, {whole * 1e6 / coded:.0f} ns a grade"
    )
    print(
        f"  {looked:7.1f} ms if all {pairs} figures of pairs of judges are looked at, too"
    )
    print(
        f"  one read of the bytes {least(lambda: [c.cells.max() for c in criteria]):.2f} ms"
    )
    print(f"  counting alone {tallies:.1f} ms")
    counted = [Tally.of(each) for each in criteria]
    for each in counted:
        each.given, each.counted.sizes  # noqa: B018
    for way in (*OVERALL, kappas):
        took = least(lambda w=way: [w(_fresh(each), 0.95) for each in counted])  # type: ignore[misc]
        print(f"  {way.__name__.strip('_'):12} {took:5.1f} ms, counting included")
    return whole


def _fresh(tally: Tally) -> Tally:
    """The same without what was worked out already."""
    return Tally(scheme=tally.scheme, columns=tally.columns, times=tally.times)


def main() -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "--peer",
        default=os.environ.get("ADJUDGE_BENCH_PEER"),
        help="Python of an environment with the peer",
    )
    asked = parser.parse_args()
    loop = least(lambda: sum(range(100_000)))
    print(f"yardstick: Python's sum(range(100_000)) {loop:.2f} ms")
    one_alpha(asked.peer)
    scale = Likert()
    for missing in (0.0, 0.3):
        criteria = [
            as_ratings(grades(10_000, 10, missing, seed), scale=scale) for seed in range(10)
        ]
        every(criteria, f"{missing:.0%} missing")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
