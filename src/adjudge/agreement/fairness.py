"""What should not count and may: how long an answer is, and where it was shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from .board import levels
from .effect import Effect
from .observations import Numbers, Observations
from .steadiness import few
from .student import LEAST, Floats, chance, least_chance, quantile

_CONCISENESS: Final = Effect(
    name="conciseness",
    of="answers",
    unit="r",
    meaning="correlation of the grade for conciseness with the logarithm of the length, "
    "question and author taken out",
    below="longer answers are found less concise",
    above="longer answers are found more concise",
)
_POSITION: Final = Effect(
    name="position",
    of="reviews",
    unit="points",
    meaning="what the answer shown first gets above the one shown last, the answers' own "
    "quality taken out",
    below="late places are favoured",
    above="early places are favoured",
)
_NOTHING: Final = 1e-12


def conciseness(observed: Observations, level: float, key: str) -> Effect:
    """Length against the grade for conciseness."""
    grades = observed.criteria.get(key, np.full(len(observed), np.nan))
    kept = ~observed.own & ~np.isnan(grades) & (observed.length > 0)
    found = observed.laid(kept, grades)
    laid, n = found.board, len(found.authors)
    lengths = np.zeros(n)
    lengths[found.row] = np.log(observed.length[kept])
    groups = [laid.questions, np.unique(found.authors, return_inverse=True)[1]]
    sizes = [int(group.max()) + 1 if n else 0 for group in groups]
    if sizes[0] == 1 or sizes[1] == n:
        # Each author once: there is nothing of the author's own to take out.
        groups, sizes = groups[:1], sizes[:1]
    freedom = n - sum(sizes) + len(sizes) - 2
    made = replace(_CONCISENESS, n=n)
    if freedom < LEAST - 2:
        return replace(made, why=few(n, "answers", max(n + LEAST - 2 - freedom, LEAST)))
    grade = np.nanmean(laid.values - levels(laid.values), axis=1)
    x = _within(lengths, groups)
    y = _within(grade, groups)
    size = float(np.sqrt((x @ x) * (y @ y)))
    if size < _NOTHING:
        lack = "grades for conciseness" if x @ x > _NOTHING else "lengths"
        return replace(made, why=f"not enough data: {lack} do not vary")
    r = float(np.clip((x @ y) / size, -1 + _NOTHING, 1 - _NOTHING))
    reach = quantile(0.5 + level / 2, math.inf) / math.sqrt(freedom - 1)
    return replace(
        made,
        value=r,
        low=math.tanh(math.atanh(r) - reach),
        high=math.tanh(math.atanh(r) + reach),
        p=chance(r * math.sqrt(freedom / (1 - r * r)), freedom),
    )


def _within(values: Floats, groups: Sequence[npt.NDArray[np.int64]]) -> Floats:
    """*values* with the mean of every group taken out, by turns until nothing moves."""
    rest = values - values.mean()
    for _ in range(1000):
        before = rest
        for group in groups:
            count = np.maximum(np.bincount(group), 1)
            rest = rest - (np.bincount(group, weights=rest) / count)[group]
        if float(np.abs(rest - before).max()) < _NOTHING:
            break
    return np.asarray(rest)


def against_others(values: Floats) -> Floats:
    """Each value less the mean of what the others gave; NaN where there is none."""
    there = ~np.isnan(values)
    left = there.sum(axis=1, keepdims=True) - there
    rest = np.nansum(values, axis=1, keepdims=True) - np.where(there, values, 0.0)
    return np.asarray(values - np.where(left > 0, rest / np.maximum(left, 1), np.nan))


def position(observed: Observations, level: float) -> Effect:
    """Early places against late ones.

    Orders are drawn for each reviewer, so that its slope has mean 0 without an effect,
    whatever the answers are worth.
    """
    kept = ~observed.own & ~np.isnan(observed.overall)
    laid = observed.laid(kept, observed.overall)
    values = laid.board.values
    apart = against_others(values - levels(values))[laid.row, laid.column]
    place = observed.position[kept]
    told = (place >= 0) & ~np.isnan(apart)
    review = observed.question[kept] * len(observed.reviewers) + observed.reviewer[kept]
    each = _slopes(review[told], place[told], apart[told])
    made = replace(_POSITION, n=len(each))
    if len(each) < LEAST:
        return replace(made, why=few(len(each), "reviews"))
    return _pooled(made, each, level)


def _slopes(review: Numbers, place: Numbers, values: Floats) -> Floats:
    """Of each review the covariance with the place, and the place's own variance.

    The place is 1 for the first and 0 for the last; a review of one answer has no slope.
    """
    of = np.unique(review, return_inverse=True)[1]
    size = np.bincount(of)
    last = np.zeros(len(size))
    np.maximum.at(last, of, place)
    x = 1 - place / np.maximum(last, 1)[of]
    x = x - (np.bincount(of, weights=x) / np.maximum(size, 1))[of]
    sums = np.column_stack(
        [np.bincount(of, weights=x * values), np.bincount(of, weights=x * x)]
    )
    return np.asarray(sums[(last > 0) & (sums[:, 1] > _NOTHING)])


def _pooled(made: Effect, each: Floats, level: float) -> Effect:
    """The slope over all reviews: a ratio of sums, with its linearised error."""
    n = len(each)
    top, bottom = each[:, 0], each[:, 1]
    value = float(top.sum() / bottom.sum())
    off = top - value * bottom
    error = float(np.sqrt(n / (n - 1) * (off @ off)) / bottom.sum())
    reach = quantile(0.5 + level / 2, n - 1) * error
    p = chance(value / error, n - 1) if error else float(value == 0)
    return replace(
        made,
        value=value,
        low=value - reach,
        high=value + reach,
        p=max(p, least_chance(n)),
    )
