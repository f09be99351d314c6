"""The parts of a record as JSON: its answers, and the checks of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from adjudge.council import Written
from adjudge.verdict import Candidates, Verdict, from_row, to_row

from .run_record import Record


def candidates_as_json(record: Record) -> dict[str, Any]:
    """The candidate set as every file of them has it; the run's own part is `adjudge`."""
    candidates = record.candidates
    about: dict[str, Any] = {"rubric": record.rubric.version}
    if record.written:
        about["written"] = [_written(one) for one in record.written]
    if record.synthesis is not None:
        about["synthesis"] = _written(record.synthesis)
    return {
        **candidates.fields,
        "id": candidates.id,
        "question": candidates.question,
        "responses": dict(candidates.responses),
        **_before(candidates),
        "adjudge": about,
    }


def _before(candidates: Candidates) -> dict[str, Any]:
    if not candidates.before:
        return {}
    turns = [{"role": m.role, "content": m.content} for m in candidates.before]
    return {"before": turns}


def _written(written: Written) -> dict[str, Any]:
    return {
        "model": written.seat,
        "status": written.status,
        "text": written.text,
        "reason": written.reason,
        "cut": written.cut,
    }


def read_written(about: Mapping[str, Any]) -> tuple[Written, ...]:
    """What each model wrote."""
    return tuple(_read(raw) for raw in about.get("written", ()))


def read_synthesis(about: Mapping[str, Any]) -> Written | None:
    """What the chair wrote; None where nobody sat in the chair."""
    return _read(about["synthesis"]) if "synthesis" in about else None


def _read(raw: Mapping[str, Any]) -> Written:
    return Written(
        seat=raw["model"],
        status=raw["status"],
        text=raw["text"],
        reason=raw["reason"],
        cut=raw["cut"],
    )


def check_as_json(check: Verdict, candidates: Candidates) -> dict[str, Any]:
    """*check* as a verdict of the ledger, with the question that it belongs to."""
    row = to_row(check)
    at: datetime | None = row["at"]
    return {
        "question": candidates.id,
        **row,
        "at": None if at is None else at.isoformat(),
    }


def read_check(raw: Mapping[str, Any]) -> Verdict:
    """The verdict that `check_as_json` wrote."""
    at = None if raw["at"] is None else datetime.fromisoformat(raw["at"])
    return from_row({**raw, "at": at})
