"""How often unbiased councils raise an alarm, and how often planted effects are found.

    python -m benchmarks.false_alarms                # 200 councils of each kind
    python -m benchmarks.false_alarms --runs 4000

Limit: at most 5 % of the councils without any effect show one, all five metrics together,
and at most 5 % of those with equal answers tell any two of them apart.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass

import numpy as np

from adjudge.agreement import Observed, compare
from adjudge.scoring import Drawing, Overall, Sheet, Statistic, uncertainty

LIMIT = 0.05


@dataclass(frozen=True)
class Council:
    """A simulated council whose members judge each other's answers and their own."""

    questions: int = 15
    size: int = 4
    liking: float = 0.0
    """Scatter of what each reviewer likes in each author, whoever that is."""
    noise: float = 1.0
    skew: bool = False
    """Errors that are seldom and large."""
    position: float = 0.0
    own: float = 0.0
    wordy: float = 0.0
    holistic: float = 1.0
    """Noise of holistic scores, as a multiple."""


UNBIASED = {
    "four members, 15 questions": Council(),
    "three members, 6 questions": Council(questions=6, size=3),
    "three members, 60 questions": Council(questions=60, size=3),
    "six members, 10 questions": Council(questions=10, size=6),
    "likings of their own": Council(liking=0.7),
    "rare large errors": Council(skew=True),
    "much noise": Council(noise=2.5),
}

PLANTED = {
    "first place gets 1 point": Council(questions=30, position=1.0),
    "oneself gets 1 point": Council(questions=30, own=1.0),
    "1.5 points less conciseness a unit of log length": Council(questions=30, wordy=1.5),
    "holistic scores twice as noisy": Council(questions=30, holistic=2.0),
}


def simulate(council: Council, rng: np.random.Generator) -> list[Observed]:
    """One run of *council*, in whole points from 1 to 10."""
    size = council.size
    severity, quality, wordy = rng.normal(size=(3, size))
    liking = council.liking * rng.normal(size=(size, size))

    def error() -> float:
        drawn = rng.exponential() - 1 if council.skew else rng.normal()
        return council.noise * float(drawn)

    made = []
    for question in range(council.questions):
        worth = 5.5 + quality + rng.normal(size=size)
        words = 6 + 0.3 * wordy + 0.5 * rng.normal(size=size)
        terse = 5.5 + rng.normal(size=size) - council.wordy * (words - 6)
        for r in range(size):
            for place, a in enumerate(rng.permutation(size)):
                score = worth[a] + severity[r] + liking[r, a]
                score += council.position * (0.5 - place / (size - 1))
                score += council.own * (a == r)
                made.append(
                    Observed(
                        question=f"q{question}",
                        author=f"a{a}",
                        reviewer=f"r{r}",
                        overall=_whole(score + error()),
                        holistic=_whole(score + council.holistic * error()),
                        criteria={"conciseness": _whole(terse[a] + error())},
                        position=place,
                        length=int(np.exp(words[a])) + 1,
                        own=bool(a == r),
                    )
                )
    return made


def _whole(value: float) -> float:
    return float(np.clip(round(value), 1, 10))


def equals(council: Council, rng: np.random.Generator) -> list[Sheet]:
    """Reviews of answers that are all worth the same."""
    severity = rng.normal(size=council.size)
    sheets = []
    for question in range(council.questions):
        for a in range(council.size):
            for r in range(council.size):
                if a != r:
                    value = float(5.5 + severity[r] + council.noise * rng.normal())
                    made = Overall(value=value, base=value, bounds=(-99, 99))
                    sheets.append(
                        Sheet(
                            question=f"q{question:03}",
                            author=f"a{a}",
                            reviewer=f"r{r}",
                            overall=made,
                        )
                    )
    return sheets


def _metrics(runs: int) -> float:
    worst = 0.0
    for title, councils in (("unbiased", UNBIASED), ("planted", PLANTED)):
        print(f"{title}: share of {runs} councils in which each metric is found")
        for name, council in councils.items():
            rng = np.random.default_rng(len(name))
            count: Counter[str] = Counter()
            for _ in range(runs):
                names = [e.name for e in compare(simulate(council, rng)) if e.found]
                count.update([*names, "any"] if names else [])
            if title == "unbiased":
                worst = max(worst, count["any"] / runs)
            told = ", ".join(f"{key} {n / runs:.3f}" for key, n in count.most_common())
            print(f"  {name:<50}{told or 'nothing'}", flush=True)
    return worst


def _pairs(runs: int) -> float:
    worst = 0.0
    print(f"equal answers: share of {runs} councils in which any two are told apart")
    councils: list[tuple[int, int, Statistic]] = [
        (1, 3, "mean"),
        (1, 5, "mean"),
        (5, 4, "mean"),
        (15, 5, "mean"),
        (15, 3, "corrected"),
        (60, 3, "corrected"),
        (60, 4, "corrected"),
    ]
    for questions, size, by in councils:
        council = Council(questions=questions, size=size)
        rng = np.random.default_rng(questions * size)
        alarms = sum(
            any(
                pair.apart
                for pair in uncertainty(
                    equals(council, rng), Drawing(seed=run, draws=500), by=by
                ).pairs
            )
            for run in range(runs)
        )
        worst = max(worst, alarms / runs)
        name = f"{questions} questions, {size} members, {by}"
        print(f"  {name:<50}{alarms / runs:.3f}", flush=True)
    return worst


def main() -> int:
    """Simulate, and fail where alarms are more frequent than chance allows."""
    call = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    call.add_argument("--runs", type=int, default=200)
    runs = call.parse_args().runs
    worst = max(_metrics(runs), _pairs(runs))
    room = 3 * (LIMIT * (1 - LIMIT) / runs) ** 0.5
    print(f"most frequent alarm {worst:.3f}; limit {LIMIT} (and {room:.3f} for chance)")
    return int(worst > LIMIT + room)


if __name__ == "__main__":
    sys.exit(main())
