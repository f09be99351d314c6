"""Candidate sets, read one by one for a council: nothing here is judged in bulk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from adjudge.errors import InputInvalid
from adjudge.verdict import Candidates

from .items import LINE_BITS, OnError, Rejected, blocks, rejected_of, used_before
from .items_block import Block, Fault
from .items_seen import Seen
from .items_shape import candidates_of
from .items_source import Sources


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateBatch:
    """Some candidate sets of one source, in order."""

    sets: tuple[Candidates, ...]
    rejected: tuple[Rejected, ...]
    taken: int
    """Bytes of all sources read so far."""


def read_candidates(
    sources: Sources, *, on_error: OnError = "stop"
) -> Iterator[CandidateBatch]:
    """Read *sources* batch by batch; a bad line raises, or is listed with `skip`."""
    seen, before = Seen(), 0
    for number, source in enumerate(sources.read):
        for block, position in blocks(source):
            sets, faults = _sets(block)
            sets, again = _first_uses(sets, number, seen, sources)
            found = sorted([*block.faults, *faults, *again], key=lambda f: f.place)
            rejected = tuple(rejected_of(source.name, fault, block) for fault in found)
            if rejected and on_error == "stop":
                raise rejected[0].error()
            yield CandidateBatch(
                sets=tuple(each for _place, each in sets),
                rejected=rejected,
                taken=before + position,
            )
        before += source.size


def _sets(block: Block) -> tuple[list[tuple[int, Candidates]], list[Fault]]:
    sets: list[tuple[int, Candidates]] = []
    faults: list[Fault] = []
    for place, raw in zip(block.places, block.objects, strict=True):
        try:
            sets.append((place, candidates_of(raw)))
        except InputInvalid as error:
            faults.append(Fault(place, error))
    return sets, faults


def _first_uses(
    sets: list[tuple[int, Candidates]], number: int, seen: Seen, sources: Sources
) -> tuple[list[tuple[int, Candidates]], list[Fault]]:
    if not sets:
        return sets, []
    ids = pl.Series([each.id for _place, each in sets], dtype=pl.String)
    places = np.array([place for place, _each in sets], dtype=np.uint64)
    again = seen.add(ids, places + np.uint64(number << LINE_BITS))
    faults = [
        Fault(sets[row][0], used_before(sets[row][1].id, place, sources))
        for row, place in again.items()
    ]
    return [kept for row, kept in enumerate(sets) if row not in again], faults
