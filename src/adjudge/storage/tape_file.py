"""The file of a tape: lines at its end, durable before anybody is told, torn ends mended.

Any number of processes may have one tape open. Each writes under a lock on the file, and
reads what the others wrote before it does. Whatever is not whole at the end then belongs
to a process that died, and is cut off.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from adjudge.council import Pruned

from .tape_disk import (
    check_header,
    descriptor,
    line_at,
    lines_of,
    replace_file,
    sync,
    sync_folder,
    unwritten,
    write_whole,
)
from .tape_index import Index
from .tape_line import HEADER, KEY, is_answer, is_sound
from .tape_lock import locked

_WRITE: Final = os.O_RDWR | os.O_APPEND


class TapeFile:
    """A tape that is open; one thread may write while another one finds."""

    def __init__(self, path: Path, *, create: bool = True, write: bool = True) -> None:
        self._path = path
        self._flags = _WRITE | (os.O_CREAT if create else 0)
        self._index = Index()
        self._writing = threading.Lock()
        self.damaged = 0
        """Lines amid the others that cannot be read; what they answered is asked anew."""
        self._end = 0
        """Where the next line will stand: all before it is known. 0: nothing is."""
        self._fd = descriptor(path, self._flags if write else os.O_RDONLY)
        try:
            if write:
                with self._current():
                    pass
            else:
                self._look()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with self._writing:
            if self._fd >= 0:
                os.close(self._fd)
            self._fd = -1

    def find(self, key: str) -> bytes | None:
        """The line with the last answer to *key*."""
        offset = self._index.get(key)
        if offset is None:
            return None
        line = line_at(self._fd, offset)
        return line if is_sound(line) and line[KEY] == key.encode() else None

    def append(self, lines: Sequence[bytes]) -> None:
        """Write *lines* and make them durable, all of them or none."""
        with self._writing, self._current():
            try:
                write_whole(self._fd, b"".join(lines))
                sync(self._fd)
            except OSError as fault:
                with suppress(OSError):  # else whoever opens it next cuts it off
                    os.ftruncate(self._fd, self._end)
                raise unwritten(self._path, fault) from None
            for line in lines:
                self._note(line)

    def prune(self, keep: Callable[[bytes], bool], *, dry_run: bool) -> Pruned:
        """Keep of the answers that no later one has replaced what *keep* wants."""
        kept = dropped = damaged = 0
        after = len(HEADER)

        def survivors() -> Iterator[bytes]:
            nonlocal kept, dropped, damaged, after
            yield HEADER
            for offset, line in lines_of(self._fd, len(HEADER), self._end):
                if not is_sound(line):
                    damaged += 1
                elif self._is_last(offset, line) and keep(line):
                    kept += 1
                    after += len(line)
                    yield line
                else:
                    dropped += 1

        with self._writing, self._current():
            before = self._end
            if dry_run:
                deque(survivors(), maxlen=0)
            else:
                replace_file(self._path, os.fstat(self._fd).st_mode, survivors())
        return Pruned(
            kept=kept, dropped=dropped, damaged=damaged, before=before, after=after
        )

    def _is_last(self, offset: int, line: bytes) -> bool:
        return is_answer(line) and self._index.get(line[KEY]) == offset

    @contextmanager
    def _current(self) -> Iterator[None]:
        """Hold the file that the path names, everything in it known and its end whole."""
        while True:
            with locked(self._fd, self._path):
                if os.fstat(self._fd).st_nlink:
                    self._catch_up()
                    yield
                    return
            # It was pruned, and another file took its place. The number stays the same:
            # another thread may be reading from it just now.
            other = descriptor(self._path, self._flags)
            os.dup2(other, self._fd, inheritable=False)
            os.close(other)
            self._index, self._end = Index(), 0

    def _catch_up(self) -> None:
        """Read what was written since, by whomever; cut off what is not whole."""
        if not self._end:
            self._begin()
        if self._end < self._read_on():
            os.ftruncate(self._fd, self._end)

    def _look(self) -> None:
        """Read what is there, and leave it as it is: somebody may be writing just now."""
        check_header(self._path, os.pread(self._fd, len(HEADER), 0))
        self._end = len(HEADER)
        self._read_on()

    def _read_on(self) -> int:
        """Note every sound line after those that are known; the size of the file."""
        size = os.fstat(self._fd).st_size
        unsound = 0
        for offset, line in lines_of(self._fd, self._end, size):
            if is_sound(line):
                self.damaged += unsound
                unsound, self._end = 0, offset
                self._note(line)
            else:
                unsound += 1
        return size

    def _begin(self) -> None:
        head = os.pread(self._fd, len(HEADER), 0)
        check_header(self._path, head)
        if head != HEADER:
            try:
                os.ftruncate(self._fd, 0)
                write_whole(self._fd, HEADER)
                sync(self._fd)
                sync_folder(self._path.parent)
            except OSError as fault:
                raise unwritten(self._path, fault) from None
        self._end = len(HEADER)

    def _note(self, line: bytes) -> None:
        if is_answer(line):
            self._index.put(line[KEY], self._end)
        self._end += len(line)
