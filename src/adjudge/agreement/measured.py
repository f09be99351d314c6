"""Everything that is measured of one criterion's ratings, for reports and doors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from adjudge.rubric import Level

from .coefficient import Coefficient, table_of
from .on_demand import OfPairs, OnDemand

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Agreement:
    """How far the judges of one criterion agree."""

    criterion: str
    level: Level
    judges: tuple[str, ...]
    kinds: tuple[str, ...]
    labels: tuple[str, ...]
    units: int
    """Units with at least one grade."""
    grades: int
    coefficients: tuple[Coefficient, ...]
    """Over all judges, the one to quote first."""
    pairs: OnDemand
    """Between each two judges: `between` names them."""
    given: Counts
    """Grades by judge and category."""
    together: Counts
    """By judge, judge, category, category: grades of one unit; rows are the first judge."""

    def of(self, name: str, weights: str | None = None) -> Coefficient:
        """The coefficient over all judges that goes by *name*."""
        return next(
            c
            for c in self.coefficients
            if c.name == name and (weights is None or c.weights == weights)
        )

    @property
    def likeness(self) -> OfPairs | None:
        """What says best how alike two judges are: kappa, with weights that fit the level.

        Rank correlation where values are too many for kappa; None where there is neither.
        """
        nominal = self.level is Level.NOMINAL
        for weights in ("identity",) if nominal else ("quadratic", "linear", "identity"):
            for each in self.pairs.measures:
                if each.name == "cohen_kappa" and each.weights == weights:
                    return each
        others = (e for e in self.pairs.measures if e.name != "mean_absolute_difference")
        return next(others, None)

    def __repr__(self) -> str:
        of = f" on {self.criterion}" if self.criterion else ""
        head = (
            f"Agreement of {len(self.judges)} judges{of} ({self.level.value}): "
            f"{self.grades} grades of {self.units} units"
        )
        return "\n".join([head, *(f"  {c.title}: {c.says}" for c in self.coefficients)])

    def _repr_html_(self) -> str:
        """A table for notebooks, a row for each coefficient."""
        return table_of(tuple((c.title, c.says, c.rests_on) for c in self.coefficients))
