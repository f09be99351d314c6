"""`adjudge council review`: answers that there are already, thousands of questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .council_options import (
    F,
    applied,
    asking_options,
    family_options,
    invitation_of,
    limit_options,
    output_options,
    rubric_options,
    tape_options,
    whom_options,
)
from .council_session import (
    Stopped,
    interrupted,
    open_bench,
    run,
    session_of,
    show,
    show_plan,
    stopping_at_once,
    tape_of,
)
from .words import FILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudge.formats import Sources
    from adjudge.reports import CouncilResult
    from adjudge.settings import Settings
    from adjudge.workbench import Council


def reviewing_options(command: F) -> F:
    """How files of candidate sets are reviewed."""
    return applied(
        command,
        whom_options,
        rubric_options,
        asking_options,
        family_options,
        limit_options,
        tape_options,
        click.option(
            "--from", "kind", type=click.Choice(["jsonl", "json", "parquet"]),
            help="What CANDIDATES are, where their names do not say it.",
        ),
        click.option(
            "--on-error", type=click.Choice(["stop", "skip"]),
            help="At a line that is no candidate set: stop, or leave it out.  "
            "[default: stop]",
        ),
        output_options,
    )  # fmt: skip


@click.command()
@click.argument("candidates", nargs=-1, required=True, type=FILE)
@reviewing_options
@click.pass_obj
def review(settings: Settings, /, candidates: tuple[str, ...], **call: Any) -> int:
    """Have the answers in CANDIDATES reviewed, and rank them.

    CANDIDATES are files of sets, {"id", "question", "responses": {AUTHOR: TEXT}}, or `-`.
    Exit code 3 when calls were not answered.
    """
    return reviewed(settings, candidates, call, lambda result: show(result, call))


def reviewed(
    settings: Settings,
    candidates: tuple[str, ...],
    call: dict[str, Any],
    then: Callable[[CouncilResult], int],
    *,
    first: Callable[[Council, Sources], None] = lambda _council, _sources: None,
) -> int:
    """Have *candidates* reviewed, and *then* do something about the result.

    It may be read from a folder that is gone afterwards. *first* may refuse the call,
    before anybody is asked.
    """
    from contextlib import ExitStack

    from adjudge.formats import find_sources, spooled
    from adjudge.workbench import convoke

    found = find_sources(candidates, kind=call["kind"])
    invited = convoke(invitation_of(settings, call))
    with ExitStack() as held:
        try:
            # They are read more than once, which a pipe is not.
            with stopping_at_once():
                sources = held.enter_context(spooled(found))
        except Stopped as stop:
            click.echo("adjudge: interrupted; nothing has been asked", err=True)
            return stop.code
        first(invited, sources)
        return _reviewed(settings, invited, sources, call, then)


def _reviewed(
    settings: Settings,
    invited: Council,
    sources: Sources,
    call: dict[str, Any],
    then: Callable[[CouncilResult], int],
) -> int:
    from adjudge.workbench import hear_reviews, plan_review, sets_digest

    digest = sets_digest(sources)
    bench = open_bench(settings)
    on_error = call["on_error"] or settings.on_error
    if call["dry_run"]:
        with bench.lookup(tape_of(settings, call, digest)) as find:
            return show_plan(
                run(plan_review(invited, sources, find, on_error=on_error)), call
            )
    with session_of(settings, call, digest) as session:
        try:
            heard = run(hear_reviews(bench, invited, sources, session))
            with stopping_at_once():
                result = heard.score()
        except Stopped as stop:
            return interrupted(stop, session)
        return then(result)
