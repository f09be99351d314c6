"""Do columns hold grades on one scale? Judges do, and an item's number does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from .looks import numbers_share, stated

_MOSTLY: Final = 0.8
_HALF: Final = 0.5
_FEW_ROWS: Final = 6
"""Numbers in a row beyond which nobody's grades are: 1, 2, 3 may be."""

_MANY_ROWS: Final = 50
"""Different whole numbers beyond which they name rows."""

_BANDS: Final = (1, 10, 100, 1000)
"""Scales of numbers mostly end at one of these."""


@dataclass(frozen=True, slots=True)
class Domain:
    """What stands in a column, as sets, to be held against other columns."""

    numbers: pl.Series | None
    words: frozenset[str]
    counts: dict[str, int]

    @property
    def whole(self) -> bool:
        """Whether its numbers have no fractions."""
        numbers = self.numbers
        return numbers is not None and bool((numbers == numbers.round()).all())


def domain_of(column: pl.Series) -> Domain:
    """What stands in *column*: numbers where nearly all are, otherwise words."""
    texts = stated(column)
    if numbers_share(column) >= _MOSTLY:
        numbers = texts.cast(pl.Float64, strict=False).drop_nulls().drop_nans()
        return Domain(numbers, frozenset(), {})
    found = texts.str.to_lowercase().value_counts()
    counts = dict(found.iter_rows())
    return Domain(None, frozenset(counts), counts)


def strays(columns: Sequence[pl.Series]) -> list[str]:
    """The names of *columns* that are not on the scale of the others.

    Numbers among words and words among numbers; numbers far off; words of another list.
    Where it cannot be said which are the strays, all are.
    """
    domains = {column.name: domain_of(column) for column in columns}
    numeric = [name for name, each in domains.items() if each.numbers is not None]
    verbal = [name for name in domains if name not in numeric]
    found: set[str] = set()
    if len(numeric) == len(verbal):
        found.update(domains)
    elif numeric and verbal:
        found.update(numeric if len(numeric) < len(verbal) else verbal)
    for group, differ in ((numeric, _far), (verbal, _other_words)):
        for name in group:
            others = [domains[each] for each in group if each != name]
            if others and differ(domains[name], others):
                found.add(name)
    return [name for name in domains if name in found]


def is_key(column: pl.Series, *, stray: bool) -> bool:
    """Whether *column* numbers the rows: whole numbers, no one of them twice.

    A *stray* is not on the scale of its neighbours, so that little is needed.
    """
    numbers = domain_of(column).numbers
    if numbers is None or len(numbers) < len(column) or numbers.n_unique() < len(column):
        return False
    if not domain_of(column).whole:
        return False
    extent = float(numbers.max()) - float(numbers.min())  # type: ignore[arg-type]
    rows = len(numbers)
    running = extent == rows - 1 and rows >= _FEW_ROWS
    return running or rows >= _MANY_ROWS or (stray and rows > 2)


def crossed(columns: Sequence[pl.Series]) -> bool:
    """Whether two of *columns* pair each of one with each of the other, row by row."""
    frame = pl.DataFrame(columns)
    sizes = {c.name: c.n_unique() for c in columns}
    for at, first in enumerate(frame.columns):
        for second in frame.columns[at + 1 :]:
            few, many = sorted((sizes[first], sizes[second]))
            pairs = frame.select(first, second).n_unique()
            if few > 1 and many > 2 and pairs == frame.height == few * many:
                return True
    return False


def _far(one: Domain, others: Sequence[Domain]) -> bool:
    """Whether the numbers of *one* are of another scale than those of *others*."""
    own, rest = one.numbers, [each.numbers for each in others if each.numbers is not None]
    if own is None or not len(own) or not any(len(each) for each in rest):
        return False
    known = pl.concat(rest)
    low, high = float(known.min()), float(known.max())  # type: ignore[arg-type]
    least, most = float(own.min()), float(own.max())  # type: ignore[arg-type]
    inside = int(own.is_between(low, high).sum()) / len(own)
    if _is_share(own) and not _is_share(known) and inside < _HALF:
        return True
    away = max(most - high, low - least)
    return (
        inside < _HALF
        and away > max(2 * (high - low), 5)
        and _band(least, most) != _band(low, high)
    )


def _is_share(numbers: pl.Series) -> bool:
    """Whether they lie between 0 and 1, and not only at the ends."""
    between = numbers.is_between(0, 1).all()
    return bool(between) and bool((numbers != numbers.round()).any())


def _band(low: float, high: float) -> int:
    most = max(abs(low), abs(high))
    return sum(most > band for band in _BANDS)


def _other_words(one: Domain, others: Sequence[Domain]) -> bool:
    """Whether *one* and *others* have less than half of what they say in common."""
    known = frozenset[str]().union(*(each.words for each in others))
    if _in_common(one, known) >= _HALF:
        return False
    return all(_in_common(each, one.words) < _HALF for each in others)


def _in_common(one: Domain, words: frozenset[str]) -> float:
    total = sum(one.counts.values())
    return sum(n for word, n in one.counts.items() if word in words) / max(total, 1)
