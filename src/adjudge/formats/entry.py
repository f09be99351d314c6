"""A criterion as a rubric file has it, sound or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.rubric import Criterion


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What others call a criterion by, and the criterion itself if it is sound.

    The names stay known where the rest is broken, so that one fault hides no other.
    """

    id: str = ""
    key: str = ""
    criterion: Criterion | None = None
    """None where its names or its scale cannot be read."""
    ruled: bool = False
    """Whether a rule stands in it, sound or not."""


def called(name: str, entries: Sequence[Entry]) -> list[Entry]:
    """What *name* can mean among *entries*: an id, or else a key."""
    by_id = [entry for entry in entries if entry.id == name]
    return by_id or [entry for entry in entries if entry.key == name]
