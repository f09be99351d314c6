"""Two columns of grades, by how often each two categories met; and their kappa.

Only what met is kept: of measured values, where each of thousands is a category of its
own, a table would be empty all over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from .coefficient import Coefficient
from .estimate import Grounds, too_little
from .interval import conclude
from .measured import Counts
from .two_judges import of_table
from .weights import Weights

WIDEST: Final = 50
"""Categories beyond which no table is drawn up: nobody reads it."""

_DEFINITION: Final = "Cohen's kappa (1960), of units that both judges rated"
_MANY: Final = f"no interval: there are more than {WIDEST} different answers"


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


def kappa_of(crossed: Crossed, *, between: tuple[str, str]) -> Coefficient:
    """Cohen's kappa, unweighted, with its jackknife interval; as that of any two judges.

    Where there are more categories than a table can have, its value only.
    """
    used = np.union1d(crossed.rows, crossed.columns)
    if len(used) > WIDEST:
        return _of_many(crossed, between)
    table = np.zeros((len(used), len(used)), dtype=np.int64)
    place = np.searchsorted(used, crossed.rows), np.searchsorted(used, crossed.columns)
    table[place] = crossed.counts
    estimate = of_table(table, _identity(len(used)), _grounds(crossed, table), between)
    return conclude(replace(estimate, redrawn=None))


@lru_cache(maxsize=WIDEST + 1)
def _identity(size: int) -> Weights:
    return Weights("identity", 1 - np.eye(size))


def _grounds(crossed: Crossed, table: Counts) -> Grounds:
    n = crossed.n
    totals = (table.sum(axis=0) + table.sum(axis=1)).astype(np.float64)
    lacking = "" if n else "no unit was rated by both"
    few = too_little(n, totals)
    return Grounds(units=n, pairs=n, judges=2, coverage=None, lacking=lacking, few=few)


def _of_many(crossed: Crossed, between: tuple[str, str]) -> Coefficient:
    share = crossed.counts / crossed.n
    row = np.bincount(crossed.rows, share, crossed.size)
    column = np.bincount(crossed.columns, share, crossed.size)
    observed = float(share[crossed.rows == crossed.columns].sum())
    expected = float(row @ column)
    return Coefficient(
        name="cohen_kappa", definition=_DEFINITION, weights="identity",
        value=(observed - expected) / (1 - expected), observed=observed,
        expected=expected, why_no_interval=_MANY, units=crossed.n, pairs=crossed.n,
        judges=2, between=between,
    )  # fmt: skip
