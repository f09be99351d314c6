"""From findings to rows of `FINDINGS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol

import polars as pl

from adjudge.verdict import SPAN, Item, items_in

from .finding import FINDINGS, Finding


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
    """*frame* with the rows of *spans* that have the same *on*, as `FINDINGS`.

    Both are in the order of *on*.
    """
    grouped = spans.with_columns(pl.col(on).set_sorted())
    lists = grouped.group_by(on, maintain_order=True).agg(
        evidence=pl.struct(list(SPAN.to_schema()))
    )
    joined = frame.join(lists, on=on, how="left", maintain_order="left")
    none = pl.lit([], dtype=FINDINGS["evidence"])
    evidence = pl.col("evidence").fill_null(none)
    return joined.with_columns(evidence).select(FINDINGS.names()).cast(FINDINGS)


def find_each_of(
    find: Callable[[int, Item], tuple[Finding, ...]],
    items: pl.DataFrame,
    unread: pl.Series,
) -> pl.DataFrame:
    """What *find* finds in each row of *items*; an abstention where *unread* says why."""
    row = pl.int_range(pl.len(), dtype=pl.UInt32)
    rows = items.select(row=row, reason=unread)
    passed = rows.filter(pl.col("reason").is_null())["row"]
    abstained = rows.filter(pl.col("reason").is_not_null()).select(
        "row",
        criterion=pl.lit(None, dtype=pl.String),
        outcome=pl.lit("abstained"),
        value=pl.lit(None, dtype=pl.Float64),
        reason="reason",
        evidence=pl.lit([], dtype=FINDINGS["evidence"]),
    )
    found = frame_of(
        (row, finding)
        for row, item in zip(passed, items_in(items[passed]), strict=True)
        for finding in find(row, item)
    )
    return pl.concat([abstained, found]).sort("row", maintain_order=True)


class _Finder(Protocol):
    def find(self, item: Item) -> tuple[Finding, ...]: ...


def find_each(rule: _Finder, items: pl.DataFrame) -> pl.DataFrame:
    """What *rule* finds in each of *items*, one by one, in order."""
    return frame_of(
        (row, finding)
        for row, item in enumerate(items_in(items))
        for finding in rule.find(item)
    )
