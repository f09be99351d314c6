"""What a report on agreement says, as values: doors and writers only render it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudge.agreement import (
    Agreement,
    Coefficient,
    Flag,
    Headline,
    Overlap,
    Severity,
)

Table = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file that was read."""

    name: str
    fingerprint: str
    """The first 16 hex digits of the SHA-256 of its bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What one judge said of one unit."""

    judge: str
    kind: str
    label: str
    rationale: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A unit on which judges differ, with its text where that is known."""

    unit: str
    apart: float
    said: tuple[Said, ...]
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Agreement among some of the judges, or on some of the units."""

    name: str
    judges: int
    units: int
    coefficient: Coefficient | None
    headline: Headline


@dataclass(frozen=True, slots=True, kw_only=True)
class Confused:
    """Grades of two judges on the same units: rows are the first judge's."""

    judges: tuple[str, str]
    labels: tuple[str, ...]
    counts: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionFinding:
    """Everything that is said of one criterion."""

    criterion: str
    title: str
    agreement: Agreement
    headline: Headline
    overlap: Overlap
    severities: tuple[Severity, ...]
    flags: tuple[Flag, ...]
    differing: tuple[int, int]
    """Units on which not all say the same, and units with two grades or more."""
    disputes: tuple[Dispute, ...]
    confused: tuple[Confused, ...]
    parts: tuple[Part, ...] = ()

    @property
    def people(self) -> bool:
        """Whether a judge may be a person: only of these can agreement mean being right."""
        return any(kind not in ("model", "rule") for kind in self.agreement.kinds)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementFinding:
    """How far judges agree, criterion by criterion, and what to mind."""

    sources: tuple[Source, ...]
    criteria: tuple[CriterionFinding, ...]
    flags: tuple[Flag, ...]
    """Those about all criteria."""
    notes: tuple[str, ...]
    """What reading the files came upon."""
    outcomes: Mapping[str, int]
    """Verdicts by outcome: graded, abstained, excused, failed."""
    items: int
    by: str = ""
    """What the parts are: `kind`, `judge`, `system`."""
    confidence: float = 0.95
    seed: int | None = None
    """Of whatever was drawn by chance; None: nothing was."""
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def judges(self) -> Mapping[str, str]:
        """Each judge and its kind, in order of first appearance."""
        return {
            name: kind
            for each in self.criteria
            for name, kind in zip(each.agreement.judges, each.agreement.kinds, strict=True)
        }

    @property
    def all_flags(self) -> tuple[Flag, ...]:
        """Those about all criteria, then those of each."""
        return (*self.flags, *(flag for each in self.criteria for flag in each.flags))
