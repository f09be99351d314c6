"""The checks that come before scoring: each answer under the rubrics that gates look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from adjudge.council import Review, answer_as_item, verdicts_of
from adjudge.errors import UsageInvalid
from adjudge.rubric import CriterionId, Rubric, RubricId
from adjudge.rules import Ruling, judge_item, rulings
from adjudge.scoring import Elsewhere
from adjudge.verdict import (
    Abstained,
    Candidates,
    Graded,
    ItemId,
    JudgeKind,
    Outcome,
    Verdict,
)


@dataclass(slots=True)
class Checker:
    """Checks the answers of one set after another by the rules of *rubrics*.

    The rules are looked up once, and read more quickly once there are many answers, or
    where *many* are known to come.
    """

    rubrics: Sequence[Rubric]
    many: bool = False
    _ruled: tuple[Ruling, ...] | None = None
    _checked: int = 0

    def prepare(self) -> None:
        """Lay out what the first answer would wait for, before others wait with it."""
        nothing = Candidates(id=ItemId("none"), question="?", responses={"nobody": "-"})
        self.check(nothing)

    def check(
        self, candidates: Candidates, *, at: datetime | None = None
    ) -> tuple[Verdict, ...]:
        """What the rules find in each answer."""
        if not self.rubrics:
            return ()
        if self._ruled is None:
            self._ruled = rulings(self.rubrics)
        sifted = self.many or self._checked >= FEW
        self._checked += len(candidates.responses)
        return tuple(
            verdict
            for author in candidates.responses
            for verdict in judge_item(
                self._ruled, answer_as_item(candidates, author), at=at, sifted=sifted
            )
        )


FEW: Final = 200
"""So many answers are read in full sooner than the sieve is laid out."""


def check_by_rules(
    rubrics: Sequence[Rubric], candidates: Candidates, *, at: datetime | None = None
) -> tuple[Verdict, ...]:
    """What the rules of *rubrics* find in each answer of one set."""
    return Checker(rubrics).check(candidates, at=at)


def ask_checkable(rubrics: Iterable[Rubric]) -> None:
    """Refuse rubrics that rules cannot check by."""
    for rubric in rubrics:
        if all(criterion.rule is None for criterion in rubric.criteria):
            raise UsageInvalid(
                f"a gate looks at the rubric {rubric.id}, which has no rule",
                where="--safety rules",
                hint="let the reviewers check: --safety council",
            )


def checks_of(
    reviews: Iterable[Review], rubric: Rubric, *, at: datetime | None = None
) -> tuple[Verdict, ...]:
    """What reviewers found in each answer, as verdicts."""
    version = rubric.version
    return tuple(v for review in reviews for v in verdicts_of(review, version, at=at))


def found_elsewhere(
    checks: Iterable[Verdict], candidates: Candidates
) -> Mapping[str, Elsewhere]:
    """By author, what *checks* come to: the outcome that gates look at.

    Of several models the majority counts. Where they are of two minds, the answer has not
    passed: the outcome is that which has the lower value.
    """
    authors = {f"{candidates.id}/{author}": author for author in candidates.responses}
    found: dict[str, dict[tuple[RubricId, CriterionId], list[Verdict]]] = {
        author: defaultdict(list) for author in candidates.responses
    }
    for check in checks:
        author = authors.get(check.item)
        if author is not None:
            of = RubricId(check.rubric.partition("@")[0])
            found[author][of, check.criterion].append(check)
    return {
        author: {name: _together(verdicts) for name, verdicts in by_name.items()}
        for author, by_name in found.items()
    }


def _together(verdicts: Sequence[Verdict]) -> Outcome:
    if len(verdicts) == 1:
        return verdicts[0].outcome
    rules = [v.outcome for v in verdicts if v.judge.kind is JudgeKind.RULE]
    if rules:
        return rules[-1]
    graded = list(_graded(v.outcome for v in verdicts))
    if not graded:
        return verdicts[-1].outcome if verdicts else Abstained()
    labels = [outcome.grade.label for outcome in graded]
    most = max(labels.count(label) for label in labels)
    likely = [o for o in graded if labels.count(o.grade.label) == most]
    return min(likely, key=lambda o: (o.grade.value is not None, o.grade.value or 0.0))


def _graded(outcomes: Iterable[Outcome]) -> Iterator[Graded]:
    return (outcome for outcome in outcomes if isinstance(outcome, Graded))
