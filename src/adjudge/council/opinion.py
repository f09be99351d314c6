"""What a reviewer said about the answers to one question, or about one conversation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, TypeAlias

from adjudge.rubric import CriterionId, Grade
from adjudge.verdict import Graded, ItemId, Judge, Outcome, Verdict

Status: TypeAlias = Literal["scored", "holistic", "abstained", "failed"]
"""`holistic`: there is one score for everything and not one grade by the rubric."""
Reading: TypeAlias = Literal["structured", "plain", "asked again", "holistic", "none"]
Mode: TypeAlias = Literal["together", "per-criterion", "per-answer"]

HOLISTIC: Final = CriterionId("holistic")
"""The criterion of a single score for everything, on the scale 1 to 10."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What a reviewer said about one answer."""

    author: str
    """Whose answer; blank where a conversation is judged."""
    outcomes: Mapping[CriterionId, Outcome]
    """One for each criterion of the rubric, in its order: none is left out."""
    rationales: Mapping[CriterionId, str] = field(default_factory=dict)
    notes: str = ""
    stated_overall: float | None = None
    """The overall score as the reviewer worked it out; ours is recomputed."""
    holistic: Grade | None = None
    """One score for everything, where it was asked for or nothing else could be read."""
    own: bool = False
    """The reviewer's own answer, or its family's: kept, and counted nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One reviewer on one item, in one round. Always there, whatever went wrong."""

    item: ItemId
    seat: str
    """Name of the reviewer's seat."""
    judge: Judge
    status: Status
    reason: str = ""
    """Why it abstained or failed, or what was odd about it."""
    round: int = 1
    final: bool = True
    """False for a round that a later one supersedes."""
    mode: Mode = "together"
    reading: Reading = "structured"
    """How its words were read: each later way deserves less trust."""
    marks: tuple[Mark, ...] = ()
    """In the order of the item's authors, never of the labels."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Label as shown to this reviewer -> author, in the order shown."""
    unseen: tuple[str, ...] = ()
    """Authors whose answers it was not shown: itself, its family."""
    criteria_order: tuple[CriterionId, ...] = ()
    stated_ranking: tuple[tuple[str, ...], ...] = ()
    """Authors best first as the reviewer stated them, ties together; own ones left out."""
    oddities: tuple[str, ...] = ()
    """What was tolerated: an unknown label, an overall that does not add up."""
    raw: tuple[str, ...] = ()
    """Each text that the reviewer wrote, in order."""


def outcomes_of(mark: Mark) -> Iterable[tuple[CriterionId, Outcome]]:
    """Every outcome of *mark*, the one score for everything as the last."""
    if mark.holistic is None:
        return mark.outcomes.items()
    return {**mark.outcomes, HOLISTIC: Graded(grade=mark.holistic)}.items()


def is_heard(review: Review) -> bool:
    """Whether *review* gives a score of any kind, which others may hear of."""
    return review.status in ("scored", "holistic")


def verdicts_of(
    review: Review, rubric: str, *, at: datetime | None = None
) -> Iterator[Verdict]:
    """The ledger's verdicts of *review*: one for each answer and criterion.

    The reviewer's own answer is not judged by it. A verdict on an answer is filed under
    `<item>/<author>`, as the items of a candidate set are named everywhere.
    """
    for mark in review.marks:
        if mark.own:
            continue
        item = ItemId(f"{review.item}/{mark.author}") if mark.author else review.item
        for criterion, outcome in outcomes_of(mark):
            why = mark.rationales.get(criterion) or mark.notes
            yield Verdict(
                item=item,
                criterion=criterion,
                judge=review.judge,
                outcome=outcome,
                rationale=why if isinstance(outcome, Graded) else why or review.reason,
                rubric=rubric,
                at=at,
            )
