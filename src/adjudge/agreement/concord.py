"""Kendall's W: how far all judges together put the units in one order."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.special import chdtrc  # type: ignore[import-untyped]

from .coefficient import Coefficient, Test
from .correlation import rank_products_without
from .couples import couples
from .enough import SLOTS, enough
from .joint import Counts
from .left_out import error_of
from .ratings import Floats, Ratings
from .student import quantile

_DEFINITION = (
    "Kendall's W with the correction for ties: variance of the units' sums of mid-ranks, "
    "over the most that these judges could reach; units that all judges graded"
)


def kendall_w(
    ratings: Ratings, *, confidence: float = 0.95, together: Counts | None = None
) -> Coefficient:
    """Kendall's coefficient of concordance, over the units that all judges graded.

    *together*, by judge, judge, category and category, saves counting it again where no
    cell is empty.
    """
    there = ratings.there
    used = np.asarray(there.any(axis=0))
    if not used.all():
        names = [n for n, yes in zip(ratings.judges, used.tolist(), strict=True) if yes]
        ratings, together = ratings.among(names), None
        there = ratings.there
    whole = np.asarray(there.all(axis=1))
    n, m = int(whole.sum()), ratings.cells.shape[1]
    made = Coefficient(
        name="kendall_w",
        definition=_DEFINITION,
        value=None,
        confidence=confidence,
        units=n,
        pairs=n * m * (m - 1) // 2,
        judges=m,
        coverage=float(there.mean()) if there.size else None,
    )
    if ratings.slots:
        return replace(made, why=SLOTS)
    if m < 2:
        return replace(made, why="one judge: there is nobody to agree with")
    if n < 2:
        return replace(made, why=f"{n or 'no'} unit{'' if n == 1 else 's'} with all judges")
    if ratings.points is None:
        return replace(made, why="the categories have no numbers")
    if n < len(whole):
        ratings, together = ratings.of_units(whole), None
    return _filled(made, ratings, together)


def _filled(made: Coefficient, ratings: Ratings, together: Counts | None) -> Coefficient:
    n, m = ratings.cells.shape
    own, own_without = _own(ratings)
    pairs = couples(ratings, together)
    products = 0.0
    moved: list[Floats] = []
    for part, joint in pairs.joints():
        products += float(joint.rank_products.sum())
        without = rank_products_without(joint)
        many = len(pairs.units[part])
        moved.extend(np.ascontiguousarray(without).reshape(many, -1, 1))
    if not own.sum():
        return replace(made, why="each judge gave the same grade throughout: no order")
    value = float((own.sum() + 2 * products) / (m * own.sum()))
    freedom = n - 1.0
    chi = m * freedom * value
    test = Test(
        by="chi-square", statistic=chi, freedom=(freedom,), p=float(chdtrc(freedom, chi))
    )
    constant = int((own == 0).sum())
    made = replace(made, value=value, test=test, note=_note(constant))
    with np.errstate(divide="ignore", invalid="ignore"):
        without = (own_without + 2 * pairs.spread(moved)[:, 0]) / (m * own_without)
    return _with_interval(made, without, enough(ratings).why_not(n))


def _own(ratings: Ratings) -> tuple[Floats, Floats]:
    """Each judge's sum of squared ranks; and all judges', without each unit."""
    n, m = ratings.cells.shape
    without = np.zeros(n)
    whole = np.empty(m)
    for judge in range(m):
        codes = ratings.cells[:, judge]
        ties = np.bincount(codes, minlength=ratings.size).astype(np.float64)
        cubes = (ties**3).sum()
        whole[judge] = (float(n) ** 3 - cubes) / 3
        less = (float(n - 1) ** 3 - cubes + ties**3 - (ties - 1) ** 3) / 3
        without += less[codes]
    return whole, without


def _with_interval(made: Coefficient, without: Floats, why: str) -> Coefficient:
    assert made.value is not None
    if not why and not np.isfinite(without).all():
        why = "it hangs on a single unit: without that unit it is not defined"
    if not why and bool((np.abs(without - made.value) <= 1e-12).all()):
        why = "leaving out any unit changes nothing: the data hold no error to measure"
    if why:
        return replace(made, why_no_interval=why)
    error = error_of(without)
    reach = quantile(0.5 + made.confidence / 2, made.units - 1) * error
    return replace(
        made,
        error=error,
        low=max(made.value - reach, 0.0),
        high=min(made.value + reach, 1.0),
        interval="jackknife",
    )


def _note(constant: int) -> str:
    if not constant:
        return ""
    who = "one judge gives" if constant == 1 else f"{constant} judges give"
    return f"{who} all units the same, which counts as no order at all"
