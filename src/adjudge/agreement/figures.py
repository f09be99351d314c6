"""Every coefficient as a figure of samples: NaN where it is not defined in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from adjudge.rubric import Level

from .anova import one_way, two_way
from .correlation import MEASURES
from .enough import SLOTS
from .estimate import NOTHING, ratio_of
from .habits import by_chance
from .intraclass import FORMS, Form, barely_overlap, no_names, share
from .joint import Joint
from .krippendorff import metric_of
from .ratings import Floats, Ratings
from .samples import MOST_CATEGORIES, Samples
from .weights import weights_of

Statistic: TypeAlias = Callable[[Samples, Floats], Floats]


def _percent(samples: Samples, apart: Floats) -> Floats:
    return 1 - samples.apart(apart)


def _fleiss(samples: Samples, apart: Floats) -> Floats:
    return ratio_of(samples.apart(apart), _product(samples.shares, apart))


def _scott(samples: Samples, apart: Floats) -> Floats:
    return ratio_of(samples.apart(apart), _product(samples.paired_shares, apart))


def _brennan_prediger(samples: Samples, apart: Floats) -> Floats:
    seen = samples.apart(apart)
    return ratio_of(seen, np.full(len(seen), float(apart.mean())))


def _gwet(samples: Samples, apart: Floats) -> Floats:
    q = len(apart)
    if q < 2:
        return np.full(len(samples.weights), np.nan)
    p = samples.shares
    chance = float((1 - apart).sum()) / (q * (q - 1)) * (p * (1 - p)).sum(axis=1)
    return ratio_of(samples.apart(apart), 1 - chance)


def _conger(samples: Samples, apart: Floats) -> Floats:
    chance = by_chance(samples.given, apart)
    return ratio_of(samples.apart(apart), np.nan_to_num(chance))


def _cohen(samples: Samples, apart: Floats) -> Floats:
    tables = samples.tables
    n = np.maximum(tables.sum(axis=(2, 3)), 1.0)
    seen = np.tensordot(tables, apart, 2) / n
    rows, columns = tables.sum(axis=3), tables.sum(axis=2)
    return mean_over(ratio_of(seen, ((rows @ apart) * columns).sum(axis=2) / n**2), None)


def _product(shares: Floats, apart: Floats) -> Floats:
    return np.asarray(((shares @ apart) * shares).sum(axis=1))


def mean_over(figures: Floats, weights: Floats | None) -> Floats:
    """The mean over couples of those that are defined."""
    there = ~np.isnan(figures)
    mass = there * (1.0 if weights is None else weights)
    total = mass.sum(axis=1)
    sums = (np.where(there, figures, 0.0) * mass).sum(axis=1)
    return np.where(total > 0, sums / np.where(total > 0, total, 1.0), np.nan)


def _alpha(samples: Samples, level: Level) -> Floats:
    if level is Level.INTERVAL:
        return _interval_alpha(samples)
    met = samples.met
    totals = met.sum(axis=2)
    n = totals.sum(axis=1)
    if level is Level.ORDINAL:
        ranks = np.cumsum(totals, axis=1) - totals / 2 - n[:, None] / 2
        spread = (totals * ranks**2).sum(axis=1)
        seen = 2 * (spread - np.einsum("bi,bij,bj->b", ranks, met, ranks))
        chance = 2 * n * spread
    else:
        metric = metric_of(samples.units.ratings.at_level(level))
        assert metric is not None
        seen = np.tensordot(met, metric, 2)
        chance = ((totals @ metric) * totals).sum(axis=1)
    there = chance > NOTHING * n * n
    ratio = (n - 1) * seen / np.where(there, chance, 1.0)
    return np.where(there, 1 - ratio, np.nan)


def _interval_alpha(samples: Samples) -> Floats:
    """By sums of squares, so that values may be as many as they like."""
    sums = samples.squares
    size = samples.units.variance.size
    inner = (samples.units.variance.inner**2).sum(axis=1)
    seen = samples.weights[:, samples.units.sizes > 1] @ (2 * size * inner / (size - 1))
    chance = 2 * sums.grades * sums.whole
    there = sums.whole > NOTHING * np.maximum(sums.raw, 1e-300)
    ratio = (sums.grades - 1) * seen / np.where(there, chance, 1.0)
    return np.where(there, 1 - ratio, np.nan)


def _kendall_w(samples: Samples) -> Floats:
    joint = samples.complete_joint
    one, other, used = samples.units.one, samples.units.other, samples.units.used
    squares = np.zeros((len(samples.weights), samples.units.judges))
    x = (joint.n**3 - joint.cubes_x)[:, :, 0, 0] / 3
    y = (joint.n**3 - joint.cubes_y)[:, :, 0, 0] / 3
    both = used[one] & used[other]
    squares[:, one[both]], squares[:, other[both]] = x[:, both], y[:, both]
    own = squares.sum(axis=1)
    products = joint.rank_products[:, :, 0, 0].sum(axis=1)
    whole = max(np.count_nonzero(used), 1) * np.where(own > 0, own, 1.0)
    return np.where(own > 0, (own + 2 * products) / whole, np.nan)


def _paired(name: str) -> Callable[[Samples], Floats]:
    measure = MEASURES[name]

    def figure(samples: Samples) -> Floats:
        joint: Joint = samples.joint
        n = joint.n[:, :, 0, 0]
        found = measure.whole(joint)[:, :, 0, 0]
        return mean_over(np.where(n >= measure.least, found, np.nan), n)

    return figure


def _icc(form: Form) -> Callable[[Samples], Floats]:
    def figure(samples: Samples) -> Floats:
        sums = samples.squares
        size = samples.units.sizes[samples.units.sizes > 1]
        k = len(size) / float((1 / size).sum()) if len(size) else 1.0
        if form.model == 1:
            return share(form, one_way(sums), k, sums)
        found = share(form, two_way(sums), k, sums)
        return np.where(barely_overlap(sums), np.nan, found)

    return figure


WEIGHTED: Final[Mapping[str, Statistic]] = MappingProxyType(
    {
        "percent_agreement": _percent,
        "cohen_kappa": _cohen,
        "fleiss_kappa": _fleiss,
        "conger_kappa": _conger,
        "scott_pi": _scott,
        "brennan_prediger": _brennan_prediger,
        "gwet_ac": _gwet,
    }
)
"""With weights of agreement."""

PLAIN: Final[Mapping[str, Callable[[Samples], Floats]]] = MappingProxyType(
    {
        "kendall_w": _kendall_w,
        **{name: _paired(name) for name in MEASURES},
        **{form.name: _icc(form) for form in FORMS},
    }
)
"""Of numbers, as they are."""

BY_JUDGE: Final = frozenset(
    {"cohen_kappa", "conger_kappa", "kendall_w", "spearman", "kendall_tau_b", "pearson"}
    | {form.name for form in FORMS if form.model > 1}
)
"""What hangs on who judged."""

_LEVELS: Final = frozenset(form.name for form in FORMS if form.model > 1)
"""Of these, what needs the levels of the judges."""

ALPHA: Final = "krippendorff_alpha"


def figures(samples: Samples, name: str, weights: str) -> Floats:
    """The statistic *name* of each sample; of alpha, *weights* are a level."""
    ratings = samples.units.ratings
    if name == ALPHA:
        level = Level(weights) if weights else ratings.level
        return _alpha(samples, level)
    if name in PLAIN:
        return PLAIN[name](samples)
    base = "gwet_ac" if name in ("gwet_ac1", "gwet_ac2") else name
    return WEIGHTED[base](samples, weights_of(weights or "identity", ratings).apart)


def not_resampled(ratings: Ratings, name: str, weights: str) -> str:
    """Why *name* cannot be resampled with these ratings; empty where it can."""
    numbers = name in PLAIN or (name == ALPHA and weights not in ("", "nominal"))
    if numbers and ratings.points is None:
        return "the categories have no numbers"
    if name in BY_JUDGE:
        told = no_names(ratings) if name in _LEVELS else SLOTS * ratings.slots
        if told:
            return told
    level = Level(weights) if name == ALPHA and weights else ratings.level
    sums = name.startswith("icc_") or (name == ALPHA and level is Level.INTERVAL)
    if ratings.size > MOST_CATEGORIES and not sums:
        return f"no samples are drawn of more than {MOST_CATEGORIES} different values"
    return ""
