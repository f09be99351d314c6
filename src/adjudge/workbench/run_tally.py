"""What is gathered of a run while its records go by, each of them once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from adjudge.agreement import APART, Split, splits
from adjudge.council import Mark, Review
from adjudge.formats import Record
from adjudge.reports import WITHOUT, Camps, Coverage, Reason, ending_of, said_of
from adjudge.rubric import CriterionId, Rubric, bounds_of
from adjudge.scoring import (
    Ballot,
    BordaCount,
    Sheet,
    TableBuilder,
    mismatch,
)

from .reason_count import CampCount, GateCount
from .safety_found import SafetyCount
from .score_many import RubricOf, Scored, score_each
from .score_sheets import ballots_of, sheets_of

DRAWN: Final = 20
"""Questions for which intervals are drawn one by one, and whose sheets are held; with more
there are only columns of figures."""

_SPLITS: Final = 20
_SLACK: Final = 1e-6
_NONE: Final = float("nan")
_NO_SPAN: Final = (0.0, 0.0)

Opinion: TypeAlias = tuple[str, str, str, str, float]


@dataclass(slots=True)
class RunTally:
    """Counts what comes, and holds of each review only what scores are made of."""

    rubric_of: RubricOf
    sheets: list[Sheet] | None = field(default_factory=list)
    """None: there are too many questions for that."""
    ballots: list[Ballot] = field(default_factory=list)
    table: TableBuilder = field(default_factory=TableBuilder)
    stated: BordaCount = field(default_factory=BordaCount)
    rubrics: dict[str, Rubric] = field(default_factory=dict)
    reviewers: dict[str, Counter[str]] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)
    safety: SafetyCount = field(default_factory=SafetyCount)
    gates: GateCount = field(default_factory=GateCount)
    camps: CampCount = field(default_factory=CampCount)
    questions: int = 0
    mismatches: int = 0
    renormalised: int = 0
    """Scores in which other criteria carry the weight of one that has no grade."""
    least: int | None = None
    due: int = 0
    _rubric: Rubric | None = None
    _weighed: frozenset[CriterionId] = frozenset()
    """The criteria of this rubric that have weight, where others may carry it."""
    _bounds: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Of the scales of this rubric's criteria."""
    _sums: dict[str, dict[CriterionId, list[float]]] = field(default_factory=dict)
    """Of the grades: their sum, how many there are, and of how many questions."""
    _wide: list[Opinion] = field(default_factory=list)
    """The opinions of the widest splits so far."""
    _fresh: list[Opinion] = field(default_factory=list)
    """Opinions that have come since, without those that are too close to be a split."""
    _apart: float = APART - _SLACK
    """Share of the scale between the ends of a split that is told."""
    _spans: dict[CriterionId, tuple[float, float]] = field(default_factory=dict)
    """By criterion, how long its scale is at least and at most, of all rubrics."""
    _marks: dict[tuple[str, str, str], Mark] = field(default_factory=dict)

    def take(self, records: Iterable[Record]) -> RunTally:
        """Take all of *records* in."""
        for record, scores in score_each(records, self.rubric_of):
            self.add(record, scores)
        return self

    def add(self, record: Record, scores: tuple[Scored, ...]) -> None:
        """Take *record* in, which comes to *scores*."""
        rubric = self.rubric_of(record)
        if rubric is not self._rubric:  # its version takes longer to tell
            self._meet(rubric)
        self.questions += 1
        self._hold(record, rubric)
        self.table.question(record.candidates.id)
        for one in scores:
            value = _NONE if one.value is None else one.value
            base = _NONE if one.base is None else one.base
            self.table.add(one.author, one.reviewer, (value, base), one.state)
            stated = one.mark.stated_overall
            if stated is not None:
                self.mismatches += mismatch(stated, one.overall) is not None
            self.renormalised += _lacks_weight(one, self._weighed)
        self._grades(record.candidates.id, scores)
        self.gates.add(scores, rubric)
        for ballot in ballots_of(record):
            self.stated.add(ballot)
        self.stated.close()
        self.safety.add(record, rubric)
        counted = {s.reviewer for s in scores if s.is_scored}
        for review in record.reviews:
            if review.final:
                self._attend(review, ending_of(review, rubric, counted))
        self._cover(record, scores)

    def _meet(self, rubric: Rubric) -> None:
        self._rubric = rubric
        weights = {} if rubric.missing == "refuse" else rubric.weights()
        self._weighed = frozenset(id_ for id_, weight in weights.items() if weight > 0)
        self._bounds = bounds_in((rubric,))
        if rubric.version in self.rubrics:
            return
        self.rubrics[rubric.version] = rubric
        for criterion in rubric.criteria:
            bounds = bounds_of(criterion.scale)
            if bounds is not None:
                span = bounds[1] - bounds[0]
                least, most = self._spans.get(criterion.id, (span, span))
                self._spans[criterion.id] = (min(span, least), max(span, most))

    def _hold(self, record: Record, rubric: Rubric) -> None:
        if self.questions > DRAWN:
            self.sheets, self.ballots = None, []
        if self.sheets is not None:
            self.sheets += sheets_of(record, rubric)
            self.ballots += ballots_of(record)

    def _grades(self, question: str, scores: tuple[Scored, ...]) -> None:
        """Add up the grades, and note those on which reviewers may be of two minds."""
        given: dict[tuple[str, CriterionId], list[tuple[Scored, float]]] = {}
        for one in scores:
            sums = self._sums.setdefault(one.author, {})
            for id_, value in one.values:
                total = sums.setdefault(id_, [0.0, 0.0, 0.0])
                total[0] += value
                total[1] += 1
                given.setdefault((one.author, id_), []).append((one, value))
        wide: list[Opinion] = []
        for (author, id_), told in given.items():
            self._sums[author][id_][2] += 1
            values = [value for _, value in told]
            between = max(values) - min(values)
            if between >= (APART - _SLACK) * self._spans.get(id_, _NO_SPAN)[0]:
                wide += ((question, author, str(id_), s.reviewer, v) for s, v in told)
            if between < self._least_apart(id_):
                continue
            for one, value in told:
                self._fresh.append((question, author, str(id_), one.reviewer, value))
                self._marks[question, author, one.reviewer] = one.mark
        if wide:
            self.camps.add(splits(wide, self._bounds))
        if len(self._fresh) > _HELD or len(self._marks) > _MARKS:
            self._widest()

    def _least_apart(self, id_: CriterionId) -> float:
        """Points between the ends of the narrowest split that may still be told."""
        return self._apart * self._spans.get(id_, _NO_SPAN)[0]

    def _widest(self) -> tuple[Split, ...]:
        """The widest splits so far; of the others the opinions are let go."""
        found = split_opinions((*self._wide, *self._fresh), self.rubrics.values())
        found = found[:_SPLITS]
        self._fresh = []
        if len(found) == _SPLITS:
            last = found[-1]
            _, most = self._spans[CriterionId(last.criterion)]
            self._apart = max(APART, last.apart / most) - _SLACK
        kept = {(q.question, q.author, r) for q in found for r, _ in (*q.low, *q.high)}
        self._marks = {key: mark for key, mark in self._marks.items() if key in kept}
        self._wide = [
            (s.question, s.author, s.criterion, reviewer, value)
            for s in found
            for reviewer, value in (*s.low, *s.high)
        ]
        return found

    def splits(self) -> tuple[Split, ...]:
        """Where reviewers are of two minds, widest first."""
        return self._widest()

    def parted(self) -> tuple[Camps, ...]:
        """Who parts from whom most often."""
        graded = {
            (author, str(id_)): int(questions)
            for author, sums in self._sums.items()
            for id_, (_, _, questions) in sums.items()
        }
        return self.camps.found(graded)

    def reasons(self) -> tuple[Reason, ...]:
        """What the two ends of the widest split say for themselves."""
        for split in self._widest()[:1]:
            return tuple(
                Reason(
                    reviewer=reviewer,
                    value=value,
                    said=said_of(
                        self._marks[split.question, split.author, reviewer], split
                    ),
                )
                for reviewer, value in (split.low[0], split.high[-1])
            )
        return ()

    def means(self) -> dict[str, dict[CriterionId, float]]:
        """By author, the mean of each criterion that has numbers."""
        return {
            author: {id_: total / n for id_, (total, n, _) in sums.items()}
            for author, sums in self._sums.items()
            if sums
        }

    def _attend(self, review: Review, ending: str) -> None:
        told = self.reviewers.setdefault(review.seat, Counter())
        if was_due(review):
            told[ending] += 1
        if ending != "scored":
            bare = review.status == "scored"
            self.why.setdefault(review.seat, WITHOUT if bare else review.reason)

    def _cover(self, record: Record, scores: tuple[Scored, ...]) -> None:
        """How many reviewers have scored each answer by the rubric, and should have."""
        whole = {r.seat for r in record.reviews if r.final and r.reading != "holistic"}
        due, scored = (
            Counter(s.author for s in scores),
            Counter(s.author for s in scores if s.reviewer in whole and s.is_scored),
        )
        for author in record.candidates.responses:
            found = scored[author]
            self.least = found if self.least is None else min(self.least, found)
            self.due = max(self.due, due[author])

    def coverage(self, reviewer: str | None = None) -> Coverage:
        """How the reviews ended, of one reviewer or of all."""
        names = self.reviewers if reviewer is None else (reviewer,)
        total: Counter[str] = Counter()
        for name in names:
            total.update(self.reviewers[name])
        return coverage_of(total)


def _lacks_weight(one: Scored, weighed: frozenset[CriterionId]) -> bool:
    """Whether a criterion that has weight has no grade in the score, and others do."""
    if one.value is None:
        return False
    return 0 < sum(id_ in weighed for id_, _ in one.values) < len(weighed)


_HELD: Final = 5_000
"""Opinions that are looked through at once for the widest splits."""
_MARKS: Final = 500
"""Marks that are held meanwhile, with everything that was said in them."""


def was_due(review: Review) -> bool:
    """Whether there was anything that it could have judged."""
    return review.status != "abstained" or any(not mark.own for mark in review.marks)


def coverage_of(told: Mapping[str, int]) -> Coverage:
    """Reviews by how they ended."""
    endings = {n: told.get(n, 0) for n in ("scored", "holistic", "abstained", "failed")}
    return Coverage(of=sum(endings.values()), **endings)


def split_opinions(
    opinions: Iterable[Opinion], rubrics: Iterable[Rubric]
) -> tuple[Split, ...]:
    """The splits of *opinions* on the scales of *rubrics*."""
    return splits(opinions, bounds_in(rubrics))


def bounds_in(rubrics: Iterable[Rubric]) -> dict[str, tuple[float, float]]:
    """The ends of the scales of *rubrics* that are numbers, by criterion."""
    return {
        str(criterion.id): found
        for rubric in rubrics
        for criterion in rubric.criteria
        if (found := bounds_of(criterion.scale)) is not None
    }
