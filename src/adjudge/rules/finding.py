"""What a rule found, before the ledger gives it a scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, runtime_checkable

import polars as pl

from adjudge.verdict import SPAN, Item, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One answer of a rule about one item."""

    value: bool | float | None
    """A raw value for the criterion's scale; None unless the outcome is `graded`."""
    reason: str
    """One sentence that a person can check against the evidence."""
    evidence: tuple[Span, ...] = ()
    outcome: Literal["graded", "abstained", "excused", "failed"] = "graded"
    criterion: str | None = None
    """Only for rules that answer several criteria (`1:keywords:existence`)."""


FINDINGS: Final = pl.Schema(
    {
        "row": pl.UInt32(),
        "criterion": pl.String(),
        "outcome": pl.String(),
        "value": pl.Float64(),
        "reason": pl.String(),
        "evidence": pl.List(SPAN),
    }
)
"""Findings as a table; `row` is the item's place in the batch that was judged."""


class Rule(Protocol):
    """A rule twice over: readable for one item, compiled for a batch of them."""

    @property
    def name(self) -> str:
        """As verdicts name it."""

    @property
    def fingerprint(self) -> str:
        """Changes with the rule's source, its lexicons included."""

    def find(self, item: Item) -> tuple[Finding, ...]:
        """The plain twin: what the rule means."""

    def find_all(self, items: pl.DataFrame) -> pl.DataFrame:
        """The bulk twin: rows of `FINDINGS` for *items*, in order, equal to `find`.

        *items* has `id: String`, `conversation: List(Struct(role, content))` and
        `fields: String` (JSON, null when the item came with nothing else).
        """


@runtime_checkable
class Sifts(Protocol):
    """A rule that reads one of many items sooner, once its lists are laid out for it."""

    def find_sifted(self, item: Item) -> tuple[Finding, ...]:
        """What `find` finds."""


@runtime_checkable
class ReadsTogether(Protocol):
    """A kind of rule that, with others of its kind, reads a batch once for all of them."""

    def find_together(
        self, rules: Sequence[Any], items: pl.DataFrame
    ) -> list[pl.DataFrame]:
        """`find_all` of each of *rules*, all of them of this kind."""
