"""How far apart two categories are: agreement weights by name, or one's own.

All is kept as *dis*agreement, 0 for a category with itself: then unanimity comes to exactly
nothing, and constant ratings to a chance of exactly nothing to disagree about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid, UsageInvalid

from .ratings import Ratings

Floats = npt.NDArray[np.float64]
Way = Callable[[Floats, Floats], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """A disagreement for each two categories, between 0 and 1 as a rule."""

    name: str
    apart: Floats
    """Categories x categories."""

    @property
    def furthest(self) -> float:
        """The greatest disagreement there can be."""
        return float(self.apart.max(initial=0.0))

    @property
    def symmetric(self) -> bool:
        """Whether it is the same which of the two came first."""
        return bool((self.apart == self.apart.T).all())


def _identity(x: Floats, y: Floats) -> Floats:
    return np.asarray(x != y, np.float64)


def _linear(x: Floats, y: Floats) -> Floats:
    return np.abs(x - y)


def _quadratic(x: Floats, y: Floats) -> Floats:
    return (x - y) ** 2


def _radical(x: Floats, y: Floats) -> Floats:
    return np.sqrt(np.abs(x - y))


def _ordinal(x: Floats, y: Floats) -> Floats:
    """The pairs of categories that lie within the two, both counted."""
    apart = np.abs(np.searchsorted(np.unique(x), x) - np.searchsorted(np.unique(x), y))
    return np.asarray(apart * (apart + 1) / 2, np.float64)


def _ratio(x: Floats, y: Floats) -> Floats:
    both = x + y
    return np.where(both == 0, 0.0, (x - y) / np.where(both == 0, 1.0, both)) ** 2


def _circular(x: Floats, y: Floats) -> Floats:
    round_trip = x.max() - x.min() + 1
    return np.asarray(np.sin(np.pi * (x - y) / round_trip) ** 2)


def _bipolar(x: Floats, y: Floats) -> Floats:
    both = x + y
    room = (both - 2 * x.min()) * (2 * x.max() - both)
    alike = x == y
    return np.where(alike, 0.0, (x - y) ** 2 / np.where(alike, 1.0, room))


_WAYS: Final[Mapping[str, Way]] = {
    "identity": _identity,
    "linear": _linear,
    "quadratic": _quadratic,
    "ordinal": _ordinal,
    "radical": _radical,
    "ratio": _ratio,
    "circular": _circular,
    "bipolar": _bipolar,
}

NAMES: Final = tuple(_WAYS)


def weights_of(wanted: Any, scheme: Ratings) -> Weights:
    """The weights that *wanted* names, or is: a matrix of agreement, 1 with itself."""
    if isinstance(wanted, Weights):
        return wanted
    if not isinstance(wanted, str):
        return _custom(wanted, scheme)
    if wanted not in _WAYS:
        raise UsageInvalid(
            f"{wanted!r} are no weights",
            where="weights",
            hint="one of " + ", ".join(_WAYS) + ", or a matrix of your own",
        )
    points = scheme.points
    if points is None:
        points = np.arange(1.0, scheme.size + 1)
    if wanted == "ratio":
        ask_ratio(scheme)
    return _named(wanted, tuple(points.tolist()))


def ask_ratio(scheme: Ratings) -> None:
    """Refuse numbers that are measured from no true nought."""
    if scheme.points is not None and float(scheme.points.min(initial=0.0)) < 0:
        raise InputInvalid(
            "ratios need numbers from nought up, and some are below",
            where=scheme.criterion,
            hint="take the values as interval",
        )


@lru_cache(maxsize=256)
def _named(name: str, points: tuple[float, ...]) -> Weights:
    x = np.array(points)
    apart = _WAYS[name](x[:, None], x[None, :]) if len(points) else np.zeros((0, 0))
    furthest = float(apart.max(initial=0.0))
    found = apart / furthest if furthest else apart
    found.flags.writeable = False
    return Weights(name, found)


def _custom(wanted: Any, scheme: Ratings) -> Weights:
    given = np.asarray(wanted, np.float64)
    size = scheme.size
    if given.shape != (size, size):
        raise UsageInvalid(
            f"the weights are {given.shape}, and there are {size} categories",
            where="weights",
            hint=f"give {size} x {size}, in the order {', '.join(scheme.labels[:9])}",
        )
    if not (
        np.isfinite(given).all() and (given <= 1).all() and (np.diag(given) == 1).all()
    ):
        raise UsageInvalid(
            "weights of agreement are 1 on the diagonal and nowhere more",
            where="weights",
            hint="for disagreements v give 1 - v / v.max()",
        )
    return Weights("custom", 1 - given)
