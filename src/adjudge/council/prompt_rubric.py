"""A rubric in words, as a reviewer is told it: everything comes from the rubric's data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from adjudge.rubric import (
    Anchor,
    Cap,
    Condition,
    Criterion,
    CriterionId,
    Disqualify,
    Floor,
    Freeform,
    Gate,
    Rubric,
)

from .sitting import told_gates

_COMPARED: Final = {
    "below": "is below {}",
    "at_most": "is {} or less",
    "above": "is above {}",
    "at_least": "is {} or more",
    "is": "is {}",
    "is_not": "is not {}",
}


def rubric_in_words(
    rubric: Rubric, criteria: tuple[Criterion, ...], *, weights: bool, gates: bool
) -> str:
    """*criteria* of *rubric* one after the other, then its gates.

    Without *weights* nothing says what a criterion counts: so the tape knows the words.
    """
    shares = rubric.weights() if weights else {}
    parts = [f"RUBRIC: {rubric.title}"]
    if rubric.description.strip():
        parts.append(rubric.description.strip())
    parts += [
        _criterion(number, criterion, shares.get(criterion.id))
        for number, criterion in enumerate(criteria, 1)
    ]
    own = told_gates(rubric) if gates else ()
    if own:
        told = "\n".join(f"- {_gate(gate, rubric)}" for gate in own)
        parts.append(f"GATES (they hold whatever the weights add up to)\n{told}")
    return "\n\n".join(parts)


def number(value: float) -> str:
    """*value* as people write it: 4 for 4.0."""
    return f"{value:.12g}"


def _criterion(place: int, criterion: Criterion, share: float | None) -> str:
    counted = "" if share is None else f", {number(round(100 * share, 1))}% of the overall"
    lines = [f'{place}. {criterion.title.upper()} (key "{criterion.key}"{counted})']
    lines += _indented(criterion.description.strip())
    lines.append(f"   Scale: {criterion.scale.wording}.")
    lines += [f"   {line}" for anchor in criterion.anchors for line in _anchor(anchor)]
    return "\n".join(lines)


def _indented(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield f"   {line}".rstrip()


def _anchor(anchor: Anchor) -> Iterator[str]:
    yield f"{_band(anchor)}: {anchor.text}"
    if anchor.example:
        yield f"    for example: {anchor.example}"


def _band(anchor: Anchor) -> str:
    if anchor.low is None or anchor.high is None:
        return anchor.label or ""
    if anchor.low == anchor.high:
        return number(anchor.low)
    return f"{number(anchor.low)}-{number(anchor.high)}"


def _gate(gate: Gate, rubric: Rubric) -> str:
    when = _condition(gate.when, rubric)
    match gate:
        case Cap(at=at):
            return f"Where {when}, the overall score is at most {at:.1f}."
        case Floor(at=at):
            return f"Where {when}, the overall score is at least {at:.1f}."
        case Disqualify():
            return f"Where {when}, there is no overall score."
        case _ as never:
            assert_never(never)


def _condition(when: Condition, rubric: Rubric) -> str:
    value = repr(when.value) if isinstance(when.value, str) else number(when.value)
    compared = _COMPARED[when.comparison].format(value)
    criterion = rubric.criterion(when.criterion)
    return f"{criterion.title if criterion else when.criterion} {compared}"


def gating(rubric: Rubric) -> frozenset[CriterionId]:
    """The criteria that a gate of *rubric* depends on: none of them may be missing."""
    return frozenset(g.when.criterion for g in rubric.gates if g.when.rubric is None)


def weighing(rubric: Rubric) -> frozenset[CriterionId]:
    """The criteria without which *rubric* makes no overall score."""
    if rubric.bounds is None or rubric.missing != "refuse":
        return frozenset()
    return frozenset(id_ for id_, weight in rubric.weights().items() if weight > 0)


def is_text(criterion: Criterion) -> bool:
    """Whether the answer is a text, which needs no reason beside it."""
    return isinstance(criterion.scale, Freeform)
