"""What two judges gave to the same units: the sums that correlations are made of.

One arithmetic for two shapes. Where categories are few, a point is a pair of categories
and arrays are tables, for any number of pairs of judges at once; where values are many, a
point is a unit. Ranks are taken twice and from the middle, so that they are whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .dominance import signs
from .ratings import Floats

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """Of each point, or of all together; shapes broadcast against one another."""

    n: Floats
    values_x: Floats
    values_y: Floats
    ties_x: Floats
    """How many units have this value."""
    ties_y: Floats
    rank_x: Floats
    """How many are below, less how many are above."""
    rank_y: Floats
    pull_x: Floats
    """The sum of the ranks y of those above in x, less those below."""
    pull_y: Floats
    sign: Floats
    """Points on one diagonal, less those on the other."""
    rank_products: Floats
    """The sum of rank_x rank_y."""
    lead: Floats
    """Pairs of units in the same order, less those in the opposite one."""
    cubes_x: Floats
    """The sum of the cubes of ties."""
    cubes_y: Floats
    squares_x: Floats
    """The sum of the squares of ties."""
    squares_y: Floats
    sums: tuple[Floats, Floats, Floats, Floats, Floats]
    """Of x, y, xx, yy and xy."""
    apart: Floats
    """The sum of |x - y|."""


def joint_tables(tables: Counts | Floats, points: Floats) -> Joint:
    """Of tables (..., category of x, category of y); *points* are their numbers."""
    t = tables.astype(np.float64)
    size = len(points)
    sign = np.sign(np.subtract.outer(np.arange(size), np.arange(size))).astype(np.float64)
    of_x, of_y = t.sum(axis=-1), t.sum(axis=-2)
    rank_x, rank_y = -of_x @ sign, -of_y @ sign
    around = _turned(_turned(t, sign), sign)
    middle = points - points.mean()
    xs, ys = middle[:, None], middle[None, :]
    tx = t @ middle
    return Joint(
        n=_one(of_x.sum(axis=-1)),
        values_x=xs,
        values_y=ys,
        ties_x=of_x[..., :, None],
        ties_y=of_y[..., None, :],
        rank_x=rank_x[..., :, None],
        rank_y=rank_y[..., None, :],
        pull_x=(_times(t, rank_y) @ sign)[..., :, None],
        pull_y=(_times(np.swapaxes(t, -1, -2), rank_x) @ sign)[..., None, :],
        sign=around,
        rank_products=_one((_times(t, rank_y) * rank_x).sum(axis=-1)),
        lead=_one((t * around).sum(axis=(-1, -2)) / 2),
        cubes_x=_one((of_x**3).sum(axis=-1)),
        cubes_y=_one((of_y**3).sum(axis=-1)),
        squares_x=_one((of_x**2).sum(axis=-1)),
        squares_y=_one((of_y**2).sum(axis=-1)),
        sums=(
            _one(of_x @ middle),
            _one(of_y @ middle),
            _one(of_x @ middle**2),
            _one(of_y @ middle**2),
            _one((tx * middle).sum(axis=-1)),
        ),
        apart=_one((t * np.abs(xs - ys)).sum(axis=(-1, -2))),
    )


def joint_columns(x: Counts, y: Counts, points: Floats) -> Joint:
    """Of two columns of codes without holes; every point is a unit."""
    of_x, of_y = (np.bincount(each, minlength=len(points)) for each in (x, y))
    rank_x, rank_y = _ranks(of_x)[x], _ranks(of_y)[y]
    middle = points - points.mean()
    around = signs(x, y).astype(np.float64)
    vx, vy = middle[x], middle[y]
    tx, ty = of_x.astype(np.float64), of_y.astype(np.float64)
    return Joint(
        n=np.float64(len(x)) * np.ones(1),
        values_x=vx,
        values_y=vy,
        ties_x=tx[x],
        ties_y=ty[y],
        rank_x=rank_x,
        rank_y=rank_y,
        pull_x=_pull(x, rank_y, len(points)),
        pull_y=_pull(y, rank_x, len(points)),
        sign=around,
        rank_products=np.atleast_1d(rank_x @ rank_y),
        lead=np.atleast_1d(around.sum() / 2),
        cubes_x=np.atleast_1d((tx**3).sum()),
        cubes_y=np.atleast_1d((ty**3).sum()),
        squares_x=np.atleast_1d((tx**2).sum()),
        squares_y=np.atleast_1d((ty**2).sum()),
        sums=tuple(
            np.atleast_1d(s) for s in (vx.sum(), vy.sum(), vx @ vx, vy @ vy, vx @ vy)
        ),  # type: ignore[arg-type]
        apart=np.atleast_1d(np.abs(vx - vy).sum()),
    )


def _one(of_each: Floats) -> Floats:
    return np.asarray(of_each[..., None, None])


def _times(tables: Floats, rows: Floats) -> Floats:
    return np.asarray(np.einsum("...xy,...y->...x", tables, rows))


def _turned(tables: Floats, by: Floats) -> Floats:
    """The last axis multiplied by *by*, and put first of the two."""
    return np.swapaxes(np.tensordot(tables, by, 1), -1, -2)


def _ranks(given: Counts) -> Floats:
    through = np.cumsum(given)
    return np.asarray(2 * through - given - through[-1], dtype=np.float64)


def _pull(codes: Counts, ranks: Floats, size: int) -> Floats:
    """For each unit, the sum of *ranks* of units above it, less that of those below."""
    by = np.bincount(codes, weights=ranks, minlength=size)
    through = np.cumsum(by)
    return np.asarray((through[-1] - 2 * through + by)[codes])
