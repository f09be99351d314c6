"""`adjudge judge`: a file of items in, verdicts out."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .council_options import asking_options, limit_options, tape_options, whom_options
from .exits import FINE
from .words import FILE, RUBRIC

if TYPE_CHECKING:
    from adjudge.formats import Sources, VerdictWriter
    from adjudge.reports import Tally
    from adjudge.settings import Settings
    from adjudge.workbench import Judging

_TOLD = 20
"""Rejected lines told one by one where no file lists them."""


@click.command()
@click.argument("items", nargs=-1, required=True, type=FILE)
@click.option(
    "-r", "--rubric", "rubrics", multiple=True, required=True, type=RUBRIC,
    help="A built-in name or a file; give it again for another rubric.",
)  # fmt: skip
@click.option(
    "-o", "--out", default="-", type=FILE,
    help="Where the verdicts go: .jsonl, .parquet or .csv. Without it, or for `-`: "
    "standard output, as a table on a terminal and as JSON Lines in a pipe.",
)  # fmt: skip
@click.option(
    "--from", "kind", type=click.Choice(["jsonl", "json", "csv", "tsv", "parquet"]),
    help="What ITEMS are, where their names do not say it.  [standard input: jsonl]",
)  # fmt: skip
@click.option(
    "--on-error", type=click.Choice(["stop", "skip"]),
    help="At a line that is no item: stop the run, or list the line and go on.  "
    "[default: stop]",
)  # fmt: skip
@click.option(
    "--rejected", type=click.Path(path_type=Path, dir_okay=False),
    help="Where skipped lines are listed.  [default: OUT.rejected.jsonl]",
)  # fmt: skip
@click.option(
    "-j", "--jobs", type=click.IntRange(1), metavar="N",
    help="Let up to N processes judge, where that pays.  [default: one a core]",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary.")
@click.option(
    "--by", type=click.Choice(["rules", "council"]), default="rules", show_default=True,
    help="Who judges: the rules of the rubrics, or --reviewers. What follows is for "
    "reviewers.",
)  # fmt: skip
@whom_options
@asking_options
@limit_options
@tape_options
@click.pass_obj
def judge(settings: Settings, /, **call: Any) -> int:
    """Judge ITEMS by one rubric or several.

    ITEMS are files of JSON Lines, JSON, CSV or Parquet, packed with gzip or not, folders
    of them, or `-` for standard input. Exit code 0 whatever the verdicts are; 1 when
    reviewers answered and none gave a verdict; 2 when ITEMS, a rubric or the call are
    wrong; 3 when reviewers have not answered.
    """
    from adjudge.formats import find_sources

    sources = find_sources(call["items"], kind=call["kind"])
    out = None if call["out"] == "-" else Path(call["out"])
    if out is None and call["as_json"]:
        raise click.UsageError("--json prints the summary where the verdicts go: add -o")
    judging = _judging(settings, sources, out, call)
    for name in sources.passed_over if not call["quiet"] else ():
        click.echo(f"passed over, as it holds no items: {name}", err=True)
    if call["by"] == "council":
        if call["jobs"]:
            raise click.UsageError("--jobs is for rules: reviewers have --in-flight")
        from .judge_council import judge_by_reviewers

        writer = None if judging.out else _standard_output()
        return judge_by_reviewers(settings, judging, call, writer)
    if call["reviewers"]:
        raise click.UsageError("--reviewers judge with --by council")
    try:
        with _stoppable():
            tally = _run(judging, settings, call["quiet"])
    except _Stopped as stop:
        click.echo(f"adjudge: interrupted; {_left(out)}", err=True)
        return stop.code
    if not call["quiet"] or call["as_json"]:
        _summarise(tally, judging, as_json=call["as_json"])
    return FINE


def _judging(
    settings: Settings, sources: Sources, out: Path | None, call: dict[str, Any]
) -> Judging:
    from datetime import UTC, datetime

    from adjudge.formats import ledger_kind, load_rubric
    from adjudge.workbench import Judging, usable_cores

    if out is not None:
        ledger_kind(out)  # a wrong suffix is better told before the rubrics are read
    loaded = [load_rubric(name, examples=False) for name in call["rubrics"]]
    for file in loaded:
        for warning in file.diagnostics:
            click.echo(str(warning), err=True)
    return Judging(
        rubrics=tuple(file.rubric for file in loaded),
        sources=sources,
        out=out,
        at=datetime.now(UTC),  # noqa: TID251  # the door has the clock
        on_error=call["on_error"] or settings.on_error,
        rejected=call["rejected"],
        kept=tuple(path for file in loaded for path in file.files),
        jobs=call["jobs"] or settings.jobs or usable_cores(),
    )


def _run(judging: Judging, settings: Settings, quiet: bool) -> Tally:
    import gc
    import time

    from adjudge.workbench import apply_rules

    from .progress import Progress

    wanted = settings.progress
    shown = wanted == "always" or (wanted == "auto" and sys.stderr.isatty())
    # A table on the same terminal is progress enough.
    shown = shown and not quiet and not (judging.out is None and sys.stdout.isatty())
    # All that is loaded by now stays. Looking through it again and again for something to
    # free took a fifth of the time that reading takes.
    gc.freeze()
    progress = Progress(sys.stderr, judging.sources.size)
    try:
        return apply_rules(
            judging,
            clock=time.monotonic,
            writer=None if judging.out else _standard_output(),
            tick=progress if shown else lambda _items, _taken: None,
            tell=_Teller(listed=judging.rejects is not None),
        )
    finally:
        progress.clear()


def _standard_output() -> VerdictWriter:
    from adjudge.formats import stream_writer

    if not sys.stdout.isatty():
        return stream_writer(sys.stdout.buffer, "jsonl")
    return _Table()


class _Table:
    """Verdicts as lines of the terminal."""

    def __init__(self) -> None:
        import shutil

        from adjudge.reports import ledger_header

        self._width = shutil.get_terminal_size((100, 24)).columns
        click.echo(ledger_header())

    def write(self, ledger: Any) -> None:
        """Print one line a verdict."""
        from adjudge.reports import ledger_lines

        for line in ledger_lines(ledger, width=self._width):
            click.echo(line)


class _Teller:
    """Tells of rejected lines on standard error, where no file lists them."""

    def __init__(self, *, listed: bool) -> None:
        self._left = 0 if listed else _TOLD

    def __call__(self, rejected: Any) -> None:
        """Tell of one line, unless enough have been told."""
        if self._left > 0:
            self._left -= 1
            place = f"{rejected.source}:{rejected.line}"
            click.echo(f"rejected {place}: {rejected.what}", err=True)
            if not self._left:
                click.echo(
                    "further ones are only counted: --rejected FILE lists all", err=True
                )


def _summarise(tally: Tally, judging: Judging, *, as_json: bool) -> None:
    import json

    from adjudge.reports import render_tally, tally_as_json

    listed = judging.listed(tally.rejected)
    if as_json:
        files = {
            "out": str(judging.out),
            "rejected_list": None if listed is None else str(listed),
        }
        click.echo(json.dumps(tally_as_json(tally) | files, ensure_ascii=False, indent=2))
        return
    click.echo(render_tally(tally), err=judging.out is None)
    if judging.out is not None:
        click.echo(f"verdicts: {judging.out}")
        if listed is not None:
            click.echo(f"rejected lines: {listed}")


class _Stopped(BaseException):
    """The process was asked to end, by Ctrl-C or otherwise."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number  # as every shell expects


@contextmanager
def _stoppable() -> Iterator[None]:
    """Let Ctrl-C, SIGTERM and SIGHUP unwind the run once, so that nothing is left over.

    Polars has a handler for Ctrl-C of its own, under which a read that waits goes on
    waiting, and which raises a second time while the first is being cleaned up. This one
    takes its place, and is deaf once it has been heard.
    """

    def stop(number: int, _frame: FrameType | None) -> NoReturn:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        raise _Stopped(number)

    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    numbers = [getattr(signal, name) for name in names]
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _left(out: Path | None) -> str:
    if out is None:
        return "what was printed is whole lines, but not all of them"
    if out.exists():
        return f"{out} is what it was before"
    return f"{out} was not written"
