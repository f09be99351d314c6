"""Processes that judge beside this one: what is given to them comes back in order."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from multiprocessing import connection, get_context, resource_tracker
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any, Final, Self

import polars as pl

from adjudge.errors import ProcessLost
from adjudge.rubric import Rubric
from adjudge.rules import Rule
from adjudge.worker import READY, packed, serve, unpacked

_AHEAD: Final = 2
"""Batches under way for each process: the one that it judges, and the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What every process judges by."""

    rubrics: Sequence[Rubric]
    at: datetime | None
    resolve: Callable[[str], Rule]
    """A function of a module, so that another process finds it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A batch that has been judged."""

    ledger: pl.DataFrame
    items: int
    weight: int
    """Bytes of the items."""
    taken: int
    """Bytes that had been read when the batch was put together."""
    seconds: float
    """What judging it took, wherever it was done."""


@dataclass(frozen=True, slots=True)
class _Task:
    number: int
    items: pl.DataFrame
    weight: int
    taken: int


class _Worker:
    """One process, and the line to it."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._process: SpawnProcess | None = None
        self._line: connection.Connection[Any, Any] | None = None
        self.task: _Task | None = None
        self.ready = False

    def start(self) -> None:
        """Start the process. It is spawned: a fork would copy locks that Polars holds."""
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        with theirs:
            self._process = context.Process(target=serve, args=(theirs,), daemon=True)
            with _deaf():
                self._process.start()
        with self._still_there():
            # Not an argument of the process, which is read before `serve` is called: a
            # rule brings Polars with it.
            orders = self._orders
            self.line.send((tuple(orders.rubrics), orders.at, orders.resolve))

    @property
    def line(self) -> connection.Connection[Any, Any]:
        assert self._line is not None, "it was started"
        return self._line

    @property
    def idle(self) -> bool:
        return self.ready and self.task is None

    def give(self, task: _Task) -> None:
        """Let it judge *task*; it is waiting for one, so that nobody waits for nobody."""
        self.task = task
        with self._still_there():
            self.line.send_bytes(packed(task.items))

    def hear(self) -> tuple[int, Judged] | None:
        """What it has to say: that it is ready, what it has judged, or its error."""
        with self._still_there():
            said = self.line.recv()
        if isinstance(said, BaseException):
            raise said
        if said == READY:
            self.ready = True
            return None
        task, (seconds, ledger) = self.task, said
        assert task is not None, "it answers what it was given"
        self.task = None
        judged = Judged(
            unpacked(ledger), task.items.height, task.weight, task.taken, seconds
        )
        return task.number, judged

    @contextmanager
    def _still_there(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, OSError):  # a broken pipe here is none of the caller's
            raise self._lost() from None

    def _lost(self) -> ProcessLost:
        process = self._process
        assert process is not None, "it was started"
        process.join(1)
        code = process.exitcode
        how = f"by signal {-code}" if code is not None and code < 0 else f"with code {code}"
        return ProcessLost(
            f"one of the processes that judged was ended {how}",
            hint="where memory runs out, take fewer of them, or none: --jobs 1",
        )

    def end(self) -> None:
        """End it at once: it holds nothing that could be lost."""
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()


class Crew:
    """Processes at work, as many as were hired, and what they have not handed back."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._workers: list[_Worker] = []
        self._waiting: deque[_Task] = deque()
        self._done: dict[int, Judged] = {}
        self._given = 0
        self._next = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self._workers:
            worker.end()

    def hire(self, count: int) -> None:
        """Have *count* processes at least."""
        while len(self._workers) < count:
            worker = _Worker(self._orders)
            self._workers.append(worker)
            worker.start()

    @property
    def hired(self) -> bool:
        """Whether there is any process."""
        return bool(self._workers)

    @property
    def ready(self) -> bool:
        """Whether one of them can judge by now."""
        if self._workers and not any(worker.ready for worker in self._workers):
            self._hear(wait=False)
        return any(worker.ready for worker in self._workers)

    def give(self, items: pl.DataFrame, weight: int, taken: int) -> None:
        """Let *items* be judged."""
        self._waiting.append(_Task(self._given, items, weight, taken))
        self._given += 1
        self._feed()

    def finished(self, *, all_of_it: bool = False) -> Iterator[Judged]:
        """What is judged by now, in the order in which it was given.

        Waits as long as more is under way than memory is meant for, or for all of it.
        """
        while self._next < self._given:
            under_way = self._given - self._next
            wait = all_of_it or under_way > _AHEAD * len(self._workers)
            if self._next in self._done:
                self._next += 1
                yield self._done.pop(self._next - 1)
            elif not self._hear(wait=wait):
                return

    def _hear(self, *, wait: bool) -> bool:
        """Hear who has something to say; whether anybody had."""
        by_line = {w.line: w for w in self._workers if not w.idle}
        said = connection.wait(list(by_line), None if wait else 0)
        for line in said:
            answer = by_line[line].hear()  # type: ignore[index]  # nothing else was asked
            if answer is not None:
                number, judged = answer
                self._done[number] = judged
            self._feed()
        return bool(said)

    def _feed(self) -> None:
        for worker in self._workers:
            if self._waiting and worker.idle:
                worker.give(self._waiting.popleft())


def usable_cores() -> int:
    """Cores that this process may use, as Polars counts them.

    That heeds the affinity of the process, the quota of a container, and who has set
    `POLARS_MAX_THREADS`.
    """
    return int(pl.thread_pool_size())


@contextmanager
def _deaf() -> Iterator[None]:
    """Let a process that is started here not hear Ctrl-C, from its very first moment."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Started by the first process otherwise, which takes the mask off again.
    resource_tracker.ensure_running()
    signals = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
