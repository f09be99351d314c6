"""A file of ratings, from wherever it comes, as a table of raw cells."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Final

import orjson
import polars as pl

from adjudge.agreement import ROW, column_of
from adjudge.errors import FileUnusable, InputInvalid
from adjudge.rubric import Diagnostic

from .foreign import COLUMNS, TOOLS, Foreign, read_foreign, tool_of, unpacked
from .items_block import parsed
from .ratings_csv import UTF_8, Csv, careful_csv, look_at_csv, plain_csv, worded
from .verdicts_rows import json_lines

SOURCES: Final = ("guess", "long", "wide", "ledger", *TOOLS)

_BATCH: Final = 100_000
_SLICE: Final = 500_000
"""Rows of Parquet read at once: streamed, several groups of rows would wait in memory."""

_SAMPLE: Final = 1000
NEEDED: Final = ("item", "judge", "value")
_DELIMITERS: Final = {";": "a semicolon", "\t": "a tab", "|": "a bar"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsSource:
    """The rows of one file."""

    path: Path
    rows: pl.LazyFrame
    """The file's columns as they stand, and `ROW`."""
    sample: pl.DataFrame
    """The first rows."""
    streamed: Csv | None = None
    """It is plain CSV, which is read from front to back."""
    tool: str = ""
    """Whose export it is; its columns have our names."""
    notes: tuple[str, ...] = ()
    records: pl.Series | None = None
    """Which record of an export each row was taken from."""

    def place(self, row: int) -> int:
        """Where *row* stands in the file, as one finds it there."""
        return row if self.records is None else int(self.records[row - 1])

    def batches(self, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
        """All rows, part by part, with these columns only."""
        wanted = self.rows.select(ROW, *columns)
        if self.streamed is not None:
            with worded(self.path, self.streamed):
                yield from wanted.collect_batches(chunk_size=_BATCH, maintain_order=True)
            return
        for start in count(0, _SLICE):
            batch = wanted.slice(start, _SLICE).collect()
            yield batch
            if batch.height < _SLICE:
                return


def open_source(path: Path, source: str = "guess", encoding: str = "") -> RatingsSource:
    """Open *path*: what it is stands in the file, and *source* may say otherwise.

    *encoding* is that of CSV.
    """
    try:
        return _open(path, source, encoding)
    except OSError as error:
        raise FileUnusable(
            f"the file cannot be read: {error.strerror or error}",
            where=str(path),
            hint="check the path and its permissions",
        ) from error
    except InputInvalid as error:
        if error.where:
            raise
        raise InputInvalid(error.what, where=str(path), hint=error.hint) from error


def _open(path: Path, source: str, encoding: str) -> RatingsSource:
    with path.open("rb") as file:
        head = file.read(4096)
    if head.startswith(b"PAR1"):
        return _parquet(path)
    if head.startswith(b"PK"):
        return _zipped(path, source)
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start in (b"{", b"["):
        return _json(path, source)
    return _csv(path, encoding)


def _csv(path: Path, encoding: str) -> RatingsSource:
    made = look_at_csv(path, encoding)
    rows = plain_csv(path, made) if made.plain else careful_csv(path, made)
    sign = _DELIMITERS.get(made.separator)
    notes = (f"the cells are separated by {sign}",) if sign and len(made.names) > 1 else ()
    if made.encoding != UTF_8 and not encoding:
        notes = (f"read as {made.encoding.upper()}", *notes)
    with worded(path, made):
        source = _source(path, rows, notes=notes)
    return replace(source, streamed=made if made.plain else None)


def _source(
    path: Path, rows: pl.LazyFrame, *, tool: str = "", notes: tuple[str, ...] = ()
) -> RatingsSource:
    sample = rows.head(_SAMPLE).collect()
    if not sample.height:
        raise InputInvalid(
            "the file has a header and no rows",
            where=str(path),
            hint="one row is one rating",
        )
    return RatingsSource(path=path, rows=rows, sample=sample, tool=tool, notes=notes)


def _parquet(path: Path) -> RatingsSource:
    try:
        rows = pl.scan_parquet(path, row_index_name=ROW, row_index_offset=1)
        return _source(path, rows)
    except pl.exceptions.PolarsError as error:
        what = str(error).partition("\n")[0]
        raise InputInvalid(f"not Parquet: {what}", hint="write it anew") from error


def _zipped(path: Path, source: str) -> RatingsSource:
    if source not in ("guess", "inspect"):
        raise InputInvalid("the file is packed", hint="unpack it first")
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
        if any(name.startswith("xl/") for name in names):
            raise InputInvalid("the file is a spreadsheet", hint="save it as CSV in UTF-8")
        return _foreign(path, "inspect", unpacked(path.read_bytes()))
    except (zipfile.BadZipFile, ValueError) as error:
        raise InputInvalid(
            f"the packed file is broken: {error}", hint="export it anew"
        ) from error


def _json(path: Path, source: str) -> RatingsSource:
    faults: list[Diagnostic] = []
    document: Any
    if path.suffix.lower() in (".jsonl", ".ndjson") or _has_lines(path):
        numbered = list(json_lines(path, faults))
        document, numbers = [row for _, row in numbered], [number for number, _ in numbered]
    else:
        document, numbers = _document(path), []
    if faults:
        first = faults[0]
        more = f"; and {len(faults) - 1} more" if len(faults) > 1 else ""
        raise InputInvalid(f"row {first.line}: {first.what}{more}", hint=first.hint)
    tool = source if source in TOOLS else tool_of(document) if source == "guess" else None
    if tool is not None:
        return _foreign(path, tool, document)
    return _source(path, _table(document, numbers))


def _has_lines(path: Path) -> bool:
    """Whether the first line is one whole object, as in JSON Lines."""
    with path.open("rb") as file:
        first, second = file.readline().strip(), file.readline().strip()
    try:
        return isinstance(orjson.loads(first), dict) and bool(second)
    except orjson.JSONDecodeError:
        return False


def _document(path: Path) -> Any:
    raw = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        import json  # noqa: PLC0415  # it reads NaN, which others write

        try:
            return json.loads(raw)
        except ValueError:
            return parsed(raw)


def _foreign(path: Path, tool: str, document: Any) -> RatingsSource:
    found: Foreign = read_foreign(tool, document)
    columns = {name: column_of(cells) for name, cells in found.columns.items()}
    frame = pl.DataFrame(columns)
    said = [name for name in frame.columns if frame[name].null_count() < frame.height]
    kept = [name for name in COLUMNS if name in (*said, *NEEDED) and name != "row"]
    numbered = frame.select(kept).with_row_index(ROW, offset=1)
    notes = (f"read as an export of {tool}", *found.told())
    source = _source(path, numbered.lazy(), tool=tool, notes=notes)
    return replace(source, records=frame["row"].cast(pl.UInt32))


def _table(document: Any, numbers: list[int]) -> pl.LazyFrame:
    rows = [row for row in document if isinstance(row, dict)] if _is_list(document) else []
    if not rows:
        raise InputInvalid(
            "there are no rows in this JSON",
            hint="a list of objects, one a rating, or name the tool with --from",
        )
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: column_of([row.get(name) for row in rows]) for name in names}
    found = pl.Series(ROW, numbers or range(1, len(rows) + 1), dtype=pl.UInt32)
    return pl.DataFrame(columns).insert_column(0, found).lazy()


def _is_list(document: Any) -> bool:
    return isinstance(document, list)
