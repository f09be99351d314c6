"""The success metrics of ADR-016, measured on a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from adjudge.agreement import Effect, Observed, compare
from adjudge.council import Endpoint, Mark, Review, Seat, is_kin
from adjudge.formats import Record, RunFolder
from adjudge.rubric import Rubric
from adjudge.scoring import overall
from adjudge.verdict import Graded

from .check_answers import found_elsewhere
from .keep_run import scored_by
from .score_many import RubricOf, score_each


def compare_run(folder: RunFolder) -> tuple[Effect, ...]:
    """What the run in *folder* says about dimensions, stability and biases."""
    facts = folder.facts()
    return compare(_observed(folder.records(), facts, scored_by(facts)))


def _observed(
    records: Iterable[Record], facts: Mapping[str, Any], others: Mapping[str, Rubric]
) -> Iterator[Observed]:
    seats = {raw["name"]: _seat(raw) for raw in facts["reviewers"]}
    families = {raw["name"]: raw["family"] for raw in facts["models"]}
    told = _Told(lambda record: others.get(record.rubric.version, record.rubric))
    for record, scores in score_each(records, told.rubric_of):
        bases = {(s.reviewer, s.author): s.base for s in scores}
        for review in record.reviews:
            if not review.final or review.seat not in seats:
                continue
            seat = seats[review.seat]
            for mark in review.marks:
                own = mark.own or is_kin(mark.author, seat, families)
                # What is scored in bulk leaves out its own, and takes in one for all.
                base = (
                    told.base(record, mark)
                    if mark.own or review.reading == "holistic"
                    else bases[review.seat, mark.author]
                )
                yield told.observed(record, review, mark, base, own=own)


def _seat(raw: Mapping[str, Any]) -> Seat:
    return Seat(
        endpoint=Endpoint(name=raw["endpoint"], base_url=raw["base_url"]),
        model=raw["model"],
        family=raw["family"],
        name=raw["name"],
    )


class _Told:
    """What is observed of each mark, in as little room as may be: there may be millions.

    Names, numbers and sets of grades come again and again, so each of them is held once.
    """

    def __init__(self, rubric_of: RubricOf) -> None:
        self.rubric_of = rubric_of
        self._names: dict[str, str] = {}
        self._numbers: dict[float | None, float | None] = {}
        self._grades: dict[tuple[tuple[str, float], ...], Mapping[str, float]] = {}

    def base(self, record: Record, mark: Mark) -> float | None:
        """What the grades of *mark* come to before the gates."""
        elsewhere = found_elsewhere(record.checks, record.candidates).get(mark.author, {})
        return overall(mark.outcomes, self.rubric_of(record), elsewhere=elsewhere).base

    def observed(
        self, record: Record, review: Review, mark: Mark, base: float | None, *, own: bool
    ) -> Observed:
        """*mark* as the metrics see it."""
        order = list(review.labels.values())
        held = self._names.setdefault
        holistic = _holistic(mark, self.rubric_of(record))
        return Observed(
            question=record.candidates.id,
            author=held(mark.author, mark.author),
            reviewer=held(review.seat, review.seat),
            overall=self._numbers.setdefault(base, base),
            holistic=self._numbers.setdefault(holistic, holistic),
            criteria=self._criteria(mark),
            position=order.index(mark.author) if mark.author in order else None,
            length=len(record.candidates.responses.get(mark.author, "")),
            own=own,
        )

    def _criteria(self, mark: Mark) -> Mapping[str, float]:
        graded = tuple(
            (str(id_), outcome.grade.value)
            for id_, outcome in mark.outcomes.items()
            if isinstance(outcome, Graded) and outcome.grade.value is not None
        )
        known = self._grades.get(graded)
        if known is None:
            known = dict(graded)
            if len(self._grades) < _SHARED:
                self._grades[graded] = known
        return known


_SHARED: Final = 50_000
"""Sets of grades that are held once: with more of them hardly one comes again."""


def _holistic(mark: Mark, rubric: Rubric) -> float | None:
    """The one score for everything, on the range of the overall score."""
    if mark.holistic is None or mark.holistic.value is None or rubric.bounds is None:
        return None
    low, high = rubric.bounds
    return low + (mark.holistic.value - 1) / 9 * (high - low)
