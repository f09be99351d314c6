"""Candidate sets, read one by one for a council: nothing here is judged in bulk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.errors import InputInvalid
from adjudge.verdict import Candidates

from .items import LINE_BITS, OnError, Rejected, blocks, rejected_in, used_before
from .items_block import Block
from .items_seen import Seen
from .items_shape import candidates_of
from .items_source import Sources

_Read: TypeAlias = tuple[int, Candidates]
"""A set, with the index of what it was read from."""
_Fault: TypeAlias = tuple[int, InputInvalid]


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
            places = np.array(block.places, dtype=np.uint64) + np.uint64(
                number << LINE_BITS
            )
            sets, again = _first_uses(sets, places, seen, sources)
            rejected = rejected_in(source.name, block, [*faults, *again])
            if rejected and on_error == "stop":
                raise rejected[0].error()
            yield CandidateBatch(
                sets=tuple(each for _at, each in sets),
                rejected=rejected,
                taken=before + position,
            )
        before += source.size


def _sets(block: Block) -> tuple[list[_Read], list[_Fault]]:
    sets: list[_Read] = []
    faults: list[_Fault] = []
    for at, raw in enumerate(block.objects):
        try:
            sets.append((at, candidates_of(raw)))
        except InputInvalid as error:
            faults.append((at, error))
    return sets, faults


def _first_uses(
    sets: list[_Read], places: npt.NDArray[np.uint64], seen: Seen, sources: Sources
) -> tuple[list[_Read], list[_Fault]]:
    if not sets:
        return sets, []
    ids = pl.Series([each.id for _at, each in sets], dtype=pl.String)
    again = seen.add(ids, places[[at for at, _each in sets]])
    faults = [
        (sets[row][0], used_before(sets[row][1].id, place, sources))
        for row, place in again.items()
    ]
    return [kept for row, kept in enumerate(sets) if row not in again], faults
