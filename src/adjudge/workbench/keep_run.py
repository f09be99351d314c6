"""A run on the disk: its files written, and its result made of them again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import orjson

from adjudge.formats import (
    Record,
    RecordWriter,
    RunFolder,
    read_rubric,
    whole_file,
)
from adjudge.reports import CouncilResult, result_lines
from adjudge.rubric import Rubric

from .run_facts import costs_in, documents_of, missed_in
from .run_tally import RunTally
from .score_many import CHUNK, score_records
from .score_run import Scoring, result_of


class Keeper:
    """Takes records as they come, writes what is said in them, and counts them."""

    def __init__(self, writer: RecordWriter, at: datetime | None) -> None:
        self._writer, self._at = writer, at
        self._held: list[Record] = []
        self.tally = RunTally(_own_rubric)

    def keep(self, record: Record) -> None:
        """Take *record*; some hundred are scored and written at once."""
        self._held.append(record)
        if len(self._held) >= CHUNK:
            self.finish()

    def finish(self) -> RunTally:
        """Write what is held; what was counted."""
        held, self._held = self._held, []
        scores = score_records(held, _own_rubric)
        for record, scored in zip(held, scores, strict=True):
            overall: dict[str, dict[str, float | None]] = {}
            for one in scored:
                overall.setdefault(one.reviewer, {})[one.author] = one.value
            self._writer.write(record, overall, self._at)
            self.tally.add(record, scored)
        return self.tally


def _own_rubric(record: Record) -> Rubric:
    return record.rubric


async def keep_all(
    records: AsyncIterator[Record], folder: RunFolder, at: datetime | None
) -> RunTally:
    """Write *records* as they come, and count them."""
    with folder.writing() as writer:
        keeper = Keeper(writer, at)
        async for record in records:
            keeper.keep(record)
        return keeper.finish()


def keep_each(
    records: Iterable[Record], folder: RunFolder, at: datetime | None
) -> RunTally:
    """Write *records*, and count them."""
    with folder.writing() as writer:
        keeper = Keeper(writer, at)
        for record in records:
            keeper.keep(record)
        return keeper.finish()


def finish_run(
    folder: RunFolder,
    facts: Mapping[str, Any],
    rubrics: Iterable[Rubric],
    tally: RunTally | None = None,
) -> CouncilResult:
    """Write what is derived from the records in *folder*, and return it.

    *tally* is what they came to as they were written, by the rubrics that they are scored
    by; None: they are read once more.
    """
    folder.write_facts({**facts, "rubrics": documents_of(rubrics)})
    result = open_run(folder, tally)
    with whole_file(folder.result) as stream:
        for piece in result_lines(result):
            stream.write(piece)
    return result


def open_run(folder: RunFolder, tally: RunTally | None = None) -> CouncilResult:
    """The result of the run in *folder*, worked out anew from what reviewers said."""
    facts = folder.facts()
    others = scored_by(facts)
    scoring = Scoring(
        rubric_of=lambda record: others.get(record.rubric.version, record.rubric),
        seed=facts["seed"],
        by=facts["statistic"],
    )
    if tally is None:
        tally = RunTally(scoring.rubric_of).take(folder.records())
    result = result_of(tally, folder.records, scoring, facts=facts)
    return replace(result, costs=costs_in(facts), missed=missed_in(facts))


def scored_by(facts: Mapping[str, Any]) -> dict[str, Rubric]:
    """The rubrics of a run that was scored anew, by the version that it was judged by."""
    return {
        version: read_rubric(orjson.dumps(document), syntax=".json", examples=False).rubric
        for version, document in facts.get("scored_by", {}).items()
    }
