"""Ratings taken apart: by kind of judge, without each judge, by system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .rating_order import places_of

if TYPE_CHECKING:
    from adjudge.agreement import Agreement, Ratings

    from .open_ratings import OpenedRatings

NO_SYSTEM: Final = -1

MOST_PARTS: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeasuredPart:
    """Some of the judges or units, and how far those agree."""

    name: str
    ratings: Ratings
    measured: Agreement


def parts_of(
    ratings: Ratings, by: str, opened: OpenedRatings, confidence: float
) -> Iterator[MeasuredPart]:
    """The parts of *ratings*, each measured by itself; none where *by* is empty."""
    from adjudge.agreement import measure  # noqa: PLC0415

    taken = {"kind": _kinds, "judge": _judges}.get(by)
    found = taken(ratings) if taken else _systems(ratings, opened) if by else iter(())
    for at, (name, part) in enumerate(found):
        if at == MOST_PARTS:
            return
        yield MeasuredPart(
            name=name, ratings=part, measured=measure(part, confidence=confidence)
        )


def _kinds(ratings: Ratings) -> Iterator[tuple[str, Ratings]]:
    """Judges of one kind among themselves."""
    for kind in dict.fromkeys(ratings.kinds):
        names = [
            name
            for name, own in zip(ratings.judges, ratings.kinds, strict=True)
            if own == kind
        ]
        yield kind, ratings.among(names)


def _judges(ratings: Ratings) -> Iterator[tuple[str, Ratings]]:
    """The others without each judge in turn: agreement that rises tells who is off."""
    if len(ratings.judges) < 3:
        return
    for name in ratings.judges:
        yield f"without {name}", ratings.among([j for j in ratings.judges if j != name])


def _systems(ratings: Ratings, opened: OpenedRatings) -> Iterator[tuple[str, Ratings]]:
    """The units of one system."""
    import numpy as np  # noqa: PLC0415

    coded = opened.read.laid.coded
    at, units, _ = places_of(opened, ratings.criterion)
    own = np.full(len(ratings.cells), NO_SYSTEM)
    own[units] = coded.codes["system"][at]
    for code in dict.fromkeys(own.tolist()):
        yield coded.text("system", code) or "(no system)", ratings.of_units(own == code)
