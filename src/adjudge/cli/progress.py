"""A line on standard error that says how far a run is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TextIO

_EVERY: Final = 0.1
"""Seconds between two lines: more would be flicker."""

_CLEAR: Final = "\r\x1b[K"


class Progress:
    """Items judged, their rate, the share of the input and the time left."""

    def __init__(
        self, stream: TextIO, size: int, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream
        self._size = size
        self._clock = clock
        self._began = clock()
        self._shown = float("-inf")

    def __call__(self, items: int, taken: int) -> None:
        """Show the line anew, unless it was shown just now."""
        now = self._clock()
        if now - self._shown < _EVERY:
            return
        self._shown = now
        self._stream.write(_CLEAR + self.line(items, taken, now - self._began))
        self._stream.flush()

    def line(self, items: int, taken: int, seconds: float) -> str:
        """What is shown."""
        rate = items / seconds if seconds > 0 else 0.0
        text = f"{items:,} items, {rate:,.0f} a second"
        share = min(taken / self._size, 1.0) if self._size else 0.0
        if share > 0:
            text += f", {share:.0%}, {duration(seconds / share - seconds)} left"
        return text

    def clear(self) -> None:
        """Leave nothing behind."""
        if self._shown > float("-inf"):
            self._stream.write(_CLEAR)
            self._stream.flush()


def duration(seconds: float) -> str:
    """*seconds* as `1:05`, or `2:01:05`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
