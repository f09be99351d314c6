"""Rows as JSON Lines, for what has no format of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from .replacement import whole_file


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write each of *rows* as a line to *path*, whole or not at all; their number."""
    count = 0
    with whole_file(path) as stream:
        for row in rows:
            stream.write(orjson.dumps(row) + b"\n")
            count += 1
    return count
