"""`adjudge rubric`: write, check, show, convert and compare rubrics."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from .exits import FINE, NEGATIVE, WRONG
from .words import RUBRIC

_output = click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write to this file."
)
_force = click.option("--force", is_flag=True, help="Replace the file if it exists.")
_json = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


@click.group()
def rubric() -> None:
    """Write, check, show, convert and compare rubrics.

    RUBRIC is a built-in name (`adjudge rubric list`) or a .yaml or .json file.
    """


def _print(text: str, output: Path | None = None, *, force: bool = False) -> None:
    """Put *text* on standard output, or into a file and say so."""
    if output is None or str(output) == "-":
        click.echo(text.removesuffix("\n"))
        return
    from adjudge.workbench import write_rubric

    write_rubric(text, output, force=force)
    click.echo(f"wrote {output}", err=True)


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


@rubric.command("list")
@_json
def list_(*, as_json: bool) -> int:
    """List the built-in rubrics."""
    from adjudge.formats import bundled_rubrics, load_rubric

    rubrics = [load_rubric(name, examples=False).rubric for name in bundled_rubrics()]
    if as_json:
        _print_json(
            [
                {
                    "name": r.id,
                    "title": r.title,
                    "rubric": r.version,
                    "criteria": [c.id for c in r.criteria],
                }
                for r in rubrics
            ]
        )
        return FINE
    width = max(len(r.id) for r in rubrics)
    for r in rubrics:
        count = len(r.criteria)
        many = f"{count} criteri{'on' if count == 1 else 'a'}"
        click.echo(f"{r.id:<{width}}  {r.title} ({many})")
    return FINE


@rubric.command()
@_output
@_force
@click.option("--from", "like", type=RUBRIC, help="Start from a built-in rubric.")
def new(output: Path | None, like: str | None, *, force: bool) -> int:
    """Print a rubric to begin with, or write it to a file."""
    from adjudge.errors import UsageInvalid
    from adjudge.workbench import draft_rubric

    if output is not None and output.suffix not in (".yaml", ".yml") and str(output) != "-":
        raise UsageInvalid(
            "a new rubric is written as YAML",
            where=str(output),
            hint="name it .yaml; adjudge rubric convert makes JSON of it",
        )
    name = output.stem if output is not None else ""
    _print(draft_rubric(like=like, name=name), output, force=force)
    return FINE


@rubric.command()
@click.argument("rubric", type=RUBRIC)
@_json
def show(rubric: str, *, as_json: bool) -> int:
    """Show what RUBRIC says."""
    from adjudge.reports import render_rubric, rubric_as_json
    from adjudge.workbench import open_rubric

    file = open_rubric(rubric)
    if as_json:
        _print_json(rubric_as_json(file))
        return FINE
    for warning in file.diagnostics:
        click.echo(str(warning), err=True)
    click.echo(render_rubric(file))
    return FINE


@rubric.command()
@click.argument("rubrics", nargs=-1, required=True, type=RUBRIC, metavar="RUBRIC...")
@_json
def check(rubrics: tuple[str, ...], *, as_json: bool) -> int:
    """Read each RUBRIC strictly and report every fault at once.

    Exit code 0 when all can be used, 2 when one has an error. Whether its examples come
    out right is for `adjudge check`.
    """
    from adjudge.formats import RubricFileInvalid
    from adjudge.reports import diagnostic_as_json
    from adjudge.workbench import open_rubric

    reports: list[dict[str, Any]] = []
    for name in rubrics:
        version: str | None = None
        try:
            file = open_rubric(name)
            version, found = file.rubric.version, file.diagnostics
        except RubricFileInvalid as err:
            found = err.diagnostics
        told = [diagnostic_as_json(d) for d in found]
        reports.append({"file": name, "rubric": version, "diagnostics": told})
        if not as_json:
            for diagnostic in found:
                click.echo(str(diagnostic), err=True)
            if version:
                click.echo(f"{name}: fine ({version})")
            else:
                click.echo(f"{name}: {_count(told)}", err=True)
    if as_json:
        _print_json(reports)
    return FINE if all(report["rubric"] for report in reports) else WRONG


def _count(diagnostics: list[dict[str, Any]]) -> str:
    errors = sum(d["severity"] == "error" for d in diagnostics)
    return "1 error" if errors == 1 else f"{errors} errors"


@rubric.command()
@click.argument("rubric", type=RUBRIC)
@click.option("--to", type=click.Choice(["yaml", "json", "text"]), help="The form wanted.")
@click.option(
    "--dialect",
    type=click.Choice(["document", "deployed"]),
    default="document",
    help="For text: which of the workshop's dialects to write.",
)
@_output
@_force
def convert(rubric: str, to: Any, dialect: Any, output: Path | None, *, force: bool) -> int:
    """Write RUBRIC as YAML, as JSON, or as a workshop's question text (.txt).

    What the other form cannot carry is listed on standard error.
    """
    from adjudge.workbench import convert_rubric, form_of

    form = form_of(to, output)
    made = convert_rubric(rubric, form, output=output, dialect=dialect)
    for what in made.lost:
        click.echo(f"lost: {what}", err=True)
    _print(made.text, output, force=force)
    return FINE


@rubric.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--legacy", is_flag=True, help="Blank lines separate questions.")
@click.option("--judge-type", help="The scale of questions that name none: likert, ...")
@click.option(
    "--labels", nargs=2, metavar="FAIL PASS", help="The two labels of binary questions."
)
@click.option("--title", default="", help="The rubric's title.")
@click.option(
    "--dialect",
    type=click.Choice(["document", "deployed"]),
    help="How to read questions without a marker: `Title`, or `Title: description`.",
)
@_output
@_force
@click.option("--yes", is_flag=True, help="Write without asking.")
def migrate(file: Path, output: Path | None, *, force: bool, yes: bool, **how: Any) -> int:
    """Make a rubric file of a workshop's question text, or of its JSON record.

    Shows the questions that were found; writes them with -o, after asking.
    """
    from adjudge.formats import Workshop
    from adjudge.reports import render_questions
    from adjudge.workbench import all_titles_have_colons, migrate_questions

    beside = Workshop(name=how["title"], judge_type=how["judge_type"], labels=how["labels"])
    found, text = migrate_questions(
        file, beside, output=output, dialect=how["dialect"], legacy=how["legacy"]
    )
    click.echo(render_questions(found), err=output is not None)
    if how["dialect"] is None and all_titles_have_colons(found):
        click.echo(
            "note: every question is one line with a colon; add --dialect deployed to read "
            "what follows the colon as the description",
            err=True,
        )
    if output is None:
        click.echo("\nNothing is written yet; add -o FILE.yaml to write it.", err=True)
        return FINE
    if not yes and not _agreed(output):
        click.echo("nothing written", err=True)
        return NEGATIVE
    _print(text, output, force=force)
    return FINE


def _agreed(output: Path) -> bool:
    """Whether the person at the terminal says yes; with nobody there, say how."""
    if not sys.stdin.isatty():
        from adjudge.errors import UsageInvalid

        raise UsageInvalid(
            "nobody is there to ask", hint="add --yes to write without asking"
        )
    return click.confirm(f"Write this to {output}?", err=True)


@rubric.command()
@_output
@_force
def schema(output: Path | None, *, force: bool) -> int:
    """Print the JSON Schema of rubric files, with which editors complete them."""
    from adjudge.formats import rubric_schema, write_json

    _print(write_json(rubric_schema()), output, force=force)
    return FINE


@rubric.command()
@click.argument("before", type=RUBRIC)
@click.argument("after", type=RUBRIC)
@_json
def diff(before: str, after: str, *, as_json: bool) -> int:
    """Compare two rubrics by what they mean; criteria are matched by id.

    Exit code 0 when they mean the same, 1 when they differ.
    """
    from adjudge.reports import comparison_as_json, render_comparison
    from adjudge.workbench import compare_rubrics, open_rubric

    found = compare_rubrics(open_rubric(before).rubric, open_rubric(after).rubric)
    if as_json:
        _print_json(comparison_as_json(found))
    else:
        click.echo(render_comparison(found))
    return NEGATIVE if found.changes else FINE
