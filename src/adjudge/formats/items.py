"""Reading items, whatever they lie in: batches of `ITEMS`, and what was no item."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import numpy as np
import polars as pl

from adjudge.errors import InputInvalid

from .items_block import Block, Fault
from .items_csv import csv_blocks
from .items_frame import Layout
from .items_json import json_blocks
from .items_jsonl import jsonl_blocks
from .items_parquet import parquet_blocks
from .items_seen import Seen
from .items_source import Opened, Source, Sources, opened, seekable

OnError: TypeAlias = Literal["stop", "skip"]

LINE_BITS: Final = 40
"""A place is a number: the source in the upper bits, the line in these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A line that is no item: where it stands, why, and the line itself."""

    source: str
    line: int
    what: str
    hint: str
    raw: str

    def error(self) -> InputInvalid:
        """The error that it is when nothing may be left out."""
        go_on = "mend it, or go on without such lines: --on-error skip"
        return InputInvalid(
            self.what,
            where=f"{self.source}:{self.line}",
            hint=f"{self.hint}; {go_on}" if self.hint else go_on,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Some items of one source, in order."""

    items: pl.DataFrame
    """Rows of `ITEMS`."""
    rejected: tuple[Rejected, ...]
    taken: int
    """Bytes of all sources read so far, as they lie on the disk."""


def read_items(
    sources: Sources, *, on_error: OnError = "stop", seen: Seen | None = None
) -> Iterator[Batch]:
    """Read *sources* batch by batch, in bounded memory.

    A line that is no item, or that uses an id again, raises `InputInvalid`; with
    `skip` it is listed in its batch, and everything else is read.
    """
    seen = seen or Seen()
    before = 0
    for number, source in enumerate(sources.read):
        for block, position in blocks(source):
            batch = _batch(block, sources, number, seen)
            if batch.rejected and on_error == "stop":
                raise batch.rejected[0].error()
            yield replace(batch, taken=before + position)
        before += source.size


def blocks(source: Source) -> Iterator[tuple[Block, int]]:
    """Parsed objects of *source* stretch by stretch, and the bytes taken so far."""
    if source.kind == "parquet":
        with seekable(source) as path:
            for block in parquet_blocks(path):
                yield block, 0
        return
    with opened(source) as file:
        for block in _parsed(source, file):
            yield block, file.position()


def _parsed(source: Source, file: Opened) -> Iterator[Block]:
    match source.kind:
        case "json":
            return json_blocks(file.stream)
        case "csv":
            return csv_blocks(file.stream)
        case "tsv":
            return csv_blocks(file.stream, delimiter="\t")
        case _:
            return jsonl_blocks(file.stream)


def _batch(block: Block, sources: Sources, number: int, seen: Seen) -> Batch:
    layout = Layout()
    found = layout.add(block.objects)
    items = layout.frame()
    places = np.array(block.places, dtype=np.uint64)[layout.origins]
    again = seen.add(items["id"], places + np.uint64(number << LINE_BITS))
    if again:
        found += _again(items, layout.origins, again, sources)
        keep = np.ones(items.height, dtype=bool)
        keep[list(again)] = False
        items = items.filter(pl.Series(keep))
    name = sources.read[number].name
    rejected = rejected_in(name, block, found)
    return Batch(items=items, rejected=rejected, taken=0)


def _again(
    items: pl.DataFrame, origins: list[int], again: dict[int, int], sources: Sources
) -> Iterator[tuple[int, InputInvalid]]:
    for row, place in sorted(again.items()):
        yield origins[row], used_before(items["id"][row], place, sources)


def used_before(id_: str, place: int, sources: Sources) -> InputInvalid:
    """What is said of an id that stood at *place* already."""
    source = sources.read[place >> LINE_BITS].name
    line = place & ((1 << LINE_BITS) - 1)
    return InputInvalid(
        f"the id {id_!r} was used before, at {source}:{line}",
        hint="verdicts are filed under it: give each item its own",
    )


def rejected_in(
    source: str, block: Block, found: list[tuple[int, InputInvalid]]
) -> tuple[Rejected, ...]:
    """What of *block* is no JSON, and what was *found* to be no item, in order."""
    # By index first: objects that share a line stay in their order.
    faults = [
        *block.faults,
        *(block.fault(at, error) for at, error in sorted(found, key=_at)),
    ]
    faults.sort(key=lambda fault: fault.place)
    return tuple(_rejected(source, fault) for fault in faults)


def _at(found: tuple[int, InputInvalid]) -> int:
    return found[0]


def _rejected(source: str, fault: Fault) -> Rejected:
    error = fault.error
    return Rejected(
        source=source,
        line=fault.place,
        what=f"{error.where}: {error.what}" if error.where else error.what,
        hint=error.hint,
        raw=fault.raw,
    )
