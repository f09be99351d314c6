"""`adjudge agree`: how far judges agree, with intervals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .exits import FINE
from .ratings_options import ratings_options, ratings_wanted

if TYPE_CHECKING:
    from adjudge.reports import AgreementFinding

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("verdicts", nargs=-1, required=True, type=_FILE)
@click.option(
    "--by", type=click.Choice(["kind", "judge", "system"]), default=None,
    help="Also among judges of each kind, without each judge, or on each system's units.",
)  # fmt: skip
@click.option("--full", is_flag=True, help="Every coefficient, however many criteria.")
@ratings_options
@click.option("--json", "as_json", is_flag=True, help="Print the finding as JSON.")
def agree(
    verdicts: tuple[Path, ...], *, by: str | None, full: bool, as_json: bool, **options: Any
) -> int:
    """Say per criterion how far the judges of VERDICTS agree, and what to mind.

    VERDICTS are files of verdicts, or of ratings from elsewhere. The exit code is 0
    whatever the agreement is.
    """
    from adjudge.reports import agreement_as_json, render_agreement

    finding = measured(verdicts, by=by, items=(), **options)
    tell(finding)
    if as_json:
        click.echo(json.dumps(agreement_as_json(finding), ensure_ascii=False, indent=2))
    else:
        click.echo(render_agreement(finding, full=full or None))
    return FINE


def measured(
    verdicts: tuple[Path, ...], *, by: str | None, items: tuple[Path, ...], **options: Any
) -> AgreementFinding:
    """The finding on *verdicts*, read as *options* of `ratings_options` say."""
    from adjudge.workbench import AgreementWanted, measure_agreement, open_ratings

    reading = ratings_wanted(**options)
    rubric = reading.rubric
    titles = {c.id: c.title for c in rubric.criteria} if rubric else {}
    wanted = AgreementWanted(by=by or "", items=items, titles=titles)  # type: ignore[arg-type]
    return measure_agreement(open_ratings(verdicts, reading), verdicts, wanted)


def tell(finding: AgreementFinding) -> None:
    """Say on standard error what reading the files came upon."""
    from adjudge.reports import shown

    for note in finding.notes:
        click.echo(f"note: {shown(note)}", err=True)
