"""The rows of a file of verdicts, as they stand there."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
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


NOT_UTF_8: Final = "not valid UTF-8"

_CHUNK: Final = 1000
"""Rows turned into columns at once: the fewer rows live, the less is there to collect."""


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


def csv_rows(
    path: Path,
    *,
    separator: str = ",",
    aliases: Mapping[str, str] = ALIASES,
    encoding: str = "utf-8-sig",
) -> Rows:
    """The rows of a CSV file; those that do not fit its header are faults."""
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST))
    faults: list[Diagnostic] = []
    with path.open(encoding=encoding, errors="surrogateescape", newline="") as file:
        lines = csv.reader(file, strict=True, delimiter=separator)
        records = _records(lines, faults)
        _, header = next(records, (1, []))
        names = names_of(header, path, aliases)
        columns: list[list[Any]] = [[] for _ in names]
        numbers: list[int] = []
        while chunk := list(islice(records, _CHUNK)):
            kept = _sound(chunk, len(names), faults)
            numbers += [number for number, _ in kept]
            for column, cells in zip(
                columns, zip(*(row for _, row in kept), strict=True), strict=False
            ):
                column += [cell or None for cell in cells]
    return Rows(dict(zip(names, columns, strict=True)), numbers, faults)


def _sound(
    chunk: list[tuple[int, list[str]]], width: int, faults: list[Diagnostic]
) -> list[tuple[int, list[str]]]:
    """The rows of *chunk* that can be used: all of them, as a rule, at a glance."""
    rows = [row for _, row in chunk]
    try:
        "".join(chain.from_iterable(rows)).encode()
        fine = set(map(len, rows)) == {width} and all(map(any, rows))
    except UnicodeEncodeError:
        fine = False
    if fine:
        return chunk
    return [(n, row) for n, row in chunk if _fits(n, row, width, faults)]


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


def names_of(header: list[str], path: Path, aliases: Mapping[str, str]) -> list[str]:
    """The names of columns, ours for an alias of it; each stands once."""
    names = [aliases.get(name.strip(), name.strip()) for name in header]
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
        faults.append(_unreadable(number, NOT_UTF_8, "save the file as UTF-8"))
        return False
    return True


def jsonl_rows(path: Path, *, aliases: Mapping[str, str] = ALIASES) -> Rows:
    """The rows of a file of JSON Lines; lines that are no objects are faults."""
    faults: list[Diagnostic] = []
    rows = Rows({}, [], faults)
    lines = json_lines(path, faults)
    while kept := list(islice(lines, _CHUNK)):
        _transpose(kept, rows, aliases)
    return rows


def json_lines(
    path: Path, faults: list[Diagnostic]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects in *path*, with the number of their lines."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            row = _object(number, line, faults)
            if row is not None:
                yield number, row


def _object(number: int, line: bytes, faults: list[Diagnostic]) -> dict[str, Any] | None:
    text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
    if text.isspace():
        return None
    try:
        row = parsed(text)
    except InputInvalid as error:
        faults.append(_unreadable(number, error.what, "one verdict is one object"))
        return None
    if not isinstance(row, dict):
        faults.append(_unreadable(number, "not an object", "one verdict a line"))
        return None
    return row


def _transpose(
    kept: list[tuple[int, dict[str, Any]]], rows: Rows, aliases: Mapping[str, str]
) -> None:
    """Append *kept* to the columns of *rows*; what a row does not have is None."""
    before = len(rows.numbers)
    objects = [row for _, row in kept]
    rows.numbers += [number for number, _ in kept]
    for name in dict.fromkeys(chain.from_iterable(objects)):
        rows.columns.setdefault(aliases.get(name, name), [None] * before)
    for name, column in rows.columns.items():
        column += [row.get(name) for row in objects]
        for alias in (alias for alias, ours in aliases.items() if ours == name):
            for at, row in enumerate(objects, before):
                column[at] = row.get(alias) if column[at] is None else column[at]


def _parquet_rows(path: Path) -> Rows:
    try:
        frame = pl.read_parquet(path)
    except pl.exceptions.PolarsError as error:
        what = str(error).partition("\n")[0]
        return Rows({}, [], [_unreadable(1, f"not Parquet: {what}", "write it anew")])
    names = names_of(frame.columns, path, ALIASES)
    columns = {
        name: frame[own].to_list() for name, own in zip(names, frame.columns, strict=True)
    }
    return Rows(columns, list(range(1, frame.height + 1)))


_READERS: Final[Mapping[LedgerKind, Callable[[Path], Rows]]] = {
    "csv": csv_rows,
    "jsonl": jsonl_rows,
    "parquet": _parquet_rows,
}


def as_json(text: str) -> Any:
    """The JSON in a cell, or None."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
