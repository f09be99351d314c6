"""Hold systems against one another, item by item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from adjudge.errors import UsageInvalid

from .open_ratings import OpenedRatings
from .units import Units, judges_named, kinds_of, units_of

if TYPE_CHECKING:
    from adjudge.agreement import Adjustment, Contrast

Floats = npt.NDArray[np.float64]

_TWO: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparing:
    """Which systems are compared, and by whose grades."""

    systems: tuple[str, ...] = ()
    """The first is what the others are held against; empty: all, in order of appearance."""
    judges: tuple[str, ...] = ()
    """Empty: all."""
    adjustment: Adjustment = "holm"
    confidence: float = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedSystems:
    """Contrasts, and what to know of them."""

    contrasts: tuple[Contrast, ...]
    judges: tuple[str, ...]
    adjustment: Adjustment
    confidence: float
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """One criterion's differences between two systems, by item."""

    units: Units
    items: tuple[str, ...]
    mine: Floats
    theirs: Floats
    unshared: int
    """Items of which no judge graded both."""

    @property
    def binary(self) -> bool:
        """Whether the scale has two points, so that a difference is -1, 0 or 1."""
        points = self.units.ratings.points
        return points is not None and points.tolist() in ([0.0, 1.0], [0.0], [1.0])


def compare_systems(
    opened: OpenedRatings, wanted: Comparing | None = None
) -> ComparedSystems:
    """Whether each system is better than the first, on each criterion and over all."""
    from adjudge.agreement import contrast, judged  # noqa: PLC0415

    wanted = wanted or Comparing()
    criteria = list(units_of(opened, wanted.systems))
    systems = _systems(criteria, wanted.systems)
    who = judges_named(opened, wanted.judges or tuple(kinds_of(opened)), "--judge")
    first, notes, made = systems[0], _words_left_out(criteria), []
    for other in systems[1:]:
        columns = [
            _column(units, other, first, who)
            for units in criteria
            if units.ratings.points is not None
        ]
        made += [
            contrast(
                other,
                first,
                (c.mine, c.theirs),
                criterion=c.units.ratings.criterion,
                binary=c.binary,
                confidence=wanted.confidence,
            )
            for c in columns
        ]
        notes += _unshared(columns, other, first)
        if len(columns) > 1:
            overall, note = _overall(columns)
            made.append(contrast(other, first, overall, confidence=wanted.confidence))
            notes += [note] if note and note not in notes else []
    if not made:
        raise UsageInvalid(
            "no criterion has grades with numbers",
            where="compare",
            hint="give the scale: --scale CRITERION=worst,better,best",
        )
    return ComparedSystems(
        contrasts=judged(made, wanted.adjustment),
        judges=who,
        adjustment=wanted.adjustment,
        confidence=wanted.confidence,
        notes=tuple(notes),
    )


def _systems(criteria: Sequence[Units], wanted: Sequence[str]) -> tuple[str, ...]:
    known = tuple(dict.fromkeys(n for units in criteria for n in units.named_systems()))
    if not known:
        hint = "name the column: --columns system=COLUMN"
        if not wanted:
            hint += "; for a council's verdicts, the authors: --systems OLD,NEW"
        raise UsageInvalid(
            "nothing says which system an item is of", where="--systems", hint=hint
        )
    systems = tuple(dict.fromkeys(wanted or known))
    if lacking := [name for name in systems if name not in known]:
        raise UsageInvalid(
            f"there is no system {lacking[0]!r}",
            where="--systems",
            hint="there are " + ", ".join(known[:20]),
        )
    if len(systems) < _TWO:
        raise UsageInvalid(
            f"there is only {systems[0]!r}",
            where="--systems",
            hint="a comparison needs two systems",
        )
    return systems


def _column(units: Units, system: str, against: str, judges: Sequence[str]) -> _Column:
    """Each item's grades of both, by judges who graded both where there are any."""
    chosen = [at for at, name in enumerate(units.ratings.judges) if name in judges]
    values = units.values_of(chosen)
    rows: dict[str, dict[str, int]] = {system: {}, against: {}}
    for at, (item, name) in enumerate(zip(units.items, units.systems, strict=True)):
        if name in rows:
            rows[name][item] = at
    items = sorted(rows[system].keys() & rows[against].keys())
    mine = values[[rows[system][item] for item in items]]
    theirs = values[[rows[against][item] for item in items]]
    both = ~np.isnan(mine) & ~np.isnan(theirs)
    shared = both.any(axis=1)
    either = ~np.isnan(mine).all(axis=1) & ~np.isnan(theirs).all(axis=1)
    lone = (either & ~shared)[:, None]
    first = _mean(np.where(both | lone, mine, np.nan))
    second = _mean(np.where(both | lone, theirs, np.nan))
    return _Column(
        units,
        tuple(item for item, kept in zip(items, either, strict=True) if kept),
        first[either],
        second[either],
        int(lone.sum()),
    )


def _mean(values: Floats) -> Floats:
    there = ~np.isnan(values)
    counts = there.sum(axis=1)
    sums = np.where(there, values, 0.0).sum(axis=1)
    made: Floats = np.divide(
        sums, counts, out=np.full(len(values), np.nan), where=counts > 0
    )
    return made


def _overall(columns: Sequence[_Column]) -> tuple[tuple[Floats, Floats], str]:
    """The mean over criteria, of items that have all; on one range where they differ."""
    common = set(columns[0].items).intersection(*(c.items for c in columns[1:]))
    items = sorted(common)
    ends = {_ends(column) for column in columns}
    sums = [np.zeros(len(items)), np.zeros(len(items))]
    for column in columns:
        low, high = (0.0, 1.0) if len(ends) == 1 else _ends(column)
        place = {item: at for at, item in enumerate(column.items)}
        rows = [place[item] for item in items]
        for at, values in enumerate((column.mine, column.theirs)):
            sums[at] += (values[rows] - low) / ((high - low) or 1.0)
    note = (
        ""
        if len(ends) == 1
        else (
            "criteria have different ranges: over all, each counts from 0 to 1, "
            "with equal weight"
        )
    )
    return (sums[0] / len(columns), sums[1] / len(columns)), note


def _ends(column: _Column) -> tuple[float, float]:
    points = column.units.ratings.points
    if points is None or not len(points):
        return 0.0, 1.0
    return float(points[0]), float(points[-1])


def _unshared(columns: Sequence[_Column], system: str, against: str) -> list[str]:
    return [
        f"{c.units.ratings.criterion}: of {c.unshared} of {len(c.items)} items nobody "
        f"graded both {system} and {against}, so that judges' severity is in the difference"
        for c in columns
        if c.unshared
    ]


def _words_left_out(criteria: Sequence[Units]) -> list[str]:
    return [
        f"{units.ratings.criterion}: its categories have no order, so nothing is better "
        "or worse; give it: --scale"
        for units in criteria
        if units.ratings.points is None
    ]
