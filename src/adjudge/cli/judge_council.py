"""`adjudge judge --by council`: reviewers judge items one by one, by any rubric."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from .council_options import invitation_of
from .council_session import (
    Stopped,
    ending,
    interrupted,
    open_bench,
    room,
    run,
    session_of,
    show_plan,
    tape_of,
)

if TYPE_CHECKING:
    from adjudge.formats import VerdictWriter
    from adjudge.settings import Settings
    from adjudge.workbench import Council, CouncilTally, Judging


def judge_by_reviewers(
    settings: Settings,
    judging: Judging,
    call: dict[str, Any],
    writer: VerdictWriter | None,
) -> int:
    """Judge, print the summary, and return the code of the process."""
    import time

    from adjudge.workbench import convoke, digest, judge_by_council, plan_judging

    # Weights and gates make overall scores, which nobody asks for here: the verdicts name
    # the rubric as it is in its file, whoever judged by it.
    council = convoke(invitation_of(_bare(settings), call))
    names = [source.name for source in judging.sources.read]
    place = {**call, "out": None}
    tape = tape_of(settings, place, digest("judge", *names))
    bench = open_bench(settings)
    if call["dry_run"]:
        with bench.lookup(tape) as find:
            return show_plan(run(plan_judging(council, judging, find)), call)
    with session_of(settings, place, digest("judge", *names)) as session:
        work = judge_by_council(
            bench, council, judging, session, clock=time.monotonic, writer=writer
        )
        try:
            done = run(work)
        except Stopped as stop:
            return interrupted(stop, session)
    if not call["quiet"] or call["as_json"]:
        _summarise(done, judging, as_json=call["as_json"])
    return ending(done.missed, scored=_scored(done, council))


def _bare(settings: Settings) -> Settings:
    from dataclasses import replace

    return replace(settings, weights={}, safety_gate=None, safety_cap=None)


def _scored(done: CouncilTally, council: Council) -> bool:
    """Whether anybody judged anything; of nothing, nothing is missing."""
    answers = done.tally.criteria.values()
    graded = any(a.graded or a.other_labels for a in answers)
    return graded or not done.tally.items or not council.reviewers


def _summarise(done: CouncilTally, judging: Judging, *, as_json: bool) -> None:
    from adjudge.reports import (
        costs_as_json,
        missed_as_json,
        render_costs,
        render_tally,
        shown,
        tally_as_json,
    )

    listed = judging.listed(done.tally.rejected)
    if as_json:
        told = tally_as_json(done.tally) | {
            "cost": costs_as_json(done.costs),
            "missed": missed_as_json(done.missed),
            "notes": list(done.notes),
            "out": str(judging.out),
            "rejected_list": None if listed is None else str(listed),
        }
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    click.echo(render_tally(done.tally), err=judging.out is None)
    click.echo(render_costs(done.costs, room=room()), err=judging.out is None)
    for note in done.notes:
        click.echo(f"note: {shown(note)}", err=judging.out is None)
    if judging.out is not None:
        click.echo(f"verdicts: {judging.out}")
        if listed is not None:
            click.echo(f"rejected lines: {listed}")
