"""A yes-or-no judge against a reference: the four counts, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .proportion import Proportion


@dataclass(frozen=True, slots=True)
class F1:
    """The mean of precision and recall, with its 95 % interval; None: undefined."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """How often a judge said yes and no where the reference said yes and no."""

    true_yes: int = 0
    false_yes: int = 0
    false_no: int = 0
    true_no: int = 0

    @classmethod
    def count(cls, pairs: Iterable[tuple[bool, bool]]) -> Confusion:
        """Count *pairs* of (reference, judge)."""
        tally = {(a, b): 0 for a in (False, True) for b in (False, True)}
        for reference, judged in pairs:
            tally[reference, judged] += 1
        return cls(
            true_yes=tally[True, True],
            false_yes=tally[False, True],
            false_no=tally[True, False],
            true_no=tally[False, False],
        )

    @property
    def precision(self) -> Proportion:
        """Of what the judge called yes, the share that is."""
        return Proportion.of(self.true_yes, self.true_yes + self.false_yes)

    @property
    def recall(self) -> Proportion:
        """Of what is yes, the share that the judge found."""
        return Proportion.of(self.true_yes, self.true_yes + self.false_no)

    @property
    def false_alarms(self) -> Proportion:
        """Of what is no, the share that the judge called yes."""
        return Proportion.of(self.false_yes, self.false_yes + self.true_no)

    @property
    def specificity(self) -> Proportion:
        """Of what is no, the share that the judge called no."""
        return Proportion.of(self.true_no, self.true_no + self.false_yes)

    @property
    def f1(self) -> F1:
        """F1, by Wilson's interval of the share it is made of.

        Of what either calls yes, the share j that both do is a plain share, and F1 is
        2 j / (1 + j), which rises with it.
        """
        either = self.true_yes + self.false_yes + self.false_no
        share = Proportion.of(self.true_yes, either)
        return F1(*(_of_share(j) for j in (share.value, share.low, share.high)))


def _of_share(share: float | None) -> float | None:
    return None if share is None else 2 * share / (1 + share)
