"""The rule that reads its rule from the item: one finding for each instruction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from adjudge.errors import AdjudgeError, InputInvalid
from adjudge.rules.finding import Finding
from adjudge.rules.grammar import Node, Part, evaluate, find_node
from adjudge.rules.rows import find_each
from adjudge.verdict import Item

from .instruction import node_of


@dataclass(frozen=True, slots=True)
class _Asked:
    """One instruction of an item: its criterion, and its node or its fault."""

    criterion: str
    node: Node | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class IfevalRule:
    """Applies the instructions that each item brings (`instruction_id_list`, `kwargs`).

    The criterion of a finding is `<position>:<instruction id>`, the position counted
    from 0 as in the list.
    """

    name: str = "ifeval"
    fingerprint: str = "ifeval-strict-1"

    def find(self, item: Item) -> tuple[Finding, ...]:
        """One finding for each instruction; one that cannot be read fails alone."""
        asked = _asked(item)
        if not asked:
            return (_no_instructions(item),)
        return tuple(_find(one, item) for one in asked)

    def explain(self, item: Item) -> tuple[tuple[str, Part], ...]:
        """The criterion and trace of each instruction that can be read."""
        return tuple(
            (one.criterion, evaluate(one.node, item)) for one in _asked(item) if one.node
        )

    def find_all(self, items: pl.DataFrame) -> pl.DataFrame:
        """The findings about a batch: every item has rules of its own, so one by one."""
        return find_each(self, items)


ifeval: Final = IfevalRule()


def _find(asked: _Asked, item: Item) -> Finding:
    if asked.node is None:
        return Finding(
            value=None, reason=asked.fault, outcome="failed", criterion=asked.criterion
        )
    responses = item.conversation.turns()
    if responses and not responses[-1][1].content.strip():
        return Finding(
            value=False,
            reason="a blank response follows no instruction",
            criterion=asked.criterion,
        )
    return find_node(asked.node, item, criterion=asked.criterion)


def _no_instructions(item: Item) -> Finding:
    said = "it has no instruction_id_list"
    if "instruction_id_list" in item.fields:
        said = "its instruction_id_list is empty or not a list"
    return Finding(
        value=None,
        reason=f"the item is not in IFEval's shape: {said}",
        outcome="failed",
    )


def _asked(item: Item) -> tuple[_Asked, ...]:
    names = item.fields.get("instruction_id_list")
    if not isinstance(names, list | tuple):
        return ()
    kwargs = item.fields.get("kwargs")
    return tuple(_one(at, name, kwargs) for at, name in enumerate(names))


def _one(at: int, name: object, kwargs: object) -> _Asked:
    criterion = f"{at}:{name}"
    try:
        arguments = _arguments(at, kwargs)
        node = node_of(str(name), arguments)
    except AdjudgeError as err:
        return _Asked(criterion, None, str(err).replace("\n", ";"))
    return _Asked(criterion, node)


def _arguments(at: int, kwargs: object) -> Mapping[str, Any]:
    """The instruction's arguments; a null is one that was not given."""
    if kwargs is not None and not isinstance(kwargs, list | tuple):
        raise InputInvalid("kwargs is not a list", where="kwargs")
    own = kwargs[at] if kwargs and at < len(kwargs) else None
    if own is not None and not isinstance(own, Mapping):
        raise InputInvalid("its arguments are not an object", where=f"kwargs[{at}]")
    return {str(name): value for name, value in (own or {}).items() if value is not None}
