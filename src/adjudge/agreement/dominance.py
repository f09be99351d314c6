"""How points in a plane lie to one another, counted without looking at each two."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int64]


def signs(x: Codes, y: Codes) -> Codes:
    """For each point: the points on one diagonal of it, less those on the other.

    The sum over all points of sign(x - x0) sign(y - y0). *x* and *y* are codes from 0.
    """
    order = np.argsort(x, kind="stable")
    sorted_x = x[order]
    left = np.searchsorted(sorted_x, x, "left")
    right = np.searchsorted(sorted_x, x, "right")
    ends = np.concatenate([left, left, right, right])
    bounds = np.concatenate([y, y + 1, y, y + 1])
    ll, le, el, ee = _below(y[order], ends, bounds).reshape(4, -1)
    by_y = np.bincount(y)
    through = np.cumsum(by_y)[y]
    before = through - by_y[y]
    both_above = len(x) - right - (through - ee)
    return np.asarray(ll + both_above - (left - le) - (before - el))


def _below(values: Codes, ends: Codes, bounds: Codes) -> Codes:
    """For each query, how many of the first *ends* values are below *bounds*.

    A wavelet matrix: bit by bit from the highest, those with 0 before those with 1.
    """
    count = np.zeros_like(ends)
    start, end = np.zeros_like(ends), ends
    for bit in reversed(range(int(values.max(initial=0) + 1).bit_length())):
        high = (values >> bit) & 1
        zeros = np.concatenate([[0], np.cumsum(1 - high)])
        before, through = zeros[start], zeros[end]
        up = (bounds >> bit) & 1 == 1
        count += np.where(up, through - before, 0)
        start = np.where(up, zeros[-1] + start - before, before)
        end = np.where(up, zeros[-1] + end - through, through)
        values = np.concatenate([values[high == 0], values[high == 1]])
    return count
