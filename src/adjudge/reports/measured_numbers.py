"""Numbers as a person reads them: as many digits as the interval makes sense of."""

from __future__ import annotations

import math


def figure(value: float | None, unit: float | None = None, *, sign: bool = False) -> str:
    """*value* to the digit that *unit*, the width of its interval, leaves certain.

    >>> figure(3.14159, 0.5), figure(0.0004, 0.001), figure(None)
    ('3.14', '0.0004', '–')
    """
    if value is None:
        return "–"
    digits = 2
    if unit:
        digits = min(max(1 - math.floor(math.log10(abs(unit))), 2), 6)
    text = f"{value:{'+' if sign else ''}.{digits}f}"
    nought = f"{0:.{digits}f}"
    return nought if text.lstrip("+-") == nought else text


def interval(low: float | None, high: float | None, *, sign: bool = False) -> str:
    """`low to high`; a dash where there is none."""
    if low is None or high is None:
        return "–"
    unit = high - low
    return f"{figure(low, unit, sign=sign)} to {figure(high, unit, sign=sign)}"


def likelihood(p: float | None) -> str:
    """A chance, to three digits: never 0, since nothing is impossible."""
    if p is None:
        return "–"
    return "<0.001" if p < 0.001 else f"{p:.3f}"
