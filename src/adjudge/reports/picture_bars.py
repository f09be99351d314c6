"""How each judge spread its grades over the scale: one bar a judge, as shares of 100 %."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .markup import Markup, element
from .palette import STEPS
from .picture import WIDE, Picture, drawn, stroke, wide, words
from .table import width

_ROW: Final = 28
_PLOT: Final = 420
_TOP: Final = 12
_MOST_LABEL: Final = 210


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
    shapes.extend(_axis(left, height - 30))
    return Picture(
        name=name,
        title=title,
        description="One bar a judge, from the first category of the scale on the left to "
        f"the last on the right: {', '.join(labels[:12])}. The counts are in the table "
        "below.",
        width=left + _PLOT + 70,
        height=height,
        shapes=drawn(shapes),
    )


def _bar(
    labels: Sequence[str], counts: Sequence[int], left: float, y: float
) -> Iterator[Markup]:
    total = sum(counts)
    if not total:
        yield words(left, y + 18, "no grade", class_="soft")
        return
    x = left
    for at, count in enumerate(counts):
        if not count:
            continue
        w = _PLOT * count / total
        step = _step(at, len(counts))
        yield element(
            "rect", x=x, y=y + 2, width=w, height=_ROW - 6, class_=f"s{step} edge",
            **{"stroke-width": 1.5},
        )  # fmt: skip
        if width(labels[at]) * WIDE + 6 < w:
            yield words(x + w / 2, y + 18, labels[at], at="middle", class_=f"t{step}")
        x += w
    yield words(left + _PLOT + 10, y + 18, f"n {total}", class_="soft")


def _step(at: int, size: int) -> int:
    """Shades spread over the scale, the lightest for its first category."""
    return round(at * (STEPS - 1) / max(1, size - 1))


def _axis(left: float, bottom: float) -> Iterator[Markup]:
    yield stroke(left, bottom, left + _PLOT, bottom, "line-line")
    for share in (0, 25, 50, 75, 100):
        x = left + _PLOT * share / 100
        yield stroke(x, bottom, x, bottom + 5, "line-line")
        yield words(x, bottom + 19, f"{share} %", at="middle", class_="soft")
