"""Between rubrics and the question text of workshops, with an account of what is lost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from adjudge.errors import InputInvalid
from adjudge.rubric import (
    Binary,
    Categorical,
    Criterion,
    Freeform,
    Likert,
    Rubric,
    RubricId,
    Scale,
    Score,
)

from .delimited import (
    Dialect,
    JudgeType,
    Question,
    criteria_of,
    format_questions,
    parse_questions,
)
from .naming import slug
from .rubric_file import RubricFile
from .tree import Faults, Unreadable, decode


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """What the workshop keeps beside its question text."""

    name: str = ""
    judge_type: str | None = None
    labels: tuple[str, str] | None = None
    """The labels of binary questions, for 0 and for 1."""


def read_text(
    text: str,
    *,
    workshop: Workshop | None = None,
    dialect: Dialect | None = None,
    legacy: bool = False,
    source: str = "",
) -> RubricFile:
    """The rubric that question text stands for, or `RubricFileInvalid`."""
    beside = workshop or Workshop()
    questions = parse_questions(
        text, judge_type=beside.judge_type, dialect=dialect, legacy=legacy, source=source
    )
    if not questions:
        raise InputInvalid("there is no question in the text", where=source, hint="add one")
    name = slug(beside.name) or "workshop"
    rubric = Rubric(
        id=RubricId(name),
        title=beside.name or "Workshop",
        criteria=criteria_of(questions, labels=beside.labels),
    )
    return RubricFile(rubric=rubric, source=source)


def decode_text(data: bytes, source: str) -> str:
    """*data* as text, or `InputInvalid` saying why it is none."""
    faults = Faults(file=source)
    try:
        return decode(data, faults)
    except Unreadable:
        fault = faults.found[0]
        raise InputInvalid(fault.what, where=source, hint="give a text in UTF-8") from None


def read_record(text: str, *, source: str = "") -> tuple[str, Workshop]:
    """Question text and what stands beside it, from the workshop's JSON record."""
    hint = 'a record is {"name": ..., "questions": "...", "judge_type": "likert"}'
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, Mapping) or not isinstance(record.get("questions"), str):
        raise InputInvalid(
            "this is not a workshop's rubric record", where=source, hint=hint
        )
    labels = record.get("binary_labels")
    return record["questions"], Workshop(
        name=str(record.get("name") or ""),
        judge_type=record.get("judge_type") and str(record["judge_type"]),
        labels=_labels(labels, source) if labels else None,
    )


def _labels(raw: Any, source: str) -> tuple[str, str]:
    if isinstance(raw, Mapping):
        no, yes = raw.get("fail"), raw.get("pass")
        if isinstance(no, str) and isinstance(yes, str):
            return no, yes
    raise InputInvalid(
        "the binary labels cannot be read",
        where=source,
        hint='write {"pass": "Good", "fail": "Bad"}',
    )


def write_text(
    file: RubricFile, *, dialect: Dialect = "document"
) -> tuple[str, tuple[str, ...]]:
    """The questions of *file* as text, and what that text cannot carry."""
    questions, lost = [], _lost_of_rubric(file)
    for criterion in file.rubric.criteria:
        questions.append(
            Question(
                title=criterion.title,
                description=criterion.description,
                judge_type=judge_type_of(criterion.scale),
            )
        )
        lost += _lost_of(criterion)
    ids = tuple(c.id for c in criteria_of(questions))
    if ids != tuple(c.id for c in file.rubric.criteria):
        named = ", ".join(c.id for c in file.rubric.criteria)
        lost.insert(
            0, f"the ids of the criteria ({named}); others are made when it is read"
        )
    return format_questions(questions, dialect=dialect), tuple(lost)


def judge_type_of(scale: Scale) -> JudgeType:
    """The nearest of the three types that the text knows."""
    match scale:
        case Likert() | Score():
            return "likert"
        case Binary():
            return "binary"
        case Categorical() | Freeform():
            return "freeform"
        case _ as never:
            assert_never(never)


def _lost_of_rubric(file: RubricFile) -> list[str]:
    rubric = file.rubric
    lost = [f"the rubric's id {rubric.id!r} and title {rubric.title!r}"]
    if rubric.description:
        lost.append("the rubric's description")
    if rubric.gates:
        lost.append(f"{len(rubric.gates)} gate{'s' * (len(rubric.gates) > 1)}")
    if rubric.missing != "refuse":
        lost.append("what a missing grade does to the overall score")
    if file.examples:
        lost.append(f"{len(file.examples)} example{'s' * (len(file.examples) > 1)}")
    return lost


def _lost_of(criterion: Criterion) -> list[str]:
    lost = []
    scale = criterion.scale
    match scale:
        case Likert(labels=labels):
            if (scale.low, scale.high) != (1, 5):
                lost.append(f"the bounds {scale.low} to {scale.high} (they become 1 to 5)")
            if labels:
                lost.append("the labels of its steps")
        case Score():
            lost.append(
                f"the scale {scale.low:g} to {scale.high:g} (it becomes Likert 1 to 5)"
            )
        case Binary(no=no, yes=yes):
            if (no, yes) != ("Fail", "Pass"):
                lost.append(
                    f"the labels {no!r} and {yes!r} (they become 'Fail' and 'Pass')"
                )
        case Categorical(labels=labels):
            lost.append(f"the labels {', '.join(labels)} (it becomes free-form)")
        case Freeform():
            pass
        case _ as never:
            assert_never(never)
    lost += [f"the key {criterion.key!r}"] if criterion.key != criterion.id else []
    lost += [f"the weight {criterion.weight:g}"] if criterion.weight is not None else []
    lost += [f"{len(criterion.anchors)} anchors"] if criterion.anchors else []
    lost += ["the rule"] if criterion.rule is not None else []
    return [f"criterion {criterion.key!r}: {what}" for what in lost]
