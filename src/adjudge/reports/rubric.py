"""A rubric as a person reads it, and its diagnostics as other programs do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from adjudge.formats import RubricFile, anchor_name, document_of
from adjudge.rubric import Cap, Criterion, Diagnostic, Disqualify, Floor, Gate, Scale

from .untrusted import shown

_WORDS = {
    "below": "is below",
    "at_most": "is at most",
    "above": "is above",
    "at_least": "is at least",
    "is": "is",
    "is_not": "is not",
}


def render_rubric(file: RubricFile) -> str:
    """*file* as text: criteria with their anchors, gates, and where it comes from."""
    return "\n".join(_lines(file))


def _lines(file: RubricFile) -> Iterator[str]:
    rubric = file.rubric
    yield f"{shown(rubric.title)}  ({shown(rubric.version)})"
    yield from _indented(rubric.description, "  ")
    shares = rubric.weights()
    for criterion in rubric.criteria:
        yield ""
        share = shares.get(criterion.id)
        yield from _criterion(criterion, None if len(shares) < 2 else share)
    if rubric.gates:
        yield ""
        yield "Gates"
        yield from (f"  {gate_in_words(gate)}" for gate in rubric.gates)
    if rubric.missing == "renormalise":
        yield ""
        yield "Where a grade is missing, the other weights share its part"
    yield ""
    count = len(file.examples)
    yield f"{count} example{'' if count == 1 else 's'}; read from {shown(file.source)}"


def _criterion(criterion: Criterion, share: float | None) -> Iterator[str]:
    name = shown(criterion.id)
    if criterion.key != criterion.id:
        name += f", key {shown(criterion.key)}"
    weight = f", {share:.4g} of the score" if share is not None else ""
    yield f"{shown(criterion.title)}  [{name}]"
    yield f"  {scale_in_words(criterion.scale)}{weight}"
    yield from _indented(criterion.description, "  ")
    width = max((len(shown(anchor_name(a))) for a in criterion.anchors), default=0)
    for anchor in criterion.anchors:
        yield f"    {shown(anchor_name(anchor)):>{width}}  {shown(anchor.text)}"
        if anchor.example:
            yield f"    {'':>{width}}  e.g. {shown(anchor.example)}"
    if criterion.rule is not None:
        yield f"  rule: {shown(criterion.rule)}"


def _indented(text: str, indent: str) -> Iterator[str]:
    for line in text.splitlines():
        yield f"{indent}{shown(line)}" if line.strip() else ""


def scale_in_words(scale: Scale) -> str:
    """*scale* in one line: `score: a whole number from 1 to 10`."""
    return f"{scale.kind}: {shown(scale.wording.removeprefix('answer '))}"


def gate_in_words(gate: Gate) -> str:
    """*gate* as a sentence without its full stop."""
    when = gate.when
    of = f" under rubric {shown(when.rubric)}" if when.rubric else ""
    value = shown(when.value) if isinstance(when.value, str) else f"{when.value:g}"
    condition = f"when {shown(when.criterion)}{of} {_WORDS[when.comparison]} {value}"
    match gate:
        case Cap(at=at):
            return f"at most {at:g} {condition}"
        case Floor(at=at):
            return f"at least {at:g} {condition}"
        case Disqualify():
            return f"disqualified {condition}"


def rubric_as_json(file: RubricFile) -> dict[str, Any]:
    """*file* in the documented shape of `adjudge rubric show --json`."""
    return {
        "rubric": file.rubric.version,
        "source": file.source,
        "document": document_of(file),
        "diagnostics": [diagnostic_as_json(d) for d in file.diagnostics],
    }


def diagnostic_as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """*diagnostic* in plain values."""
    return asdict(diagnostic) | {"severity": diagnostic.severity.value}


def render_questions(file: RubricFile) -> str:
    """What question text was read as: one line for each question, and what it describes."""
    lines = []
    for at, criterion in enumerate(file.rubric.criteria, 1):
        lines.append(f"{at}. {shown(criterion.title)}  [{scale_in_words(criterion.scale)}]")
        lines += _indented(criterion.description, "   ")
    return "\n".join(lines)


def as_line(value: object) -> str:
    """*value* on one line, texts in quotes."""
    return shown(json.dumps(value, ensure_ascii=False))
