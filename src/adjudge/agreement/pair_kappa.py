"""Cohen's kappa of two columns, from how often each two categories met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .coefficient import FEW_UNITS, FEW_WITH_RARE, RARE, Coefficient
from .measured import Counts
from .student import Floats, quantile

_DEFINITION: Final = (
    "Cohen (1960), one category against another; interval from the standard error of "
    "Fleiss, Cohen and Everitt (1969), by Student's t"
)


@dataclass(frozen=True, slots=True, eq=False)
class Crossed:
    """How often each two categories met: rows are the reference's, columns the judge's."""

    rows: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]
    counts: Counts
    size: int

    @property
    def n(self) -> int:
        """Units in all."""
        return int(self.counts.sum())

    def shares(self) -> tuple[Floats, Floats]:
        """How often the reference, and the judge, chose each category."""
        weights = self.counts / self.n
        row: Floats = np.bincount(self.rows, weights, self.size).astype(np.float64)
        column: Floats = np.bincount(self.columns, weights, self.size).astype(np.float64)
        return row, column


def pair_kappa(crossed: Crossed, *, between: tuple[str, str]) -> Coefficient:
    """Cohen's kappa, unweighted; undefined where both always chose one and the same."""
    n = crossed.n
    if not n:
        return _undefined("no unit was graded by both", 0, between)
    share = crossed.counts / n
    row, column = crossed.shares()
    same = crossed.rows == crossed.columns
    observed, expected = float(share[same].sum()), float(row @ column)
    if len(share) == 1 and same.all():
        return _undefined("both gave one and the same grade throughout", n, between)
    value = (observed - expected) / (1 - expected)
    lean = row[crossed.columns] + column[crossed.rows]
    each = np.where(same, 1.0, 0.0) - lean * (1 - value)
    spread = float((share * each**2).sum()) - (value - expected * (1 - value)) ** 2
    error = max(spread, 0.0) ** 0.5 / ((1 - expected) * n**0.5)
    why = _why_no_interval(n, row, column)
    reach = None if why else quantile(0.975, n - 1) * error
    return Coefficient(
        name="cohen_kappa", definition=_DEFINITION, weights="identity", value=value,
        observed=observed, expected=expected, error=error,
        low=None if reach is None else max(value - reach, -1.0),
        high=None if reach is None else min(value + reach, 1.0),
        interval=None if why else "analytic", why_no_interval=why,
        units=n, pairs=n, judges=2, between=between,
    )  # fmt: skip


def _why_no_interval(n: int, *shares: Floats) -> str:
    if n < FEW_UNITS:
        return f"fewer than {FEW_UNITS} units"
    if any(np.count_nonzero(share) == 1 for share in shares):
        return "one of the two gave the same grade throughout"
    rare = min(float(share[share > 0].min()) for share in shares)
    if n < FEW_WITH_RARE and rare < RARE:
        return f"a category rarer than {RARE:.0%} in fewer than {FEW_WITH_RARE} units"
    return ""


def _undefined(why: str, n: int, between: tuple[str, str]) -> Coefficient:
    return Coefficient(
        name="cohen_kappa", definition=_DEFINITION, weights="identity", value=None, why=why,
        why_no_interval=why, units=n, pairs=n, judges=2, between=between,
    )  # fmt: skip
