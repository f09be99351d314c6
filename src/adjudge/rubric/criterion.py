"""One question, and what each band of its scale looks like."""

from __future__ import annotations

from dataclasses import dataclass

from .ids import CriterionId
from .scale import Grade, Scale


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """What the band from `low` to `high` looks like. A named label has no numbers."""

    text: str
    low: float | None = None
    high: float | None = None
    label: str | None = None
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One question put to every judge about every item."""

    id: CriterionId
    """Verdicts are filed under it: it never changes, whatever else does."""
    key: str
    """The short name that people and models type, `accuracy`."""
    title: str
    scale: Scale
    description: str = ""
    weight: float | None = None
    """Share of the overall score; None in every criterion: equal shares."""
    anchors: tuple[Anchor, ...] = ()
    rule: str | None = None
    """The rule that can answer this, as canonical JSON; the rules room reads it."""

    def read(self, raw: object) -> Grade:
        """Read *raw* on this criterion's scale; a refusal names the criterion."""
        return self.scale.read(raw, criterion=self.key)
