"""What a rule means: one item at a time, with spans, and a trace of what decided."""

from __future__ import annotations

from typing import assert_never

from adjudge.verdict import Item

from .describe import describe
from .leaf import ask_leaf
from .measure import Places, line_spans, paragraph_spans, pieces
from .node import (
    DEFAULT_ROLE,
    All,
    AnyOf,
    Field,
    Node,
    Not,
    Turn,
    Within,
)
from .passage import Passage, turns
from .sentence import sentence_spans
from .trace import Part, combine, every, some


def evaluate(node: Node, item: Item) -> Part:
    """How *node* and each of its parts come out for *item*.

    A part that names no turn reads the last turn of the assistant. Where the turn that a
    part reads is missing, the part cannot be told, and what it decides cannot either.
    """
    said = turns(item, DEFAULT_ROLE)
    return _ask(node, item, said[-1] if said else None)


def _ask(node: Node, item: Item, passage: Passage | None) -> Part:
    return combine(node, lambda inner: ask_one(inner, item, passage))


def ask_one(  # noqa: PLR0911  one return a node
    node: Node, item: Item, passage: Passage | None
) -> Part:
    """How *node*, which stands in an item whose usual passage is *passage*, comes out."""
    match node:
        case Turn():
            return _turn(node, item)
        case Field(name=name, part=part):
            return around(node, _ask(part, item, _field(item, name)))
        case Within(part=part):
            if passage is None:
                return untold(node)
            read = stretch(node, passage)
            if read is None:
                return no_stretch(node)
            return around(node, _ask(part, item, read))
        case All() | AnyOf() | Not():
            return _ask(node, item, passage)
        case _:
            return untold(node) if passage is None else ask_leaf(node, passage, item.fields)


def untold(node: Node) -> Part:
    """How *node* comes out where there is no passage."""
    return Part(asks=describe(node), held=None, found="there is no text to read")


def no_turn(node: Turn) -> Part:
    """How *node* comes out where there is no turn that it chooses."""
    return Part(asks=describe(node), held=None, found="there is no such turn")


def no_stretch(node: Within) -> Part:
    """How *node* comes out in a passage that has no such stretch."""
    return Part(asks=describe(node), held=False, found="the text has none")


def around(node: Node, part: Part) -> Part:
    """How *node* comes out, which is only about where *part* looks."""
    return Part(asks=describe(node), held=part.held, parts=(part,), decided_by=(0,))


def _turn(node: Turn, item: Item) -> Part:
    said = turns(item, node.role)
    chosen: tuple[Passage, ...]
    match node.which:
        case "any" | "every":
            chosen = said
        case "first":
            chosen = said[:1]
        case "last":
            chosen = said[-1:]
        case int(which):
            at = which - 1 if which > 0 else len(said) + which
            chosen = said[at : at + 1] if at >= 0 else ()
        case _ as never:
            assert_never(never)
    if not chosen:
        return no_turn(node)
    parts = tuple(_ask(node.part, item, passage) for passage in chosen)
    return (
        some(describe(node), parts) if node.which == "any" else every(describe(node), parts)
    )


def _field(item: Item, name: str) -> Passage | None:
    value = item.fields.get(name)
    return Passage(value) if isinstance(value, str) else None


def stretch(node: Within, passage: Passage) -> Passage | None:
    """The stretch that *node* reads; None where there is none, or it is blank."""
    text = passage.text
    if node.unit == "characters":
        cut = (0, node.at) if node.at > 0 else (max(0, len(text) + node.at), len(text))
        return passage.part(*cut)
    places: Places
    match node.unit:
        case "sentence":
            places = sentence_spans(text)
        case "paragraph":
            places = paragraph_spans(text)
        case "line":
            places = line_spans(text)
        case "piece":
            places = pieces(text, node.separator)
        case _ as never:
            assert_never(never)
    at = node.at - 1 if node.at > 0 else len(places) + node.at
    if not 0 <= at < len(places):
        return None
    stretch = passage.part(*places[at])
    return stretch if stretch.text.strip() else None
