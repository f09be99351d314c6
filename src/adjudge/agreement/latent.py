"""What is true, from labels alone: each item's likely class and each judge's errors.

`dawid_skene`: every judge has a table of errors, what it says of each true class (Dawid
and Skene, Applied Statistics 28, 1979). `one_coin`: every judge has one chance of being
right, and errs evenly. `majority_vote`: one judge, one vote. The first two are fitted by
expectation and maximisation, which never lowers the likelihood.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp  # type: ignore[import-untyped]

from adjudge.errors import InputInvalid

from .labels import Labels, as_labels
from .student import Floats

Model: TypeAlias = Literal["dawid-skene", "one-coin", "majority"]
MODELS: Final[tuple[Model, ...]] = ("dawid-skene", "one-coin", "majority")

SMOOTHING: Final = 0.01
"""Labels that each judge is taken to have given beforehand in each cell of its table.

So few that estimates are those of maximum likelihood to the third digit, and enough that
what a judge has not been seen to say is unlikely and not impossible."""

STEPS: Final = 2000
TOLERANCE: Final = 1e-10
"""Of the objective, for each label, from one step to the next."""

CELLS: Final = 50_000_000
"""Cells of all judges' tables together: 400 MB, and several are held."""

FEW: Final = 0.5
"""Items of a class that a judge has seen, below which its row is no finding."""

_EVEN: Final = 1e-9
"""Two classes whose chances differ by less are tied."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Truth:
    """What labels say about items, and about those who gave them."""

    model: Model
    labels: Labels
    posterior: Floats
    """By item and class: the chance of the class; of the majority, the share of votes."""
    chosen: npt.NDArray[np.int64]
    """The likeliest class of each item; -1 where two are equally likely."""
    prevalence: Floats
    """The share of each class among the items."""
    errors: Floats | None
    """By judge, true class, class said; NaN where the judge saw no item of the class."""
    seen: Floats | None
    """By judge and true class: how many items the row of `errors` rests on."""
    accuracy: Floats
    """By judge: the share of its labels that are right, as far as the model can tell; NaN
    where nothing can be learned."""
    given: npt.NDArray[np.int64]
    """Labels by judge."""
    trace: tuple[float, ...]
    """The objective after each step: log-likelihood and the logarithm of the prior."""
    log_likelihood: float | None
    converged: bool
    smoothing: float

    @property
    def steps(self) -> int:
        """Steps that were made."""
        return len(self.trace)

    @property
    def ties(self) -> int:
        """Items whose class cannot be told: two are equally likely."""
        return int((self.chosen < 0).sum())

    def __repr__(self) -> str:
        how = f"{self.steps} steps" if self.trace else "one vote each"
        return f"Truth({self.model}, {how}, {self.ties:,} ties, {self.labels!r})"


def majority_vote(data: Any) -> Truth:
    """The class that most judges named; a tie is a tie."""
    labels = _some(as_labels(data))
    shares = _votes(labels)
    chosen = _chosen(shares)
    right = chosen[labels.item] == labels.label
    given = np.bincount(labels.judge, minlength=len(labels.judges))
    hits = np.bincount(labels.judge, weights=right, minlength=len(labels.judges))
    return Truth(
        model="majority",
        labels=labels,
        posterior=shares,
        chosen=chosen,
        prevalence=shares.mean(axis=0),
        errors=None,
        seen=None,
        accuracy=hits / given,
        given=given,
        trace=(),
        log_likelihood=None,
        converged=True,
        smoothing=0.0,
    )


def dawid_skene(
    data: Any,
    *,
    smoothing: float = SMOOTHING,
    steps: int = STEPS,
    tolerance: float = TOLERANCE,
) -> Truth:
    """A table of errors for each judge, and the chance of each class for each item."""
    labels = _some(as_labels(data))
    size, judges = len(labels.labels), len(labels.judges)
    if judges * size * size > CELLS:
        raise InputInvalid(
            f"{judges:,} judges have tables of {size} x {size} classes: too many to hold",
            where="dawid-skene",
            hint="one-coin needs one number a judge",
        )
    if not labels.is_telling:
        return _untold(labels, "dawid-skene", smoothing)
    fit = _Tables(labels, smoothing)
    posterior, trace, converged = _climb(fit, labels, steps, tolerance)
    counts = fit.counts
    seen = counts.sum(axis=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        errors = np.where(seen[:, :, None] >= FEW, fit.errors, np.nan)
    given = np.bincount(labels.judge, minlength=judges)
    return Truth(
        model="dawid-skene",
        labels=labels,
        posterior=posterior,
        chosen=_chosen(posterior),
        prevalence=fit.prevalence,
        errors=errors,
        seen=seen,
        accuracy=np.einsum("jkk->j", counts) / given,
        given=given,
        trace=trace,
        log_likelihood=fit.likelihood,
        converged=converged,
        smoothing=smoothing,
    )


def one_coin(
    data: Any,
    *,
    smoothing: float = SMOOTHING,
    steps: int = STEPS,
    tolerance: float = TOLERANCE,
) -> Truth:
    """One chance of being right for each judge; errors fall evenly on the other classes."""
    labels = _some(as_labels(data))
    if not labels.is_telling:
        return _untold(labels, "one-coin", smoothing)
    fit = _Coins(labels, smoothing)
    posterior, trace, converged = _climb(fit, labels, steps, tolerance)
    return Truth(
        model="one-coin",
        labels=labels,
        posterior=posterior,
        chosen=_chosen(posterior),
        prevalence=fit.prevalence,
        errors=None,
        seen=None,
        accuracy=fit.accuracy,
        given=fit.given.astype(np.int64),
        trace=trace,
        log_likelihood=fit.likelihood,
        converged=converged,
        smoothing=smoothing,
    )


def _untold(labels: Labels, model: Model, smoothing: float) -> Truth:
    """What was said, and nothing of who is right: no label can be held against another."""
    shares = _votes(labels)
    return Truth(
        model=model,
        labels=labels,
        posterior=shares,
        chosen=_chosen(shares),
        prevalence=shares.mean(axis=0),
        errors=None,
        seen=None,
        accuracy=np.full(len(labels.judges), np.nan),
        given=np.bincount(labels.judge, minlength=len(labels.judges)),
        trace=(),
        log_likelihood=None,
        converged=True,
        smoothing=smoothing,
    )


TRUTH_BY: Final[dict[Model, Callable[..., Truth]]] = {
    "dawid-skene": dawid_skene,
    "one-coin": one_coin,
    "majority": majority_vote,
}


class _Tables:
    """The model of Dawid and Skene: a step of each kind over a sparse matrix."""

    def __init__(self, labels: Labels, smoothing: float) -> None:
        self._size, self._judges = len(labels.labels), len(labels.judges)
        self._smoothing = smoothing
        said = labels.judge.astype(np.int64) * self._size + labels.label
        shape = (len(labels.items), self._judges * self._size)
        ends = np.searchsorted(labels.item, np.arange(shape[0] + 1))
        self._of_items = sp.csr_matrix((np.ones(labels.size), said, ends), shape=shape)
        self._of_judges = self._of_items.T  # by columns: reads the items in their order
        self.likelihood = 0.0

    def maximise(self, posterior: Floats) -> None:
        """The tables and the prevalence that *posterior* makes likeliest."""
        self.prevalence = _prevalence(posterior, self._smoothing)
        counted = self._of_judges @ posterior
        told = counted.reshape(self._judges, self._size, self._size)
        self.counts = told.transpose(0, 2, 1)
        grown = self.counts + self._smoothing
        sums = grown.sum(axis=2, keepdims=True)
        even = np.full_like(grown, 1 / self._size)
        self.errors = np.divide(grown, sums, out=even, where=sums > 0)

    def expect(self) -> tuple[Floats, float]:
        """The chance of each class for each item, and the objective."""
        with np.errstate(divide="ignore"):
            logs = np.log(self.errors)
            prior = np.log(self.prevalence)
        flat = np.ascontiguousarray(logs.transpose(0, 2, 1)).reshape(-1, self._size)
        posterior, self.likelihood = _normal((self._of_items @ flat) + prior)
        held = self._smoothing * float(logs.sum() + prior.sum()) if self._smoothing else 0.0
        return posterior, self.likelihood + held


class _Coins:
    """The model with one chance for each judge."""

    def __init__(self, labels: Labels, smoothing: float) -> None:
        self._labels, self._smoothing = labels, smoothing
        self._size = len(labels.labels)
        self._cell = labels.item.astype(np.int64) * self._size + labels.label
        self.given = np.bincount(labels.judge, minlength=len(labels.judges)).astype(float)
        self.likelihood = 0.0

    def maximise(self, posterior: Floats) -> None:
        """The chances and the prevalence that *posterior* makes likeliest."""
        self.prevalence = _prevalence(posterior, self._smoothing)
        right = posterior.reshape(-1)[self._cell]
        hits = np.bincount(self._labels.judge, right, minlength=len(self.given))
        # As many labels beforehand as in a table: one cell right, the others wrong.
        beforehand = self._smoothing * np.array([1.0, self._size])
        self.accuracy = np.clip(
            (hits + beforehand[0]) / (self.given + beforehand[1]), 0.0, 1.0
        )

    def expect(self) -> tuple[Floats, float]:
        """The chance of each class for each item, and the objective."""
        wrong = max(self._size - 1, 1)
        with np.errstate(divide="ignore"):
            hit = np.log(self.accuracy)
            miss = np.log((1 - self.accuracy) / wrong)
            prior = np.log(self.prevalence)
        if self._size == 1:
            miss = np.zeros_like(miss)
        shape = (len(self._labels.items), self._size)
        judge = self._labels.judge
        if np.isfinite(hit).all() and np.isfinite(miss).all():
            added = np.bincount(self._cell, (hit - miss)[judge], shape[0] * shape[1])
            base = np.bincount(self._labels.item, miss[judge], shape[0])
            logs = np.asarray(added.reshape(shape) + base[:, None] + prior, np.float64)
        else:
            logs = self._exactly(hit, miss, prior)
        posterior, self.likelihood = _normal(logs)
        held = float(hit.sum() + wrong * miss.sum() + prior.sum())
        return posterior, self.likelihood + (
            self._smoothing * held if self._smoothing else 0.0
        )

    def _exactly(self, hit: Floats, miss: Floats, prior: Floats) -> Floats:
        """Where a judge is never or always right: infinities do not cancel."""
        labels = self._labels
        logs = np.zeros((len(labels.items), self._size)) + prior
        for at in range(self._size):
            each = np.where(labels.label == at, hit[labels.judge], miss[labels.judge])
            never = np.bincount(labels.item, np.isinf(each), minlength=len(logs)) > 0
            sums = np.bincount(
                labels.item, np.where(np.isinf(each), 0.0, each), minlength=len(logs)
            )
            logs[:, at] += np.where(never, -np.inf, sums)
        return logs


def _climb(
    fit: _Tables | _Coins, labels: Labels, steps: int, tolerance: float
) -> tuple[Floats, tuple[float, ...], bool]:
    """Steps from the shares of votes until nothing is won; each may only go up."""
    posterior, trace = _votes(labels), []
    for _ in range(steps):
        fit.maximise(posterior)
        posterior, objective = fit.expect()
        trace.append(objective)
        if len(trace) > 1 and objective - trace[-2] <= tolerance * labels.size:
            return posterior, tuple(trace), True
    return posterior, tuple(trace), False


def _some(labels: Labels) -> Labels:
    if not labels.size:
        raise InputInvalid(
            "there is no label", where="labels", hint="give graded verdicts of any judge"
        )
    return labels


def _votes(labels: Labels) -> Floats:
    size = len(labels.labels)
    cell = labels.item.astype(np.int64) * size + labels.label
    counted = np.bincount(cell, minlength=len(labels.items) * size).reshape(-1, size)
    shares: Floats = counted / counted.sum(axis=1, keepdims=True)
    return shares


def _prevalence(posterior: Floats, smoothing: float) -> Floats:
    sums = np.ascontiguousarray(posterior.T).sum(axis=1) + smoothing
    found: Floats = sums / sums.sum()
    return found


def _normal(logs: Floats) -> tuple[Floats, float]:
    """Chances from the logarithms of what they are in proportion to, and their sum's.

    Laid out by class: a row for each class is several times faster to go through than a
    few numbers for each of very many items.
    """
    made = np.ascontiguousarray(logs.T)
    top = made.max(axis=0)
    made -= top
    np.exp(made, out=made)
    sums = made.sum(axis=0)
    made /= sums
    np.log(sums, out=sums)
    return np.ascontiguousarray(made.T), float(top.sum() + sums.sum())


def _chosen(posterior: Floats) -> npt.NDArray[np.int64]:
    best = posterior.argmax(axis=1)
    top = posterior.max(axis=1, keepdims=True)
    tied = (posterior >= top - _EVEN).sum(axis=1) > 1
    return np.where(tied, -1, best)
