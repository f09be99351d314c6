"""Many reviews at once: the overall score over the ledger, equal to the plain `overall`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.errors import InputInvalid
from adjudge.rubric import (
    Cap,
    Criterion,
    CriterionId,
    Disqualify,
    Floor,
    Gate,
    Grade,
    Rubric,
    bounds_of,
    weighable,
)
from adjudge.verdict import Graded, Outcome

from .condition import closes, name_of
from .overall import DIGITS, foreign, stretch

Floats = npt.NDArray[np.float64]

_OPEN: Final = 0
_CLOSED: Final = 1
_UNTOLD: Final = 2
"""Three states of a gate; what has no verdict is untold."""


def score_frame(
    verdicts: pl.DataFrame, rubric: Rubric, *, elsewhere: pl.DataFrame | None = None
) -> pl.DataFrame:
    """The overall of each (item, judge) of *verdicts*, which are all given under *rubric*.

    *elsewhere* holds verdicts under other rubrics, at most one for each item and
    criterion. Columns: item, judge, value, base, ceiling, floor, disqualified, held_back,
    renormalised, missing; in the order in which the reviews come.
    """
    known = verdicts.filter(pl.col("criterion").is_in([c.id for c in rubric.criteria]))
    reviews = verdicts.select("item", "judge").unique(maintain_order=True)
    grid = _grid(known, reviews, rubric.criteria)
    stretched = np.full((reviews.height, len(rubric.criteria)), np.nan)
    states = np.full((reviews.height, len(rubric.gates)), _UNTOLD, dtype=np.int8)
    for at, criterion in enumerate(rubric.criteria):
        kinds = grid.of(criterion.id)
        outcomes = [_outcome(row, criterion) for row in kinds.iter_rows(named=True)]
        place = grid.place[:, at]
        stretched[:, at] = _take(
            [_stretched(outcome, criterion, rubric) for outcome in outcomes], place
        )
        for number, gate in enumerate(rubric.gates):
            if not foreign(gate, rubric) and gate.when.criterion == criterion.id:
                states[:, number] = _states(gate, outcomes, place)
    for number, gate in enumerate(rubric.gates):
        if foreign(gate, rubric):
            states[:, number] = _elsewhere(gate, reviews, elsewhere)
    return _made(reviews, stretched, states, rubric)


@dataclass(frozen=True, slots=True)
class _Grid:
    """Every different outcome once, and which one each review has for each criterion."""

    kinds: pl.DataFrame
    place: npt.NDArray[np.int64]
    """Review by criterion: number of the outcome among those of the criterion, or -1."""

    def of(self, criterion: CriterionId) -> pl.DataFrame:
        """The different outcomes of *criterion*, in the order of their numbers."""
        return self.kinds.filter(pl.col("criterion") == criterion).sort("number")


_KIND: Final = ["criterion", "outcome", "value", "label"]


def _grid(
    known: pl.DataFrame, reviews: pl.DataFrame, criteria: Sequence[Criterion]
) -> _Grid:
    slim = known.select("item", "judge", *_KIND)
    # A grade is read by its number, where it has one: labels would only multiply kinds.
    label = pl.when(pl.col("value").is_null()).then("label")
    slim = slim.with_columns(label=label)
    kinds = slim.select(_KIND).unique(maintain_order=True)
    kinds = kinds.with_columns(
        number=pl.int_range(pl.len(), dtype=pl.Int64).over("criterion")
    )
    columns = pl.DataFrame(
        {"criterion": [c.id for c in criteria], "column": range(len(criteria))},
        schema={"criterion": pl.String, "column": pl.Int64},
    )
    numbered = (
        slim.join(kinds, on=_KIND, how="left", nulls_equal=True, maintain_order="left")
        .join(columns, on="criterion", how="left", maintain_order="left")
        .join(
            reviews.with_row_index("row"),
            on=["item", "judge"],
            how="left",
            maintain_order="left",
        )
    )
    row = numbered["row"].to_numpy().astype(np.int64)
    column = numbered["column"].to_numpy()
    _ask_once(row * len(criteria) + column, known)
    place = np.full((reviews.height, len(criteria)), -1, dtype=np.int64)
    place[row, column] = numbered["number"].to_numpy()
    return _Grid(kinds, place)


def _ask_once(cells: npt.NDArray[np.int64], known: pl.DataFrame) -> None:
    if not len(cells) or int(np.bincount(cells).max()) < 2:
        return
    first = np.full(int(cells.max()) + 1, -1)
    order = np.arange(len(cells))
    first[cells[::-1]] = order[::-1]
    at = int(np.flatnonzero(first[cells] != order)[0])
    item, judge, criterion = known.select("item", "judge", "criterion").row(at)
    raise InputInvalid(
        f"{judge} has judged {criterion!r} twice",
        where=f"item {item}",
        hint="keep its last verdict, so that none counts twice",
    )


def _outcome(row: dict[str, Any], criterion: Criterion | None) -> Outcome | None:
    """The outcome of *row*, its grade read once more by the scale; None: not graded."""
    if row["outcome"] != "graded":
        return None
    grade = Grade(row["label"] or "", row["value"])
    if criterion is not None:
        grade = criterion.read(grade.label if grade.value is None else grade.value)
    return Graded(grade=grade)


def _stretched(outcome: Outcome | None, criterion: Criterion, rubric: Rubric) -> float:
    own, onto = bounds_of(criterion.scale), rubric.bounds
    if not isinstance(outcome, Graded) or own is None or onto is None:
        return np.nan
    value = outcome.grade.value
    return np.nan if value is None else stretch(value, own, onto)


def _take(values: Sequence[float], place: npt.NDArray[np.int64]) -> Floats:
    """*values* at *place*; the last one, which stands for -1, is NaN."""
    return np.array([*values, np.nan], dtype=np.float64)[place]


def _states(
    gate: Gate, outcomes: Sequence[Outcome | None], place: npt.NDArray[np.int64]
) -> npt.NDArray[np.int8]:
    told = [closes(gate.when, outcome) for outcome in [*outcomes, None]]
    numbers = [_UNTOLD if shut is None else int(shut) for shut in told]
    return np.array(numbers, dtype=np.int8)[place]


def _elsewhere(
    gate: Gate, reviews: pl.DataFrame, elsewhere: pl.DataFrame | None
) -> npt.NDArray[np.int8]:
    """The state of *gate* at each review, by what was found under its rubric."""
    if elsewhere is None:
        return np.full(reviews.height, _UNTOLD, dtype=np.int8)
    when = gate.when
    of = pl.col("rubric")
    found = elsewhere.filter(
        (pl.col("criterion") == when.criterion)
        & ((of == when.rubric) | of.str.starts_with(f"{when.rubric}@"))
    ).select("item", "outcome", "value", "label")
    if found["item"].is_duplicated().any():
        item = found.filter(found["item"].is_duplicated())["item"][0]
        raise InputInvalid(
            f"there are several verdicts on {name_of(when)}",
            where=f"item {item}",
            hint="keep the one that the gate should look at",
        )
    kinds = found.select("outcome", "value", "label").unique(maintain_order=True)
    outcomes = [_outcome(row, None) for row in kinds.iter_rows(named=True)]
    numbered = found.join(
        kinds.with_row_index("number"), on=["outcome", "value", "label"], nulls_equal=True
    )
    place = reviews.join(
        numbered.select("item", "number"), on="item", how="left", maintain_order="left"
    )["number"]
    return _states(gate, outcomes, place.cast(pl.Int64).fill_null(-1).to_numpy())


def _made(
    reviews: pl.DataFrame,
    stretched: Floats,
    states: npt.NDArray[np.int8],
    rubric: Rubric,
) -> pl.DataFrame:
    base, lacking = _base(stretched, rubric)
    closed, untold = states == _CLOSED, states == _UNTOLD
    ceiling = _reach(
        closed, [g.at if isinstance(g, Cap) else None for g in rubric.gates], -1
    )
    floor = _reach(
        closed, [g.at if isinstance(g, Floor) else None for g in rubric.gates], 1
    )
    out = closed[:, [isinstance(g, Disqualify) for g in rubric.gates]].any(axis=1)
    held = closed[:, [foreign(g, rubric) for g in rubric.gates]].any(axis=1)
    value = np.fmin(np.fmax(base, floor), ceiling)
    value = np.where(np.isnan(base) | out | untold.any(axis=1), np.nan, value)
    return reviews.with_columns(
        pl.Series("value", value).fill_nan(None),
        pl.Series("base", base).fill_nan(None),
        pl.Series("ceiling", ceiling).fill_nan(None),
        pl.Series("floor", floor).fill_nan(None),
        pl.Series("disqualified", out),
        pl.Series("held_back", held),
        pl.Series("renormalised", lacking.any(axis=1) & ~np.isnan(base)),
        _missing(lacking, untold, rubric),
    )


def _base(stretched: Floats, rubric: Rubric) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """The weighted means, and which criteria each lacks."""
    shares = rubric.weights() if weighable(rubric.criteria) else {}
    weights = np.array([shares.get(c.id, 0.0) for c in rubric.criteria])
    there = ~np.isnan(stretched) & (weights > 0)
    lacking = ~there & (weights > 0)
    total = there @ weights
    mean = np.where(there, stretched, 0.0) @ weights
    kept = total > 0
    if rubric.missing == "refuse":
        kept &= ~lacking.any(axis=1)
    base = np.full(len(stretched), np.nan)
    base[kept] = np.round(mean[kept] / total[kept], DIGITS)
    return base, lacking


def _reach(closed: npt.NDArray[np.bool_], ends: Sequence[float | None], way: int) -> Floats:
    """The least (-1) or the greatest (1) of *ends* whose gate closed; NaN: none."""
    made = np.full(len(closed), np.nan)
    for shut, end in zip(closed.T, ends, strict=True):
        if end is not None:
            beside = np.fmin(made, end) if way < 0 else np.fmax(made, end)
            made = np.where(shut, beside, made)
    return made


def _missing(
    lacking: npt.NDArray[np.bool_], untold: npt.NDArray[np.bool_], rubric: Rubric
) -> pl.Series:
    """What each review lacks: every pattern is told once."""
    patterns = np.concatenate([lacking, untold], axis=1)
    different, place = np.unique(patterns, axis=0, return_inverse=True)
    criteria = [str(c.id) for c in rubric.criteria]
    told: list[list[str]] = []
    for pattern in different:
        names = [n for n, lacks in zip(criteria, pattern, strict=False) if lacks]
        for gate, lacks in zip(rubric.gates, pattern[len(criteria) :], strict=True):
            name = name_of(gate.when) if foreign(gate, rubric) else str(gate.when.criterion)
            if lacks and name not in names:
                names.append(name)
        told.append(names)
    lists = pl.Series("missing", told, dtype=pl.List(pl.String))
    return lists.gather(pl.Series(place.ravel(), dtype=pl.UInt32)).rename("missing")
