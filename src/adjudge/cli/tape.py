"""`adjudge tape`: what models have answered, what it cost, and how to make it smaller."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from .exits import FINE

if TYPE_CHECKING:
    from adjudge.settings import Settings
    from adjudge.workbench import TapeBook, Wanted

F = TypeVar("F", bound=Callable[..., Any])

_STAGES: Final = ("answer", "safety", "review", "revision", "synthesis")
_SHOWN: Final = 20
_UNITS: Final = {"h": "hours", "d": "days", "w": "weeks"}

_tape = click.argument("tape", required=False, type=click.Path(path_type=Path))
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def _choosing(command: F) -> F:
    """Which calls are meant."""
    for option in (
        click.option(
            "--stage", "stages", multiple=True, type=click.Choice(_STAGES),
            help="Only calls of this stage; may be given again.",
        ),
        click.option(
            "--seat", "seats", multiple=True, help="Only this seat or model.",
        ),
        click.option("--item", "items", multiple=True, help="Only about this item."),
        click.option(
            "--rubric", "rubrics", multiple=True,
            help="Only by this rubric, NAME or NAME@VERSION.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


@click.group()
def tape() -> None:
    """See what models have answered, what it cost, and drop what is not needed.

    TAPE is the file that a run was recorded in, or the folder of the run. Without it, the
    file that ADJUDGE_TAPE names.
    """


@tape.command()
@_tape
@_choosing
@click.option("--lost", is_flag=True, help="Only calls that got no answer.")
@click.option(
    "-n", "--limit", type=click.IntRange(min=0),
    help=f"How many, the last ones.  [default: {_SHOWN}; with --json all]",
)  # fmt: skip
@click.option("--text", is_flag=True, help="Print whole answers.")
@_json
@click.pass_obj
def show(
    settings: Settings | None,
    /,
    *,
    tape: Path | None,
    limit: int | None,
    text: bool,
    as_json: bool,
    **wanted: Any,
) -> int:
    """List the calls on TAPE, the last ones last."""
    from adjudge.reports import tape_header, taped_as_json, taped_line, taped_text
    from adjudge.workbench import list_calls

    if limit is None and not as_json:
        limit = _SHOWN
    book = _opened(tape, settings)
    calls = list_calls(book, _wanted(**wanted), last=limit)
    if as_json:
        for call in calls:
            click.echo(json.dumps(taped_as_json(call), ensure_ascii=False))
        _tell_damaged(book)
        return FINE
    width = shutil.get_terminal_size((100, 24)).columns
    click.echo(tape_header())
    for call in calls:
        click.echo(taped_line(call, width=width))
        for line in taped_text(call) if text else ():
            click.echo(line)
    _tell_damaged(book)
    return FINE


def _tell_damaged(book: TapeBook) -> None:
    from adjudge.reports import damaged_in_words

    if book.damaged:
        click.echo(damaged_in_words(book.damaged), err=True)


@tape.command()
@_tape
@click.option(
    "--prices", type=click.Path(path_type=Path, dir_okay=False),
    help="Your own price table, over the one that comes with adjudge.",
)  # fmt: skip
@_json
@click.pass_obj
def stats(
    settings: Settings | None, /, *, tape: Path | None, prices: Path | None, as_json: bool
) -> int:
    """Count the answers on TAPE, and what they cost by stage and seat."""
    from adjudge.formats import bundled_prices, read_prices
    from adjudge.reports import damaged_in_words, render_tape_stats, tape_stats_as_json

    table = bundled_prices()
    if prices is not None:
        table = read_prices(prices).over(table)
    counted = _opened(tape, settings).stats(table)
    if counted.damaged and as_json:
        click.echo(damaged_in_words(counted.damaged), err=True)
    if as_json:
        _print(tape_stats_as_json(counted))
    else:
        click.echo(
            render_tape_stats(
                counted, room=shutil.get_terminal_size((0, 0)).columns or None
            )
        )
    return FINE


@tape.command()
@_tape
@_choosing
@click.option("--older-than", metavar="AGE", help="Only older ones: 12h, 30d or 8w.")
@click.option("--dry-run", is_flag=True, help="Only tell what would be dropped.")
@_json
@click.pass_obj
def prune(
    settings: Settings | None,
    /,
    *,
    tape: Path | None,
    older_than: str | None,
    dry_run: bool,
    as_json: bool,
    **wanted: Any,
) -> int:
    """Drop from TAPE what no run looks up: lost calls, and answers that were replaced.

    With options, answers that fit all of them are dropped too, and would be asked for
    anew. Runs may go on using the tape meanwhile.
    """
    from adjudge.reports import pruned_as_json, render_pruned
    from adjudge.workbench import prune_tape

    before = None if older_than is None else _now() - _age(older_than)
    pruned = prune_tape(
        _opened(tape, settings), _wanted(**wanted), before=before, dry_run=dry_run
    )
    if as_json:
        _print(pruned_as_json(pruned, dry_run=dry_run))
    else:
        click.echo(render_pruned(pruned, dry_run=dry_run))
    return FINE


def _opened(path: Path | None, settings: Settings | None) -> TapeBook:
    from adjudge.errors import UsageInvalid
    from adjudge.wiring import open_tape

    found = path or (settings.tape if settings is not None else None)
    if found is None:
        raise UsageInvalid(
            "no tape is named",
            where="TAPE",
            hint="name the file or the folder of a run, or set ADJUDGE_TAPE",
        )
    return open_tape(found)


def _wanted(*, lost: bool = False, **chosen: tuple[Any, ...]) -> Wanted:
    from adjudge.workbench import Wanted

    return Wanted(lost=lost, **{name: frozenset(told) for name, told in chosen.items()})


def _now() -> datetime:
    return datetime.fromtimestamp(time.time(), UTC)


def _age(text: str) -> timedelta:
    from adjudge.errors import UsageInvalid

    told = re.fullmatch(r"([0-9]{1,6})([hdw])", text.strip())
    if told is None:
        raise UsageInvalid(
            f"{text!r} is no age",
            where="--older-than",
            hint="a number and a unit: 12h, 30d or 8w",
        )
    return timedelta(**{_UNITS[told[2]]: int(told[1])})


def _print(value: dict[str, Any]) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
