"""What several judges said of the same units on one criterion: what every measure reads.

A unit is what is judged: an item, or an item of one system. Cells are codes of
categories, so that counting is integer work and the scale, not the values that happen to
occur, says which categories there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid
from adjudge.rubric import Level

Cells = npt.NDArray[np.integer]
Floats = npt.NDArray[np.float64]

NONE: Final = -1
"""The code of a cell without a grade."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Ratings:
    """Units in rows, judges in columns, the code of a category in each cell."""

    cells: Cells
    """`NONE` where the judge gave no grade; rows are contiguous."""
    labels: tuple[str, ...]
    """The name of each category, in the order of the scale."""
    points: Floats | None = None
    """The number of each category, rising; None: categories have no numbers."""
    level: Level = Level.NOMINAL
    judges: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """`rule`, `model` or `person`, for each judge."""
    units: Sequence[str] = ()
    """The name of each unit; empty where nobody asks."""
    criterion: str = ""
    closed: bool = False
    """The categories are a scale's; otherwise they are those that occur."""
    slots: bool = False
    """A column is not one judge throughout: `rater 1` is whoever came first."""
    suspects: tuple[str, ...] = ()
    """Judges that may be slots, and nobody has said that they are not."""

    def __post_init__(self) -> None:
        n, r = self.cells.shape
        if self.judges and len(self.judges) != r:
            raise ValueError(f"{len(self.judges)} judges for {r} columns")
        if len(self.units) not in (0, n):
            raise ValueError(f"{len(self.units)} names for {n} units")
        if self.points is not None and len(self.points) != len(self.labels):
            raise ValueError("each category has a number, or none has")
        if not self.judges:
            names = tuple(str(at) for at in range(1, r + 1))
            object.__setattr__(self, "judges", names)
        if not self.kinds:
            object.__setattr__(self, "kinds", ("person",) * r)

    @property
    def size(self) -> int:
        """How many categories there are."""
        return len(self.labels)

    @property
    def there(self) -> npt.NDArray[np.bool_]:
        """Which cells hold a grade."""
        return np.asarray(self.cells >= 0)

    def values(self) -> Floats:
        """The number in each cell, NaN where there is none; needs `points`."""
        if self.points is None:
            raise InputInvalid(
                "the categories have no numbers",
                where=self.criterion,
                hint="ordinal, interval and ratio measures need numbers; use nominal ones",
            )
        known = np.append(self.points, np.nan)
        found: Floats = known[self.cells]  # -1 is the last
        return found

    def among(self, judges: Sequence[str]) -> Ratings:
        """The same units, with these judges only, in this order."""
        place = {name: at for at, name in enumerate(self.judges)}
        kept = [place[name] for name in judges]
        return replace(
            self,
            cells=np.ascontiguousarray(self.cells[:, kept]),
            judges=tuple(self.judges[at] for at in kept),
            kinds=tuple(self.kinds[at] for at in kept),
            suspects=tuple(name for name in self.suspects if name in judges),
        )

    def of_units(self, chosen: npt.NDArray[np.integer] | npt.NDArray[np.bool_]) -> Ratings:
        """These units only: positions, which may repeat, or a mask."""
        at = np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen
        names = [self.units[i] for i in at.tolist()] if len(self.units) else ()
        return replace(self, cells=self.cells[at], units=names)

    def at_level(self, level: Level | str | None) -> Ratings:
        """The same grades, taken at another level of measurement."""
        if level is None:
            return self
        wanted = read_level(level)
        if wanted is not Level.NOMINAL and self.points is None:
            raise InputInvalid(
                f"categories without numbers cannot be taken as {wanted.value}",
                where=self.criterion,
                hint="use nominal, or give the categories an order",
            )
        return replace(self, level=wanted)


def code_type(size: int) -> type[np.int8 | np.int16 | np.int32]:
    """The narrowest integer that holds *size* codes: cells are read many times."""
    if size <= np.iinfo(np.int8).max:
        return np.int8
    return np.int16 if size <= np.iinfo(np.int16).max else np.int32


def read_level(level: Level | str) -> Level:
    """*level* by its name."""
    if isinstance(level, Level):
        return level
    try:
        return Level(level)
    except ValueError:
        raise InputInvalid(
            f"{level!r} is no level of measurement",
            where="level",
            hint="one of " + ", ".join(each.value for each in Level),
        ) from None
