"""Items from Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import orjson
import polars as pl

from adjudge.errors import InputInvalid

from .items_block import Block, Fault, parsed

_ROWS: Final = 1024
"""Rows judged at once: some megabytes of conversations, as from the other formats."""

_JSON: Final = ("conversation", "messages", "responses", "instruction_id_list", "kwargs")


def parquet_blocks(path: Path) -> Iterator[Block]:
    """Read the rows of *path*, counted from 1; a null is a value that is not there."""
    first = 1
    try:
        frames = pl.scan_parquet(path).collect_batches(chunk_size=_ROWS, lazy=True)
        for frame in frames:
            yield _block(frame, first)
            first += frame.height
    except pl.exceptions.PolarsError as error:
        what = str(error).partition("\n")[0]
        fault = InputInvalid(
            f"the file is not Parquet, or is damaged: {what}", hint="write it anew"
        )
        yield Block((), (), str, [Fault(first, fault, raw="")])


def _block(frame: pl.DataFrame, first: int) -> Block:
    rows = frame.rows(named=True)
    texts = [name for name in _JSON if frame.schema.get(name) == pl.String]
    objects: list[Any] = []
    places: list[int] = []
    faults: list[Fault] = []
    for place, row in enumerate(rows, first):
        given = {name: value for name, value in row.items() if value is not None}
        responses = given.get("responses")
        if isinstance(responses, dict):
            given["responses"] = {k: v for k, v in responses.items() if v is not None}
        try:
            for name in texts:
                if name in given:
                    given[name] = _cell(name, given[name])
            objects.append(given)
            places.append(place)
        except InputInvalid as error:
            faults.append(Fault(place, error, raw=_raw(row)))
    return Block(objects, places, lambda at: _raw(rows[places[at] - first]), faults)


def _cell(name: str, cell: str) -> Any:
    try:
        return parsed(cell.encode())
    except InputInvalid as error:
        raise InputInvalid(error.what, where=name, hint="the cell holds JSON") from error


def _raw(row: dict[str, Any]) -> str:
    return orjson.dumps(row, default=str).decode()
