"""A rule at work: the criterion that it answers, and the judge that its verdicts name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias, cast

from adjudge.errors import AdjudgeError, OffScale, UsageInvalid
from adjudge.rubric import Criterion, CriterionId, Rubric
from adjudge.verdict import (
    Abstained,
    Excused,
    Failed,
    Graded,
    Item,
    Judge,
    Outcome,
    Verdict,
)

from .finding import Finding, Rule, Sifts
from .registry import rule_for

Resolve: TypeAlias = Callable[[str], Rule]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """One criterion of one rubric, answered by its rule."""

    rubric: str
    """Version of the rubric."""
    criterion: Criterion
    rule: Rule
    judge: Judge
    sifts: bool = False
    """Whether the rule has a quicker reading."""


def rulings(
    rubrics: Sequence[Rubric], *, resolve: Resolve = rule_for
) -> tuple[Ruling, ...]:
    """The criteria of *rubrics* that rules can answer; others can answer the rest."""
    found = tuple(
        Ruling(
            rubric=rubric.version,
            criterion=criterion,
            rule=rule,
            judge=Judge.rule(rule.name, rule.fingerprint),
            sifts=isinstance(rule, Sifts),
        )
        for rubric in rubrics
        for criterion in rubric.criteria
        if criterion.rule is not None
        for rule in (resolve(criterion.rule),)
    )
    for rubric in rubrics:
        if all(criterion.rule is None for criterion in rubric.criteria):
            raise UsageInvalid(
                "no criterion of the rubric has a rule, so rules cannot judge by it",
                where=f"rubric {rubric.id}",
                hint="a council of models or people can; for a rule, add `rule:` to a "
                "criterion",
            )
    return found


def without_rule(rubrics: Sequence[Rubric]) -> tuple[tuple[Rubric, Criterion], ...]:
    """The criteria of *rubrics* that rules leave to others."""
    return tuple((r, c) for r in rubrics for c in r.criteria if c.rule is None)


def judge_item(
    ruled: Sequence[Ruling],
    item: Item,
    *,
    at: datetime | None = None,
    sifted: bool = False,
) -> tuple[Verdict, ...]:
    """The verdicts on one item: the plain twin of `judge_frame`.

    *sifted*: by the quicker reading of rules that have one. It takes its time to be laid
    out, so it is for hundreds of items that come one by one; the verdicts are the same.
    """
    return tuple(
        [
            _verdict(ruling, item, finding, at)
            for ruling in ruled
            for finding in found_in(ruling.rule, item, sifted=sifted and ruling.sifts)
        ]
    )


def found_in(rule: Rule, item: Item, *, sifted: bool = False) -> tuple[Finding, ...]:
    """What *rule* finds; a rule that breaks has failed on this item, and on no other."""
    try:
        if sifted:
            return cast(Sifts, rule).find_sifted(item)
        return rule.find(item)
    except AdjudgeError:  # an extra is missing, a rubric is wrong: no item can be judged
        raise
    except Exception as error:  # noqa: BLE001  # whatever a rule trips over is its failure
        why = f"the rule broke: {type(error).__name__}: {error}"
        return (Finding(value=None, outcome="failed", reason=why),)


def _verdict(ruling: Ruling, item: Item, finding: Finding, at: datetime | None) -> Verdict:
    outcome, why = _outcome(ruling, finding)
    return Verdict(
        item=item.id,
        criterion=CriterionId(finding.criterion or ruling.criterion.id),
        judge=ruling.judge,
        outcome=outcome,
        rationale=why,
        evidence=finding.evidence,
        rubric=ruling.rubric,
        at=at,
    )


def _outcome(ruling: Ruling, finding: Finding) -> tuple[Outcome, str]:
    match finding.outcome:
        case "abstained":
            return Abstained(), finding.reason
        case "excused":
            return Excused(), finding.reason
        case "failed":
            return Failed(), finding.reason
        case "graded":
            raw = finding.value if finding.value is None else float(finding.value)
            try:
                return Graded(grade=ruling.criterion.read(raw)), finding.reason
            except OffScale as error:
                return Failed(), off_scale(error)


def off_scale(error: OffScale) -> str:
    """The rationale of a verdict whose rule answered off its scale."""
    return f"the rule answered off the scale: {error.what}; {error.hint}"
