"""Open ratings from anywhere: read, told what was taken for what, laid out to measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import polars as pl

from adjudge.errors import UsageInvalid
from adjudge.rubric import Level, Rubric, Scale
from adjudge.verdict import JudgeKind, OnMissing

if TYPE_CHECKING:
    from adjudge.agreement import Ratings

    from .ratings_read import Read

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


@dataclass(frozen=True, kw_only=True)
class OpenedRatings:
    """Ratings, ready to be measured."""

    criteria: tuple[Ratings, ...]
    """One for each criterion, in order of first appearance."""
    scales: Mapping[str, Scale]
    """Of criteria whose scale is known."""
    notes: tuple[str, ...]
    """What whoever reads the figures must be told."""
    read: Read
    """What was read, for those verdicts that somebody wants to see."""

    @cached_property
    def frame(self) -> pl.DataFrame:
        """The verdicts that count, all of them, in the order of the files.

        item, criterion, judge, kind, system (null where there is none), outcome, value,
        label, rationale, rubric, at, row, file, unit: the name in `Ratings.units`.
        """
        return self.verdicts()

    def verdicts(
        self, *, criterion: str | None = None, units: Sequence[str] | None = None
    ) -> pl.DataFrame:
        """As `frame`, of one criterion or of these units only: fit for any size."""
        from .ratings_read import verdicts_of  # noqa: PLC0415  # numpy, when it is needed

        return verdicts_of(self.read, criterion=criterion, units=units)


def open_ratings(
    paths: Sequence[Path], wanted: RatingsWanted | None = None
) -> OpenedRatings:
    """The ratings in *paths*, or an error that says what, where, and what to do."""
    from .ratings_read import read_ratings  # noqa: PLC0415  # numpy, when it is needed

    if not paths:
        raise UsageInvalid("no file is given", hint="name files of verdicts or ratings")
    read = read_ratings(paths, wanted or RatingsWanted())
    return OpenedRatings(
        criteria=read.laid.criteria, scales=read.scales, notes=read.notes, read=read
    )
