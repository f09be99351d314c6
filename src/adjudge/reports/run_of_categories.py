"""Categories put together in runs, where there are too many to show one by one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

MOST: Final = 10
"""Categories, or runs of them, that a reader can tell apart."""


def binned(
    labels: Sequence[str], rows: Sequence[Sequence[int]]
) -> tuple[list[str], list[list[int]]]:
    """*labels* and the counts of each of *rows*, put together until few enough are left.

    Numbers go into steps of one width, everything else into runs of the scale.
    """
    if len(labels) <= MOST:
        return list(labels), [list(row) for row in rows]
    runs = list(_steps(labels) or _runs(labels))
    return [name for name, _ in runs], [
        [sum(row[at] for at in places) for _, places in runs] for row in rows
    ]


def _runs(labels: Sequence[str]) -> Iterator[tuple[str, range]]:
    edges = [round(at * len(labels) / MOST) for at in range(MOST + 1)]
    for start, end in pairwise(edges):
        name = labels[start]
        if end - start > 1:
            name += f" to {labels[end - 1]}"
        yield name, range(start, end)


def _steps(labels: Sequence[str]) -> list[tuple[str, list[int]]]:
    """Steps of a round width over numbers; empty where the labels are none."""
    try:
        values = [float(label) for label in labels]
    except ValueError:
        return []
    if not all(map(math.isfinite, values)):
        return []
    step = _round_up((max(values) - min(values)) / MOST)
    first = math.floor(min(values) / step)
    last = math.floor(max(values) / step)
    places: dict[int, list[int]] = {at: [] for at in range(first, last + 1)}
    for at, value in enumerate(values):
        places[math.floor(value / step)].append(at)
    return [
        (f"{at * step:.6g} to <{(at + 1) * step:.6g}", found)
        for at, found in places.items()
    ]


def _round_up(width: float) -> float:
    """The least of 1, 2, 5, 10, 20 ... and their tenths that is no less than *width*."""
    power = 10.0 ** math.floor(math.log10(width))
    return next(power * n for n in (1, 2, 5, 10) if power * n >= width * (1 - 1e-9))
