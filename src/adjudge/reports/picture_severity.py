"""How far each judge grades above or below the others, with intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.agreement import Severity

from .markup import Markup, element
from .picture import NARROW, Picture, drawn, stroke, wide, words

_ROW: Final = 24
_PLOT: Final = 320
_TOP: Final = 30
_MOST_LABEL: Final = 210
_FIGURES: Final = 215
_STACKED: Final = 56
"""Height of a row with its name and figure above it."""
_SIDE: Final = 16


def severity_picture(name: str, title: str, found: Sequence[Severity]) -> Picture:
    """Each judge of *found* as a point beside the line where the others are."""
    rows = [each for each in found if each.shift is not None]
    left = wide((each.judge for each in rows), _MOST_LABEL) + 12
    axis = _Axis(left, _reach(rows))
    height = _TOP + _ROW * len(rows) + 30
    shapes = list(_ground(axis, height - 30))
    for at, each in enumerate(rows):
        y = _TOP + _ROW * (at + 0.5)
        shapes.append(words(left - 12, y + 4, each.judge, at="end", room=_MOST_LABEL))
        shapes.append(words(left + _PLOT + 14, y + 4, _told(each), room=_FIGURES))
        shapes.extend(_point(each, axis, y))
    return Picture(
        name=name,
        title=title,
        description=_described(rows),
        width=left + _PLOT + _FIGURES,
        height=height,
        shapes=drawn(shapes),
        narrow=_stacked(name, title, rows),
    )


def _stacked(name: str, title: str, rows: Sequence[Severity]) -> Picture:
    """The same with each name above its line."""
    axis = _Axis(_SIDE, _reach(rows), NARROW - 2 * _SIDE)
    height = _TOP + _STACKED * len(rows) + 30
    shapes = list(_ground(axis, height - 30))
    for at, each in enumerate(rows):
        y = _TOP + _STACKED * at
        shapes.append(words(_SIDE, y + 15, each.judge, class_="ink over", room=axis.plot))
        shapes.append(words(_SIDE, y + 31, _told(each), class_="soft over", room=axis.plot))
        shapes.extend(_point(each, axis, y + 44))
    return Picture(
        name=f"{name}-n",
        title=f"{title}, for a narrow screen",
        description=_described(rows),
        width=NARROW,
        height=height,
        shapes=drawn(shapes),
    )


@dataclass(frozen=True, slots=True)
class _Axis:
    left: float
    reach: float
    """Points of the scale from the middle to either end."""
    plot: float = _PLOT

    def at(self, value: float) -> float:
        return self.left + (1 + value / self.reach) * self.plot / 2


def _reach(rows: Sequence[Severity]) -> float:
    ends = [abs(v) for e in rows for v in (e.shift, e.low, e.high) if v is not None]
    return _round_up(max([0.5, *ends]))


def _described(rows: Sequence[Severity]) -> str:
    told = "; ".join(f"{e.judge} {signed(e.shift or 0.0)}" for e in rows[:12])
    return (
        "Points with intervals: left of the middle grades lower than the other judges on "
        f"the same units, right of it higher. {told}"
    )


def _told(each: Severity) -> str:
    shift = signed(each.shift or 0.0)
    if each.low is None or each.high is None:
        return f"{shift} (no interval)"
    return f"{shift} ({signed(each.low)} to {signed(each.high)})"


def signed(value: float) -> str:
    """*value* with its sign and two digits; a nought has none."""
    return f"{value:+.2f}" if abs(value) >= 0.005 else "0.00"


def _round_up(reach: float) -> float:
    """The least of 1, 2, 5, 10 ... and their tenths that is no less than *reach*."""
    power = 10.0 ** math.floor(math.log10(reach))
    return next(power * n for n in (1, 2, 5, 10) if power * n >= reach)


def _ground(axis: _Axis, bottom: float) -> Iterator[Markup]:
    left, right, middle = axis.left, axis.left + axis.plot, axis.at(0)
    yield words(left, _TOP - 12, "← severe", class_="soft")
    yield words(right, _TOP - 12, "lenient →", at="end", class_="soft")
    yield stroke(middle, _TOP - 6, middle, bottom, "line-line")
    yield stroke(left, bottom, right, bottom, "line-line")
    step = axis.reach / 2
    for tick in (-2 * step, -step, 0.0, step, 2 * step):
        x = axis.at(tick)
        yield stroke(x, bottom, x, bottom + 5, "line-line")
        said = f"{tick:+.3g}" if tick else "0"
        yield words(x, bottom + 19, said, at="middle", class_="soft")


def _point(each: Severity, axis: _Axis, y: float) -> Iterator[Markup]:
    sure = each.low is not None and each.high is not None
    if each.low is not None and each.high is not None:
        low, high = axis.at(each.low), axis.at(each.high)
        yield stroke(low, y, high, y, "mark-line", thick=2.5)
    yield element(
        "circle", cx=axis.at(each.shift or 0.0), cy=y, r=4.5,
        class_="mark" if sure else "hollow", **{"stroke-width": 2},
    )  # fmt: skip
