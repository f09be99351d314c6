"""What should not count and may: how long an answer is, and where it was shown."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from .board import board, levels
from .effect import Effect, Observed
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


def conciseness(observed: Sequence[Observed], level: float, key: str) -> Effect:
    """Length against the grade for conciseness."""
    kept = [o for o in observed if not o.own and key in o.criteria and o.length]
    laid = board([(o.question, o.author, o.reviewer, o.criteria[key]) for o in kept])
    lengths = {(o.question, o.author): math.log(o.length) for o in kept if o.length}
    authors = np.unique([author for _, author in laid.answers], return_inverse=True)[1]
    groups = [laid.questions, authors.astype(np.int64)]
    n = len(laid.answers)
    sizes = [int(group.max()) + 1 if n else 0 for group in groups]
    if sizes[0] == 1 or sizes[1] == n:
        # Each author once: there is nothing of the author's own to take out.
        groups, sizes = groups[:1], sizes[:1]
    freedom = n - sum(sizes) + len(sizes) - 2
    made = replace(_CONCISENESS, n=n)
    if freedom < LEAST - 2:
        return replace(made, why=few(n, "answers", max(n + LEAST - 2 - freedom, LEAST)))
    grade = np.nanmean(laid.values - levels(laid.values), axis=1)
    x = _within(np.array([lengths[answer] for answer in laid.answers]), groups)
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


def position(observed: Sequence[Observed], level: float) -> Effect:
    """Early places against late ones.

    Orders are drawn for each reviewer, so that its slope has mean 0 without an effect,
    whatever the answers are worth.
    """
    kept = [o for o in observed if not o.own and o.overall is not None]
    laid = board(
        [
            (o.question, o.author, o.reviewer, o.overall)
            for o in kept
            if o.overall is not None
        ]
    )
    apart = against_others(laid.values - levels(laid.values))
    row = {answer: at for at, answer in enumerate(laid.answers)}
    column = {name: at for at, name in enumerate(laid.reviewers)}
    reviews: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
    for o in kept:
        value = float(apart[row[o.question, o.author], column[o.reviewer]])
        if o.position is not None and not math.isnan(value):
            reviews[o.question, o.reviewer].append((o.position, value))
    sums = [_slope(found) for found in reviews.values()]
    each = np.array([found for found in sums if found is not None])
    made = replace(_POSITION, n=len(each))
    if len(each) < LEAST:
        return replace(made, why=few(len(each), "reviews"))
    return _pooled(made, each, level)


def _slope(found: Sequence[tuple[int, float]]) -> tuple[float, float] | None:
    """Covariance with the place, 1 being first and 0 last, and the place's own variance."""
    last = max(place for place, _ in found)
    if last == 0:
        return None
    x = np.array([1 - place / last for place, _ in found])
    x = x - x.mean()
    square = float(x @ x)
    return (float(x @ np.array([v for _, v in found])), square) if square else None


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
