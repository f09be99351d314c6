"""The shape of a reviewer's reply: as a JSON Schema, and as an example in the prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, assert_never

from adjudge.rubric import Binary, Categorical, Criterion, Freeform, Likert, Scale, Score

from .prompt_rubric import is_text, number
from .sheet import Sheet

_SMALL: Final = 25
"""Points that are listed one by one: endpoints honour a list where they ignore bounds."""

_TEXT: Final = {"type": "string"}

REASON: Final = "<one or two sentences>"


def schema_of(sheet: Sheet) -> Mapping[str, Any]:
    """The JSON Schema of the reply to *sheet*.

    The form code is not in it: an endpoint compiles each schema that it has not seen, and
    this one is the same for all items with as many answers.
    """
    labels = sheet.material.labels
    evaluation = {c.key: _slot(c) for c in sheet.criteria}
    if sheet.notes:
        evaluation["notes"] = _TEXT
    if sheet.overall:
        evaluation["overall"] = {"type": ["number", "null"]}
    shape = {
        "form": _TEXT,
        "evaluations": _closed({label: _closed(evaluation) for label in labels}),
    }
    if sheet.ranked:
        shape["ranking"] = {
            "type": "array",
            "items": {"type": "string", "enum": list(labels)},
        }
    # An answer that is pasted into a reason cannot close the object: it lacks the code.
    return _closed({**shape, "end": _TEXT})


def _closed(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _slot(criterion: Criterion) -> dict[str, Any]:
    if is_text(criterion):
        return dict(_TEXT)
    # The reason comes first, so that the value follows from it.
    return _closed({"rationale": _TEXT, "value": _value(criterion.scale)})


def _value(scale: Scale) -> dict[str, Any]:
    """The values of *scale*, and null for a reviewer who cannot tell."""
    match scale:
        case Likert(low=low, high=high):
            return _steps([float(step) for step in range(low, high + 1)], low, high)
        case Score(low=low, high=high, step=step):
            return _steps(_points(low, high, step), low, high)
        case Binary(no=no, yes=yes):
            return {"type": ["string", "null"], "enum": [no, yes, None]}
        case Categorical(labels=labels):
            return {"type": ["string", "null"], "enum": [*labels, None]}
        case Freeform():
            return dict(_TEXT)
        case _ as never:
            assert_never(never)


def _points(low: float, high: float, step: float | None) -> Sequence[float]:
    if step is None or (high - low) / step >= _SMALL:
        return ()
    count = int((high - low) / step + 1e-9) + 1
    return [float(f"{low + at * step:.12g}") for at in range(count)]


def _steps(points: Sequence[float], low: float, high: float) -> dict[str, Any]:
    if not points or len(points) > _SMALL:
        return {"type": ["number", "null"], "minimum": low, "maximum": high}
    if all(point.is_integer() for point in points):
        return {"type": ["integer", "null"], "enum": [*map(int, points), None]}
    return {"type": ["number", "null"], "enum": [*points, None]}


def example_of(sheet: Sheet) -> str:
    """The reply's shape as the prompt shows it. It is no JSON: an echo cannot count."""
    first, *others = sheet.material.labels
    lines = ["{", f'  "form": "{sheet.material.form}",', '  "evaluations": {']
    lines += [f'    "{first}": {{', *_joined(_members(sheet)), "    }"]
    for label in others:
        lines[-1] += ","
        lines.append(f'    "{label}": {{ <the same keys> }}')
    lines.append("  },")
    if sheet.ranked:
        stated = ", ".join(f'"<{place}>"' for place in ("best", "next best"))
        lines.append(f'  "ranking": [{stated}{", ..." if len(others) > 1 else ""}],')
    lines.append(f'  "end": "{sheet.material.form}"')
    return "\n".join([*lines, "}"])


def _members(sheet: Sheet) -> list[str]:
    members = [
        f'"{c.key}": "<your text>"'
        if is_text(c)
        else f'"{c.key}": {{"rationale": "{REASON}", "value": {_choices(c.scale)}}}'
        for c in sheet.criteria
    ]
    if sheet.notes:
        members.append('"notes": "<brief justification of the whole>"')
    if sheet.overall:
        members.append('"overall": <by the weights and gates above>')
    return members


def _joined(members: Sequence[str]) -> list[str]:
    return [
        f"      {member}{'' if at == len(members) else ','}"
        for at, member in enumerate(members, 1)
    ]


def _choices(scale: Scale) -> str:
    match scale:
        case Likert(low=low, high=high) | Score(low=low, high=high):
            return f"<{number(low)}-{number(high)}>"
        case Binary(no=no, yes=yes):
            return f'<"{no}" or "{yes}">'
        case Categorical(labels=labels):
            return "<" + " or ".join(f'"{label}"' for label in labels) + ">"
        case Freeform():
            return '"<your text>"'
        case _ as never:
            assert_never(never)
