"""One reviewer's scores of one answer: what every aggregate is made of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from adjudge.errors import InputInvalid
from adjudge.rubric import CriterionId
from adjudge.verdict import ItemId

from .overall import Overall


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What one reviewer gave to one answer. Never to its own: that counts nowhere."""

    question: ItemId
    author: str
    """Whose answer."""
    reviewer: str
    overall: Overall
    values: Mapping[CriterionId, float] = field(default_factory=dict)
    """The grades that have numbers, by criterion."""


Answer: TypeAlias = tuple[ItemId, str]
"""A question and the author of an answer to it."""


def answer_of(sheet: Sheet) -> Answer:
    """The answer that *sheet* is about."""
    return sheet.question, sheet.author


def in_order(sheets: Iterable[Sheet]) -> tuple[Sheet, ...]:
    """*sheets* in one order, whatever order they came in: sums agree to the last bit."""
    ordered = sorted(sheets, key=lambda s: (s.question, s.author, s.reviewer))
    for one, other in pairwise(ordered):
        if (answer_of(one), one.reviewer) == (answer_of(other), other.reviewer):
            raise InputInvalid(
                f"{one.reviewer} has scored {one.author!r} twice",
                where=f"question {one.question}",
                hint="keep its last review, so that no reviewer counts twice",
            )
    return tuple(ordered)


def average(values: Iterable[float]) -> float:
    """The mean of *values*, of which there is at least one."""
    found = list(values)
    return math.fsum(found) / len(found)


Rated: TypeAlias = tuple[str, str, str, float]
"""Question, author, reviewer, value: what measures of agreement read."""


def ratings_of(sheets: Iterable[Sheet]) -> list[Rated]:
    """The gated scores of *sheets*: the values by which each reviewer orders answers."""
    return [
        (s.question, s.author, s.reviewer, s.overall.value)
        for s in sheets
        if s.overall.value is not None
    ]


def opinions_of(sheets: Iterable[Sheet]) -> list[tuple[str, str, str, str, float]]:
    """Every grade of *sheets* that has a number: question, author, criterion, reviewer."""
    return [
        (s.question, s.author, str(criterion), s.reviewer, value)
        for s in sheets
        for criterion, value in s.values.items()
    ]
