"""What a coefficient of agreement comes to: a figure, its interval, what it rests on."""

from __future__ import annotations

from dataclasses import dataclass, fields
from html import escape
from operator import attrgetter
from typing import Any, Final, Literal, TypeAlias

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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
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

    @property
    def title(self) -> str:
        """The name with its weights, and whom it is about."""
        pair = f" of {self.between[0]} and {self.between[1]}" if self.between else ""
        return f"{self.name} ({self.weights}){pair}" if self.weights else self.name + pair

    @property
    def says(self) -> str:
        """The figure and its interval, or why there is none."""
        if self.value is None:
            return f"undefined: {self.why}"
        return f"{self.value:.3f}, {self.spans}"

    @property
    def spans(self) -> str:
        """The interval, or why there is none."""
        if self.low is None or self.high is None:
            return self.why_no_interval or "no interval"
        share = f"{100 * self.confidence:g} %"
        return f"{share} interval {self.low:.3f} to {self.high:.3f} ({self.interval})"

    @property
    def rests_on(self) -> str:
        """What was compared."""
        counts = ((self.units, "unit"), (self.pairs, "pair"), (self.judges, "judge"))
        told = [f"{n} {word}" if n == 1 else f"{n} {word}s" for n, word in counts]
        if self.coverage is not None:
            told.append(f"{self.coverage:.0%} of cells")
        return ", ".join(told)

    def __repr__(self) -> str:
        return f"{self.title}: {self.says}; {self.rests_on}"

    def _repr_html_(self) -> str:
        """A small table for notebooks."""
        rows = (
            ("coefficient", self.title),
            ("value", "undefined" if self.value is None else f"{self.value:.3f}"),
            ("interval", self.why if self.value is None else self.spans),
            ("rests on", self.rests_on),
            ("definition", self.definition),
        )
        return table_of(rows)


_NAMES: Final = tuple(each.name for each in fields(Coefficient))
_VALUES: Final = attrgetter(*_NAMES)


def changed(coefficient: Coefficient, **changes: Any) -> Coefficient:
    """What `dataclasses.replace` gives, at a third of its cost: there are very many."""
    known = dict(zip(_NAMES, _VALUES(coefficient), strict=True))
    return Coefficient(**(known | changes))


def table_of(rows: tuple[tuple[str, ...], ...]) -> str:
    """*rows* as an HTML table, their texts made harmless; the first cell heads its row."""
    lines = [
        f'<tr><th scope="row">{escape(head)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for head, *cells in rows
    ]
    return "<table>" + "".join(lines) + "</table>"
