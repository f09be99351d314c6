"""A table of verdicts as the ratings of each criterion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.errors import InputInvalid
from adjudge.rubric import Freeform, Level, Scale

from .categories import Categories, categories_of, taken_at
from .ratings import NONE, Ratings, code_type

Codes = npt.NDArray[np.integer[Any]]

EVERY: Final = ""
"""The key of what holds for every criterion that is not named."""


def unit_name(item: str, system: str | None) -> str:
    """What a unit is called: the item, with the system that was judged on it."""
    return item if system is None else f"{item} [{system}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """How the grades of each criterion are to be taken."""

    scales: Mapping[str, Scale]
    levels: Mapping[str, Level]

    def level(self, criterion: str) -> Level | None:
        """The level that somebody asked for."""
        return self.levels.get(criterion, self.levels.get(EVERY))


def ratings_of(
    frame: pl.DataFrame,
    *,
    scales: Mapping[str, Scale] | None = None,
    levels: Mapping[str, Level] | None = None,
) -> tuple[Ratings, ...]:
    """One `Ratings` for each criterion in *frame*, in order of first appearance.

    *frame* has `item`, `criterion`, `judge`, `kind`, `outcome`, `value`, `label` and may
    have `system`. Only what is graded has a code; a judge or unit without a grade keeps
    its column or row. Two verdicts on one cell are refused.
    """
    taken = Taken(scales=scales or {}, levels=levels or {})
    parts = frame.partition_by("criterion", maintain_order=True)
    return tuple(
        _one(part, taken)
        for part in parts
        if not isinstance(taken.scales.get(part["criterion"][0]), Freeform)
    )


def _one(part: pl.DataFrame, taken: Taken) -> Ratings:
    criterion = part["criterion"][0]
    unit = ["item", "system"] if "system" in part.columns else ["item"]
    rows, units = _coded(part, unit)
    columns, judges = _coded(part, ["judge"])
    kinds = judges.join(
        part.unique("judge", keep="first"), on="judge", maintain_order="left"
    )["kind"]
    marks, categories = _grades(part, taken, criterion)
    narrow = code_type(len(categories.labels))
    cells = np.full((units.height, judges.height), NONE, dtype=narrow)
    _ask_single(rows, columns, judges.height, part)
    cells[rows, columns] = marks
    return Ratings(
        cells=cells,
        labels=categories.labels,
        points=categories.points,
        level=categories.level,
        judges=tuple(judges["judge"]),
        kinds=tuple(kinds),
        units=[unit_name(*names) for names in units.iter_rows()]
        if len(unit) > 1
        else units["item"].to_list(),
        criterion=criterion,
        closed=categories.closed,
    )


def _coded(part: pl.DataFrame, names: list[str]) -> tuple[Codes, pl.DataFrame]:
    """For each row which of the distinct values of *names* it has, and those."""
    distinct = part.select(names).unique(maintain_order=True)
    numbered = distinct.with_row_index("code")
    codes = part.select(names).join(
        numbered, on=names, how="left", nulls_equal=True, maintain_order="left"
    )["code"]
    return codes.to_numpy(), distinct


def _grades(part: pl.DataFrame, taken: Taken, criterion: str) -> tuple[Codes, Categories]:
    """The code of each row's grade, `NONE` where there is none."""
    marks = part.select(
        pl.when(pl.col("outcome") == "graded").then(pl.col("value")).alias("value"),
        pl.when(pl.col("outcome") == "graded").then(pl.col("label")).alias("label"),
    )
    at, distinct = _coded(marks, ["value", "label"])
    rows = list(distinct.iter_rows())
    there = [place for place, mark in enumerate(rows) if mark != (None, None)]
    found = categories_of(
        [rows[place] for place in there], taken.scales.get(criterion), criterion=criterion
    )
    found = taken_at(found, taken.level(criterion), criterion)
    code = np.full(len(rows), NONE, dtype=np.int64)
    code[there] = found.codes
    return code[at], found


def _ask_single(rows: Codes, columns: Codes, width: int, part: pl.DataFrame) -> None:
    cell = rows.astype(np.int64) * width + columns
    _, first = np.unique(cell, return_index=True)
    if len(first) == len(cell):
        return
    again = np.setdiff1d(np.arange(len(cell)), first)
    row = part.row(int(again[0]), named=True)
    raise InputInvalid(
        f"{row['judge']} has judged {row['item']!r} on {row['criterion']!r} twice",
        where="ratings",
        hint="one judge gives one grade to a unit and criterion",
    )
