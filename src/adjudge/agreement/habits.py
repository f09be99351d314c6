"""Conger's kappa: chance draws grades of two judges, each by his own habit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

import numpy as np
import numpy.typing as npt

from .chance import Observed, constant, observed_of
from .enough import SLOTS
from .estimate import NOTHING, Estimate, ratio_of, undefined
from .pair_tables import sums_over_judges
from .tally import Tally
from .weights import Weights

Floats = npt.NDArray[np.float64]

_NAME: Final = "conger_kappa"
_CONGER: Final = (
    "Conger's kappa (1980), missing cells and weights as in Gwet (2014); of two judges who "
    "rated all units it is Cohen's"
)


@dataclass(frozen=True, eq=False)
class Habits:
    """How often each judge chooses each category, and what one unit less changes.

    By several weights at once.
    """

    tally: Tally
    weights: tuple[Weights, ...]

    @cached_property
    def number(self) -> Floats:
        """Grades of each judge."""
        found: Floats = self.tally.given.sum(axis=1).astype(np.float64)
        return found

    @cached_property
    def pairs(self) -> int:
        """Ordered pairs of judges who gave a grade at all."""
        judges = int((self.number > 0).sum())
        return judges * (judges - 1)

    @cached_property
    def shares(self) -> Floats:
        """Judges x categories."""
        found: Floats = self.tally.given / np.maximum(self.number, 1)[:, None]
        return found

    def chance(self, weights: Weights) -> float:
        """The disagreement that chance would bring about."""
        return float(by_chance(self.tally.given.astype(np.float64), weights.apart))

    @cached_property
    def without(self) -> Floats:
        """By weights: disagreement by chance without one unit of each pattern.

        With p a judge's shares, d their change and S the sum of all judges' shares:
        (S + D)'V(S + D) - sum of (p + d)'V(p + d), where D is the sum of the changes.
        """
        shares, columns = self.shares, self.tally.columns
        less = np.maximum(self.number - 1, 1)[:, None, None]
        steps = (shares[:, None, :] - np.eye(shares.shape[1])) / less
        own = [
            (((2 * shares[:, None] + steps) @ w.apart) * steps).sum(2) for w in self.weights
        ]
        summed = sums_over_judges(columns, np.stack([*steps.transpose(2, 0, 1), *own]))
        moved, changed = summed[: shares.shape[1]], summed[shares.shape[1] :]
        total = shares.sum(axis=0)
        for at, weights in enumerate(self.weights):
            apart = weights.apart
            whole = ((total @ apart) * total).sum() - ((shares @ apart) * shares).sum()
            both = apart @ moved
            both += 2 * (apart @ total)[:, None]
            both *= moved
            changed[at] = (whole + both.sum(axis=0) - changed[at]) / max(self.pairs, 1)
        self._mend(changed)
        return changed

    def _mend(self, changed: Floats) -> None:
        """Patterns that hold the only grade of some judge, who is no judge without it."""
        single = np.flatnonzero(self.number == 1)
        for at in np.flatnonzero((self.tally.columns[single] >= 0).any(axis=0)).tolist():
            left = self.tally.given.astype(np.float64)
            column = self.tally.columns[:, at]
            rated = np.flatnonzero(column >= 0)
            left[rated, column[rated]] -= 1
            for row, weights in enumerate(self.weights):
                changed[row, at] = np.nan_to_num(by_chance(left, weights.apart))

    @cached_property
    def redrawn(self) -> Floats:
        """Grades by judge and category of each replicate."""
        columns, size = self.tally.columns, self.tally.scheme.size
        each = (columns[:, None, :] == np.arange(size)[:, None]).reshape(
            -1, columns.shape[1]
        )
        drawn: Floats = self.tally.redrawn @ each.T.astype(np.float64)
        return drawn.reshape(-1, len(columns), size)

    def influence(self, weights: Weights) -> Floats:
        """How far each unit pulls what chance would bring about."""
        shares = self.shares
        others: Floats = (shares.sum(axis=0) - shares) @ weights.apart
        own = (others * shares).sum(axis=1)
        share = 2 * self.tally.units / (np.maximum(self.number, 1) * self.pairs)
        pull = share[:, None] * (others - own[:, None])
        found: Floats = sums_over_judges(self.tally.columns, pull[None])[0]
        return found


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
    grounds = tally.counted.grounds
    nothing = partial(undefined, _NAME, _CONGER, weights.name, grounds)
    if grounds.lacking:
        return nothing(grounds.lacking)
    if tally.scheme.slots:
        return nothing(SLOTS)
    known = habits or Habits(tally, (weights,))
    seen = observed_of(tally.counted, weights)
    chance = known.chance(weights)
    if not chance > NOTHING:
        return nothing(constant(tally.counted))
    value = 1 - seen.mean / chance
    moves = _Moves(known, weights, seen, chance, value)
    return Estimate(
        name=_NAME,
        definition=_CONGER,
        weights=weights.name,
        grounds=grounds,
        value=value,
        observed=1 - seen.mean,
        expected=1 - chance,
        unanimous=not seen.each.any(),
        worst=weights.furthest / chance,
        floor=-1.0,
        times=tally.times,
        without=moves.without,
        redrawn=moves.redrawn,
        influence=moves.influence,
    )


@dataclass(frozen=True, slots=True)
class _Moves:
    """How the coefficient moves with the units."""

    habits: Habits
    weights: Weights
    seen: Observed
    chance: float
    value: float

    def without(self) -> Floats:
        row = self.habits.weights.index(self.weights)
        seen = self.seen.without.take(self.habits.tally.which)
        return ratio_of(seen, self.habits.without[row])

    def redrawn(self) -> Floats:
        each = by_chance(self.habits.redrawn, self.weights.apart)
        tally = self.habits.tally
        seen = self.seen.of(tally.which).redrawn(tally.redrawn)
        return ratio_of(seen, np.nan_to_num(each))

    def influence(self) -> Floats:
        tally = self.habits.tally
        own = self.seen.pull(self.chance, tally.units, self.value).take(tally.which)
        by = self.habits.influence(self.weights)
        return own + (1 - self.value) * by / self.chance
