"""One judge held against a reference: who said what of the same units, and what follows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from adjudge.errors import UsageInvalid

from .cast import ask_known, some
from .coefficient import FEW_UNITS, Coefficient
from .confusion import Confusion
from .crossed import WIDEST, Crossed, kappa_of
from .measured import Counts
from .proportion import Proportion
from .ratings import Cells, Ratings
from .reading import as_ratings
from .student import quantile


@dataclass(frozen=True, slots=True)
class Shift:
    """A mean of differences in points, with its 95 % interval; None: undefined."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Versus:
    """What a judge and its reference said of the units that both graded."""

    judge: str
    reference: str
    n: int
    """Units that both graded."""
    exact: Proportion
    """The same category."""
    kappa: Coefficient
    mae: Shift
    """How far apart, in points; undefined where the categories have no numbers."""
    bias: Shift
    """By how much the judge is above the reference, in points."""
    table: Counts | None
    """Units by category, rows are the reference's; None: too many categories."""
    positive: str | None
    """The label that counts as yes; None: there are more than two, and none was named."""
    confusion: Confusion | None
    """Of that label, the reference's word for true."""


@dataclass(frozen=True, slots=True)
class Named:
    """A judge's grades by unit."""

    name: str
    codes: Cells


def versus(
    ratings: Ratings, judge: Named, reference: Named, *, positive: int | None = None
) -> Versus:
    """Hold *judge* against *reference*; *positive* is the code that counts as yes."""
    both = (judge.codes >= 0) & (reference.codes >= 0)
    crossed = _crossed(reference.codes[both], judge.codes[both], ratings.size)
    hits = int(crossed.counts[crossed.rows == crossed.columns].sum())
    table = None
    if ratings.size <= WIDEST:
        table = np.zeros((ratings.size, ratings.size), dtype=np.int64)
        table[crossed.rows, crossed.columns] = crossed.counts
    return Versus(
        judge=judge.name,
        reference=reference.name,
        n=crossed.n,
        exact=Proportion.of(hits, crossed.n),
        kappa=kappa_of(crossed, between=(reference.name, judge.name)),
        mae=_shift(crossed, ratings, size=True),
        bias=_shift(crossed, ratings, size=False),
        table=table,
        positive=None if positive is None else ratings.labels[positive],
        confusion=None if positive is None else _confusion(crossed, positive),
    )


def hold_against(
    ratings: Any, judge: str, reference: str, *, positive: str | None = None
) -> Versus:
    """Hold one judge of *ratings* against another, by name; *positive* is a label.

    *ratings* are of one criterion: whatever `as_ratings` takes.
    """
    ratings = as_ratings(ratings)
    held = (named(ratings, judge), named(ratings, reference))
    return versus(ratings, *held, positive=positive_code(ratings, positive))


def named(ratings: Ratings, judge: str) -> Named:
    """The grades of *judge*."""
    ask_known(ratings.judges, (judge,), ratings.criterion)
    column = ratings.cells[:, ratings.judges.index(judge)]
    return Named(judge, np.ascontiguousarray(column))


def positive_code(ratings: Ratings, label: str | None) -> int | None:
    """The code of *label*; of two categories the higher one, where none is named."""
    if label is None:
        return 1 if ratings.size == 2 else None
    if label in ratings.labels:
        return ratings.labels.index(label)
    raise UsageInvalid(
        f"{label!r} is no answer to {ratings.criterion or 'this criterion'}",
        where="positive",
        hint="one of " + some(ratings.labels),
    )


def _crossed(rows: Cells, columns: Cells, size: int) -> Crossed:
    """How often each two categories met; only those that did."""
    code = rows.astype(np.int64) * size + columns
    if size <= WIDEST:
        every = np.bincount(code, minlength=size * size)
        met = np.flatnonzero(every)
        counts = every[met]
    else:
        met, counts = np.unique(code, return_counts=True)
    return Crossed(met // size, met % size, counts.astype(np.int64), size)


def _shift(crossed: Crossed, ratings: Ratings, *, size: bool) -> Shift:
    """The mean difference in points, or of its *size*."""
    if ratings.points is None or not crossed.n:
        return Shift(None)
    points = ratings.points
    apart = points[crossed.columns] - points[crossed.rows]
    if not size:
        return _mean(apart, crossed.counts)
    found = _mean(np.abs(apart), crossed.counts)
    return replace(found, low=None if found.low is None else max(found.low, 0.0))


def _mean(values: npt.NDArray[np.float64], counts: Counts) -> Shift:
    n = int(counts.sum())
    mean = float((values * counts).sum() / n)
    if n < FEW_UNITS:
        return Shift(mean)
    spread = float((counts * (values - mean) ** 2).sum() / (n - 1))
    reach = quantile(0.975, n - 1) * (spread / n) ** 0.5
    return Shift(mean, mean - reach, mean + reach)


def _confusion(crossed: Crossed, positive: int) -> Confusion:
    true, said = crossed.rows == positive, crossed.columns == positive
    return Confusion(
        true_yes=int(crossed.counts[true & said].sum()),
        false_yes=int(crossed.counts[~true & said].sum()),
        false_no=int(crossed.counts[true & ~said].sum()),
        true_no=int(crossed.counts[~true & ~said].sum()),
    )
