"""What a council came to, as values: text, tables and JSON are made of these."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from adjudge.agreement import Consensus, Independence, Split
from adjudge.council import Review, Spending
from adjudge.formats import Record
from adjudge.rubric import CriterionId, Rubric
from adjudge.scoring import (
    Borda,
    Disagreement,
    Leniency,
    Mismatch,
    Place,
    Ranking,
    Sheet,
    Uncertainty,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """Reviews there should be, and how they ended. Nobody is left out of `of`."""

    of: int = 0
    scored: int = 0
    """By the rubric."""
    holistic: int = 0
    """By one score for everything only."""
    abstained: int = 0
    failed: int = 0

    @property
    def share(self) -> float | None:
        """Share of the reviews that are scored; None: there should be none."""
        return self.scored / self.of if self.of else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewer:
    """One reviewer over the whole run."""

    name: str
    coverage: Coverage
    leniency: float | None = None
    """Points that it gives above the others; None: not enough data."""
    why: str = ""
    """Why the first of its reviews failed, or why it abstained."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Camps:
    """Two camps of reviewers that part over one author's answers on one criterion."""

    author: str
    criterion: str
    low: tuple[str, ...]
    """The reviewers that give less."""
    high: tuple[str, ...]
    apart: float
    """Between the means of the camps, on average, in points of the scale."""
    questions: int
    """In how many they part so."""
    of: int
    """Questions in which the criterion was graded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a reviewer gave what it gave."""

    reviewer: str
    value: float
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsafe:
    """An answer that did not pass the safety check."""

    question: str
    author: str
    judge: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetyGate:
    """What the check before scoring found."""

    enabled: bool = False
    by: str = ""
    cap: float | None = None
    checked: int = 0
    failed: tuple[Unsafe, ...] = ()
    unknown: int = 0
    """Answers that nobody could check: they have not passed."""
    why: str = ""
    """Why answers were not checked, where no check belongs to the rubric."""

    @property
    def failed_models(self) -> tuple[str, ...]:
        """The authors with an answer that did not pass, once each."""
        return tuple(dict.fromkeys(one.author for one in self.failed))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one reviewer spent in one stage."""

    stage: str
    seat: str
    spending: Spending


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """Calls that nobody answered."""

    seat: str
    stage: str
    calls: int
    reason: str
    hint: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question: who ranks where, who said so, and how sure that is."""

    record: Record
    rubric: Rubric
    """By which it is scored; it was reviewed by that of the record."""
    sheets: tuple[Sheet, ...]
    ranking: Ranking
    uncertainty: Uncertainty | None
    """None: there are too many questions to draw for each."""
    stated: tuple[Place, ...]
    disagreement: Disagreement
    consensus: Consensus
    splits: tuple[Split, ...]
    mismatches: tuple[tuple[str, str, Mismatch], ...]
    safety: SafetyGate
    means: Mapping[str, Mapping[CriterionId, float]]
    """By author, the mean of each criterion that has numbers."""
    coverage: Coverage

    @property
    def has_scores(self) -> bool:
        """Whether any review came to anything."""
        return has_scores(self.coverage, self.ranking)

    def ending_of(self, review: Review) -> str:
        """How *review* counts in the coverage, by the rubric that scores it."""
        return ending_of(review, self.rubric, counted_in(self.sheets))


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilResult:
    """A whole run, over all its questions."""

    facts: Mapping[str, Any]
    """How it was held: what `run.json` says."""
    rubrics: tuple[Rubric, ...]
    """By which it is scored, in the order of their first question."""
    count: int
    """Questions."""
    ranking: Ranking
    leniency: Leniency
    uncertainty: Uncertainty
    stated: Borda
    disagreement: Disagreement
    consensus: Consensus
    independence: Independence
    means: Mapping[str, Mapping[CriterionId, float]]
    reviewers: tuple[Reviewer, ...]
    coverage: Coverage
    splits: tuple[Split, ...]
    """The widest over all questions; each question has its own."""
    split_count: int
    """Of all questions together."""
    camps: tuple[Camps, ...]
    """Who parts from whom most often, over all questions."""
    reasons: tuple[Reason, ...]
    """What the two ends of the widest split say for themselves."""
    mismatches: int
    safety: SafetyGate
    least_reviews: int
    """Of all answers, the one that the fewest reviewers have scored by the rubric: this
    many. 0 where there is no answer."""
    most_due: int
    """Reviewers that should have scored an answer, at most."""
    questions: Iterable[Question]
    """Can be gone through more than once; it may be read from the disk each time."""
    costs: tuple[Cost, ...] = ()
    missed: tuple[Missed, ...] = ()
    notes: tuple[str, ...] = field(default=())
    """What the reader should know before believing any of it."""

    @property
    def has_scores(self) -> bool:
        """Whether any review came to anything."""
        return has_scores(self.coverage, self.ranking)


def has_scores(coverage: Coverage, ranking: Ranking) -> bool:
    """One score for everything is one too, where no gate needs to see a grade."""
    return bool(coverage.scored) or any(s.reviews for s in ranking.standings)


WITHOUT: Final = "no overall score: grades that it needs are missing"
"""Why a review that gives grades has failed all the same."""


def counted_in(sheets: Iterable[Sheet]) -> set[str]:
    """The reviewers who gave an overall score, or that there is to be none."""
    return {
        s.reviewer for s in sheets if s.overall.value is not None or s.overall.disqualified
    }


def ending_of(review: Review, rubric: Rubric, counted: Collection[str]) -> str:
    """How *review* counts: without one overall score it is as good as failed.

    *counted* are the reviewers who gave one, of a rubric that has any.
    """
    bare = rubric.bounds is not None and review.seat not in counted
    return "failed" if bare and review.status == "scored" else review.status
