"""Score everything that a run holds: the same for a live run and for a stored one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from adjudge.agreement import (
    Board,
    Consensus,
    Independence,
    consensus,
    effective_reviewers,
)
from adjudge.formats import Record
from adjudge.reports import (
    CouncilResult,
    Question,
    Reviewer,
    counted_in,
    ending_of,
    has_scores,
    many,
)
from adjudge.rubric import CriterionId, Rubric
from adjudge.scoring import (
    Borda,
    Drawing,
    Means,
    Ranking,
    Sheet,
    Statistic,
    Table,
    Uncertainty,
    borda,
    disagreement,
    figures_of,
    in_order,
    means_of,
    means_of_table,
    opinions_of,
    rank,
    rank_question,
    ratings_of,
    uncertainty,
    uncertainty_of,
)
from adjudge.verdict import ItemId

from .run_facts import others_in
from .run_tally import DRAWN, RunTally, coverage_of, split_opinions, was_due
from .safety_found import SafetyCount
from .score_sheets import ballots_of, mismatches_of, sheets_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How a run is scored."""

    rubric_of: Callable[[Record], Rubric]
    seed: int = 0
    by: Statistic = "mean"


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions of a run, scored one by one, as often as they are wanted."""

    read: Callable[[], Iterable[Record]]
    scoring: Scoring
    means: Means
    drawn: bool

    def __iter__(self) -> Iterator[Question]:
        for record in self.read():
            yield self._question(record)

    def _question(self, record: Record) -> Question:
        rubric = self.scoring.rubric_of(record)
        sheets = sheets_of(record, rubric)
        id_ = record.candidates.id
        ranking = rank_question(sheets, self.means, self.scoring.by, id_)
        stated = borda(ballots_of(record)).questions.get(id_, ())
        safety = SafetyCount()
        safety.add(record, rubric)
        counted = counted_in(sheets)
        return Question(
            record=record,
            rubric=rubric,
            sheets=sheets,
            ranking=ranking,
            uncertainty=self._uncertainty(sheets, id_),
            stated=stated,
            disagreement=disagreement(ranking, stated),
            consensus=consensus(ratings_of(sheets)),
            splits=split_opinions(opinions_of(sheets), (rubric,)),
            mismatches=mismatches_of(record, sheets),
            safety=safety.found(),
            means=_means(sheets),
            coverage=coverage_of(
                Counter(
                    ending_of(review, rubric, counted)
                    for review in record.reviews
                    if review.final and was_due(review)
                )
            ),
        )

    def _uncertainty(self, sheets: tuple[Sheet, ...], id_: ItemId) -> Any:
        if not (self.drawn and sheets):  # no sheets: no model has answered
            return None
        drawing = Drawing(seed=self.scoring.seed)
        return uncertainty(sheets, drawing, question=id_, by=self.scoring.by)


def score_run(
    read: Callable[[], Iterable[Record]],
    scoring: Scoring,
    *,
    facts: Mapping[str, Any],
) -> CouncilResult:
    """What the records that *read* gives come to.

    They are gone through once now, and once more whenever the questions are looked at.
    """
    tally = RunTally(scoring.rubric_of).take(read())
    return result_of(tally, read, scoring, facts=facts)


def result_of(
    tally: RunTally,
    read: Callable[[], Iterable[Record]],
    scoring: Scoring,
    *,
    facts: Mapping[str, Any],
) -> CouncilResult:
    """What *tally* has counted, with the questions that *read* gives."""
    found = _found(tally, scoring)
    ranking = found.ranking
    if tally.questions > 1:  # at a single one, its standings say it with names
        ranking = tally.gates.explain(ranking)
    return CouncilResult(
        facts=facts,
        rubrics=tuple(tally.rubrics.values()),
        count=tally.questions,
        ranking=ranking,
        leniency=found.means.leniency,
        uncertainty=found.uncertainty,
        stated=found.stated,
        disagreement=disagreement(ranking, found.stated.over_all),
        consensus=found.consensus,
        independence=found.independence,
        means=tally.means(),
        reviewers=tuple(_reviewer(name, tally, found) for name in tally.reviewers),
        coverage=tally.coverage(),
        splits=tally.splits(),
        split_count=tally.camps.splits,
        camps=tally.parted(),
        reasons=tally.reasons(),
        mismatches=tally.mismatches,
        safety=tally.safety.found(),
        least_reviews=tally.least or 0,
        most_due=tally.due,
        questions=Questions(read, scoring, found.means, tally.questions <= DRAWN),
        notes=(
            *facts.get("notes", ()),
            *others_in(facts),
            *_notes(tally, scores=has_scores(tally.coverage(), found.ranking)),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """What is worked out of all reviews together."""

    ranking: Ranking
    means: Means
    uncertainty: Uncertainty
    stated: Borda
    consensus: Consensus
    independence: Independence


def _found(tally: RunTally, scoring: Scoring) -> _Found:
    """One by one where sheets are held, and of the columns where they are too many."""
    by, drawing = scoring.by, Drawing(seed=scoring.seed)
    if tally.sheets is None:
        table = tally.table.table()
        means = means_of_table(table)
        figures = figures_of(table, means, by=by)
        laid = _board(table)
        return _Found(
            ranking=figures.ranking,
            means=means,
            uncertainty=uncertainty_of(figures, drawing),
            stated=tally.stated.found(),
            consensus=consensus(laid),
            independence=effective_reviewers(laid),
        )
    ratings = ratings_of(tally.sheets)
    return _Found(
        ranking=rank(tally.sheets, by=by).over_all,
        means=means_of(in_order(tally.sheets)),
        uncertainty=uncertainty(tally.sheets, drawing, by=by),
        stated=borda(tally.ballots),
        consensus=consensus(ratings),
        independence=effective_reviewers(ratings),
    )


def _board(table: Table) -> Board:
    """The scores of *table* as measures of agreement read them."""
    rows = ~np.isnan(table.values).all(axis=1)
    columns = np.asarray(~np.isnan(table.values).all(axis=0))
    return Board(
        values=table.values[rows][:, columns],
        answers=(),
        reviewers=tuple(
            n for n, there in zip(table.reviewers, columns, strict=True) if there
        ),
        questions=table.questions[rows].astype(np.int64),
    )


def _reviewer(name: str, count: RunTally, found: _Found) -> Reviewer:
    return Reviewer(
        name=name,
        coverage=count.coverage(name),
        leniency=found.means.leniency.points.get(name),
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


def _notes(count: RunTally, *, scores: bool) -> Iterator[str]:
    """What the reader should know before believing any of it."""
    whole = count.coverage()
    if not scores:
        yield "nothing was reviewed: there is no score"
    elif missing := whole.failed + whole.abstained:
        yield (
            f"{missing} of {whole.of} reviews are missing: "
            f"{whole.failed} failed, {whole.abstained} abstained"
        )
    if whole.holistic:
        yield f"{whole.holistic} of the reviews gave one score for everything only"
    if count.renormalised:
        yield (
            f"{many(count.renormalised, 'score')} without a grade for some criterion: the "
            "others carry its weight, as the rubric says (missing: renormalise)"
        )
    if count.least is not None and count.least == 1 and scores:
        yield "some answers have been scored by one reviewer alone"
    if count.safety.unknown:
        unknown, why = count.safety.unknown, count.safety.why_unknown
        yield (
            f"{many(unknown, 'answer')} could not be checked for safety, and so "
            f"{'has' if unknown == 1 else 'have'} no score: {why}"
        )
