"""Say why rules decided as they did about an item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudge.errors import UsageInvalid
from adjudge.reports import Explanation
from adjudge.rubric import Criterion, Rubric
from adjudge.rules import Finding, GrammarRule, IfevalRule, Rule, rule_for
from adjudge.verdict import Item


def explain_items(rubric: Rubric, items: Iterable[Item]) -> Iterator[Explanation]:
    """What each rule of *rubric* found in each of *items*, and what it rests on."""
    ruled = [(c, rule_for(c.rule)) for c in rubric.criteria if c.rule is not None]
    if not ruled:
        raise UsageInvalid(
            "no criterion of the rubric has a rule",
            where=f"rubric {rubric.id}",
            hint="rules can only explain what a rule judged",
        )
    for item in items:
        for criterion, rule in ruled:
            for finding in rule.find(item):
                yield _explanation(item, criterion, rule, finding)


def _explanation(
    item: Item, criterion: Criterion, rule: Rule, finding: Finding
) -> Explanation:
    got: str = finding.outcome
    if finding.outcome == "graded":
        got = criterion.read(finding.value).label
    steps = tuple(_steps(rule, item, finding))
    return Explanation(
        item=item.id,
        criterion=finding.criterion or criterion.key,
        got=got,
        reason=finding.reason,
        evidence=finding.evidence,
        conversation=item.conversation,
        steps=steps,
    )


def _steps(rule: Rule, item: Item, finding: Finding) -> Iterable[str]:
    """The parts of a rule that is made of parts, and which of them decided."""
    if isinstance(rule, GrammarRule):
        return rule.explain(item).lines()
    if isinstance(rule, IfevalRule):
        for criterion, part in rule.explain(item):
            if criterion == finding.criterion:
                return part.lines()
    return ()
