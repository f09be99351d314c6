"""Whether reviewers put the answers in the same order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .rated import Rated


@dataclass(frozen=True, slots=True, kw_only=True)
class Consensus:
    """Kendall's tau-b between reviewers, all pairs of them taken together."""

    value: float | None
    """1: all have the same order; 0: no more alike than by chance; None: see `why`."""
    low: float | None = None
    high: float | None = None
    """Interval over questions; None where there are too few."""
    questions: int = 0
    reviewers: int = 0
    comparisons: int = 0
    """Pairs of answers, counted for each two reviewers that scored both."""
    between: tuple[tuple[str, str, float | None], ...] = ()
    """Each two reviewers, and tau-b between them."""
    why: str = ""


def consensus(ratings: Iterable[Rated], *, level: float = 0.95) -> Consensus:
    """How far reviewers agree on the order of the answers to each question."""
    raise NotImplementedError
