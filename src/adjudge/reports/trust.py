"""What judges come to beside people: the values that the texts are made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from adjudge.agreement import (
    F1,
    FEW_PEOPLE,
    AltTest,
    Confusion,
    Proportion,
    Standings,
    Versus,
)
from adjudge.rubric import Level

ADVISED: Final = 50
"""Instances a person below which the authors of the test advise more."""

_CHOICES: Final = 20
"""Different numbers beyond which nobody chose among them."""

MUCH: Final = 0.05
"""Share of instances without the judge's grade that is worth a word."""


YES: Final[dict[str, Callable[[Confusion], Proportion | F1]]] = {
    "TPR, recall": lambda counts: counts.recall,
    "TNR": lambda counts: counts.specificity,
    "precision": lambda counts: counts.precision,
    "F1": lambda counts: counts.f1,
}
"""What follows from the four counts, by the names that most know it by."""


def reader(
    of: Callable[[Confusion], Proportion | F1],
) -> Callable[[Versus], float | None]:
    """How *of* is read off a comparison; None where no answer counts as yes."""

    def read(versus: Versus) -> float | None:
        return None if versus.confusion is None else of(versus.confusion).value

    return read


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionTrust:
    """One criterion: the test of each judge, and what else there is to hold against it."""

    criterion: str
    alt_test: Mapping[str, AltTest]
    """As if there were no other criterion."""
    together: Mapping[str, AltTest]
    """Corrected over all criteria and people together."""
    standings: Standings


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustFinding:
    """Whether judges may stand in for people, as far as the ratings say."""

    judges: Mapping[str, str]
    """Who is tested, and of what kind it is."""
    people: tuple[str, ...]
    """The reference."""
    adjudicated: str | None
    metric: str
    epsilon: float
    alt_test: Mapping[str, AltTest]
    """Over all criteria: an instance is an item on one of them."""
    criteria: tuple[CriterionTrust, ...]
    apart: tuple[str, ...]
    """Where judges and people do not meet, though they may mean the same."""
    notes: tuple[str, ...]
    """What was taken for what when the ratings were read."""

    def passed_on(self, judge: str) -> tuple[int, int]:
        """On how many criteria *judge* passes, and on how many it could be tested."""
        tests = [each.together[judge] for each in self.criteria if judge in each.together]
        verdicts = [test.passed for test in tests]
        return sum(v is True for v in verdicts), sum(v is not None for v in verdicts)

    @property
    def all_pass(self) -> bool:
        """Whether every judge passes; not enough data is no pass."""
        return bool(self.alt_test) and all(t.passed is True for t in self.alt_test.values())


def cautions(finding: TrustFinding) -> tuple[str, ...]:
    """What whoever reads the verdicts must bear in mind, each once."""
    return tuple(_cautions(finding))


def _cautions(finding: TrustFinding) -> Iterator[str]:
    yield from finding.apart
    decided = [t for t in finding.alt_test.values() if t.passed is not None]
    if 0 < len(finding.people) < FEW_PEOPLE and decided:
        yield (
            "there are two people only, so each is held against a single other: the "
            f"authors of the test advise {FEW_PEOPLE} or more"
        )
    if finding.metric == "accuracy" and any(_fine(each) for each in finding.criteria):
        yield (
            "the values are numbers between which there are others, and accuracy asks for "
            "the very same one; --metric neg_rmse asks how far apart they are"
        )
    fewest = min((d.instances for t in decided for d in t.duels), default=ADVISED)
    if fewest < ADVISED:
        yield (
            f"as few as {fewest} instances a person: the authors advise {ADVISED} to 100; "
            "with few, a judge that is as good as the people often fails"
        )
    if len(finding.criteria) > 1 and decided:
        yield (
            f"{len(finding.criteria)} criteria are taken together as if an item's answers "
            "were independent of one another; read each criterion by itself as well"
        )
    skipped = {name for test in decided for name, _ in test.skipped}
    if skipped:
        yield (
            f"{len(skipped):,} of {len(finding.people):,} people have too few instances to "
            "be tested against; they count among the others all the same"
        )
    for test in decided:
        asked = test.instances + test.ungraded
        if asked and test.ungraded / asked > MUCH:
            yield (
                f"{test.judge} gave no grade on {test.ungraded:,} of {asked:,} instances; "
                "the verdict speaks of the others only"
            )


def _fine(trust: CriterionTrust) -> bool:
    """Whether the answers are measured rather than chosen."""
    return trust.standings.level in (Level.INTERVAL, Level.RATIO) and (
        len(trust.standings.labels) > _CHOICES
    )
