"""The cells of a file of verdicts, each read in one way, or told as a fault."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import polars as pl

from adjudge.errors import OffScale
from adjudge.rubric import Criterion, Diagnostic, Rubric
from adjudge.verdict import SPAN

from .nested import nested
from .rule_language import DIVIDED
from .verdicts_rows import as_json, fault

UNGRADED: Final = ("abstained", "excused", "failed")

_PART: Final = re.compile(r"[0-9]+:.")
"""How verdicts on an item's own instructions are filed: `<position>:<instruction>`."""

_MISSING: Final = frozenset({"", "na", "n/a", "nan", "null", "none"})
"""What stands for no value, in any case, unless the scale knows it as a label."""


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


class CellFault(Exception):  # never leaves this module
    """Why a grade cannot be read."""

    def __init__(self, code: str, what: str, hint: str) -> None:
        super().__init__(what)
        self.code, self.what, self.hint = code, what, hint


def marks_of(  # noqa: PLR0913, PLR0917  # the columns that decide a grade, side by side
    criteria: Sequence[str | None],
    outcomes: Sequence[str | None],
    values: Sequence[Any] | pl.Series,
    labels: Sequence[str | None],
    rubrics: Sequence[Rubric | None],
    missing: str,
    numbers: list[int],
    faults: list[Diagnostic],
) -> Marks:
    """Read each grade once, however many rows have it."""
    known: dict[Any, tuple[str, float | None, str | None] | CellFault] = {}
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
        if isinstance(found, CellFault):
            marks.add(outcome or "graded", None, None)
            faults.append(
                fault(number, found.code, found.what, hint=found.hint, column="value")
            )
        else:
            marks.add(*found)
    return marks


def _mark(
    criterion: str,
    outcome: str | None,
    value: Any,
    label: str | None,
    rubric: Rubric | None,
    missing: str,
) -> tuple[str, float | None, str | None] | CellFault:
    try:
        judged = _criterion(criterion, rubric)
        if outcome is None:
            return _foreign(value, judged, missing)
        if outcome == "graded":
            return ("graded", *_own(value, label, judged))
    except CellFault as error:
        return error
    if outcome in UNGRADED and (value is not None or label is not None):
        what = f"a verdict that is {outcome} has no value and no label"
        return CellFault("V011", what, "leave both empty, or write graded")
    return outcome, None, None


def _criterion(key: str, rubric: Rubric | None) -> Criterion | None:
    if rubric is None:
        return None
    found = next((c for c in rubric.criteria if key in (c.id, c.key)), None)
    if found is None and _PART.match(key):
        found = next((c for c in rubric.criteria if c.rule == DIVIDED), None)
    if found is None:
        what = f"the rubric {rubric.id} has no criterion {key!r}"
        raise CellFault("V012", what, "it has " + ", ".join(c.id for c in rubric.criteria))
    return found


def _foreign(
    value: Any, judged: Criterion | None, missing: str
) -> tuple[str, float | None, str | None]:
    """A value from elsewhere: there is no outcome beside it."""
    absent = value is None or (
        isinstance(value, str) and value.strip().casefold() in _MISSING
    )
    absent = absent or (isinstance(value, float) and math.isnan(value))
    if judged is not None:
        try:
            grade = judged.read(value)
        except OffScale as error:
            if not absent:
                raise CellFault("V006", error.what, error.hint) from error
        else:
            return "graded", grade.value, grade.label
    if absent:
        if missing == "refuse":
            what = "there is no value" + ("" if value is None else f": {value!r}")
            raise CellFault("V007", what, "say what that means: --missing abstained")
        return missing, None, None
    number = _number(value)
    if number is not None:
        return "graded", number, _show(number)
    if not isinstance(value, str):
        raise CellFault("V013", f"{value!r} is no value", "write a number or a label")
    return "graded", None, value


def _own(
    value: Any, label: str | None, judged: Criterion | None
) -> tuple[float | None, str | None]:
    """A grade as we write it: value and label side by side."""
    number = None if value is None else _number(value)
    if value is not None and number is None:
        raise CellFault(
            "V013", f"{value!r} is not a number", "value is a number or nothing"
        )
    if number is None and label is None:
        raise CellFault("V011", "graded, with neither value nor label", "give one of them")
    if judged is None:
        return number, label if label is not None else _show(number or 0.0)
    try:
        grade = judged.read(label if number is None else number)
    except OffScale as error:
        raise CellFault("V006", error.what, error.hint) from error
    if label is not None and label != grade.label:
        what = f"the label {label!r} does not go with the value {_show(number or 0.0)}"
        raise CellFault("V006", what, f"on this scale it is {grade.label!r}")
    return grade.value, grade.label


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        text = value.strip()
        if "_" in text or not text.isascii():
            return None
        try:
            value = float(text)
        except ValueError:
            return None
    if isinstance(value, int | float) and math.isfinite(value):
        return float(value) + 0.0  # -0 and 0 are one answer
    return None


def _show(value: float) -> str:
    return f"{value:.15g}"
