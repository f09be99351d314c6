"""Which files a run may write over."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import orjson

from adjudge.errors import FileUnusable, UsageInvalid

REJECTION: Final = frozenset({"file", "line", "reason", "raw"})
"""The keys of each line of a list of rejected lines."""


def ask_spared(path: Path, kept: Iterable[Path]) -> None:
    """Refuse to write over what the run is made of: a rubric, or among its examples."""
    target = path.resolve()
    for one in kept:
        if target == one.resolve() or (
            one.is_dir() and target.is_relative_to(one.resolve())
        ):
            what = "lies among the examples of a rubric" if one.is_dir() else "is a rubric"
            raise UsageInvalid(
                f"the output {what}", where=str(path), hint="write to another file"
            )


def ask_a_list(path: Path) -> None:
    """Refuse to replace a file that is no list of rejected lines."""
    if not path.is_file():  # nothing there, or a pipe or a device
        return
    try:
        with path.open("rb") as file:
            first = file.readline()
    except OSError as error:
        raise FileUnusable(
            f"the file cannot be read: {error.strerror or error}",
            where=str(path),
            hint="is it a list of rejected lines? if not, name another file",
        ) from error
    if first and not _is_rejection(first):
        raise UsageInvalid(
            "the file is there, and is no list of rejected lines",
            where=str(path),
            hint="it would be replaced: name another file, or move it away",
        )


def _is_rejection(line: bytes) -> bool:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return isinstance(row, dict) and row.keys() == REJECTION
