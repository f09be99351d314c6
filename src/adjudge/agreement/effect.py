"""What is observed of a council, and what a success metric says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Name: TypeAlias = Literal[
    "variance", "stability", "conciseness", "position", "self-preference"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """One reviewer on one answer, with what it saw of it."""

    question: str
    author: str
    reviewer: str
    overall: float | None = None
    """The weighted mean before the gates: a cap would hide what reviewers differ in."""
    holistic: float | None = None
    """The one score for everything, on the range of `overall`."""
    criteria: Mapping[str, float] = field(default_factory=dict)
    position: int | None = None
    """Place at which the answer was shown to this reviewer, from 0."""
    length: int | None = None
    """Characters of the answer."""
    own: bool = False
    """The reviewer's own answer, or its family's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One metric: a figure, its interval, and whether it can be told from nothing."""

    name: Name
    value: float | None = None
    """None: `why` says what is lacking."""
    low: float | None = None
    high: float | None = None
    n: int = 0
    of: str = ""
    """What `n` counts: answers, questions, reviews."""
    p: float | None = None
    """Chance of a figure at least so far from 0 where there is no effect."""
    found: bool = False
    """Whether there is an effect, by Holm's rule over all metrics of the run."""
    unit: str = ""
    meaning: str = ""
    """What the figure is."""
    below: str = ""
    """What is the case where it is found below 0."""
    above: str = ""
    """What is the case where it is found above 0."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """What the figure is made of, `dimensions` and `holistic`, or one for each reviewer."""
    why: str = ""

    @property
    def says(self) -> str:
        """What may be said by the interval, which is nothing where no effect is found."""
        if self.value is None:
            return self.why
        if not self.found:
            return "cannot be told from no effect"
        return self.below if self.value < 0 else self.above
