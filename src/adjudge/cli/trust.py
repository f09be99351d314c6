"""`adjudge trust`: may a judge stand in for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .exits import FINE, NEGATIVE
from .ratings_options import ratings_options, ratings_wanted

if TYPE_CHECKING:
    from adjudge.workbench import TrustAsked


_PAGE = 100


@click.command()
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="VERDICTS...",
    type=click.Path(path_type=Path, dir_okay=False),
)
@click.option(
    "--judge",
    "judges",
    multiple=True,
    metavar="NAME|PATTERN|KIND",
    help="Who is tested, council/* or rule, say; may be repeated.  [default: every judge "
    "that is no person]",
)
@click.option(
    "--reference",
    multiple=True,
    metavar="KIND|NAME",
    default=("person",),
    show_default=False,
    help="The people whom it is held against; may be repeated.  [default: person]",
)
@click.option(
    "--adjudicated",
    metavar="NAME",
    help="Whose answers are the settled ones.  [default: who is called gold or "
    "adjudicated]",
)
@click.option(
    "--metric",
    type=click.Choice(["accuracy", "neg_rmse"]),
    default="accuracy",
    show_default=True,
    help="How near: the share of others with the same answer, or minus the distance.",
)
@click.option(
    "--epsilon",
    type=float,
    help="What the judge's cheapness is worth, 0 to 1.  [default: 0.1]",
)
@click.option(
    "--annotators",
    type=click.Choice(["expert", "skilled", "crowd"]),
    help="Sets epsilon by who the people are: 0.2, 0.15, 0.1.",
)
@click.option(
    "--positive",
    metavar="LABEL",
    help="The answer that counts as yes.  [default: the higher of two]",
)
@click.option("--require-pass", is_flag=True, help="Exit with 1 unless all judges pass.")
@click.option("--full", is_flag=True, help="Show every person and every judge.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@ratings_options
def trust(files: tuple[Path, ...], *, full: bool, **options: Any) -> int:
    """Say whether judges in VERDICTS may stand in for the people there.

    By the alternative annotator test (Calderon, Reichart and Dror, ACL 2025), and by how
    each judge agrees with the people, beside how they agree among themselves.
    """  # fmt: skip
    from adjudge.reports import render_trust, shown, trust_as_json
    from adjudge.workbench import measure_trust, open_ratings

    as_json, require_pass = options.pop("as_json"), options.pop("require_pass")
    asked = _asked(options)
    finding = measure_trust(open_ratings(files, ratings_wanted(**options)), asked)
    for note in finding.notes:
        click.echo(f"note: {shown(note)}", err=True)
    if as_json:
        click.echo(json.dumps(trust_as_json(finding), ensure_ascii=False, indent=2))
    else:
        click.echo(render_trust(finding, full=full, width=_width()))
    return NEGATIVE if require_pass and not finding.all_pass else FINE


def _width() -> int:
    """Columns of the terminal; what goes elsewhere is as wide as a page."""
    import shutil
    import sys

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _PAGE


def _asked(options: dict[str, Any]) -> TrustAsked:
    """What *options* ask for; they are taken out."""
    from adjudge.workbench import TrustAsked

    return TrustAsked(
        judges=options.pop("judges"),
        reference=options.pop("reference"),
        adjudicated=options.pop("adjudicated"),
        positive=options.pop("positive"),
        metric=options.pop("metric"),
        epsilon=_epsilon(options.pop("epsilon"), options.pop("annotators")),
    )


def _epsilon(epsilon: float | None, annotators: str | None) -> float:
    from adjudge.errors import UsageInvalid
    from adjudge.workbench import epsilon_for

    if epsilon is not None and annotators is not None:
        raise UsageInvalid(
            "--epsilon and --annotators both set epsilon", hint="give one of them"
        )
    return epsilon_for(annotators) if epsilon is None else epsilon
