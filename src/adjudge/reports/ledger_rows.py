"""Verdicts as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from .untrusted import shown

_WIDTHS: Final = (("item", 28), ("criterion", 22), ("answer", 14))


def ledger_header() -> str:
    """The names of the columns of `ledger_lines`."""
    return "  ".join(f"{name:<{width}}" for name, width in _WIDTHS) + "  why"


def ledger_lines(ledger: pl.DataFrame, *, width: int) -> Iterator[str]:
    """One line a verdict: item, criterion, label or outcome, and why, cut to *width*."""
    answers = pl.coalesce("label", "outcome").alias("answer")
    rows = ledger.select("item", "criterion", answers, "rationale")
    for *cells, why in rows.iter_rows():
        line = "  ".join(
            f"{_cut(shown(cell), room):<{room}}"
            for cell, (_, room) in zip(cells, _WIDTHS, strict=True)
        )
        yield _cut(f"{line}  {shown(why)}", width)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"
