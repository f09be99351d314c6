"""How sure a ranking is: intervals of scores and ranks, and who cannot be told apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudge.verdict import ItemId

from .adjust import LEAST
from .ranking import TRIM, Statistic
from .sheet import Sheet

Over: TypeAlias = Literal["reviewers", "questions", "both"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """How reviewers and questions are drawn anew."""

    seed: int
    over: Over | None = None
    """None: reviewers; with many questions, questions as well."""
    level: float = 0.95
    draws: int = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """What one author's score and rank could as well have been."""

    author: str
    score: float
    low: float
    high: float
    """Interval of the score; never past its cap or off the scale."""
    rank: int
    best: int
    worst: int
    """Ranks that cannot be excluded, from those that are told to be better or worse."""
    first: float
    """Share of the draws in which nobody ranks above it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two authors held against each other; `one` has the better or the same rank."""

    one: str
    other: str
    difference: float
    low: float
    high: float
    """Interval of the difference, for all pairs together."""
    apart: bool
    """False: the two cannot be told apart."""
    why: str = ""
    """What else tells them apart: a failed check."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertainty:
    """Intervals for a ranking. Empty where `why` says that there is no telling."""

    by: Statistic
    drawing: Drawing
    over: Over | None = None
    """What was drawn anew."""
    reviewers: int = 0
    questions: int = 0
    spreads: tuple[Spread, ...] = ()
    """In the order of the ranking; those without a rank are left out."""
    pairs: tuple[Pair, ...] = ()
    method: str = ""
    """How it was found, in one sentence."""
    why: str = ""


def uncertainty(
    sheets: Iterable[Sheet],
    drawing: Drawing,
    *,
    question: ItemId | None = None,
    by: Statistic = "mean",
    trim: float = TRIM,
    least: int = LEAST,
) -> Uncertainty:
    """How sure `rank(sheets, by=by)` is, over all questions or at *question*."""
    raise NotImplementedError
