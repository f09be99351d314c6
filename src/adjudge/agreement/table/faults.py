"""Rows that cannot be taken as they are, told with their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.errors import InputInvalid

from .choices import Origin

_SHOWN: Final = 5


def refused(
    found: Sequence[tuple[int, str]], origin: Origin, *, hint: str, total: int | None = None
) -> InputInvalid:
    """The error that names positions, and what is wrong with each."""
    lines = [f"{origin.row(at)}: {what}" for at, what in found[:_SHOWN]]
    more = (len(found) if total is None else total) - len(lines)
    told = "; ".join(lines) + (f"; and {more} more" if more > 0 else "")
    return InputInvalid(told, where=origin.where, hint=hint)


def many(count: int, thing: str, one: str, several: str) -> str:
    """How many things do what, in words.

    >>> many(1, "row", "is left out", "are left out")
    '1 row is left out'
    """
    return f"{count} {thing} {one}" if count == 1 else f"{count} {thing}s {several}"
