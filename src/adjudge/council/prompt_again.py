"""What a reviewer is told the second time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from adjudge.verdict import Message

from .call import Ask, Heard
from .prompt_shape import example_of
from .sheet import Sheet

_LONGEST: Final = 6000
"""Characters of its own reply that a reviewer is shown again."""


def again(ask: Ask, heard: Heard, faults: Sequence[str], sheet: Sheet) -> Ask:
    """*ask* put once more after *heard*, which has *faults*."""
    told = (
        # Some endpoints refuse a turn without a text.
        Message("assistant", _shortened(heard.text) or "(an empty reply)"),
        Message("user", _what_was_wrong(faults, sheet)),
    )
    return replace(
        ask,
        messages=(*ask.messages, *told),
        keyed=None if ask.keyed is None else (*ask.keyed, *told),
        tag=replace(ask.tag, attempt=2),
    )


def _what_was_wrong(faults: Sequence[str], sheet: Sheet) -> str:
    code = sheet.material.form
    listed = "\n".join(f"- {fault}" for fault in faults)
    return (
        f"Your verdict cannot be counted as it stands:\n{listed}\n\n"
        f"Reply with the whole JSON object once more, and with nothing else. Mend what is "
        f'listed and keep the rest as it was. "form" and "end" hold the code "{code}".\n\n'
        f"{example_of(sheet)}"
    )


def _shortened(text: str) -> str:
    text = text.strip()
    if len(text) <= _LONGEST:
        return text
    half = _LONGEST // 2
    return f"{text[:half]}\n[...]\n{text[-half:]}"
