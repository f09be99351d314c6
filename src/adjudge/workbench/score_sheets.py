"""From reviews to sheets: what each reviewer's grades of each answer come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudge.council import Mark
from adjudge.formats import Record
from adjudge.rubric import Rubric
from adjudge.scoring import (
    Ballot,
    Elsewhere,
    Mismatch,
    Overall,
    Sheet,
    impression,
    mismatch,
    overall,
)
from adjudge.verdict import Graded

from .check_answers import found_elsewhere


def sheets_of(record: Record, rubric: Rubric) -> tuple[Sheet, ...]:
    """A sheet for each answer that a reviewer was shown, scored under *rubric*.

    A review that failed has its sheets as well, without a score: it stays in the count.
    What a reviewer says of its own answer makes no sheet.
    """
    elsewhere = found_elsewhere(record.checks, record.candidates)
    return tuple(
        Sheet(
            question=record.candidates.id,
            author=mark.author,
            reviewer=review.seat,
            overall=overall_of(
                review.reading, mark, rubric, elsewhere.get(mark.author, {})
            ),
            values={
                id_: outcome.grade.value
                for id_, outcome in mark.outcomes.items()
                if isinstance(outcome, Graded) and outcome.grade.value is not None
            },
        )
        for review in record.reviews
        if review.final
        for mark in review.marks
        if not mark.own
    )


def overall_of(reading: str, mark: Mark, rubric: Rubric, elsewhere: Elsewhere) -> Overall:
    """What *mark* comes to under *rubric*; *reading* is how it was read."""
    if reading == "holistic" and mark.holistic is not None:
        score = mark.holistic.value
        if score is not None and rubric.bounds == (1.0, 10.0):
            return impression(score, rubric, elsewhere=elsewhere)
    return overall(mark.outcomes, rubric, elsewhere=elsewhere)


def ballots_of(record: Record) -> Iterator[Ballot]:
    """The orders that reviewers stated."""
    for review in record.reviews:
        if review.final and review.stated_ranking:
            yield Ballot(
                question=record.candidates.id,
                reviewer=review.seat,
                order=review.stated_ranking,
                shown=tuple(mark.author for mark in review.marks if not mark.own),
            )


def mismatches_of(
    record: Record, sheets: tuple[Sheet, ...]
) -> tuple[tuple[str, str, Mismatch], ...]:
    """Reviewer, author and how the overall that it worked out differs from ours."""
    made: Mapping[tuple[str, str], Overall] = {
        (sheet.reviewer, sheet.author): sheet.overall for sheet in sheets
    }
    return tuple(
        (review.seat, mark.author, found)
        for review in record.reviews
        if review.final
        for mark in review.marks
        if (review.seat, mark.author) in made
        and (found := mismatch(mark.stated_overall, made[review.seat, mark.author]))
    )
