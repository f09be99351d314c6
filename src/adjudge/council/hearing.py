"""One reviewer hears one item: the protocol, without any I/O.

`hear` yields what to ask and is sent what came back; it returns a review, always. So the
same code serves the wire, the tape, a notebook, and a test with a list of replies.
"""

from __future__ import annotations

from collections.abc import Generator

from adjudge.rubric import Criterion, CriterionId
from adjudge.verdict import Candidates, Item, Judge

from .call import Ask, Reply, Stage, Tag
from .exchange import NOTHING_NEEDED, Exchange, Needs, exchange
from .material import material_of
from .minutes import Minutes
from .opinion import Review
from .prompt import review_ask, way_of_asking
from .prompt_rubric import gating, weighing
from .seat import Seat
from .sheet import Sheet, criteria_in_order, sheets_of, spans_one_to_ten
from .sitting import Sitting


def hear(
    sitting: Sitting, seat: Seat, item: Candidates | Item, *, stage: Stage = "review"
) -> Generator[Ask, Reply, Review]:
    """What the model in *seat* says about *item*, by the rubric of *sitting*.

    Faults of one call are outcomes of the review; nothing that a model writes raises.
    """
    material = material_of(sitting, seat, item)
    criteria = criteria_in_order(sitting, seat, item.id)
    minutes = Minutes(
        sitting=sitting,
        judge=judge_in(sitting, seat, answers=isinstance(item, Candidates)),
        seat=seat.name,
        material=material,
        authors=tuple(item.responses) if isinstance(item, Candidates) else ("",),
        criteria=criteria,
    )
    if isinstance(item, Candidates) and all(shown.own for shown in material.answers):
        return minutes.idle(_why_idle(item))
    held: list[Exchange] = []
    for sheet in sheets_of(sitting, material, criteria):
        if held and held[-1].hopeless:
            held.append(Exchange(sheet=sheet, end="lost", why=held[-1].why, hopeless=True))
            continue
        tag = _tag(sitting, seat, sheet, stage)
        held.append((yield from _hear_sheet(sitting, sheet, tag)))
    return minutes.review(held)


def judge_in(sitting: Sitting, seat: Seat, *, answers: bool, superseded: int = 0) -> Judge:
    """The judge that *seat* is: another model, prompt or setting is another judge."""

    def judge() -> tuple[Judge, Seat]:
        way = way_of_asking(sitting, answers=answers)
        made = Judge.reviewer(seat.name, seat.fingerprint(way), superseded_round=superseded)
        return made, seat  # kept, so that no other seat can have its number

    return sitting.once(("judge", id(seat), answers, superseded), judge)[0]


def _hear_sheet(
    sitting: Sitting, sheet: Sheet, tag: Tag
) -> Generator[Ask, Reply, Exchange]:
    ask = review_ask(sitting, sheet, tag)
    return (
        yield from exchange(
            ask,
            sheet,
            needed=_needed(sitting, sheet),
            fallback=_may_fall_back(sitting, sheet.criteria),
        )
    )


def _needed(sitting: Sitting, sheet: Sheet) -> Needs:
    if sheet.impression:
        return NOTHING_NEEDED
    scored = bool(sheet.material.answers)  # conversations are judged one by one

    def needs() -> Needs:
        rubric = sitting.rubric
        weighed = weighing(rubric) if scored else frozenset[CriterionId]()
        return Needs(gated=gating(rubric), weighed=weighed)

    return sitting.once(("needed", scored), needs)


def _may_fall_back(sitting: Sitting, criteria: tuple[Criterion, ...]) -> bool:
    return len(criteria) > 1 and spans_one_to_ten(sitting.rubric)


def _tag(sitting: Sitting, seat: Seat, sheet: Sheet, stage: Stage) -> Tag:
    return Tag(
        stage=stage,
        item=sheet.material.item,
        rubric=sitting.meaning,
        seat=seat.name,
        part=sheet.part,
    )


def _why_idle(item: Candidates) -> str:
    if not item.responses:
        return "nothing to judge: there is no answer"
    return "nothing to judge: every answer is its own or its family's"
