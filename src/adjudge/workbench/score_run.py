"""Score everything that a run holds: the same for a live run and for a stored one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from adjudge.agreement import Split, consensus, effective_reviewers, splits
from adjudge.council import Review
from adjudge.formats import Record
from adjudge.reports import CouncilResult, Coverage, Question, Reviewer
from adjudge.rubric import CriterionId, Rubric, bounds_of
from adjudge.scoring import (
    Ballot,
    Drawing,
    Ranking,
    Rankings,
    Sheet,
    Statistic,
    borda,
    disagreement,
    opinions_of,
    rank,
    ratings_of,
    uncertainty,
)
from adjudge.verdict import ItemId

from .safety_found import SafetyCount
from .score_sheets import ballots_of, mismatches_of, sheets_of

DRAWN: Final = 20
"""Questions for which intervals are drawn one by one; with more, only over all."""

_SPLITS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How a run is scored."""

    rubric_of: Callable[[Record], Rubric]
    seed: int = 0
    by: Statistic = "mean"


@dataclass(slots=True)
class _Count:
    """What is gathered while the records go by once."""

    scoring: Scoring
    sheets: list[Sheet] = field(default_factory=list)
    ballots: list[Ballot] = field(default_factory=list)
    rubrics: dict[str, Rubric] = field(default_factory=dict)
    reviewers: dict[str, Counter[str]] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)
    safety: SafetyCount = field(default_factory=SafetyCount)
    questions: int = 0
    mismatches: int = 0
    least: int | None = None
    due: int = 0

    def add(self, record: Record) -> None:
        """Take *record* in."""
        rubric = self.scoring.rubric_of(record)
        self.rubrics.setdefault(rubric.version, rubric)
        sheets = sheets_of(record, rubric)
        self.sheets += sheets
        self.ballots += ballots_of(record)
        self.mismatches += len(mismatches_of(record, sheets))
        self.safety.add(record, rubric)
        self.questions += 1
        for review in record.reviews:
            if review.final:
                self._attend(review)
        self._cover(record, sheets)

    def _attend(self, review: Review) -> None:
        told = self.reviewers.setdefault(review.seat, Counter())
        if _was_due(review):
            told[review.status] += 1
            told["holistic"] += review.reading == "holistic"
        if review.status != "scored":
            self.why.setdefault(review.seat, review.reason)

    def _cover(self, record: Record, sheets: tuple[Sheet, ...]) -> None:
        """How many reviewers have scored each answer by the rubric, and should have."""
        whole = {r.seat for r in record.reviews if r.final and r.reading != "holistic"}
        for author in record.candidates.responses:
            about = [s for s in sheets if s.author == author]
            scored = sum(s.reviewer in whole and _is_scored(s) for s in about)
            self.least = scored if self.least is None else min(self.least, scored)
            self.due = max(self.due, len(about))

    def coverage(self, reviewer: str | None = None) -> Coverage:
        """How the reviews ended, of one reviewer or of all."""
        names = self.reviewers if reviewer is None else (reviewer,)
        total: Counter[str] = Counter()
        for name in names:
            total.update(self.reviewers[name])
        return _coverage(total)


def _is_scored(sheet: Sheet) -> bool:
    return sheet.overall.value is not None or sheet.overall.disqualified


def _was_due(review: Review) -> bool:
    """Whether there was anything that it could have judged."""
    return review.status != "abstained" or any(not mark.own for mark in review.marks)


def _coverage(told: Mapping[str, int]) -> Coverage:
    scored, abstained, failed = (
        told.get(name, 0) for name in ("scored", "abstained", "failed")
    )
    return Coverage(
        of=scored + abstained + failed,
        scored=scored,
        abstained=abstained,
        failed=failed,
        holistic=told.get("holistic", 0),
    )


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions of a run, scored one by one, as often as they are wanted."""

    read: Callable[[], Iterable[Record]]
    scoring: Scoring
    rankings: Rankings
    drawn: bool

    def __iter__(self) -> Iterator[Question]:
        for record in self.read():
            yield self._question(record)

    def _question(self, record: Record) -> Question:
        rubric = self.scoring.rubric_of(record)
        sheets = sheets_of(record, rubric)
        id_ = record.candidates.id
        ranking = self.rankings.questions.get(id_) or _nobody(self.scoring.by, id_)
        stated = borda(ballots_of(record)).questions.get(id_, ())
        safety = SafetyCount()
        safety.add(record, rubric)
        return Question(
            record=record,
            rubric=rubric,
            sheets=sheets,
            ranking=ranking,
            uncertainty=self._uncertainty(sheets, id_),
            stated=stated,
            disagreement=disagreement(ranking, stated),
            consensus=consensus(ratings_of(sheets)),
            splits=_splits(sheets, (rubric,)),
            mismatches=mismatches_of(record, sheets),
            safety=safety.found(),
            means=_means(sheets),
            coverage=_coverage(
                Counter(
                    name
                    for review in record.reviews
                    if review.final and _was_due(review)
                    for name in (review.status, *_holistic(review))
                )
            ),
        )

    def _uncertainty(self, sheets: tuple[Sheet, ...], id_: ItemId) -> Any:
        if not self.drawn:
            return None
        drawing = Drawing(seed=self.scoring.seed)
        return uncertainty(sheets, drawing, question=id_, by=self.scoring.by)


def _holistic(review: Review) -> tuple[str, ...]:
    return ("holistic",) if review.reading == "holistic" else ()


def _nobody(by: Statistic, question: ItemId) -> Ranking:
    return Ranking(standings=(), by=by, question=question)


def score_run(
    read: Callable[[], Iterable[Record]],
    scoring: Scoring,
    *,
    facts: Mapping[str, Any],
) -> CouncilResult:
    """What the records that *read* gives come to.

    They are gone through once now, and once more whenever the questions are looked at:
    of each only what scores are made of is held.
    """
    count = _Count(scoring)
    for record in read():
        count.add(record)
    sheets = count.sheets
    rankings = rank(sheets, by=scoring.by)
    stated = borda(count.ballots)
    ratings = ratings_of(sheets)
    return CouncilResult(
        facts=facts,
        rubrics=tuple(count.rubrics.values()),
        count=count.questions,
        ranking=rankings.over_all,
        leniency=rankings.leniency,
        uncertainty=uncertainty(sheets, Drawing(seed=scoring.seed), by=scoring.by),
        stated=stated,
        disagreement=disagreement(rankings.over_all, stated.over_all),
        consensus=consensus(ratings),
        independence=effective_reviewers(ratings),
        means=_means(sheets),
        reviewers=tuple(_reviewer(name, count, rankings) for name in count.reviewers),
        coverage=count.coverage(),
        splits=_splits(sheets, count.rubrics.values())[:_SPLITS],
        mismatches=count.mismatches,
        safety=count.safety.found(),
        least_reviews=count.least or 0,
        most_due=count.due,
        questions=Questions(read, scoring, rankings, count.questions <= DRAWN),
        notes=tuple(_notes(count)),
    )


def _reviewer(name: str, count: _Count, rankings: Rankings) -> Reviewer:
    return Reviewer(
        name=name,
        coverage=count.coverage(name),
        leniency=rankings.leniency.points.get(name),
        why=count.why.get(name, ""),
    )


def _means(sheets: Iterable[Sheet]) -> dict[str, dict[CriterionId, float]]:
    values: dict[str, dict[CriterionId, list[float]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for sheet in sheets:
        for id_, value in sheet.values.items():
            values[sheet.author][id_].append(value)
    return {
        author: {id_: sum(found) / len(found) for id_, found in by_id.items()}
        for author, by_id in values.items()
    }


def _splits(sheets: Iterable[Sheet], rubrics: Iterable[Rubric]) -> tuple[Split, ...]:
    bounds = {
        str(criterion.id): found
        for rubric in rubrics
        for criterion in rubric.criteria
        if (found := bounds_of(criterion.scale)) is not None
    }
    return splits(opinions_of(sheets), bounds)


def _notes(count: _Count) -> Iterator[str]:
    """What the reader should know before believing any of it."""
    whole = count.coverage()
    if not whole.scored:
        yield "nothing was reviewed: there is no score"
    elif whole.scored < whole.of:
        yield (
            f"{whole.of - whole.scored} of {whole.of} reviews are missing: "
            f"{whole.failed} failed, {whole.abstained} abstained"
        )
    if whole.holistic:
        yield f"{whole.holistic} of the reviews gave one score for everything only"
    if count.least is not None and count.least == 1 and whole.scored:
        yield "some answers have been scored by one reviewer alone"
    if count.safety.unknown:
        yield f"{count.safety.unknown} answers could not be checked for safety"
