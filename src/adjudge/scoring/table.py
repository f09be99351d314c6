"""The reviews of a run as columns: what a ranking is made of, at some 40 bytes a review."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.errors import InputInvalid
from adjudge.verdict import ItemId

from .overall import Overall

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]

_NONE: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What the gates did to a score: very few of these are different."""

    ceiling: float | None = None
    floor: float | None = None
    disqualified: bool = False
    held_back: bool = False
    bounds: tuple[float, float] | None = None
    rounding: float = 0.0

    @classmethod
    def of(cls, overall: Overall) -> State:
        """That of *overall*."""
        return cls(
            ceiling=overall.ceiling,
            floor=overall.floor,
            disqualified=overall.disqualified,
            held_back=overall.held_back,
            bounds=overall.bounds,
            rounding=overall.rounding,
        )


@dataclass(frozen=True, slots=True)
class Table:
    """One row for each answer, one column for each reviewer, by their names."""

    questions: Small
    """Number of the question of each row."""
    authors: Small
    names: tuple[str, ...]
    """Of the authors."""
    reviewers: tuple[str, ...]
    values: Floats
    """The gated scores; NaN where there is none."""
    bases: Floats
    """The same before the gates."""
    states: Small
    """Numbers of `kinds`; -1 where no review was due."""
    kinds: tuple[State, ...]

    @property
    def count(self) -> int:
        """Questions with an answer that somebody should have reviewed."""
        return int(self.questions[-1]) + 1 if len(self.questions) else 0

    def of_kind(self, told: Sequence[float | bool | None], none: float) -> Floats:
        """For each review what *told* says of its kind; *none* where it says nothing."""
        each = [none if one is None else float(one) for one in told]
        return np.array([*each, none], dtype=np.float64)[self.states]

    def rows(self, start: int, stop: int) -> Table:
        """The rows from *start* up to *stop*."""
        cut = slice(start, stop)
        return Table(
            self.questions[cut],
            self.authors[cut],
            self.names,
            self.reviewers,
            self.values[cut],
            self.bases[cut],
            self.states[cut],
            self.kinds,
        )


class TableBuilder:
    """Takes reviews in any order, and lays them out in one that no order decides."""

    def __init__(self) -> None:
        self._ids: list[pl.Series] = []
        self._new: list[str] = []
        self._count = 0
        self._names: dict[str, int] = {}
        self._reviewers: dict[str, int] = {}
        self._kinds: dict[State, int] = {}
        self._question, self._author = array("i"), array("i")
        self._reviewer, self._kind = array("i"), array("i")
        self._value, self._base = array("d"), array("d")

    def question(self, id_: ItemId) -> None:
        """All reviews up to the next question are about *id_*."""
        self._new.append(id_)
        self._count += 1
        if len(self._new) >= _HELD:
            self._pack()

    def add(
        self, author: str, reviewer: str, score: tuple[float, float], kind: State
    ) -> None:
        """Take in what *reviewer* gave *author*: value and base, NaN for none."""
        self._question.append(self._count - 1)
        self._author.append(self._names.setdefault(author, len(self._names)))
        self._reviewer.append(self._reviewers.setdefault(reviewer, len(self._reviewers)))
        self._kind.append(self._kinds.setdefault(kind, len(self._kinds)))
        self._value.append(score[0])
        self._base.append(score[1])

    def _pack(self) -> None:
        self._ids.append(pl.Series(self._new, dtype=pl.String))
        self._new = []

    def table(self) -> Table:
        """Everything that came, in the order of questions, authors and reviewers."""
        self._pack()
        ids = pl.concat(self._ids)
        question = _places(ids)[np.frombuffer(self._question, dtype=np.int32)]
        author, names = _named(self._author, self._names)
        reviewer, reviewers = _named(self._reviewer, self._reviewers)
        cell = question * max(len(names), 1) + author
        rows, row = np.unique(cell, return_inverse=True)
        shape = (len(rows), len(reviewers))
        states = np.full(shape, _NONE, dtype=np.int32)
        np.add.at(states, (row, reviewer), 1)
        if bool((states > 0).any()):
            at = np.argwhere(states > 0)[0]
            _refuse(ids.sort()[int(rows[at[0]] // len(names))], reviewers[at[1]])
        states[row, reviewer] = np.frombuffer(self._kind, dtype=np.int32)
        values, bases = np.full(shape, np.nan), np.full(shape, np.nan)
        values[row, reviewer] = np.frombuffer(self._value)
        bases[row, reviewer] = np.frombuffer(self._base)
        bases[np.isnan(values)] = np.nan
        size = max(len(names), 1)
        return Table(
            _dense(rows // size),
            (rows % size).astype(np.int32),
            names,
            reviewers,
            values,
            bases,
            states,
            tuple(self._kinds),
        )


_HELD: Final = 10_000


def _places(ids: pl.Series) -> Numbers:
    """The place of each id among all of them."""
    made = np.empty(len(ids), dtype=np.int64)
    made[ids.arg_sort().to_numpy()] = np.arange(len(ids))
    return made


def _dense(questions: Numbers) -> Small:
    """Numbers without holes: a question without reviews has no row."""
    steps = np.diff(questions, prepend=questions[:1]) != 0
    return np.cumsum(steps).astype(np.int32)


def _named(given: array[int], numbers: dict[str, int]) -> tuple[Numbers, tuple[str, ...]]:
    names = sorted(numbers)
    place = np.empty(len(names), dtype=np.int64)
    place[[numbers[name] for name in names]] = np.arange(len(names))
    return place[np.frombuffer(given, dtype=np.int32)], tuple(names)


def _refuse(question: str, reviewer: str) -> None:
    raise InputInvalid(
        f"{reviewer} has scored an answer twice",
        where=f"question {question}",
        hint="keep its last review, so that no reviewer counts twice",
    )
