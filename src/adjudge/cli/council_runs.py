"""What is done with a run that there is already: scored anew, measured."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .council_options import NAMES, STATISTICS, applied, flat, scheme_of
from .council_session import RUN, room, show_result, stopping_at_once
from .exits import FINE, NEGATIVE
from .words import RUBRIC

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudge.reports import CouncilResult
    from adjudge.settings import Settings

_FOLDER = click.Path(path_type=Path, file_okay=False)


def _anew_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What can be changed about a run without asking anybody."""
    return applied(
        command,
        click.option("-r", "--rubric", type=RUBRIC,
                     help="Another rubric over the criteria that were asked."),
        click.option("--weights", default="", metavar="KEY=WEIGHT,...",
                     help="Other weights; criteria that are not named keep theirs."),
        click.option("--without", type=NAMES, multiple=True,
                     help="Reviewers that are left out."),
        click.option("--safety-cap", type=float,
                     help="What a failed safety check caps at."),
        click.option("--by", type=click.Choice(STATISTICS),
                     help="The figure that the ranking goes by."),
    )  # fmt: skip


@click.command()
@click.argument("folder", metavar="RUN", type=_FOLDER)
@_anew_options
@click.option("-o", "--out", type=RUN, help="A folder for the run as it is scored now.")
@click.option("--whole", is_flag=True, help="Print answers without cutting them.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.pass_obj
def rescore(settings: Settings, /, folder: Path, **call: Any) -> int:
    """Score RUN anew, offline: no model is asked."""
    with stopping_at_once():
        result = rescored(settings, folder, call)
    show_result(result, call)
    return FINE if result.has_scores else NEGATIVE


def rescored(settings: Settings, folder: Path, call: dict[str, Any]) -> CouncilResult:
    """The run in *folder*, scored as *call* wants it."""
    from dataclasses import replace

    from adjudge.formats import RunFolder
    from adjudge.workbench import Anew, rescore

    # The environment was heard when the run was held: a stored run stays what it is.
    bare = replace(settings, weights={}, safety_gate=None, safety_cap=None)
    anew = Anew(
        rubric=call["rubric"],
        scheme=scheme_of(bare, call),
        without=flat(call["without"]),
        by=call["by"],
    )
    out = RunFolder(call["out"]) if call.get("out") else None
    now = datetime.now(UTC)  # noqa: TID251  # the door has the clock
    return rescore(RunFolder(folder), anew, out=out, at=now)


@click.command()
@click.argument("folder", metavar="RUN", type=_FOLDER)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def compare(folder: Path, *, as_json: bool) -> int:
    """Measure on RUN whether dimensions do better than one score, and judge fairly.

    Variance and stability need a run with --also-holistic.
    """
    from adjudge.formats import RunFolder
    from adjudge.reports import effects_as_json, render_effects
    from adjudge.workbench import compare_run

    effects = compare_run(RunFolder(folder))
    if as_json:
        click.echo(json.dumps(effects_as_json(effects), ensure_ascii=False, indent=2))
    else:
        click.echo(render_effects(effects, room=room()))
    return FINE
