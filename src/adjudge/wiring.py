"""The only place where parts are plugged together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudge.storage import Tape


def open_tape(path: Path, *, fresh: bool = False) -> Tape:
    """The tape at *path*, a file or the folder of a run."""
    from adjudge.storage import open_tape as opened  # noqa: PLC0415 - only when it is used

    return opened(path, fresh=fresh)
