"""Reading verdicts, our own and those from elsewhere, and telling all their faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import polars as pl

from adjudge.errors import InputInvalid
from adjudge.rubric import Diagnostic, Rubric
from adjudge.verdict import SCHEMA, JudgeKind, OnMissing

from .verdicts_cells import evidence_of, marks_of, texts_of, times_of
from .verdicts_rows import Rows, fault, read_rows
from .verdicts_write import ledger_kind

KEY: Final = ("item", "criterion", "judge", "rubric", "at")
"""Two verdicts that agree in all of these are one verdict twice."""

_KINDS: Final = {**{kind.value: kind.value for kind in JudgeKind}, "human": "person"}
"""`human` is what other tools call a person."""

_OUTCOMES: Final = ("graded", "abstained", "excused", "failed")
_SHOWN: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How to read what a file of verdicts leaves open."""

    rubric: Rubric | None = None
    """Its scales read the values; None: numbers are numbers, all else is a label."""
    criterion: str | None = None
    """Of rows that name none; None: the rubric's only one, or `rating`."""
    kind: JudgeKind = JudgeKind.PERSON
    """Of judges whose kind is not given."""
    missing: OnMissing = "refuse"
    """What an empty value or `NA` means in a file without outcomes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedLedger:
    """A file of verdicts: its rows as a ledger, and every fault."""

    ledger: pl.DataFrame
    """Rows of `SCHEMA`; only to be used when there are no faults."""
    rows: list[int]
    """The number of each row in its file."""
    faults: tuple[Diagnostic, ...]


def read_verdicts(path: Path, reading: Reading | None = None) -> pl.DataFrame:
    """The verdicts in *path*, or `InputInvalid` that counts the faults."""
    checked = check_verdicts(path, reading)
    if checked.faults:
        shown = "; ".join(f"row {f.line}: {f.what}" for f in checked.faults[:_SHOWN])
        more = len(checked.faults) - _SHOWN
        raise InputInvalid(
            f"{shown}{f'; and {more} more' if more > 0 else ''}",
            where=str(path),
            hint=f"`adjudge ledger check {path}` lists them all",
        )
    return checked.ledger


def check_verdicts(path: Path, reading: Reading | None = None) -> CheckedLedger:
    """Read *path* and gather every fault, by row; nothing is put right in silence."""
    reading = reading or Reading()
    kind = ledger_kind(path)
    rows = read_rows(path, kind)
    faults = list(rows.faults)
    if rows.numbers or kind != "jsonl":  # no lines at all are no verdicts
        faults += _absent(rows)
        faults += _unnamed(rows, reading)
    if not rows.numbers or any(f.code == "V002" for f in faults):
        return CheckedLedger(ledger=SCHEMA.to_frame(), rows=[], faults=tuple(faults))
    ledger = _ledger(rows, reading, faults)
    faults += _blank(ledger, rows.numbers)
    faults += _unknown(ledger, "kind", "V004", tuple(_KINDS), rows.numbers)
    faults += _unknown(ledger, "outcome", "V005", _OUTCOMES, rows.numbers)
    faults += _duplicates(ledger, rows.numbers)
    faults.sort(key=lambda f: (f.line or 0, f.code))
    ledger = ledger.with_columns(pl.col("kind").replace(_KINDS))
    return CheckedLedger(ledger=ledger, rows=rows.numbers, faults=tuple(faults))


def _absent(rows: Rows) -> list[Diagnostic]:
    hint = "needed are item, judge and value (or item_id, rater_id); the file has "
    hint += ", ".join(rows.columns) or "none"
    (only,) = rows.columns if len(rows.columns) == 1 else ("",)
    other = next((sign for sign in ";\t" if sign in only), None)
    if other:
        hint = f"the cells are separated by {other!r}: save the file with commas"
    return [
        fault(1, "V002", f"there is no column {name!r}", hint=hint, column=name)
        for name in ("item", "judge", "value")
        if name not in rows.columns
    ]


def _unnamed(rows: Rows, reading: Reading) -> list[Diagnostic]:
    """The one fault of a file that names no criterion, where the rubric has several."""
    if "criterion" in rows.columns or reading.rubric is None or _criterion(reading):
        return []
    several = ", ".join(c.id for c in reading.rubric.criteria)
    what = f"there is no column 'criterion', and the rubric {reading.rubric.id} has several"
    hint = f"say which one is meant with --criterion: {several}"
    return [fault(1, "V002", what, hint=hint, column="criterion")]


def _ledger(rows: Rows, reading: Reading, faults: list[Diagnostic]) -> pl.DataFrame:
    count = len(rows.numbers)
    column = rows.columns
    if "outcome" not in column:
        _trim(column)

    def text(name: str, absent: str | None, empty: str | None = "") -> list[str | None]:
        if name not in column:
            return [absent] * count
        return texts_of(name, column[name], empty, rows.numbers, faults)

    criteria = _by_id(text("criterion", _criterion(reading)), reading.rubric)
    outcomes = text("outcome", None)
    versions = text("rubric", "")
    marks = marks_of(
        criteria,
        outcomes,
        column["value"],
        text("label", None, None),
        [_scales(version, reading.rubric) for version in versions],
        reading.missing,
        rows.numbers,
        faults,
    )
    columns: dict[str, Sequence[Any] | pl.Series] = {
        "item": text("item", ""),
        "criterion": criteria,
        "judge": text("judge", ""),
        "kind": text("kind", reading.kind.value),
        "outcome": marks.outcomes,
        "value": marks.values,
        "label": marks.labels,
        "rationale": text("rationale", ""),
        "evidence": evidence_of(
            column.get("evidence", [None] * count), rows.numbers, faults
        ),
        "rubric": versions,
        "at": times_of(column.get("at", [None] * count), rows.numbers, faults),
    }
    return pl.DataFrame(columns, schema=SCHEMA)


def _criterion(reading: Reading) -> str:
    if reading.criterion is not None:
        return reading.criterion
    if reading.rubric is not None and len(reading.rubric.criteria) == 1:
        return reading.rubric.criteria[0].id
    return "rating" if reading.rubric is None else ""


def _trim(columns: dict[str, list[Any]]) -> None:
    """Names in ratings from elsewhere lose their outer blanks: `ann, 4` is typed so.

    Otherwise one judge would be counted as two.
    """
    for name in ("item", "criterion", "judge", "kind"):
        if name in columns:
            columns[name] = [
                value.strip() if isinstance(value, str) else value
                for value in columns[name]
            ]


def _by_id(criteria: list[str | None], rubric: Rubric | None) -> list[str | None]:
    """*criteria* by their ids, under which verdicts are filed, and not by their keys."""
    if rubric is None:
        return criteria
    ids: dict[str | None, str] = {c.key: c.id for c in rubric.criteria}
    ids |= {c.id: c.id for c in rubric.criteria}
    return [ids.get(name, name) for name in criteria]


def _scales(version: str | None, rubric: Rubric | None) -> Rubric | None:
    """*rubric*, unless the row says that it was judged by another one."""
    named = (version or "").partition("@")[0]
    return rubric if rubric is not None and named in ("", rubric.id) else None


def _blank(ledger: pl.DataFrame, numbers: list[int]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for name in ("item", "criterion", "judge"):
        blank = ledger[name].str.strip_chars() == ""
        found += [
            fault(
                numbers[at],
                "V003",
                f"the {name} is blank",
                hint=f"name the {name}",
                column=name,
            )
            for at in blank.arg_true()
        ]
    return found


def _unknown(
    ledger: pl.DataFrame, name: str, code: str, known: tuple[str, ...], numbers: list[int]
) -> list[Diagnostic]:
    hint = f"known are {', '.join(known)}"
    wrong = ~ledger[name].is_in(known)
    return [
        fault(
            numbers[at], code, f"{ledger[name][at]!r} is no {name}", hint=hint, column=name
        )
        for at in wrong.arg_true()
    ]


def _duplicates(ledger: pl.DataFrame, numbers: list[int]) -> list[Diagnostic]:
    """Each row whose key an earlier row has, with that row."""
    keys = ledger.select(*KEY, row=pl.Series(numbers, dtype=pl.Int64))
    first = pl.col("row").first().over(KEY)
    again = keys.with_columns(first=first).filter(pl.col("row") != pl.col("first"))
    hint = "one judge gives one verdict an item and criterion, unless rubric or time differ"
    return [
        fault(
            row["row"],
            "V008",
            f"{row['judge']} has judged {row['item']!r} on {row['criterion']!r} before, "
            f"in row {row['first']}",
            hint=hint,
        )
        for row in again.iter_rows(named=True)
    ]
