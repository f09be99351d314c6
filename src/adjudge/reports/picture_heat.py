"""Squares of figures: judge by judge, or grade by grade. The number stands in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .markup import Markup, element
from .palette import shade
from .picture import Picture, box, breadth, drawn, shortened, wide, words

_CELL: Final = 46
_HIGH: Final = 28
_MOST_LABEL: Final = 190


def heat(
    name: str,
    title: str,
    labels: tuple[Sequence[str], Sequence[str]],
    cells: Sequence[Sequence[tuple[str, float | None]]],
    *,
    axes: tuple[str, str] = ("", ""),
) -> Picture:
    """*cells* of text and depth (0 to 1, None: no figure), under and beside *labels*."""
    rows, columns = labels
    axes = _pointing(axes)
    left = wide((*rows, axes[0]), _MOST_LABEL) + 12
    longest = wide(columns, _MOST_LABEL)
    upright = longest > _CELL
    top = (longest * 0.72 + 26 if upright else 26) + (18 if axes[1] else 0)
    shapes = [
        *_axes(axes, left, top),
        *_heads(columns, left, top, upright=upright),
        *_rows(rows, cells, left, top),
    ]
    tail = longest * 0.72 if upright else 0
    return Picture(
        name=name,
        title=title,
        description=f"A grid of {len(rows)} by {len(columns)}; darker, or in the dark "
        "lighter, is more. The numbers are in the table below.",
        width=left + max(_CELL * len(columns) + max(8, tail - _CELL / 2), breadth(axes[1])),
        height=top + _HIGH * len(rows) + 6,
        shapes=drawn(shapes),
    )


def _pointing(axes: tuple[str, str]) -> tuple[str, str]:
    """The names of the axes with an arrow the way each goes."""
    room = _MOST_LABEL - breadth("→ ↓")
    one, other = (shortened(name, room) for name in axes)
    return f"{one} ↓" if one else "", f"{other} →" if other else ""


def _axes(axes: tuple[str, str], left: float, top: float) -> Iterator[Markup]:
    if axes[1]:
        yield words(left, 14, axes[1], class_="soft")
    if axes[0]:
        yield words(left - 12, top - 8, axes[0], at="end", class_="soft")


def _heads(
    columns: Sequence[str], left: float, top: float, *, upright: bool
) -> Iterator[Markup]:
    for at, label in enumerate(columns):
        x, y = left + _CELL * (at + 0.5), top - 8
        if not upright:
            yield words(x, y, label, at="middle", room=_CELL)
            continue
        said = words(0, 0, label, room=_MOST_LABEL)
        yield element("g", said, transform=f"translate({x:.0f} {y:.0f}) rotate(-45)")


def _rows(
    rows: Sequence[str],
    cells: Sequence[Sequence[tuple[str, float | None]]],
    left: float,
    top: float,
) -> Iterator[Markup]:
    for down, (label, row) in enumerate(zip(rows, cells, strict=True)):
        y = top + _HIGH * down
        yield words(left - 12, y + 19, label, at="end", room=_MOST_LABEL)
        for across, (told, depth) in enumerate(row):
            x = left + _CELL * across
            step = None if depth is None else shade(depth)
            yield box(x, y, _CELL - 2, _HIGH - 2, "panel" if step is None else f"s{step}")
            yield words(
                x + _CELL / 2 - 1, y + 18, told, at="middle",
                class_="soft" if step is None else f"t{step}", room=_CELL + 8,
            )  # fmt: skip
