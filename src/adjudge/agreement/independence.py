"""How many independent reviewers a council of like-minded ones is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from .board import Board, board
from .rated import Rated
from .student import Floats, jackknife

LEAST: Final = 5
"""Answers that each two reviewers must have in common."""

MANY: Final = 10
"""Questions from which on questions, not answers, are what was drawn."""

MOST: Final = 1000
"""Clusters that are left out in turn; more questions than that stand together."""

_CHUNK: Final = 10_000
"""Answers that are multiplied out at once."""

_NOTHING: Final = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Independence:
    """The effective number of reviewers."""

    value: float | None
    """1: all say the same; `reviewers`: each errs on its own; None: `why`."""
    low: float | None = None
    high: float | None = None
    reviewers: int = 0
    answers: int = 0
    """Answers that at least two of them scored."""
    alike: tuple[tuple[str, str, float], ...] = ()
    """Each two reviewers and how much of their deviations they share, most alike first."""
    against: bool = False
    """Whether errors were taken against a reference, so that a common error counts too."""
    why: str = ""


def effective_reviewers(
    ratings: Iterable[Rated] | Board,
    *,
    reference: Mapping[tuple[str, str], float] | None = None,
    level: float = 0.95,
) -> Independence:
    """How many independent reviewers those of *ratings* are worth.

    Against a *reference* (question, author) -> value it is what the errors' correlation
    leaves of them: n / (1 + (n - 1) r), Kish's design effect. Without one, the truth is not
    known and an error that all have in common cannot be seen: it is then 1 + the number
    of directions in which they deviate from one another (the participation ratio of the
    eigenvalues), which finds those that go together, and is an upper bound.
    """
    laid = _deviations(board(ratings), reference)
    n = len(laid.reviewers)
    shared = ~np.isnan(laid.values)
    made = Independence(
        value=None,
        reviewers=n,
        answers=int((shared.sum(axis=1) > 1).sum()),
        against=reference is not None,
    )
    why = _too_few(laid, shared.astype(np.float64), 3 if reference is None else 2)
    if why:
        return replace(made, why=why)
    sums = _sums(laid)
    whole = sums.sum(axis=0, keepdims=True)
    way = _directions if reference is None else _kish
    value = float(way(whole)[0])
    low, high = jackknife(value, way(whole - sums), level)
    alike = _likeness(whole) if reference is None else _correlation(whole)
    return replace(
        made,
        value=value,
        low=min(max(low, 1.0), value),
        high=max(min(high, float(n)), value),
        alike=_told(laid.reviewers, alike[0]),
    )


def _deviations(laid: Board, reference: Mapping[tuple[str, str], float] | None) -> Board:
    """Each reviewer's scores in its own measure, or its errors against *reference*.

    A reviewer that gives every answer the same tells nothing about answers: left out.
    """
    values = laid.values
    if reference is not None:
        truth = np.array([reference.get(answer, np.nan) for answer in laid.answers])
        values = values - truth[:, None]
    kept = [at for at, column in enumerate(values.T) if _spread(column) > _NOTHING]
    values = values[:, kept]
    if reference is None and kept:
        values = values / np.array([_spread(column) for column in values.T])
    names = tuple(laid.reviewers[at] for at in kept)
    return Board(values, laid.answers, names, laid.questions)


def _spread(column: Floats) -> float:
    known = column[~np.isnan(column)]
    return float(known.std()) if len(known) else 0.0


def _too_few(laid: Board, there: Floats, needed: int) -> str:
    n = len(laid.reviewers)
    if n < needed:
        told = f"{n or 'no'} reviewer{'' if n == 1 else 's'} with scores that vary"
        return f"not enough data: {told}, {needed} are needed"
    common = there.T @ there
    one, other = np.triu_indices(n, 1)
    at = int(common[one, other].argmin())
    least = int(common[one[at], other[at]])
    if least >= LEAST:
        return ""
    names = f"{laid.reviewers[one[at]]} and {laid.reviewers[other[at]]}"
    told = f"{least} answer{'' if least == 1 else 's'}"
    return f"not enough data: {names} have {told} in common, {LEAST} are needed"


def _sums(laid: Board) -> Floats:
    """For each cluster and each two reviewers: n, and the sums of x, y, xx, yy and xy.

    Over the answers that both have scored. A cluster is a question; an answer, where
    questions are few; some questions together, where they are very many.
    """
    _, cluster = np.unique(laid.questions, return_inverse=True)
    many = int(cluster[-1]) + 1 if len(cluster) else 0
    if many < MANY:
        return _products(laid.values)
    cluster = cluster * min(many, MOST) // many
    n = len(laid.reviewers)
    made = np.zeros((min(many, MOST), 6, n, n))
    for start in range(0, len(cluster), _CHUNK):
        mine = cluster[start : start + _CHUNK]
        of, starts = np.unique(mine, return_index=True)
        products = _products(laid.values[start : start + _CHUNK])
        made[of] += np.add.reduceat(products, starts, axis=0)
    return made


def _products(values: Floats) -> Floats:
    there = (~np.isnan(values)).astype(np.float64)
    x = np.nan_to_num(values)
    pairs = [(there, there), (x, there), (there, x), (x * x, there), (there, x * x), (x, x)]
    return np.stack([a[:, :, None] * b[:, None, :] for a, b in pairs], axis=1)


def _covariances(sums: Floats) -> tuple[Floats, Floats, Floats]:
    """Variances of x and y, and their covariance, over what each two have in common."""
    n, x, y, xx, yy, xy = np.moveaxis(sums, 1, 0)
    return (
        (xx - x * x / n) / (n - 1),
        (yy - y * y / n) / (n - 1),
        (xy - x * y / n) / (n - 1),
    )


def _correlation(sums: Floats) -> Floats:
    of_x, of_y, both = _covariances(sums)
    return both / np.sqrt(np.maximum(of_x * of_y, _NOTHING))


def _kish(sums: Floats) -> Floats:
    """Kish: n / (1 + (n - 1) r), r the mean correlation of errors of two reviewers."""
    n = sums.shape[-1]
    together = np.maximum(_correlation(sums).sum(axis=(1, 2)), 1.0)
    return np.asarray(np.clip(n * n / together, 1.0, n))


def _deviating(sums: Floats) -> Floats:
    """Covariances of the deviations from the mean of all, from those of differences.

    The variance of the difference of two reviewers needs only what these two have scored:
    nobody scores its own answer, so no answer may be scored by all. (Gower 1966)
    """
    of_x, of_y, both = _covariances(sums)
    apart = of_x + of_y - 2 * both
    rows = apart.mean(axis=1, keepdims=True)
    columns = apart.mean(axis=2, keepdims=True)
    whole = apart.mean(axis=(1, 2), keepdims=True)
    return np.asarray((rows + columns - whole - apart) / 2)


def _directions(sums: Floats) -> Floats:
    """One, and (sum of eigenvalues)^2 / sum of squares, freed of the bias of few."""
    n = sums.shape[-1]
    made = _deviating(sums)
    one, other = np.triu_indices(n, 1)
    freedom = sums[:, 0, one, other].mean(axis=1) - 1
    trace = made.trace(axis1=1, axis2=2)
    raw = (made * made).sum(axis=(1, 2))
    square = freedom**2 / ((freedom - 1) * (freedom + 2)) * (raw - trace**2 / freedom)
    whole = trace**2 - 2 * square / freedom
    square = np.maximum(square, trace**2 / (n - 1))
    share = np.divide(whole, square, out=np.zeros(len(sums)), where=trace > _NOTHING)
    return np.asarray(np.clip(1 + share, 1.0, n))


def _likeness(sums: Floats) -> Floats:
    """Correlations of deviations, moved so that independent reviewers have 0, not less."""
    made = _deviating(sums)
    own = np.diagonal(made, axis1=1, axis2=2)
    size = np.sqrt(np.maximum(own[:, :, None] * own[:, None, :], 0.0))
    same = np.ones_like(made)  # who never deviates is like all who never do
    r = np.clip(np.divide(made, size, out=same, where=size > _NOTHING), -1.0, 1.0)
    return np.asarray(r + (1 - r) / sums.shape[-1])


def _told(names: tuple[str, ...], alike: Floats) -> tuple[tuple[str, str, float], ...]:
    one, other = np.triu_indices(len(names), 1)
    pairs = [
        (names[a], names[b], float(alike[a, b])) for a, b in zip(one, other, strict=True)
    ]
    return tuple(sorted(pairs, key=lambda pair: (-pair[2], pair[0], pair[1])))
