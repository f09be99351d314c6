"""What was said in a hearing, written down as a review."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, assert_never

from adjudge.rubric import Criterion, CriterionId, Grade
from adjudge.verdict import Abstained, Failed, Graded, Judge, Outcome

from .exchange import Exchange
from .material import CONVERSATION, Material
from .opinion import HOLISTIC, Mark, Reading, Review, Status
from .reply_values import Declined, Told, Unsound
from .sitting import Sitting

_BY_TRUST: Final[tuple[Reading, ...]] = (
    "structured",
    "plain",
    "asked again",
    "holistic",
    "none",
)
_ONE_SCORE: Final = "only one score for everything could be read"
_MOST: Final = 6
"""Missing values that are listed one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Minutes:
    """What every hearing of one reviewer on one item has in common."""

    sitting: Sitting
    judge: Judge
    seat: str
    material: Material
    authors: tuple[str, ...]
    """In the order of the item."""
    criteria: tuple[Criterion, ...]
    """In the order asked."""
    round: int = 1
    final: bool = True

    def idle(self, why: str) -> Review:
        """The review of a reviewer that was not asked at all."""
        return self._review("abstained", why)

    def review(self, held: list[Exchange]) -> Review:
        """What came of the exchanges *held*."""
        marks = tuple(self._marks(held))
        status, why = _status(held, marks)
        read = [h.way for h in held if h.end == "read" and not h.sheet.impression]
        worst: Reading = max(read, key=_BY_TRUST.index, default="none")
        return replace(
            self._review(status, why or "; ".join(_gaps(marks))),
            reading=worst if status in ("scored", "holistic") else "none",
            marks=marks,
            stated_ranking=tuple(self._ranking(held)),
            oddities=tuple(_oddities(held)),
            raw=tuple(text for h in held for text in h.texts),
        )

    def _review(self, status: Status, reason: str) -> Review:
        return Review(
            item=self.material.item,
            seat=self.seat,
            judge=self.judge,
            status=status,
            reason=reason,
            round=self.round,
            final=self.final,
            mode=self.sitting.mode,
            reading="none",
            labels={shown.label: shown.author for shown in self.material.answers},
            unseen=self.material.unseen,
            criteria_order=tuple(c.id for c in self.criteria),
        )

    def _marks(self, held: list[Exchange]) -> Iterator[Mark]:
        own = {shown.author: shown.own for shown in self.material.answers} or {"": False}
        for author in self.authors:
            if author in own:
                yield self._mark(author, own[author], held)

    def _mark(self, author: str, own: bool, held: list[Exchange]) -> Mark:
        outcomes: dict[CriterionId, Outcome] = {}
        rationales: dict[CriterionId, str] = {}
        said = [(h, label) for h in held if (label := _label(h, author)) is not None]
        for exchange, label in said:
            for criterion in exchange.sheet.criteria:
                slot = (label, criterion.id)
                outcome, why = _outcome(exchange.reading.told.get(slot), exchange)
                outcomes[criterion.id] = outcome
                said_why = exchange.reading.reasons.get(slot)
                # What failed is why there is no grade, whatever reason came with it.
                broke = isinstance(outcome, Failed) and bool(why)
                rationales[criterion.id] = why if broke else said_why or why
        holistic = outcomes.pop(HOLISTIC, None)
        rationales.pop(HOLISTIC, None)
        return Mark(
            author=author,
            outcomes={c.id: outcomes[c.id] for c in self.sitting.rubric.criteria},
            rationales={id_: why for id_, why in rationales.items() if why},
            notes=next(
                (h.reading.notes[at] for h, at in said if at in h.reading.notes), ""
            ),
            stated_overall=next(
                (h.reading.overall[at] for h, at in said if at in h.reading.overall), None
            ),
            holistic=_fallen_back(said) or _grade(holistic),
            own=own,
        )

    def _ranking(self, held: list[Exchange]) -> Iterator[tuple[str, ...]]:
        """The stated order by authors; what it says of itself leaves no gap."""
        others = {s.label: s.author for s in self.material.answers if not s.own}
        for exchange in held:
            if exchange.sheet.ranked:
                for tied in exchange.reading.ranking:
                    if kept := tuple(others[label] for label in tied if label in others):
                        yield kept


def _label(exchange: Exchange, author: str) -> str | None:
    """How *author* was called on the sheet of *exchange*; None: it is not about it."""
    answers = exchange.sheet.material.answers
    if not answers:
        return CONVERSATION
    return next((shown.label for shown in answers if shown.author == author), None)


def _outcome(told: Told | None, exchange: Exchange) -> tuple[Outcome, str]:
    match told:
        case Grade():
            return _graded(told), ""
        case Declined():
            return Abstained(), ""
        case Unsound(why=why):
            return Failed(), why
        case None if exchange.end == "refused":
            return Abstained(), exchange.why
        case None if exchange.way == "holistic":
            return Failed(), _ONE_SCORE
        case None:
            return Failed(), exchange.why or "there is no value"
        case _ as never:
            assert_never(never)


_known: Final[dict[int, Graded]] = {}


def _graded(grade: Grade) -> Graded:
    """*grade* as an outcome: a scale has few, and the same ones come in every reply."""
    known = _known.get(id(grade))
    if known is None or known.grade is not grade:
        if len(_known) >= _REMEMBERED:
            _known.clear()
        known = _known[id(grade)] = Graded(grade=grade)
    return known


_REMEMBERED: Final = 1_000


def _grade(outcome: Outcome | None) -> Grade | None:
    return outcome.grade if isinstance(outcome, Graded) else None


def _fallen_back(said: list[tuple[Exchange, str]]) -> Grade | None:
    for exchange, label in said:
        told = exchange.reading.told.get((label, HOLISTIC))
        if exchange.way == "holistic" and isinstance(told, Grade):
            return told
    return None


def _status(held: list[Exchange], marks: tuple[Mark, ...]) -> tuple[Status, str]:
    """How the review ended, and why where it was not scored."""
    counted = [mark for mark in marks if not mark.own]
    rubric = [h for h in held if not h.sheet.impression]
    outcomes = [outcome for mark in counted for outcome in mark.outcomes.values()]
    if any(isinstance(outcome, Graded) for outcome in outcomes):
        return "scored", ""
    if any(h.way == "holistic" for h in rubric):
        return "holistic", _ONE_SCORE
    refused = [h.why for h in rubric if h.end == "refused"]
    if refused and all(h.end == "refused" for h in rubric):
        return "abstained", refused[0]
    if outcomes and all(isinstance(outcome, Abstained) for outcome in outcomes):
        return "abstained", next(_reasons(counted), "it could not tell")
    return "failed", next(filter(None, (h.why for h in rubric)), "") or next(
        _reasons(counted), "nothing could be read"
    )


def _reasons(marks: list[Mark]) -> Iterator[str]:
    return (why for mark in marks for why in mark.rationales.values() if why)


def _gaps(marks: tuple[Mark, ...]) -> Iterator[str]:
    """What a scored review lacks, in words."""
    gaps = [
        f"{mark.author or 'conversation'}/{id_}: {mark.rationales.get(id_, '')}".rstrip(
            ": "
        )
        for mark in marks
        if not mark.own
        for id_, outcome in mark.outcomes.items()
        if isinstance(outcome, Failed)
    ]
    yield from gaps[:_MOST]
    if len(gaps) > _MOST:
        yield f"and {len(gaps) - _MOST} more"


def _oddities(held: list[Exchange]) -> Iterator[str]:
    for exchange in held:
        yield from exchange.reading.oddities
        if exchange.sheet.impression and exchange.end != "read":
            yield f"there is no overall impression: {exchange.why}"
        elif exchange.end == "read" and exchange.why:
            yield exchange.why
