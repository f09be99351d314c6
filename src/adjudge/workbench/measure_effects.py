"""The success metrics of ADR-016, measured on a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudge.agreement import Effect, Observed, compare
from adjudge.council import Endpoint, Mark, Seat, is_kin
from adjudge.formats import Record, RunFolder
from adjudge.rubric import Rubric
from adjudge.scoring import overall
from adjudge.verdict import Graded

from .check_answers import found_elsewhere
from .keep_run import scored_by
from .score_many import score_each


def compare_run(folder: RunFolder) -> tuple[Effect, ...]:
    """What the run in *folder* says about dimensions, stability and biases."""
    facts = folder.facts()
    return compare(_observed(folder.records(), facts, scored_by(facts)))


def _observed(
    records: Iterable[Record], facts: Mapping[str, Any], others: Mapping[str, Rubric]
) -> Iterator[Observed]:
    seats = {raw["name"]: _seat(raw) for raw in facts["reviewers"]}
    families = {raw["name"]: raw["family"] for raw in facts["models"]}

    def rubric_of(record: Record) -> Rubric:
        return others.get(record.rubric.version, record.rubric)

    for record, scores in score_each(records, rubric_of):
        rubric = rubric_of(record)
        bases = {(s.reviewer, s.author): s.base for s in scores}
        for review in record.reviews:
            if not review.final or review.seat not in seats:
                continue
            order = list(review.labels.values())
            for mark in review.marks:
                # What is scored in bulk leaves out its own, and takes in one for all.
                alone = mark.own or review.reading == "holistic"
                yield Observed(
                    question=record.candidates.id,
                    author=mark.author,
                    reviewer=review.seat,
                    overall=_base(record, mark, rubric)
                    if alone
                    else bases[review.seat, mark.author],
                    holistic=_holistic(mark, rubric),
                    criteria=_graded(mark),
                    position=order.index(mark.author) if mark.author in order else None,
                    length=len(record.candidates.responses.get(mark.author, "")),
                    own=mark.own or is_kin(mark.author, seats[review.seat], families),
                )


def _seat(raw: Mapping[str, Any]) -> Seat:
    return Seat(
        endpoint=Endpoint(name=raw["endpoint"], base_url=raw["base_url"]),
        model=raw["model"],
        family=raw["family"],
        name=raw["name"],
    )


def _base(record: Record, mark: Mark, rubric: Rubric) -> float | None:
    """What the grades of *mark* come to before the gates."""
    elsewhere = found_elsewhere(record.checks, record.candidates).get(mark.author, {})
    return overall(mark.outcomes, rubric, elsewhere=elsewhere).base


def _graded(mark: Mark) -> Mapping[str, float]:
    return {
        str(id_): outcome.grade.value
        for id_, outcome in mark.outcomes.items()
        if isinstance(outcome, Graded) and outcome.grade.value is not None
    }


def _holistic(mark: Mark, rubric: Rubric) -> float | None:
    """The one score for everything, on the range of the overall score."""
    if mark.holistic is None or mark.holistic.value is None or rubric.bounds is None:
        return None
    low, high = rubric.bounds
    return low + (mark.holistic.value - 1) / 9 * (high - low)
