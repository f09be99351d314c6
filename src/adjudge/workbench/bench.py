"""What verbs of a council need from outside; who plugs it in is the wiring's business."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from .attendance import Attendance
from .convocation import Council


class Bench(Protocol):
    """The opened application, as far as a council needs it."""

    def attend(
        self, council: Council, *, tape: Path | None, fresh: bool = False
    ) -> AbstractAsyncContextManager[Attendance]:
        """A line to the models of *council*, with the books of what it costs.

        Their keys are looked up first. Answers on *tape* are not asked for again, unless
        everything is to be asked *fresh*; None: nothing is kept.
        """
        ...
