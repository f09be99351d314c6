"""Judge files of items by the rules of rubrics, and file the verdicts."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self, TypeAlias

import orjson
import polars as pl

from adjudge.errors import UsageInvalid
from adjudge.formats import (
    REJECTED,
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
from adjudge.rules import Rule, Ruling, judge_frame, rule_for, rulings, without_rule

from .writable import ask_a_list, ask_spared

Clock: TypeAlias = Callable[[], float]
Tick: TypeAlias = Callable[[int, int], None]
"""Told how many items have been judged, and how many bytes have been read."""


_MOMENT: Final = 0.1
"""Seconds that one call of the kernel should take: progress and Ctrl-C wait for it."""

_MOST: Final = 1 << 25
"""Bytes of items judged at once: 32 MB, however fast the rules are."""


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
    kept: Sequence[Path] = ()
    """What must not be written over: the rubrics' files, the folders of their examples."""

    @property
    def rejects(self) -> Path | None:
        """The file that lists what is rejected; None when there is no place for one."""
        if self.rejected is not None or self.out is None:
            return self.rejected
        return self.out.with_name(self.out.name + REJECTED)

    def listed(self, rejected: int) -> Path | None:
        """The list that there is after a run that has *rejected* so many lines."""
        asked_for = self.rejected is not None and self.on_error == "skip"
        return self.rejects if rejected or asked_for else None


def apply_rules(
    judging: Judging,
    *,
    clock: Clock,
    writer: VerdictWriter | None = None,
    resolve: Callable[[str], Rule] = rule_for,
    tick: Tick = lambda _items, _taken: None,
    tell: Callable[[Rejected], None] = lambda _rejected: None,
) -> Tally:
    """Judge every item, in bounded memory, and count what came of it.

    The output appears whole, at the end, or not at all. *tell* hears of every rejected
    line; it is listed in a file too, where there is a place for one.
    """
    ruled = _ruled(judging, resolve)
    began, tally, seen = clock(), Tally(), Seen()
    with ExitStack() as stack:
        if writer is None:
            assert judging.out is not None, "verdicts need somewhere to go"
            writer = stack.enter_context(verdict_writer(judging.out))
        rejects = stack.enter_context(RejectedFile(judging))
        bench = _Bench(ruled, writer, tally, judging.at, clock)
        for batch in read_items(judging.sources, on_error=judging.on_error, seen=seen):
            tally.rejected += len(batch.rejected)
            for rejected in batch.rejected:
                rejects.add(rejected)
                tell(rejected)
            bench.take(batch.items)
            tick(tally.items, batch.taken)
        bench.finish()
    tally.seconds = clock() - began
    tally.ids_all_compared = not seen.full
    tally.not_judged = [(r.version, c.id) for r, c in without_rule(judging.rubrics)]
    return tally


class _Bench:
    """Items being judged, as many at once as take a moment: few for slow rules.

    What is read at once suits the parser. Each call of the kernel costs some
    milliseconds besides, so a fast rule gets many readings at once.
    """

    def __init__(
        self,
        ruled: Sequence[Ruling],
        writer: VerdictWriter,
        tally: Tally,
        at: datetime | None,
        clock: Clock,
    ) -> None:
        self._ruled, self._writer, self._tally = ruled, writer, tally
        self._at, self._clock = at, clock
        self._held: list[pl.DataFrame] = []
        self._bytes = 0
        self._wanted = 0

    def take(self, items: pl.DataFrame) -> None:
        """Judge *items*, now or together with the next ones."""
        if items.height:
            self._held.append(items)
            self._bytes += int(items.estimated_size())
            if self._bytes >= self._wanted:
                self.finish()

    def finish(self) -> None:
        """Judge what is held."""
        if not self._held:
            return
        items = pl.concat(self._held)
        began = self._clock()
        ledger = judge_frame(self._ruled, items, at=self._at)
        if self._clock() - began < _MOMENT:
            self._wanted = min(2 * self._bytes, _MOST)
        else:
            self._wanted = self._bytes // 2
        self._held, self._bytes = [], 0
        self._writer.write(ledger)
        self._tally.items += items.height
        self._tally.add(ledger)


def _ruled(judging: Judging, resolve: Callable[[str], Rule]) -> tuple[Ruling, ...]:
    """The rules at work, once nothing speaks against the call."""
    ask_writable(judging)
    return rulings(judging.rubrics, resolve=resolve)


def ask_writable(judging: Judging) -> None:
    """Refuse a call whose verdicts would be filed twice, or over what is read."""
    versions = [rubric.version for rubric in judging.rubrics]
    twice = next((v for v in versions if versions.count(v) > 1), None)
    if twice is not None:
        raise UsageInvalid(
            f"the rubric {twice} is named twice", hint="its verdicts would be filed twice"
        )
    for path in (judging.out, judging.rejects):
        if path is not None:
            _ask_not_read(path, judging.sources)
            ask_spared(path, judging.kept)
    if judging.rejects is not None:
        ask_a_list(judging.rejects)
    if (
        judging.out
        and judging.rejects
        and judging.out.resolve() == judging.rejects.resolve()
    ):
        raise UsageInvalid(
            "verdicts and rejected lines would be one file",
            where=str(judging.out),
            hint="give --rejected a name of its own",
        )


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


class RejectedFile:
    """The list of rejected lines: begun with the first of them, whole at the end."""

    def __init__(self, judging: Judging) -> None:
        self._path = judging.rejects
        self._asked_for = judging.rejected is not None
        self._skips = judging.on_error == "skip"
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
            if self._asked_for and self._skips:
                self._begin(self._path)
            elif self._asked_for:
                pass  # nothing is ever rejected, so there is nothing to say of it
            else:  # an earlier run's list was about an output that is replaced now
                self._path.unlink(missing_ok=True)
        self._open.__exit__(kind, error, trace)
