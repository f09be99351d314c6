"""Between rows of a batch and items, findings and rows of `FINDINGS`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from adjudge.rules.finding import FINDINGS, Finding
from adjudge.verdict import Conversation, Item, ItemId, Message, Span


def item_of(row: Mapping[str, Any]) -> Item:
    """The item that a row of a batch is."""
    fields = row["fields"]
    return Item(
        id=ItemId(row["id"]),
        conversation=Conversation(
            tuple(Message(m["role"], m["content"]) for m in row["conversation"] or ())
        ),
        fields=json.loads(fields) if fields else {},
    )


def frame_of(findings: Iterable[tuple[int, Finding]]) -> pl.DataFrame:
    """Findings, each with its item's row, as rows of `FINDINGS`."""
    columns: dict[str, list[Any]] = {name: [] for name in FINDINGS}
    for row, finding in findings:
        columns["row"].append(row)
        columns["criterion"].append(finding.criterion)
        columns["outcome"].append(finding.outcome)
        columns["value"].append(None if finding.value is None else float(finding.value))
        columns["reason"].append(finding.reason)
        columns["evidence"].append([span_row(span) for span in finding.evidence])
    return pl.DataFrame(columns, schema=FINDINGS, strict=True)


def span_row(span: Span) -> dict[str, Any]:
    """*span* under the names of `SPAN`."""
    return {
        "turn": span.turn,
        "start": span.start,
        "end": span.end,
        "text": span.text,
        "note": span.note,
    }
