"""What somebody decides about ratings that the table leaves open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import polars as pl

from adjudge.agreement.ratings import Cells
from adjudge.rubric import Level, Scale
from adjudge.verdict import JudgeKind, OnMissing

OnDuplicate: TypeAlias = Literal["error", "latest", "mean"]
OnOffScale: TypeAlias = Literal["error", "drop"]

EVERY: Final = ""
"""The key of what holds for every criterion that is not named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """How ratings are to be taken."""

    scales: Mapping[str, Scale] = field(default_factory=dict)
    """By criterion; under `EVERY` for those that are not named. So are levels."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    duplicates: OnDuplicate = "error"
    missing: OnMissing = "abstained"
    abstain_as: str = "unknown"
    off_scale: OnOffScale = "error"
    kind: JudgeKind = JudgeKind.PERSON
    kinds: Mapping[str, JudgeKind] = field(default_factory=dict)

    def scale(self, criterion: str) -> Scale | None:
        """The scale of *criterion*, where it is known."""
        return self.scales.get(criterion, self.scales.get(EVERY))

    def level(self, criterion: str) -> Level | None:
        """The level that somebody asks for."""
        return self.levels.get(criterion, self.levels.get(EVERY))


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where ratings came from, for messages and for what was not kept of them."""

    where: str = ""
    row: Callable[[int], str] = lambda position: f"row {position + 1}"
    """How a position is named to whoever must put it right."""
    times: Callable[[Cells], pl.Series | None] = lambda _: None
    """When the ratings at *positions* were given, where that is known."""
