"""The alternative annotator test: whether a judge may take a person's place.

Calderon, Reichart and Dror (2025), The Alternative Annotator Test for LLM-as-a-Judge,
ACL 2025, pages 16051 to 16081. For each person, how much more often the person matches
the other people better than the judge does is tested against epsilon, what the judge's
cheapness is worth; Benjamini and Yekutieli (2001) hold the false discoveries at q.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from scipy.special import stdtr  # type: ignore[import-untyped]

from adjudge.errors import UsageInvalid

from .advantage import Advantages, Metric, Similarity, count_advantages, together
from .cast import cast, each_criterion, present

Verdict: TypeAlias = Literal["pass", "fail", "not enough data"]
Annotators: TypeAlias = Literal["expert", "skilled", "crowd"]

EPSILON: Final[dict[Annotators, float]] = {"expert": 0.2, "skilled": 0.15, "crowd": 0.1}
"""What a judge's cheapness may be worth, by who the people are; the authors' advice."""

PASS: Final = 0.5
"""A judge passes that wins against this share of the people."""

FEW_PEOPLE: Final = 3
"""The authors advise at least so many: with two there is no group to stand for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """A judge in the place of one person, on what the other people said."""

    person: str
    instances: int
    nearer: int
    """The judge matched the others better than the person did."""
    equal: int
    farther: int
    p: float
    """Chance of counts so good where the judge is worse by epsilon or more."""
    won: bool
    """Told apart from that, among all people of the test."""

    @property
    def advantage(self) -> float:
        """How often the judge was at least as near to the others as the person."""
        return (self.nearer + self.equal) / self.instances


@dataclass(frozen=True, slots=True, kw_only=True)
class AltTest:
    """What the test says of one judge."""

    judge: str
    verdict: Verdict
    why: str
    """What decided, in words."""
    winning_rate: float | None
    """Share of the people against whom it won; None: nobody could be left out."""
    advantage_probability: float | None
    """The mean over these people of how often it was at least as near as they."""
    duels: tuple[Duel, ...]
    skipped: tuple[tuple[str, int], ...]
    """People with too few instances, and how many those are."""
    instances: int
    """Instances that count: the judge graded them, and enough people did."""
    ungraded: int
    """Instances that enough people graded, and the judge did not."""
    alone: int
    """Instances that too few people graded."""
    epsilon: float
    q: float
    least_instances: int

    @property
    def passed(self) -> bool | None:
        """None: not enough data to say."""
        return None if self.verdict == "not enough data" else self.verdict == "pass"


def alt_test(
    ratings: Any,
    *,
    judges: Sequence[str] | None = None,
    people: Sequence[str] | None = None,
    metric: Metric | Similarity = "accuracy",
    epsilon: float = 0.1,
    least_instances: int = 30,
) -> dict[str, AltTest]:
    """The test of each judge that is no person, or of *judges*, against *people*.

    *ratings* are `Ratings`, one or several, or whatever `as_ratings` takes. Several
    criteria are taken together: an instance is an item on one of them. Without *people*
    they are all persons who are not tested. *metric* may be a function that says how alike
    two labels are.
    """
    given = each_criterion(ratings)
    tested, others = cast(given, judges, people)
    counted = together(
        [
            count_advantages(
                each,
                present(each, tested),
                present(each, others),
                metric=metric,
            )
            for each in given
        ]
    )
    return decide(counted, epsilon=epsilon, least_instances=least_instances)


def decide(
    counted: Advantages, *, epsilon: float = 0.1, q: float = 0.05, least_instances: int = 30
) -> dict[str, AltTest]:
    """The test of each judge of *counted*, by name."""
    check_bounds(epsilon, q, least_instances)
    return {
        judge: _decide(counted, at, epsilon, q, least_instances)
        for at, judge in enumerate(counted.judges)
    }


def decide_each(
    counted: Sequence[Advantages],
    *,
    epsilon: float = 0.1,
    q: float = 0.05,
    least_instances: int = 30,
) -> tuple[dict[str, AltTest], ...]:
    """The test on each criterion, corrected over all criteria and people together.

    So the authors advise where a judge is to be used in several domains: each criterion
    keeps its own winning rate, and the judge passes on so many of them.
    """
    bounds = {"epsilon": epsilon, "q": q}
    tests = [decide(each, least_instances=least_instances, **bounds) for each in counted]
    found: list[dict[str, AltTest]] = [{} for _ in tests]
    for judge in dict.fromkeys(name for each in tests for name in each):
        at = [place for place, each in enumerate(tests) if judge in each]
        chances = [duel.p for place in at for duel in tests[place][judge].duels]
        won = discoveries(chances, q)
        start = 0
        for place in at:
            test = tests[place][judge]
            end = start + len(test.duels)
            found[place][judge] = _anew(test, {w - start for w in won if start <= w < end})
            start = end
    return tuple(found)


def _anew(test: AltTest, won: set[int]) -> AltTest:
    """*test*, had it won against these people and no others."""
    duels = tuple(replace(duel, won=at in won) for at, duel in enumerate(test.duels))
    if test.passed is None:
        return replace(test, duels=duels)
    verdict, why = _outcome(duels)
    rate = sum(duel.won for duel in duels) / len(duels)
    return replace(test, duels=duels, winning_rate=rate, verdict=verdict, why=why)


def check_bounds(epsilon: float, q: float, least_instances: int) -> None:
    """Refuse what the test has no meaning for."""
    if not 0 <= epsilon < 1:
        raise UsageInvalid(
            f"epsilon is a share from 0 up to 1, not {epsilon:g}",
            where="epsilon",
            hint="0.2 for experts, 0.15 for skilled people, 0.1 for a crowd",
        )
    if not 0 < q < 1:
        raise UsageInvalid(f"q is a share between 0 and 1, not {q:g}", where="q")
    if least_instances < 2:
        raise UsageInvalid(
            "a test needs at least two instances a person",
            where="least_instances",
            hint="the authors ask for 30",
        )


def chance_of(nearer: int, equal: int, farther: int, epsilon: float) -> float:
    """Student's one-sided chance that the person is ahead by less than *epsilon* in truth.

    Of the differences, 1 where the person is nearer to the others, -1 where the judge is.
    Where all are alike there is nothing to estimate: 0 or 1, by their side of epsilon.
    """
    n = nearer + equal + farther
    ahead = farther - nearer
    squares = (farther + nearer) - ahead * ahead / n
    if max(nearer, equal, farther) == n:
        return 0.0 if ahead / n < epsilon else 1.0
    error = math.sqrt(squares / (n - 1) / n)
    return float(stdtr(n - 1, (ahead / n - epsilon) / error))


def discoveries(chances: Sequence[float], q: float) -> frozenset[int]:
    """The places of those that Benjamini and Yekutieli's step-up rule rejects at *q*."""
    m = len(chances)
    order = sorted(range(m), key=lambda at: chances[at])
    harmonic = math.fsum(1 / rank for rank in range(1, m + 1))
    last = 0
    for rank, at in enumerate(order, 1):
        if chances[at] <= rank / m * (q / harmonic):
            last = rank
    return frozenset(order[:last])


def _decide(counted: Advantages, at: int, epsilon: float, q: float, least: int) -> AltTest:
    duels, skipped = _duels(counted, at, epsilon, q, least)
    kept = int(counted.kept[at])
    rate = sum(d.won for d in duels) / len(duels) if duels else None
    mean = math.fsum(d.advantage for d in duels) / len(duels) if duels else None
    verdict, why = _verdict(duels, skipped, len(counted.people), least)
    return AltTest(
        judge=counted.judges[at],
        verdict=verdict,
        why=why,
        winning_rate=rate,
        advantage_probability=mean,
        duels=duels,
        skipped=skipped,
        instances=kept,
        ungraded=counted.shared - kept,
        alone=counted.seen - counted.shared,
        epsilon=epsilon,
        q=q,
        least_instances=least,
    )


def _duels(
    counted: Advantages, at: int, epsilon: float, q: float, least: int
) -> tuple[tuple[Duel, ...], tuple[tuple[str, int], ...]]:
    """The duels of one judge, and the people who have too few instances for one."""
    tables = (counted.nearer[at], counted.equal[at], counted.farther[at])
    counts = np.stack(tables, axis=1).tolist()
    tested, skipped = [], []
    for person, (nearer, equal, farther) in zip(counted.people, counts, strict=True):
        if nearer + equal + farther < least:
            skipped.append((person, nearer + equal + farther))
        else:
            p = chance_of(nearer, equal, farther, epsilon)
            tested.append((person, nearer, equal, farther, p))
    won = discoveries([p for *_, p in tested], q)
    duels = tuple(
        Duel(
            person=person,
            instances=nearer + equal + farther,
            nearer=nearer,
            equal=equal,
            farther=farther,
            p=p,
            won=place in won,
        )
        for place, (person, nearer, equal, farther, p) in enumerate(tested)
    )
    return duels, tuple(skipped)


def _verdict(
    duels: tuple[Duel, ...],
    skipped: tuple[tuple[str, int], ...],
    people: int,
    least: int,
) -> tuple[Verdict, str]:
    if people < 2:
        told = "nobody" if people == 0 else "one person only"
        return "not enough data", f"{told} to hold it against; at least two are needed"
    if len(duels) < 2:
        most = max(skipped, key=lambda each: each[1])
        if not (duels or most[1]):
            return "not enough data", "it graded nothing that two of the people graded"
        return "not enough data", (
            f"{len(duels) or 'none'} of {people} people has {least} instances that the "
            "judge and another person graded, and two must: the next is "
            f"{most[0]} with {most[1]}"
        )
    return _outcome(duels)


def _outcome(duels: tuple[Duel, ...]) -> tuple[Verdict, str]:
    won = sum(d.won for d in duels)
    passed = won / len(duels) >= PASS
    return "pass" if passed else "fail", (
        f"wins against {won} of {len(duels)} people; half are needed"
    )
