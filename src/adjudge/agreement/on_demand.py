"""Figures of very many pairs of judges, put into words when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import overload

from .coefficient import Coefficient


class OnDemand(Sequence[Coefficient]):
    """Coefficients that are made on first sight, and kept."""

    __slots__ = ("_known", "_make")

    def __init__(self, make: Callable[[], Iterable[Coefficient]]) -> None:
        self._make = make
        self._known: tuple[Coefficient, ...] | None = None

    @property
    def _all(self) -> tuple[Coefficient, ...]:
        if self._known is None:
            self._known = tuple(self._make())
        return self._known

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, at: int) -> Coefficient: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Coefficient]: ...

    def __getitem__(self, at: int | slice) -> Coefficient | Sequence[Coefficient]:
        return self._all[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return repr(self._all)
