"""Two judges whose grades are the same, beyond what agreement explains.

Judges who copy are alike in everything: on every criterion of an item at once, also where
opinions differ. Judges who agree are alike in this and that. Two tests look at it:

- *throughout*: leaving aside the items on which both said the most frequent thing, they
  agree grade by grade more often than `HONEST`, and than most other pairs: where all
  agree so well, the question is easy. Judges who never once differ are held against the
  other pairs with either of them: to differ less than a `KEENER`-th as often as the best
  of these is not what care explains. Pairs at chance say nothing of how hard it is;
- *in part*: they agree on all criteria of an item at once more often than their agreement
  on single criteria makes likely, even if an easy item is easy in all of them. How far it
  is, is read off the other pairs: a beta-binomial of the criteria that agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import bdtrc, betaln  # type: ignore[import-untyped]

from .ratings import Ratings

HONEST: Final = 0.97
"""Share of equal grades that two careful judges may reach without copying."""

KEENER: Final = 3
"""How many times less often two careful judges differ than the next most alike pair with
either of them: as where a third judge errs five times as often as each of the two."""

LEAST_TELLING: Final = 20
"""Grades that a pair must share, beside the most frequent ones, to be held against it."""
_BEYOND_CHANCE: Final = 2.0
"""Standard errors by which a pair must agree beyond chance to tell how hard it is."""

LEAST_ITEMS: Final = 10
LEAST_EXCESS: Final = 0.15
"""Share of the items that must be alike beyond what is expected, to be worth a word."""

MOST_UNITS: Final = 50_000
MOST_CELLS: Final = 20_000_000
MOST_JUDGES: Final = 200
MOST_PAIRS: Final = 5_000
"""What is looked at where there is more: the first units, the first judges, and the pairs
that share the most items."""
_LOOSE: Final = 0.10
"""The least that items may hang together over criteria, whatever the other pairs show."""

Codes = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """Two judges, and how often they said the same on all criteria of an item."""

    judges: tuple[str, str]
    same: int
    """Items with equal grades on every criterion."""
    items: int
    criteria: int
    throughout: bool
    """Alike grade by grade; otherwise on some items in everything."""
    expected: float
    """Share that agreement explains: of items alike, or `throughout` of grades."""
    p: float
    """Chance of so many; not corrected for the number of pairs."""
    next_pair: float | None = None
    """Share of grades in which the next most alike pair with either judge agrees, where
    `expected` is read off it."""


@dataclass(frozen=True, slots=True)
class _Pair:
    judges: tuple[int, int]
    items: int
    whole: int
    """Items alike in all criteria."""
    rate: float
    """Share of alike grades."""
    loose: float
    """How far the criteria of an item hang together."""
    telling: int
    telling_same: int
    """Grades of items on which not both said the most frequent thing."""
    most: int
    """Criteria that were compared on an item."""
    beyond: float
    """Standard errors by which the pair agrees beyond chance."""


def copied(criteria: Sequence[Ratings]) -> tuple[int, tuple[Copied, ...]]:
    """How many pairs were looked at, and those of which either test has a low chance."""
    judges = list(dict.fromkeys(name for each in criteria for name in each.judges))
    cube = _cube(criteria, judges[:MOST_JUDGES])
    pairs = [
        made
        for a, b in _pairs_of(cube)
        if (made := _pair(cube[:, a], cube[:, b], (a, b))) is not None
    ]
    found = (_judged(pair, pairs, judges) for pair in pairs)
    return len(pairs), tuple(each for each in found if each is not None)


def _pairs_of(cube: Codes) -> list[tuple[int, int]]:
    """The pairs that share enough items, those that share most first."""
    there = np.asarray((cube >= 0).any(axis=2), dtype=np.float32)
    shared = there.T @ there
    pairs = [
        (-float(shared[a, b]), a, b)
        for a, b in combinations(range(cube.shape[1]), 2)
        if shared[a, b] >= LEAST_ITEMS
    ]
    return [(a, b) for _, a, b in sorted(pairs)[:MOST_PAIRS]]


def _cube(criteria: Sequence[Ratings], judges: Sequence[str]) -> Codes:
    """Items x judges x criteria: the code of each grade, -1 where there is none."""
    places = {name: at for at, name in enumerate(judges)}
    rows: dict[str, int] = {}
    named = all(len(each.units) for each in criteria)
    for each in criteria if named else ():
        for name in each.units[:MOST_UNITS]:
            rows.setdefault(name, len(rows))
    longest = max((len(each.cells) for each in criteria), default=0)
    room = MOST_CELLS // max(1, len(judges) * len(criteria))
    n = min(MOST_UNITS, room, len(rows) if named else longest)
    cube = np.full((n, len(judges), len(criteria)), -1, dtype=np.int32)
    for at, each in enumerate(criteria):
        unit = _places(each, rows, n)
        kept = unit < n
        for column, name in enumerate(each.judges):
            if name in places:
                cells = each.cells[: len(unit), column]
                cube[unit[kept], places[name], at] = cells[kept]
    return cube


def _places(each: Ratings, rows: Mapping[str, int], n: int) -> npt.NDArray[np.intp]:
    if not rows:
        return np.arange(min(n, len(each.cells)))
    return np.array([rows[name] for name in each.units[:MOST_UNITS]], dtype=np.intp)


def _pair(one: Codes, other: Codes, judges: tuple[int, int]) -> _Pair | None:
    both = (one >= 0) & (other >= 0)
    kept = both.any(axis=1)
    one, other, both = one[kept], other[kept], both[kept]
    if len(one) < LEAST_ITEMS:
        return None
    same = both & (one == other)
    compared, alike = both.sum(axis=1), same.sum(axis=1)
    usual = _usual(one, other, both)
    plain = ((one == usual) & (other == usual) | ~both).all(axis=1)
    most = int(compared.max())
    full = compared == most
    return _Pair(
        judges=judges,
        items=int(full.sum()),
        whole=int((alike == compared)[full].sum()),
        rate=float(alike.sum() / compared.sum()),
        loose=_looseness(alike[full], most),
        telling=int(compared[~plain].sum()),
        telling_same=int(alike[~plain].sum()),
        most=most,
        beyond=_beyond(one, other, both, int(alike.sum())),
    )


def _beyond(one: Codes, other: Codes, both: npt.NDArray[np.bool_], alike: int) -> float:
    """How far *alike* grades are above what the two judges' habits give by chance."""
    expected = spread = 0.0
    for at in range(one.shape[1]):
        mine, yours = one[both[:, at], at], other[both[:, at], at]
        if len(mine):
            size = int(max(mine.max(), yours.max())) + 1
            shares = np.bincount(mine, minlength=size) @ np.bincount(yours, minlength=size)
            chance = float(shares) / len(mine) ** 2
            expected += chance * len(mine)
            spread += chance * (1 - chance) * len(mine)
    return (alike - expected) / spread**0.5 if spread > 0 else 0.0


def _usual(one: Codes, other: Codes, both: npt.NDArray[np.bool_]) -> Codes:
    """The most frequent code of each criterion in both."""
    found = []
    for at in range(one.shape[1]):
        seen = np.concatenate([one[both[:, at], at], other[both[:, at], at]])
        found.append(int(np.bincount(seen).argmax()) if len(seen) else -1)
    return np.array(found, dtype=np.int32)


def _looseness(alike: npt.NDArray[np.intp], of: int) -> float:
    """The correlation within items that the spread of *alike* tells (by moments)."""
    if of < 2 or len(alike) < 2:
        return 0.0
    mean = float(alike.mean()) / of
    if mean in (0.0, 1.0):
        return 0.0
    apart = float(alike.var(ddof=1)) / (of * mean * (1 - mean))
    return min(1.0, max(0.0, (apart - 1) / (of - 1)))


def _judged(pair: _Pair, pairs: Sequence[_Pair], judges: Sequence[str]) -> Copied | None:
    others = [each for each in pairs if each is not pair]
    through, ceiling = _throughout(pair, others)
    beside = _next_pair(pair, others)
    if beside is not None:
        apart = (1 - beside.telling_same / beside.telling) / KEENER
        chance = (1 - apart) ** pair.telling
        beside = beside if chance < through else None
        through, ceiling = min((through, ceiling), (chance, 1 - apart))
    partly, expected = _in_part(pair, others)
    tests = 2 if pair.most > 1 else 1
    p = min(1.0, tests * min(through, partly))
    if p >= 0.05 or pair.whole < LEAST_ITEMS:
        return None
    return Copied(
        judges=(judges[pair.judges[0]], judges[pair.judges[1]]),
        same=pair.whole,
        items=pair.items,
        criteria=pair.most,
        throughout=through <= partly,
        expected=ceiling if through <= partly else expected,
        p=p,
        next_pair=_most_alike(pair, others) if beside and through <= partly else None,
    )


def _next_pair(pair: _Pair, others: Sequence[_Pair]) -> _Pair | None:
    """The most alike of *others* with a judge of *pair* that differs, and beyond chance.

    None where *pair* itself differs, or says too little.
    """
    if pair.rate < 1 or pair.telling < LEAST_TELLING:
        return None
    known = (
        each
        for each in others
        if set(each.judges) & set(pair.judges)
        and each.rate < 1
        and each.telling >= LEAST_TELLING
        and each.beyond >= _BEYOND_CHANCE
    )
    return max(known, key=lambda each: each.telling_same / each.telling, default=None)


def _most_alike(pair: _Pair, others: Sequence[_Pair]) -> float:
    """The share of equal grades that no other pair with a judge of *pair* exceeds.

    Pairs that never differ are left out: they may have copied too.
    """
    met = (each for each in others if set(each.judges) & set(pair.judges))
    return max(each.rate for each in met if each.rate < 1)


def _throughout(pair: _Pair, others: Sequence[_Pair]) -> tuple[float, float]:
    """The chance of so many alike grades, and the share that honest judges reach."""
    rates = [each.telling_same / each.telling for each in others if each.telling]
    if not rates and pair.most < 2:
        return 1.0, HONEST  # of two judges and one question nothing can be told
    usual = float(np.quantile(rates, 0.75, method="higher")) if rates else 0.0
    ceiling = max(HONEST, usual)
    if not pair.telling or ceiling >= 1:
        return 1.0, ceiling
    return float(bdtrc(pair.telling_same - 1, pair.telling, ceiling)), ceiling


def _in_part(pair: _Pair, others: Sequence[_Pair]) -> tuple[float, float]:
    """The chance of so many items alike in all, and the share of them to expect."""
    if pair.most < 2 or not others or pair.rate >= 1 or not pair.rate:
        return 1.0, pair.rate
    usual = float(np.median([each.loose for each in others]))
    loose = min(0.99, max(_LOOSE, usual))
    strength = (1 - loose) / loose
    a, b = pair.rate * strength, (1 - pair.rate) * strength
    expected = float(np.exp(betaln(a + pair.most, b) - betaln(a, b)))
    if pair.whole / pair.items - expected < LEAST_EXCESS:
        return 1.0, expected
    return float(bdtrc(pair.whole - 1, pair.items, expected)), expected
