"""What is observed of a council in columns: there may be millions of observations."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid

from .board import Board
from .effect import Observed
from .student import Floats

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

_NONE: Final = float("nan")


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Values of some observations in their places, and which place is whose."""

    board: Board
    row: Numbers
    """Of each observation."""
    column: Numbers
    authors: Numbers
    """Number of the author of each row."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Observations:
    """A column for each thing that is observed, in the order of the names."""

    questions: tuple[str, ...]
    authors: tuple[str, ...]
    reviewers: tuple[str, ...]
    question: Numbers
    """Place in `questions`."""
    author: Numbers
    reviewer: Numbers
    overall: Floats
    holistic: Floats
    criteria: Mapping[str, Floats]
    position: Numbers
    """-1 where it is not known."""
    length: Numbers
    """0 where it is not known."""
    own: Mask

    def __len__(self) -> int:
        return len(self.own)

    def laid(self, kept: Mask, values: Floats) -> Laid:
        """The *values* of those that are *kept*: a row an answer, a column a reviewer."""
        answer = self.question[kept] * len(self.authors) + self.author[kept]
        rows, row = np.unique(answer, return_inverse=True)
        columns, column = np.unique(self.reviewer[kept], return_inverse=True)
        placed = np.full((len(rows), len(columns)), np.nan)
        cells = row * len(columns) + column
        count = np.bincount(cells, minlength=placed.size)
        if count.max(initial=0) > 1:
            first = int(count.argmax())
            self._twice(int(rows[first // len(columns)]), columns[first % len(columns)])
        placed.flat[cells] = values[kept]
        asked, authors = np.divmod(rows, max(len(self.authors), 1))
        laid = Board(
            values=placed,
            answers=(),
            reviewers=tuple(self.reviewers[at] for at in columns.tolist()),
            questions=np.unique(asked, return_inverse=True)[1],
        )
        return Laid(laid, row, column, authors)

    def _twice(self, answer: int, reviewer: int) -> None:
        question, author = divmod(answer, len(self.authors))
        raise InputInvalid(
            f"{self.reviewers[reviewer]} has scored {self.authors[author]!r} twice",
            where=f"question {self.questions[question]}",
            hint="keep its last review, so that no reviewer counts twice",
        )


def observations(observed: Iterable[Observed]) -> Observations:
    """All of *observed*, each of which may be let go at once."""
    gathered = _Gathered()
    for one in observed:
        gathered.add(one)
    return gathered.sorted()


@dataclass(slots=True)
class _Names:
    """Names, each held once, and a number for each time that one came."""

    known: dict[str, int] = field(default_factory=dict)
    codes: array[int] = field(default_factory=lambda: array("i"))

    def add(self, name: str) -> None:
        self.codes.append(self.known.setdefault(name, len(self.known)))

    def sorted(self) -> tuple[tuple[str, ...], Numbers]:
        """The names in order, and where in them each belongs."""
        names = sorted(self.known)
        place = np.zeros(len(names), dtype=np.int64)
        for at, name in enumerate(names):
            place[self.known[name]] = at
        return tuple(names), place[_read(self.codes, np.int32)]


def _read(column: array[Any], kind: npt.DTypeLike) -> npt.NDArray[Any]:
    return np.frombuffer(column, dtype=kind)


@dataclass(slots=True)
class _Gathered:
    names: tuple[_Names, _Names, _Names] = field(
        default_factory=lambda: (_Names(), _Names(), _Names())
    )
    overall: array[float] = field(default_factory=lambda: array("d"))
    holistic: array[float] = field(default_factory=lambda: array("d"))
    criteria: dict[str, array[float]] = field(default_factory=dict)
    position: array[int] = field(default_factory=lambda: array("q"))
    length: array[int] = field(default_factory=lambda: array("q"))
    own: array[int] = field(default_factory=lambda: array("b"))

    def add(self, one: Observed) -> None:
        for names, name in zip(
            self.names, (one.question, one.author, one.reviewer), strict=True
        ):
            names.add(name)
        for key, value in one.criteria.items():
            if key not in self.criteria:
                self.criteria[key] = array("d")
            self._fill(self.criteria[key])
            self.criteria[key].append(value)
        self.overall.append(_NONE if one.overall is None else one.overall)
        self.holistic.append(_NONE if one.holistic is None else one.holistic)
        self.position.append(-1 if one.position is None else one.position)
        self.length.append(one.length or 0)
        self.own.append(one.own)

    def _fill(self, column: array[float]) -> None:
        """Nothing was given by those before, who have not said anything."""
        lacking = len(self.own) - len(column)
        if lacking:
            column.extend([_NONE] * lacking)

    def sorted(self) -> Observations:
        (questions, question), (authors, author), (reviewers, reviewer) = (
            names.sorted() for names in self.names
        )
        order = np.lexsort((reviewer, author, question))
        for column in self.criteria.values():
            self._fill(column)
        return Observations(
            questions=questions,
            authors=authors,
            reviewers=reviewers,
            question=question[order],
            author=author[order],
            reviewer=reviewer[order],
            overall=_read(self.overall, np.float64)[order],
            holistic=_read(self.holistic, np.float64)[order],
            criteria={
                key: _read(column, np.float64)[order]
                for key, column in sorted(self.criteria.items())
            },
            position=_read(self.position, np.int64)[order],
            length=_read(self.length, np.int64)[order],
            own=_read(self.own, np.bool_)[order],
        )
