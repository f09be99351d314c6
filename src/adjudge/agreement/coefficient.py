"""What a coefficient of agreement comes to: a figure, its interval, what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

IntervalBy: TypeAlias = Literal["jackknife", "bca", "analytic", "bootstrap", "exact"]

FEW_UNITS: Final = 20
"""Below this many units no interval is printed: its cover cannot be relied on."""

RARE: Final = 0.10
FEW_WITH_RARE: Final = 100
"""Nor below so many units where a category is rarer than `RARE`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """The chance of so much agreement where there is none."""

    by: Literal["F", "chi-square"]
    statistic: float
    freedom: tuple[float, ...]
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficient:
    """One coefficient on one criterion."""

    name: str
    """`krippendorff_alpha`, `gwet_ac2`, `cohen_kappa`, `icc_2_1` ..."""
    definition: str
    """Which of the definitions that go by the name, in words, with its source."""
    weights: str = ""
    """The metric or the weights: `nominal`, `ordinal (Krippendorff)`, `quadratic` ..."""
    value: float | None
    """None: undefined, and `why` says what is lacking."""
    why: str = ""
    observed: float | None = None
    """The agreement that is there, before any correction for chance."""
    expected: float | None = None
    """The agreement that chance would give."""
    error: float | None = None
    """Standard error."""
    low: float | None = None
    high: float | None = None
    interval: IntervalBy | None = None
    """How the interval was made; None: there is none, and `why_no_interval` says why."""
    why_no_interval: str = ""
    confidence: float = 0.95
    units: int = 0
    """Units that count: as a rule those with at least two grades."""
    pairs: int = 0
    """Pairs of grades of one unit that were compared."""
    judges: int = 0
    coverage: float | None = None
    """Share of the cells, units x judges, that hold a grade."""
    between: tuple[str, str] | None = None
    """The two judges, where it is about two."""
    chance_error: float | None = None
    """The standard error if no agreement were there beyond chance: `value / chance_error`
    is the z of the test of none."""
    test: Test | None = None
    """Against no agreement at all, where the definition has such a test."""
    note: str = ""
    """What must be told beside the value: pairs that were left out, and the like."""
