"""`adjudge demo`: the main job on what comes with adjudge, without key or network."""

from __future__ import annotations

import click

from .exits import FINE

JUDGED_BY = ("self-contradiction", "safety")


@click.command()
def demo() -> int:
    """Judge the bundled conversations, show the evidence, and say how far to trust it."""
    from adjudge.formats import bundled_folder, find_sources, load_rubric, read_items
    from adjudge.reports import render_check, render_explanation
    from adjudge.verdict import items_in
    from adjudge.workbench import check_examples, explain_items

    sample = bundled_folder() / "samples" / "conversations.jsonl"
    items = [
        item
        for batch in read_items(find_sources([str(sample)]))
        for item in items_in(batch.items)
    ]
    loaded = [load_rubric(name) for name in JUDGED_BY]
    for file in loaded:
        click.echo(f"# {len(items)} conversations, judged by {file.rubric.version}\n")
        for explanation in explain_items(file.rubric, items):
            click.echo(render_explanation(explanation))
        click.echo()
    click.echo("# How far to trust it: each rubric against its own examples\n")
    for file in loaded:
        click.echo(render_check(check_examples(file.rubric, file.examples), every=False))
    click.echo(NEXT.format(sample=sample))
    return FINE


NEXT = """\

The examples are the floor: the rules were written with them in sight. What they reach on
conversations that their author never saw is in docs/explanation/contradiction.md.

Next, on the same file:
  adjudge judge {sample} --rubric self-contradiction -o verdicts.jsonl
  adjudge rules explain {sample} --rubric safety --item onboarding-mail
  adjudge rubric new > mine.yaml"""
