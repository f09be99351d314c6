"""A table of ratings as columns of small integers: ten million rows are 200 MB."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.agreement.ratings import NONE, Floats, code_type
from adjudge.verdict import number_shown

from .layout import ROW
from .looks import as_text

Codes = npt.NDArray[np.integer[Any]]

TEXTS: Final = (
    "item",
    "system",
    "criterion",
    "judge",
    "kind",
    "outcome",
    "label",
    "rubric",
)
"""The columns of names, of which each has few compared with the rows."""

_FEW: Final = 1 << 16
_DIRECT: Final = 1 << 24
_PART: Final = 1 << 20


class Names:
    """Numbers for texts, in the order in which they first come."""

    def __init__(self) -> None:
        self._type = pl.Categorical(pl.Categories.random())
        self._held = pl.Series([], dtype=self._type)  # numbers live while a column does
        self._size = 0

    def codes(self, column: pl.Series) -> Codes:
        """The number of each text; `NONE` where there is none."""
        codes = as_text(column).cast(self._type).to_physical()
        found = codes.cast(pl.Int32).fill_null(NONE).to_numpy()
        self._size = max(self._size, int(found.max(initial=NONE)) + 1)
        return found.astype(code_type(self._size))

    def __len__(self) -> int:
        return self._size

    def texts(self) -> list[str]:
        """The text of each number."""
        numbers = pl.Series(np.arange(self._size, dtype=np.uint32))
        if not self._size:
            return []
        return numbers.cat.to(self._type).cast(pl.String).to_list()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Coded:
    """Ratings, one a position."""

    codes: Mapping[str, Codes]
    """For each of `TEXTS` and `value`: which one each position has."""
    texts: Mapping[str, Sequence[str]]
    values: Sequence[float | str]
    """What the codes of `value` stand for: as they came, numbers or texts."""
    rows: npt.NDArray[np.uint32]
    """The number of each position's row in its file."""
    starts: tuple[int, ...]
    """The position at which each file begins."""

    @property
    def size(self) -> int:
        """How many ratings there are."""
        return len(self.rows)

    def only(self, kept: npt.NDArray[np.bool_]) -> Coded:
        """The positions of the mask *kept*."""
        before = np.concatenate([[0], np.cumsum(kept)])
        return replace(
            self,
            codes={name: codes[kept] for name, codes in self.codes.items()},
            rows=self.rows[kept],
            starts=tuple(int(before[start]) for start in self.starts),
        )

    def text(self, name: str, code: int) -> str | None:
        """The text behind *code*."""
        return None if code == NONE else self.texts[name][code]


class _Values:
    """The values of a table: numbers as long as all are, otherwise texts."""

    def __init__(self) -> None:
        self._names = Names()
        self._place: dict[float, int] = {}
        self._parts: list[Codes] = []
        self._of_texts: list[bool] = []

    def add(self, column: pl.Series) -> None:
        numeric = column.dtype.is_numeric()
        self._of_texts.append(not numeric)
        self._parts.append(self._numbers(column) if numeric else self._names.codes(column))

    def _numbers(self, column: pl.Series) -> Codes:
        numbers = column.cast(pl.Float64).fill_null(float("nan")).to_numpy()
        codes, known = coded_numbers(numbers)
        place = self._place
        there = [place.setdefault(number, len(place)) for number in known]
        return _recoded(codes, there, len(place))

    def done(self) -> tuple[Codes, Sequence[float | str]]:
        if not any(self._of_texts):
            return _joined(self._parts), list(self._place)
        shown = pl.Series([number_shown(number) for number in self._place], dtype=pl.String)
        there = self._names.codes(shown).tolist()
        parts = [
            part if of_texts else _recoded(part, there, len(self._names))
            for part, of_texts in zip(self._parts, self._of_texts, strict=True)
        ]
        return _joined(parts), self._names.texts()


def _recoded(codes: Codes, place: Sequence[int], size: int) -> Codes:
    """*codes* after the meaning of each code has got another one."""
    known: Codes = np.array([*place, NONE], dtype=code_type(size))
    return known[codes]


class Coder:
    """Takes batches of ratings, one after the other, and keeps their codes."""

    def __init__(self) -> None:
        self._names = {name: Names() for name in TEXTS}
        self._codes: dict[str, list[Codes]] = {name: [] for name in TEXTS}
        self._values = _Values()
        self._rows: list[npt.NDArray[np.uint32]] = []
        self._starts: list[int] = []
        self._size = 0

    def begin_file(self) -> None:
        """What is added from here on stands in another file."""
        self._starts.append(self._size)

    def add(self, batch: pl.DataFrame) -> None:
        """Append *batch*, whose columns have the names of their roles."""
        for name, parts in self._codes.items():
            if name in batch.columns:
                parts.append(self._names[name].codes(batch[name]))
            else:
                parts.append(np.full(batch.height, NONE, dtype=np.int8))
        self._values.add(batch["value"])
        self._rows.append(batch[ROW].cast(pl.UInt32).to_numpy())
        self._size += batch.height

    def done(self) -> Coded:
        """All that was added."""
        codes = {name: _joined(parts) for name, parts in self._codes.items()}
        value, values = self._values.done()
        return Coded(
            codes={**codes, "value": value},
            texts={name: self._names[name].texts() for name in TEXTS},
            values=values,
            rows=_joined(self._rows) if self._rows else np.empty(0, np.uint32),
            starts=tuple(self._starts),
        )


def _joined(parts: Sequence[Any]) -> Any:
    return np.concatenate(parts) if parts else np.empty(0, np.int8)


def coded_numbers(numbers: Floats) -> tuple[Codes, list[float]]:
    """Which of its distinct numbers each one is, rising; `NONE` for NaN."""
    column = pl.Series(numbers).fill_nan(None)
    distinct = (column.unique().drop_nulls().sort() + 0.0).unique(maintain_order=True)
    known = distinct.to_numpy()
    if len(known) > _FEW:
        known, codes = np.unique(numbers[~np.isnan(numbers)] + 0.0, return_inverse=True)
        sparse = np.full(len(numbers), NONE, np.int32)
        sparse[~np.isnan(numbers)] = codes
        return sparse, known.tolist()
    found = _steps(numbers, known)
    found[np.isnan(numbers)] = NONE
    return found, known.tolist()


def _steps(numbers: Floats, known: Floats) -> Codes:
    """The place of each number among those *known*, rising."""
    narrow = code_type(len(known))
    if (
        len(known)
        and known[-1] - known[0] < _FEW
        and bool((known == np.round(known)).all())
    ):
        low = int(known[0])
        place = np.zeros(int(known[-1]) - low + 1, dtype=narrow)
        place[(known - low).astype(np.int64)] = np.arange(len(known), dtype=narrow)
        steps = np.nan_to_num(numbers - low).astype(np.int32)
        found: Codes = place[steps]
        return found
    return np.searchsorted(known, numbers).astype(narrow)


def distinct_of(columns: Sequence[tuple[Codes, int]]) -> tuple[Codes, list[list[int]]]:
    """Which distinct row of *columns* each position has, and those rows.

    Columns are codes from `NONE` on with how many there are. Rows are in their own order.
    """
    sizes = [size for _, size in columns]
    count = len(columns[0][0])
    space = math.prod(size + 1 for size in sizes)
    if space > _DIRECT:
        keys = np.concatenate([key for _, key in mixed(columns)]) if count else np.empty(0)
        known, which = np.unique(keys, return_inverse=True)
        return which.astype(np.int32), _unmixed(known, sizes)
    there = np.zeros(space, dtype=np.bool_)
    for _, key in mixed(columns):
        there[key] = True
    known = np.flatnonzero(there)
    place = np.zeros(space, dtype=code_type(len(known)))
    place[known] = np.arange(len(known))
    found = np.empty(count, dtype=place.dtype)
    for part, key in mixed(columns):
        found[part] = place[key]
    return found, _unmixed(known, sizes)


def mixed(
    columns: Sequence[tuple[Codes, int]],
) -> Iterator[tuple[slice, npt.NDArray[np.int64]]]:
    """One number for each row of *columns*, part by part: all at once would be large."""
    for start in range(0, len(columns[0][0]), _PART):
        part = slice(start, start + _PART)
        key = np.zeros(len(columns[0][0][part]), dtype=np.int64)
        for codes, size in columns:
            key *= size + 1
            key += codes[part]
            key += 1
        yield part, key


def _unmixed(known: npt.NDArray[np.int64], sizes: Sequence[int]) -> list[list[int]]:
    parts = []
    for size in reversed(sizes):
        parts.append((known % (size + 1) - 1).tolist())
        known = known // (size + 1)
    return [list(row) for row in zip(*reversed(parts), strict=True)]


def renamed(
    codes: Codes, texts: Sequence[str], name_of: Callable[[str], str]
) -> tuple[Codes, list[str]]:
    """*codes* after each text has got another name, which several may share."""
    names = [name_of(text) for text in texts]
    if names == list(texts):
        return codes, names
    place: dict[str, int] = {}
    for name in names:
        place.setdefault(name, len(place))
    return _recoded(codes, [place[name] for name in names], len(place)), list(place)
