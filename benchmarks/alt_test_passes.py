"""How often a judge passes the alternative annotator test, by what it is in truth.

People and judge see one truth of four categories, each with errors of their own: with
`noise` they guess. A judge with the people's noise is as good as any of them.
"""

from __future__ import annotations

import sys

import numpy as np

from adjudge.agreement import Ratings, alt_test

RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
PEOPLE = 3
NOISE = 0.2


def drawn(seed: int, units: int, judge: float) -> Ratings:
    """Ratings by three people, and by a judge that guesses as often as *judge* says."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(4, size=(units, 1))
    guessing = rng.random((units, PEOPLE + 1)) < np.array([NOISE] * PEOPLE + [judge])
    guess = rng.integers(4, size=guessing.shape)
    return Ratings(
        cells=np.where(guessing, guess, truth).astype(np.int8),
        labels=tuple("abcd"),
        kinds=("person",) * PEOPLE + ("model",),
    )


def passes(units: int, judge: float, epsilon: float) -> float:
    """The share of runs in which the judge passes."""
    tests = (
        alt_test(drawn(seed, units, judge), epsilon=epsilon)[str(PEOPLE + 1)]
        for seed in range(RUNS)
    )
    return sum(bool(test.passed) for test in tests) / RUNS


if __name__ == "__main__":
    print(f"share of {RUNS} runs in which the judge passes; people guess {NOISE:.0%}")
    print("judge guesses  epsilon  " + "  ".join(f"n={n:<5}" for n in (50, 100, 200, 400)))
    for judge in (0.1, 0.2, 0.3, 0.4, 0.6):
        for epsilon in (0.0, 0.1, 0.2):
            shares = (passes(n, judge, epsilon) for n in (50, 100, 200, 400))
            row = "  ".join(f"{share:<7.3f}" for share in shares)
            print(f"{judge:<13.0%}  {epsilon:<7}  {row}")
