"""What labels alone cannot say: where a model of latent truth is not to be believed."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp  # type: ignore[import-untyped]
from scipy.sparse.csgraph import connected_components  # type: ignore[import-untyped]

from .labels import Labels
from .latent import Truth

LEAST_JUDGES: Final = 3
"""With two judges, who is right when they differ is not in the data."""

FEW_LABELS: Final = 10
"""A judge with fewer labels has no error rates worth the name."""

MANY_CLASSES: Final = 20
"""More are measurements, as a rule."""

LABELS_A_RATE: Final = 10
"""Labels for each error rate, below which a table follows what happens to be there."""

FEW_SHARED: Final = 30
"""Items of two judges in common, below which nothing is said of the pair."""

APART: Final = 0.05
"""Judges who agree on so many more items than they should are told of."""

_NAMED: Final = 5
_PAIRED: Final = 40
_TABLE: Final = 20_000_000
_SURE: Final = 4.0
"""Standard errors: of many pairs none is to be named by luck."""


def doubts(truth: Truth) -> tuple[str, ...]:
    """Each reason not to believe *truth*, in words; none: no reason is known."""
    if truth.model == "majority" or not truth.labels.is_telling:
        return _of_labels(truth.labels)[:1]
    found = [*_of_labels(truth.labels), *_of_judges(truth)]
    found += [*_of_size(truth), *_of_pairs(truth)]
    if not truth.converged:
        found.append(
            f"{truth.steps} steps were not enough to settle: figures may still move"
        )
    return tuple(found)


def _of_labels(labels: Labels) -> tuple[str, ...]:
    if len(labels.labels) == 1 or len(np.unique(labels.label)) == 1:
        return ("every label is the same: there is nothing to learn from",)
    pairs = np.bincount(labels.item, minlength=len(labels.items))
    if not (pairs > 1).any():
        return ("no item has two labels: judges cannot be held against one another",)
    found = []
    if len(labels.labels) > MANY_CLASSES:
        found.append(
            f"{len(labels.labels)} classes: these look like measurements, which are not "
            "right or wrong but near or far"
        )
    alone = int((pairs == 1).sum())
    if alone * 2 > len(pairs):
        found.append(f"{alone:,} of {len(pairs):,} items have a single label")
    if len(labels.judges) < LEAST_JUDGES:
        found.append(
            f"{len(labels.judges)} judges: who is right when they differ is not in the "
            f"data; {LEAST_JUDGES} are needed, and what is printed rests on the start"
        )
    parts = _parts(labels)
    if parts > 1:
        found.append(
            f"judges fall into {parts} groups without an item in common: error rates of "
            "one group cannot be held against another's"
        )
    return tuple(found)


def _parts(labels: Labels) -> int:
    """Groups of judges and items that nothing links."""
    items, judges = len(labels.items), len(labels.judges)
    links = sp.coo_matrix(
        (np.ones(labels.size, np.int8), (labels.item, labels.judge + items)),
        shape=(items + judges, items + judges),
    )
    return int(connected_components(links, directed=False)[0])


def _of_judges(truth: Truth) -> tuple[str, ...]:
    found = []
    below = _below_chance(truth)
    names = truth.labels.judges
    if below.sum() * 2 > len(names):
        found.append(
            "most judges come out as wrong more often than by guessing: classes may have "
            "changed places; do not use this"
        )
    elif below.any():
        found.append(
            "against the others more often than by guessing (reads the scale the other "
            f"way round?): {_listed([n for n, b in zip(names, below, strict=True) if b])}"
        )
    few = truth.given < FEW_LABELS
    if few.any():
        found.append(
            f"fewer than {FEW_LABELS} labels, so error rates are guesses: "
            f"{_listed([n for n, f in zip(names, few, strict=True) if f])}"
        )
    return tuple(found)


def _of_size(truth: Truth) -> tuple[str, ...]:
    """Too many error rates for the labels that there are."""
    if truth.errors is None:
        return ()
    judges, size, _ = truth.errors.shape
    rates = judges * size * (size - 1)
    if truth.labels.size >= LABELS_A_RATE * rates or size == 1:
        return ()
    words = (
        f"{truth.labels.size:,} labels for {rates:,} error rates: they are rough, and make "
        "judges look better than they are; one-coin needs fewer"
    )
    return (words,)


def _of_pairs(truth: Truth) -> tuple[str, ...]:
    """Judges who agree with one another more than the model's independence allows."""
    labels = truth.labels
    n, judges = len(labels.items), len(labels.judges)
    if truth.errors is None or judges > _PAIRED or n * judges > _TABLE:
        return ()
    cells = np.full((n, judges), -1, dtype=np.int32)
    cells[labels.item, labels.judge] = labels.label
    alike, same = [], []
    for first, second in combinations(range(judges), 2):
        more = _beyond(truth, cells, first, second)
        names = f"{labels.judges[first]} and {labels.judges[second]}"
        if more > APART:
            alike.append((more, names))
        elif _is_copy(truth, cells, first, second):
            same.append(names)
    return (*_of_alike(alike), *_of_same(same))


def _of_alike(alike: list[tuple[float, str]]) -> tuple[str, ...]:
    if not alike:
        return ()
    more, names = max(alike, key=lambda pair: pair[0])
    rest = f"; {len(alike) - 1} more pairs do so" if len(alike) > 1 else ""
    words = (
        f"{names} give the same label on {more:.0%} more items than judges whose errors "
        f"have nothing in common{rest}; what they share is taken for truth"
    )
    return (words,)


def _of_same(same: list[str]) -> tuple[str, ...]:
    if not same:
        return ()
    rest = f", and {len(same) - 1} more pairs," if len(same) > 1 else ""
    words = (
        f"{same[0]}{rest} give the same label on every item: as good as the truth, or one "
        "judge who counts twice"
    )
    return (words,)


def _is_copy(truth: Truth, cells: npt.NDArray[np.int32], first: int, second: int) -> bool:
    """Whether two never differ where others do."""
    both = (cells[:, first] >= 0) & (cells[:, second] >= 0)
    if both.sum() < FEW_SHARED or (cells[both, first] != cells[both, second]).any():
        return False
    others = np.delete(truth.accuracy, [first, second])
    return bool(len(others) and others.min() < 1 - APART)


def _beyond(truth: Truth, cells: npt.NDArray[np.int32], first: int, second: int) -> float:
    """By how much two agree beyond the model, as a share of items; 0 where it is luck."""
    both = (cells[:, first] >= 0) & (cells[:, second] >= 0)
    n = int(both.sum())
    if n < FEW_SHARED or truth.errors is None:
        return 0.0
    mine, theirs = truth.errors[first], truth.errors[second]
    by_class = np.nan_to_num((mine * theirs).sum(axis=1))
    expected = truth.posterior[both] @ by_class
    observed = float((cells[both, first] == cells[both, second]).mean())
    wide = _SURE * float(np.sqrt((expected * (1 - expected)).sum())) / n
    more = observed - float(expected.mean())
    return more if more > wide else 0.0


def _below_chance(truth: Truth) -> npt.NDArray[np.bool_]:
    """Judges who are right less often than one who draws from their own labels."""
    labels, size = truth.labels, len(truth.labels.labels)
    cell = labels.judge.astype(np.int64) * size + labels.label
    said = np.bincount(cell, minlength=len(labels.judges) * size).reshape(-1, size)
    by_luck = (said / truth.given[:, None]) @ truth.prevalence
    enough = truth.given >= FEW_LABELS
    return np.asarray(enough & (truth.accuracy < by_luck - 2 * np.sqrt(0.25 / truth.given)))


def _listed(names: list[str]) -> str:
    rest = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + rest
