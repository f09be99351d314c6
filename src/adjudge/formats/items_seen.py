"""Which ids were used before, at sixteen bytes an id."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

_Numbers: TypeAlias = npt.NDArray[np.uint64]

WATCHED: Final = 20_000_000
"""Ids remembered: 320 MB. What comes later is compared with these and not kept."""

_GROWTH: Final = 8
"""A run is merged into its elder when it has an eighth of its length."""


class Seen:
    """The ids of a run so far, as 64-bit hashes with the place of each.

    Ten million ids have one chance in 370,000 that two of them share a hash.
    """

    def __init__(self, watched: int = WATCHED) -> None:
        self._runs: list[tuple[_Numbers, _Numbers]] = []
        self._room = watched

    @property
    def full(self) -> bool:
        """Whether ids came that could not be remembered."""
        return self._room < 0

    def add(self, ids: pl.Series, places: _Numbers) -> dict[int, int]:
        """Row -> place of the earlier use, for the *ids* that were used before."""
        keys = ids.hash().to_numpy()
        order = np.argsort(keys, kind="stable")
        keys, places = keys[order], places[order]
        earlier: dict[int, int] = {}
        first = np.ones(len(keys), dtype=bool)
        if len(keys) > 1:
            first[1:] = keys[1:] != keys[:-1]
            starts = np.maximum.accumulate(np.where(first, np.arange(len(keys)), 0))
            for at in np.flatnonzero(~first):
                earlier[int(order[at])] = int(places[starts[at]])
        for known, used in self._runs:
            near = np.minimum(np.searchsorted(known, keys), len(known) - 1)
            for hit in np.flatnonzero(known[near] == keys):
                earlier[int(order[hit])] = int(used[near[hit]])
                first[hit] = False
        self._keep(keys[first], places[first])
        return earlier

    def _keep(self, keys: _Numbers, places: _Numbers) -> None:
        room = max(self._room, 0)
        self._room -= len(keys)
        keys, places = keys[:room], places[:room]
        if not len(keys):
            return
        while self._runs and len(self._runs[-1][0]) < _GROWTH * len(keys):
            known, used = self._runs.pop()
            keys, places = np.concatenate((known, keys)), np.concatenate((used, places))
            order = np.argsort(keys, kind="stable")
            keys, places = keys[order], places[order]
        self._runs.append((keys, places))
