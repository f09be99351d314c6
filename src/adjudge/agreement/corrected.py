"""True means from a few human verdicts and many of a cheap judge.

Prediction-powered inference (Angelopoulos, Bates, Fannjiang, Jordan and Zrnic, Science
382, 2023) with the tuning of PPI++ (Angelopoulos, Duchi and Zrnic, 2023): the mean of
what people said, moved by how far the judge's grades of the items that people saw differ
from its grades of those they did not. The judge may be as wrong as it likes; what is
needed is that the items people saw are a random draw.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .sampled import Sample, split_of, too_little
from .student import LEAST, Floats, chance, quantile

FEW_TO_TUNE: Final = 3
"""Fewer items leave no freedom for a mean and a weight."""

HELPS: Final = 1.05
"""A gain below this is none that anybody would notice."""

SURE: Final = 0.05
"""The chance of so high a correlation by luck, below which a judge helps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A mean, or a difference of two, corrected by what people said."""

    value: float | None
    """None: undefined, and `why` says what is lacking."""
    why: str = ""
    low: float | None = None
    high: float | None = None
    why_no_interval: str = ""
    error: float | None = None
    """Standard error."""
    p: float | None = None
    """Of a difference: the chance of one so large where there is none."""
    confidence: float = 0.95
    people: float | None = None
    """What people's verdicts alone come to."""
    people_low: float | None = None
    people_high: float | None = None
    judge: float | None = None
    """What the judge's grades alone come to, over all that it graded."""
    bias: float | None = None
    """How much higher the judge grades than people, on the items that both saw."""
    tuning: float | None = None
    """How much of the judge's word is taken, lambda: 0 is none of it."""
    correlation: float | None = None
    """Of the judge with people, on the items that both saw."""
    gain: float | None = None
    """How many times as many human verdicts would have given as narrow an interval."""
    helps: bool = False
    """Whether the judge can be told from one that is no use."""
    asked: int = 0
    """Units with verdicts of people and of the judge."""
    others: int = 0
    """Units with a verdict of the judge alone."""
    left_out: int = 0
    """Units that people judged and the judge did not."""
    draw: float | None = None
    """How much higher the judge grades what people saw than what they did not: 0, give
    or take, where it was a random draw."""
    draw_p: float | None = None
    """The chance of so large a `draw` where it was random."""


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """A mean as a sum over items: what each adds to its error."""

    value: float
    shares: Floats
    """By item: how far it moves the value."""
    reserve: float
    """Variance held back for a rare error that the draw did not show."""
    freedom: float
    tuning: float


def corrected_mean(
    human: Any,
    judge: Any,
    *,
    items: Sequence[Any] | None = None,
    scale: Sequence[float] = (),
    confidence: float = 0.95,
    tuning: float | None = None,
) -> Corrected:
    """The mean of *human* over all units, helped by *judge*; NaN where there is no verdict.

    >>> corrected_mean([1, 0, 1] + [float("nan")] * 3, [1, 0, 0, 1, 1, 0]).asked
    3
    """
    return correct(
        Sample.of(human, judge, items=items, scale=scale), confidence, tuning=tuning
    )


def correct(
    sample: Sample, confidence: float = 0.95, *, tuning: float | None = None
) -> Corrected:
    """The mean of what people would say of every unit that the judge has graded.

    *tuning* None chooses it from the data; 1 is prediction-powered inference as it was
    first published, 0 is people alone.
    """
    asked, others = split_of(sample)
    made = _described(sample, confidence)
    if made.why:
        return made
    fit = _fit(sample, asked, others, tuning)
    alone = _fit(sample, asked, others, 0.0)
    made = replace(made, value=fit.value, people=alone.value, tuning=fit.tuning)
    lack = too_little(sample)
    if lack:
        return replace(made, why_no_interval=lack)
    error, reach = _reach(fit, confidence)
    alone_error, alone_reach = _reach(alone, confidence)
    gain = (alone_error / error) ** 2 if error else None
    low, high = sample.hold(fit.value - reach, fit.value + reach, fit.value)
    people = sample.hold(alone.value - alone_reach, alone.value + alone_reach, alone.value)
    return replace(
        made,
        error=error,
        low=low,
        high=high,
        people_low=people[0],
        people_high=people[1],
        gain=None if gain is None else max(gain, 1.0),
        helps=gain is not None and gain >= HELPS and _is_correlated(made),
    )


def corrected_difference(
    first: Sample, second: Sample, confidence: float = 0.95
) -> Corrected:
    """How much higher the corrected mean of *first* is than that of *second*.

    Both number their items alike: what one item adds to both is counted together, so
    that systems which answered the same questions are compared question by question.
    """
    parts = [(s, *split_of(s), _described(s, confidence)) for s in (first, second)]
    made = Corrected(
        value=None,
        confidence=confidence,
        asked=min(p[3].asked for p in parts),
        others=min(p[3].others for p in parts),
        left_out=sum(p[3].left_out for p in parts),
    )
    if lack := next((p[3].why for p in parts if p[3].why), ""):
        return replace(made, why=lack)
    fits = [_fit(s, asked, others, None) for s, asked, others, _ in parts]
    alone = [_fit(s, asked, others, 0.0) for s, asked, others, _ in parts]
    joint, joint_alone = _minus(*fits), _minus(*alone)
    made = replace(
        made,
        value=joint.value,
        people=joint_alone.value,
        judge=_apart(parts[0][3].judge, parts[1][3].judge),
    )
    if lack := too_little(first) or too_little(second):
        return replace(made, why_no_interval=lack)
    error, reach = _reach(joint, confidence)
    alone_error, alone_reach = _reach(joint_alone, confidence)
    gain = (alone_error / error) ** 2 if error else None
    return replace(
        made,
        error=error,
        p=chance(joint.value / error, joint.freedom) if error else None,
        low=joint.value - reach,
        high=joint.value + reach,
        people_low=joint_alone.value - alone_reach,
        people_high=joint_alone.value + alone_reach,
        gain=None if gain is None else max(gain, 1.0),
        helps=gain is not None and gain >= HELPS,
    )


def _apart(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else first - second


def _described(sample: Sample, confidence: float) -> Corrected:
    """What there is, before anything is corrected."""
    asked, others = split_of(sample)
    y, f = sample.human[asked], sample.judge[asked]
    n = int(asked.sum())
    graded = ~np.isnan(sample.judge)
    made = Corrected(
        value=None,
        confidence=confidence,
        asked=n,
        others=int(others.sum()),
        left_out=int((~graded & ~np.isnan(sample.human)).sum()),
        people=float(y.mean()) if n else None,
        judge=float(sample.judge[graded].mean()) if graded.any() else None,
        bias=float((f - y).mean()) if n else None,
        correlation=_correlation(y, f),
    )
    apart, p = _drawn(f, sample.judge[others])
    made = replace(made, draw=apart, draw_p=p)
    if n < FEW_TO_TUNE:
        return replace(
            made,
            why=f"people and the judge have both judged {n} items; "
            f"nothing can be corrected with fewer than {FEW_TO_TUNE}",
        )
    return made


def _drawn(asked: Floats, others: Floats) -> tuple[float | None, float | None]:
    """Whether the judge's grades say that people saw other items than the rest: Welch."""
    if min(len(asked), len(others)) < LEAST:
        return None, None
    apart = float(asked.mean() - others.mean())
    parts = [float(each.var(ddof=1)) / len(each) for each in (asked, others)]
    if not sum(parts):
        return apart, None
    freedom = sum(parts) ** 2 / sum(
        part**2 / (len(each) - 1) for part, each in zip(parts, (asked, others), strict=True)
    )
    return apart, chance(apart / math.sqrt(sum(parts)), freedom)


def _correlation(y: Floats, f: Floats) -> float | None:
    if len(y) < FEW_TO_TUNE or not np.ptp(y) or not np.ptp(f):
        return None
    return float(np.clip(np.corrcoef(y, f)[0, 1], -1, 1))


def _is_correlated(made: Corrected) -> bool:
    """Whether the judge's grades go with people's by more than luck."""
    r, freedom = made.correlation, made.asked - 2
    if r is None or r <= 0:
        return False
    return r == 1 or chance(r * math.sqrt(freedom / (1 - r * r)), freedom) < SURE


def _fit(
    sample: Sample,
    asked: npt.NDArray[np.bool_],
    others: npt.NDArray[np.bool_],
    tuning: float | None,
) -> _Fit:
    y, f, more = sample.human[asked], sample.judge[asked], sample.judge[others]
    n, rest = len(y), len(more)
    weight = _tuned(y, f, more) if tuning is None else tuning
    if not rest:
        weight = 0.0
    off = y - weight * f
    base = off.mean()
    shares = np.zeros(int(sample.items.max(initial=0)) + 1)
    clusters = len(np.unique(sample.items[asked]))
    # Two are spent, on the mean and on the weight.
    grown = math.sqrt(clusters / max(clusters - 2, 1)) / n
    np.add.at(shares, sample.items[asked], (off - base) * grown)
    value = float(base)
    if weight:
        middle = more.mean()
        value += float(weight * middle)
        np.add.at(shares, sample.items[others], weight * (more - middle) / rest)
    return _Fit(value, shares, _reserve(sample, clusters), max(clusters - 2, 1), weight)


def _tuned(y: Floats, f: Floats, more: Floats) -> float:
    """The weight that makes the variance least, PPI++ (2023), never below 0.

    Below 0 the judge says the opposite of people: nothing to lean on.
    """
    n, rest = len(y), len(more)
    if not rest:
        return 0.0
    spread = float(np.concatenate([f, more]).var(ddof=1))
    if not spread:
        return 0.0
    together = float(((y - y.mean()) * (f - f.mean())).mean())
    return max(together / ((1 + n / rest) * spread), 0.0)


def _reserve(sample: Sample, n: int) -> float:
    """The variance of one more item, unseen, that is out by a step of the whole scale.

    Thirty verdicts without an error are no proof that there is none: without this an
    interval from a judge that was always right would have no width, and with few, rare
    errors far too little. Chosen by simulation; see benchmarks/corrected_coverage.py.
    """
    if len(sample.points) < 2:
        return 0.0
    step = sample.span / (len(sample.points) - 1)
    return sample.span * step / (max(n - 2, 1) * n)


def _minus(first: _Fit, second: _Fit) -> _Fit:
    size = max(len(first.shares), len(second.shares))
    shares = np.zeros(size)
    shares[: len(first.shares)] += first.shares
    shares[: len(second.shares)] -= second.shares
    return _Fit(
        first.value - second.value,
        shares,
        first.reserve + second.reserve,
        min(first.freedom, second.freedom),
        math.nan,
    )


def _reach(fit: _Fit, confidence: float) -> tuple[float, float]:
    error = math.sqrt(float(fit.shares @ fit.shares) + fit.reserve)
    return error, quantile(0.5 + confidence / 2, fit.freedom) * error
