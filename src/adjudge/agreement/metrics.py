"""The success metrics of a council: whether dimensions do better, and judge fairly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from . import fairness, favour, steadiness
from .effect import Effect, Observed
from .observations import observations

ALARM: Final = 0.04
"""How often a run without any effect may show one, all five metrics together.

One in twenty is what is promised: the rest is room for what is approximate."""


def compare(
    observed: Iterable[Observed],
    *,
    level: float = 0.95,
    conciseness: str = "conciseness",
) -> tuple[Effect, ...]:
    """The five metrics of *observed*, in the order of `Name`.

    Each interval stands for itself. `found` is decided over all of them together, so that
    no more than one run in twenty without any effect finds one.
    """
    given = observations(observed)
    return _holm(
        (
            steadiness.variance(given, level),
            steadiness.stability(given, level),
            fairness.conciseness(given, level, conciseness),
            fairness.position(given, level),
            favour.self_preference(given, level),
        )
    )


def _holm(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """*effects* with `found`: the least chance against 0.04 / 5, the next / 4 (1979)."""
    measured = sorted((e.p, at) for at, e in enumerate(effects) if e.p is not None)
    made = list(effects)
    for rank, (p, at) in enumerate(measured):
        if p > ALARM / (len(measured) - rank):
            break
        made[at] = replace(made[at], found=True)
    return tuple(made)
