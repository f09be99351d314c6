"""A run on the disk: its files written, and its result made of them again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import orjson

from adjudge.council import verdicts_of
from adjudge.formats import (
    Record,
    RecordWriter,
    RunFolder,
    read_rubric,
    verdict_writer,
    whole_file,
)
from adjudge.reports import CouncilResult, result_lines
from adjudge.rubric import Rubric
from adjudge.verdict import Verdict, to_frame

from .run_facts import costs_in, documents_of, missed_in
from .score_run import Scoring, score_run
from .score_sheets import scores_of, sheets_of

_ROWS: Final = 2000
"""Verdicts that are laid out as a table at once."""


class Keeper:
    """Takes records as they come, and remembers which rubrics they were judged by."""

    def __init__(self, writer: RecordWriter) -> None:
        self._writer = writer
        self.rubrics: dict[str, Rubric] = {}

    def keep(self, record: Record) -> None:
        """Write *record*."""
        self.rubrics.setdefault(record.rubric.version, record.rubric)
        self._writer.write(record, scores_of(sheets_of(record, record.rubric)))


async def keep_all(records: AsyncIterator[Record], folder: RunFolder) -> list[Rubric]:
    """Write *records* as they come; the rubrics that they were judged by."""
    with folder.writing() as writer:
        keeper = Keeper(writer)
        async for record in records:
            keeper.keep(record)
    return list(keeper.rubrics.values())


def keep_each(records: Iterable[Record], folder: RunFolder) -> list[Rubric]:
    """Write *records*; the rubrics that they were judged by."""
    with folder.writing() as writer:
        keeper = Keeper(writer)
        for record in records:
            keeper.keep(record)
    return list(keeper.rubrics.values())


def finish_run(
    folder: RunFolder,
    facts: Mapping[str, Any],
    rubrics: Iterable[Rubric],
    *,
    at: datetime | None,
) -> CouncilResult:
    """Write what is derived from the records in *folder*, and return it."""
    folder.write_facts({**facts, "rubrics": documents_of(rubrics)})
    result = open_run(folder)
    with whole_file(folder.result) as stream:
        for piece in result_lines(result):
            stream.write(piece)
    with verdict_writer(folder.verdicts) as writer:
        for rows in _in_rows(verdicts_in_run(folder, at)):
            writer.write(to_frame(rows))
    return result


def open_run(folder: RunFolder) -> CouncilResult:
    """The result of the run in *folder*, worked out anew from what reviewers said."""
    facts = folder.facts()
    others = scored_by(facts)
    scoring = Scoring(
        rubric_of=lambda record: others.get(record.rubric.version, record.rubric),
        seed=facts["seed"],
        by=facts["statistic"],
    )
    result = score_run(folder.records, scoring, facts=facts)
    return replace(result, costs=costs_in(facts), missed=missed_in(facts))


def scored_by(facts: Mapping[str, Any]) -> dict[str, Rubric]:
    """The rubrics of a run that was scored anew, by the version that it was judged by."""
    return {
        version: read_rubric(orjson.dumps(document), syntax=".json", examples=False).rubric
        for version, document in facts.get("scored_by", {}).items()
    }


def verdicts_in_run(folder: RunFolder, at: datetime | None) -> Iterator[Verdict]:
    """Every verdict of the run: of the reviews, each round, and of the checks."""
    for record in folder.records():
        for review in record.reviews:
            yield from verdicts_of(review, record.rubric.version, at=at)
        yield from record.checks


def _in_rows(verdicts: Iterator[Verdict]) -> Iterator[list[Verdict]]:
    rows: list[Verdict] = []
    for verdict in verdicts:
        rows.append(verdict)
        if len(rows) >= _ROWS:
            yield rows
            rows = []
    if rows:
        yield rows
