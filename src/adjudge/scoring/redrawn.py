"""A ranking drawn anew: what its scores could as well have been. Vectorised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudge.verdict import ItemId

from .ranking import Means, Statistic
from .sheet import Sheet

Floats = npt.NDArray[np.float64]

_DIGITS: Final = 9
"""Corrections are sums over reviewers: alike but for the last bits."""

_CHUNK: Final = 4_000_000
"""Cells times draws that are held at once."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The reviews behind a ranking: one column for each answer."""

    values: Floats
    """Reviewer by answer; NaN where there is no review."""
    rest: Floats
    """The same before the gates, each reviewer's level taken out."""
    known: Floats
    """By answer: the figure itself."""
    questions: npt.NDArray[np.int64]
    authors: npt.NDArray[np.int64]
    """Of each column, by number; the author's in the order of the ranking."""
    noise: Floats
    """By author: standard deviation of its score by the rounding of grades."""
    reviewers: npt.NDArray[np.int64]
    """By author: how many have reviewed it."""

    @property
    def weights(self) -> Floats:
        """Answer by author: the share of each answer in its author's score."""
        made = np.zeros((len(self.authors), len(self.reviewers)))
        made[np.arange(len(self.authors)), self.authors] = 1.0
        return np.asarray(made / made.sum(axis=0))


def cells_of(
    answers: Mapping[tuple[ItemId, str], Sequence[Sheet]],
    figures: Mapping[tuple[ItemId, str], float],
    means: Means,
    by: Statistic,
    authors: Sequence[str],
) -> Cells:
    """Lay out the reviews of *answers*, in an order that no reviewer's name decides."""
    keys = [key for key in answers if key[1] in authors and key in figures]
    names = sorted({s.reviewer for key in keys for s in answers[key]})
    row = {name: at for at, name in enumerate(names)}
    place = {name: at for at, name in enumerate(authors)}
    number = {q: at for at, q in enumerate(dict.fromkeys(q for q, _ in keys))}
    values = np.full((len(names), len(keys)), np.nan)
    rest = values.copy()
    square = np.zeros(len(authors))
    of_author = np.array([place[author] for _, author in keys], dtype=np.int64)
    count = np.bincount(of_author, minlength=len(authors))
    for at, key in enumerate(keys):
        found = [(s, means.of_review(s, by)) for s in answers[key]]
        given = [(s, v) for s, v in found if v is not None]
        if any(s.overall.disqualified for s in answers[key]):
            continue
        for sheet, value in given:
            values[row[sheet.reviewer], at] = value
            level = means.leniency.points.get(sheet.reviewer, 0.0)
            rest[row[sheet.reviewer], at] = (sheet.overall.base or 0.0) - level
        rounding = sum(s.overall.rounding**2 for s, _ in given) / max(len(given), 1) ** 2
        square[of_author[at]] += rounding / count[of_author[at]] ** 2
    there = ~np.isnan(values)
    seen = [there[:, of_author == at].any(axis=1).sum() for at in range(len(authors))]
    order = sorted(range(len(names)), key=lambda at: _content(values[at]))
    return Cells(
        values=values[order],
        rest=rest[order],
        known=np.array([figures[key] for key in keys]),
        questions=np.array([number[q] for q, _ in keys], dtype=np.int64),
        authors=of_author,
        noise=np.sqrt(square),
        reviewers=np.array(seen, dtype=np.int64),
    )


def _content(values: Floats) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What a reviewer gave, whatever its name: values by size, then by place."""
    filled = np.round(np.nan_to_num(values, nan=-np.inf), _DIGITS)
    return tuple(np.sort(filled).tolist()), tuple(filled.tolist())


def over_reviewers(
    cells: Cells, by: Statistic, trim: float, draws: int, rng: np.random.Generator
) -> Floats:
    """Deviations of the authors' scores when reviewers are drawn anew, draw by author.

    The Bayesian bootstrap: exponential weights, so that no answer is ever left without a
    review. Widened to the variance that so few reviewers estimate without bias.
    """
    n = len(cells.values)
    weights = rng.standard_exponential((draws, n))
    share = cells.weights
    made = np.empty((draws, share.shape[1]))
    size = max(_CHUNK // max(len(cells.known), 1), 1)
    for at in range(0, draws, size):
        drawn = _figures(cells, weights[at : at + size], by, trim)
        made[at : at + size] = (drawn - cells.known) @ share
    few = np.maximum(cells.reviewers, 2)
    return np.asarray(made * np.sqrt((few + 1) / (few - 1)))


def _figures(cells: Cells, weights: Floats, by: Statistic, trim: float) -> Floats:
    """The figure of each answer under each row of *weights*, draw by answer."""
    if by in ("median", "trimmed"):
        columns = [
            _ordered(values, weights, by, trim, known)
            for values, known in zip(cells.values.T, cells.known, strict=True)
        ]
        return np.column_stack(columns)
    there = ~np.isnan(cells.values)
    top = weights @ np.where(there, cells.values, 0.0)
    bottom = weights @ there.astype(np.float64)
    known = np.broadcast_to(cells.known, top.shape).copy()
    return np.asarray(np.divide(top, bottom, out=known, where=bottom > 0))


def _ordered(
    values: Floats, weights: Floats, by: Statistic, trim: float, known: float
) -> Floats:
    """Median or trimmed mean of *values* under each row of *weights*."""
    there = np.flatnonzero(~np.isnan(values))
    if not len(there):
        return np.full(len(weights), known)
    order = there[np.argsort(values[there], kind="stable")]
    given = weights[:, order]
    upto = np.cumsum(given, axis=1) / given.sum(axis=1, keepdims=True)
    if by == "median":
        return np.asarray(values[order][(upto >= 0.5).argmax(axis=1)])
    out = int(len(order) * trim) / len(order)
    kept = np.diff(np.clip(upto, out, 1 - out), axis=1, prepend=out)
    return np.asarray(kept @ values[order] / (1 - 2 * out))


def over_questions(
    cells: Cells, by: Statistic, draws: int, rng: np.random.Generator
) -> Floats:
    """Deviations of the authors' scores when questions are drawn anew, draw by author."""
    n = int(cells.questions.max()) + 1
    weights = rng.standard_exponential((draws, n))
    table = np.zeros((n, len(cells.reviewers)))
    there = np.zeros_like(table)
    table[cells.questions, cells.authors] = cells.known
    there[cells.questions, cells.authors] = 1.0
    scores = table.sum(axis=0) / there.sum(axis=0)
    made = (weights @ table) / (weights @ there) - scores
    if by == "corrected":
        made += _corrections(cells, weights)
    few = np.maximum(there.sum(axis=0), 2)
    return np.asarray(made * np.sqrt((few + 1) / (few - 1)))


def _corrections(cells: Cells, weights: Floats) -> Floats:
    """What other questions would have made of the reviewers' levels, draw by author."""
    known = ~np.isnan(cells.rest)
    count = np.maximum(known.sum(axis=0), 1)
    there = known.T.astype(np.float64)
    filled = np.where(known, cells.rest, 0.0)
    centred = np.where(known, filled - filled.sum(axis=0) / count, 0.0).T
    share = there / count[:, None]
    normal = there[:, :, None] * np.eye(len(known)) - there[:, :, None] * share[:, None, :]
    of_question = np.zeros((weights.shape[1], *normal.shape[1:]))
    np.add.at(of_question, cells.questions, normal)
    right = np.zeros((weights.shape[1], len(known)))
    np.add.at(right, cells.questions, centred)
    # The level of all reviewers together is free: the ones pin it, as in the fit itself.
    drawn = np.einsum("bq,qrs->brs", weights, of_question, optimize=True) + 1.0
    moved = np.linalg.solve(drawn, (weights @ right)[:, :, None])[:, :, 0]
    return np.asarray(-moved @ (share.T @ cells.weights))


def tails(freedom: int, draws: int, rng: np.random.Generator) -> Floats:
    """Factors that give draws the tails of Student's distribution."""
    square = rng.chisquare(freedom, size=draws)
    return np.asarray(np.sqrt(freedom / square))
