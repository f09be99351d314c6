"""A coefficient before its interval: its figure, and how it moves with the units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .enough import enough_of

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

NOTHING = 1e-12
"""Disagreement by chance below this is none at all, but for rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What a coefficient rests on."""

    units: int
    """Units with at least two grades."""
    pairs: int
    judges: int
    coverage: float | None
    lacking: str = ""
    """Why there can be no coefficient at all."""
    few: str = ""
    """Why there is not enough for an interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A figure, and the functions that its interval is made of."""

    name: str
    definition: str
    weights: str
    grounds: Grounds
    value: float | None = None
    why: str = ""
    observed: float | None = None
    expected: float | None = None
    unanimous: bool = False
    """No two grades of any unit differ."""
    worst: float = np.inf
    """What a unit of utter disagreement takes off, were it the only one: by 1 / n."""
    floor: float = -np.inf
    """The least that the coefficient can be."""
    times: Ints | None = None
    """The units of each pattern; the functions speak of these patterns."""
    without: Callable[[], Floats] | None = None
    """The figure without one unit of each pattern, NaN where that is undefined."""
    redrawn: Callable[[], Floats] | None = None
    """The figure of each replicate, NaN where it is undefined."""
    influence: Callable[[], Floats] | None = None
    """How far a unit of each pattern pulls the figure."""
    large_sample: bool = False
    """The analytic error is that of large samples: divided by n, read from the normal."""
    chance_error: float | None = None
    """The standard error, were there no agreement beyond chance."""
    between: tuple[str, str] | None = None


def undefined(
    name: str,
    definition: str,
    weights: str,
    grounds: Grounds,
    why: str,
    *,
    between: tuple[str, str] | None = None,
) -> Estimate:
    """What cannot be computed, and why."""
    return Estimate(
        name=name,
        definition=definition,
        weights=weights,
        grounds=grounds,
        why=why,
        between=between,
    )


def too_little(units: int, totals: Floats) -> str:
    """Why an interval of so many *units* is not printed; "" if it is.

    *totals*: grades by category.
    """
    return enough_of(totals).why_not(units)


def ratio_of(disagreement: Floats, by_chance: Floats) -> Floats:
    """1 - observed / expected disagreement, NaN where chance leaves none."""
    there = by_chance > NOTHING
    return np.where(there, 1 - disagreement / np.where(there, by_chance, 1.0), np.nan)
