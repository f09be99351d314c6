"""A ranking drawn anew: what its scores could as well have been. Vectorised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudge.verdict import ItemId

from .ranking import Means, Statistic
from .sheet import Sheet

Floats = npt.NDArray[np.float64]

_DIGITS: Final = 9
"""Corrections are sums over reviewers: alike but for the last bits."""

_CHUNK: Final = 500_000
"""Questions times draws that are held at once."""


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
    def counts(self) -> Floats:
        """By author: how many answers of it there are."""
        made = np.bincount(self.authors, minlength=len(self.reviewers))
        return made.astype(np.float64)


def cells_of(
    answers: Mapping[tuple[ItemId, str], Sequence[Sheet]],
    figures: Mapping[tuple[ItemId, str], float],
    means: Means,
    by: Statistic,
    authors: Sequence[str],
) -> Cells:
    """Lay out the reviews of *answers*, in an order that no reviewer's name decides."""
    keys = [key for key in answers if key[1] in authors and key in figures]
    names = sorted(
        {s.reviewer for key in keys for s in answers[key] if s.overall.value is not None}
    )
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
    return ordered_cells(
        values,
        rest,
        known=np.array([figures[key] for key in keys]),
        questions=np.array([number[q] for q, _ in keys], dtype=np.int64),
        authors=of_author,
        noise=np.sqrt(square),
    )


def ordered_cells(
    values: Floats,
    rest: Floats,
    *,
    known: Floats,
    questions: npt.NDArray[np.int64],
    authors: npt.NDArray[np.int64],
    noise: Floats,
) -> Cells:
    """The cells with their reviewers in an order that no name decides."""
    there = ~np.isnan(values)
    seen = [there[:, authors == at].any(axis=1).sum() for at in range(len(noise))]
    order = _by_content(values)
    return Cells(
        values=values[order],
        rest=rest[order],
        known=known,
        questions=questions,
        authors=authors,
        noise=noise,
        reviewers=np.array(seen, dtype=np.int64),
    )


def _by_content(values: Floats) -> list[int]:
    """The reviewers by what they gave, whatever their names: by size, then by place."""
    filled = np.round(np.nan_to_num(values, nan=-np.inf), _DIGITS)
    sized = np.sort(filled, axis=1)

    def compare(one: int, other: int) -> int:
        for table in (sized, filled):
            apart = np.flatnonzero(table[one] != table[other])
            if len(apart):
                return 1 if table[one, apart[0]] > table[other, apart[0]] else -1
        return 0

    return sorted(range(len(values)), key=cmp_to_key(compare))


def over_reviewers(
    cells: Cells, by: Statistic, trim: float, draws: int, rng: np.random.Generator
) -> Floats:
    """Deviations of the authors' scores when reviewers are drawn anew, draw by author.

    The Bayesian bootstrap: exponential weights, so that no answer is ever left without a
    review. Widened to the variance that so few reviewers estimate without bias.
    """
    weights = rng.standard_exponential((draws, len(cells.values)))
    ways = _ways(cells, sized=by in ("median", "trimmed"))
    made = np.zeros((draws, len(cells.reviewers)))
    for way in ways:
        made[:, way.author] += way.sum_of_figures(weights, by, trim) - way.known
    few = np.maximum(cells.reviewers, 2)
    return np.asarray(made / cells.counts * np.sqrt((few + 1) / (few - 1)))


@dataclass(frozen=True, slots=True)
class _Way:
    """Answers of one author that the same reviewers have scored, in the same order.

    Every figure is linear in the values of such answers, so that their sums will do.
    """

    author: int
    reviewers: npt.NDArray[np.int64]
    """Those that have scored them: lowest value first, where sizes matter."""
    sums: Floats
    """By reviewer, over these answers."""
    known: float
    """The sum of the figures themselves."""

    def sum_of_figures(self, weights: Floats, by: Statistic, trim: float) -> Floats:
        """The sum of their figures under each row of *weights*."""
        n = len(self.reviewers)
        if not n:
            return np.full(len(weights), self.known)
        given = weights[:, self.reviewers]
        if by not in ("median", "trimmed"):
            return np.asarray(given @ self.sums / given.sum(axis=1))
        upto = np.cumsum(given, axis=1) / given.sum(axis=1, keepdims=True)
        if by == "median":
            return np.asarray(self.sums[(upto >= 0.5).argmax(axis=1)])
        out = int(n * trim) / n
        kept = np.diff(np.clip(upto, out, 1 - out), axis=1, prepend=out)
        return np.asarray(kept @ self.sums / (1 - 2 * out))


def _ways(cells: Cells, *, sized: bool) -> Iterator[_Way]:
    """The answers of *cells* by author, by who has scored them, and by their order."""
    values = cells.values.T
    there = ~np.isnan(values)
    order = np.argsort(
        np.where(there, values if sized else 0.0, np.inf), axis=1, kind="stable"
    )
    key = np.column_stack([cells.authors, there.sum(axis=1), order])
    rows, way = np.unique(key, axis=0, return_inverse=True)
    way = way.ravel()
    in_order = np.take_along_axis(np.where(there, values, 0.0), order, axis=1)
    sums = np.zeros((len(rows), values.shape[1]))
    np.add.at(sums, way, in_order)
    known = np.bincount(way, weights=cells.known, minlength=len(rows))
    for at, row in enumerate(rows):
        n = int(row[1])
        yield _Way(int(row[0]), row[2 : 2 + n], sums[at, :n], float(known[at]))


def over_questions(
    cells: Cells, by: Statistic, draws: int, rng: np.random.Generator
) -> Floats:
    """Deviations of the authors' scores when questions are drawn anew, draw by author."""
    authors, n = len(cells.reviewers), int(cells.questions.max()) + 1
    order = np.argsort(cells.questions, kind="stable")
    ends = np.searchsorted(cells.questions[order], np.arange(n + 1))
    top, bottom = np.zeros((draws, authors)), np.zeros((draws, authors))
    levels = _Levels(cells, draws) if by == "corrected" else None
    size = max(_CHUNK // draws, 1)
    for start in range(0, n, size):
        stop = min(start + size, n)
        weights = rng.standard_exponential((draws, stop - start))
        mine = order[ends[start] : ends[stop]]
        at = (cells.questions[mine] - start, cells.authors[mine])
        table, there = (np.zeros((stop - start, authors)) for _ in range(2))
        table[at], there[at] = cells.known[mine], 1.0
        top += weights @ table
        bottom += weights @ there
        if levels is not None:
            levels.add(weights, mine, at[0])
    counts = cells.counts
    made = top / bottom - np.bincount(cells.authors, cells.known, authors) / counts
    if levels is not None:
        made += levels.corrections()
    few = np.maximum(counts, 2)
    return np.asarray(made * np.sqrt((few + 1) / (few - 1)))


class _Levels:
    """What other questions would have made of the reviewers' levels, draw by author."""

    def __init__(self, cells: Cells, draws: int) -> None:
        self._cells = cells
        self._known = ~np.isnan(cells.rest)
        n = len(cells.rest)
        self._normal = np.zeros((draws, n, n))
        self._right = np.zeros((draws, n))

    def add(
        self, weights: Floats, answers: npt.NDArray[np.int64], at: npt.NDArray[np.int64]
    ) -> None:
        """Take in *answers*, of the questions *at* that have *weights*."""
        known = self._known[:, answers]
        count = np.maximum(known.sum(axis=0), 1)
        there = known.T.astype(np.float64)
        filled = np.where(known, self._cells.rest[:, answers], 0.0)
        centred = np.where(known, filled - filled.sum(axis=0) / count, 0.0).T
        share = there / count[:, None]
        own = there[:, :, None] * np.eye(len(known))
        of_question = np.zeros((weights.shape[1], *own.shape[1:]))
        np.add.at(of_question, at, own - there[:, :, None] * share[:, None, :])
        right = np.zeros((weights.shape[1], len(known)))
        np.add.at(right, at, centred)
        self._normal += np.einsum("bq,qrs->brs", weights, of_question, optimize=True)
        self._right += weights @ right

    def corrections(self) -> Floats:
        """By how much they move the authors' scores."""
        cells = self._cells
        # The level of all reviewers together is free: the ones pin it, as in the fit.
        moved = np.linalg.solve(self._normal + 1.0, self._right[:, :, None])[:, :, 0]
        share = self._known / np.maximum(self._known.sum(axis=0), 1)
        of_author = [np.bincount(cells.authors, row, len(cells.reviewers)) for row in share]
        return np.asarray(-moved @ (np.array(of_author) / cells.counts))


def tails(freedom: int, draws: int, rng: np.random.Generator) -> Floats:
    """Factors that give draws the tails of Student's distribution."""
    square = rng.chisquare(freedom, size=draws)
    return np.asarray(np.sqrt(freedom / square))
