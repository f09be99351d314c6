"""`adjudge council`: models judge by a rubric, and the ranking means what it says."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .council_gate import gate
from .council_options import (
    NAMES,
    asking_options,
    family_options,
    invitation_of,
    limit_options,
    output_options,
    rubric_options,
    tape_options,
    whom_options,
)
from .council_review import review
from .council_runs import compare, rescore
from .council_session import (
    Stopped,
    interrupted,
    open_bench,
    run,
    session_of,
    show,
    show_plan,
    tape_of,
)

if TYPE_CHECKING:
    from adjudge.settings import Settings
    from adjudge.workbench import Asked


@click.group()
def council() -> None:
    """Let language models judge by a rubric.

    Any server with OpenAI-compatible chat completions will do; no key is needed for one
    of your own: --base-url http://localhost:11434/v1 --models NAME,NAME.
    """


@council.command()
@click.argument("question")
@click.option(
    "--models", type=NAMES, multiple=True, required=True,
    help="Models that answer; they judge one another unless --reviewers names others.",
)  # fmt: skip
@click.option("--chair", default="", help="The model that writes one answer out of all.")
@click.option("--system", default="", help="What models are told before the question.")
@click.option(
    "--before", type=click.Path(path_type=Path, dir_okay=False),
    help="Earlier turns: a JSON file with a list of messages.",
)  # fmt: skip
@whom_options
@rubric_options
@asking_options
@family_options
@limit_options
@tape_options
@output_options
@click.pass_obj
def ask(settings: Settings, /, question: str, **call: Any) -> int:
    """Ask models QUESTION, have their answers reviewed, and rank them.

    `-` reads the question from standard input. Exit code 3 when calls were not answered.
    """
    from adjudge.workbench import ask as ask_models
    from adjudge.workbench import asked_digest, convoke, plan_ask

    asked = _asked(question, call)
    invited = convoke(invitation_of(settings, call))
    digest = asked_digest(asked)
    bench = open_bench(settings)
    if call["dry_run"]:
        with bench.lookup(tape_of(settings, call, digest)) as find:
            return show_plan(run(plan_ask(invited, asked, find)), call)
    with session_of(settings, call, digest) as session:
        try:
            result = run(ask_models(bench, invited, asked, session))
        except Stopped as stop:
            return interrupted(stop, session)
        return show(result, call)


def _asked(question: str, call: dict[str, Any]) -> Asked:
    from adjudge.formats import read_turns
    from adjudge.workbench import Asked

    body = sys.stdin.read() if question == "-" else question
    if not body.strip():
        raise click.UsageError("the question is blank")
    before = read_turns(call["before"]) if call["before"] else ()
    return Asked(question=body, system=call["system"], before=before)


council.add_command(review)
council.add_command(gate)
council.add_command(rescore)
council.add_command(compare)
