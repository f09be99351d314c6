"""Run a rubric's examples with its rules, and count what they get right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from adjudge.agreement import Confusion
from adjudge.errors import AuthorError, UsageInvalid
from adjudge.reports import Check, Checked
from adjudge.rubric import Binary, Criterion, CriterionId, Rubric
from adjudge.rules import UNTOLD_IS_NO, Finding, Rule, rule_for
from adjudge.verdict import Example

ENOUGH: Final = 5
"""Examples of each kind below which a rubric is hardly validated (the first document)."""


def check_examples(rubric: Rubric, examples: Sequence[Example]) -> Check:
    """Judge every example by the rule of its criterion and compare."""
    if not examples:
        raise UsageInvalid(
            "the rubric has no examples to check",
            where=f"rubric {rubric.id}",
            hint="add `examples:` to the rubric, inline or as a folder",
        )
    rules = {c.id: rule_for(c.rule) for c in rubric.criteria if c.rule is not None}
    if not rules:
        raise UsageInvalid(
            "no criterion of the rubric has a rule, so rules cannot check its examples",
            where=f"rubric {rubric.id}",
            hint="add a `rule:` to a criterion",
        )
    asked = [(example, _criterion(rubric, rules, example)) for example in examples]
    lines = tuple(_checked(example, c, rules[c.id]) for example, c in asked)
    return Check(
        rubric=rubric.version,
        lines=lines,
        confusions=_confusions(rules, asked, lines),
        warnings=tuple(_too_few(rubric, rules, asked)),
    )


def _criterion(
    rubric: Rubric, rules: Mapping[CriterionId, Rule], example: Example
) -> Criterion:
    """The criterion that *example* is about."""
    ruled = [c for c in rubric.criteria if c.id in rules]
    if example.criterion is None and len(ruled) == 1:
        return ruled[0]
    for criterion in ruled:
        if example.criterion in (criterion.key, criterion.id):
            return criterion
    what = (
        "the example does not say which criterion it is about"
        if example.criterion is None
        else f"no criterion {example.criterion!r} with a rule"
    )
    raise AuthorError(
        what,
        where=example.source or f"example {example.item.id}",
        hint=f"`criterion:` names one of: {', '.join(c.key for c in ruled)}",
    )


def _checked(example: Example, criterion: Criterion, rule: Rule) -> Checked:
    finding = _finding_for(criterion, rule.find(example.item))
    expected = (
        "abstained" if example.expected is None else _label(criterion, example.expected)
    )
    got: str = finding.outcome
    if finding.outcome == "graded":
        got = _label(criterion, finding.value)
    counted = _counted(criterion, rule, got)
    return Checked(
        item=example.item.id,
        criterion=criterion.key,
        expected=expected,
        got=got,
        right=expected in (got, counted),
        reason=finding.reason,
        evidence=finding.evidence,
        source=example.source,
    )


def _label(criterion: Criterion, raw: object) -> str:
    return criterion.read(raw).label


def _counted(criterion: Criterion, rule: Rule, got: str) -> str:
    """As what *got* counts: for some rules, not to tell is not to find."""
    if got == "abstained" and rule.name in UNTOLD_IS_NO:
        return criterion.scale.no if isinstance(criterion.scale, Binary) else got
    return got


def _finding_for(criterion: Criterion, findings: Iterable[Finding]) -> Finding:
    for finding in findings:
        if finding.criterion in (None, criterion.id):
            return finding
    return Finding(value=None, outcome="excused", reason="the rule did not answer")


def _confusions(
    rules: Mapping[CriterionId, Rule],
    asked: Sequence[tuple[Example, Criterion]],
    lines: Sequence[Checked],
) -> dict[str, dict[str, Confusion]]:
    """For each label of each binary criterion, how often it was given and due."""
    pairs: dict[Criterion, list[tuple[str, str]]] = {}
    for (_, criterion), line in zip(asked, lines, strict=True):
        if isinstance(criterion.scale, Binary) and line.expected != "abstained":
            got = _counted(criterion, rules[criterion.id], line.got)
            pairs.setdefault(criterion, []).append((line.expected, got))
    return {
        criterion.key: {
            label: Confusion.count((due == label, got == label) for due, got in both)
            for label in (criterion.scale.yes, criterion.scale.no)
        }
        for criterion, both in pairs.items()
        if isinstance(criterion.scale, Binary)
    }


def _too_few(
    rubric: Rubric,
    rules: Mapping[CriterionId, Rule],
    asked: Sequence[tuple[Example, Criterion]],
) -> Iterable[str]:
    for criterion in rubric.criteria:
        if criterion.id not in rules or not isinstance(criterion.scale, Binary):
            continue
        kinds = Counter(
            _label(criterion, e.expected)
            for e, c in asked
            if c.id == criterion.id and e.expected is not None
        )
        for label in (criterion.scale.no, criterion.scale.yes):
            if kinds[label] < ENOUGH:
                yield (
                    f"criterion {criterion.key!r} has {kinds[label]} examples of "
                    f"{label!r}; at least {ENOUGH} are needed to trust it"
                )
