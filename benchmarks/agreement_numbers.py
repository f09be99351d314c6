"""ICC, alpha of continuous values and the clustered bootstrap, in processor time.

    python -m benchmarks.agreement_numbers
    python -m benchmarks.agreement_numbers --peer /elsewhere/bin/python

The peers are GPL and no dependency of ours: `--peer` names the Python of an environment
that has `pingouin` and `krippendorff`. They get the same data, in a process of their own,
and one core like ours. Aims: 1,000 samples of every coefficient in at most 5 s; an ICC that
is no background job.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudge.agreement import Ratings, alpha_of_values, bootstrap, icc
from adjudge.agreement.figures import PLAIN, WEIGHTED
from adjudge.agreement.intraclass import iccs
from adjudge.agreement.paired import compare_pairs

Floats = npt.NDArray[np.float64]

LEVELS: Final = ("nominal", "ordinal", "interval", "ratio")

EVERY: Final = (
    *(f"{name}/{w}" for name in WEIGHTED for w in ("identity", "linear", "quadratic")),
    *(f"krippendorff_alpha/{level}" for level in LEVELS),
    *PLAIN,
)

_PINGOUIN = """
import sys, time
import numpy as np, pandas as pd, pingouin
values = np.load(sys.argv[1])
n, k = values.shape
frame = pd.DataFrame({
    "unit": np.repeat(np.arange(n), k), "judge": np.tile(np.arange(k), n),
    "value": values.ravel(),
})
began = time.process_time()
pingouin.intraclass_corr(frame, "unit", "judge", "value")
print(time.process_time() - began)
"""

_KRIPPENDORFF = """
import sys, time, resource
import numpy as np, krippendorff
values = np.load(sys.argv[1])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
began = time.process_time()
krippendorff.alpha(values.T, level_of_measurement=sys.argv[2])
print(time.process_time() - began)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def ratings(values: Floats, criterion: str = "") -> Ratings:
    """Units by judges; NaN is a hole."""
    points = np.unique(values[~np.isnan(values)])
    cells = np.searchsorted(points, np.nan_to_num(values, nan=points[0]))
    cells[np.isnan(values)] = -1
    narrow = np.int8 if len(points) < 128 else np.int32
    return Ratings(
        cells=cells.astype(narrow),
        labels=tuple(f"{point:g}" for point in points),
        points=points,
        criterion=criterion,
    )


def graded(units: int, judges: int, missing: float, seed: int) -> Floats:
    """Grades from 1 to 5."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(units, 1)) + rng.normal(size=(units, judges)) + 3
    values = np.clip(np.round(values), 1, 5)
    values[rng.random(values.shape) < missing] = np.nan
    return values


def least(work: Callable[[], object], times: int = 5) -> float:
    """The least processor time of some tries, in seconds."""
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


def peer(python: str | None, script: str, values: Floats, *said: str) -> list[float]:
    """What the peer's process prints; nothing without one, or where it gives up."""
    if python is None:
        return []
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "values.npy"
        np.save(file, values)
        done = subprocess.run(
            [python, "-W", "ignore", "-c", script, str(file), *said],
            check=False,
            capture_output=True,
            text=True,
            env={**os.environ, **ONE_CORE},
        )
    return [float(line) for line in done.stdout.split()] if not done.returncode else []


ONE_CORE: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def held(ours: float, theirs: list[float]) -> str:
    """Ours in milliseconds, and how many times as long the peer takes."""
    told = f"{1000 * ours:10.2f} ms"
    if not theirs:
        return told
    told += f"   peer {1000 * theirs[0]:10.1f} ms   {theirs[0] / ours:9.0f} times"
    return told + (f"   {theirs[1]:.0f} MB more" if len(theirs) > 1 else "")


def correlations(python: str | None) -> None:
    """The six ICCs, and what else is made of pairs of judges."""
    for missing in (0.0, 0.3):
        values = graded(10_000, 10, missing, 1)
        found = ratings(values)
        theirs = peer(python, _PINGOUIN, values) if not missing else []
        head = f"10 judges x 10,000 units, {missing:.0%} missing"
        one = least(lambda found=found: icc(found, "ICC(2,1)"))  # type: ignore[misc]
        six = least(lambda found=found: iccs(found))  # type: ignore[misc]
        pairs = least(lambda found=found: compare_pairs(found))  # type: ignore[misc]
        print(f"{head}: one ICC with its interval {held(one, [])}")
        print(f"{head}: six ICCs with intervals   {held(six, theirs)}")
        print(
            f"{head}: rho, tau-b, r, difference, of all pairs and pooled {held(pairs, [])}"
        )


def continuous(python: str | None, large: bool) -> None:
    """Alpha where every value is another one."""
    shapes = [(50, 5), (100, 5)] + [(200, 5)] * large + [(10_000, 10)]
    for units, judges in shapes:
        rng = np.random.default_rng(2)
        values = np.abs(rng.normal(size=(units, 1)) + rng.normal(size=(units, judges)) + 5)
        found = ratings(values)
        for level in LEVELS:
            ours = least(lambda f=found, at=level: alpha_of_values(f, at), 3)  # type: ignore[misc]
            theirs = peer(python, _KRIPPENDORFF, values, level) if units < 1000 else []
            said = f"alpha with interval, {units:,} x {judges}, {level}"
            print(f"{said:48} {held(ours, theirs)}", flush=True)


def samples() -> None:
    """A thousand samples of every coefficient."""
    criteria = [
        ratings(graded(1000, 10, 0.2 * (at % 2), at), f"criterion {at}") for at in range(8)
    ]
    took = least(lambda: bootstrap(criteria, EVERY, seed=1), 3)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"1,000 samples, {len(EVERY)} coefficients, 8 criteria x 1,000 items x 10 judges: ",
        end="",
    )
    print(f"{took:.2f} s (aim: 5 s), peak {peak:.0f} MB")


def main() -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--peer", help="Python of an environment with the peers")
    parser.add_argument(
        "--large", action="store_true", help="200 x 5, as the peer can (GB)"
    )
    asked = parser.parse_args()
    correlations(asked.peer)
    continuous(asked.peer, asked.large)
    samples()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
