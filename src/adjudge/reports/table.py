"""Columns of text for a terminal: as wide as what stands in them, and no wider."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

_INDENT: Final = "  "
_BETWEEN: Final = 2
"""Blanks between two columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """What becomes of a table that is wider than there is room for."""

    room: int | None = None
    """Columns of the terminal; None: there is no end of them."""
    keys: int = 1
    """Columns that say what a row is about: every part of the table begins with them."""


_WIDE: Final = Fold()


def columns(
    rows: Sequence[Sequence[str]],
    *,
    right: Sequence[int] = (),
    indent: str = _INDENT,
    fold: Fold = _WIDE,
) -> Iterator[str]:
    """*rows* under one another; the columns in *right* are flush right.

    Where they do not fit, as many columns as do make a table, and the others one below it.
    """
    if not rows:
        return
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for at_part, part in enumerate(_parts(widths, len(indent), fold)):
        yield from [""] if at_part else []
        for row in rows:
            cells = (_padded(row[at], widths[at], flush=at in right) for at in part)
            yield (indent + (" " * _BETWEEN).join(cells)).rstrip()


def _parts(widths: Sequence[int], indent: int, fold: Fold) -> Iterator[list[int]]:
    """Which columns stand beside one another."""
    keys, rest = list(range(fold.keys)), range(fold.keys, len(widths))
    taken = indent + sum(widths[at] + _BETWEEN for at in keys) - _BETWEEN
    part, used = list(keys), taken
    for at in rest:
        wanted = used + _BETWEEN + widths[at]
        if fold.room is not None and wanted > fold.room and len(part) > len(keys):
            yield part
            part, wanted = list(keys), taken + _BETWEEN + widths[at]
        part.append(at)
        used = wanted
    yield part


def entries(rows: Sequence[Sequence[str]], *, room: int | None) -> Iterator[str]:
    """*rows* that begin with a name; for want of room what is said of it stands below."""
    lines = list(columns(rows))
    if room is None or all(width(line) <= room for line in lines):
        yield from lines
        return
    inner = _INDENT * 2
    for name, *cells in rows:
        yield f"{_INDENT}{name}"
        for cell in filter(None, cells):
            yield from wrap(cell, room, initial_indent=inner, subsequent_indent=inner)


def fitted(
    rows: Sequence[Sequence[str]], *, keys: int, within: int, right: Sequence[int] = ()
) -> Iterator[str]:
    """*rows* in as many tables as fit *within* so many columns of the screen.

    Each begins with the first *keys* columns, which say what a row is of.
    """
    if not rows:
        return
    widths = [max(map(width, column)) + 2 for column in zip(*rows, strict=True)]
    head = sum(widths[:keys])
    parts: list[list[int]] = [[]]
    for at in range(keys, len(widths)):
        taken = head + sum(widths[each] for each in parts[-1])
        if parts[-1] and taken + widths[at] > within:
            parts.append([])
        parts[-1].append(at)
    for number, part in enumerate(parts):
        kept = [*range(keys), *part]
        if number:
            yield ""
        yield from columns(
            [[row[at] for at in kept] for row in rows],
            right=[place for place, at in enumerate(kept) if at in right],
        )


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
