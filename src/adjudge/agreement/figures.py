"""Every coefficient as a figure of samples: NaN where it is not defined in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from adjudge.errors import InputInvalid
from adjudge.rubric import Level

from .anova import one_way, two_way
from .correlation import MEASURES
from .enough import SLOTS
from .intraclass import FORMS, Form, share
from .joint import Joint
from .ratings import Floats, Ratings
from .samples import MOST_CATEGORIES, Samples

Statistic: TypeAlias = Callable[[Samples, Floats], Floats]

_NOTHING: Final = 1e-12


def distances(ratings: Ratings, weights: str) -> Floats:
    """How far apart two categories are by *weights*: from 0 to 1, 0 for itself."""
    q = ratings.size
    points = ratings.points
    if points is None:
        points = np.arange(q, dtype=np.float64)
    off = np.abs(np.subtract.outer(points, points))
    if weights == "identity":
        return 1.0 - np.eye(q)
    furthest = max(float(off.max(initial=0.0)), 1e-300)
    if weights not in ("linear", "quadratic"):
        raise InputInvalid(
            f"{weights!r} are no weights",
            where="weights",
            hint="identity, linear or quadratic",
        )
    return np.asarray((off / furthest) ** (1 if weights == "linear" else 2))


def beyond(disagreement: Floats, by_chance: Floats) -> Floats:
    """1 - observed / expected disagreement, NaN where chance leaves none."""
    there = by_chance > _NOTHING
    return np.where(there, 1 - disagreement / np.where(there, by_chance, 1.0), np.nan)


def _percent(samples: Samples, apart: Floats) -> Floats:
    return 1 - samples.apart(apart)


def _fleiss(samples: Samples, apart: Floats) -> Floats:
    return beyond(samples.apart(apart), _product(samples.shares, apart))


def _scott(samples: Samples, apart: Floats) -> Floats:
    return beyond(samples.apart(apart), _product(samples.paired_shares, apart))


def _brennan_prediger(samples: Samples, apart: Floats) -> Floats:
    seen = samples.apart(apart)
    return beyond(seen, np.full(len(seen), float(apart.mean())))


def _gwet(samples: Samples, apart: Floats) -> Floats:
    q = len(apart)
    if q < 2:
        return np.full(len(samples.weights), np.nan)
    p = samples.shares
    chance = float((1 - apart).sum()) / (q * (q - 1)) * (p * (1 - p)).sum(axis=1)
    return beyond(samples.apart(apart), 1 - chance)


def _conger(samples: Samples, apart: Floats) -> Floats:
    given = samples.given
    number = given.sum(axis=2, keepdims=True)
    judges = (number > 0).sum(axis=(1, 2))
    own = given / np.maximum(number, 1.0)
    everyone = own.sum(axis=1)
    pairs = _product(everyone, apart) - ((own @ apart) * own).sum(axis=(1, 2))
    chance = np.where(judges > 1, pairs / np.maximum(judges * (judges - 1), 1), np.nan)
    return beyond(samples.apart(apart), np.nan_to_num(chance))


def _cohen(samples: Samples, apart: Floats) -> Floats:
    tables = samples.tables
    n = np.maximum(tables.sum(axis=(2, 3)), 1.0)
    seen = np.tensordot(tables, apart, 2) / n
    rows, columns = tables.sum(axis=3), tables.sum(axis=2)
    return mean_over(beyond(seen, ((rows @ apart) * columns).sum(axis=2) / n**2), None)


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
        metric = _metric(samples.units.ratings, level)
        seen = np.tensordot(met, metric, 2)
        chance = ((totals @ metric) * totals).sum(axis=1)
    there = chance > _NOTHING * n * n
    ratio = (n - 1) * seen / np.where(there, chance, 1.0)
    return np.where(there, 1 - ratio, np.nan)


def _interval_alpha(samples: Samples) -> Floats:
    """By sums of squares, so that values may be as many as they like."""
    sums = samples.squares
    size = samples.units.variance.size
    inner = (samples.units.variance.inner**2).sum(axis=1)
    seen = samples.weights[:, samples.units.sizes > 1] @ (2 * size * inner / (size - 1))
    chance = 2 * sums.grades * sums.whole
    there = sums.whole > _NOTHING * np.maximum(sums.raw, 1e-300)
    ratio = (sums.grades - 1) * seen / np.where(there, chance, 1.0)
    return np.where(there, 1 - ratio, np.nan)


def _metric(ratings: Ratings, level: Level) -> Floats:
    if level is Level.NOMINAL:
        return 1.0 - np.eye(ratings.size)
    assert ratings.points is not None
    x, y = ratings.points[:, None], ratings.points[None, :]
    both = np.where(x + y > 0, x + y, 1.0)
    return np.asarray(((x - y) / both) ** 2)


def _kendall_w(samples: Samples) -> Floats:
    joint = samples.complete_joint
    one, other = samples.units.one, samples.units.other
    squares = np.zeros((len(samples.weights), samples.units.judges))
    x = (joint.n**3 - joint.cubes_x)[:, :, 0, 0] / 3
    y = (joint.n**3 - joint.cubes_y)[:, :, 0, 0] / 3
    squares[:, one], squares[:, other] = x, y
    own = squares.sum(axis=1)
    products = joint.rank_products[:, :, 0, 0].sum(axis=1)
    whole = samples.units.judges * np.where(own > 0, own, 1.0)
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
        return share(form, (one_way if form.model == 1 else two_way)(sums), k, sums)

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
    return WEIGHTED[base](samples, distances(ratings, weights or "identity"))


def not_resampled(ratings: Ratings, name: str, weights: str) -> str:
    """Why *name* cannot be resampled with these ratings; empty where it can."""
    numbers = name in PLAIN or (name == ALPHA and weights not in ("", "nominal"))
    if numbers and ratings.points is None:
        return "the categories have no numbers"
    if name in BY_JUDGE and ratings.slots:
        return SLOTS
    level = Level(weights) if name == ALPHA and weights else ratings.level
    sums = name.startswith("icc_") or (name == ALPHA and level is Level.INTERVAL)
    if ratings.size > MOST_CATEGORIES and not sums:
        return f"no samples are drawn of more than {MOST_CATEGORIES} different values"
    return ""
