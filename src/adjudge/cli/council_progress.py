"""How far a council is, on standard error: a line for each stage."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TextIO

from .progress import duration

if TYPE_CHECKING:
    from adjudge.workbench import Progress

_EVERY: Final = 0.1
"""Seconds between two lines on a terminal: more would be flicker."""

_SELDOM: Final = 30.0
"""Seconds between two lines elsewhere: a log is read from its end."""

_CLEAR: Final = "\r\x1b[K"

_WORDS: Final = {
    "answer": "answers",
    "safety": "safety checks",
    "review": "reviews",
    "revision": "second round",
    "synthesis": "synthesis",
}


class CouncilProgress:
    """Done, in flight, failed, rate, cost and time left, stage by stage.

    On a terminal the line of a stage is written over until the stage has ended; elsewhere
    plain lines come now and then, and one at the end of each stage.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        over: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._over = over
        self._clock = clock
        self._began: dict[str, float] = {}
        self._shown = clock()
        self._stages: dict[str, Progress] = {}
        self._last: dict[str, float] = {}

    def __call__(self, progress: Progress) -> None:
        """Show how far the stage is, unless that was shown just now."""
        now = self._clock()
        self._began.setdefault(progress.stage, now)
        self._stages[progress.stage] = progress
        self._last[progress.stage] = now
        if now - self._shown < (_EVERY if self._over else _SELDOM):
            return
        self._shown = now
        line = self.line(progress, now)
        self._stream.write(_CLEAR + line if self._over else line + "\n")
        self._stream.flush()

    def hold(self, endpoint: str, seconds: float) -> None:
        """Say at once that *endpoint* asks to wait: the run has not hung."""
        from adjudge.reports import shown

        said = f"{shown(endpoint)} asks to wait {duration(seconds)}"
        clear = _CLEAR if self._over else ""
        self._stream.write(f"{clear}{said}: nothing is asked there meanwhile\n")
        self._stream.flush()

    def line(self, progress: Progress, now: float) -> str:
        """What is shown of a stage."""
        seconds = now - self._began.get(progress.stage, now)
        ended = progress.asked
        total = f" of {max(progress.total, ended):,}" if progress.total else ""
        parts = [f"{_WORDS.get(progress.stage, progress.stage)}: {ended:,}{total} done"]
        if progress.in_flight:
            parts.append(f"{progress.in_flight:,} in flight")
        if progress.lost:
            parts.append(f"{progress.lost:,} failed")
        if progress.cached:
            parts.append(f"{progress.cached:,} from the tape")
        rate = ended / seconds if seconds > 0 else 0.0
        if ended:
            parts.append(f"{rate:,.1f} a second")
        if progress.done or progress.unpriced:
            parts.append(self._cost(progress))
        left = (progress.total or 0) - ended
        if left > 0 and rate > 0:
            parts.append(f"{duration(left / rate)} left")
        return ", ".join(parts)

    def _cost(self, progress: Progress) -> str:
        if not progress.unpriced:
            return f"${progress.cost:.4f}"
        return f"${progress.cost:.4f} and unknown" if progress.cost else "cost unknown"

    def finish(self) -> None:
        """Leave one line for each stage behind."""
        if self._over and self._stages:
            self._stream.write(_CLEAR)
        for name, progress in self._stages.items():
            # What comes after the last answer is no part of the stage.
            self._stream.write(self.line(progress, self._last[name]) + "\n")
        self._stream.flush()
