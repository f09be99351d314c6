"""Findings of a rule that only counts: rows with the same counts share all but evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

import polars as pl

from adjudge.rules.rows import frame_of, with_evidence

from .batch import Ask, Column
from .counting import Counts
from .describe import measure
from .find import finding_of
from .leaf import Counted, shown, weigh
from .trace import MOST_SPANS, Part

Trace = Callable[[Sequence[Part]], Part]
"""From the parts that were asked, in order, to the trace of the whole rule."""

_ORDER: Final = ("row", "turn", "start", "end")


def grouped(
    asks: Sequence[Ask], columns: Sequence[Column], counts: Sequence[Counts], trace: Trace
) -> pl.DataFrame:
    """Rows of `FINDINGS` for texts that are all there, in order."""
    numbers = [number for one in counts for number in one.numbers]
    keys = pl.DataFrame([number.alias(str(at)) for at, number in enumerate(numbers)])
    groups = (
        keys.with_row_index("row").group_by(keys.columns, maintain_order=True).agg("row")
    )
    group = groups.select("row").with_row_index("group").explode("row").sort("row")["group"]
    shared, deciding = _shared(asks, counts, groups.drop("row"), trace)
    frame = shared.drop("row", "evidence").select(pl.all().gather(group))
    evidence = [
        _spans(ask, column, one.places, group.is_in(sorted(decided)))
        for ask, column, one, decided in zip(asks, columns, counts, deciding, strict=True)
    ]
    flat = pl.concat(evidence).sort(_ORDER, maintain_order=True)
    return with_evidence(
        frame.with_row_index("row"), flat.unique(maintain_order=True), on="row"
    )


def _shared(
    asks: Sequence[Ask], counts: Sequence[Counts], groups: pl.DataFrame, trace: Trace
) -> tuple[pl.DataFrame, list[set[int]]]:
    """One finding a group, without evidence; and by part, the groups that it decided."""
    deciding: list[set[int]] = [set() for _ in asks]
    findings = []
    for group, key in enumerate(groups.iter_rows()):
        rest = iter(key)
        parts = [
            weigh(cast("Counted", ask.node), tuple(next(rest) for _ in one.numbers))
            for ask, one in zip(asks, counts, strict=True)
        ]
        whole = trace(parts)
        decided = {id(part) for part in whole.deciding()}
        for at, part in enumerate(parts):
            if id(part) in decided:
                deciding[at].add(group)
        findings.append((group, finding_of(whole)))
    return frame_of(findings), deciding


def _spans(
    ask: Ask, column: Column, places: pl.DataFrame, decided: pl.Series
) -> pl.DataFrame:
    """The evidence that one part gives, in the rows where it decided."""
    row, start = pl.col("row"), pl.col("start")
    kept = places.filter(decided.gather(places["row"]))
    if kept.height > MOST_SPANS:
        kept = kept.filter(pl.int_range(pl.len()).over("row") < MOST_SPANS)
    note = measure(shown(cast("Counted", ask.node)))
    return kept.with_columns(
        turn=column.turns.gather(kept["row"]),
        text=column.texts.gather(kept["row"]),
        note=pl.lit(note),
    ).select(
        row,
        pl.col("turn").cast(pl.Int32),
        start.cast(pl.Int32),
        pl.col("end").cast(pl.Int32),
        pl.col("text").str.slice(start, pl.col("end") - start),
        "note",
    )
