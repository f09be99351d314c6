"""One judge, one unit, one criterion, and more than one verdict: which of them counts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.errors import InputInvalid
from adjudge.rubric import Level

from .choices import Choices, Origin
from .coded import Codes, mixed
from .faults import refused
from .grades import GRADED, Grades

Positions = npt.NDArray[np.int64]

_SPACE: Final = 1 << 22


def any_repeated(columns: Sequence[tuple[Codes, int]]) -> bool:
    """Whether two positions are alike in all of *columns*."""
    count, space = len(columns[0][0]), math.prod(size + 1 for _, size in columns)
    if space > max(_SPACE, 8 * count):
        keys = pl.concat([pl.Series(key) for _, key in mixed(columns)])
        return keys.n_unique() < count
    seen = np.zeros(space, dtype=np.bool_)
    for _, key in mixed(columns):
        seen[key] = True
    return int(seen.sum()) < count


def repeated(columns: Sequence[tuple[Codes, int]]) -> tuple[Positions, Positions]:
    """The positions that are like another one in all of *columns*, and their cells."""
    keys = pl.concat([pl.Series(key) for _, key in mixed(columns)])
    places = np.flatnonzero(keys.is_duplicated().to_numpy())
    return places, keys.to_numpy()[places]


def superseded(table: pl.DataFrame, origin: Origin) -> tuple[pl.DataFrame, Positions]:
    """The repeats that remain, and the positions of verdicts that a later one replaces.

    In a ledger a correction is a new verdict with a later time. *table* has `cell`,
    `position`, `own`.
    """
    times = origin.times(table["position"].to_numpy())
    known = pl.Series("at", [None] * table.height, pl.Datetime("us", "UTC"))
    table = table.with_columns((known if times is None else times).alias("at"))
    clear = (
        pl.col("own").all()
        & pl.col("at").is_not_null().all()
        & pl.col("at").is_unique().all()
    ).over("cell")
    table = table.with_columns(clear=clear)
    own = table.filter("clear")
    latest = pl.col("at") == pl.col("at").max().over("cell")
    gone = own.filter(~latest)["position"].to_numpy()
    return table.filter(~pl.col("clear")).drop("clear"), gone


def settle_repeats(
    table: pl.DataFrame, grades: Grades, choices: Choices, origin: Origin
) -> Positions:
    """The positions that do not count; a mean is put where the last one stands."""
    if choices.duplicates == "error":
        raise _twice(table, origin)
    if choices.duplicates == "latest":
        return _earlier(table)
    return _averaged(table, grades)


def _twice(table: pl.DataFrame, origin: Origin) -> InputInvalid:
    first = table.with_columns(first=pl.col("position").first().over("cell"))
    again = first.filter(pl.col("position") != pl.col("first"))
    found = [
        (
            row["position"],
            (
                f"{row['judge']!r} has rated {row['item']!r} on {row['criterion']!r} "
                f"before, in {origin.row(row['first'])}"
            ),
        )
        for row in again.head(5).iter_rows(named=True)
    ]
    return refused(
        found,
        origin,
        hint="delete the row, or say what counts: --duplicates latest or --duplicates mean",
        total=again.height,
    )


def _earlier(table: pl.DataFrame) -> Positions:
    """All but the latest: by time where each has one, otherwise by row."""
    timed = pl.col("at").is_not_null().all().over("cell")
    in_order = table.with_columns(
        at=pl.when(timed).then(pl.col("at")).otherwise(None)
    ).sort("cell", "at", "position")
    last = pl.col("position") == pl.col("position").last().over("cell")
    return in_order.filter(~last)["position"].to_numpy()


def _averaged(table: pl.DataFrame, grades: Grades) -> Positions:
    gone: list[int] = []
    made: dict[Any, int] = {}
    for part in table.partition_by("cell", maintain_order=True):
        at = part["position"].to_numpy()
        marks = grades.which[at].tolist()
        numbers = [grades.value[m] for m in marks if grades.state[m] == GRADED]
        graded = [place for place, m in zip(at.tolist(), marks, strict=True)
                  if grades.state[m] == GRADED] or at.tolist()  # fmt: skip
        stays = graded[-1]
        gone += [place for place in at.tolist() if place != stays]
        if numbers:
            mean = float(np.mean([number or 0.0 for number in numbers]))
            key = (grades.criterion[marks[-1]], mean)
            if key not in made:
                made[key] = grades.add(*key)
            if grades.which.dtype != np.int32:
                grades.which = grades.which.astype(np.int32)
            grades.which[stays] = made[key]
    return np.array(sorted(gone), dtype=np.int64)


def ask_means(level: Level, criterion: str) -> None:
    """Refuse means where they mean nothing."""
    if level in (Level.NOMINAL, Level.ORDINAL):
        raise InputInvalid(
            f"the grades of {criterion} are {level.value}: a mean of two is none of them",
            where="--duplicates mean",
            hint=f"--duplicates latest, or say --level {criterion}=interval",
        )
