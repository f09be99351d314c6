"""Figures of very many pairs of judges, put into words when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
import numpy.typing as npt

from .coefficient import Coefficient


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OfPairs:
    """One measure of every two judges: of first and second, of first and third ..."""

    name: str
    weights: str = ""
    value: npt.NDArray[np.float64]
    """NaN where it is undefined."""
    units: npt.NDArray[np.int64]
    make: Callable[[int], Coefficient]
    """The figure of one pair with its interval, by its place."""


class OnDemand(Sequence[Coefficient]):
    """Coefficients that are made on first sight, and kept.

    Of each group its measures of the first pair, of the second and so on.
    """

    __slots__ = ("_groups", "_made")

    def __init__(self, groups: Sequence[Sequence[OfPairs]] = ()) -> None:
        self._groups = tuple(tuple(group) for group in groups if group)
        self._made: dict[int, Coefficient] = {}

    @property
    def measures(self) -> tuple[OfPairs, ...]:
        """What there is, as arrays: for who chooses a few of very many pairs."""
        return tuple(each for group in self._groups for each in group)

    def __len__(self) -> int:
        return sum(len(each.value) for each in self.measures)

    @overload
    def __getitem__(self, at: int) -> Coefficient: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Coefficient]: ...

    def __getitem__(self, at: int | slice) -> Coefficient | Sequence[Coefficient]:
        place = range(len(self))[at]
        if isinstance(place, range):
            return tuple(self._one(each) for each in place)
        return self._one(place)

    def __iter__(self) -> Iterator[Coefficient]:
        return (self._one(at) for at in range(len(self)))

    def _one(self, at: int) -> Coefficient:
        found = self._made.get(at)
        if found is None:
            left = at
            for group in self._groups:
                size = len(group) * len(group[0].value)
                if left < size:
                    break
                left -= size
            pair, which = divmod(left, len(group))
            found = self._made[at] = group[which].make(pair)
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
