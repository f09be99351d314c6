"""`adjudge ledger`: check, convert and summarise files of verdicts."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .exits import FINE, WRONG
from .ratings_options import ratings_options, ratings_wanted
from .words import RUBRIC

if TYPE_CHECKING:
    from adjudge.formats import Reading

F = TypeVar("F", bound=Callable[..., Any])

_FILE = click.Path(path_type=Path, dir_okay=False)


def _reading_options(command: F) -> F:
    """What files from elsewhere leave open."""
    for option in (
        click.option(
            "-r", "--rubric", type=RUBRIC,
            help="The rubric whose scales read the values: a built-in name or a file.",
        ),
        click.option(
            "--criterion",
            help="The criterion of a file that has no such column.  [default: the "
            "rubric's only one; without a rubric: rating]",
        ),
        click.option(
            "--kind", type=click.Choice(["rule", "model", "person"]), default="person",
            show_default=True,
            help="The kind of the judges in a file that does not say it.",
        ),
        click.option(
            "--missing", type=click.Choice(["refuse", "abstained", "excused", "failed"]),
            default="refuse", show_default=True,
            help="What an empty value or NA means in a file that has no outcomes.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


@click.group()
def ledger() -> None:
    """Check, convert and summarise files of verdicts.

    A file is our own (JSON Lines, Parquet or CSV), or ratings from elsewhere: at least
    item, judge and value; item_id, rater_id and rater_kind are understood.
    """


@ledger.command()
@click.argument("file", type=_FILE)
@_reading_options
@click.option("--json", "as_json", is_flag=True, help="Print the faults as JSON.")
def check(file: Path, *, as_json: bool, **options: Any) -> int:
    """Tell every fault of FILE with its row. Exit code 2 when there is one."""
    from adjudge.formats import check_verdicts
    from adjudge.reports import faults_as_json, many, render_faults

    checked = check_verdicts(file, _reading(**options))
    if as_json:
        faults = faults_as_json(checked.faults)
        _print({"file": str(file), "rows": checked.ledger.height, "faults": faults})
    elif checked.faults:
        click.echo(render_faults(checked.faults))
    else:
        click.echo(f"{file}: {many(checked.ledger.height, 'verdict')}, no fault")
    return WRONG if checked.faults else FINE


@ledger.command()
@click.argument("file", metavar="IN", type=_FILE)
@click.argument("out", type=_FILE)
@_reading_options
def convert(file: Path, out: Path, **options: Any) -> int:
    """Write the verdicts of IN to OUT: .jsonl, .parquet or .csv.

    Refuses a file that has a fault, and writes OUT whole or not at all.
    """
    from adjudge.errors import UsageInvalid
    from adjudge.formats import ledger_kind, read_verdicts, write_verdicts
    from adjudge.reports import many

    ledger_kind(out)
    if out.exists() and out.samefile(file):
        raise UsageInvalid(
            "IN and OUT are the same file", where=str(out), hint="write to another file"
        )
    verdicts = read_verdicts(file, _reading(**options))
    write_verdicts(out, verdicts)
    click.echo(f"{out}: {many(verdicts.height, 'verdict')}")
    return FINE


@ledger.command()
@click.argument("file", type=_FILE)
@_reading_options
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def show(file: Path, *, as_json: bool, **options: Any) -> int:
    """Summarise FILE: how each criterion was answered, and by whom."""
    from adjudge.formats import read_verdicts
    from adjudge.reports import ledger_as_json, render_ledger

    verdicts = read_verdicts(file, _reading(**options))
    if as_json:
        _print({"file": str(file)} | ledger_as_json(verdicts))
    else:
        click.echo(render_ledger(verdicts))
    return FINE


@ledger.command()
@click.argument("files", nargs=-1, required=True, type=_FILE)
@ratings_options
@click.option("-o", "--out", type=_FILE, help="Write them as a ledger to this file, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def read(
    files: tuple[Path, ...], out: Path | None, *, as_json: bool, **options: Any
) -> int:
    """Read ratings as the commands that measure agreement do, and tell what was read.

    FILES are ledgers, tables with a rating a row or a column for each judge, or exports
    of Label Studio, Argilla, Inspect, promptfoo, MLflow or Prodigy.
    """
    from adjudge.formats import ledger_kind, write_verdicts
    from adjudge.reports import ledger_as_json, render_ledger, shown
    from adjudge.workbench import open_ratings

    if out is not None:
        ledger_kind(out)
    opened = open_ratings(files, replace(ratings_wanted(**options), judges_needed=1))
    verdicts = opened.ledger()
    if out is not None:
        write_verdicts(out, verdicts)
    if as_json:
        _print(ledger_as_json(verdicts) | {"notes": list(opened.notes)})
        return FINE
    for note in opened.notes:
        click.echo(shown(note), err=True)
    click.echo(render_ledger(verdicts))
    return FINE


def _reading(
    *, rubric: str | None, criterion: str | None, kind: str, missing: Any
) -> Reading:
    from adjudge.formats import Reading, load_rubric
    from adjudge.verdict import JudgeKind

    return Reading(
        rubric=load_rubric(rubric, examples=False).rubric if rubric else None,
        criterion=criterion,
        kind=JudgeKind(kind),
        missing=missing,
    )


def _print(value: dict[str, Any]) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
