"""Judge files of items by the rules of rubrics, and file the verdicts."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, TypeAlias

import orjson

from adjudge.errors import UsageInvalid
from adjudge.formats import (
    REJECTED,
    Batch,
    OnError,
    Rejected,
    Seen,
    Sources,
    VerdictWriter,
    read_items,
    verdict_writer,
    whole_file,
)
from adjudge.reports import Tally
from adjudge.rubric import Rubric
from adjudge.rules import Ruling, judge_frame, rulings

Clock: TypeAlias = Callable[[], float]
Tick: TypeAlias = Callable[[int, int], None]
"""Told how many items have been judged, and how many bytes have been read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """What is to be judged, by what, and where the verdicts go."""

    rubrics: Sequence[Rubric]
    sources: Sources
    out: Path | None
    """None: a writer of the caller's takes the verdicts."""
    at: datetime | None = None
    """The time that every verdict of this run carries."""
    on_error: OnError = "stop"
    rejected: Path | None = None
    """Where rejected lines are listed; None: beside the output."""

    @property
    def rejects(self) -> Path | None:
        """The file that lists what is rejected; None when there is no place for one."""
        if self.rejected is not None or self.out is None:
            return self.rejected
        return self.out.with_name(self.out.name + REJECTED)


def apply_rules(
    judging: Judging,
    *,
    clock: Clock,
    writer: VerdictWriter | None = None,
    tick: Tick = lambda _items, _taken: None,
    tell: Callable[[Rejected], None] = lambda _rejected: None,
) -> Tally:
    """Judge every item, in bounded memory, and count what came of it.

    The output appears whole, at the end, or not at all. *tell* hears of every rejected
    line; it is listed in a file too, where there is a place for one.
    """
    ruled = _ruled(judging)
    began, tally, seen = clock(), Tally(), Seen()
    with ExitStack() as stack:
        if writer is None:
            assert judging.out is not None, "verdicts need somewhere to go"
            writer = stack.enter_context(verdict_writer(judging.out))
        rejects = stack.enter_context(_RejectedFile(judging))
        for batch in read_items(judging.sources, on_error=judging.on_error, seen=seen):
            for rejected in batch.rejected:
                rejects.add(rejected)
                tell(rejected)
            _judge(ruled, batch, writer, judging.at, tally)
            tick(tally.items, batch.taken)
    tally.seconds = clock() - began
    tally.ids_all_compared = not seen.full
    return tally


def _judge(
    ruled: Sequence[Ruling],
    batch: Batch,
    writer: VerdictWriter,
    at: datetime | None,
    tally: Tally,
) -> None:
    tally.rejected += len(batch.rejected)
    if batch.items.height:
        ledger = judge_frame(ruled, batch.items, at=at)
        writer.write(ledger)
        tally.items += batch.items.height
        tally.add(ledger)


def _ruled(judging: Judging) -> tuple[Ruling, ...]:
    """The rules at work, once nothing speaks against the call."""
    versions = [rubric.version for rubric in judging.rubrics]
    twice = next((v for v in versions if versions.count(v) > 1), None)
    if twice is not None:
        raise UsageInvalid(
            f"the rubric {twice} is named twice", hint="its verdicts would be filed twice"
        )
    for path in (judging.out, judging.rejects):
        if path is not None:
            _ask_not_read(path, judging.sources)
    return rulings(judging.rubrics)


def _ask_not_read(path: Path, sources: Sources) -> None:
    """Refuse to write over what is being read."""
    for source in sources.read:
        if source.path is None:
            continue
        same = path.exists() and os.path.samefile(path, source.path)  # noqa: PTH121
        if same or path.resolve() == source.path.resolve():
            raise UsageInvalid(
                "the output is one of the files that are read",
                where=str(path),
                hint="write to another file",
            )
    for folder in sources.folders:
        if path.resolve().is_relative_to(folder.resolve()):
            raise UsageInvalid(
                f"the output lies in {folder}, which is read",
                where=str(path),
                hint="write outside of it, or the next run would read verdicts as items",
            )


class _RejectedFile:
    """The list of rejected lines: begun with the first of them, whole at the end."""

    def __init__(self, judging: Judging) -> None:
        self._path = judging.rejects
        self._asked_for = judging.rejected is not None
        self._open = ExitStack()
        self._stream: BinaryIO | None = None

    def __enter__(self) -> Self:
        return self

    def add(self, rejected: Rejected) -> None:
        """Append one rejected line."""
        if self._path is None:
            return
        stream = self._stream or self._begin(self._path)
        row = {
            "file": rejected.source,
            "line": rejected.line,
            "reason": rejected.what,
            "raw": rejected.raw,
        }
        stream.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))

    def _begin(self, path: Path) -> BinaryIO:
        self._stream = self._open.enter_context(whole_file(path))
        return self._stream

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None and self._stream is None and self._path is not None:
            if self._asked_for:
                self._begin(self._path)
            else:  # an earlier run's list was about an output that is replaced now
                self._path.unlink(missing_ok=True)
        self._open.__exit__(kind, error, trace)
