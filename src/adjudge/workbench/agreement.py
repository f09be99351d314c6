"""Measure how far judges agree on each criterion, and what to mind about them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from adjudge import __version__
from adjudge.reports import (
    AgreementFinding,
    Confused,
    CriterionFinding,
    Dispute,
    Part,
    Said,
    Source,
)

from .item_texts import texts_of
from .open_ratings import OpenedRatings

if TYPE_CHECKING:
    from adjudge.agreement import (
        Agreement,
        Coefficient,
        Disagreement,
        Flag,
        Needed,
        Ratings,
    )

By: TypeAlias = Literal["", "kind", "judge", "system"]

DISPUTES: Final = 10
"""Units a criterion of which the disagreement is told in full."""
CONFUSED: Final = 3
_MOST_CATEGORIES: Final = 12
"""Of a table that sets one judge against another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementWanted:
    """What a call wants to know beyond the figures."""

    by: By = ""
    confidence: float = 0.95
    items: tuple[Path, ...] = ()
    """Files in which the texts of disputed items stand."""
    disputes: int = DISPUTES
    titles: Mapping[str, str] = field(default_factory=dict)
    """What criteria are called, where a rubric says it."""


def measure_agreement(
    opened: OpenedRatings, paths: Sequence[Path], wanted: AgreementWanted | None = None
) -> AgreementFinding:
    """Everything that is said of the ratings in *opened*, which were read from *paths*."""
    from adjudge.agreement import find_flags  # noqa: PLC0415  # numpy, when it is needed

    from .rating_order import order_of  # noqa: PLC0415

    wanted = wanted or AgreementWanted()
    orders = order_of(opened)
    flags = find_flags(opened.criteria, orders.by_criterion, by_rows=orders.by_rows)
    found = [_criterion(each, flags, opened, wanted) for each in opened.criteria]
    outcomes, items = _counts(opened)
    return AgreementFinding(
        sources=tuple(_source(path) for path in paths),
        criteria=tuple(_with_texts(found, opened, wanted.items)),
        flags=tuple(flag for flag in flags if not flag.criterion),
        notes=(*opened.notes, *orders.notes),
        outcomes=outcomes,
        items=items,
        by=wanted.by,
        confidence=wanted.confidence,
        seed=None,
        versions=_versions(),
    )


def _counts(opened: OpenedRatings) -> tuple[Mapping[str, int], int]:
    """Verdicts by outcome, and how many items they are about."""
    import numpy as np  # noqa: PLC0415

    laid = opened.read.laid
    of_mark = np.bincount(laid.grades.which[laid.counts], minlength=len(laid.grades.state))
    outcomes = dict.fromkeys(("graded", "abstained", "excused", "failed"), 0)
    for state, n in zip(laid.grades.state, of_mark.tolist(), strict=True):
        if n:
            outcomes[state] = outcomes.get(state, 0) + n
    there = np.bincount(laid.coded.codes["item"][laid.counts])
    return outcomes, int((there > 0).sum())


def plan_agreement(
    opened: OpenedRatings, width: float, confidence: float
) -> tuple[Needed, ...]:
    """What it takes until the intervals of alpha and of the mean are *width* wide."""
    from functools import partial  # noqa: PLC0415

    from adjudge.agreement import alpha  # noqa: PLC0415

    from .plan_ratings import plan_more  # noqa: PLC0415

    measure = partial(alpha, confidence=confidence)
    return plan_more(opened, width, measure=measure, confidence=confidence)


def quoted(agreement: Agreement) -> Coefficient | None:
    """The coefficient that the headline rests on: Krippendorff's alpha where it is."""
    known = agreement.coefficients
    alpha = (each for each in known if each.name == "krippendorff_alpha")
    return next(alpha, known[0] if known else None)


def _criterion(
    ratings: Ratings,
    flags: Sequence[Flag],
    opened: OpenedRatings,
    wanted: AgreementWanted,
) -> CriterionFinding:
    from adjudge.agreement import (  # noqa: PLC0415
        differing,
        disagreements,
        headline,
        measure,
        overlap,
        severities,
    )

    from .rating_parts import parts_of  # noqa: PLC0415

    agreement = measure(ratings, confidence=wanted.confidence)
    return CriterionFinding(
        criterion=ratings.criterion,
        title=wanted.titles.get(ratings.criterion, ratings.criterion),
        agreement=agreement,
        headline=headline(quoted(agreement), people=_people(ratings)),
        overlap=overlap(ratings),
        severities=severities(ratings, confidence=wanted.confidence),
        flags=tuple(flag for flag in flags if flag.criterion == ratings.criterion),
        differing=differing(ratings),
        disputes=_disputes(
            disagreements(ratings, wanted.disputes), opened, ratings.criterion
        ),
        confused=_confused(agreement),
        parts=tuple(
            Part(
                name=part.name,
                judges=len(part.ratings.judges),
                units=part.measured.units,
                coefficient=quoted(part.measured),
                headline=headline(quoted(part.measured), people=_people(part.ratings)),
            )
            for part in parts_of(ratings, wanted.by, opened, wanted.confidence)
        ),
    )


def _people(ratings: Ratings) -> bool:
    return any(kind not in ("model", "rule") for kind in ratings.kinds)


def _disputes(
    found: Sequence[Disagreement], opened: OpenedRatings, criterion: str
) -> tuple[Dispute, ...]:
    """*found* with what everyone said."""
    if not found:
        return ()
    rows = opened.verdicts(criterion=criterion, units=[each.unit for each in found])
    reasons = {
        (unit, judge): (kind, rationale or "")
        for unit, judge, kind, rationale in rows.select(
            "unit", "judge", "kind", "rationale"
        ).iter_rows()
    }
    return tuple(
        Dispute(
            unit=each.unit,
            apart=each.apart,
            said=tuple(
                Said(
                    judge=judge,
                    kind=reasons.get((each.unit, judge), ("", ""))[0],
                    label=label,
                    rationale=reasons.get((each.unit, judge), ("", ""))[1],
                )
                for judge, label in each.grades
            ),
        )
        for each in found
    )


def _with_texts(
    found: Sequence[CriterionFinding], opened: OpenedRatings, items: tuple[Path, ...]
) -> list[CriterionFinding]:
    if not items:
        return list(found)
    units = {dispute.unit for each in found for dispute in each.disputes}
    named = opened.verdicts(units=sorted(units)).select("unit", "item").unique()
    item_of = dict(named.iter_rows())
    texts = texts_of(items, set(item_of.values()))
    return [
        replace(
            each,
            disputes=tuple(
                replace(dispute, text=texts.get(item_of.get(dispute.unit, ""), ""))
                for dispute in each.disputes
            ),
        )
        for each in found
    ]


def _confused(agreement: Agreement) -> tuple[Confused, ...]:
    """Tables of the pairs to look at: of different kinds first, least agreement first."""
    labels, judges = agreement.labels, agreement.judges
    shape = (len(judges),) * 2 + (len(labels),) * 2
    if agreement.together.shape != shape or len(labels) > _MOST_CATEGORIES:
        return ()
    return tuple(
        Confused(
            judges=(judges[a], judges[b]),
            labels=labels,
            counts=tuple(tuple(row) for row in agreement.together[a, b].tolist()),
        )
        for a, b in _least_alike(agreement)
    )


def _least_alike(agreement: Agreement) -> list[tuple[int, int]]:
    """Some pairs with units in common; those whose figure rests on few come late."""
    import numpy as np  # noqa: PLC0415

    from adjudge.agreement import FEW_UNITS  # noqa: PLC0415

    first, second = np.triu_indices(len(agreement.judges), 1)
    kinds = np.array(agreement.kinds, dtype=np.str_)
    few, value = np.ones(len(first), dtype=np.bool_), np.ones(len(first))
    likeness = agreement.likeness
    if likeness is not None:
        known = ~np.isnan(likeness.value)
        few = ~known | (likeness.units < FEW_UNITS)
        value = np.where(known, likeness.value, 1.0)
    order = np.lexsort((second, first, value, few, kinds[first] == kinds[second]))
    met = np.asarray(agreement.together[first, second].any(axis=(1, 2)))
    chosen = order[met[order]][:CONFUSED]
    return list(zip(first[chosen].tolist(), second[chosen].tolist(), strict=True))


def _source(path: Path) -> Source:
    if not path.is_file():
        return Source(name=str(path), fingerprint="")
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    return Source(name=path.name, fingerprint=digest.hexdigest()[:16])


def _versions() -> Mapping[str, str]:
    others = {name: version(name) for name in ("numpy", "scipy", "polars")}
    return {"adjudge": __version__, "python": python_version(), **others}
