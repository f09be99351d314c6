"""Tables of every two judges' grades, and sums over pairs, by blocks of judges.

Judges are taken two or three at a time: one look-up then serves all pairs of two blocks,
and the joint table of two blocks adds up to the tables of their pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.integer]
Places = npt.NDArray[np.intp]

_STATES: Final = 1 << 14
_FEW_STATES: Final = 1500
_AT_ONCE: Final = 1 << 14
"""Patterns looked at together: their codes stay in the cache."""

_KEPT: Final = 1 << 18
"""Codes of crossed blocks that are kept from one question to the next."""


@lru_cache(maxsize=32)
def each_two(judges: int) -> tuple[Places, Places]:
    """The first and the second judge of each pair, in their order."""
    first, second = np.triu_indices(judges, 1)
    first.flags.writeable = second.flags.writeable = False
    return first, second


@dataclass(frozen=True, eq=False)
class Blocks:
    """At least two judges, taken a few at a time."""

    columns: Codes
    """Judges x patterns."""
    size: int
    """How many categories there are."""

    @property
    def judges(self) -> int:
        """How many judges there are."""
        return len(self.columns)

    @property
    def states(self) -> int:
        """What one judge can have said; a hole is the first."""
        return self.size + 1

    @cached_property
    def width(self) -> int:
        """How many judges make up a block; there are two blocks at least."""
        most = _STATES if self.columns.shape[1] > 4 * _FEW_STATES else _FEW_STATES
        width = 1
        while width < 4 and self.states ** (2 * (width + 1)) <= most:
            width += 1
        return min(width, (self.judges + 1) // 2)

    @cached_property
    def crossings(self) -> list[tuple[int, int]]:
        """Every two blocks."""
        return list(combinations(range(-(-self.judges // self.width)), 2))

    @cached_property
    def _ends(self) -> tuple[Places, Places]:
        """Either block, by crossing: the first with each other one, and so on."""
        left, right = np.array(self.crossings, np.intp).T
        return left, right

    def _codes(self, part: Codes) -> list[Places]:
        """The joint code of each block's judges; judges lacking in the last say nothing."""
        found = []
        for start in range(0, self.judges, self.width):
            rows = part[start : start + self.width]
            code = _one_code(rows, self.states)
            found.append(code * self.states ** (self.width - len(rows)))
        return found

    def _crossed(self, part: Codes) -> Iterator[Places]:
        """The joint code of each two blocks."""
        codes = self._codes(part)
        whole = self.states**self.width
        above = [code * whole for code in codes]
        return (above[left] + codes[right] for left, right in self.crossings)

    @cached_property
    def _kept(self) -> list[Places]:
        return list(self._crossed(self.columns))

    def _parts(self) -> Iterator[tuple[slice, Iterator[Places]]]:
        patterns = self.columns.shape[1]
        if patterns * len(self.crossings) <= _KEPT:
            yield slice(0, patterns), iter(self._kept)
            return
        for start in range(0, patterns, _AT_ONCE):
            span = slice(start, start + _AT_ONCE)
            yield span, self._crossed(self.columns[:, span])

    def joint(self, times: Ints) -> Floats:
        """Units by crossing and by the joint codes of its two blocks."""
        states = self.states**self.width
        found = np.zeros((len(self.crossings), states * states))
        once = bool((times == 1).all())
        for span, codes in self._parts():
            weights = None if once else times[span]
            for at, code in enumerate(codes):
                found[at] += np.bincount(code, weights, states * states)
        return found.reshape(-1, states, states)

    @cached_property
    def _said(self) -> Floats:
        """By joint code of a block: 1 at what each of its judges said, in that code."""
        code = np.arange(self.states**self.width)
        places = self.states ** np.arange(self.width)[::-1]
        digits = code[:, None] // places % self.states
        found = np.zeros((len(code), self.width, self.states))
        np.put_along_axis(found, digits[:, :, None], 1.0, axis=2)
        return found.reshape(len(code), -1)

    def tables(self, joint: Floats) -> tuple[Ints, Ints]:
        """Grades by judge and category; units by pair and by the category each chose.

        From the *joint* table of two blocks to those of their judges, holes left out.
        """
        said, width, states = self._said, self.width, self.states
        left, right = self._ends
        whole = self._square(1)[0]
        across = (said.T @ joint @ said).reshape(-1, width, states, width, states)
        whole[left, :, :, right] = across
        number = len(whole)
        alone = np.concatenate([joint[:1].sum(axis=2), joint[: number - 1].sum(axis=1)])
        within = (said.T @ (alone[:, :, None] * said)).reshape(
            number, width, states, width, states
        )
        at = np.arange(number)
        whole[at, :, :, at] = within
        flat = whole.reshape(number * width, states, number * width, states)
        first, second = each_two(self.judges)
        judge = np.arange(self.judges)
        own = flat[judge, :, judge].diagonal(axis1=1, axis2=2)[:, 1:]
        pairs = flat[first, :, second][:, 1:, 1:]
        return own.astype(np.int64), pairs.astype(np.int64)

    def _square(self, kinds: int) -> Floats:
        """Kinds x (block, judge, state) x (block, judge, state), all nought."""
        number = self.crossings[-1][1] + 1
        side = (number, self.width, self.states)
        return np.zeros((kinds, *side, *side))

    def sums(self, tables: Floats) -> Floats:
        """For each pattern, what *tables* hold for its pairs of grades, summed over pairs.

        *tables*: kinds x pairs x categories x categories; the result: kinds x patterns.
        """
        kinds, states = len(tables), self.states ** (2 * self.width)
        wide = 1 << (kinds - 1).bit_length()  # rows of 3 are copied at half the rate of 4
        lookups = np.zeros((len(self.crossings), states, wide))
        whole = self._lookups(tables).reshape(kinds, len(self.crossings), states)
        lookups[:, :, :kinds] = whole.transpose(1, 2, 0)
        found = np.zeros((self.columns.shape[1], wide))
        for span, codes in self._parts():
            part = found[span]
            for at, code in enumerate(codes):
                part += lookups[at].take(code, axis=0)
        return np.ascontiguousarray(found[:, :kinds].T)

    def _lookups(self, tables: Floats) -> Floats:
        """By kind and crossing: the sum over the pairs of judges for every joint code."""
        kinds, said, side = len(tables), self._said, self.width * self.states
        whole = self._square(kinds)
        number = whole.shape[1]
        flat = whole.reshape(kinds, number * self.width, self.states, -1, self.states)
        first, second = each_two(self.judges)
        flat[:, first, 1:, second, 1:] = tables.transpose(1, 0, 2, 3)
        square = whole.reshape(kinds, number, side, number, side)
        left, right = self._ends
        across = square[:, left, :, right].transpose(1, 0, 2, 3)
        found: Floats = said @ np.ascontiguousarray(across) @ said.T
        at = np.arange(number)
        own = square[:, at, :, at].transpose(1, 0, 2, 3)
        within = ((said @ np.ascontiguousarray(own)) * said).sum(axis=3)
        found[:, 0] += within[:, 0, :, None]  # the first crossings are the first block's
        found[:, : number - 1] += within[:, 1:, None, :]
        return found


def sums_over_judges(columns: Codes, tables: Floats) -> Floats:
    """For each pattern, what *tables* hold for its grades, summed over judges.

    *tables*: kinds x judges x categories; the result: kinds x patterns.
    """
    judges, patterns = columns.shape
    kinds, _, size = tables.shape
    states = size + 1
    width = 1
    while width < judges and states ** (width + 1) <= min(_FEW_STATES, patterns + states):
        width += 1
    wide = 1 << (kinds - 1).bit_length()
    padded = np.zeros((wide, judges, states))
    padded[:kinds, :, 1:] = tables
    found = np.zeros((patterns, wide))
    for start in range(0, judges, width):
        lookup = np.ascontiguousarray(_summed(padded[:, start : start + width]).T)
        for left in range(0, patterns, _AT_ONCE):
            span = slice(left, left + _AT_ONCE)
            code = _one_code(columns[start : start + width, span], states)
            found[span] += lookup.take(code, axis=0)
    return np.ascontiguousarray(found[:, :kinds].T)


def _one_code(rows: Codes, states: int) -> Places:
    """What these judges said, as one number."""
    code: Places = rows[0].astype(np.intp) + 1
    for row in rows[1:]:
        code *= states
        code += row
        code += 1
    return code


def _summed(tables: Floats) -> Floats:
    """Kinds x the joint code of these judges: the sum of what each has."""
    kinds, judges, _ = tables.shape
    whole = np.zeros((kinds, 1))
    for judge in range(judges):
        whole = (whole[:, :, None] + tables[:, judge, None, :]).reshape(kinds, -1)
    return whole
