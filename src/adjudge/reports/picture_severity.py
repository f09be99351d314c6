"""How far each judge grades above or below the others, with intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from adjudge.agreement import Severity

from .markup import Markup, element
from .picture import Picture, drawn, stroke, wide, words

_ROW: Final = 24
_PLOT: Final = 320
_TOP: Final = 30
_MOST_LABEL: Final = 210
_FIGURES: Final = 215


def severity_picture(name: str, title: str, found: Sequence[Severity]) -> Picture:
    """Each judge of *found* as a point beside the line where the others are."""
    rows = [each for each in found if each.shift is not None]
    left = wide((each.judge for each in rows), _MOST_LABEL) + 12
    ends = [abs(v) for e in rows for v in (e.shift, e.low, e.high) if v is not None]
    reach = _round_up(max([0.5, *ends]))
    height = _TOP + _ROW * len(rows) + 30
    shapes = list(_ground(left, reach, height - 30))
    for at, each in enumerate(rows):
        shapes.extend(_row(each, left, reach, _TOP + _ROW * (at + 0.5)))
    told = "; ".join(f"{e.judge} {signed(e.shift or 0.0)}" for e in rows[:12])
    return Picture(
        name=name,
        title=title,
        description="Points with intervals: left of the middle grades lower than the "
        f"other judges on the same units, right of it higher. {told}",
        width=left + _PLOT + _FIGURES,
        height=height,
        shapes=drawn(shapes),
    )


def signed(value: float) -> str:
    """*value* with its sign and two digits; a nought has none."""
    return f"{value:+.2f}" if abs(value) >= 0.005 else "0.00"


def _round_up(reach: float) -> float:
    """The least of 1, 2, 5, 10 ... and their tenths that is no less than *reach*."""
    power = 10.0 ** math.floor(math.log10(reach))
    return next(power * n for n in (1, 2, 5, 10) if power * n >= reach)


def _ground(left: float, reach: float, bottom: float) -> Iterator[Markup]:
    middle = left + _PLOT / 2
    yield words(left, _TOP - 12, "← severe", class_="soft")
    yield words(left + _PLOT, _TOP - 12, "lenient →", at="end", class_="soft")
    yield stroke(middle, _TOP - 6, middle, bottom, "line-line")
    yield stroke(left, bottom, left + _PLOT, bottom, "line-line")
    step = reach / 2
    for tick in (-2 * step, -step, 0.0, step, 2 * step):
        x = middle + tick / reach * _PLOT / 2
        yield stroke(x, bottom, x, bottom + 5, "line-line")
        yield words(
            x, bottom + 19, f"{tick:+.3g}" if tick else "0", at="middle", class_="soft"
        )


def _row(each: Severity, left: float, reach: float, y: float) -> Iterator[Markup]:
    middle, shift = left + _PLOT / 2, each.shift or 0.0

    def x(value: float) -> float:
        return middle + value / reach * _PLOT / 2

    yield words(left - 12, y + 4, each.judge, at="end", room=_MOST_LABEL)
    if each.low is not None and each.high is not None:
        yield stroke(x(each.low), y, x(each.high), y, "mark-line", thick=2.5)
        told = f"{signed(shift)} ({signed(each.low)} to {signed(each.high)})"
    else:
        told = f"{signed(shift)} (no interval)"
    sure = each.low is not None
    yield element(
        "circle", cx=x(shift), cy=y, r=4.5, class_="mark" if sure else "hollow",
        **{"stroke-width": 2},
    )  # fmt: skip
    yield words(left + _PLOT + 14, y + 4, told, room=_FIGURES)
