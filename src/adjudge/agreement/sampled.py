"""What people said of some items, beside what a judge said of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid

from .coefficient import FEW_UNITS, FEW_WITH_RARE, RARE
from .student import Floats

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sample:
    """Of each unit what people said of it, on average, and what the judge said."""

    human: Floats
    """NaN where nobody was asked."""
    judge: Floats
    """NaN where the judge gave no grade."""
    items: Codes
    """Number of the item of each unit: units of one item are not independent."""
    points: Floats
    """The values that there can be, rising: a scale's, or those that people gave."""
    closed: bool = False
    """The points are a scale's: no mean lies beyond them."""

    @classmethod
    def of(
        cls,
        human: Any,
        judge: Any,
        *,
        items: Sequence[Any] | None = None,
        scale: Sequence[float] = (),
    ) -> Sample:
        """A sample from two columns; without a *scale*, its values are those that occur."""
        mine, theirs = _column(human, "human"), _column(judge, "judge")
        if len(mine) != len(theirs):
            raise InputInvalid(
                f"{len(mine)} human values for {len(theirs)} of the judge",
                where="corrected scores",
                hint="give one row to each item: NaN where people were not asked",
            )
        names = np.arange(len(mine)) if items is None else np.asarray(items)
        given = mine[~np.isnan(mine)]
        return cls(
            human=mine,
            judge=theirs,
            items=np.unique(names, return_inverse=True)[1].astype(np.int64),
            points=np.unique(np.array(scale, dtype=np.float64) if len(scale) else given),
            closed=len(scale) > 0,
        )

    @property
    def span(self) -> float:
        """From the lowest to the highest value that there can be."""
        return float(np.ptp(self.points)) if len(self.points) else 0.0

    def only(self, mask: npt.NDArray[np.bool_]) -> Sample:
        """These units only; items keep their numbers."""
        return replace(
            self, human=self.human[mask], judge=self.judge[mask], items=self.items[mask]
        )

    def hold(self, low: float, high: float, value: float) -> tuple[float, float]:
        """An interval around *value*, cut at the ends of the scale."""
        if not self.closed:
            return low, high
        least, most = float(self.points[0]), float(self.points[-1])
        return max(low, min(least, value)), min(high, max(most, value))


def split_of(sample: Sample) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Units that both judged, and those that the judge alone did."""
    graded, seen = ~np.isnan(sample.judge), ~np.isnan(sample.human)
    return graded & seen, graded & ~seen


def too_little(sample: Sample) -> str:
    """Why the human verdicts of *sample* allow no interval; empty: they do."""
    asked, _ = split_of(sample)
    n = len(np.unique(sample.items[asked]))
    if n < FEW_UNITS:
        return (
            f"not enough data for an interval: people and the judge have both judged {n} "
            f"items, {FEW_UNITS} are needed"
        )
    values = np.unique(sample.human[asked], return_counts=True)[1]
    rest = 1 - float(values.max()) / int(asked.sum())
    if len(values) == 1 and sample.span == 0:
        return "not enough data for an interval: people gave one value throughout"
    # Of two values the reserve takes care; of more, nothing says how far the rare one is.
    if len(sample.points) != 2 and rest < RARE and n < FEW_WITH_RARE:
        return (
            f"not enough data for an interval: {1 - rest:.0%} of what people said is one "
            f"value, which needs {FEW_WITH_RARE} items; there are {n}"
        )
    return ""


def _column(raw: Any, name: str) -> Floats:
    values = np.array(
        [np.nan if v is None else v for v in raw] if isinstance(raw, list | tuple) else raw,
        dtype=np.float64,
    )
    if values.ndim != 1 or np.isinf(values).any():
        raise InputInvalid(
            "is not one column of finite numbers", where=name, hint="NaN means no verdict"
        )
    return values
