"""The ranking over all questions of a table: what `rank` says, for very many reviews."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from adjudge.errors import UsageInvalid

from .adjust import LEAST, Habits, Leniency, fit_rows, too_few
from .ranking import (
    STATISTICS,
    TRIM,
    Means,
    Ranking,
    Standing,
    Statistic,
    ranked,
)
from .table import Floats, Table

CHUNK: Final = 20_000
"""Answers that are summed up at once."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Each answer of a table summed up, and the reviews as each figure takes them."""

    table: Table
    means: Means
    summed: Floats
    """Answer by statistic; NaN where there is no figure. A disqualified answer has the
    lowest point."""
    disqualified: np.ndarray
    ranking: Ranking


def means_of_table(table: Table, trim: float = TRIM, least: int = LEAST) -> Means:
    """The ways to sum up reviews, with the habits that *table* shows."""
    if not 0 <= trim < 0.5:
        hint = "0.2 leaves out a fifth at each end"
        raise UsageInvalid(f"a trim of {trim:g} leaves nothing", where="trim", hint=hint)
    return Means(_habits(table, least), _leniency(table, least), trim)


def _habits(table: Table, least: int) -> Habits:
    there = ~np.isnan(table.bases)
    counts = {
        name: int(n)
        for name, n in zip(table.reviewers, there.sum(axis=0), strict=True)
        if n
    }
    few = {name: n for name, n in counts.items() if n < least}
    if few or len(counts) < 2:
        return Habits(why=too_few(few, len(counts), least))
    columns = {
        name: column[~np.isnan(column)]
        for name, column in zip(table.reviewers, table.bases.T, strict=True)
        if name in counts
    }
    return Habits(
        middle={name: float(column.mean()) for name, column in columns.items()},
        spread={name: float(column.std()) for name, column in columns.items()},
    )


def _leniency(table: Table, least: int) -> Leniency:
    kept = np.asarray(~np.isnan(table.bases).all(axis=0))
    names = [n for n, known in zip(table.reviewers, kept, strict=True) if known]
    return fit_rows(names, table.bases[:, kept], least=least)


def figures_of(table: Table, means: Means, *, by: Statistic = "mean") -> Figures:
    """Sum up every answer of *table*, and rank the authors over all questions."""
    summed = np.full((len(table.authors), len(STATISTICS)), np.nan)
    lowest = np.array([k.bounds[0] if k.bounds else np.inf for k in table.kinds])
    lowest = np.array([*lowest, np.inf])
    ends = np.full(table.count, np.inf)
    np.minimum.at(ends, table.questions, lowest[table.states].min(axis=1, initial=np.inf))
    ends[np.isinf(ends)] = 0.0
    told = table.of_kind([k.disqualified for k in table.kinds], 0.0)
    out = np.asarray(told.any(axis=1))
    for start in range(0, len(summed), CHUNK):
        part = table.rows(start, start + CHUNK)
        for at, name in enumerate(STATISTICS):
            summed[start : start + CHUNK, at] = _summed(part, means, name)
    summed[out] = ends[table.questions[out], None]
    standings = _standings(table, summed, out)
    ranking = ranked(standings, by, None, means.notes())
    return Figures(table, means, summed, out, ranking)


def brought(table: Table, means: Means, by: Statistic) -> Floats:
    """What each review brings to the figure *by*; NaN: nothing."""
    if by not in ("normalised", "corrected"):
        return table.values
    moved = np.empty_like(table.bases)
    for at, name in enumerate(table.reviewers):
        column = table.bases[:, at]
        if by == "corrected":
            moved[:, at] = column - means.leniency.points.get(name, 0.0)
        else:
            moved[:, at] = _normalised(column, means.habits, name)
    floor = table.of_kind([k.floor for k in table.kinds], -np.inf)
    ceiling = table.of_kind([k.ceiling for k in table.kinds], np.inf)
    return np.asarray(np.minimum(np.maximum(moved, floor), ceiling))


def _normalised(column: Floats, habits: Habits, name: str) -> Floats:
    if name not in habits.middle:
        return column
    middle = sum(habits.middle.values()) / len(habits.middle)
    spread = sum(habits.spread.values()) / len(habits.spread)
    own = habits.spread[name]
    steps = (column - habits.middle[name]) / own if own else column * 0.0
    return np.asarray(middle + steps * spread)


def _summed(table: Table, means: Means, by: Statistic) -> Floats:
    """The figure *by* of each answer; NaN where there is none."""
    if (by == "normalised" and means.habits.why) or (
        by == "corrected" and means.leniency.why
    ):
        return np.full(len(table.authors), np.nan)
    given = brought(table, means, by)
    there = ~np.isnan(given)
    count = there.sum(axis=1)
    made = np.full(len(given), np.nan)
    if by in ("median", "trimmed"):
        order = np.sort(given, axis=1)  # NaN last
        place = np.arange(given.shape[1])
        out = (count * means.trim).astype(np.int64)
        if by == "median":
            out = np.maximum((count - 1) // 2, 0)
        there = (place >= out[:, None]) & (place < (count - out)[:, None])
        given, count = order, there.sum(axis=1)
    total = np.where(there, given, 0.0).sum(axis=1)
    return np.asarray(np.divide(total, count, out=made, where=count > 0))


def _standings(table: Table, summed: Floats, out: np.ndarray) -> Iterator[Standing]:
    there = ~np.isnan(table.values)
    told = table.of_kind([k.held_back for k in table.kinds], 0.0)
    held = np.asarray(told.any(axis=1))
    ceilings = table.of_kind([k.ceiling for k in table.kinds], np.inf)
    ceilings = np.where(there, ceilings, -np.inf).max(axis=1, initial=-np.inf)
    mean = STATISTICS.index("mean")
    for at, name in enumerate(table.names):
        mine = table.authors == at
        counted = mine & (there.any(axis=1) | out)
        if not mine.any():
            continue
        bare = Standing(
            author=name,
            rank=None,
            score=None,
            figures=dict.fromkeys(STATISTICS),
            reviews=int(there[mine].sum()),
            of=int((table.states[mine] >= 0).sum()),
            questions=int(counted.sum()),
            held_back=bool(counted.any()) and bool(held[counted].all()),
            disqualified=int((out & counted).sum()),
        )
        yield _standing(bare, summed[counted], ceilings[counted], out[counted], mean)


def _standing(
    bare: Standing, summed: Floats, ceilings: Floats, out: np.ndarray, mean: int
) -> Standing:
    if not bare.questions:
        return replace(bare, why="no review")
    if bare.disqualified == bare.questions:
        return replace(bare, why="disqualified at every question")
    # The lowest point stands for a disqualified answer, and is its ceiling as well.
    highest = float(np.where(out, summed[:, mean], ceilings).max())
    told = f"disqualified at {bare.disqualified} of {bare.questions} questions"
    return replace(
        bare,
        figures={
            name: None if np.isnan(column).any() else float(column.mean())
            for name, column in zip(STATISTICS, summed.T, strict=True)
        },
        ceiling=None if np.isinf(highest) else highest,
        why=told if bare.disqualified else "",
    )
