"""Between rows of a batch and items, findings and rows of `FINDINGS`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import polars as pl

from adjudge.rules.finding import FINDINGS, Finding
from adjudge.verdict import SPAN, Conversation, Item, ItemId, Message


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
    given = list(findings)
    frame = pl.DataFrame(
        {
            "row": [row for row, _ in given],
            "criterion": [finding.criterion for _, finding in given],
            "outcome": [finding.outcome for _, finding in given],
            "value": [None if f.value is None else float(f.value) for _, f in given],
            "reason": [finding.reason for _, finding in given],
        },
        schema={name: kind for name, kind in FINDINGS.items() if name != "evidence"},
    )
    flat = [
        (at, span.turn, span.start, span.end, span.text, span.note)
        for at, (_, finding) in enumerate(given)
        for span in finding.evidence
    ]
    spans = pl.DataFrame(flat, schema=_FLAT, orient="row")
    return with_evidence(frame.with_row_index("at"), spans, on="at")


_FLAT: Final = pl.Schema({"at": pl.UInt32(), **SPAN.to_schema()})


def with_evidence(frame: pl.DataFrame, spans: pl.DataFrame, *, on: str) -> pl.DataFrame:
    """*frame* with the rows of *spans* that have the same *on*, as `FINDINGS`."""
    lists = spans.group_by(on, maintain_order=True).agg(
        evidence=pl.struct(list(SPAN.to_schema()))
    )
    joined = frame.join(lists, on=on, how="left", maintain_order="left")
    none = pl.lit([], dtype=FINDINGS["evidence"])
    evidence = pl.col("evidence").fill_null(none)
    return joined.with_columns(evidence).select(FINDINGS.names()).cast(FINDINGS)
