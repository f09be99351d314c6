"""The rows of a file of verdicts, as they stand there."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import orjson
import polars as pl

from adjudge.errors import FileUnusable, InputInvalid
from adjudge.rubric import Diagnostic

from .items_block import LONGEST, parsed
from .verdicts_write import LedgerKind

ALIASES: Final[Mapping[str, str]] = {
    "item_id": "item",
    "rater_id": "judge",
    "rater": "judge",
    "rater_kind": "kind",
}
"""Names that other tools give our columns."""


@dataclass(slots=True)
class Rows:
    """Columns of raw values, with the number of each row in the file."""

    columns: dict[str, list[Any]]
    numbers: list[int]
    faults: list[Diagnostic] = field(default_factory=list)


def read_rows(path: Path, kind: LedgerKind) -> Rows:
    """The rows of *path*; those that cannot be parsed are faults.

    Rows are counted from 1: lines of JSON Lines, rows of Parquet, and of CSV as a
    spreadsheet counts them, with the header as row 1.
    """
    try:
        return _READERS[kind](path)
    except OSError as error:
        raise FileUnusable(
            f"the file cannot be read: {error.strerror or error}",
            where=str(path),
            hint="check the path and its permissions",
        ) from error


def fault(row: int, code: str, what: str, *, hint: str, column: str = "") -> Diagnostic:
    """A finding about one row of a file of verdicts."""
    return Diagnostic(code=code, what=what, hint=hint, where=column, line=row)


def _unreadable(row: int, what: str, hint: str) -> Diagnostic:
    return fault(row, "V001", what, hint=hint)


def _csv_rows(path: Path) -> Rows:
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST))
    faults: list[Diagnostic] = []
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        records = _records(csv.reader(file, strict=True), faults)
        _, header = next(records, (1, []))
        names = _names(header, path)
        kept = [(n, row) for n, row in records if _fits(n, row, len(names), faults)]
    columns = [list(column) for column in zip(*(row for _, row in kept), strict=True)]
    columns = columns or [[] for _ in names]
    filled = [[cell or None for cell in column] for column in columns]
    return Rows(dict(zip(names, filled, strict=True)), [n for n, _ in kept], faults)


def _records(
    reader: Iterator[list[str]], faults: list[Diagnostic]
) -> Iterator[tuple[int, list[str]]]:
    number = 0
    while True:
        number += 1
        try:
            yield number, next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            faults.append(
                _unreadable(number, f"not valid CSV: {error}", "is a quote missing?")
            )


def _names(header: list[str], path: Path) -> list[str]:
    names = [ALIASES.get(name.strip(), name.strip()) for name in header]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputInvalid(
            f"two columns stand for {twice!r}",
            where=f"{path}:1",
            hint="columns: " + ", ".join(header),
        )
    return names


def _fits(number: int, row: list[str], width: int, faults: list[Diagnostic]) -> bool:
    if not any(row):
        return False  # a blank line, or the empty rows that spreadsheets append
    if len(row) != width:
        what = f"{len(row)} cells where the header has {width}"
        faults.append(_unreadable(number, what, "put quotes around a text with a comma"))
        return False
    try:
        "".join(row).encode()
    except UnicodeEncodeError:
        faults.append(_unreadable(number, "not valid UTF-8", "save the file as UTF-8"))
        return False
    return True


def _jsonl_rows(path: Path) -> Rows:
    faults: list[Diagnostic] = []
    kept: list[tuple[int, dict[str, Any]]] = []
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            if not text.strip():
                continue
            try:
                row = parsed(text)
            except InputInvalid as error:
                faults.append(_unreadable(number, error.what, "one verdict is one object"))
                continue
            if isinstance(row, dict):
                kept.append((number, row))
            else:
                faults.append(_unreadable(number, "not an object", "one verdict a line"))
    return _transposed(kept, faults)


def _transposed(
    kept: Iterable[tuple[int, dict[str, Any]]], faults: list[Diagnostic]
) -> Rows:
    kept = list(kept)
    names = dict.fromkeys(name for _, row in kept for name in row)
    columns: dict[str, list[Any]] = {}
    for name in names:
        column = [row.get(name) for _, row in kept]
        ours = ALIASES.get(name, name)
        if ours in columns:
            column = [
                a if a is not None else b
                for a, b in zip(columns[ours], column, strict=True)
            ]
        columns[ours] = column
    return Rows(columns, [number for number, _ in kept], faults)


def _parquet_rows(path: Path) -> Rows:
    try:
        frame = pl.read_parquet(path)
    except pl.exceptions.PolarsError as error:
        what = str(error).partition("\n")[0]
        return Rows({}, [], [_unreadable(1, f"not Parquet: {what}", "write it anew")])
    names = _names(frame.columns, path)
    columns = {
        name: frame[own].to_list() for name, own in zip(names, frame.columns, strict=True)
    }
    return Rows(columns, list(range(1, frame.height + 1)))


_READERS: Final[Mapping[LedgerKind, Callable[[Path], Rows]]] = {
    "csv": _csv_rows,
    "jsonl": _jsonl_rows,
    "parquet": _parquet_rows,
}


def as_json(text: str) -> Any:
    """The JSON in a cell, or None."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
