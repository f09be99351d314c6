"""Many records scored at once, by `score_frame`: the same as `sheets_of`, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, TypeAlias

import polars as pl

from adjudge.council import Mark
from adjudge.formats import Record
from adjudge.rubric import CriterionId, Rubric
from adjudge.scoring import Elsewhere, Overall, State, rounding_of, score_frame
from adjudge.verdict import Graded, Outcome

from .check_answers import found_elsewhere
from .score_sheets import overall_of

CHUNK: Final = 200
"""Records that are scored at once."""

RubricOf: TypeAlias = Callable[[Record], Rubric]


@dataclass(frozen=True, slots=True)
class Scored:
    """What one reviewer's grades of one answer come to."""

    author: str
    reviewer: str
    mark: Mark
    value: float | None
    base: float | None
    state: State

    @property
    def is_scored(self) -> bool:
        """Whether it comes to anything: a score, or that there is to be none."""
        return self.value is not None or self.state.disqualified

    @property
    def values(self) -> Iterator[tuple[CriterionId, float]]:
        """The grades that have numbers."""
        for id_, outcome in self.mark.outcomes.items():
            if isinstance(outcome, Graded) and outcome.grade.value is not None:
                yield id_, outcome.grade.value

    @property
    def overall(self) -> Overall:
        """As much of it as a stated overall is held against."""
        return Overall(value=self.value, base=self.base)


def score_each(
    records: Iterable[Record], rubric_of: RubricOf
) -> Iterator[tuple[Record, tuple[Scored, ...]]]:
    """Each of *records* with its scores, in their order; some hundred are held."""
    stream = iter(records)
    while chunk := list(islice(stream, CHUNK)):
        yield from zip(chunk, score_records(chunk, rubric_of), strict=True)


def score_records(
    records: Sequence[Record], rubric_of: RubricOf
) -> Iterator[tuple[Scored, ...]]:
    """The scores of each of *records*: one for each answer that a reviewer was shown."""
    sheaves: dict[int, _Sheaf] = {}  # a rubric's version takes longer than its grades
    posed: list[list[tuple[str, Mark, _Sheaf, int]]] = []
    for record in records:
        rubric = rubric_of(record)
        sheaf = sheaves.get(id(rubric))
        if sheaf is None:
            sheaf = sheaves[id(rubric)] = _Sheaf(rubric)
        elsewhere = found_elsewhere(record.checks, record.candidates)
        posed.append(
            [
                (r.seat, mark, sheaf, sheaf.add(r.reading, mark, elsewhere))
                for r in record.reviews
                if r.final
                for mark in r.marks
                if not mark.own
            ]
        )
    made = {id(sheaf): sheaf.scores() for sheaf in sheaves.values()}
    for of_record in posed:
        yield tuple(
            Scored(mark.author, seat, mark, *made[id(sheaf)][at])
            for seat, mark, sheaf, at in of_record
        )


_Score: TypeAlias = tuple[float | None, float | None, State]


def _columns(*names: str) -> dict[str, list[Any]]:
    return {name: [] for name in names}


@dataclass(slots=True)
class _Sheaf:
    """The marks that are given under one rubric, laid out as a ledger."""

    rubric: Rubric
    count: int = 0
    plain: dict[int, _Score] = field(default_factory=dict)
    """Those that are no grades of the rubric's criteria."""
    ledger: dict[str, list[Any]] = field(
        default_factory=lambda: _columns("item", "criterion", "outcome", "value", "label")
    )
    beside: dict[str, list[Any]] = field(
        default_factory=lambda: _columns(
            "rubric", "item", "criterion", "outcome", "value", "label"
        )
    )

    def add(self, reading: str, mark: Mark, elsewhere: Mapping[str, Elsewhere]) -> int:
        """Take *mark* in; its number."""
        number, self.count = self.count, self.count + 1
        found = elsewhere.get(mark.author, {})
        if reading == "holistic" or not self._lay(str(number), mark):
            made = overall_of(reading, mark, self.rubric, found)
            self.plain[number] = (made.value, made.base, State.of(made))
            return number
        for (rubric, criterion), outcome in found.items():
            self.beside["item"].append(str(number))
            self.beside["rubric"].append(rubric)
            self.beside["criterion"].append(criterion)
            _lay(self.beside, outcome)
        return number

    def _lay(self, item: str, mark: Mark) -> bool:
        """Lay out the grades of *mark*; False: there is none under the rubric."""
        known = [c.id for c in self.rubric.criteria if c.id in mark.outcomes]
        for id_ in known:
            self.ledger["item"].append(item)
            self.ledger["criterion"].append(id_)
            _lay(self.ledger, mark.outcomes[id_])
        return bool(known)

    def scores(self) -> list[_Score]:
        """Of every mark, by number."""
        made: list[_Score] = []
        bounds, rounding = self.rubric.bounds, rounding_of(self.rubric)
        rows = iter(self._rows())
        states: dict[tuple[Any, ...], State] = {}
        for number in range(self.count):
            if number in self.plain:
                made.append(self.plain[number])
                continue
            value, base, *gated = next(rows)
            kind = (*gated, rounding if value is not None and value == base else 0.0)
            state = states.get(kind)
            if state is None:
                ceiling, floor, disqualified, held_back, rounded = kind
                state = states[kind] = State(
                    ceiling=ceiling,
                    floor=floor,
                    disqualified=disqualified,
                    held_back=held_back,
                    bounds=bounds,
                    rounding=rounded,
                )
            made.append((value, base, state))
        return made

    def _rows(self) -> list[tuple[Any, ...]]:
        if not self.ledger["item"]:
            return []
        ledger = pl.DataFrame(self.ledger, schema={**_TEXTS, **_VALUES})
        beside = pl.DataFrame(
            self.beside, schema={"rubric": pl.String, **_TEXTS, **_VALUES}
        )
        found = score_frame(
            ledger.with_columns(judge=pl.lit("")), self.rubric, elsewhere=beside
        )
        return found.select(_FOUND).rows()


_FOUND: Final = ["value", "base", "ceiling", "floor", "disqualified", "held_back"]
_TEXTS: Final = {"item": pl.String, "criterion": pl.String}
_VALUES: Final = {"outcome": pl.String, "value": pl.Float64, "label": pl.String}


def _lay(columns: dict[str, list[Any]], outcome: Outcome) -> None:
    grade = outcome.grade if isinstance(outcome, Graded) else None
    columns["outcome"].append(outcome.kind)
    columns["value"].append(None if grade is None else grade.value)
    columns["label"].append(None if grade is None else grade.label)
