"""Judge files of items by the rules of rubrics, and file the verdicts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
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

from .crew import Crew, Judged, Orders
from .writable import ask_a_list, ask_spared

Clock: TypeAlias = Callable[[], float]
Tick: TypeAlias = Callable[[int, int], None]
"""Told how many items have been judged, and how many bytes have been read."""


_MOMENT: Final = 0.1
"""Seconds that one call of the kernel should take: progress and Ctrl-C wait for it."""

_MOST: Final = 1 << 25
"""Bytes of items judged at once: 32 MB, however fast the rules are."""

_WORTH: Final = 2.0
"""Seconds of judging that a process of its own must have before it, as it takes half a
second to a second to start."""

_FEWEST: Final = 2
"""Processes that are worth it: a single one would do what this one can do."""


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
    jobs: int = 1
    """How many processes may judge. Others than this one are started only where they pay;
    a script that asks for them needs `if __name__ == "__main__"`."""

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
        orders = Orders(rubrics=judging.rubrics, at=judging.at, resolve=resolve)
        crew = stack.enter_context(Crew(orders))
        bench = _Bench(judging, ruled, crew, writer, tally, clock=clock, tick=tick)
        for batch in read_items(judging.sources, on_error=judging.on_error, seen=seen):
            tally.rejected += len(batch.rejected)
            for rejected in batch.rejected:
                rejects.add(rejected)
                tell(rejected)
            bench.take(batch.items, batch.taken)
        bench.finish()
    tally.seconds = clock() - began
    tally.ids_all_compared = not seen.full
    tally.not_judged = [(r.version, c.id) for r, c in without_rule(judging.rubrics)]
    return tally


class _Bench:
    """Items being judged, as many at once as take a moment: few for slow rules.

    What is read at once suits the parser. Each call of the kernel costs some
    milliseconds besides, so a fast rule gets many readings at once. Where judging takes
    the most of the time and much is left to judge, a crew takes it over.
    """

    def __init__(  # noqa: PLR0913  # a run has that many parts
        self,
        judging: Judging,
        ruled: Sequence[Ruling],
        crew: Crew,
        writer: VerdictWriter,
        tally: Tally,
        *,
        clock: Clock,
        tick: Tick,
    ) -> None:
        self._judging, self._ruled, self._crew = judging, ruled, crew
        self._writer, self._tally = writer, tally
        self._clock, self._tick = clock, tick
        self._held: list[pl.DataFrame] = []
        self._bytes = 0
        self._wanted = 0
        self._began = clock()
        self._spent = 0.0
        """Seconds of judging so far, in whichever process."""

    def take(self, items: pl.DataFrame, taken: int) -> None:
        """Judge *items*, now or together with the next ones."""
        if items.height:
            self._held.append(items)
            self._bytes += int(items.estimated_size())
        if self._held and self._bytes >= self._wanted:
            self._judge(taken)
        elif not self._crew.hired:
            self._tick(self._tally.items, taken)

    def finish(self) -> None:
        """Judge what is held, and wait for what is judged elsewhere."""
        if self._held:
            self._judge(self._judging.sources.size)
        self._file(self._crew.finished(all_of_it=True))

    def _judge(self, taken: int) -> None:
        items, weight = pl.concat(self._held), self._bytes
        self._held, self._bytes = [], 0
        if self._crew.ready:
            self._crew.give(items, weight, taken)
            self._file(self._crew.finished())
            return
        began = self._clock()
        ledger = judge_frame(self._ruled, items, at=self._judging.at)
        took = self._clock() - began
        self._file([Judged(ledger, items.height, weight, taken, took)])

    def _file(self, judged: Iterable[Judged]) -> None:
        for each in judged:
            if each.seconds < _MOMENT:
                self._wanted = min(2 * each.weight, _MOST)
            else:
                self._wanted = each.weight // 2
            self._writer.write(each.ledger)
            self._tally.items += each.items
            self._tally.add(each.ledger)
            self._spent += each.seconds
            self._tick(self._tally.items, each.taken)
            self._hire(each.taken)

    def _hire(self, taken: int) -> None:
        """Hire a crew for what is left, where judging is what takes the time.

        Of a pipe nobody knows how much is left: as much again as there was.
        """
        if self._judging.jobs < _FEWEST or self._spent < (self._clock() - self._began) / 2:
            return
        size = self._judging.sources.size
        left = self._spent * max(size - taken, 0) / taken if size and taken else self._spent
        count = min(self._judging.jobs, int(left / _WORTH))
        if count >= _FEWEST:
            self._crew.hire(count)


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
