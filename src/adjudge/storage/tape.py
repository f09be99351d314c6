"""The tape: every call to a model, durable before its answer is used."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from adjudge.council import (
    Ask,
    Heard,
    Line,
    Prices,
    Pruned,
    Reply,
    Seat,
    Taped,
    TapeStats,
)

from .tape_commit import Commits
from .tape_file import TapeFile
from .tape_key import Keys, key_of
from .tape_line import answer_in, line_of, taped_in
from .tape_read import read_calls, stats_of

TAPE_NAME: Final = "tape.jsonl"
"""What a tape is called in the folder of a run."""

_NEVER_ASKED: Final = ("budget", "stopped")
"""Kinds of lost calls that no model has heard of: they are not noted."""


def open_tape(
    path: Path | str,
    *,
    fresh: bool = False,
    now: Callable[[], datetime] = lambda: datetime.fromtimestamp(time.time(), UTC),
) -> Tape:
    """The tape at *path*: a file, or a folder that holds `tape.jsonl`.

    It need not be there before something is recorded. A *fresh* tape looks nothing up,
    and writes all the same: the next run finds what it has written.
    """
    file = Path(path)
    return Tape(file / TAPE_NAME if file.is_dir() else file, fresh=fresh, now=now)


class Tape:
    """A journal of calls. Close it, or use it in a `with` or an `async with` block."""

    def __init__(self, path: Path, *, fresh: bool, now: Callable[[], datetime]) -> None:
        self.path: Final = path
        self.fresh: Final = fresh
        self._now = now
        self._file: TapeFile | None = None
        self._commits: Commits | None = None
        self._under_way: dict[str, asyncio.Event] = {}
        self._passed_over = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._commits is not None:
            await self._commits.drain()
        self.close()

    def close(self) -> None:
        """Make durable what is on its way, and let go of the file."""
        commits, self._commits = self._commits, None
        file, self._file = self._file, None
        try:
            if commits is not None:
                commits.close()
        finally:
            if file is not None:
                file.close()

    def recorded(self, line: Line) -> Line:
        """A line that asks *line* only for what is not on this tape, and tapes it.

        The file is made, and a torn end of it mended, at once: that a tape cannot be
        written is told before anything is paid for.
        """
        if self._commits is None:
            self.close()
            self._file = TapeFile(self.path)
            self._commits = Commits(self._file)
        assert self._file is not None
        return _Recorded(
            line=line,
            file=self._file,
            commits=self._commits,
            fresh=self.fresh,
            now=self._now,
            keys=Keys(),
            under_way=self._under_way,
        )

    def find(self, seat: Seat, ask: Ask) -> Heard | None:
        """What *seat* has said to *ask*; None where that is not on the tape.

        Looking makes no tape and mends none. Before anything is recorded here, it sees
        what was on the tape when it looked for the first time.
        """
        if self._file is None:
            if not self.path.exists():
                return None
            self._file = TapeFile(self.path, write=False)
        line = self._file.find(key_of(seat, ask))
        return None if line is None else replace(answer_in(line), cached=True)

    def calls(self) -> Iterator[Taped]:
        """Every call on the tape in the order of the answers, lost ones included."""

        def passed_over() -> None:
            self._passed_over += 1

        return read_calls(self.path, passed_over)

    @property
    def damaged(self) -> int:
        """Lines that could not be read so far, and were passed over."""
        return self._passed_over + (self._file.damaged if self._file else 0)

    def stats(self, prices: Prices | None = None) -> TapeStats:
        """What the tape holds; what it cost by *prices* where the endpoint did not tell."""
        return stats_of(self.path, prices or Prices())

    def prune(
        self,
        *,
        before: datetime | None = None,
        drop: Callable[[Taped], bool] | None = None,
        dry_run: bool = False,
    ) -> Pruned:
        """Remove what no run will look up, and what came *before* or what *drop* names.

        No run looks up lost calls and answers that a later one has replaced. Others may
        go on using the tape meanwhile. A *dry_run* only counts.
        """

        def keep(line: bytes) -> bool:
            if before is None and drop is None:
                return True
            taped = taped_in(line)
            early = before is not None and taped.at < before
            return not early and not (drop is not None and drop(taped))

        with TapeFile(self.path, create=False) as file:
            return file.prune(keep, dry_run=dry_run)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recorded:
    """A line with a tape in front of it."""

    line: Line
    file: TapeFile
    commits: Commits
    fresh: bool
    now: Callable[[], datetime]
    keys: Keys
    under_way: dict[str, asyncio.Event]
    """Questions that are being asked: whoever has the same one waits for its answer."""

    async def ask(self, seat: Seat, ask: Ask) -> Reply:
        """What the tape has, or what the line says: durable before it is returned."""
        key = self.keys.key_of(seat, ask)
        if self.fresh:
            return await self._anew(key, seat, ask)
        while True:
            found = self.file.find(key)
            if found is not None:
                return replace(answer_in(found), cached=True)
            twin = self.under_way.get(key)
            if twin is None:
                break
            await twin.wait()
        self.under_way[key] = over = asyncio.Event()
        try:
            return await self._anew(key, seat, ask)
        finally:
            del self.under_way[key]
            over.set()

    async def _anew(self, key: str, seat: Seat, ask: Ask) -> Reply:
        self.commits.check()
        reply = await self.line.ask(seat, ask)
        if isinstance(reply, Heard):
            await self.commits.put(self._line(key, seat, ask, reply))
        elif reply.kind not in _NEVER_ASKED:
            self.commits.put_later(self._line(key, seat, ask, reply))
        return reply

    def _line(self, key: str, seat: Seat, ask: Ask, reply: Reply) -> bytes:
        if ask.parameters:
            seat = replace(seat, parameters={**seat.parameters, **ask.parameters})
        return line_of(Taped(key=key, at=self.now(), seat=seat, tag=ask.tag, reply=reply))
