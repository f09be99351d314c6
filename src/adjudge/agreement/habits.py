"""Conger's kappa: chance draws grades of two judges, each by his own habit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

import numpy as np
import numpy.typing as npt

from .chance import constant, grounds_of, observed
from .estimate import NOTHING, Estimate, ratio_of, undefined
from .pair_tables import sums_over_judges
from .tally import Tally
from .two_judges import SLOTS
from .weights import Weights

Floats = npt.NDArray[np.float64]

_NAME: Final = "conger_kappa"
_CONGER: Final = (
    "Conger's kappa (1980), missing cells and weights as in Gwet (2014); of two judges who "
    "rated all units it is Cohen's"
)


@dataclass(frozen=True, eq=False)
class Habits:
    """How often each judge chooses each category, and what one unit less changes."""

    tally: Tally

    @cached_property
    def active(self) -> npt.NDArray[np.bool_]:
        """Judges who gave a grade at all."""
        return np.asarray(self.tally.given.sum(axis=1) > 0)

    @cached_property
    def number(self) -> Floats:
        """Grades of each judge."""
        found: Floats = self.tally.given.sum(axis=1).astype(np.float64)
        return found

    @cached_property
    def shares(self) -> Floats:
        """Judges x categories."""
        found: Floats = self.tally.given / np.maximum(self.number, 1)[:, None]
        return found

    @cached_property
    def steps(self) -> Floats:
        """How a judge's shares change without a grade: judges x that grade x categories."""
        less = np.maximum(self.number - 1, 1)[:, None, None]
        found: Floats = (self.shares[:, None, :] - np.eye(self.shares.shape[1])) / less
        return found

    @cached_property
    def moved(self) -> Floats:
        """How all judges' shares, summed, change without a unit: categories x patterns."""
        return sums_over_judges(self.tally.columns, self.steps.transpose(2, 0, 1))

    @cached_property
    def redrawn(self) -> Floats:
        """Grades by judge and category of each replicate."""
        columns, size = self.tally.columns, self.tally.scheme.size
        each = (columns[:, None, :] == np.arange(size)[:, None]).reshape(
            -1, columns.shape[1]
        )
        drawn: Floats = self.tally.redrawn @ each.T.astype(np.float64)
        return drawn.reshape(-1, len(columns), size)

    @cached_property
    def fragile(self) -> list[int]:
        """Patterns that hold the only grade of some judge."""
        single = np.flatnonzero(self.number == 1)
        return np.flatnonzero((self.tally.columns[single] >= 0).any(axis=0)).tolist()


def by_chance(given: Floats, apart: Floats) -> Floats:
    """The disagreement of two judges by chance, from grades by judge and category.

    NaN where fewer than two judges gave any. Leading axes are kept.
    """
    number = given.sum(axis=-1, keepdims=True)
    judges = (number > 0).sum(axis=(-2, -1))
    shares = given / np.maximum(number, 1e-300)
    together = shares.sum(axis=-2)
    all_pairs = ((together @ apart) * together).sum(axis=-1)
    own = ((shares @ apart) * shares).sum(axis=(-2, -1))
    there = judges > 1
    return np.where(there, all_pairs - own, np.nan) / np.where(
        there, judges * (judges - 1), 1
    )


def conger_estimate(
    tally: Tally, weights: Weights, habits: Habits | None = None
) -> Estimate:
    """Conger's kappa of *tally*; *habits* where they are known already."""
    grounds = grounds_of(tally.counted)
    nothing = partial(undefined, _NAME, _CONGER, weights.name, grounds)
    if grounds.lacking:
        return nothing(grounds.lacking)
    if tally.scheme.slots:
        return nothing(SLOTS)
    known = habits or Habits(tally)
    seen = observed(tally.by_pattern, weights)
    chance = float(by_chance(tally.given.astype(np.float64), weights.apart))
    if not chance > NOTHING:
        return nothing(constant(tally.counted))
    value = 1 - seen.mean / chance

    def redrawn() -> Floats:
        draws = tally.redrawn
        each = by_chance(known.redrawn, weights.apart)
        return ratio_of(seen.redrawn(draws), np.nan_to_num(each))

    def influence() -> Floats:
        return (
            seen.pull(chance, tally.units, value)
            + (1 - value) * _influence(known, weights) / chance
        )

    return Estimate(
        name=_NAME,
        definition=_CONGER,
        weights=weights.name,
        grounds=grounds,
        value=value,
        observed=1 - seen.mean,
        expected=1 - chance,
        unanimous=not seen.each.any(),
        worst=float(weights.apart.max()) / chance,
        floor=-1.0,
        times=tally.times,
        without=lambda: ratio_of(seen.without(), _by_chance_without(known, weights)),
        redrawn=redrawn,
        influence=influence,
    )


def _by_chance_without(habits: Habits, weights: Weights) -> Floats:
    """Disagreement by chance without one unit of each pattern.

    With p a judge's shares, d their change and S the sum of all judges' shares:
    (S + D)'V(S + D) - sum of (p + d)'V(p + d), where D is the sum of the changes.
    """
    apart, shares, steps = weights.apart, habits.shares, habits.steps
    judges = int(habits.active.sum())
    total = shares.sum(axis=0)
    whole = float(((total @ apart) * total).sum() - ((shares @ apart) * shares).sum())
    own = (((2 * shares[:, None, :] + steps) @ apart) * steps).sum(axis=2)
    changed = sums_over_judges(habits.tally.columns, own[None])[0]
    moved = habits.moved
    both = ((apart @ (moved + 2 * total[:, None])) * moved).sum(axis=0)
    found: Floats = (whole + both - changed) / max(judges * (judges - 1), 1)
    given = habits.tally.given
    for at in habits.fragile:
        left = given.astype(np.float64)
        column = habits.tally.columns[:, at]
        rated = np.flatnonzero(column >= 0)
        left[rated, column[rated]] -= 1
        found[at] = np.nan_to_num(by_chance(left, apart))
    return found


def _influence(habits: Habits, weights: Weights) -> Floats:
    """How far each unit pulls what chance would bring about."""
    shares = habits.shares
    judges = int(habits.active.sum())
    others: Floats = (shares.sum(axis=0) - shares) @ weights.apart
    own = (others * shares).sum(axis=1)
    share = 2 * habits.tally.units / (np.maximum(habits.number, 1) * judges * (judges - 1))
    pull = share[:, None] * (others - own[:, None])
    found: Floats = sums_over_judges(habits.tally.columns, pull[None])[0]
    return found
