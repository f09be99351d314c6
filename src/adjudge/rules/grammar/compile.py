"""Rules over a batch of items, equal to `plain` row by row.

What can be counted is counted for a whole column by Polars; the few other leaves ask one
text after another. Rows in which a part came out alike are traced once, together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, assert_never

import numpy as np
import polars as pl

from adjudge.errors import AdjudgeError
from adjudge.rules.finding import FINDINGS
from adjudge.rules.rows import frame_of, with_evidence
from adjudge.verdict import items_in

from .batch import Batch, Ints, Passages
from .counting import count_column
from .describe import describe, measure
from .find import find_node, finding_of
from .leaf import Counted, ask_leaf, reads_fields, shown, weigh
from .node import All, AnyOf, Count, Field, Leaf, Node, Not, Phrase, Regex, Turn, Within
from .passage import Passage
from .phrase_batch import as_places
from .plain import around, no_stretch, no_turn, stretch, untold
from .told import Told, alike, among, joined, leaf_told
from .trace import Part, every, negated, some


def find_batch(nodes: Sequence[Node], items: pl.DataFrame) -> list[pl.DataFrame]:
    """For each of *nodes*, rows of `FINDINGS` for *items*, in order."""
    batch = Batch(items, nodes)
    return [_found(batch, node, items) for node in nodes]


def _found(batch: Batch, node: Node, items: pl.DataFrame) -> pl.DataFrame:
    if items.is_empty():
        return FINDINGS.to_frame()
    try:
        told = _told(batch, node, batch.usual)
    except AdjudgeError:  # it stops some items and not others: let each say so itself
        each = enumerate(items_in(items))
        return frame_of((row, find_node(node, item)) for row, item in each)
    return _findings(told)


def _findings(told: Told) -> pl.DataFrame:
    """A finding by row: made once for those that came out alike, but for the evidence."""
    rows = pl.int_range(len(told.groups), dtype=pl.UInt32)
    made = [finding_of(part) for part in told.parts]
    found = pl.DataFrame(
        {
            "criterion": [one.criterion for one in made],
            "outcome": [one.outcome for one in made],
            "value": [None if one.value is None else float(one.value) for one in made],
            "reason": [one.reason for one in made],
        },
        schema={name: FINDINGS[name] for name in FINDINGS if name not in _BY_ROW},
    )
    findings = found[told.groups]
    spans = [some for one in told.shown if (some := one.spans()).height]
    if not spans:
        none = pl.lit([], dtype=FINDINGS["evidence"])
        return findings.select(rows.alias("row"), *found.columns, evidence=none)
    flat = pl.concat(spans).sort("row", "turn", "start", "end", maintain_order=True)
    if len(spans) > 1:  # two parts may show the same thing
        flat = flat.unique(maintain_order=True)
    return with_evidence(findings.with_columns(row=rows), flat, on="row")


_BY_ROW: Final = ("row", "evidence")


def _told(  # noqa: PLR0911  one return a node
    batch: Batch, node: Node, passages: Passages
) -> Told:
    """How *node* comes out for *passages*; what names a turn or a field reads that."""
    match node:
        case All(parts=parts):
            told = [_told(batch, part, passages) for part in parts]
            return joined(told, partial(every, describe(node)))
        case AnyOf(parts=parts):
            told = [_told(batch, part, passages) for part in parts]
            return joined(told, partial(some, describe(node)))
        case Not(part=part):
            return _told(batch, part, passages).around(negated)
        case Turn():
            return _turn(batch, node)
        case Field(name=name, part=part):
            return _told(batch, part, batch.field(name)).around(partial(around, node))
        case Within():
            return _of_texts(node, passages, partial(_within, batch, node))
        case Phrase() | Regex() | Count():
            return _of_texts(node, passages, partial(_counted, node))
        case _:
            return _of_texts(node, passages, partial(_asked, batch, node))


def _of_texts(node: Node, passages: Passages, ask: Callable[[Passages], Told]) -> Told:
    """What *ask* tells of the passages that are there; the others cannot be told."""
    rows, there = passages.there
    return ask(there).onto(rows, len(passages.items), untold(node))


def _turn(batch: Batch, node: Turn) -> Told:
    chosen = batch.turns(node.which, node.role)
    if not len(chosen.items):
        return Told(np.zeros(batch.size, dtype=np.int64), [no_turn(node)])
    told, items = _told(batch, node.part, chosen), chosen.items
    match node.which:
        case "any":
            told = among(told, items, partial(some, describe(node)), deciding=True)
            items = np.unique(items)
        case "every":
            told = among(told, items, partial(every, describe(node)), deciding=False)
            items = np.unique(items)
        case "first" | "last" | int():
            told = told.around(partial(around, node))
        case _ as never:
            assert_never(never)
    return told.onto(items, batch.size, no_turn(node))


def _within(batch: Batch, node: Within, passages: Passages) -> Told:
    found = [stretch(node, Passage(text)) for text in passages.texts.to_list()]
    there = [(row, one.text, one.start) for row, one in enumerate(found) if one]
    rows = np.array([row for row, _, _ in there], dtype=np.int64)
    texts = pl.Series([text for _, text, _ in there], dtype=pl.String)
    starts = np.array([start for _, _, start in there], dtype=np.int64)
    told = _told(batch, node.part, passages.part(rows, texts, starts))
    told = told.around(partial(around, node))
    return told.onto(rows, len(found), no_stretch(node))


def _counted(leaf: Counted, passages: Passages) -> Told:
    counts = count_column(leaf, passages)
    keys: list[Ints] = [
        number.fill_null(-1).to_numpy().astype(np.int64) + 1 for number in counts.numbers
    ]
    groups, firsts = alike(keys)
    numbers = zip(
        *(number.gather(firsts).to_list() for number in counts.numbers), strict=True
    )
    parts = [weigh(leaf, one) for one in numbers]
    return leaf_told(passages, groups, parts, counts.places, measure(shown(leaf)))


def _asked(batch: Batch, leaf: Leaf, passages: Passages) -> Told:
    """What a leaf finds that asks one text after another."""
    groups: list[int] = []
    kinds: dict[tuple[bool | None, str], int] = {}
    places: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    reads = reads_fields(leaf)
    nothing: dict[str, Any] = {}
    for row, text in enumerate(passages.texts.to_list()):
        fields = batch.fields(int(passages.items[row])) if reads else nothing
        part = ask_leaf(leaf, Passage(text, 0), fields)
        groups.append(kinds.setdefault((part.held, part.found), len(kinds)))
        if part.spans:
            places.append((row, tuple((one.start, one.end) for one in part.spans)))
    asks = describe(leaf)
    parts = [Part(asks=asks, held=held, found=found) for held, found in kinds]
    return leaf_told(
        passages, np.array(groups, dtype=np.int64), parts, as_places(places), asks
    )
