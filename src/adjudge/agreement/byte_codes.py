"""Codes of few whole numbers, a byte each, in a handful of passes within the cache."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.int8]
Raw = npt.NDArray[np.uint8]

_AT_ONCE: Final = 1 << 14
_NOUGHT: Final = 128
"""What 0 is, so that numbers from -127 to 127 are 1 to 255 and 0 is free for holes."""

_SPAN: Final = 120
_FEW: Final = 16


def bytes_of(flat: Floats) -> tuple[Bytes, Floats] | None:
    """The code of each number, -1 for NaN, and the numbers that occur, in order.

    None where they are not all whole and within a span of 120 around nought.
    """
    raw = _raw(flat)
    if raw is None:
        return None
    high = int(raw.max(initial=0))
    if high == 0:
        return np.full(len(flat), -1, np.int8), np.zeros(0)
    low = int((raw - 1).min()) + 1  # a hole wraps round to the greatest
    if high - low > _SPAN:
        return None
    there = _present(raw, low, high)
    raw -= low
    if len(there) == high - low + 1:
        np.bitwise_or(raw, -(raw > high - low).view(np.uint8), out=raw)
        return raw.view(np.int8), (there - _NOUGHT).astype(np.float64)
    code = np.full(256, -1, np.int8)
    code[there - low] = np.arange(len(there))
    return code.take(raw), (there - _NOUGHT).astype(np.float64)


def _raw(flat: Floats) -> Raw | None:
    """Each whole number with 128 added, 0 for NaN; None for anything else."""
    raw = np.empty(len(flat), np.uint8)
    with np.errstate(invalid="ignore"):  # what a NaN becomes is looked at by nobody
        for start in range(0, len(flat), _AT_ONCE):
            part = flat[start : start + _AT_ONCE]
            few = part.astype(np.int8)
            whole = np.equal(part, few)
            holes = np.count_nonzero(np.isnan(part))
            code = few.view(np.uint8)
            code ^= _NOUGHT
            code &= -whole.view(np.uint8)
            if len(part) - np.count_nonzero(code) != holes:
                return None
            raw[start : start + _AT_ONCE] = code
    return raw


def _present(raw: Raw, low: int, high: int) -> npt.NDArray[np.int64]:
    """Which numbers occur: looked for among the first, and only then among all."""
    if high - low > _FEW:
        return np.flatnonzero(np.bincount(raw, minlength=256)[1:]) + 1
    first = raw[:_AT_ONCE]
    wanted = range(low, high + 1)
    return np.array([k for k in wanted if (first == k).any() or (raw == k).any()], np.int64)
