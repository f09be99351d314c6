"""A stretch of a file on its way to becoming items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from adjudge.errors import InputInvalid

READ: Final = 1 << 20
"""Bytes read at once. More would leave the processor's cache, and be half as fast."""

LONGEST: Final = 1 << 27
"""Bytes that one item may have: 128 MB. It is what keeps the memory bounded."""

_SHOWN: Final = 1000
"""Bytes kept of what is too long to be kept whole."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something at *place*, a line, that is no item, and why."""

    place: int
    error: InputInvalid
    raw: str
    """The text itself."""


@dataclass(frozen=True, slots=True)
class Block:
    """Parsed objects with the line of each, and what could not be parsed."""

    objects: Sequence[Any]
    places: Sequence[int]
    raw: Callable[[int], str]
    """The text of the object at an index, as it was read; a line can hold several."""
    faults: list[Fault] = field(default_factory=list)

    def fault(self, at: int, error: InputInvalid) -> Fault:
        """The fault of the object at index *at*."""
        return Fault(self.places[at], error, self.raw(at))


def parsed(text: bytes) -> Any:
    """The JSON in *text*, or `InputInvalid` that says what is wrong with it."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InputInvalid(_why(text, error), hint=_WHAT_NEXT) from error


_WHAT_NEXT: Final = "each item is one JSON object"


def _why(text: bytes, error: orjson.JSONDecodeError) -> str:
    if text[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "the text is UTF-16; save it as UTF-8"
    if text.startswith(b"PAR1"):
        return "this is Parquet: say --from parquet"
    try:
        text.decode()
    except UnicodeDecodeError as fault:
        return f"byte {fault.start + 1} is not valid UTF-8"
    if b"\0" in text:
        return f"there is a NUL byte, the {text.index(0) + 1}th"
    return f"not valid JSON at column {error.colno}: {error.msg}"


def too_long(place: int, start: bytes) -> Fault:
    """The fault of an item that would not fit into memory."""
    return Fault(
        place,
        InputInvalid(
            f"the item is longer than {LONGEST >> 20} MB",
            hint="is there a line break missing? no item may be longer",
        ),
        raw=shown(start[:_SHOWN]) + "…",
    )


def shown(raw: bytes) -> str:
    r"""*raw* as text; what is no UTF-8 appears as `\xNN`."""
    return raw.decode("utf-8", "backslashreplace")
