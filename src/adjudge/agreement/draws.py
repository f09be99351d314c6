"""Samples of items, drawn with return: how often each item is in each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from .ratings import Floats, Ratings

Places = npt.NDArray[np.intp]

_AT_ONCE: Final = 4_000_000
"""Numbers that are held at once."""


def drawn(items: int, shape: tuple[int, int], seed: int) -> Iterator[Floats]:
    """The weights of *items* in some of the samples, then in some more.

    *shape*: how many samples, and how many numbers each will need. The first sample is
    the data, every item once.
    """
    draws, width = shape
    rng = np.random.default_rng(seed)
    yield np.ones((1, items))
    step = max(1, min(draws, _AT_ONCE // max(width, 1)))
    for start in range(0, draws, step):
        rows = min(step, draws - start)
        found = rng.integers(0, items, size=(rows, items))
        found += np.arange(rows)[:, None] * items
        counted = np.bincount(found.ravel(), minlength=rows * items)
        yield counted.reshape(rows, items).astype(np.float64)


def places(
    criteria: Sequence[Ratings], items: Mapping[str, str] | None
) -> tuple[int, list[Places]]:
    """How many items there are, and for each criterion the place of each unit's item.

    Places are by name, so that the order of rows and of criteria is nothing. *items* says
    of which item a unit is where it is not its own.
    """
    if not all(len(each.units) for each in criteria):
        sizes = {len(each.cells) for each in criteria}
        if len(sizes) > 1:
            raise ValueError("units without names must be the same on every criterion")
        n = sizes.pop()
        return n, [np.arange(n)] * len(criteria)
    named = [[_item(unit, items) for unit in each.units] for each in criteria]
    known = sorted(set().union(*named))
    place = {name: at for at, name in enumerate(known)}
    found = [np.array([place[name] for name in names], dtype=np.intp) for names in named]
    return len(known), found


def _item(unit: str, items: Mapping[str, str] | None) -> str:
    return unit if items is None else items.get(unit, unit)
