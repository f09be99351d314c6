"""What is asked in one call: which answers, by which criteria, and what besides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adjudge.rubric import Criterion, CriterionId, Likert, Rubric, Score, weighable

from .material import CONVERSATION, Material, shuffled
from .opinion import HOLISTIC
from .seat import Seat
from .sitting import Sitting

IMPRESSION: Final = Criterion(
    id=HOLISTIC, key="score", title="Overall impression", scale=Score()
)
"""One score for everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One call's worth of a hearing."""

    material: Material
    criteria: tuple[Criterion, ...]
    """In the order in which they are asked."""
    part: str = ""
    """What tells this call from the hearing's others."""
    whole: bool = False
    """Whether this is about the whole rubric, with its weights and gates."""
    overall: bool = False
    """Whether the reviewer works out an overall score."""
    ranked: bool = False
    """Whether it states an order."""
    notes: bool = True

    @property
    def names(self) -> tuple[CriterionId, ...]:
        """The criteria by their ids, which are unique in a rubric."""
        return tuple([criterion.id for criterion in self.criteria])

    @property
    def impression(self) -> bool:
        """Whether this asks for one score without the rubric."""
        return self.criteria == (IMPRESSION,)


def criteria_in_order(sitting: Sitting, seat: Seat, item: str) -> tuple[Criterion, ...]:
    """The rubric's criteria as *seat* is asked them."""
    criteria = sitting.rubric.criteria
    if not sitting.shuffle_criteria:
        return criteria
    by_id = {c.id: c for c in criteria}
    return tuple(
        by_id[id_]
        for id_ in shuffled(by_id, "criteria", str(sitting.seed), item, seat.name)
    )


def sheets_of(
    sitting: Sitting, material: Material, criteria: tuple[Criterion, ...]
) -> Iterator[Sheet]:
    """The calls that a hearing of *material* takes.

    The one score for everything is asked for in a call of its own, without the rubric:
    beside the criteria, either would colour the other.
    """
    whole = whole_sheet(material, criteria)
    match sitting.mode:
        case "per-criterion" if len(criteria) > 1:
            for criterion in criteria:
                yield Sheet(
                    material=material,
                    criteria=(criterion,),
                    part=criterion.key,
                    notes=False,
                )
        case "per-answer" if len(material.answers) > 1:
            for shown in material.answers:
                yield whole_sheet(material.alone(shown), criteria, part=shown.author)
        case _:
            yield whole
    if sitting.also_holistic:
        yield from _impressions(sitting, material)


def whole_sheet(
    material: Material, criteria: tuple[Criterion, ...], part: str = ""
) -> Sheet:
    """All of *criteria* about all of *material* at once."""
    keys = {c.key for c in criteria}
    return Sheet(
        material=material,
        criteria=criteria,
        part=part,
        whole=True,
        overall=_one_range(criteria) and "overall" not in keys,
        ranked=len(material.answers) > 1,
        notes=len(criteria) > 1 and "notes" not in keys,
    )


def _one_range(criteria: tuple[Criterion, ...]) -> bool:
    """Whether several criteria can be added up in one's head: they share their ends."""
    scales = [c.scale for c in weighable(criteria)]
    ends = {(s.low, s.high) for s in scales if isinstance(s, Score | Likert)}
    numbered = all(isinstance(scale, Score | Likert) for scale in scales)
    return len(scales) > 1 and len(ends) == 1 and numbered


def spans_one_to_ten(rubric: Rubric) -> bool:
    """Whether a plain 8 for everything can only mean 8 of 10 under *rubric*."""
    scales = [c.scale for c in weighable(rubric.criteria)]
    return bool(scales) and all(
        isinstance(scale, Score) and (scale.low, scale.high) == (1, 10) for scale in scales
    )


def _impressions(sitting: Sitting, material: Material) -> Iterator[Sheet]:
    if sitting.mode == "per-answer" and len(material.answers) > 1:
        for shown in material.answers:
            yield Sheet(
                material=material.alone(shown),
                criteria=(IMPRESSION,),
                part=f"{HOLISTIC}/{shown.author}",
                notes=False,
            )
    else:
        yield Sheet(material=material, criteria=(IMPRESSION,), part=HOLISTIC, notes=False)


__all__ = (
    "CONVERSATION",
    "IMPRESSION",
    "Sheet",
    "criteria_in_order",
    "sheets_of",
    "spans_one_to_ten",
    "whole_sheet",
)
