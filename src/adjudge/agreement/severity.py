"""How severe each judge is, beside the others on the same units.

The model is additive: a grade is what the unit deserves, plus what the judge always adds.
Judges are compared on units that they share, so that one who was given the weak half is
not called severe. A judge's shift is what it adds less what the others of its group add on
average; its interval takes the unit as the thing that was drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .block import blocks, numbers
from .ratings import Floats, Ratings
from .sharing import linked
from .student import chance, quantile

LEAST_UNITS: Final = 10
"""Units that a judge must share with others before its shift gets an interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Severity:
    """One judge beside the others: below 0 it is severe, above 0 lenient."""

    judge: str
    grades: int
    mean: float | None
    """Plain mean of its grades, whatever units it was given."""
    shift: float | None
    """In points of the scale; None, and `why` says why."""
    low: float | None = None
    high: float | None = None
    p: float | None = None
    """Chance of a shift so far from 0 if there were none; not corrected."""
    shared: int = 0
    """Units that somebody else judged as well."""
    group: int = 0
    """Judges that are linked by common units have one number."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Sums:
    grades: Floats
    total: Floats
    shared: Floats
    normal: Floats
    """Normal equations of the judges' effects, the units' swept out."""
    right: Floats


def severities(ratings: Ratings, *, confidence: float = 0.95) -> tuple[Severity, ...]:
    """The severity of each judge of *ratings*, in their order."""
    if ratings.points is None:
        return tuple(
            Severity(
                judge=name, grades=int(count), mean=None, shift=None,
                why="the categories have no order",
            )
            for name, count in zip(ratings.judges, ratings.there.sum(axis=0), strict=True)
        )  # fmt: skip
    sums = _sums(ratings)
    groups = np.array(linked(np.abs(sums.normal) > 1e-12), dtype=np.intp)
    inverse = _inverse(sums.normal, groups)
    effects = inverse @ sums.right
    contrasts = _contrasts(groups)
    pull = contrasts @ inverse
    shifts = (contrasts @ effects).tolist()
    variances = ((pull @ _scatter(ratings, effects)) * pull).sum(axis=1).tolist()
    return tuple(
        _of_judge(ratings.judges[at], (at, int(groups[at])), sums, found, confidence)
        for at, found in enumerate(zip(shifts, variances, strict=True))
    )


def effects_of(ratings: Ratings) -> Floats:
    """What each judge adds to the grades, by the additive model; the mean is 0."""
    sums = _sums(ratings)
    groups = np.array(linked(np.abs(sums.normal) > 1e-12), dtype=np.intp)
    return np.asarray(_inverse(sums.normal, groups) @ sums.right)


def _inverse(normal: Floats, groups: npt.NDArray[np.intp]) -> Floats:
    """The generalised inverse of the normal equations of *groups* of linked judges.

    What they leave open is one level a group: that is filled in, and taken out again.
    """
    level = np.equal.outer(groups, groups) / np.bincount(groups)[groups]
    scale = max(float(normal.diagonal().mean()), 1.0) if len(normal) else 1.0
    return np.asarray(np.linalg.inv(normal + scale * level) - level / scale)


def _contrasts(groups: npt.NDArray[np.intp]) -> Floats:
    """Each judge less the mean of the others of its group; nought where it is alone."""
    same = np.equal.outer(groups, groups).astype(np.float64)
    others = np.maximum(same.sum(axis=1, keepdims=True) - 1, 1)
    own = np.eye(len(groups))
    return np.asarray(own * (same.sum(axis=1) > 1) - (same - own) / others)


def residuals(ratings: Ratings, part: slice, effects: Floats) -> Floats:
    """What is left of the grades in *part* beyond unit and judge; 0 where is none."""
    values, there = numbers(ratings, part)
    rest = np.where(there, values - effects, 0.0)
    count = there.sum(axis=1)
    mean = rest.sum(axis=1) / np.maximum(count, 1)
    return np.where(there & (count > 1)[:, None], rest - mean[:, None], 0.0)


def _sums(ratings: Ratings) -> _Sums:
    r = len(ratings.judges)
    grades, total, shared, right = (np.zeros(r) for _ in range(4))
    normal = np.zeros((r, r))
    for part in blocks(ratings):
        values, there = numbers(ratings, part)
        grades += there.sum(axis=0)
        total += values.sum(axis=0)
        two = there.sum(axis=1) > 1
        values, there = values[two], there[two].astype(np.float64)
        count = there.sum(axis=1)
        shared += there.sum(axis=0)
        normal += np.diag(there.sum(axis=0)) - (there / count[:, None]).T @ there
        mean = values.sum(axis=1) / count
        right += (values - mean[:, None] * there).sum(axis=0)
    return _Sums(grades, total, shared, normal, right)


def _scatter(ratings: Ratings, effects: Floats) -> Floats:
    """Products of what is left, summed over units: grades of a unit hang together."""
    r = len(ratings.judges)
    found = np.zeros((r, r))
    for part in blocks(ratings):
        rest = residuals(ratings, part, effects)
        found += rest.T @ rest
    return found


def _of_judge(  # one row of the table, from the sums of all
    name: str,
    place: tuple[int, int],
    sums: _Sums,
    found: tuple[float, float],
    confidence: float,
) -> Severity:
    at, group = place
    shift, variance = found
    grades, shared = int(sums.grades[at]), int(sums.shared[at])
    mean = float(sums.total[at] / grades) if grades else None
    made = Severity(
        judge=name, grades=grades, mean=mean, shift=None, shared=shared, group=group
    )
    if not shared:
        return _without(made, "shares no unit with another judge")
    if shared < LEAST_UNITS:
        few = f"shares {shared} units with others; {LEAST_UNITS} are needed for an interval"
        return _without(made, few, shift)
    error = max(0.0, variance * shared / (shared - 1)) ** 0.5
    reach = quantile(0.5 + confidence / 2, shared - 1) * error
    p = chance(shift / error, shared - 1) if error else float(shift == 0)
    return Severity(
        judge=name, grades=grades, mean=mean, shift=shift, low=shift - reach,
        high=shift + reach, p=p, shared=shared, group=group,
    )  # fmt: skip


def _without(made: Severity, why: str, shift: float | None = None) -> Severity:
    return Severity(
        judge=made.judge, grades=made.grades, mean=made.mean, shift=shift,
        shared=made.shared, group=made.group, why=why,
    )  # fmt: skip
