"""Tables of every two judges' grades, and sums over pairs, by blocks of judges.

Judges are taken two or three at a time: one look-up then serves all pairs of two blocks,
and the joint table of two blocks adds up to the tables of their pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.integer]

_STATES: Final = 1 << 14
_FEW_STATES: Final = 1500
_AT_ONCE: Final = 1 << 14
"""Patterns looked at together: their codes stay in the cache."""


def _width(judges: int, states: int, patterns: int) -> int:
    """How many judges make up a block."""
    most = _STATES if patterns > _FEW_STATES * 4 else _FEW_STATES
    width = 1
    while width < min(judges, 4) and states ** (2 * (width + 1)) <= most:
        width += 1
    return width


def _blocks(columns: Codes, width: int, states: int) -> list[npt.NDArray[np.intp]]:
    """The joint code of each block's judges; a hole counts as a state, the first."""
    found = []
    for start in range(0, len(columns), width):
        code = columns[start].astype(np.intp) + 1
        for column in columns[start + 1 : start + width]:
            code *= states
            code += column
            code += 1
        found.append(code)
    return found


def _crossings(judges: int, width: int) -> Iterator[tuple[range, range]]:
    """Every two blocks, as ranges of judges; one block alone is crossed with itself."""
    spans = [range(at, min(at + width, judges)) for at in range(0, judges, width)]
    if len(spans) == 1:
        yield spans[0], spans[0]
    for at, first in enumerate(spans):
        for second in spans[at + 1 :]:
            yield first, second


def _axes(first: range, second: range) -> list[tuple[int, int, int, int]]:
    """The pairs of judges that two blocks hold, with the axes of their states."""
    if first is second:
        members = [(judge, at) for at, judge in enumerate(first)]
    else:
        members = [(judge, at) for at, judge in enumerate((*first, *second))]
    return [
        (g, h, left, right)
        for at, (g, left) in enumerate(members)
        for h, right in members[at + 1 :]
    ]


def place_of(first: int, second: int, judges: int) -> int:
    """Where the pair stands among all, the first judge's pairs first."""
    return first * (2 * judges - first - 1) // 2 + second - first - 1


def pair_tables(columns: Codes, times: Ints, size: int) -> Ints:
    """Units by pair of judges and the category each chose; holes are left out."""
    judges, patterns = columns.shape
    states = size + 1
    width = _width(judges, states, patterns)
    found = np.zeros((judges * (judges - 1) // 2, size, size), np.int64)
    for (first, second), joint in _joint(columns, times, width, states).items():
        shape = (states,) * (len(first) if first is second else len(first) + len(second))
        whole = joint.reshape(shape)
        for g, h, left, right in _axes(first, second):
            others = tuple(a for a in range(len(shape)) if a not in (left, right))
            found[place_of(g, h, judges)] = whole.sum(axis=others)[1:, 1:]
    return found


def _joint(
    columns: Codes, times: Ints, width: int, states: int
) -> dict[tuple[range, range], Ints]:
    """Units by the joint code of each two blocks."""
    judges, patterns = columns.shape
    crossings = list(_crossings(judges, width))
    once = bool((times == 1).all())
    joint: dict[tuple[range, range], Ints] = {}
    for start in range(0, patterns, _AT_ONCE):
        part = columns[:, start : start + _AT_ONCE]
        weights = None if once else times[start : start + _AT_ONCE]
        codes = _blocks(part, width, states)
        for pair in crossings:
            found = np.bincount(*_coded(codes, pair, width, states, weights))
            counts = found.astype(np.int64)
            joint[pair] = joint[pair] + counts if pair in joint else counts
    return joint


def _coded(
    codes: list[npt.NDArray[np.intp]],
    pair: tuple[range, range],
    width: int,
    states: int,
    weights: Ints | None,
) -> tuple[npt.NDArray[np.intp], Ints | None, int]:
    """What `bincount` takes: the joint codes, their weights, how many there may be."""
    code, size = _crossed(codes, pair, width, states)
    return code, weights, size


def _crossed(
    codes: list[npt.NDArray[np.intp]], pair: tuple[range, range], width: int, states: int
) -> tuple[npt.NDArray[np.intp], int]:
    first, second = pair
    if first is second:
        return codes[first.start // width], int(states ** len(first))
    code = codes[first.start // width] * states ** len(second)
    code += codes[second.start // width]
    return code, int(states ** (len(first) + len(second)))


def sums_over_pairs(columns: Codes, tables: Floats) -> Floats:
    """For each pattern, what *tables* hold for its pairs of grades, summed over pairs.

    *tables*: kinds x pairs x categories x categories; the result: kinds x patterns.
    """
    judges, patterns = columns.shape
    kinds, _, size, _ = tables.shape
    states = size + 1
    width = _width(judges, states, patterns)
    lookups = _lookups(tables, judges, width)
    found = np.zeros((kinds, patterns))
    for start in range(0, patterns, _AT_ONCE):
        codes = _blocks(columns[:, start : start + _AT_ONCE], width, states)
        for pair, lookup in lookups.items():
            code, _ = _crossed(codes, pair, width, states)
            for kind in range(kinds):
                found[kind, start : start + _AT_ONCE] += lookup[kind].take(code)
    return found


def _lookups(tables: Floats, judges: int, width: int) -> dict[tuple[range, range], Floats]:
    """By two blocks: the sum over their pairs for every joint code."""
    kinds, _, size, _ = tables.shape
    states = size + 1
    padded = np.zeros((kinds, tables.shape[1], states, states))
    padded[:, :, 1:, 1:] = tables
    done: set[int] = set()
    found = {}
    for first, second in _crossings(judges, width):
        across = len(first) if first is second else len(first) + len(second)
        whole = np.zeros((kinds, *(states,) * across))
        for g, h, left, right in _axes(first, second):
            place = place_of(g, h, judges)
            if place in done:  # a pair within a block is met in every crossing of it
                continue
            done.add(place)
            shape = [1] * across
            shape[left] = shape[right] = states
            whole += padded[:, place].reshape(kinds, *shape)
        found[first, second] = whole.reshape(kinds, -1)
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
    padded = np.zeros((kinds, judges, states))
    padded[:, :, 1:] = tables
    found = np.zeros((kinds, patterns))
    for start in range(0, patterns, _AT_ONCE):
        codes = _blocks(columns[:, start : start + _AT_ONCE], width, states)
        for at, code in enumerate(codes):
            lookup = _summed(padded[:, at * width : (at + 1) * width])
            for kind in range(kinds):
                found[kind, start : start + _AT_ONCE] += lookup[kind].take(code)
    return found


def _summed(tables: Floats) -> Floats:
    """Kinds x the joint code of these judges: the sum of what each has."""
    kinds, judges, states = tables.shape
    whole = np.zeros((kinds, 1))
    for judge in range(judges):
        whole = (whole[:, :, None] + tables[:, judge, None, :]).reshape(kinds, -1)
    assert whole.shape == (kinds, states**judges)
    return whole
