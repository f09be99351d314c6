"""How each judge spread its grades over the scale: one bar a judge, as shares of 100 %."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .markup import Markup, element
from .palette import STEPS
from .picture import NARROW, Picture, breadth, drawn, stroke, wide, words

_ROW: Final = 28
_PLOT: Final = 420
_TOP: Final = 12
_MOST_LABEL: Final = 210
_STACKED: Final = 46
"""Height of a row with its name above it."""
_SIDE: Final = 24


def bars(
    name: str, title: str, labels: Sequence[str], rows: Sequence[tuple[str, Sequence[int]]]
) -> Picture:
    """The counts of each of *rows* by category, worst first, in shares of the row."""
    left = wide((row[0] for row in rows), _MOST_LABEL) + 12
    height = _TOP + _ROW * len(rows) + 30
    shapes: list[Markup] = []
    for at, (label, counts) in enumerate(rows):
        y = _TOP + _ROW * at
        shapes.append(words(left - 12, y + 18, label, at="end", room=_MOST_LABEL))
        shapes.extend(_bar(labels, counts, left, y))
        if sum(counts):
            told = f"n {sum(counts)}"
            shapes.append(words(left + _PLOT + 10, y + 18, told, class_="soft"))
    shapes.extend(_axis(left, height - 30))
    return Picture(
        name=name,
        title=title,
        description=_described(labels),
        width=left + _PLOT + 70,
        height=height,
        shapes=drawn(shapes),
        narrow=_stacked(name, title, labels, rows),
    )


def _stacked(
    name: str, title: str, labels: Sequence[str], rows: Sequence[tuple[str, Sequence[int]]]
) -> Picture:
    """The same with each name above its bar."""
    plot = NARROW - 2 * _SIDE
    height = _STACKED * len(rows) + 34
    shapes: list[Markup] = []
    for at, (label, counts) in enumerate(rows):
        y = _STACKED * at
        told = f"n {sum(counts)}"
        shapes.append(words(_SIDE, y + 13, label, room=plot - breadth(told) - 8))
        shapes.append(words(_SIDE + plot, y + 13, told, at="end", class_="soft"))
        shapes.extend(_bar(labels, counts, _SIDE, y + 15, plot=plot))
    shapes.extend(_axis(_SIDE, height - 30, plot=plot))
    return Picture(
        name=f"{name}-n",
        title=f"{title}, for a narrow screen",
        description=_described(labels),
        width=NARROW,
        height=height,
        shapes=drawn(shapes),
    )


def _described(labels: Sequence[str]) -> str:
    return (
        "One bar a judge, from the first category of the scale on the left to the last on "
        f"the right: {', '.join(labels[:12])}. The counts are in the table below."
    )


def _bar(
    labels: Sequence[str],
    counts: Sequence[int],
    left: float,
    y: float,
    *,
    plot: float = _PLOT,
) -> Iterator[Markup]:
    total = sum(counts)
    if not total:
        yield words(left, y + 18, "no grade", class_="soft")
        return
    x = left
    for at, count in enumerate(counts):
        if not count:
            continue
        w = plot * count / total
        step = _step(at, len(counts))
        yield element(
            "rect", x=x, y=y + 2, width=w, height=_ROW - 6, class_=f"s{step} edge",
            **{"stroke-width": 1.5},
        )  # fmt: skip
        if breadth(labels[at]) + 6 < w:
            yield words(x + w / 2, y + 18, labels[at], at="middle", class_=f"t{step}")
        x += w


def _step(at: int, size: int) -> int:
    """Shades spread over the scale, the lightest for its first category."""
    return round(at * (STEPS - 1) / max(1, size - 1))


def _axis(left: float, bottom: float, *, plot: float = _PLOT) -> Iterator[Markup]:
    yield stroke(left, bottom, left + plot, bottom, "line-line")
    for share in (0, 25, 50, 75, 100):
        x = left + plot * share / 100
        yield stroke(x, bottom, x, bottom + 5, "line-line")
        yield words(x, bottom + 19, f"{share} %", at="middle", class_="soft")
