"""Coefficients and their intervals under one another, over the bands they are read by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.agreement import BANDS

from .markup import Markup, element
from .picture import NARROW, Picture, box, drawn, stroke, wide, words

_ROW: Final = 26
_PLOT: Final = 330
_TOP: Final = 34
_MOST_LABEL: Final = 270
_FIGURES: Final = 190
_STACKED: Final = 56
"""Height of a row with its name and figure above it."""
_SIDE: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure: a name, a value, an interval, and what to print beside them."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    told: str


def forest(name: str, title: str, rows: Sequence[Row], *, bands: bool = True) -> Picture:
    """*rows* as points with their intervals, from chance to perfect agreement."""
    left = wide((row.name for row in rows), _MOST_LABEL) + 12
    known = [v for row in rows for v in (row.value, row.low) if v is not None]
    start = max(-1.0, min([-0.1, *(v - 0.05 for v in known)]))
    axis = _Axis(left, start)
    height = _TOP + _ROW * len(rows) + 34
    shapes = [*_ground(axis, height - 34, bands=bands)]
    for at, row in enumerate(rows):
        shapes.extend(_row(row, axis, _TOP + _ROW * (at + 0.5)))
    told = "; ".join(f"{row.name} {row.told}" for row in rows[:12])
    return Picture(
        name=name,
        title=title,
        description=f"Points with intervals, to the right is better. {told}",
        width=left + _PLOT + _FIGURES,
        height=height,
        shapes=drawn(shapes),
        narrow=_stacked(name, title, rows, start, bands=bands),
    )


def _stacked(
    name: str, title: str, rows: Sequence[Row], start: float, *, bands: bool
) -> Picture:
    """The same with each name above its line."""
    axis = _Axis(_SIDE, start, NARROW - 2 * _SIDE)
    height = _TOP + _STACKED * len(rows) + 34
    shapes = [*_ground(axis, height - 34, bands=bands)]
    for at, row in enumerate(rows):
        y = _TOP + _STACKED * at
        shapes.append(words(_SIDE, y + 15, row.name, class_="ink over", room=axis.plot))
        shapes.append(words(_SIDE, y + 31, row.told, class_="soft over", room=axis.plot))
        shapes.extend(_point(row, axis, y + 44))
    told = "; ".join(f"{row.name} {row.told}" for row in rows[:12])
    return Picture(
        name=f"{name}-n",
        title=f"{title}, for a narrow screen",
        description=f"Points with intervals, to the right is better. {told}",
        width=NARROW,
        height=height,
        shapes=drawn(shapes),
    )


@dataclass(frozen=True, slots=True)
class _Axis:
    left: float
    start: float
    plot: float = _PLOT

    def at(self, value: float) -> float:
        share = (min(1.0, max(self.start, value)) - self.start) / (1.0 - self.start)
        return self.left + share * self.plot


def _ground(axis: _Axis, bottom: float, *, bands: bool) -> Iterator[Markup]:
    if bands:
        ends = [*(band.low for band in BANDS[1:]), 1.0]
        for band, end in zip(BANDS[1:], ends[1:], strict=True):
            x, w = axis.at(band.low), axis.at(end) - axis.at(band.low)
            if band.name == "fair":
                yield box(x, _TOP, w, bottom - _TOP, "panel")
            yield stroke(x, _TOP - 6, x, bottom, "grid-line")
            yield words(x + w / 2, _TOP - 10, band.name, at="middle", class_="soft")
    for tick in (-0.5, 0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        if tick < axis.start:
            continue
        x = axis.at(tick)
        yield stroke(x, bottom, x, bottom + 5, "line-line")
        yield words(x, bottom + 20, f"{tick:.1f}", at="middle", class_="soft")
    zero = axis.at(0.0)
    yield stroke(zero, _TOP - 6, zero, bottom, "line-line")
    yield stroke(axis.left, bottom, axis.left + axis.plot, bottom, "line-line")


def _row(row: Row, axis: _Axis, y: float) -> Iterator[Markup]:
    yield words(axis.left - 12, y + 4, row.name, at="end", room=_MOST_LABEL)
    yield words(axis.left + _PLOT + 14, y + 4, row.told, class_="ink", room=_FIGURES)
    yield from _point(row, axis, y)


def _point(row: Row, axis: _Axis, y: float) -> Iterator[Markup]:
    if row.value is None:
        return
    if row.low is not None and row.high is not None:
        low, high = axis.at(row.low), axis.at(row.high)
        yield stroke(low, y, high, y, "mark-line", thick=2.5)
        for end in (low, high):
            yield stroke(end, y - 5, end, y + 5, "mark-line", thick=2.5)
    # A ring: a value without an interval.
    sure = row.low is not None
    yield element(
        "circle", cx=axis.at(row.value), cy=y, r=5,
        class_="mark" if sure else "hollow", **{"stroke-width": 2},
    )  # fmt: skip
