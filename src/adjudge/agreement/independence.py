"""How many independent reviewers a council of like-minded ones is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .rated import Rated


@dataclass(frozen=True, slots=True, kw_only=True)
class Independence:
    """The effective number of reviewers."""

    value: float | None
    """1: all say the same; `reviewers`: each errs on its own; None: `why`."""
    low: float | None = None
    high: float | None = None
    reviewers: int = 0
    answers: int = 0
    """Answers that at least two of them scored."""
    alike: tuple[tuple[str, str, float], ...] = ()
    """Each two reviewers and how much of their deviations they share, most alike first."""
    against: bool = False
    """Whether errors were taken against a reference, so that a common error counts too."""
    why: str = ""


def effective_reviewers(
    ratings: Iterable[Rated],
    *,
    reference: Mapping[tuple[str, str], float] | None = None,
    level: float = 0.95,
) -> Independence:
    """How many independent reviewers those of *ratings* are worth."""
    raise NotImplementedError
