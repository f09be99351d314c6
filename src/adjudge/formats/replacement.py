"""A file that appears whole or not at all."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from adjudge.errors import FileUnusable

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

_BUFFER: Final = 128 * 1024


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Write *path* beside itself; it takes its place once all of it is on the disk.

    Whatever ends the block early, a fault or Ctrl-C, leaves what was there before.
    """
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.exists() and not target.is_file():  # a pipe or a device is no file to replace
        with _named(path), path.open("wb") as stream:
            yield stream
        return
    part = beside(target)
    with _named(path):
        with removed_after(part):
            with part.open("xb", buffering=_BUFFER) as stream:
                hold(stream)  # so that nobody takes it for a leftover
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            if target.exists():
                part.chmod(target.stat().st_mode & 0o777)
            part.replace(target)
        _sync_folder(target.parent)


def sweep(folder: Path, names: Collection[str]) -> None:
    """Remove from *folder* what a process that was killed left of writing *names*.

    What another process is writing now is locked, and left alone.
    """
    for part in folder.glob(".*.part"):
        name = _PART.fullmatch(part.name)
        if name is None or name[1] not in names:
            continue
        with suppress(OSError), part.open("rb") as stream:
            if hold(stream):
                part.unlink(missing_ok=True)


_PART: Final = re.compile(r"\.(.+)\.[0-9a-f]{8}\.part")


def hold(stream: BinaryIO) -> bool:
    """Lock *stream* until it is closed; False: another process holds it."""
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def beside(path: Path) -> Path:
    """A hidden name next to *path* that nobody has."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")


@contextmanager
def removed_after(part: Path) -> Iterator[None]:
    """Remove *part* in the end, if it is still there."""
    try:
        yield
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Say of a failure to write which file it was."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> FileUnusable:
    """What to say when *path* could not be written."""
    full = error.errno in _FULL
    hint = "nothing was written; " + (
        "make room and start again" if full else "check the folder and its permissions"
    )
    what = f"the file cannot be written: {error.strerror or error}"
    return FileUnusable(what, where=str(path), hint=hint, outside=full)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
