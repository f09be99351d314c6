"""Verdicts as a table: the one shape scoring, agreement and reports read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final, assert_never

import polars as pl

from adjudge.rubric import CriterionId, Grade

from .evidence import Span
from .item import ItemId
from .judge import Judge, JudgeId, JudgeKind
from .outcome import Abstained, Excused, Failed, Graded, Outcome
from .verdict import Verdict

SPAN: Final = pl.Struct(
    {
        "turn": pl.Int32(),
        "start": pl.Int32(),
        "end": pl.Int32(),
        "text": pl.String(),
        "note": pl.String(),
    }
)

SCHEMA: Final = pl.Schema(
    {
        "item": pl.String(),
        "criterion": pl.String(),
        "judge": pl.String(),
        "kind": pl.String(),
        "outcome": pl.String(),
        "value": pl.Float64(),
        "label": pl.String(),
        "rationale": pl.String(),
        "evidence": pl.List(SPAN),
        "rubric": pl.String(),
        "at": pl.Datetime("us", "UTC"),
    }
)


def to_frame(verdicts: Iterable[Verdict]) -> pl.DataFrame:
    """Lay *verdicts* out as rows of `SCHEMA`."""
    rows = [to_row(verdict) for verdict in verdicts]
    columns = {name: [row[name] for row in rows] for name in SCHEMA}
    return pl.DataFrame(columns, schema=SCHEMA, strict=True)


def from_frame(frame: pl.DataFrame) -> Iterator[Verdict]:
    """Read rows of `SCHEMA` back to the verdicts they were."""
    return (from_row(row) for row in frame.iter_rows(named=True))


def to_row(verdict: Verdict) -> dict[str, Any]:
    """*verdict* under the names of `SCHEMA`, in plain values."""
    value, label = _mark(verdict.outcome)
    return {
        "item": verdict.item,
        "criterion": verdict.criterion,
        "judge": verdict.judge.id,
        "kind": verdict.judge.kind.value,
        "outcome": verdict.outcome.kind,
        "value": value,
        "label": label,
        "rationale": verdict.rationale,
        "evidence": [
            {"turn": s.turn, "start": s.start, "end": s.end, "text": s.text, "note": s.note}
            for s in verdict.evidence
        ],
        "rubric": verdict.rubric,
        "at": verdict.at.astimezone(UTC) if verdict.at else None,
    }


def _mark(outcome: Outcome) -> tuple[float | None, str | None]:
    match outcome:
        case Graded(grade=grade):
            return grade.value, grade.label
        case Abstained() | Excused() | Failed():
            return None, None
        case _ as never:
            assert_never(never)


def from_row(row: dict[str, Any]) -> Verdict:
    """The verdict that `to_row` wrote."""
    at: datetime | None = row["at"]
    return Verdict(
        item=ItemId(row["item"]),
        criterion=CriterionId(row["criterion"]),
        judge=Judge(id=JudgeId(row["judge"]), kind=JudgeKind(row["kind"])),
        outcome=_outcome(row["outcome"], row["value"], row["label"]),
        rationale=row["rationale"],
        evidence=tuple(Span(**span) for span in row["evidence"]),
        rubric=row["rubric"],
        at=at.astimezone(UTC) if at else None,
    )


def _outcome(kind: str, value: float | None, label: str | None) -> Outcome:
    if kind == "graded":
        return Graded(grade=Grade(label or "", value))
    return _UNGRADED[kind]


_UNGRADED: Final[dict[str, Outcome]] = {
    "abstained": Abstained(),
    "excused": Excused(),
    "failed": Failed(),
}
