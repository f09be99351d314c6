"""Rubric documents of older versions, brought up to date one step at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .rubric_shape import VERSION
from .tree import Faults, Node, Scalar, Table

_STEPS: Final[tuple[Callable[[Table], Table], ...]] = ()
"""Step n turns a document of version n + 1 into one of version n + 2."""


def upgrade(document: Node, faults: Faults) -> Node:
    """*document* as the current version has it, or `Unreadable` when that cannot be."""
    stated = document.get("adjudge") if isinstance(document, Table) else None
    version = stated.value if isinstance(stated, Scalar) else None
    if isinstance(version, bool) or not isinstance(version, int) or stated is None:
        return document  # the shape says what is wrong with it
    if version > VERSION:
        raise faults.stop(
            "R007",
            f"the file is of version {version}; this adjudge reads up to version {VERSION}",
            "install a newer adjudge, or ask its author for an older form",
            stated.place,
        )
    if version < 1:
        raise faults.stop(
            "R007",
            f"there is no version {version} of this format",
            f"write 'adjudge: {VERSION}'",
            stated.place,
        )
    for step in _STEPS[version - 1 :]:
        if isinstance(document, Table):
            document = step(document)
    return document
