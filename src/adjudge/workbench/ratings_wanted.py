"""What a call says about ratings that their files leave open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from adjudge.rubric import Level, Rubric, Scale
from adjudge.verdict import JudgeKind, OnMissing

OnDuplicate: TypeAlias = Literal["error", "latest", "mean"]
OnOffScale: TypeAlias = Literal["error", "drop"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsWanted:
    """What a call says about ratings that their files leave open."""

    criteria: tuple[str, ...] = ()
    """Only these; empty: all. A single one names the ratings of files that name none."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    """By criterion; under the empty name for all that are not named."""
    rubric: Rubric | None = None
    scales: Mapping[str, Scale] = field(default_factory=dict)
    """As `levels`; goes before the rubric's."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Which column of the files is our `item`, `judge`, `value` ..."""
    spread: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The columns that each are one `judge`, or one `criterion`."""
    source: str = "guess"
    """The format: `long`, `wide`, `ledger`, `label-studio` ..."""
    encoding: str = ""
    """Of CSV; empty: UTF-8, or what a byte order mark says."""
    kind: JudgeKind = JudgeKind.PERSON
    """Of judges whose kind is not given."""
    kinds: Mapping[str, JudgeKind] = field(default_factory=dict)
    """Of these judges, whatever the files say."""
    duplicates: OnDuplicate = "error"
    missing: OnMissing = "abstained"
    """What an empty value or `NA` means."""
    abstain_as: str = "unknown"
    """`unknown`: no grade; `category`: a category of its own; else the grade it is."""
    off_scale: OnOffScale = "error"
    slots: bool | None = None
    """Whether a judge's name is a place that anybody may fill; None: told by the names."""
    judges_needed: int = 2
    """Fewer judges in all are refused: with one there is nothing to compare."""
