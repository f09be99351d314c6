"""Run a council from a door: signals, progress, the tape's place, and how it ends."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
import tempfile
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from .council_progress import CouncilProgress
from .exits import FINE, NEGATIVE, OUTSIDE

if TYPE_CHECKING:
    from adjudge.formats import Rejected
    from adjudge.reports import CouncilResult, Missed, Plan
    from adjudge.settings import Settings
    from adjudge.wiring import Bench
    from adjudge.workbench import Session

T = TypeVar("T")

RUN = click.Path(path_type=Path, file_okay=False)
"""The folder of a run."""


_SELDOM: Final = (10_000, 20, 20)
"""Objects, and rounds of them, after which garbage is looked for."""

_ENDING: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class Stopped(Exception):
    """The process was asked to end, by Ctrl-C or otherwise, and everything is in order."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number  # as every shell expects


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run *work*; Ctrl-C, SIGTERM and SIGHUP cancel it, once, and then raise `Stopped`."""
    heard: list[int] = []

    async def cancellable() -> T:
        task = asyncio.ensure_future(work)
        loop = asyncio.get_running_loop()

        def stop(number: int) -> None:
            if not heard:  # a second Ctrl-C must not cut off what the first one puts away
                heard.append(number)
                task.cancel()

        for name in _ENDING:
            if hasattr(signal, name):
                number = getattr(signal, name)
                with suppress(ValueError, RuntimeError, NotImplementedError):
                    loop.add_signal_handler(number, stop, number)  # not in a thread
        return await task

    # All that is loaded by now stays, and thousands of calls are under way at once, none
    # of them garbage: to look through them as often as usual takes a fifth of the time.
    gc.freeze()
    often = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        return asyncio.run(cancellable())
    except asyncio.CancelledError:
        raise Stopped(heard[0] if heard else signal.SIGINT) from None
    finally:
        gc.set_threshold(*often)


@contextmanager
def stopping_at_once() -> Iterator[None]:
    """Ctrl-C, SIGTERM and SIGHUP end the block where it is, with `Stopped`.

    For work that asks nobody and can be done again: files appear whole or not at all.
    """

    def stop(number: int, _frame: object) -> None:
        raise Stopped(number)

    before: dict[int, Any] = {}
    try:
        for name in _ENDING:
            if hasattr(signal, name):
                number = getattr(signal, name)
                with suppress(ValueError):  # not in a thread
                    before[number] = signal.signal(number, stop)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def open_bench(settings: Settings) -> Bench:
    """The bench with the environment that this process has."""
    import os

    from adjudge.wiring import open_bench as opened

    return opened(settings, os.environ)  # noqa: TID251  # this is the door


@contextmanager
def session_of(settings: Settings, call: dict[str, Any], digest: str) -> Iterator[Session]:
    """Where the run is kept: in the folder of `-o`, or in one that is gone at the end."""
    from datetime import UTC, datetime

    from adjudge.formats import RunFolder
    from adjudge.workbench import Session

    with tempfile.TemporaryDirectory(prefix="adjudge-") as elsewhere:
        out: Path | None = call.get("out")
        folder = RunFolder(out or Path(elsewhere) / "run")
        progress = _progress(settings, quiet=call["quiet"])
        try:
            yield Session(
                folder=folder,
                tape=tape_of(settings, call, digest),
                fresh=call["fresh"],
                at=datetime.now(UTC),  # noqa: TID251  # the door has the clock
                on_error=call.get("on_error") or settings.on_error,
                tick=progress or _nothing,
                hold=progress.hold if progress else _nothing,
                tell=_tell,
                tell_damaged=_tell_damaged,
            )
        finally:
            if progress is not None:
                progress.finish()


def _nothing(*_told: object) -> None:
    """Quietly."""


def _progress(settings: Settings, *, quiet: bool) -> CouncilProgress | None:
    if quiet or settings.progress == "never":
        return None
    over = sys.stderr.isatty() or settings.progress == "always"
    return CouncilProgress(sys.stderr, over=over)


def _tell(rejected: Rejected) -> None:
    click.echo(f"rejected {rejected.source}:{rejected.line}: {rejected.what}", err=True)


def _tell_damaged(lines: int) -> None:
    from adjudge.reports import damaged_in_words

    click.echo(damaged_in_words(lines), err=True)


def tape_of(settings: Settings, call: dict[str, Any], digest: str) -> Path | None:
    """The tape: of the flag, in the run's folder, of the environment, or in the cache."""
    from adjudge.formats import RunFolder

    if call["no_tape"]:
        if call["tape"]:
            raise click.UsageError("--tape and --no-tape exclude one another")
        return None
    if call["tape"]:
        return Path(call["tape"])
    if call["out"] is not None:
        return RunFolder(call["out"]).tape
    if settings.tape is not None:
        return settings.tape
    return settings.cache / "tapes" / f"{digest}.jsonl" if settings.cache else None


def interrupted(stop: Stopped, session: Session) -> int:
    """What to say when the run was ended; the code of the process."""
    kept = (
        f"what was answered is on the tape {session.tape}: the same command goes on there"
        if session.tape
        else "nothing was kept: there is no tape"
    )
    click.echo(f"adjudge: interrupted; {kept}", err=True)
    return stop.code


def ending(missed: Sequence[Missed], *, scored: bool, told: bool = False) -> int:
    """The code of a finished run, and a word on what nobody answered.

    *told*: the reasons stand in what was printed already.
    """
    from adjudge.reports import shown

    if not missed:
        return FINE if scored else NEGATIVE
    calls = sum(one.calls for one in missed)
    click.echo(
        f"adjudge: {calls} call{'' if calls == 1 else 's'} not answered: "
        "the same command asks for those alone",
        err=True,
    )
    for one in () if told else missed:
        click.echo(f"  {shown(one.seat)}: {shown(one.reason)}", err=True)
        if one.hint:
            click.echo(f"    hint: {shown(one.hint)}", err=True)
    return OUTSIDE


def show(result: CouncilResult, call: dict[str, Any]) -> int:
    """Print a run that was held just now, and return its code."""
    show_result(result, call)
    if call["out"] is not None:
        click.echo(f"run: {call['out']}", err=True)
    told = not call["as_json"] and sys.stdout.isatty() and sys.stderr.isatty()
    return ending(result.missed, scored=result.has_scores, told=told)


def show_result(result: CouncilResult, call: dict[str, Any]) -> None:
    """Print *result*."""
    from adjudge.reports import render_result, result_lines

    if call["as_json"]:
        print_json(result_lines(result))
    else:
        click.echo(render_result(result, whole=call["whole"], room=room()))


def show_plan(plan: Plan, call: dict[str, Any]) -> int:
    """Print what a run would take."""
    import json

    from adjudge.reports import plan_as_json, render_plan

    if call["as_json"]:
        click.echo(json.dumps(plan_as_json(plan), ensure_ascii=False, indent=2))
    else:
        click.echo(render_plan(plan, room=room()))
    return FINE


def room() -> int | None:
    """Columns of the terminal, or of `COLUMNS`; None: what is printed goes elsewhere."""
    import shutil

    return shutil.get_terminal_size((0, 0)).columns or None


def print_json(pieces: Iterable[bytes]) -> None:
    """Write bytes to standard output, piece by piece."""
    for piece in pieces:
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()
