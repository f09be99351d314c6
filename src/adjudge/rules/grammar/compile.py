"""Rules over a batch of items, equal to `plain` row by row."""

from __future__ import annotations

import polars as pl

from .find import find_node
from .node import Node
from .rows import frame_of, item_of


def find_batch(node: Node, items: pl.DataFrame) -> pl.DataFrame:
    """Rows of `FINDINGS` for *items*, in order."""
    return frame_of(
        (at, find_node(node, item_of(row)))
        for at, row in enumerate(items.iter_rows(named=True))
    )
