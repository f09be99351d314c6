"""CSV of ratings: what separates its cells, and how fast it may be read.

Where no cell is quoted and every row is whole, Polars reads the file as a stream. Any
other file is read by the reader of ledgers, which tells what is wrong with which row.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.agreement import ROW
from adjudge.errors import InputInvalid

from .verdicts_rows import NOT_UTF_8, csv_rows, names_of

_SEPARATORS: Final = ",;\t|"
_HEAD: Final = 1 << 16
_CHUNK: Final = 1 << 22
_LOOKED_AT: Final = 20
UTF_8: Final = "utf-8-sig"
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class Csv:
    """What a CSV file is made of."""

    separator: str
    names: tuple[str, ...]
    plain: bool
    """Nothing in it needs a careful reader."""
    encoding: str = UTF_8


def look_at_csv(path: Path, encoding: str = "") -> Csv:
    """What *path* is made of; a file that is no text is refused.

    It is UTF-8, or UTF-16 with a byte order mark, unless *encoding* says otherwise.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    encoding = _encoding(head, encoding)
    _ask_text(head, path, encoding)
    text = head.decode(encoding, errors="replace")
    separator = _separator(text)
    header = next(csv.reader(text.splitlines(), delimiter=separator), [])
    names = names_of(_named(header), path, {})
    plain = encoding == UTF_8 and len(names) > 1 and _is_plain(path, separator, len(names))
    return Csv(separator, tuple(names), plain, encoding)


def _encoding(head: bytes, said: str) -> str:
    if not said:
        return "utf-16" if head.startswith(_UTF_16) else UTF_8
    try:
        "a".encode(said).decode(said)
    except LookupError:
        raise InputInvalid(
            f"{said!r} is no encoding of texts",
            where="--encoding",
            hint="for example cp1252, latin-1 or utf-16",
        ) from None
    name = codecs.lookup(said).name
    if name == "utf-16" and not head.startswith(_UTF_16):
        return "utf-16-be" if head.startswith(b"\x00") else "utf-16-le"
    return UTF_8 if name in ("utf-8", UTF_8) else said


def _ask_text(head: bytes, path: Path, encoding: str) -> None:
    if not head.strip():
        raise InputInvalid(
            "the file is empty", where=str(path), hint="one row is one rating"
        )
    if "\x00" in head.decode(encoding, errors="replace"):
        raise InputInvalid(
            "the file is UTF-16, or no text at all",
            where=str(path),
            hint="save it as CSV in UTF-8, or read it with --encoding utf-16",
        )
    if encoding != UTF_8 and head.decode(encoding, errors="replace")[:1] in ("{", "["):
        raise InputInvalid(
            f"the file is JSON in {encoding}", where=str(path), hint="save it in UTF-8"
        )


def _separator(text: str) -> str:
    """What separates the cells: it makes rows of one width, and wider ones than others."""
    widths = {sign: _width(text, sign) for sign in _SEPARATORS}
    return max(_SEPARATORS, key=lambda sign: (widths[sign], -_SEPARATORS.index(sign)))


def _width(text: str, sign: str) -> float:
    lines = text.splitlines(keepends=True)
    try:
        rows = [row for row in islice(csv.reader(lines, delimiter=sign), _LOOKED_AT) if row]
    except csv.Error:
        return 0
    header = len(rows[0]) if rows else 0
    even = sum(len(row) == header for row in rows) / max(len(rows), 1)
    return header * even if header > 1 else 0


def _named(header: list[str]) -> list[str]:
    """*header*, in which a column without a name gets its number for one."""
    return [name.strip() or f"column {at}" for at, name in enumerate(header, 1)]


def _is_plain(path: Path, separator: str, width: int) -> bool:
    """Whether the file is UTF-8 without quotes, and each row has *width* cells."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    period = np.frombuffer(separator.encode() * (width - 1) + b"\n", np.uint8)
    signs = returns = both = 0
    last = b"\n"
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            if b'"' in chunk or b"\x00" in chunk or not _decodes(chunk, decoder):
                return False
            found = _signs(chunk, separator)
            if not np.array_equal(found, np.resize(np.roll(period, -signs), len(found))):
                return False
            signs = (signs + len(found)) % width
            returns += chunk.count(b"\r")
            both += chunk.count(b"\r\n") + (last == b"\r" and chunk[:1] == b"\n")
            last = chunk[-1:]
    whole = signs == (0 if last == b"\n" else width - 1)
    return whole and returns == both


def _signs(chunk: bytes, separator: str) -> npt.NDArray[np.uint8]:
    """The separators and line ends in *chunk*, one after the other."""
    found = np.frombuffer(chunk, np.uint8)
    signs: npt.NDArray[np.uint8] = found[(found == ord(separator)) | (found == ord("\n"))]
    return signs


def _decodes(chunk: bytes, decoder: codecs.IncrementalDecoder) -> bool:
    if chunk.isascii() and not decoder.getstate()[0]:
        return True
    try:
        decoder.decode(chunk)
    except UnicodeDecodeError:
        return False
    return True


def plain_csv(path: Path, made: Csv) -> pl.LazyFrame:
    """The rows of a plain file, as a stream, numbered as a spreadsheet does."""
    return pl.scan_csv(
        path,
        separator=made.separator,
        quote_char=None,
        infer_schema=False,
        with_column_names=lambda _: list(made.names),
        row_index_name=ROW,
        row_index_offset=2,
    )


@contextmanager
def worded(path: Path, made: Csv) -> Iterator[None]:
    """What Polars cannot read in a file is told by the careful reader, with its row.

    The file was looked at before; somebody may have changed it since.
    """
    try:
        yield
    except pl.exceptions.PolarsError as error:
        careful_csv(path, made)
        what = str(error).partition("\n")[0]
        raise InputInvalid(f"not valid CSV: {what}", where=str(path)) from error


def _undecoded(path: Path, encoding: str, which: str, more: str = "") -> InputInvalid:
    name = "UTF-8" if encoding == UTF_8 else encoding
    return InputInvalid(
        f"{which} not valid {name}{more}",
        where=str(path),
        hint="save the file as UTF-8, or say what it is in: --encoding cp1252 (Excel on "
        "Windows), latin-1, utf-16 ...",
    )


def careful_csv(path: Path, made: Csv) -> pl.LazyFrame:
    """The rows of any other file; rows that cannot be read are refused."""
    try:
        rows = csv_rows(path, separator=made.separator, aliases={}, encoding=made.encoding)
    except UnicodeError as error:
        raise _undecoded(path, made.encoding, "the file is") from error
    if rows.faults:
        first = rows.faults[0]
        more = len(rows.faults) - 1
        if first.what == NOT_UTF_8:
            what = f"row {first.line}:", f"; and {more} more" if more else ""
            raise _undecoded(path, made.encoding, *what)
        raise InputInvalid(
            f"row {first.line}: {first.what}" + (f"; and {more} more" if more else ""),
            where=str(path),
            hint=first.hint,
        )
    columns = dict(zip(made.names, rows.columns.values(), strict=True))
    frame = pl.DataFrame(columns, schema=dict.fromkeys(made.names, pl.String))
    numbers = pl.Series(ROW, rows.numbers, dtype=pl.UInt32)
    return frame.insert_column(0, numbers).lazy()
