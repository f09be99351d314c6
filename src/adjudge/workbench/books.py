"""What the verbs need kept for them: Protocols, which `wiring` fills."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Protocol

from adjudge.council import Ask, Heard, Line, Prices, Pruned, Seat, Taped, TapeStats


class TapeBook(Protocol):
    """A journal of calls to models; see `adjudge.storage.Tape`."""

    @property
    def damaged(self) -> int:
        """Lines that could not be read so far, and were passed over."""
        ...

    def recorded(self, line: Line) -> Line:
        """A line that asks *line* only for what is not on this tape, and tapes it."""
        ...

    def find(self, seat: Seat, ask: Ask) -> Heard | None:
        """What *seat* has said to *ask*; None where that is not on the tape."""
        ...

    def calls(self) -> Iterator[Taped]:
        """Every call on the tape in the order of the answers, lost ones included."""
        ...

    def stats(self, prices: Prices | None = None) -> TapeStats:
        """What the tape holds."""
        ...

    def prune(
        self,
        *,
        before: datetime | None = None,
        drop: Callable[[Taped], bool] | None = None,
        dry_run: bool = False,
    ) -> Pruned:
        """Remove what no run will look up, what came *before*, and what *drop* names."""
        ...
