"""A user-written rule, as everything else sees it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import polars as pl

from adjudge.rules.finding import Finding
from adjudge.verdict import Item

from .compile import find_batch
from .find import find_node
from .node import Node
from .parse import parse_rule
from .plain import evaluate
from .trace import Part

_MEANING: Final = "2"
"""Counts up when a node comes to mean something else: the fingerprint changes with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrammarRule:
    """A tree of the rule grammar as a judge of items."""

    node: Node
    name: str = "written"
    fingerprint: str = field(init=False)

    def __post_init__(self) -> None:
        digest = hashlib.sha256(f"{_MEANING} {self.node!r}".encode()).hexdigest()
        object.__setattr__(self, "fingerprint", digest[:16])

    @classmethod
    def of(cls, source: object, *, name: str = "written") -> GrammarRule:
        """The rule that *source* (plain YAML or JSON) says, or `RuleInvalid`."""
        return cls(node=parse_rule(source), name=name)

    def explain(self, item: Item) -> Part:
        """Every part, whether it held, and its spans; `Part.lines` is the text."""
        return evaluate(self.node, item)

    def find(self, item: Item) -> tuple[Finding, ...]:
        """The one finding about *item*."""
        return (find_node(self.node, item),)

    def find_all(self, items: pl.DataFrame) -> pl.DataFrame:
        """The findings about a batch of items, as rows of `FINDINGS`."""
        return find_batch((self.node,), items)[0]

    @staticmethod
    def find_together(
        rules: Sequence[GrammarRule], items: pl.DataFrame
    ) -> list[pl.DataFrame]:
        """`find_all` of each of *rules*, which read the same texts together."""
        return find_batch([rule.node for rule in rules], items)
