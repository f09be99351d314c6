"""How often intervals of corrected scores and of paired differences hold the truth.

    python -m benchmarks.corrected_cover
    python -m benchmarks.corrected_cover --draws 20000

Each line is a design, drawn many times with a known truth: the share of 95 % intervals
that hold it, their mean width, and that of people alone. Limit: no design that is given
an interval may cover less than 92 %.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from adjudge.agreement import Sample, correct, corrected_difference, paired_mean

Floats = npt.NDArray[np.float64]
Draw = Callable[[np.random.Generator, int], tuple[Floats, Floats]]

LEAST = 0.92

_LIKERT = np.arange(1.0, 6.0)
_EVEN = (0.1, 0.2, 0.4, 0.2, 0.1)
_SKEWED = (0.02, 0.08, 0.1, 0.3, 0.5)


def yes_no(share: float, right: float) -> Draw:
    """A pass rate, and a judge that is right so often."""

    def draw(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
        true = (rng.random(n) < share) * 1.0
        return true, np.where(rng.random(n) < right, true, 1 - true)

    return draw


def likert(shares: Sequence[float], noise: float, bias: float) -> Draw:
    """Grades from 1 to 5, and a judge that errs by so much and leans one way."""

    def draw(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
        true = rng.choice(_LIKERT, n, p=shares)
        return true, np.clip(np.rint(true + bias + rng.normal(0, noise, n)), 1, 5)

    return draw


def raters(of: Draw) -> Draw:
    """Two people on each item, each a step off one time in five; their mean counts."""

    def draw(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
        true, judge = of(rng, n)
        off = rng.choice([-1, 0, 0, 0, 0, 0, 0, 0, 0, 1], (2, n))
        return true + off.mean(axis=0), judge

    return draw


DESIGNS: tuple[tuple[str, Draw, float, Sequence[float], int], ...] = tuple(
    (f"{name}, {n} asked", draw, truth, scale, n)
    for name, draw, truth, scale in (
        ("pass 50 %, judge right 60 %", yes_no(0.5, 0.6), 0.5, (0, 1)),
        ("pass 50 %, judge right 90 %", yes_no(0.5, 0.9), 0.5, (0, 1)),
        ("pass 80 %, judge right 90 %", yes_no(0.8, 0.9), 0.8, (0, 1)),
        ("pass 95 %, judge right 98 %", yes_no(0.95, 0.98), 0.95, (0, 1)),
        ("1-5 even, judge near", likert(_EVEN, 0.4, 0.0), 3.0, _LIKERT),
        ("1-5 even, judge far and severe", likert(_EVEN, 1.2, -1.0), 3.0, _LIKERT),
        ("1-5 skewed, judge near and lenient", likert(_SKEWED, 0.5, 0.5), 4.18, _LIKERT),
        ("1-5 even, two people an item", raters(likert(_EVEN, 0.6, 0.3)), 3.0, _LIKERT),
    )
    for n in (20, 50, 200)
)


def corrected(
    design: Draw, truth: float, scale: Sequence[float], n: int, draws: int
) -> Floats:
    """Cover, mean width, that of people alone, and the share without an interval."""
    rng = np.random.default_rng(n)
    held, widths, alone, none = 0, 0.0, 0.0, 0
    points = np.array(scale, dtype=np.float64)
    items = np.arange(n + 1000)
    for _ in range(draws):
        human, judge = design(rng, n + 1000)
        human[n:] = np.nan
        made = correct(
            Sample(human=human, judge=judge, items=items, points=points, closed=True)
        )
        if made.low is None or made.high is None:
            none += 1
            continue
        held += made.low <= truth <= made.high
        widths += made.high - made.low
        alone += (made.people_high or 0) - (made.people_low or 0)
    given = max(draws - none, 1)
    return np.array([held / given, widths / given, alone / given, none / draws])


def between_systems(n: int, draws: int) -> Floats:
    """The same for the difference of two systems on the same items, 0.4 apart."""
    rng = np.random.default_rng(n)
    held, widths, alone = 0, 0.0, 0.0
    for _ in range(draws):
        hard = rng.normal(0, 1, n + 500)
        samples = []
        for lift in (0.0, 0.4):
            true = hard + lift + rng.normal(0, 0.7, n + 500)
            judge = true + 0.5 * lift + rng.normal(0, 0.7, n + 500)
            true[n:] = np.nan
            samples.append(Sample.of(true, judge))
        made = corrected_difference(samples[1], samples[0])
        if made.low is None or made.high is None:
            continue
        held += made.low <= 0.4 <= made.high
        widths += made.high - made.low
        alone += (made.people_high or 0) - (made.people_low or 0)
    return np.array([held / draws, widths / draws, alone / draws, 0.0])


def paired(kind: str, n: int, draws: int) -> Floats:
    """Paired differences without correction: yes and no, steps, skewed steps."""
    rng = np.random.default_rng(n)
    held, widths, none = 0, 0.0, 0
    for _ in range(draws):
        u = rng.random(n)
        if kind == "yes and no":
            d, truth = np.where(u < 0.25, 1.0, np.where(u > 0.9, -1.0, 0.0)), 0.15
        elif kind == "steps":
            d, truth = rng.integers(-2, 4, n) * 1.0, 0.5
        else:
            d, truth = rng.choice([-1.0, 0.0, 1.0, 3.0], n, p=[0.1, 0.5, 0.3, 0.1]), 0.5
        made = paired_mean(d, binary=kind == "yes and no")
        if made.low is None or made.high is None:
            none += 1
            continue
        held += made.low <= truth <= made.high
        widths += made.high - made.low
    given = max(draws - none, 1)
    return np.array([held / given, widths / given, np.nan, none / draws])


def main() -> int:
    """Print a table; fail where intervals hold too rarely."""
    call = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    call.add_argument("--draws", type=int, default=1000)
    draws = call.parse_args().draws
    print("| design | cover | width | people alone | no interval |")
    print("|---|--:|--:|--:|--:|")
    lines = [
        (name, lambda d=draw, t=truth, s=scale, n=n: corrected(d, t, s, n, draws))
        for name, draw, truth, scale, n in DESIGNS
    ]
    lines += [
        (f"difference of two systems, {n} asked", lambda n=n: between_systems(n, draws))
        for n in (20, 50, 200)
    ]
    lines += [
        (f"paired, {kind}, {n} items", lambda k=kind, n=n: paired(k, n, draws))
        for kind in ("yes and no", "steps", "skewed steps")
        for n in (8, 15, 30, 100)
    ]
    worst = 1.0
    for name, figures in lines:
        cover, width, alone, none = figures()
        beside = "" if np.isnan(alone) else f"{alone:.2f}"
        told = f"{none:.0%}" if none else ""
        print(f"| {name} | {cover:.1%} | {width:.2f} | {beside} | {told} |", flush=True)
        worst = min(worst, cover)
    slack = 3 * (0.05 * 0.95 / draws) ** 0.5
    return int(worst < LEAST - slack)


if __name__ == "__main__":
    sys.exit(main())
