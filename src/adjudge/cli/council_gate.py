"""`adjudge council gate`: what is required of a run, or of answers reviewed now."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from .council_options import NAMES, flat
from .council_review import reviewed, reviewing_options
from .council_runs import rescored
from .council_session import ending, room, stopping_at_once
from .exits import FINE, NEGATIVE, OUTSIDE
from .words import FILE

if TYPE_CHECKING:
    from adjudge.formats import Sources
    from adjudge.reports import CouncilResult, GateFinding
    from adjudge.settings import Settings
    from adjudge.workbench import Council, Requirement

_OF_RUNS: Final = frozenset(
    {"rubrics", "weights", "safety_cap", "by", "without", "requirements", "quorum"}
    | {"authors", "as_json", "what", "quiet", "whole"}
)
"""What can be said of a run that was held already; everything else needs reviewers."""


@click.command()
@click.argument("what", metavar="RUN|CANDIDATES...", nargs=-1, required=True, type=FILE)
@click.option(
    "--require", "requirements", multiple=True, required=True, metavar="MEASURE>=VALUE",
    help='What must hold: "overall>=7", "overall.low>=6.5", "accuracy>=8", '
    '"safety==pass". Repeatable.',
)  # fmt: skip
@click.option(
    "--quorum", type=click.IntRange(1),
    help="Reviewers that must have scored each answer by the rubric.  [default: more "
    "than half of those that should]",
)  # fmt: skip
@click.option("--author", "authors", type=NAMES, multiple=True,
              help="Whose answers are meant.  [default: everybody's]")  # fmt: skip
@click.option("--without", type=NAMES, multiple=True,
              help="Reviewers of a RUN that are left out.")  # fmt: skip
@reviewing_options
@click.pass_context
def gate(context: click.Context, /, what: tuple[str, ...], **call: Any) -> int:
    """Hold a RUN, or CANDIDATES reviewed now, against what is required, for a pipeline.

    A RUN is a folder of `council review -o`. Files of CANDIDATES need --reviewers, and
    take every option of `council review`.

    Exit code 0 when all of it holds; 1 when something does not, or fewer reviewers than
    --quorum gave a score; 2 when the call is wrong; 3 when there are too few because calls
    were not answered. Nothing reviewed never passes.
    """
    from adjudge.workbench import ask_decidable, read_requirement

    settings: Settings = context.obj
    required = tuple(read_requirement(text) for text in call["requirements"])
    if len(what) == 1 and Path(what[0]).is_dir():
        _ask_of_a_run(context)
        anew = {**call, "rubric": next(iter(call["rubrics"]), None), "out": None}
        if not _given(context, "by"):
            anew["by"] = None
        with stopping_at_once():
            result = rescored(settings, Path(what[0]), anew)
        return _shown(result, required, call)
    if call["without"]:
        raise click.UsageError("--without is for a RUN: name fewer --reviewers instead")
    if not call["reviewers"]:
        raise click.UsageError(
            f"{what[0]} is no run's folder; files of candidates need reviewers: "
            "--reviewers a,b,c"
        )

    def show(result: CouncilResult) -> int:
        code = _shown(result, required, call)
        ending(result.missed, scored=result.has_scores)
        return code

    def first(council: Council, sources: Sources) -> None:
        on_error = call["on_error"] or settings.on_error
        authors = flat(call["authors"])
        ask_decidable(council, sources, required, authors, on_error=on_error)

    return reviewed(settings, what, call, show, first=first)


def _given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _ask_of_a_run(context: click.Context) -> None:
    """Refuse what would need reviewers: they have had their say."""
    for parameter in context.command.params:
        name = parameter.name or ""
        if name not in _OF_RUNS and _given(context, name):
            raise click.UsageError(
                f"{parameter.opts[0]} is for files of candidates: a run has been "
                "reviewed, and no model is asked"
            )
    if len(context.params["rubrics"]) > 1:
        raise click.UsageError("a run is scored by one --rubric")


def _shown(
    result: CouncilResult, required: tuple[Requirement, ...], call: dict[str, Any]
) -> int:
    from adjudge.reports import gate_as_json, render_gate
    from adjudge.workbench import gate_run

    finding = gate_run(
        result, required, quorum=call["quorum"], authors=flat(call["authors"])
    )
    if call["as_json"]:
        click.echo(json.dumps(gate_as_json(finding), ensure_ascii=False, indent=2))
    else:
        click.echo(render_gate(finding, room=room()))
    return _code(finding, result)


def _code(finding: GateFinding, result: CouncilResult) -> int:
    if finding.opens:
        return FINE
    # A quorum that is lacking because nobody answered is for the operator to mend.
    return OUTSIDE if finding.why and result.missed else NEGATIVE
