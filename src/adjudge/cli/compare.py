"""`adjudge compare`: say whether one system is better than another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from .exits import FINE
from .measured import listed, print_json, tell
from .ratings_options import ratings_options
from .words import FILE


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="VERDICTS...")
@click.option(
    "--systems", metavar="OLD,NEW,...",
    help="The first is what the others are held against; of a council's verdicts, the "
    "authors.  [default: all, in order of appearance]",
)  # fmt: skip
@click.option(
    "--judge", "judges", multiple=True, metavar="WHO",
    help="Only their grades: person, model, rule, a name or a pattern with *; may be "
    "repeated.",
)  # fmt: skip
@click.option(
    "--adjust", type=click.Choice(["holm", "by", "none"]), default="holm",
    show_default=True, help="How many comparisons are made up for.",
)  # fmt: skip
@click.option(
    "--confidence", type=click.FloatRange(0.5, 0.999), default=0.95, show_default=True,
    help="Of the intervals; one less it is how often a word may be false.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the comparisons as JSON.")
@ratings_options
def compare(files: tuple[str, ...], *, as_json: bool, **options: Any) -> int:
    """Say whether one system is better than another, item by item.

    Each item's grades are averaged over judges who graded both, so that a severe judge
    favours nobody, and items, not verdicts, are what is counted.
    """
    from adjudge.reports import contrasts_as_json, render_contrasts
    from adjudge.workbench import Comparing, compare_systems, open_ratings

    from .ratings_options import ratings_wanted

    wanted = Comparing(
        systems=listed(options.pop("systems")),
        judges=options.pop("judges"),
        adjustment=options.pop("adjust"),
        confidence=options.pop("confidence"),
    )
    read = replace(ratings_wanted(**options), judges_needed=1)
    opened = open_ratings([Path(file) for file in files], read)
    tell(opened.notes)
    made = compare_systems(opened, wanted)
    if as_json:
        print_json(contrasts_as_json(made))
    else:
        click.echo(render_contrasts(made))
    return FINE
