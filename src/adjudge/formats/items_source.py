"""Where items are read from: files, folders and standard input, packed or not."""

from __future__ import annotations

import errno
import hashlib
import stat
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final, Literal, TypeAlias

from adjudge.errors import FileUnusable, UsageInvalid

from .items_packed import Gzip, Readable, StandardInput, Zstandard

Kind: TypeAlias = Literal["jsonl", "json", "csv", "tsv", "parquet"]
KINDS: Final[tuple[Kind, ...]] = ("jsonl", "json", "csv", "tsv", "parquet")

STDIN: Final = "-"
REJECTED: Final = ".rejected.jsonl"
"""How the list of rejected lines ends: it lies beside its output and holds no items."""

_SUFFIXES: Final[dict[str, Kind]] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
}
_PACKED: Final = (".gz", ".zst")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file of items, or standard input."""

    name: str
    """As messages name it."""
    kind: Kind
    path: Path | None = None
    """None: standard input."""
    packed: str = ""
    size: int = 0
    """In bytes, as it lies on the disk; 0 where nobody knows."""
    digest: str = ""
    """Of its bytes, where those are what is known of it: it came through a pipe."""

    @property
    def once(self) -> bool:
        """Whether its bytes come once only: standard input, a pipe, a device."""
        return self.path is None or not self.path.is_file()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What is read, in order, and what was passed over in a folder."""

    read: tuple[Source, ...]
    passed_over: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()

    @property
    def size(self) -> int:
        """In bytes; 0 where one of them does not know its own."""
        sizes = [source.size for source in self.read]
        return sum(sizes) if all(sizes) else 0

    @property
    def once(self) -> bool:
        """Whether some of it can be read once only."""
        return any(source.once for source in self.read)


def find_sources(names: Sequence[str], *, kind: Kind | None = None) -> Sources:
    """The sources that *names* stand for; a folder stands for its files, sorted.

    *kind* says what the files are that do not say it themselves by their suffix.
    """
    read: list[Source] = []
    passed_over: list[str] = []
    folders: list[Path] = []
    for name in names:
        if name == STDIN:
            read.append(Source(name="standard input", kind=kind or "jsonl"))
            continue
        path = Path(name)
        if path.is_dir():
            folders.append(path)
            found, other = _inside(path)
            read += found
            passed_over += other
        else:
            read.append(_source(path, kind))
    if sum(source.path is None for source in read) > 1:
        raise UsageInvalid("standard input is named twice", hint="it can be read once")
    return Sources(read=tuple(read), passed_over=tuple(passed_over), folders=tuple(folders))


def _inside(folder: Path) -> tuple[list[Source], list[str]]:
    found: list[Source] = []
    other: list[str] = []
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if hidden or not path.is_file():
            continue
        if _suffixes(path)[0] is None or path.name.endswith(REJECTED):
            other.append(str(path))
        else:
            found.append(_source(path, None))
    if not found:
        raise FileUnusable(
            "the folder holds no file of items",
            where=str(folder),
            hint=f"their names end in {', '.join(_SUFFIXES)}, or those with .gz or .zst",
        )
    return found, other


def _source(path: Path, kind: Kind | None) -> Source:
    try:
        about = path.stat()
    except OSError as error:
        raise _unreadable(str(path), error) from error
    named, packed = _suffixes(path)
    kind = kind or named
    if kind is None:
        raise UsageInvalid(
            "the file's name does not say what is in it",
            where=str(path),
            hint=f"say it with --from {'|'.join(KINDS)}",
        )
    if kind == "parquet" and packed:
        raise UsageInvalid(
            "a packed Parquet file cannot be read in parts",
            where=str(path),
            hint="unpack it: Parquet is packed inside",
        )
    size = about.st_size if stat.S_ISREG(about.st_mode) else 0
    return Source(name=str(path), kind=kind, path=path, packed=packed, size=size)


def _suffixes(path: Path) -> tuple[Kind | None, str]:
    suffix, packed = path.suffix.lower(), ""
    if suffix in _PACKED:
        suffix, packed = Path(path.stem).suffix.lower(), suffix
    return _SUFFIXES.get(suffix), packed


def _unreadable(name: str, error: OSError) -> FileUnusable:
    return FileUnusable(
        f"the file cannot be read: {error.strerror or error}",
        where=name,
        hint="check the path and its permissions",
        outside=error.errno in (errno.EIO, errno.ENOSPC),
    )


def _no_room(source: Source, copy: Path, error: OSError) -> FileUnusable:
    return FileUnusable(
        f"{source.name} comes once only, and cannot be copied: {error.strerror or error}",
        where=str(copy.parent.parent),
        hint="make room there, or set TMPDIR to a folder that has some",
        outside=True,
    )


@dataclass(frozen=True, slots=True)
class Opened:
    """A source while it is read: its bytes unpacked, and how far it has been read."""

    stream: Readable
    raw: BinaryIO

    def position(self) -> int:
        """How many bytes of the file, as it lies on the disk, have been taken."""
        return self.raw.tell() if self.raw.seekable() else 0


@contextmanager
def seekable(source: Source) -> Iterator[Path]:
    """A file with the bytes of *source*: itself, or a copy of what a pipe brings.

    Parquet has its table of contents at the end, so a pipe cannot be read as it comes.
    """
    if source.path is not None and stat.S_ISREG(source.path.stat().st_mode):
        yield source.path
        return
    with tempfile.NamedTemporaryFile(prefix="adjudge-", suffix=".parquet") as copy:
        with opened(source) as file:
            while piece := file.stream.read(_COPIED):
                copy.write(piece)
        copy.flush()
        yield Path(copy.name)


_COPIED: Final = 1 << 20


@contextmanager
def spooled(sources: Sources) -> Iterator[Sources]:
    """*sources* that can be read as often as wanted: what comes once only is copied.

    Each pipe is opened once and read to its end; the copies are gone after the block.
    """
    if not sources.once:
        yield sources
        return
    with tempfile.TemporaryDirectory(prefix="adjudge-") as folder:
        copies = (Path(folder) / str(at) for at in range(len(sources.read)))
        yield replace(
            sources,
            read=tuple(
                _copied(source, copy) if source.once else source
                for source, copy in zip(sources.read, copies, strict=True)
            ),
        )


def _copied(source: Source, copy: Path) -> Source:
    """*source*, read from the *copy* that is made of it, packed as it is."""
    whole = hashlib.sha256()
    with opened(replace(source, packed="")) as file, copy.open("wb") as stream:
        while piece := file.stream.read(_COPIED):
            whole.update(piece)
            try:
                stream.write(piece)
                stream.flush()
            except OSError as error:
                raise _no_room(source, copy, error) from error
    return replace(source, path=copy, size=copy.stat().st_size, digest=whole.hexdigest())


@contextmanager
def opened(source: Source) -> Iterator[Opened]:
    """The bytes of *source*, unpacked."""
    try:
        if source.path is None:
            yield Opened(StandardInput(sys.stdin.buffer), sys.stdin.buffer)
            return
        with source.path.open("rb") as raw:
            yield Opened(_unpacked(raw, source.packed), raw)
    except OSError as error:
        raise _unreadable(source.name, error) from error


def _unpacked(raw: BinaryIO, packed: str) -> Readable:
    match packed:
        case ".gz":
            return Gzip(raw)
        case ".zst":
            return Zstandard(raw)
        case _:
            return raw
