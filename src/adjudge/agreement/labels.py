"""Who called what what: one row for each label, so that memory follows the labels.

A matrix of items and judges would be mostly empty: of a thousand judges each item has
seen three. Rows are put in the order of their names, so that a sum of floating-point
numbers is the same whatever the order they came in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.errors import InputInvalid

from .ratings import Ratings

Codes = npt.NDArray[np.int32]

COLUMNS: Final = ("item", "judge", "label")


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Labels:
    """Labels by item, judge and category, as codes; sorted by all three."""

    item: Codes
    judge: Codes
    label: Codes
    items: Sequence[str]
    judges: tuple[str, ...]
    labels: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many labels there are."""
        return len(self.label)

    @property
    def is_telling(self) -> bool:
        """Whether two judges have an item in common, and labels are not all the same."""
        return bool((self.item[1:] == self.item[:-1]).any() and np.ptp(self.label))

    def __repr__(self) -> str:
        return (
            f"Labels({self.size:,} of {len(self.items):,} items by "
            f"{len(self.judges):,} judges, {len(self.labels):,} classes)"
        )


def as_labels(data: Any, *, labels: Sequence[str] = ()) -> Labels:
    """Labels from what they come in; *labels* are the categories that there can be.

    Takes `Labels`, `Ratings`, a Polars or pandas frame with `item`, `judge` and `label`
    (or `value`), triples of these, or a matrix with a row for each item and a column for
    each judge.
    """
    if isinstance(data, Labels):
        return data
    if isinstance(data, Ratings):
        return _of_ratings(data)
    if isinstance(data, pl.DataFrame):
        return _of_frame(data, labels)
    if isinstance(data, np.ndarray):
        return _of_frame(_of_matrix(data), labels)
    if hasattr(data, "iloc"):  # a pandas frame, without importing pandas
        named = _named(list(data.columns))
        return _of_frame(
            pl.DataFrame([_of_pandas(name, data[name]) for name in named]), labels
        )
    return _of_frame(_of_triples(data), labels)


def _of_ratings(ratings: Ratings) -> Labels:
    units, judges = np.nonzero(ratings.there)
    rated, units_at = np.unique(units, return_inverse=True)
    names = ratings.units if len(ratings.units) else range(len(ratings.cells))
    order, place = _sorted([str(names[at]) for at in rated.tolist()])
    ranks, rank = _sorted(list(ratings.judges))
    return _laid(
        Labels(
            item=place[units_at],
            judge=rank[judges],
            label=ratings.cells[units, judges].astype(np.int32),
            items=order,
            judges=tuple(ranks),
            labels=ratings.labels,
        )
    )


def _sorted(names: list[str]) -> tuple[list[str], Codes]:
    order = sorted(set(names))
    at = {name: n for n, name in enumerate(order)}
    return order, np.array([at[name] for name in names], dtype=np.int32)


def _of_triples(data: Iterable[Any]) -> pl.DataFrame:
    rows = list(data)
    if any(len(row) != len(COLUMNS) for row in rows):
        raise InputInvalid(
            "a label is not a triple", where="labels", hint="give (item, judge, label)"
        )
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    return pl.DataFrame(
        {
            name: [None if cell is None else _text(cell) for cell in column]
            for name, column in zip(COLUMNS, columns, strict=True)
        },
        schema=dict.fromkeys(COLUMNS, pl.String),
    )


def _of_matrix(matrix: npt.NDArray[Any]) -> pl.DataFrame:
    if matrix.ndim != len(("item", "judge")):
        raise InputInvalid(
            "a matrix of labels has rows and columns",
            where="labels",
            hint="one row for each item, one column for each judge",
        )
    wide = [len(str(size)) for size in matrix.shape]
    cells = [
        (f"{at:0{wide[0]}d}", f"{to + 1:0{wide[1]}d}", cell)
        for (at, to), cell in np.ndenumerate(matrix)
        if cell is not None and cell == cell  # noqa: PLR0124  # NaN is no label
    ]
    return _of_triples(cells)


def _of_pandas(name: str, column: Any) -> pl.Series:
    """A column whose gaps are None or NaN, whatever else is in it."""
    if column.dtype.kind in "iufb":
        return pl.Series(name, column.to_numpy())
    cells = (None if cell is None or cell != cell else _text(cell) for cell in column)  # noqa: PLR0124
    return pl.Series(name, list(cells), dtype=pl.String)


def _text(cell: Any) -> str:
    return f"{cell:g}" if isinstance(cell, float) else str(cell)


def _named(columns: Sequence[str]) -> tuple[str, str, str]:
    third = "label" if "label" in columns else "value"
    if lacking := [c for c in ("item", "judge", third) if c not in columns]:
        raise InputInvalid(
            f"there is no column {lacking[0]!r}",
            where="labels",
            hint="labels have the columns item, judge and label (or value)",
        )
    return ("item", "judge", third)


def _of_frame(frame: pl.DataFrame, labels: Sequence[str]) -> Labels:
    third = _named(frame.columns)[2]
    said = pl.col(third)
    if frame.schema[third].is_float():
        whole = said.cast(pl.Int64, strict=False)
        said = (
            pl.when(said == whole)
            .then(whole.cast(pl.String))
            .otherwise(said.fill_nan(None).cast(pl.String))
        )
    taken = frame.select(
        item=pl.col("item").cast(pl.String),
        judge=pl.col("judge").cast(pl.String),
        label=said.cast(pl.String),
    ).drop_nulls()
    items, item = _coded(taken["item"], ())
    judges, judge = _coded(taken["judge"], ())
    known, label = _coded(taken["label"], tuple(labels))
    return _laid(
        Labels(
            item=item,
            judge=judge,
            label=label,
            items=items,
            judges=tuple(judges),
            labels=tuple(known),
        )
    )


def _coded(column: pl.Series, known: tuple[str, ...]) -> tuple[Sequence[str], Codes]:
    """The names in *column* in their order, and the place of each row's."""
    if known:
        order = list(known)
    else:
        order = column.unique().sort().to_list()
        if column.name == "label":
            order = _in_order(order)
    places = pl.DataFrame({"name": order}, schema={"name": pl.String}).with_row_index("at")
    rows = column.to_frame("name").join(
        places, on="name", how="left", maintain_order="left"
    )
    if rows["at"].null_count():
        stray = rows.filter(pl.col("at").is_null())["name"][0]
        raise InputInvalid(
            f"{stray!r} is none of the categories",
            where="labels",
            hint="the categories are " + ", ".join(order[:20]),
        )
    return order, rows["at"].cast(pl.Int32).to_numpy()


def _in_order(names: list[str]) -> list[str]:
    """Numbers by their size, words by the alphabet."""
    try:
        return sorted(names, key=float)
    except ValueError:
        return sorted(names)


def _laid(given: Labels) -> Labels:
    """*given* with its rows in the one order that names alone decide."""
    order = np.lexsort((given.label, given.judge, given.item))
    return Labels(
        item=given.item[order],
        judge=given.judge[order],
        label=given.label[order],
        items=given.items,
        judges=given.judges,
        labels=given.labels,
    )
