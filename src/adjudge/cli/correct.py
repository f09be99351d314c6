"""`adjudge correct`: true scores from a few human verdicts and a cheap judge."""

from __future__ import annotations

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
    "--reference", multiple=True, metavar="WHO",
    help="Whose verdicts are right: person, or judges by name.  [default: person]",
)  # fmt: skip
@click.option(
    "--judge", "judges", multiple=True, metavar="WHO",
    help="Whose are corrected: model, rule, a name or a pattern with *; may be "
    "repeated.  [default: everybody else, one by one]",
)  # fmt: skip
@click.option(
    "--together", is_flag=True, help="Correct the mean of these judges, not each of them."
)
@click.option(
    "--systems", metavar="A,B", help="Only these systems.  [default: all that there are]"
)
@click.option("--share-of", metavar="LABEL", help="The share of one label, not the mean.")
@click.option(
    "--confidence", type=click.FloatRange(0.5, 0.999), default=0.95, show_default=True,
    help="Of the intervals.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the scores as JSON.")
@ratings_options
def correct(files: tuple[str, ...], *, as_json: bool, **options: Any) -> int:
    """Correct a cheap judge's scores by what people said of some of the items.

    Few human verdicts and many of the judge come to an unbiased mean, or pass rate, with
    an interval; of systems, to their differences. It holds if the items that people
    judged are a random draw.
    """
    from adjudge.reports import corrections_as_json, render_corrections
    from adjudge.workbench import Correcting, correct_scores, open_ratings

    from .ratings_options import ratings_wanted

    wanted = Correcting(
        reference=options.pop("reference") or ("person",),
        judges=options.pop("judges"),
        together=options.pop("together"),
        systems=listed(options.pop("systems")),
        label=options.pop("share_of") or "",
        confidence=options.pop("confidence"),
    )
    opened = open_ratings([Path(file) for file in files], ratings_wanted(**options))
    tell(opened.notes)
    made = correct_scores(opened, wanted)
    if as_json:
        print_json(corrections_as_json(made))
    else:
        click.echo(render_corrections(made))
    return FINE
