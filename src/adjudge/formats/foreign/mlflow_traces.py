"""MLflow: assessments in a file, alone or inside their traces."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from .rows import Foreign, Record, name_of, objects, record


def takes(sample: Record) -> bool:
    """Whether an object of the file looks like a trace, or an assessment."""
    return bool(_assessments(sample)) or _is_assessment(sample)


def _is_assessment(sample: Record) -> bool:
    return "source" in sample and ("feedback" in sample or "expectation" in sample)


def _assessments(trace: Record) -> list[Record]:
    inside = trace.get("assessments") or record(trace.get("info")).get("assessments")
    return [each for each in objects(inside) if _is_assessment(each)]


def read(records: list[Record]) -> Foreign:
    """The name of an assessment is a criterion, its source the judge."""
    found = Foreign()
    for number, each in enumerate(records, 1):
        found.row = number
        info = record(each.get("info"))
        trace = name_of(each, "trace_id", "request_id") or name_of(
            info, "trace_id", "request_id"
        )
        if _is_assessment(each):
            _assessment(found, each, trace)
        for assessment in _assessments(each):
            _assessment(found, assessment, name_of(assessment, "trace_id") or trace)
    return found


def _assessment(found: Foreign, each: Record, trace: str | None) -> None:
    if each.get("valid") is False:
        found.lost["assessment that another one overrides"] += 1
        return
    source, feedback = record(each.get("source")), each.get("feedback")
    if not isinstance(feedback, dict):
        found.lost["expectation (an answer that is expected, not a grade)"] += 1
        return
    value = feedback.get("value")
    if isinstance(value, list | dict):
        found.lost["feedback that is a list or an object"] += 1
        return
    broken = bool(feedback.get("error") or each.get("error"))
    span = each.get("span_id")
    found.add(
        item=f"{trace}/{span}" if span else trace,
        criterion=name_of(each, "assessment_name", "name"),
        judge=name_of(source, "source_id", "source_type"),
        kind=name_of(source, "source_type"),
        outcome="failed" if broken else None,
        value=None if broken else value,
        rationale=each.get("rationale"),
        at=_time(each),
    )


def _time(each: Record) -> Any:
    for name in ("last_update_time", "create_time"):
        if isinstance(each.get(name), str):
            return each[name]
        if isinstance(each.get(f"{name}_ms"), int):
            return datetime.fromtimestamp(each[f"{name}_ms"] / 1000, UTC).isoformat()
    return None
