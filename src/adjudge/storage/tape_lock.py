"""One writer at a time, across processes, for as long as one write takes."""

from __future__ import annotations

import errno
import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from adjudge.errors import ConflictError, FileUnusable

_PATIENCE: Final = 60.0
"""Seconds: a write takes milliseconds, and pruning a large tape some seconds."""

_PAUSE: Final = 0.002


@contextmanager
def locked(fd: int, path: Path) -> Iterator[None]:
    """Hold the lock on the open file *fd*, the tape at *path*."""
    until = time.monotonic() + _PATIENCE
    while not _try(fd, path):
        if time.monotonic() > until:
            raise ConflictError(
                f"another process has held the tape for {_PATIENCE:.0f} s",
                where=str(path),
                hint=f"is one stopped in the middle of a write? See: fuser {path}",
            )
        time.sleep(_PAUSE)
    try:
        yield
    finally:
        fcntl.flock(fd, fcntl.LOCK_UN)


def _try(fd: int, path: Path) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        if fault.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EINTR):
            return False
        raise FileUnusable(
            f"the file system cannot lock the tape: {fault.strerror}",
            where=str(path),
            hint="keep the tape on a disk of this machine",
        ) from None
    return True
