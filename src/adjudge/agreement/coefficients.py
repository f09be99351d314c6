"""Coefficients one by one, for programs.

Each takes what `as_ratings` takes, or a `Tally`, `from_counts` or `from_table`; each
returns a `Coefficient` with its interval.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

import numpy as np

from adjudge.errors import UsageInvalid
from adjudge.rubric import Level

from .alpha_continuous import alpha_of_values
from .chance import (
    brennan_prediger_estimate,
    fleiss_estimate,
    gwet_estimate,
    percent_estimate,
    scott_estimate,
)
from .coefficient import Coefficient
from .counted import MANY, Counted
from .estimate import Estimate, undefined
from .habits import conger_estimate
from .interval import How, ask_interval, conclude
from .krippendorff import alpha_estimate, weighted_alpha_estimate
from .ratings import Ratings
from .reading import as_ratings
from .tally import Tally
from .two_judges import light_estimate
from .weights import Weights, weights_of

ByCounts: TypeAlias = Callable[[Counted, Weights], Estimate]
ByJudges: TypeAlias = Callable[[Tally, Weights], Estimate]

_ANONYMOUS: Final = "only counts are known, not who judged"


def alpha(
    ratings: Any,
    *,
    level: Level | str | None = None,
    interval: How = "auto",
    confidence: float = 0.95,
) -> Coefficient:
    """Krippendorff's alpha with his metric of *level*, or of the ratings' own."""
    ask_interval(interval, confidence)
    if not isinstance(ratings, Counted | Tally):
        ratings = as_ratings(ratings)
    known = ratings if isinstance(ratings, Ratings) else ratings.scheme
    if known.size > MANY and interval == "auto" and not isinstance(ratings, Counted):
        return alpha_of_values(ratings, level, confidence=confidence)
    counted = _counted(ratings, level)
    return conclude(alpha_estimate(counted), interval, confidence)


def weighted_alpha(
    ratings: Any,
    *,
    weights: Any = "identity",
    interval: How = "auto",
    confidence: float = 0.95,
) -> Coefficient:
    """Krippendorff's alpha with agreement weights, as Gwet writes it."""
    return _by_counts(weighted_alpha_estimate, ratings, weights, interval, confidence)


def percent_agreement(
    ratings: Any,
    *,
    weights: Any = "identity",
    interval: How = "auto",
    confidence: float = 0.95,
) -> Coefficient:
    """The share of pairs of grades that agree, as the mean over units."""
    return _by_counts(percent_estimate, ratings, weights, interval, confidence)


def fleiss(
    ratings: Any,
    *,
    weights: Any = "identity",
    interval: How = "auto",
    confidence: float = 0.95,
) -> Coefficient:
    """Fleiss' kappa."""
    return _by_counts(fleiss_estimate, ratings, weights, interval, confidence)


def scott(
    ratings: Any,
    *,
    weights: Any = "identity",
    interval: How = "auto",
    confidence: float = 0.95,
) -> Coefficient:
    """Scott's pi."""
    return _by_counts(scott_estimate, ratings, weights, interval, confidence)


def brennan_prediger(
    ratings: Any,
    *,
    weights: Any = "identity",
    interval: How = "auto",
    confidence: float = 0.95,
) -> Coefficient:
    """Brennan and Prediger's coefficient, Randolph's free-marginal kappa."""
    return _by_counts(brennan_prediger_estimate, ratings, weights, interval, confidence)


def gwet(
    ratings: Any,
    *,
    weights: Any = "identity",
    interval: How = "auto",
    confidence: float = 0.95,
) -> Coefficient:
    """Gwet's AC1, or AC2 where there are weights."""
    return _by_counts(gwet_estimate, ratings, weights, interval, confidence)


def conger(
    ratings: Any,
    *,
    weights: Any = "identity",
    interval: How = "auto",
    confidence: float = 0.95,
) -> Coefficient:
    """Conger's kappa."""
    return _by_judges(conger_estimate, ratings, weights, interval, confidence)


def cohen(
    ratings: Any,
    *,
    between: tuple[str, str] | None = None,
    weights: Any = "identity",
    interval: How = "auto",
    confidence: float = 0.95,
) -> Coefficient:
    """Cohen's kappa of two judges; of more, the mean over all pairs (Light's)."""
    if between is not None:
        ratings = _between(_tally(ratings), between)
    return _by_judges(light_estimate, ratings, weights, interval, confidence)


def fleiss_by_category(
    ratings: Any, *, interval: How = "auto", confidence: float = 0.95
) -> dict[str, Coefficient]:
    """Fleiss' kappa of each category against all others, by its label."""
    ask_interval(interval, confidence)
    counted = _counted(ratings, None)
    found = {}
    for at, label in enumerate(counted.scheme.labels):
        estimate = _of_one(counted, at)
        found[label] = conclude(estimate, interval, confidence)
    return found


def _of_one(counted: Counted, at: int) -> Estimate:
    """Fleiss' kappa of this category or another."""
    own = counted.counts[at]
    scheme = replace(
        counted.scheme, labels=("another", counted.scheme.labels[at]), points=None
    )
    two = replace(
        counted,
        scheme=replace(scheme, level=Level.NOMINAL),
        counts=np.stack([counted.sizes - own, own]),
    )
    found = fleiss_estimate(two, weights_of("identity", two.scheme))
    return replace(
        found,
        name="fleiss_kappa_by_category",
        definition="Fleiss' kappa (1971) of one category against all others",
    )


def _by_counts(
    way: ByCounts, ratings: Any, weights: Any, interval: How, confidence: float
) -> Coefficient:
    ask_interval(interval, confidence)
    counted = _counted(ratings, None)
    chosen = weights_of(weights, counted.scheme)
    if not chosen.symmetric:
        raise UsageInvalid(
            "weights that ask who came first need two judges",
            where="weights",
            hint="make the matrix symmetric, or take Cohen's kappa of two judges",
        )
    return conclude(way(counted, chosen), interval, confidence)


def _by_judges(
    way: ByJudges, ratings: Any, weights: Any, interval: How, confidence: float
) -> Coefficient:
    ask_interval(interval, confidence)
    if isinstance(ratings, Counted):
        name = way.__name__.removesuffix("_estimate")
        told = weights if isinstance(weights, str) else "custom"
        nothing = undefined(name, "", told, ratings.grounds, _ANONYMOUS)
        return conclude(nothing, interval, confidence)
    tally = _tally(ratings)
    chosen = weights_of(weights, tally.scheme)
    if not chosen.symmetric and (way is conger_estimate or tally.judges != 2):
        raise UsageInvalid(
            "weights that ask who came first need two judges",
            where="weights",
            hint="make the matrix symmetric, or name two judges",
        )
    return conclude(way(tally, chosen), interval, confidence)


def _tally(ratings: Any) -> Tally:
    if isinstance(ratings, Tally):
        return ratings
    if isinstance(ratings, Counted):
        raise UsageInvalid(_ANONYMOUS, where="between")
    return Tally.of(as_ratings(ratings))


def _between(tally: Tally, between: tuple[str, str]) -> Tally:
    for name in between:
        if name not in tally.scheme.judges:
            raise UsageInvalid(
                f"{name!r} is no judge of these",
                where="between",
                hint="one of " + ", ".join(tally.scheme.judges[:20]),
            )
    return tally.between(*between)


def _counted(ratings: Any, level: Level | str | None) -> Counted:
    if isinstance(ratings, Tally):
        return ratings.at_level(level).counted
    if isinstance(ratings, Counted):
        return replace(ratings, scheme=ratings.scheme.at_level(level))
    found = ratings if isinstance(ratings, Ratings) else as_ratings(ratings)
    return Counted.of(found.at_level(level))
