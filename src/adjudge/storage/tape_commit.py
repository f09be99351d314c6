"""Group commit: answers that come while one write lasts share the next one."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from adjudge.errors import AdjudgeError

from .tape_file import TapeFile

_Waiting: TypeAlias = tuple[bytes, "asyncio.Future[None] | None"]


class Commits:
    """Lines on their way to the disk; the loop goes on while the disk works."""

    def __init__(self, file: TapeFile) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tape")
        self._waiting: list[_Waiting] = []
        self._running: asyncio.Task[None] | None = None
        self._fault: AdjudgeError | OSError | None = None

    def check(self) -> None:
        """Raise what went wrong with an earlier write: no answer can be kept any more."""
        if self._fault is not None:
            raise self._fault

    async def put(self, line: bytes) -> None:
        """Return when *line* is durable."""
        done = asyncio.get_running_loop().create_future()
        self._add(line, done)
        await done

    def put_later(self, line: bytes) -> None:
        """Write *line* with the next ones, and let nobody wait for it."""
        self._add(line, None)

    async def drain(self) -> None:
        """Return when nothing is on its way."""
        while self._running is not None and not self._running.done():
            await asyncio.wait((self._running,))

    def close(self) -> None:
        """Write what is left: answers whose askers were stopped."""
        self._thread.shutdown()
        waiting, self._waiting = self._waiting, []
        if waiting and self._fault is None:
            self._file.append([line for line, _ in waiting])

    def _add(self, line: bytes, done: asyncio.Future[None] | None) -> None:
        self.check()
        self._waiting.append((line, done))
        if self._running is None or self._running.done():
            self._running = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            lines = [line for line, _ in batch]
            try:
                await loop.run_in_executor(self._thread, self._file.append, lines)
            except (AdjudgeError, OSError) as fault:
                self._fault = fault
            for _, done in batch:
                if done is None or done.done():
                    continue
                if self._fault is None:
                    done.set_result(None)
                else:
                    done.set_exception(self._fault)
