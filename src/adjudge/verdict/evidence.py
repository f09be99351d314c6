"""The words that a judge points at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of one message: `content[start:end]` is `text`, in characters."""

    turn: int
    """Place of the message in the conversation, counted from 0, whoever spoke."""
    start: int
    end: int
    text: str
    note: str = ""
    """What it shows: `position: no`, `acknowledgement`, `card number`."""
