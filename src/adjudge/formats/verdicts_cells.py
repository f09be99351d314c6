"""The cells of a file of verdicts, each read in one way, or told as a fault."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import polars as pl

from adjudge.rubric import Criterion, Diagnostic, Rubric
from adjudge.verdict import SPAN, Mark, MarkFault, OnMissing, read_mark

from .nested import nested
from .rule_language import DIVIDED
from .verdicts_rows import as_json, fault

_PART: Final = re.compile(r"[0-9]+:.")
"""How verdicts on an item's own instructions are filed: `<position>:<instruction>`."""


def texts_of(
    name: str,
    raw: Sequence[Any] | pl.Series,
    default: str | None,
    numbers: list[int],
    faults: list[Diagnostic],
) -> list[str | None]:
    """Texts; a whole number is taken as its decimal text, nothing as *default*."""
    if set(map(type, raw)) <= {str, type(None)}:
        return [default if value is None else value for value in raw]
    texts: list[str | None] = []
    for at, value in enumerate(raw):
        if isinstance(value, str):
            texts.append(value)
        elif value is None:
            texts.append(default)
        elif isinstance(value, int) and not isinstance(value, bool):
            texts.append(str(value))
        else:
            texts.append(default)
            what = f"the {name} is not a text: {value!r}"
            faults.append(
                fault(numbers[at], "V013", what, hint="write a text", column=name)
            )
    return texts


def times_of(
    raw: Sequence[Any] | pl.Series, numbers: list[int], faults: list[Diagnostic]
) -> list[datetime | None]:
    """Times with their zone."""
    times: list[datetime | None] = []
    known: dict[Any, datetime | None] = {None: None}
    for at, value in enumerate(raw):
        if value not in known:
            known[value] = _time(value)
        times.append(known[value])
        if value is not None and known[value] is None:
            what = f"{value!r} is not a time with a zone"
            hint = "write 2026-01-31T12:00:00Z"
            faults.append(fault(numbers[at], "V010", what, hint=hint, column="at"))
    return times


def _time(value: Any) -> datetime | None:
    try:
        time = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return time.astimezone(UTC) if time.tzinfo else None


def evidence_of(
    raw: Sequence[Any] | pl.Series, numbers: list[int], faults: list[Diagnostic]
) -> pl.Series:
    """Lists of spans; in CSV they are JSON."""
    if isinstance(raw, pl.Series) and raw.dtype == pl.List(SPAN):
        empty = pl.lit([], dtype=pl.List(SPAN))
        return raw.to_frame("evidence").select(pl.col("evidence").fill_null(empty))[
            "evidence"
        ]
    sizes: list[int] = [] if any(raw) else [0] * len(numbers)
    flat: dict[str, list[Any]] = {name: [] for name in SPAN.to_schema()}
    for at, value in enumerate(raw if not sizes else ()):
        spans = as_json(value) if isinstance(value, str) else (value or [])
        if not isinstance(spans, list) or not all(map(_is_span, spans)):
            what = "the evidence is not a list of spans"
            hint = '[{"turn": 0, "start": 0, "end": 3, "text": "...", "note": ""}]'
            faults.append(fault(numbers[at], "V009", what, hint=hint, column="evidence"))
            spans = []
        sizes.append(len(spans))
        for span in spans:
            for name, cells in flat.items():
                cells.append(span.get(name, ""))
    columns = [
        pl.Series(name, flat[name], dtype=dtype) for name, dtype in SPAN.to_schema().items()
    ]
    return nested("evidence", sizes, columns)


def _is_span(span: Any) -> bool:
    return (
        isinstance(span, dict)
        and all(_is_place(span.get(name)) for name in ("turn", "start", "end"))
        and isinstance(span.get("text"), str)
        and isinstance(span.get("note", ""), str)
    )


def _is_place(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 31


@dataclass(slots=True)
class Marks:
    """Outcomes with their grades, column by column."""

    outcomes: list[str] = field(default_factory=list)
    values: list[float | None] = field(default_factory=list)
    labels: list[str | None] = field(default_factory=list)

    def add(self, outcome: str, value: float | None, label: str | None) -> None:
        """Append one row."""
        self.outcomes.append(outcome)
        self.values.append(value)
        self.labels.append(label)


def marks_of(  # noqa: PLR0913, PLR0917  # the columns that decide a grade, side by side
    criteria: Sequence[str | None],
    outcomes: Sequence[str | None],
    values: Sequence[Any] | pl.Series,
    labels: Sequence[str | None],
    rubrics: Sequence[Rubric | None],
    missing: OnMissing,
    numbers: list[int],
    faults: list[Diagnostic],
) -> Marks:
    """Read each grade once, however many rows have it."""
    known: dict[Any, Mark | MarkFault] = {}
    marks = Marks()
    rows = zip(criteria, outcomes, values, labels, rubrics, numbers, strict=True)
    for criterion, outcome, value, label, rubric, number in rows:
        try:
            key = (criterion, outcome, type(value), value, label, rubric is None)
            found = known.get(key)
        except TypeError:  # a list or an object is no value, and cannot be looked up
            key, found = None, None
        if found is None:
            found = _mark(criterion or "", outcome, value, label, rubric, missing)
            known[key] = found
        if isinstance(found, MarkFault):
            marks.add(outcome or "graded", None, None)
            faults.append(
                fault(number, found.code, found.what, hint=found.hint, column="value")
            )
        else:
            marks.add(*found)
    return marks


def _mark(  # one row's cells
    criterion: str,
    outcome: str | None,
    value: Any,
    label: str | None,
    rubric: Rubric | None,
    missing: OnMissing,
) -> Mark | MarkFault:
    try:
        judged = _criterion(criterion, rubric)
        read = judged.read if judged is not None else None
        return read_mark(outcome, value, label, read, missing)
    except MarkFault as error:
        return error


def criterion_of(key: str, rubric: Rubric) -> Criterion | None:
    """The criterion of *rubric* that verdicts filed under *key* are about."""
    found = next((c for c in rubric.criteria if key in (c.id, c.key)), None)
    if found is None and _PART.match(key):
        found = next((c for c in rubric.criteria if c.rule == DIVIDED), None)
    return found


def _criterion(key: str, rubric: Rubric | None) -> Criterion | None:
    if rubric is None:
        return None
    found = criterion_of(key, rubric)
    if found is None:
        what = f"the rubric {rubric.id} has no criterion {key!r}"
        raise MarkFault("V012", what, "it has " + ", ".join(c.id for c in rubric.criteria))
    return found
