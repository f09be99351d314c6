"""Sums of ratio differences, ((x - y) / (x + y))^2, of each value to all others.

Of logarithms a and b it is tanh^2((a - b) / 2), which is smooth everywhere: its nearest
pole is pi away. So where values are very many, a polynomial of degree 13 on each half unit
of the logarithm stands for them, to the last digits of a double.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .ratings import Floats

_STRIP: Final = 2_000_000
"""Differences that are held at once."""

_DIRECT: Final = 1_500
"""Distinct values up to which each two are looked at."""

_NODES: Final = 14
_WIDTH: Final = 0.5


def ratio_differences(x: Floats, y: Floats) -> Floats:
    """Of values from nought up; two noughts do not differ."""
    both = x + y
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(both > 0, ((x - y) / both) ** 2, 0.0)


def sums_of_differences(points: Floats, given: Floats) -> Floats:
    """For each of *points*, its differences to all, each *given* so many times."""
    above = points > 0
    if len(points) <= _DIRECT:
        return _each_two(points, given)
    logs = np.log(points[above])
    cells = np.unique(np.floor((logs - logs.min()) / _WIDTH).astype(np.int64))
    if len(cells) * _NODES > len(points):
        return _each_two(points, given)
    made = np.full(len(points), float(given[above].sum()))
    made[above] = _smooth(logs, given[above]) + float(given[~above].sum())
    return made


def _each_two(points: Floats, given: Floats) -> Floats:
    made = np.empty(len(points))
    step = max(1, _STRIP // len(points))
    for start in range(0, len(points), step):
        part = points[start : start + step]
        made[start : start + step] = (
            ratio_differences(part[:, None], points[None, :]) @ given
        )
    return made


def _smooth(logs: Floats, given: Floats) -> Floats:
    """Values are moved to nodes, nodes are held against each other, and back."""
    place = (logs - logs.min()) / _WIDTH
    cells, cell = np.unique(np.floor(place).astype(np.int64), return_inverse=True)
    nodes = np.cos((np.arange(_NODES) + 0.5) * np.pi / _NODES)
    within = 2 * (place - cells[cell]) - 1
    share = _polynomials(within, nodes)
    weight = np.stack(
        [np.bincount(cell, given * column, len(cells)) for column in share.T], axis=1
    )
    at = ((cells[:, None] + (nodes + 1) / 2) * _WIDTH).ravel()
    held = np.tanh(np.subtract.outer(at, at) / 2) ** 2 @ weight.ravel()
    return np.asarray((share * held.reshape(weight.shape)[cell]).sum(axis=1))


def _polynomials(x: Floats, nodes: Floats) -> Floats:
    """The polynomials that are 1 at one node and 0 at the others, at each *x*."""
    apart = np.subtract.outer(nodes, nodes) + np.eye(len(nodes))
    scale = apart.prod(axis=1)
    off = np.subtract.outer(x, nodes)
    made = np.empty_like(off)
    for node in range(len(nodes)):
        made[:, node] = np.delete(off, node, axis=1).prod(axis=1) / scale[node]
    return made
