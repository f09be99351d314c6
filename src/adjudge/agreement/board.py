"""Ratings as arrays: one row for each answer, one column for each reviewer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid

from .rated import Rated
from .student import Floats


@dataclass(frozen=True, slots=True)
class Board:
    """Every value in its place; NaN where a reviewer gave none."""

    values: Floats
    answers: tuple[tuple[str, str], ...]
    """Question and author of each row; none where nobody asks for them."""
    reviewers: tuple[str, ...]
    questions: npt.NDArray[np.int64]
    """Number of the question of each row, rising."""


def board(ratings: Iterable[Rated] | Board) -> Board:
    """Lay *ratings* out, in an order that does not depend on theirs."""
    if isinstance(ratings, Board):
        return ratings
    given: dict[tuple[str, str, str], float] = {}
    for question, author, reviewer, value in ratings:
        if (question, author, reviewer) in given:
            raise InputInvalid(
                f"{reviewer} has scored {author!r} twice",
                where=f"question {question}",
                hint="keep its last review, so that no reviewer counts twice",
            )
        given[question, author, reviewer] = value
    answers = sorted({(question, author) for question, author, _ in given})
    reviewers = sorted({reviewer for _, _, reviewer in given})
    row = {answer: at for at, answer in enumerate(answers)}
    column = {reviewer: at for at, reviewer in enumerate(reviewers)}
    values = np.full((len(answers), len(reviewers)), np.nan)
    for (question, author, reviewer), value in given.items():
        values[row[question, author], column[reviewer]] = value
    names = sorted({question for question, _ in answers})
    number = {name: at for at, name in enumerate(names)}
    questions = np.array([number[question] for question, _ in answers], dtype=np.int64)
    return Board(values, tuple(answers), tuple(reviewers), questions)


def levels(values: Floats) -> Floats:
    """Each reviewer's level in the model value = answer + reviewer, by least squares.

    Only differences between reviewers that are linked by common answers mean something.
    """
    there = ~np.isnan(values)
    counts = there.sum(axis=1)
    kept = counts > 1
    known = there[kept].astype(np.float64)
    filled = np.where(there, values, 0.0)[kept]
    share = known / counts[kept, None]
    normal = np.diag(known.sum(axis=0)) - known.T @ share
    centred = filled - known * (filled.sum(axis=1) / counts[kept])[:, None]
    found: Floats = np.linalg.lstsq(normal, centred.sum(axis=0), rcond=None)[0]
    return found
