"""`adjudge agree`: how far judges agree, with intervals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .exits import FINE
from .measured import print_json, tell
from .ratings_options import ratings_options, ratings_wanted
from .words import FILE

if TYPE_CHECKING:
    from adjudge.reports import AgreementFinding
    from adjudge.workbench import OpenedRatings

F = TypeVar("F", bound=Callable[..., Any])


def parts_options(command: F) -> F:
    """What `agree` and `report` measure beyond the whole."""
    for option in (
        click.option(
            "--confidence", type=click.FloatRange(0.5, 0.999), default=0.95,
            show_default=True, help="Of the intervals.",
        ),
        click.option(
            "--by", type=click.Choice(["kind", "judge", "system"]), default=None,
            help="Also among judges of each kind, without each judge, or by system.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="VERDICTS...")
@parts_options
@click.option("--full", is_flag=True, help="Every coefficient, however many criteria.")
@click.option(
    "--plan-width", type=float, metavar="W",
    help="Also how much more is needed until intervals are so narrow.",
)  # fmt: skip
@click.option(
    "--next", "next_", type=click.IntRange(min=1), metavar="N",
    help="Also which N items people should be asked about next; needs -o.",
)  # fmt: skip
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False),
    help="Where the items of --next go, as JSON Lines.",
)  # fmt: skip
@ratings_options
@click.option("--json", "as_json", is_flag=True, help="Print the finding as JSON.")
def agree(  # one for each thing that can be asked
    files: tuple[str, ...],
    *,
    full: bool,
    plan_width: float | None,
    next_: int | None,
    out: Path | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Say per criterion how far the judges of VERDICTS agree, and what to mind.

    VERDICTS are files of verdicts, or of ratings from elsewhere. The exit code is 0
    whatever the agreement is.
    """
    from adjudge.reports import (
        agreement_as_json,
        needed_as_json,
        render_agreement,
        render_needed,
    )
    from adjudge.workbench import plan_agreement

    paths = tuple(Path(file) for file in files)
    _ask_queue(next_, out, paths)
    opened, finding = measured(paths, items=(), **options)
    tell(finding.notes)
    needed = None
    if plan_width is not None:
        needed = plan_agreement(opened, plan_width, finding.confidence)
    if as_json:
        shape = agreement_as_json(finding)
        plan = {} if needed is None else {"needed": needed_as_json(needed)}
        print_json(shape | plan)
    else:
        click.echo(render_agreement(finding, full=full or None))
        if needed is not None:
            click.echo(f"\n{render_needed(needed)}")
    if next_ is not None and out is not None:
        _queue(opened, next_, out)
    return FINE


def measured(
    paths: tuple[Path, ...],
    *,
    items: tuple[Path, ...],
    by: str | None,
    confidence: float,
    **options: Any,
) -> tuple[OpenedRatings, AgreementFinding]:
    """The ratings in *paths*, read as *options* of `ratings_options` say, measured."""
    from adjudge.workbench import AgreementWanted, measure_agreement, open_ratings

    reading = ratings_wanted(**options)
    rubric = reading.rubric
    titles = {str(c.id): c.title for c in rubric.criteria} if rubric else {}
    wanted = AgreementWanted(
        by=by or "",  # type: ignore[arg-type]  # click knows the choices
        confidence=confidence,
        items=items,
        titles=titles,
    )
    opened = open_ratings(paths, reading)
    return opened, measure_agreement(opened, paths, wanted)


def _ask_queue(next_: int | None, out: Path | None, read: tuple[Path, ...]) -> None:
    """Refuse --next without a file, a file without --next, and one that is read."""
    from adjudge.errors import UsageInvalid

    if next_ is not None and out is None:
        raise UsageInvalid(
            "there is no file for the items", where="--next", hint="-o queue.jsonl"
        )
    if out is None:
        return
    if next_ is None:
        raise UsageInvalid(
            "nothing is written to it", where="-o", hint="say how many items: --next 50"
        )
    if any(out.exists() and one.exists() and out.samefile(one) for one in read):
        raise UsageInvalid(
            "this file is read", where=str(out), hint="write to another file"
        )


def _queue(opened: OpenedRatings, n: int, out: Path) -> None:
    from adjudge.reports import many
    from adjudge.workbench import next_items, write_queue

    count = write_queue(out, next_items(opened, n))
    click.echo(f"{out}: {many(count, 'item')} to ask people about next", err=True)
