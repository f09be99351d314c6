"""Columns of text for a terminal: as wide as what stands in them, and no wider."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence


def columns(
    rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), indent: str = "  "
) -> Iterator[str]:
    """*rows* under one another; the columns in *right* are flush right."""
    if not rows:
        return
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            _padded(cell, widths[at], flush=at in right) for at, cell in enumerate(row)
        )
        yield (indent + "  ".join(cells)).rstrip()


def width(text: str) -> int:
    """Columns that *text* takes: letters of East Asia take two, marks above them none."""
    return sum(_width(c) for c in text)


def _width(c: str) -> int:
    if unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1


def _padded(text: str, room: int, *, flush: bool) -> str:
    blank = " " * (room - width(text))
    return blank + text if flush else text + blank


def cut(text: str, room: int) -> str:
    """*text*, with its end left out where it takes more than *room* columns."""
    if width(text) <= room:
        return text
    kept, taken = [], 0
    for c in text:
        taken += _width(c)
        if taken > room - 1:
            break
        kept.append(c)
    return "".join(kept).rstrip() + "…"
