"""The texts of some items, out of files of many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import polars as pl

from adjudge.formats import find_sources, read_items
from adjudge.verdict import items_in

LONGEST: Final = 4_000
"""Characters of one item that are kept."""


def texts_of(paths: Iterable[Path], wanted: set[str]) -> Mapping[str, str]:
    """The text of each item of *wanted* that stands in *paths*, one message after another.

    The files are read in parts, and no further than all are found.
    """
    found: dict[str, str] = {}
    if not wanted:
        return found
    sources = find_sources([str(path) for path in paths])
    for batch in read_items(sources):
        rows = batch.items.filter(pl.col("id").is_in(list(wanted)))
        for item in items_in(rows):
            told = "\n\n".join(
                f"{message.role}: {message.content}"
                for message in item.conversation.messages
            )
            found[item.id] = told if len(told) <= LONGEST else told[:LONGEST] + " …"
        if found.keys() >= wanted:
            break
    return found
