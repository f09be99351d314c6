"""`adjudge check`: whether a rubric gets its own examples right."""

from __future__ import annotations

import click

from .exits import FINE, NEGATIVE
from .words import RUBRIC


@click.command()
@click.argument("rubric", type=RUBRIC)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option(
    "--wrong", "only_wrong", is_flag=True, help="List only what is misclassified."
)
def check(rubric: str, *, as_json: bool, only_wrong: bool) -> int:
    """Judge all examples of RUBRIC, a built-in name or a file, by its rules.

    Exit code 1 when one is misclassified, 2 when the rubric itself is faulty.
    """
    import json

    from adjudge.formats import load_rubric
    from adjudge.reports import check_as_json, render_check
    from adjudge.workbench import check_examples

    loaded = load_rubric(rubric)
    for warning in loaded.diagnostics:
        click.echo(str(warning), err=True)
    found = check_examples(loaded.rubric, loaded.examples)
    if as_json:
        click.echo(json.dumps(check_as_json(found), ensure_ascii=False, indent=2))
    else:
        click.echo(render_check(found, every=not only_wrong))
    return NEGATIVE if found.wrong else FINE
