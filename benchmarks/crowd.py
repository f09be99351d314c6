"""Dawid and Skene's model on 1,000,000 labels: a step of it, and all of it.

    python -m benchmarks.crowd
    python -m benchmarks.crowd --labels 10000000
    python -m benchmarks.crowd --peer /path/to/python     # one that has crowd-kit

A step is an expectation and a maximisation. The peer is crowd-kit, in an interpreter of
its own: its step is what two runs differ in that differ by steps, the least of three.
Limits: ten seconds for a million labels from a frame of names to posteriors, and, where
there is a peer, a step at least eight times faster than its.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable

os.environ.setdefault("POLARS_MAX_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import polars as pl

from adjudge.agreement import as_labels, dawid_skene, majority_vote, one_coin

LIMIT = 10.0
"""Seconds for a million labels."""
RATIO = 8.0
"""Times faster than the peer, a step."""

_EACH = 5
_CLASSES = 4
_STEPS = (2, 12)

PEER = """
import sys, time
import numpy as np, pandas as pd
from crowdkit.aggregation import DawidSkene
labels, each, classes = map(int, sys.argv[1:4])
rng = np.random.default_rng(0)
items, judges = labels // each, max(labels // 1000, 10)
true = rng.integers(0, classes, items)
right = rng.uniform(0.5, 0.95, judges)
item = np.repeat(np.arange(items), each)
judge = rng.integers(0, judges, len(item))
said = np.where(rng.random(len(item)) < right[judge], true[item], rng.integers(0, classes, len(item)))
frame = pd.DataFrame({"task": item, "worker": judge, "label": said})
taken = {}
for steps in (1, 3):
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        DawidSkene(n_iter=steps, tol=-1e9).fit(frame)
        best = min(best, time.process_time() - began)
    taken[steps] = best
print((taken[3] - taken[1]) / 2)
"""  # noqa: E501


def crowd(labels: int, seed: int = 0) -> tuple[pl.DataFrame, np.ndarray]:
    """Labels of uneven judges, five an item, and what is true."""
    rng = np.random.default_rng(seed)
    items, judges = labels // _EACH, max(labels // 1000, 10)
    true = rng.integers(0, _CLASSES, items)
    right = rng.uniform(0.5, 0.95, judges)
    item = np.repeat(np.arange(items), _EACH)
    judge = rng.integers(0, judges, len(item))
    luck = rng.random(len(item)) < right[judge]
    said = np.where(luck, true[item], rng.integers(0, _CLASSES, len(item)))
    frame = pl.DataFrame({"item": item, "judge": judge, "label": said})
    named = frame.select(
        pl.format("item-{}", pl.col("item").cast(pl.String).str.zfill(8)).alias("item"),
        pl.format("judge-{}", "judge").alias("judge"),
        pl.col("label").cast(pl.String),
    )
    return named.sample(fraction=1.0, shuffle=True, seed=seed), true


def best(way: Callable[[], object], times: int = 3) -> float:
    """Processor time of the fastest of some tries."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        way()
        taken.append(time.process_time() - began)
    return min(taken)


def step_of(labels: object) -> float:
    """Seconds of one step: many steps less few, so that what is done once is not in it."""
    few, many = _STEPS
    spent = [
        best(lambda n=n: dawid_skene(labels, steps=n, tolerance=-np.inf))  # type: ignore[misc]
        for n in (few, many)
    ]
    return (spent[1] - spent[0]) / (many - few)


def peer_step(python: str, count: int) -> float:
    """Seconds of one step of crowd-kit on labels of the same kind."""
    done = subprocess.run(
        [python, "-W", "ignore", "-c", PEER, str(count), str(_EACH), str(_CLASSES)],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


def main() -> int:
    """Measure, and fail past a limit."""
    call = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    call.add_argument("--labels", type=int, default=1_000_000)
    call.add_argument("--peer", help="a Python with crowd-kit")
    asked = call.parse_args()
    frame, true = crowd(asked.labels)
    reading = best(lambda: as_labels(frame), 1)
    labels = as_labels(frame)
    print(repr(labels))
    print(f"  names to codes            {reading:8.3f} s")
    whole = reading
    for model in (dawid_skene, one_coin, majority_vote):
        began = time.process_time()
        found = model(labels)
        taken = time.process_time() - began
        whole = max(whole, reading + taken)
        right = (found.chosen == true).mean()
        name = f"{found.model}, {found.steps} steps"
        print(f"  {name:<25} {taken:8.3f} s   {right:.4f} right")
    step = step_of(labels)
    least = labels.size * (4 + 8 * _CLASSES * 2) / 1e6
    print(f"  a step                    {step:8.4f} s   reads {least:,.0f} MB at least")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  most memory               {peak:8,.0f} MB")
    late = whole > LIMIT * asked.labels / 1e6
    if asked.peer:
        theirs = peer_step(asked.peer, asked.labels)
        print(
            f"  a step of crowd-kit       {theirs:8.4f} s   {theirs / step:.1f} times ours"
        )
        late = late or theirs < RATIO * step
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
