"""Writing verdicts, batch by batch."""

from __future__ import annotations

import io
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, Literal, Protocol, TypeAlias

import polars as pl

from adjudge.errors import UsageInvalid
from adjudge.verdict import SCHEMA

from .replacement import whole_file

LedgerKind: TypeAlias = Literal["jsonl", "csv", "parquet"]
LEDGER_KINDS: Final[dict[str, LedgerKind]] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
}

_SYSTEM: Final = re.compile(r"\(os error ([0-9]+)\)")
_TIME: Final = "%Y-%m-%dT%H:%M:%S%.6fZ"
_PART_ROWS: Final = 100_000
"""Rows of a part of a Parquet file that is being written: what is held in memory."""
_PART_BYTES: Final = 1 << 26
"""The same in bytes, for verdicts with much evidence: 64 MB."""


class VerdictWriter(Protocol):
    """Something that takes verdicts one batch after another."""

    def write(self, ledger: pl.DataFrame) -> None:
        """Take rows of `SCHEMA`."""


def ledger_kind(path: Path) -> LedgerKind:
    """The format that the name of *path* says."""
    kind = LEDGER_KINDS.get(path.suffix.lower())
    if kind is None:
        raise UsageInvalid(
            f"a file of verdicts cannot be {path.suffix or 'without a suffix'}",
            where=str(path),
            hint=f"end the name in {', '.join(LEDGER_KINDS)}",
        )
    return kind


@contextmanager
def verdict_writer(path: Path) -> Iterator[VerdictWriter]:
    """Write verdicts to *path*, which appears whole or not at all."""
    kind = ledger_kind(path)
    with whole_file(path) as stream:
        if kind == "parquet":
            with _parquet_writer(stream, path.absolute().parent) as writer:
                yield writer
        else:
            yield stream_writer(stream, kind)


def write_verdicts(path: Path, ledger: pl.DataFrame) -> None:
    """Write all of *ledger* to *path*, whole or not at all."""
    with verdict_writer(path) as writer:
        writer.write(ledger)


def stream_writer(stream: BinaryIO, kind: Literal["jsonl", "csv"]) -> VerdictWriter:
    """Write verdicts to *stream* as they come."""
    return _Jsonl(stream) if kind == "jsonl" else _Csv(stream)


# Polars words a full disk or a closed pipe as its own error; Python's file says which.
class _Jsonl:
    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, ledger: pl.DataFrame) -> None:
        if ledger.height:
            lines = io.BytesIO()
            _timed(ledger).write_ndjson(lines)
            self._stream.write(lines.getbuffer())


class _Csv:
    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._stream.write((",".join(SCHEMA) + "\n").encode())

    def write(self, ledger: pl.DataFrame) -> None:
        flat = _timed(ledger).with_columns(evidence=_as_json("evidence"))
        lines = io.BytesIO()
        flat.write_csv(lines, include_header=False)
        self._stream.write(lines.getbuffer())


def _timed(ledger: pl.DataFrame) -> pl.DataFrame:
    return ledger.with_columns(pl.col("at").dt.strftime(_TIME))


def _as_json(column: str) -> pl.Expr:
    """A list of structs as the text of a JSON array; an empty one as nothing."""
    packed = pl.struct(column).struct.json_encode()
    bare = packed.str.strip_prefix(f'{{"{column}":').str.strip_suffix("}")
    return pl.when(pl.col(column).list.len() > 0).then(bare)


@contextmanager
def _parquet_writer(stream: BinaryIO, folder: Path) -> Iterator[VerdictWriter]:
    """Gather rows in parts on the disk: Parquet cannot be begun before its end is known."""
    parts = Path(tempfile.mkdtemp(prefix=".adjudge-", dir=folder))
    try:
        writer = _Parquet(parts)
        yield writer
        writer.finish(stream)
    finally:
        shutil.rmtree(parts, ignore_errors=True)


class _Parquet:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: list[pl.DataFrame] = []
        self._rows = self._bytes = 0
        self._most = 1
        self._parts: list[Path] = []

    def write(self, ledger: pl.DataFrame) -> None:
        self._held.append(ledger)
        self._rows += ledger.height
        self._bytes += int(ledger.estimated_size())
        if self._rows >= _PART_ROWS or self._bytes >= _PART_BYTES:
            self._spill()

    def _spill(self) -> None:
        part = self._folder / f"{len(self._parts)}.parquet"
        with _worded_by_the_system():
            self._all().write_parquet(part)
        self._parts.append(part)
        self._most = max(self._most, self._rows)
        self._held, self._rows, self._bytes = [], 0, 0

    def _all(self) -> pl.DataFrame:
        return pl.concat([SCHEMA.to_frame(), *self._held])

    def finish(self, stream: BinaryIO) -> None:
        self._spill()
        parts = pl.scan_parquet(self._parts)
        with _worded_by_the_system():
            parts.sink_parquet(stream, row_group_size=self._most)


@contextmanager
def _worded_by_the_system() -> Iterator[None]:
    """Raise what the system said: to Polars, a full disk is a bad Parquet file."""
    try:
        yield
    except pl.exceptions.PolarsError as error:
        number = _SYSTEM.search(str(error))
        if number is None:
            raise
        code = int(number[1])
        raise OSError(code, os.strerror(code)) from error
