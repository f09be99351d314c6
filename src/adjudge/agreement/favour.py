"""Whether reviewers favour their own answers, beside whatever else they like."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from .board import Board, levels
from .effect import Effect
from .fairness import against_others
from .observations import Laid, Mask, Observations
from .student import Floats, chance, least_chance, quantile

_SELF: Final = Effect(
    name="self-preference",
    of="pairs of reviewer and author",
    unit="points",
    meaning="what a reviewer gives its own answer beyond its own level and what the answer "
    "gets from all",
    below="reviewers are stricter with themselves",
    above="reviewers favour themselves",
)

_LEAST: Final = 3
"""Degrees of freedom: a council of three that all score all answers has them."""

_NOTHING: Final = 1e-12


def self_preference(observed: Observations, level: float) -> Effect:
    """What reviewers give to their own, in the table of reviewers by authors.

    The table's cells are means over questions, reviewer and author are taken out, and the
    cells that are nobody's own say how much likings scatter by themselves: a reviewer may
    like anybody's style. (Two-way analysis of variance with one covariate.)
    """
    scored = ~np.isnan(observed.overall)
    found = observed.laid(scored, observed.overall)
    laid = found.board
    own = np.zeros(laid.values.shape, dtype=bool)
    own[found.row, found.column] = observed.own[scored]
    if not own.any():
        return replace(_SELF, why="no reviewer scored its own answer")
    cells, owns = _table(found, own)
    return replace(_fit(cells, owns, level), figures=_figures(laid, own))


def _table(found: Laid, own: Mask) -> tuple[Floats, Floats]:
    """By author and reviewer: what the reviewer gave above all, and the own share."""
    authors, at = np.unique(found.authors, return_inverse=True)
    given = found.board.values
    there = ~np.isnan(given)
    count = np.maximum(there.sum(axis=1, keepdims=True), 1)
    tables: list[Floats] = []
    for values in (np.nan_to_num(given), own.astype(np.float64)):
        centred = np.where(there, values - values.sum(axis=1, keepdims=True) / count, 0.0)
        table = np.zeros((len(authors), values.shape[1]))
        np.add.at(table, at, centred)
        tables.append(table)
    seen = np.zeros_like(tables[0])
    np.add.at(seen, at, there.astype(np.float64))
    blank = np.full_like(seen, np.nan)
    cells, owns = (np.divide(t, seen, out=blank.copy(), where=seen > 0) for t in tables)
    return cells, owns


def _fit(cells: Floats, owns: Floats, level: float) -> Effect:
    """The own answers' part of *cells*, next to reviewers and authors."""
    author, reviewer = np.nonzero(~np.isnan(cells))
    n = len(author)
    design = np.zeros((n, sum(cells.shape)))
    design[np.arange(n), author] = 1
    design[np.arange(n), cells.shape[0] + reviewer] = 1
    y, x = cells[author, reviewer], owns[author, reviewer]
    solved, _, rank, _ = np.linalg.lstsq(design, np.column_stack([y, x]), rcond=None)
    rest, own = (np.column_stack([y, x]) - design @ solved).T
    freedom = n - int(rank) - 1
    made = replace(_SELF, n=n)
    square = float(own @ own)
    if freedom < _LEAST or square < _NOTHING:
        why = (
            "not enough data: too few reviewers scored too few authors, their own included"
        )
        return replace(made, why=why)
    value = float(own @ rest) / square
    off = rest - value * own
    error = float(np.sqrt(off @ off / freedom / square))
    reach = quantile(0.5 + level / 2, freedom) * error
    exact = error < _NOTHING
    nothing = abs(value) < _NOTHING
    p = least_chance(freedom) if exact else chance(value / error, freedom)
    return replace(
        made,
        value=value,
        low=value - reach,
        high=value + reach,
        p=1.0 if exact and nothing else p,
    )


def _figures(laid: Board, own: Mask) -> dict[str, float]:
    """For each reviewer: its own answers above others' view, less the same of the rest."""
    others = np.where(own, np.nan, laid.values)
    level = levels(others)
    apart = against_others(others - level)
    known = ~np.isnan(others).all(axis=1)
    mean = np.full(len(others), np.nan)
    mean[known] = np.nanmean((others - level)[known], axis=1)
    figures: dict[str, float] = {}
    for at, name in enumerate(laid.reviewers):
        mine = (laid.values[:, at] - level[at] - mean)[own[:, at]]
        beside = apart[:, at]
        mine, beside = mine[~np.isnan(mine)], beside[~np.isnan(beside)]
        if len(mine) and len(beside):
            figures[name] = float(mine.mean() - beside.mean())
    return figures
