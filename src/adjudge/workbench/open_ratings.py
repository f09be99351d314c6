"""Open ratings from anywhere: read, told what was taken for what, laid out to measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import polars as pl

from adjudge.errors import InputInvalid, UsageInvalid
from adjudge.formats import OnMissing, Reading, read_verdicts
from adjudge.rubric import Level, Rubric, Scale
from adjudge.verdict import JudgeKind

if TYPE_CHECKING:
    from adjudge.agreement import Ratings

OnDuplicate: TypeAlias = Literal["error", "latest", "mean"]
OffScaleRows: TypeAlias = Literal["error", "drop"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsWanted:
    """What a call says about ratings that their files leave open."""

    criteria: tuple[str, ...] = ()
    """Only these; empty: all."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    """By criterion; under the empty name for all that are not named."""
    rubric: Rubric | None = None
    scales: Mapping[str, Scale] = field(default_factory=dict)
    """As `levels`; goes before the rubric's."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Which column of the file is our `item`, `judge`, `value` ..."""
    source: str = "guess"
    """The format: `long`, `wide`, `ledger`, `label-studio` ..."""
    kind: JudgeKind = JudgeKind.PERSON
    """Of judges whose kind is not given."""
    kinds: Mapping[str, JudgeKind] = field(default_factory=dict)
    """Of these judges, whatever the file says."""
    duplicates: OnDuplicate = "error"
    missing: OnMissing = "abstained"
    """What an empty value or `NA` means."""
    abstain_as: str = "unknown"
    """`unknown`: no grade; `category`: a category of its own; else the grade it is."""
    off_scale: OffScaleRows = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedRatings:
    """Ratings, ready to be measured."""

    frame: pl.DataFrame
    """The verdicts that count: item, criterion, judge, kind, system, outcome, value,
    label, rationale, rubric, at, row."""
    criteria: tuple[Ratings, ...]
    """One for each criterion, in order of first appearance."""
    scales: Mapping[str, Scale]
    """Of criteria whose scale is known."""
    notes: tuple[str, ...]
    """What whoever reads the figures must be told."""


def open_ratings(
    paths: Sequence[Path], wanted: RatingsWanted | None = None
) -> OpenedRatings:
    """The ratings in *paths*, or an error that says what, where, and what to do."""
    from adjudge.agreement import ratings_of  # noqa: PLC0415  # numpy, when it is needed

    wanted = wanted or RatingsWanted()
    if not paths:
        raise UsageInvalid("no file is given", hint="name files of verdicts or ratings")
    reading = Reading(rubric=wanted.rubric, kind=wanted.kind, missing=wanted.missing)
    frames = [_frame(path, reading) for path in paths]
    frame = pl.concat(frames)
    if wanted.criteria:
        frame = frame.filter(pl.col("criterion").is_in(wanted.criteria))
    if not frame.height:
        raise InputInvalid(
            "there are no ratings", where=str(paths[0]), hint="one row is one rating"
        )
    scales = _scales(frame, wanted)
    return OpenedRatings(
        frame=frame,
        criteria=ratings_of(frame, scales=scales, levels=wanted.levels),
        scales=scales,
        notes=(),
    )


def _frame(path: Path, reading: Reading) -> pl.DataFrame:
    return read_verdicts(path, reading).select(
        "item",
        "criterion",
        "judge",
        "kind",
        pl.lit(None, dtype=pl.String).alias("system"),
        "outcome",
        "value",
        "label",
        "rationale",
        "rubric",
        "at",
        pl.int_range(1, pl.len() + 1).alias("row"),
    )


def _scales(frame: pl.DataFrame, wanted: RatingsWanted) -> dict[str, Scale]:
    names = frame["criterion"].unique(maintain_order=True).to_list()
    of_rubric = {c.id: c.scale for c in (wanted.rubric.criteria if wanted.rubric else ())}
    found = {
        name: wanted.scales.get(name, wanted.scales.get("", of_rubric.get(name)))
        for name in names
    }
    return {name: scale for name, scale in found.items() if scale is not None}
