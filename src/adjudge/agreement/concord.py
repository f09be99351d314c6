"""Kendall's W: how far all judges together put the units in one order."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import chdtrc  # type: ignore[import-untyped]

from .coefficient import Coefficient, Test, changed
from .correlation import rank_products_without
from .couples import Couples, as_tally, couples, lacking_of
from .enough import SLOTS, enough_of
from .interval import student
from .left_out import error_of
from .pair_tables import sums_over_judges
from .ratings import Floats
from .tally import Tally

_DEFINITION = (
    "Kendall's W with the correction for ties: variance of the units' sums of mid-ranks, "
    "over the most that these judges could reach; units that all judges graded"
)


def kendall_w(ratings: Any, *, confidence: float = 0.95) -> Coefficient:
    """Kendall's coefficient of concordance, over the units that all judges graded."""
    tally = as_tally(ratings)
    used = tally.given.sum(axis=1) > 0
    columns = tally.columns if used.all() else tally.columns[used]
    whole = np.asarray((columns >= 0).all(axis=0))
    n, m = int(tally.times[whole].sum()), len(columns)
    cells = tally.units * tally.judges
    made = Coefficient(
        name="kendall_w",
        definition=_DEFINITION,
        value=None,
        confidence=confidence,
        units=n,
        pairs=n * m * (m - 1) // 2,
        judges=m,
        coverage=tally.grades / cells if cells else None,
    )
    why = _lacking(tally, n, m)
    if why:
        return changed(made, why=why, why_no_interval=why)
    if not (used.all() and whole.all()):
        names = [name for name, yes in zip(tally.scheme.judges, used, strict=True) if yes]
        tally = Tally(
            scheme=tally.scheme.among(names),
            columns=np.ascontiguousarray(columns[:, whole]),
            times=tally.times[whole],
        )
    return _filled(made, couples(tally))


def _lacking(tally: Tally, n: int, m: int) -> str:
    why = lacking_of(tally)
    if why or tally.scheme.slots:
        return why or SLOTS
    if tally.scheme.points is None:
        return "the categories have no numbers"
    if m < 2:
        return "there is one judge: nobody to agree with"
    return f"{n or 'no'} unit{'' if n == 1 else 's'} with all judges" if n < 2 else ""


def _filled(made: Coefficient, pairs: Couples) -> Coefficient:
    tally = pairs.tally
    n, m = float(made.units), made.judges
    own, own_without = _own(tally, n)
    products = 0.0
    moved: list[Floats] = []
    for part, joint in pairs.joints():
        products += float(joint.rank_products.sum())
        without = np.ascontiguousarray(rank_products_without(joint))
        moved.extend(without.reshape(len(pairs.units[part]), 1, -1))
    if not own.sum():
        why = "each judge gave the same grade throughout: no order"
        return changed(made, why=why, why_no_interval=why)
    value = float((own.sum() + 2 * products) / (m * own.sum()))
    chi = m * (n - 1) * value
    test = Test(
        by="chi-square", statistic=chi, freedom=(n - 1,), p=float(chdtrc(n - 1, chi))
    )
    made = changed(made, value=value, test=test, note=_note(int((own == 0).sum())))
    with np.errstate(divide="ignore", invalid="ignore"):
        figures = (own_without + 2 * pairs.spread(moved)[0]) / (m * own_without)
    why = enough_of(tally.given.sum(axis=0)).why_not(made.units)
    return _with_interval(made, figures, tally.times.astype(np.float64), why)


def _own(tally: Tally, n: float) -> tuple[Floats, Floats]:
    """Each judge's sum of squared ranks; and all judges', without a unit of a pattern."""
    ties = tally.given.astype(np.float64)
    cubes = (ties**3).sum(axis=1)
    less = ((n - 1) ** 3 - cubes[:, None] + ties**3 - (ties - 1) ** 3) / 3
    return (n**3 - cubes) / 3, sums_over_judges(tally.columns, less[None])[0]


def _with_interval(
    made: Coefficient, without: Floats, times: Floats, why: str
) -> Coefficient:
    assert made.value is not None
    if not why and not np.isfinite(without).all():
        why = "it hangs on a single unit: without that unit it is not defined"
    if not why and bool((np.abs(without - made.value) <= 1e-12).all()):
        why = "leaving out any unit changes nothing: the data hold no error to measure"
    if why:
        return changed(made, why_no_interval=why)
    error = error_of(without, times)
    reach = student(made.confidence, made.units - 1) * error
    return changed(
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
