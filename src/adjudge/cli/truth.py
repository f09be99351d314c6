"""`adjudge truth`: what is most likely true of each item, and how often judges err."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from .exits import FINE
from .measured import print_json, tell
from .ratings_options import ratings_options
from .words import FILE


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="VERDICTS...")
@click.option(
    "--model", type=click.Choice(["dawid-skene", "one-coin", "majority"]),
    default="dawid-skene", show_default=True,
    help="Each judge has a table of errors, or one chance of being right, or one vote.",
)  # fmt: skip
@click.option(
    "--judge", "judges", multiple=True, metavar="WHO",
    help="Only these: person, model, rule, a name or a pattern with *; may be repeated.",
)  # fmt: skip
@click.option(
    "--smoothing", type=click.FloatRange(0, 100),
    help="Labels that each judge is taken to have given beforehand in each cell of its "
    "table; 0 is maximum likelihood.  [default: 0.01]",
)  # fmt: skip
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False),
    help="Write what each item comes to, as JSON Lines.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@ratings_options
def truth(
    files: tuple[str, ...], *, out: Path | None, as_json: bool, **options: Any
) -> int:
    """Find what is most likely true of each item, from labels alone.

    Nobody's word is taken as right: judges who agree with the others count for more.
    Whether all of them are wrong together is not in the data.
    """
    from adjudge.reports import render_truth, truth_as_json
    from adjudge.workbench import find_truth, open_ratings, write_truth

    from .ratings_options import ratings_wanted

    model, judges = options.pop("model"), options.pop("judges")
    smoothing = options.pop("smoothing")
    read = replace(ratings_wanted(**options), judges_needed=1)
    opened = open_ratings([Path(file) for file in files], read)
    tell(opened.notes)
    found = find_truth(opened, model, judges=judges, smoothing=smoothing)
    if out is not None:
        write_truth(out, found)
    if as_json:
        print_json(truth_as_json(found) | {"out": str(out) if out else None})
    else:
        click.echo(render_truth(found))
        if out is not None:
            click.echo(f"\ntruth: {out}")
    return FINE
