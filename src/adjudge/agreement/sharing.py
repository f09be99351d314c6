"""Who shares units with whom: without common units nobody can be compared."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .block import blocks
from .coefficient import FEW_UNITS
from .ratings import Ratings


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Overlap:
    """How the grades of one criterion lie on units and judges."""

    units: int
    """Units with at least one grade."""
    grades: int
    coverage: float
    """Share of the cells, those units x judges, that hold a grade."""
    by_grades: tuple[tuple[int, int], ...]
    """How many units have 1, 2, 3 ... grades: `(grades, units)`, those that occur."""
    together: npt.NDArray[np.int64]
    """Units that two judges share; the diagonal is what one judged at all."""
    shared: tuple[int, ...]
    """By judge: its units that somebody else judged as well."""
    groups: tuple[tuple[str, ...], ...]
    """Judges that common units link, directly or through others."""

    @property
    def compared(self) -> int:
        """Units with at least two grades."""
        return sum(units for grades, units in self.by_grades if grades > 1)


def overlap(ratings: Ratings) -> Overlap:
    """How the grades of *ratings* lie on units and judges."""
    r = len(ratings.judges)
    together = np.zeros((r, r), dtype=np.int64)
    sizes = np.zeros(r + 1, dtype=np.int64)
    shared = np.zeros(r, dtype=np.int64)
    for part in blocks(ratings):
        there = np.asarray(ratings.cells[part] >= 0)
        count = there.sum(axis=1)
        sizes += np.bincount(count, minlength=r + 1)
        shared += there[count > 1].sum(axis=0)
        wide = there.astype(np.float64)
        together += (wide.T @ wide).astype(np.int64)
    sizes[0] = 0
    units, grades = int(sizes.sum()), int(together.trace())
    return Overlap(
        units=units,
        grades=grades,
        coverage=grades / (units * r) if units else 0.0,
        by_grades=tuple((int(m), int(sizes[m])) for m in np.flatnonzero(sizes)),
        together=together,
        shared=tuple(int(n) for n in shared),
        groups=_groups(together, ratings.judges),
    )


def linked(joined: npt.NDArray[np.bool_]) -> list[int]:
    """For each judge the number of its group: those that *joined* links, in steps."""
    number = list(range(len(joined)))
    for at in range(len(joined)):
        for other in np.flatnonzero(joined[at]):
            one, two = number[at], number[int(other)]
            if one != two:
                number = [min(one, two) if n in (one, two) else n for n in number]
    return number


def _groups(
    together: npt.NDArray[np.int64], judges: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    found = linked(together > 0)
    groups = (
        tuple(name for name, group in zip(judges, found, strict=True) if group == at)
        for at in sorted(set(found))
    )
    present = {name for name, n in zip(judges, np.diag(together), strict=True) if n}
    return tuple(group for group in groups if set(group) & present)


def little(found: Overlap, judges: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    """Judges with too few common units: name, units in common with others, units."""
    return tuple(
        (name, found.shared[at], int(found.together[at, at]))
        for at, name in enumerate(judges)
        if found.together[at, at] and found.shared[at] < FEW_UNITS
    )
