"""What a tape asks of the operating system, and what is said when that says no."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from adjudge.errors import FileUnusable

from .tape_line import HEADER, MARK, VERSION

_CHUNK: Final = 1 << 20

_FIRST_LOOK: Final = 4096
"""Bytes that most lines fit in."""

sync = getattr(os, "fdatasync", os.fsync)


def descriptor(path: Path, flags: int) -> int:
    """Open the file at *path*, or say what is in the way."""
    try:
        if flags & os.O_CREAT:
            path.parent.mkdir(parents=True, exist_ok=True)
        fd = os.open(path, flags | os.O_CLOEXEC, 0o666)
    except FileNotFoundError:
        raise FileUnusable(
            "there is no tape",
            where=str(path),
            hint="name the folder of a run, or the file that it was recorded in",
        ) from None
    except OSError as fault:
        raise FileUnusable(
            f"the tape cannot be opened: {fault.strerror}",
            where=str(path),
            hint="a tape is a file that may be read and written; name another one",
        ) from None
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise FileUnusable(
            "a tape is a file on a disk, and this is something else",
            where=str(path),
            hint="name another file",
        )
    return fd


def check_header(path: Path, head: bytes) -> None:
    """Refuse a file that is no tape; a header that breaks off is a tape that was torn."""
    if HEADER.startswith(head):
        return
    if head.startswith(MARK):
        raise FileUnusable(
            f"the tape is of another version than {VERSION}",
            where=str(path),
            hint="use the Adjudge that wrote it, or start another tape",
        )
    raise FileUnusable(
        "this is not a tape",
        where=str(path),
        hint="a tape begins with a line that says so; name another file",
    )


def lines_of(fd: int, start: int, end: int) -> Iterator[tuple[int, bytes]]:
    """The offset and the bytes of each line from *start* to *end*; the last may be torn."""
    rest = b""
    while start < end:
        chunk = os.pread(fd, min(_CHUNK, end - start), start)
        if not chunk:
            break
        at = start - len(rest)
        start += len(chunk)
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield at, line + b"\n"
            at += len(line) + 1
    if rest:
        yield start - len(rest), rest


def line_at(fd: int, offset: int) -> bytes:
    """The line that begins at *offset*; nothing where it has no end."""
    look = _FIRST_LOOK
    while True:
        data = os.pread(fd, look, offset)
        end = data.find(b"\n") + 1
        if end or len(data) < look:
            return data[:end]
        look *= 8


def write_whole(fd: int, data: bytes) -> None:
    """Write all of *data*: the system may take a part at a time."""
    left = memoryview(data)
    while left:
        left = left[os.write(fd, left) :]


def sync_folder(folder: Path) -> None:
    """Make a new name durable."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def replace_file(path: Path, mode: int, lines: Iterable[bytes]) -> None:
    """Put a file of *lines* in the place of that at *path*, whole and durable or not."""
    whole = Path(os.path.realpath(path))
    new = whole.with_name(f".{whole.name}.new")
    try:
        with new.open("wb") as file:
            file.writelines(lines)
            file.flush()
            os.fchmod(file.fileno(), stat.S_IMODE(mode))
            sync(file.fileno())
        new.replace(whole)
        sync_folder(whole.parent)
    except OSError as fault:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise unwritten(path, fault) from None


def unwritten(path: Path, fault: OSError) -> FileUnusable:
    """What is said of a disk that takes no more."""
    return FileUnusable(
        f"the tape cannot be written: {fault.strerror}",
        where=str(path),
        hint="what was answered before is safe: make room, and run the same command again",
        outside=True,
    )
