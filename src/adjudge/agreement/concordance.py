"""Whether reviewers put the answers in the same order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .board import Board, board
from .rated import Rated
from .student import LEAST, Floats, jackknife

TIE_DIGITS: Final = 6
"""Two values tie when they agree to this many digits after the point, as in rankings."""


_CHUNK: Final = 10_000
"""Questions that are counted at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consensus:
    """Kendall's tau-b between reviewers, all pairs of them taken together."""

    value: float | None
    """1: all have the same order; 0: no more alike than by chance; None: see `why`."""
    low: float | None = None
    high: float | None = None
    """Interval over questions; None where there are too few."""
    questions: int = 0
    """Those at which at least two reviewers scored the same two answers."""
    reviewers: int = 0
    comparisons: int = 0
    """Pairs of answers, counted for each two reviewers that scored both."""
    between: tuple[tuple[str, str, float | None], ...] = ()
    """Each two reviewers, and tau-b between them."""
    why: str = ""


def consensus(ratings: Iterable[Rated] | Board, *, level: float = 0.95) -> Consensus:
    """How far reviewers agree on the order of the answers to each question.

    The concordant pairs of answers less the discordant ones, over the geometric mean of
    the pairs that either reviewer tells apart: tau-b, summed over questions and over pairs
    of reviewers, so that it bears holes and ties.
    """
    laid = board(ratings)
    names = laid.reviewers
    one, other = np.triu_indices(len(names), 1)
    each = _counts(laid)
    if not len(each):
        why = "not enough data: no two reviewers scored the same two answers"
        return Consensus(value=None, reviewers=len(names), why=why)
    total = each.sum(axis=0, dtype=np.float64)
    value = _pooled(total[None])[0]
    made = Consensus(
        value=None if np.isnan(value) else float(value),
        questions=len(each),
        reviewers=len(names),
        comparisons=int(total[3].sum()),
        between=tuple(
            (names[a], names[b], _tau(total[:, at]))
            for at, (a, b) in enumerate(zip(one, other, strict=True))
        ),
        why="no reviewer tells the answers apart" if np.isnan(value) else "",
    )
    without = [
        _pooled(total - each[start : start + _CHUNK])
        for start in range(0, len(each), _CHUNK)
    ]
    return _with_interval(made, np.concatenate(without), level)


def _with_interval(made: Consensus, without: Floats, level: float) -> Consensus:
    if made.value is None or len(without) < LEAST or bool(np.isnan(without).any()):
        return made
    low, high = jackknife(made.value, without, level)
    return Consensus(
        value=made.value,
        low=max(low, -1.0),
        high=min(high, 1.0),
        questions=made.questions,
        reviewers=made.reviewers,
        comparisons=made.comparisons,
        between=made.between,
    )


def signs(values: Floats) -> Floats:
    """For each row of *values* how its cells compare, two by two; NaN where one lacks."""
    first, second = np.triu_indices(values.shape[1], 1)
    return np.sign(np.round(values[:, first] - values[:, second], TIE_DIGITS))


def _counts(laid: Board) -> Floats:
    """`_count` of each question at which there is something to compare."""
    _, starts, sizes = np.unique(laid.questions, return_index=True, return_counts=True)
    one, other = np.triu_indices(len(laid.reviewers), 1)
    kept: list[Floats] = [np.empty((0, 4, len(one)), dtype=np.float32)]
    order: list[npt.NDArray[np.int64]] = [np.empty(0, dtype=np.int64)]
    for size in np.unique(sizes).tolist():
        alike = np.flatnonzero(sizes == size)
        for at in range(0, len(alike), _CHUNK):
            chosen = alike[at : at + _CHUNK]
            rows = starts[chosen][:, None] + np.arange(size)
            counts = _count(laid.values[rows])[:, :, one, other]
            there = counts[:, 3].any(axis=1)
            kept.append(counts[there].astype(np.float32))
            order.append(chosen[there])
    found: Floats = np.concatenate(kept)
    return found[np.argsort(np.concatenate(order))]


def _count(values: Floats) -> Floats:
    """By question and two reviewers: concordant less discordant, told by either, compared.

    *values* are by question, answer and reviewer; all questions have as many answers.
    """
    first, second = np.triu_indices(values.shape[1], 1)
    told = np.sign(np.round(values[:, first] - values[:, second], TIE_DIGITS))
    there = (~np.isnan(told)).astype(np.float64)
    sign = np.nan_to_num(told)
    by_one = np.swapaxes(np.abs(sign), 1, 2) @ there
    alike = np.swapaxes(sign, 1, 2) @ sign
    both = np.swapaxes(there, 1, 2) @ there
    return np.stack([alike, by_one, np.swapaxes(by_one, 1, 2), both], axis=1)


def _pooled(counts: Floats) -> Floats:
    """Tau-b over all pairs of reviewers, for each of *counts*; NaN where all tie."""
    told = np.sqrt(counts[:, 1] * counts[:, 2]).sum(axis=1)
    alike = counts[:, 0].sum(axis=1)
    undefined = np.full(len(counts), np.nan)
    return np.asarray(np.divide(alike, told, out=undefined, where=told > 0))


def _tau(counts: Floats) -> float | None:
    told = float(np.sqrt(counts[1] * counts[2]))
    return float(counts[0]) / told if told else None
