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
    """Takes reviews question by question, and lays them out as no order decides."""

    def __init__(self) -> None:
        self._packed: list[pl.Series] = []
        self._ids: list[str] = []
        self._now = ItemId("")
        self._count = 0
        self._names: dict[str, int] = {}
        self._reviewers: dict[str, int] = {}
        self._kinds: dict[State, int] = {}
        self._open: dict[str, int] = {}
        self._seen: set[tuple[str, str]] = set()
        self._question, self._author = array("i"), array("i")
        self._row, self._reviewer, self._kind = array("i"), array("i"), array("i")
        self._value, self._base = array("d"), array("d")

    def question(self, id_: ItemId) -> None:
        """All reviews up to the next question are about *id_*."""
        self._now = id_
        self._ids.append(id_)
        self._count += 1
        self._open, self._seen = {}, set()
        if len(self._ids) >= _HELD:
            self._pack()

    def add(
        self, author: str, reviewer: str, score: tuple[float, float], kind: State
    ) -> None:
        """Take in what *reviewer* gave *author*: value and base, NaN for none."""
        if (author, reviewer) in self._seen:
            raise InputInvalid(
                f"{reviewer} has scored {author!r} twice",
                where=f"question {self._now}",
                hint="keep its last review, so that no reviewer counts twice",
            )
        self._seen.add((author, reviewer))
        row = self._open.get(author)
        if row is None:
            row = self._open[author] = len(self._question)
            self._question.append(self._count - 1)
            self._author.append(self._names.setdefault(author, len(self._names)))
        self._row.append(row)
        self._reviewer.append(self._reviewers.setdefault(reviewer, len(self._reviewers)))
        self._kind.append(self._kinds.setdefault(kind, len(self._kinds)))
        self._value.append(score[0])
        self._base.append(score[1])

    def _pack(self) -> None:
        # A Python string takes three times as much, and a million questions may come.
        self._packed.append(pl.Series(self._ids, dtype=pl.String))
        self._ids = []

    def table(self) -> Table:
        """Everything that came, in the order of questions, authors and reviewers."""
        packed = pl.concat([*self._packed, pl.Series(self._ids, dtype=pl.String)])
        question = _places(packed)[np.frombuffer(self._question, dtype=np.int32)]
        author, names = _named(self._author, self._names)
        reviewer, reviewers = _named(self._reviewer, self._reviewers)
        order = np.lexsort((author, question))
        place = np.empty(len(order), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        row = place[np.frombuffer(self._row, dtype=np.int32)]
        shape = (len(order), len(reviewers))
        states = np.full(shape, _NONE, dtype=np.int32)
        states[row, reviewer] = np.frombuffer(self._kind, dtype=np.int32)
        values, bases = np.full(shape, np.nan), np.full(shape, np.nan)
        values[row, reviewer] = np.frombuffer(self._value)
        bases[row, reviewer] = np.frombuffer(self._base)
        bases[np.isnan(values)] = np.nan
        return Table(
            _dense(question[order]),
            author[order],
            names,
            reviewers,
            values,
            bases,
            states,
            tuple(self._kinds),
        )


_HELD: Final = 10_000


def _places(ids: pl.Series) -> Small:
    """The place of each id among all of them."""
    made = np.empty(len(ids), dtype=np.int32)
    made[ids.arg_sort().to_numpy()] = np.arange(len(ids), dtype=np.int32)
    return made


def _dense(questions: Small) -> Small:
    """Numbers without holes: a question without reviews has no row."""
    steps = np.diff(questions, prepend=questions[:1]) != 0
    return np.cumsum(steps, dtype=np.int32)


def _named(given: array[int], numbers: dict[str, int]) -> tuple[Small, tuple[str, ...]]:
    names = sorted(numbers)
    place = np.empty(len(names), dtype=np.int32)
    for at, name in enumerate(names):
        place[numbers[name]] = at
    return place[np.frombuffer(given, dtype=np.int32)], tuple(names)
