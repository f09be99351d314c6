"""The formulas of what two judges have in common, with and without one unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from .joint import Joint
from .ratings import Floats

Formula: TypeAlias = Callable[[Joint], Floats]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A measure of two judges; NaN where it is not defined."""

    name: str
    definition: str
    whole: Formula
    without: Formula
    """What it would be without a unit at each point."""
    bounds: tuple[float, float] = (-1.0, 1.0)
    least: int = 3
    """Units in common without which it says nothing."""
    by_judge: bool = True
    """It hangs on who judged: the figures of slots have no meaning."""


def rank_squares(joint: Joint) -> tuple[Floats, Floats]:
    """The sums of squared ranks; nought where a judge gave all units the same."""
    n = joint.n**3
    return (n - joint.cubes_x) / 3, (n - joint.cubes_y) / 3


def rank_squares_without(joint: Joint) -> tuple[Floats, Floats]:
    """The same, without a unit at each point."""
    n = (joint.n - 1) ** 3
    x, y = joint.ties_x, joint.ties_y
    return (
        (n - joint.cubes_x + x**3 - (x - 1) ** 3) / 3,
        (n - joint.cubes_y + y**3 - (y - 1) ** 3) / 3,
    )


def rank_products_without(joint: Joint) -> Floats:
    """The sum of products of ranks without a unit at each point: others move up or down."""
    moved = joint.rank_products - joint.pull_x - joint.pull_y + joint.sign
    return np.asarray(moved - joint.rank_x * joint.rank_y)


def _share(top: Floats, x: Floats, y: Floats) -> Floats:
    """*top* over the root of *x* *y*; NaN where one of them is nought."""
    with np.errstate(divide="ignore", invalid="ignore"):
        made = top / (np.sqrt(x) * np.sqrt(y))
    return np.where((x > 0) & (y > 0), np.clip(made, -1.0, 1.0), np.nan)


def _spearman(joint: Joint) -> Floats:
    return _share(joint.rank_products, *rank_squares(joint))


def _spearman_without(joint: Joint) -> Floats:
    return _share(rank_products_without(joint), *rank_squares_without(joint))


def _kendall(joint: Joint) -> Floats:
    pairs = joint.n**2
    return _share(2 * joint.lead, pairs - joint.squares_x, pairs - joint.squares_y)


def _kendall_without(joint: Joint) -> Floats:
    pairs = (joint.n - 1) ** 2
    x = pairs - joint.squares_x + 2 * joint.ties_x - 1
    y = pairs - joint.squares_y + 2 * joint.ties_y - 1
    return _share(2 * (joint.lead - joint.sign), x, y)


def _pearson(joint: Joint) -> Floats:
    return _product_moment(joint.n, joint.sums, rank_squares(joint))


def _pearson_without(joint: Joint) -> Floats:
    x, y = joint.values_x, joint.values_y
    sx, sy, sxx, syy, sxy = joint.sums
    sums = (sx - x, sy - y, sxx - x * x, syy - y * y, sxy - x * y)
    return _product_moment(joint.n - 1, sums, rank_squares_without(joint))


def _product_moment(
    n: Floats,
    sums: tuple[Floats, Floats, Floats, Floats, Floats],
    spread: tuple[Floats, Floats],
) -> Floats:
    """Ranks say exactly whether a judge told any units apart; sums are rounded."""
    x, y, xx, yy, xy = sums
    of_x = np.where(spread[0] > 0, n * xx - x * x, 0.0)
    of_y = np.where(spread[1] > 0, n * yy - y * y, 0.0)
    return _share(n * xy - x * y, of_x, of_y)


def _difference(joint: Joint) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(joint.n > 0, joint.apart / joint.n, np.nan)


def _difference_without(joint: Joint) -> Floats:
    left = joint.apart - np.abs(joint.values_x - joint.values_y)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(joint.n > 1, left / (joint.n - 1), np.nan)


MEASURES: Final[Mapping[str, Measure]] = MappingProxyType(
    {
        each.name: each
        for each in (
            Measure(
                name="spearman",
                definition="Spearman's rho: product-moment correlation of mid-ranks",
                whole=_spearman,
                without=_spearman_without,
            ),
            Measure(
                name="kendall_tau_b",
                definition="Kendall's tau-b: concordant less discordant pairs of units, "
                "over the geometric mean of those that either judge tells apart",
                whole=_kendall,
                without=_kendall_without,
            ),
            Measure(
                name="pearson",
                definition="Pearson's product-moment correlation of the values",
                whole=_pearson,
                without=_pearson_without,
            ),
            Measure(
                name="mean_absolute_difference",
                definition="mean absolute difference of the values, in points of the scale",
                whole=_difference,
                without=_difference_without,
                bounds=(0.0, np.inf),
                least=1,
                by_judge=False,
            ),
        )
    }
)
