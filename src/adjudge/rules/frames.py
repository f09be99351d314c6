"""Between rows of items and findings: a rule's plain twin over a batch."""

from __future__ import annotations

from typing import Any, Protocol

import polars as pl

from adjudge.verdict import Conversation, Item, ItemId, Message

from .finding import FINDINGS, Finding


class _Finder(Protocol):
    def find(self, item: Item) -> tuple[Finding, ...]: ...


def find_each(rule: _Finder, items: pl.DataFrame) -> pl.DataFrame:
    """Rows of `FINDINGS`: what *rule* finds in every item, in order."""
    rows: list[dict[str, Any]] = []
    columns = (items["id"].to_list(), items["conversation"].to_list())
    for row, (name, messages) in enumerate(zip(*columns, strict=True)):
        conversation = Conversation(
            tuple(Message(m["role"] or "", m["content"] or "") for m in messages or ())
        )
        item = Item(id=ItemId(name or ""), conversation=conversation)
        rows.extend(_row(row, finding) for finding in rule.find(item))
    return pl.DataFrame(rows, schema=FINDINGS, strict=True)


def _row(row: int, finding: Finding) -> dict[str, Any]:
    return {
        "row": row,
        "criterion": finding.criterion,
        "outcome": finding.outcome,
        "value": None if finding.value is None else float(finding.value),
        "reason": finding.reason,
        "evidence": [
            {"turn": s.turn, "start": s.start, "end": s.end, "text": s.text, "note": s.note}
            for s in finding.evidence
        ],
    }
