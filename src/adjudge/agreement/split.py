"""Where reviewers are of two minds: answers and criteria with two camps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

APART: Final = 1 / 3
"""Share of the scale between the means of two camps that makes a split."""

_SLACK: Final = 1e-9

Opinion: TypeAlias = tuple[str, str, str, str, float]
"""Question, author, criterion, reviewer, value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """One answer on one criterion, and the two camps."""

    question: str
    author: str
    criterion: str
    low: tuple[tuple[str, float], ...]
    """Reviewer and value, lowest first."""
    high: tuple[tuple[str, float], ...]
    apart: float
    """Between the means of the camps, in points of the scale."""


def splits(
    opinions: Iterable[Opinion],
    bounds: Mapping[str, tuple[float, float]],
    *,
    apart: float = APART,
) -> tuple[Split, ...]:
    """The splits of *opinions*, widest first, as shares of the scale that *bounds* give.

    The camps are those two that lie closest within themselves (least squares). Criteria
    that have no bounds are not numbers, and are left out.
    """
    values: dict[tuple[str, str, str], list[tuple[str, float]]] = defaultdict(list)
    for question, author, criterion, reviewer, value in opinions:
        if criterion in bounds:
            values[question, author, criterion].append((reviewer, value))
    found: list[tuple[float, Split]] = []
    for (question, author, criterion), given in values.items():
        given.sort(key=lambda one: (one[1], one[0]))
        at = _break([value for _, value in given])
        if at is None:
            continue
        low, high = tuple(given[:at]), tuple(given[at:])
        between = _mean(high) - _mean(low)
        bottom, top = bounds[criterion]
        share = between / (top - bottom)
        if share >= apart - _SLACK:
            split = Split(
                question=question,
                author=author,
                criterion=criterion,
                low=low,
                high=high,
                apart=between,
            )
            found.append((share, split))
    found.sort(key=lambda one: (-one[0], one[1].question, one[1].author, one[1].criterion))
    return tuple(split for _, split in found)


def _mean(camp: tuple[tuple[str, float], ...]) -> float:
    return sum(value for _, value in camp) / len(camp)


def _break(values: list[float]) -> int | None:
    """Where to cut sorted *values* into two camps; equal values are never parted."""
    cuts = [at for at in range(1, len(values)) if values[at - 1] < values[at]]
    total, n = sum(values), len(values)

    def between(at: int) -> float:
        below = sum(values[:at])
        return at * (n - at) * ((total - below) / (n - at) - below / at) ** 2

    return max(cuts, key=between) if cuts else None
