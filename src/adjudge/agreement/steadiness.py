"""Whether scores by dimensions are steadier than one score for everything."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from .board import Board, levels
from .concordance import signs
from .effect import Effect
from .observations import Mask, Observations
from .student import LEAST, Floats, mean_of

_VARIANCE: Final = Effect(
    name="variance",
    of="questions",
    unit="points squared",
    meaning="variance between reviewers by dimensions, less that by one holistic score, "
    "each reviewer's own level taken out",
    below="dimensions are steadier",
    above="one holistic score is steadier",
)
_STABILITY: Final = Effect(
    name="stability",
    of="questions",
    unit="tau-b",
    meaning="how far a ranking stays when one reviewer is left out, by dimensions less by "
    "one holistic score",
    below="one holistic score is steadier",
    above="dimensions are steadier",
)


_NO_HOLISTIC: Final = (
    "no review has one holistic score as well: --also-holistic asks for it"
)


def few(n: int, of: str, least: int = LEAST) -> str:
    """Why *n* are not enough."""
    one = of.removesuffix("s")
    return f"not enough data: {n or 'no'} {one if n == 1 else of}, {least} are needed"


def _both(observed: Observations) -> tuple[Board, Board, Mask]:
    """Scores by dimensions and holistic ones of the reviews that have both."""
    kept = ~observed.own & ~np.isnan(observed.overall) & ~np.isnan(observed.holistic)
    return (
        observed.laid(kept, observed.overall).board,
        observed.laid(kept, observed.holistic).board,
        kept,
    )


def _between(values: Floats) -> Floats:
    """For each answer the variance between reviewers, their levels taken out."""
    rest = values - levels(values)
    there = ~np.isnan(rest)
    n = there.sum(axis=1)
    filled = np.where(there, rest, 0.0)
    mean = filled.sum(axis=1) / np.maximum(n, 1)
    square = np.where(there, (filled - mean[:, None]) ** 2, 0.0).sum(axis=1)
    return np.asarray(np.where(n > 1, square / np.maximum(n - 1, 1), np.nan))


def by_question(values: Floats, laid: Board) -> Floats:
    """The mean of *values* at each question that has any."""
    known = ~np.isnan(values)
    count = np.bincount(laid.questions[known])
    total = np.bincount(laid.questions[known], weights=values[known])
    return np.asarray(total[count > 0] / count[count > 0])


def variance(observed: Observations, level: float) -> Effect:
    """The variance between reviewers, by dimensions against holistic."""
    dimensions, holistic, kept = _both(observed)
    one, other = _between(dimensions.values), _between(holistic.values)
    each = by_question(one - other, dimensions)
    made = replace(_VARIANCE, n=len(each))
    if len(observed) and not kept.any():
        return replace(made, why=_NO_HOLISTIC)
    if len(each) < LEAST:
        return replace(made, why=few(len(each), "questions"))
    found = mean_of(each, level)
    figures = {
        "dimensions": float(by_question(one, dimensions).mean()),
        "holistic": float(by_question(other, dimensions).mean()),
    }
    for key, values in observed.criteria.items():
        laid = observed.laid(kept & ~np.isnan(values), values).board
        means = by_question(_between(laid.values), laid)
        if len(means):
            figures[key] = float(means.mean())
    return replace(
        made, value=found.value, low=found.low, high=found.high, p=found.p, figures=figures
    )


def _staying(values: Floats) -> float:
    """Mean tau-b between the order by all reviewers and that without each in turn."""
    there = ~np.isnan(values)
    filled = np.where(there, values, 0.0)
    count = there.sum(axis=1)
    total = filled.sum(axis=1)
    left = count[:, None] - there
    without = np.where(left > 0, (total[:, None] - filled) / np.maximum(left, 1), np.nan)
    whole = total / np.maximum(count, 1)
    told = signs(np.vstack([whole, without.T]))
    shared = ~np.isnan(told[1:])
    ours, theirs = np.where(shared, told[0], 0.0), np.where(shared, told[1:], 0.0)
    size = np.sqrt(np.abs(ours).sum(axis=1) * np.abs(theirs).sum(axis=1))
    alike = (ours * theirs).sum(axis=1)
    return float((alike[size > 0] / size[size > 0]).mean()) if (size > 0).any() else np.nan


def stability(observed: Observations, level: float) -> Effect:
    """How far a ranking bears the loss of a reviewer, by dimensions against holistic."""
    dimensions, holistic, kept = _both(observed)
    found: list[tuple[float, float]] = []
    # Rows of a question stand together.
    ends = np.flatnonzero(np.diff(dimensions.questions)) + 1
    parts = (np.split(laid.values, ends) for laid in (dimensions, holistic))
    for one, other in zip(*(map(_staying, part) for part in parts), strict=True):
        if not np.isnan(one + other):
            found.append((one, other))
    made = replace(_STABILITY, n=len(found))
    if len(observed) and not kept.any():
        return replace(made, why=_NO_HOLISTIC)
    if len(found) < LEAST:
        return replace(made, why=few(len(found), "questions"))
    each = np.array(found)
    mean = mean_of(each[:, 0] - each[:, 1], level)
    return replace(
        made,
        value=mean.value,
        low=mean.low,
        high=mean.high,
        p=mean.p,
        figures={
            "dimensions": float(each[:, 0].mean()),
            "holistic": float(each[:, 1].mean()),
        },
    )
