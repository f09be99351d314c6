"""`adjudge rules`: which rules there are, and why one decided as it did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .exits import FINE
from .words import FILE, RUBRIC

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudge.formats import OnError, Sources
    from adjudge.settings import Settings
    from adjudge.verdict import Item


@click.group()
def rules() -> None:
    """See which rules there are, and why one decided as it did."""


@rules.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON.")
def list_(*, as_json: bool) -> int:
    """List the rules that come with adjudge."""
    import json
    from dataclasses import asdict

    from adjudge.workbench import list_rules

    known = list_rules()
    if as_json:
        click.echo(json.dumps([asdict(rule) for rule in known], indent=2))
        return FINE
    width = max(len(rule.name) for rule in known)
    for rule in known:
        click.echo(f"{rule.name:<{width}}  {rule.fingerprint}  {rule.summary}")
    return FINE


@rules.command()
@click.argument("items", nargs=-1, required=True, type=FILE)
@click.option(
    "-r", "--rubric", required=True, type=RUBRIC, help="A built-in name or a rubric file."
)
@click.option("--item", "ids", multiple=True, help="Only the item of this id; repeatable.")
@click.option("--limit", type=click.IntRange(1), help="Stop after so many items.")
@click.option(
    "--from", "kind", type=click.Choice(["jsonl", "json", "csv", "tsv", "parquet"]),
    help="What ITEMS are, where their names do not say it.  [standard input: jsonl]",
)  # fmt: skip
@click.option(
    "--on-error", type=click.Choice(["stop", "skip"]),
    help="At a line that is no item: stop, or tell of the line and go on.  "
    "[default: stop]",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")
@click.pass_obj
def explain(settings: Settings | None, /, *, as_json: bool, **call: Any) -> int:
    """Say why each item of ITEMS got its verdict: the reason and the words behind it.

    ITEMS are files, folders, or - for standard input.
    """
    import json

    from adjudge.formats import find_sources, load_rubric
    from adjudge.reports import explanation_as_json, render_explanation
    from adjudge.workbench import explain_items

    loaded = load_rubric(call["rubric"], examples=False)
    sources = find_sources(call["items"], kind=call["kind"])
    on_error = call["on_error"] or (settings.on_error if settings else "stop")
    items = _chosen(_items(sources, on_error), call)
    for explanation in explain_items(loaded.rubric, items):
        if as_json:
            click.echo(json.dumps(explanation_as_json(explanation), ensure_ascii=False))
        else:
            click.echo(render_explanation(explanation))
    return FINE


def _items(sources: Sources, on_error: OnError) -> Iterator[Item]:
    """All items, and a word about each line that is none."""
    from adjudge.formats import read_items
    from adjudge.verdict import items_in

    for batch in read_items(sources, on_error=on_error):
        for rejected in batch.rejected:
            place = f"{rejected.source}:{rejected.line}"
            click.echo(f"rejected {place}: {rejected.what}", err=True)
        yield from items_in(batch.items)


def _chosen(read: Iterator[Item], call: dict[str, Any]) -> Iterator[Item]:
    """The items that were asked for; each id that is nowhere is an error."""
    from itertools import islice

    from adjudge.errors import UsageInvalid

    missing = dict.fromkeys(call["ids"])
    if not missing:
        yield from islice(read, call["limit"])
        return
    for item in read:
        if item.id in missing:
            del missing[item.id]
            yield item
        if not missing:
            return
    raise UsageInvalid(
        f"no item has the id {', '.join(map(repr, missing))}",
        where=", ".join(call["items"]),
        hint="an id is matched letter by letter",
    )
