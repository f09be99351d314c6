"""`adjudge rules`: which rules there are, and why one decided as it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .exits import FINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
@click.argument("items", nargs=-1, required=True)
@click.option("--rubric", required=True, help="A built-in name or a rubric file.")
@click.option("--item", "ids", multiple=True, help="Only the item of this id; repeatable.")
@click.option("--limit", type=click.IntRange(1), help="Stop after so many items.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")
def explain(
    items: tuple[str, ...],
    rubric: str,
    ids: tuple[str, ...],
    *,
    limit: int | None,
    as_json: bool,
) -> int:
    """Say why each item of ITEMS got its verdict: the reason and the words behind it.

    ITEMS are files, folders, or - for standard input.
    """
    import json

    from adjudge.formats import load_rubric
    from adjudge.reports import explanation_as_json, render_explanation
    from adjudge.workbench import explain_items

    loaded = load_rubric(rubric, examples=False)
    for explanation in explain_items(loaded.rubric, _chosen(items, ids, limit)):
        if as_json:
            click.echo(json.dumps(explanation_as_json(explanation), ensure_ascii=False))
        else:
            click.echo(render_explanation(explanation))
    return FINE


def _chosen(
    sources: tuple[str, ...], ids: tuple[str, ...], limit: int | None
) -> Iterator[Item]:
    """The items that were asked for; each id that is nowhere is an error."""
    from itertools import islice

    from adjudge.errors import UsageInvalid
    from adjudge.formats import find_sources, read_items
    from adjudge.verdict import items_in

    read: Iterable[Item] = (
        item
        for batch in read_items(find_sources(sources))
        for item in items_in(batch.items)
    )
    if not ids:
        yield from islice(read, limit)
        return
    missing = dict.fromkeys(ids)
    for item in read:
        if item.id in missing:
            del missing[item.id]
            yield item
        if not missing:
            return
    raise UsageInvalid(
        f"no item has the id {', '.join(map(repr, missing))}",
        where=", ".join(sources),
        hint="an id is matched letter by letter",
    )
