"""Open ratings from anywhere: read, told what was taken for what, laid out to measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from adjudge.errors import UsageInvalid
from adjudge.rubric import Scale
from adjudge.verdict import SCHEMA, SPAN

from .ratings_wanted import RatingsWanted

if TYPE_CHECKING:
    from adjudge.agreement import Ratings

    from .ratings_read import Read


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

    @property
    def judges(self) -> pl.DataFrame:
        """Everybody who judged, in order of first appearance: judge, kind."""
        kinds = {
            j: k for r in self.criteria for j, k in zip(r.judges, r.kinds, strict=True)
        }
        columns = {"judge": list(kinds), "kind": list(kinds.values())}
        return pl.DataFrame(columns, schema={"judge": pl.String, "kind": pl.String})

    def items_of(self, ratings: Ratings) -> tuple[list[str], list[str | None]]:
        """The item and the system of each unit of *ratings*, one of `criteria`."""
        from .ratings_read import items_of  # noqa: PLC0415  # numpy, when it is needed

        return items_of(self.read, ratings.units)

    @cached_property
    def frame(self) -> pl.DataFrame:
        """The verdicts that count, all of them, in the order of the files.

        item, criterion, judge, kind, system (null where there is none), outcome, value,
        label, rationale, rubric, at, row, file, unit: the name in `Ratings.units`.
        """
        return self.verdicts()

    def ledger(self) -> pl.DataFrame:
        """The verdicts that count as a ledger; an item of several systems is one each."""
        frame = self.frame.with_columns(item="unit", evidence=pl.lit([], pl.List(SPAN)))
        return frame.select(SCHEMA.names()).cast(SCHEMA)

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
