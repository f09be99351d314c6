"""`adjudge report`: agreement as one page that a manager can read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .agree import measured, parts_options
from .exits import FINE
from .measured import tell
from .ratings_options import ratings_options
from .words import FILE

if TYPE_CHECKING:
    from adjudge.reports import AgreementFinding

_FILE = click.Path(path_type=Path, dir_okay=False)
_ITEMS = click.Path(path_type=Path)


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="VERDICTS...")
@click.option(
    "-o", "--out", type=_FILE, help="The page: one HTML file that needs nothing else."
)
@click.option("--md", type=_FILE, help="The same in short, as Markdown.")
@click.option("--json", "as_json", type=_FILE, help="Everything as JSON.")
@click.option(
    "--pictures", type=click.Path(path_type=Path, file_okay=False),
    help="A folder for each picture as SVG, and as PNG with the extra pictures.",
)  # fmt: skip
@click.option(
    "--items", multiple=True, type=_ITEMS,
    help="Files with the items: texts for the list of disagreements. Repeatable.",
)  # fmt: skip
@parts_options
@ratings_options
def report(  # one for each thing that can be written
    files: tuple[str, ...],
    *,
    out: Path | None,
    md: Path | None,
    as_json: Path | None,
    pictures: Path | None,
    items: tuple[Path, ...],
    **options: Any,
) -> int:
    """Report how far the judges of VERDICTS agree: a page, Markdown, JSON, pictures."""
    verdicts = tuple(Path(file) for file in files)
    targets = [each for each in (out, md, as_json) if each is not None]
    _ask_targets(targets, pictures, [*verdicts, *items])
    _, finding = measured(verdicts, items=items, **options)
    tell(finding.notes)
    _write(finding, out, md, as_json)
    for target in targets:
        click.echo(str(target))
    if pictures is not None:
        _draw(finding, pictures)
    return FINE


def _ask_targets(targets: list[Path], pictures: Path | None, read: list[Path]) -> None:
    """Refuse a call that writes nothing, or over what it reads."""
    from adjudge.errors import UsageInvalid

    if not targets and pictures is None:
        raise UsageInvalid(
            "nothing is to be written", where="adjudge report", hint="-o report.html"
        )
    if len({target.resolve() for target in targets}) < len(targets):
        raise UsageInvalid(
            "two outputs are one file", where="adjudge report", hint="name two files"
        )
    for target in targets:
        if any(target.exists() and one.exists() and target.samefile(one) for one in read):
            raise UsageInvalid(
                "this file is read", where=str(target), hint="write to another file"
            )


def _write(
    finding: AgreementFinding, out: Path | None, md: Path | None, as_json: Path | None
) -> None:
    from adjudge.reports import agreement_as_html, agreement_as_json, agreement_as_markdown
    from adjudge.workbench import write_text

    if out is not None:
        write_text(out, agreement_as_html(finding))
    if md is not None:
        write_text(md, agreement_as_markdown(finding))
    if as_json is not None:
        shape = agreement_as_json(finding)
        write_text(as_json, json.dumps(shape, ensure_ascii=False, indent=2) + "\n")


def _draw(finding: AgreementFinding, folder: Path) -> None:
    from adjudge.reports import agreement_pictures, many
    from adjudge.workbench import PNG_NEEDS, write_pictures

    written = write_pictures(folder, agreement_pictures(finding))
    how = "SVG and PNG" if written.png else "SVG"
    click.echo(f"{folder}: {many(written.pictures, 'picture')} as {how}")
    if not written.png:
        click.echo(f"note: {PNG_NEEDS}", err=True)
