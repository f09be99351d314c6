"""All that fits the ratings of one criterion, each with its interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

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
from .concord import kendall_w
from .counted import MANY
from .estimate import Estimate
from .habits import Habits, conger_estimate
from .interval import ask_interval, conclude
from .intraclass import iccs
from .krippendorff import alpha_estimate
from .measured import Agreement
from .on_demand import OfPairs, OnDemand
from .pair_kappas import cohen_pairs
from .paired import Compared, compare_pairs
from .ratings import Ratings
from .reading import as_ratings
from .tally import Tally
from .two_judges import PairKappas, light_estimate
from .weights import Weights, weights_of

Overall: TypeAlias = Callable[[Tally, float], Sequence[Coefficient]]

_WEIGHTS: Final = {
    Level.NOMINAL: ("identity",),
    Level.ORDINAL: ("identity", "linear", "quadratic"),
    Level.INTERVAL: ("identity", "linear", "quadratic"),
    Level.RATIO: ("identity", "linear", "quadratic"),
}


def measure(
    ratings: Any, *, level: Level | str | None = None, confidence: float = 0.95
) -> Agreement:
    """How far the judges of one criterion agree, by every coefficient that fits.

    *ratings* is whatever `as_ratings` takes, or a `Tally`.
    """
    ask_interval("auto", confidence)
    if isinstance(ratings, Tally):
        tally = ratings.at_level(level)
    elif isinstance(ratings, Ratings):
        tally = Tally.of(ratings.at_level(level))
    else:
        tally = Tally.of(as_ratings(ratings, level=level))
    scheme = tally.scheme
    ordered = scheme.level is not Level.NOMINAL
    compared = compare_pairs(tally, confidence=confidence) if ordered else ()
    return Agreement(
        criterion=scheme.criterion,
        level=scheme.level,
        judges=scheme.judges,
        kinds=scheme.kinds,
        labels=scheme.labels,
        units=tally.units,
        grades=tally.grades,
        coefficients=(
            *(each for way in OVERALL for each in way(tally, confidence)),
            *(each.pooled for each in compared),
        ),
        pairs=OnDemand(_pairs(tally, compared, confidence)),
        given=tally.given,
        together=tally.together(),
    )


def _pairs(
    tally: Tally, compared: Sequence[Compared], confidence: float
) -> list[list[OfPairs]]:
    others = [[each] for found in compared for each in found.pairs.measures]
    return [kappas(tally, confidence), *others]


def _weights(tally: Tally) -> list[Weights]:
    scheme = tally.scheme
    return [weights_of(name, scheme) for name in _WEIGHTS[scheme.level]]


def _alpha(tally: Tally, confidence: float) -> list[Coefficient]:
    """Alpha at the level of the scale, and the nominal one beside it."""
    level = tally.scheme.level
    if tally.scheme.size > MANY:
        return [alpha_of_values(tally, confidence=confidence)]
    levels = [level] if level is Level.NOMINAL else [level, Level.NOMINAL]
    found = [alpha_estimate(tally.counted, each) for each in levels]
    return [conclude(each, "auto", confidence) for each in found]


def _categorical(tally: Tally, confidence: float) -> list[Coefficient]:
    """What asks how often grades are equal, or how far apart they are."""
    if tally.scheme.size > MANY:
        return []
    ways: list[Callable[[Weights], Estimate]] = [
        lambda weights: percent_estimate(tally.counted, weights),
        lambda weights: light_estimate(tally, weights, couples),
        lambda weights: fleiss_estimate(tally.counted, weights),
        lambda weights: conger_estimate(tally, weights, habits),
        lambda weights: brennan_prediger_estimate(tally.counted, weights),
        lambda weights: gwet_estimate(tally.counted, weights),
    ]
    if tally.judges == 2:
        ways.append(lambda weights: scott_estimate(tally.counted, weights))
    weights = _weights(tally)
    habits, couples = Habits(tally, tuple(weights)), _couples(tally)
    return [conclude(way(each), "auto", confidence) for way in ways for each in weights]


def kappas(tally: Tally, confidence: float) -> list[OfPairs]:
    """Kappa of every two judges."""
    if tally.scheme.size > MANY:
        return []
    return cohen_pairs(_couples(tally), confidence)


def _couples(tally: Tally) -> PairKappas:
    """Every two judges, worked out once for their mean and for each pair."""
    known = tally.counted.known
    if PairKappas not in known:
        known[PairKappas] = PairKappas(tally, tuple(_weights(tally)))
    found: PairKappas = known[PairKappas]
    return found


def _numeric(tally: Tally, confidence: float) -> list[Coefficient]:
    """What is made of the values and their order: pairs of judges have theirs apart."""
    if tally.scheme.level is Level.NOMINAL:
        return []
    shares = iccs(tally, confidence=confidence, wary=True)
    return [*shares, kendall_w(tally, confidence=confidence)]


OVERALL: Final[tuple[Overall, ...]] = (_alpha, _categorical, _numeric)
"""What is measured over all judges, in the order of quoting."""
