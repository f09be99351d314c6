"""Find what is most likely true of each item, and how often each judge errs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudge.errors import UsageInvalid
from adjudge.formats import write_lines

from .open_ratings import OpenedRatings
from .units import judges_named, units_of

if TYPE_CHECKING:
    from adjudge.agreement import Model, Truth


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FoundTruth:
    """What the labels on one criterion come to."""

    criterion: str
    truth: Truth
    majority: Truth
    """The baseline."""
    doubts: tuple[str, ...]
    units: tuple[tuple[str, str], ...]
    """Item and system behind each row of the truth."""
    points: tuple[float | None, ...]
    """The number of each class; None: it has none."""


def find_truth(
    opened: OpenedRatings,
    model: Model = "dawid-skene",
    *,
    judges: Sequence[str] = (),
    smoothing: float | None = None,
) -> tuple[FoundTruth, ...]:
    """What is most likely true, for each criterion with any label."""
    from adjudge.agreement import TRUTH_BY, doubts, majority_vote  # noqa: PLC0415
    from adjudge.agreement import as_labels as labels_of  # noqa: PLC0415

    more: dict[str, Any] = {}
    if smoothing is not None and model != "majority":
        more["smoothing"] = smoothing
    chosen = judges_named(opened, judges, "--judge") if judges else None
    made = []
    for units in units_of(opened):
        ratings = units.ratings
        if chosen is not None:
            ratings = ratings.among([name for name in ratings.judges if name in chosen])
        if not ratings.there.any():
            continue
        # Numbered, so that two units of one name stay two, in an order of names alone.
        pairs = list(zip(units.items, units.systems, strict=True))
        order = sorted(range(len(pairs)), key=lambda at: pairs[at])
        labels = labels_of(replace(ratings, units=_numbered(order)))
        truth = TRUTH_BY[model](labels, **more)
        made.append(
            FoundTruth(
                criterion=ratings.criterion,
                truth=truth,
                majority=majority_vote(labels),
                doubts=doubts(truth),
                units=tuple(pairs[order[int(name)]] for name in labels.items),
                points=_points(ratings),
            )
        )
    if not made:
        raise UsageInvalid(
            "there is no grade to learn from",
            where="truth",
            hint="give graded verdicts of several judges on the same items",
        )
    return tuple(made)


def _numbered(order: Sequence[int]) -> list[str]:
    """The place of each unit in *order*, as a name that sorts as the number does."""
    width, names = len(str(len(order))), [""] * len(order)
    for place, at in enumerate(order):
        names[at] = f"{place:0{width}d}"
    return names


def _points(ratings: Any) -> tuple[float | None, ...]:
    if ratings.points is None:
        return (None,) * len(ratings.labels)
    return tuple(ratings.points.tolist())


def write_truth(path: Path, found: Sequence[FoundTruth]) -> int:
    """Write a line for each item and criterion to *path*; how many there were."""
    return write_lines(path, truth_rows(found))


def truth_rows(found: Sequence[FoundTruth]) -> Iterator[dict[str, Any]]:
    """A row for each item and criterion: a verdict, with the chance of each class."""
    for one in found:
        truth, labels = one.truth, one.truth.labels
        votes = _votes(labels)
        for at, (item, system) in enumerate(one.units):
            code = int(truth.chosen[at])
            chances = truth.posterior[at].tolist()
            yield {
                "item": item,
                "criterion": one.criterion,
                "judge": f"truth/{truth.model}",
                "kind": "rule",
                "system": system or None,
                "outcome": "graded" if code >= 0 else "abstained",
                "value": one.points[code] if code >= 0 else None,
                "label": labels.labels[code] if code >= 0 else None,
                "rationale": "" if code >= 0 else "two classes are equally likely",
                "chance": max(chances),
                "chances": dict(zip(labels.labels, chances, strict=True)),
                "labels": votes[at],
            }


def _votes(labels: Any) -> list[int]:
    import numpy as np  # noqa: PLC0415

    counted: list[int] = np.bincount(labels.item, minlength=len(labels.items)).tolist()
    return counted
