"""Round two: a reviewer hears what the others said, and may change its mind."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace

from adjudge.verdict import Abstained, Candidates, Graded, Item

from .call import Ask, Reply, Tag
from .exchange import exchange
from .hearing import judge_in
from .material import CONVERSATION, Material, material_of
from .minutes import Minutes
from .opinion import Review, is_heard
from .prompt_round import remarks_of, revision_ask
from .reply import Reading
from .reply_exact import Slot
from .reply_values import Declined, Told
from .seat import Seat
from .sheet import criteria_in_order, whole_sheet
from .sitting import Sitting

ROUND = 2


def may_revise(first: Review, others: Iterable[Review]) -> bool:
    """Whether there is a verdict to revise, and anything to revise it by."""
    sound = first.status == "scored" and first.reading != "holistic"
    return sound and any(map(is_heard, others))


def revise(
    sitting: Sitting,
    seat: Seat,
    item: Candidates | Item,
    first: Review,
    others: tuple[Review, ...],
) -> Generator[Ask, Reply, Review]:
    """What *seat* says of *item* once it has heard what *others* said in round one.

    All criteria are asked for at once, whatever the mode was. What it leaves out stands
    as it was; where its reply cannot be read at all, the review has failed.
    """
    criteria = criteria_in_order(sitting, seat, item.id)
    bare = material_of(sitting, seat, item)
    salt = (str(sitting.seed), item.id, seat.name)
    material = bare.with_remarks(remarks_of(others, bare, criteria, *salt))
    sheet = whole_sheet(material, criteria)
    tag = Tag(
        stage="revision",
        item=item.id,
        rubric=sitting.meaning,
        seat=seat.name,
        round=ROUND,
    )
    ask = revision_ask(sitting, sheet, first, tag)
    held = yield from exchange(ask, sheet, earlier=_reading(first, material))
    minutes = Minutes(
        sitting=sitting,
        judge=judge_in(sitting, seat, answers=isinstance(item, Candidates)),
        seat=seat.name,
        material=material,
        authors=tuple(item.responses) if isinstance(item, Candidates) else ("",),
        criteria=criteria,
        round=ROUND,
    )
    return _with_impressions(minutes.review([held]), first)


def settle(
    sitting: Sitting, seat: Seat, first: Review, second: Review, *, answers: bool
) -> tuple[Review, Review]:
    """Both rounds, one of them final: the second, unless it came to nothing."""

    def set_aside(review: Review) -> Review:
        judge = judge_in(sitting, seat, answers=answers, superseded=review.round)
        return replace(review, final=False, judge=judge)

    if second.status == "scored":
        return set_aside(first), second
    return first, set_aside(second)


def _reading(first: Review, material: Material) -> Reading:
    """The first round, as if it had been said now."""
    labels = {s.author: s.label for s in material.answers} or {"": CONVERSATION}
    told: dict[Slot, Told] = {}
    reasons: dict[Slot, str] = {}
    for mark in first.marks:
        for id_, outcome in mark.outcomes.items():
            slot = (labels[mark.author], id_)
            if isinstance(outcome, Graded):
                told[slot] = outcome.grade
            elif isinstance(outcome, Abstained):
                told[slot] = Declined()
            reasons[slot] = mark.rationales.get(id_, "")
    return Reading(
        told=told,
        reasons=reasons,
        notes={labels[m.author]: m.notes for m in first.marks if m.notes},
        overall={
            labels[m.author]: m.stated_overall
            for m in first.marks
            if m.stated_overall is not None
        },
        ranking=tuple(tuple(labels[a] for a in tied) for tied in first.stated_ranking),
    )


def _with_impressions(second: Review, first: Review) -> Review:
    """One score for everything is asked for once only: before anybody else was heard."""
    before = {mark.author: mark.holistic for mark in first.marks}
    marks = tuple(replace(m, holistic=before.get(m.author)) for m in second.marks)
    return replace(second, marks=marks)
