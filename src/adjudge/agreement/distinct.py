"""Which columns of small codes are alike: sorted by packed keys, counted in integers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

_WORD: Final = 52
"""Bits of one key: sums of powers of two are exact in a double up to 53."""


@dataclass(frozen=True, slots=True)
class Distinct:
    """The different columns, in rising order."""

    first: Ints
    """A place of each."""
    times: Ints
    """How often each is there."""
    order: Ints
    new: npt.NDArray[np.bool_]

    def which(self) -> Ints:
        """The different column that each one is."""
        found = np.empty(len(self.order), np.int64)
        found[self.order] = np.cumsum(self.new) - 1
        return found


def distinct(
    codes: npt.NDArray[np.generic], times: Ints, *, shift: int, bits: int
) -> Distinct:
    """The different columns of *codes*; `codes + shift` lies in `[0, 2**bits)`."""
    if not codes.size:
        none = np.zeros(0, np.int64)
        return Distinct(none, none, none, np.zeros(0, np.bool_))
    words = _words(codes, shift, bits)
    order, new = _ordered(words, min(_WORD, bits * len(codes)))
    starts = np.flatnonzero(new)
    if bool((times == 1).all()):
        counted = np.diff(np.append(starts, len(order)))
    else:
        counted = np.add.reduceat(times[order], starts)
    return Distinct(order[starts], counted, order, new)


def _words(codes: npt.NDArray[np.generic], shift: int, bits: int) -> list[Ints]:
    """Each column as whole numbers, the first the most telling."""
    a_word = max(1, _WORD // bits)
    found = []
    for start in range(0, len(codes), a_word):
        part = codes[start : start + a_word].astype(np.float64)
        powers = np.exp2(bits * np.arange(len(part))[::-1])
        key = powers @ part
        if shift:
            key += shift * powers.sum()
        found.append(key.astype(np.int64))
    return found


def _ordered(words: list[Ints], bits: int) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """The order of the columns, and where in it another one begins."""
    n = len(words[0])
    new = np.ones(n, np.bool_)
    place = n.bit_length()
    if len(words) == 1 and bits + place < 63:  # sorting values is far quicker than places
        packed = (words[0] << place) | np.arange(n)
        packed.sort()
        keys = packed >> place
        np.not_equal(keys[1:], keys[:-1], out=new[1:])
        return packed & ((1 << place) - 1), new
    order = np.lexsort(words[::-1])
    new[1:] = False
    for word in words:
        keys = word[order]
        new[1:] |= keys[1:] != keys[:-1]
    return order, new
