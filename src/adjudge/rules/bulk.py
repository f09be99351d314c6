"""The bulk kernel: Arrow batches of items in, Arrow batches of verdicts out, no I/O.

It lives with the rules, and not with the verbs, because it is what a worker of Ray or
Spark imports: rules, nouns and Polars, without a file format or a command in sight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from importlib import import_module
from typing import Any, Final, cast

import numpy as np
import polars as pl

from adjudge.errors import AdjudgeError, InputInvalid, OffScale
from adjudge.rubric import Criterion, Rubric
from adjudge.verdict import ROLES, SCHEMA, SYNONYMS, item_of, read_role

from .finding import ReadsTogether
from .registry import rule_for
from .rows import frame_of
from .ruling import Resolve, Ruling, found_in, off_scale, rulings

_TALK: Final = ("conversation", "messages")
_SHAPE: Final = "columns: id, conversation (a list of structs with role and content)"


def judge_batches(
    rubrics: Sequence[Rubric],
    batches: Iterable[Any],
    *,
    at: datetime | None = None,
    resolve: Resolve = rule_for,
) -> Iterator[Any]:
    """Judge *batches* of items by the rules of *rubrics*: for each, its verdicts.

    A batch is a Polars frame, a pyarrow record batch or table, or anything that exports
    the Arrow stream or array interface. Polars and pyarrow get back their own kind,
    all others a Polars frame, which exports that interface too. Rows are in the order
    of the items, whatever the batches.
    """
    ruled = rulings(rubrics, resolve=resolve)
    for batch in batches:
        yield _like(batch, judge_frame(ruled, items_in(batch), at=at))


def judge_frame(
    ruled: Sequence[Ruling], items: pl.DataFrame, *, at: datetime | None = None
) -> pl.DataFrame:
    """The verdicts on a frame of items, as rows of the ledger in the items' order."""
    found = [
        _judged(ruling, items, findings, at)
        for ruling, findings in zip(ruled, _all_findings(ruled, items), strict=True)
    ]
    if len(found) == 1:
        return found[0].select(SCHEMA.names())
    together = pl.concat(found) if found else SCHEMA.to_frame().with_columns(row=0)
    return together.sort("row", maintain_order=True).select(SCHEMA.names())


def items_in(batch: Any) -> pl.DataFrame:
    """The items of an Arrow *batch*, or `InputInvalid` naming its first bad row."""
    frame = batch if isinstance(batch, pl.DataFrame) else pl.DataFrame(batch)
    talk = [name for name in _TALK if name in frame.columns]
    if "id" not in frame.columns or len(talk) != 1:
        has = ", ".join(frame.columns) or "nothing"
        raise InputInvalid(
            f"the batch has no id, or not one conversation; it has {has}", hint=_SHAPE
        )
    if not (frame.schema["id"] == pl.String or frame.schema["id"].is_integer()):
        raise InputInvalid(f"ids are texts, not {frame.schema['id']}", hint=_SHAPE)
    others = [name for name in frame.columns if name not in ("id", *talk)]
    items = frame.select(
        pl.col("id").cast(pl.String),
        _messages(frame.schema[talk[0]], talk[0]),
        _fields(frame, others),
    )
    role = pl.element().struct.field("role")
    if not _ask_sound(items):
        role = role.str.strip_chars().str.to_lowercase().replace(dict(SYNONYMS))
    return items.with_columns(
        pl.col("conversation").list.eval(
            pl.struct(
                role,
                pl.element().struct.field("content").fill_null(""),
            )
        )
    )


def _messages(dtype: pl.DataType, name: str) -> pl.Expr:
    inner = dtype.inner if isinstance(dtype, pl.List) else None
    fields = {f.name: f.dtype for f in inner.fields} if isinstance(inner, pl.Struct) else {}
    if any(fields.get(field) != pl.String for field in ("role", "content")):
        raise InputInvalid(f"{name} is {dtype}", hint=_SHAPE)
    return pl.col(name).alias("conversation")


def _fields(frame: pl.DataFrame, others: list[str]) -> pl.Expr:
    if others == ["fields"] and frame.schema["fields"] == pl.String:
        return pl.col("fields")
    if not others:
        return pl.lit(None, dtype=pl.String).alias("fields")
    return pl.struct(others).struct.json_encode().alias("fields")


def _ask_sound(items: pl.DataFrame) -> bool:
    """Refuse what is no item; else whether all roles go by the names that rules know."""
    said = items.select(row=pl.int_range(pl.len()), talk="conversation").explode("talk")
    role = pl.col("talk").struct.field("role")
    faults = (
        (items, pl.col("id").is_null(), "the item has no id"),
        (items, pl.col("id").str.strip_chars() == "", "the id is blank"),
        (items, pl.col("conversation").is_null(), "the item has no conversation"),
        (
            said.filter(pl.col("talk").is_not_null()),
            role.is_null() | (role.str.strip_chars() == ""),
            "a message has no role",
        ),
    )
    for frame, wrong, what in faults:
        found = frame.with_row_index("at").filter(wrong)
        if found.height:
            row = found["row"][0] if "row" in found.columns else found["at"][0]
            raise InputInvalid(what, where=f"row {row} of the batch", hint=_SHAPE)
    odd = said.with_columns(role=role).filter(
        pl.col("talk").is_not_null() & ~pl.col("role").is_in(ROLES)
    )
    for row, name in odd.unique("role", maintain_order=True)["row", "role"].iter_rows():
        read_role(name, where=f"row {row} of the batch")
    return odd.is_empty()


def _judged(
    ruling: Ruling, items: pl.DataFrame, findings: pl.DataFrame, at: datetime | None
) -> pl.DataFrame:
    """Rows of the ledger, with the `row` of the item that each is about."""
    graded = pl.col("outcome") == "graded"
    off = graded & pl.col("fault").is_not_null()
    return findings.hstack(_grades(ruling.criterion, findings["value"])).select(
        "row",
        item=items["id"].gather(findings["row"]),
        criterion=pl.col("criterion").fill_null(ruling.criterion.id),
        judge=pl.lit(ruling.judge.id),
        kind=pl.lit(ruling.judge.kind.value),
        outcome=pl.when(off).then(pl.lit("failed")).otherwise("outcome"),
        value=pl.when(graded).then("grade"),
        label=pl.when(graded).then("label"),
        rationale=pl.when(off).then("fault").otherwise("reason"),
        evidence="evidence",
        rubric=pl.lit(ruling.rubric),
        at=pl.lit(at, dtype=SCHEMA["at"]),
    )


def _all_findings(ruled: Sequence[Ruling], items: pl.DataFrame) -> list[pl.DataFrame]:
    """What the rules find; those of a kind that can read the items together do so."""
    kinds: dict[type, list[int]] = {}
    for place, ruling in enumerate(ruled):
        if isinstance(ruling.rule, ReadsTogether):
            kinds.setdefault(type(ruling.rule), []).append(place)
    found: dict[int, pl.DataFrame] = {}
    for places in kinds.values():
        rules = [ruled[place].rule for place in places]
        together = cast("ReadsTogether", rules[0]).find_together
        try:
            found |= zip(places, together(rules, items), strict=True)
        except Exception:  # noqa: BLE001, S112  # whose fault it is, each says by itself
            continue
    return [
        found[place] if place in found else _findings(ruling, items)
        for place, ruling in enumerate(ruled)
    ]


def _findings(ruling: Ruling, items: pl.DataFrame) -> pl.DataFrame:
    """What the rule finds; where its bulk twin breaks, the plain one finds who broke it."""
    try:
        return ruling.rule.find_all(items)
    except AdjudgeError:
        raise
    except Exception:  # noqa: BLE001  # one item must not take a batch with it
        return _one_by_one(ruling, items)


def _one_by_one(ruling: Ruling, items: pl.DataFrame) -> pl.DataFrame:
    return frame_of(
        (row, finding)
        for row, item in enumerate(items.iter_rows(named=True))
        for finding in found_in(ruling.rule, item_of(item))
    )


_GRADE: Final = pl.Schema(
    {"grade": pl.Float64(), "label": pl.String(), "fault": pl.String()}
)


def _grades(criterion: Criterion, values: pl.Series) -> pl.DataFrame:
    """The grade of each raw value, or why it has none; each is read once on the scale."""
    # Not a join: whether Polars lets NaN match NaN depends on how many rows there are.
    raws, places = np.unique(values.to_numpy(), return_inverse=True)
    places = np.where(values.is_null().to_numpy(), len(raws), places)
    rows: list[tuple[float | None, str | None, str | None]] = []
    for raw in (*raws.tolist(), None):
        try:
            grade = criterion.read(raw)
            rows.append((grade.value, grade.label, None))
        except OffScale as error:
            rows.append((None, None, off_scale(error)))
    return pl.DataFrame(rows, schema=_GRADE, orient="row")[places]


def _like(batch: Any, ledger: pl.DataFrame) -> Any:
    """*ledger* as the kind of thing that *batch* is."""
    if type(batch).__module__.partition(".")[0] != "pyarrow":
        return ledger
    pyarrow = import_module("pyarrow")
    table = ledger.to_arrow(compat_level=pl.CompatLevel.oldest())
    if not isinstance(batch, pyarrow.RecordBatch):
        return table
    columns = [column.combine_chunks() for column in table.columns]
    return pyarrow.RecordBatch.from_arrays(columns, schema=table.schema)
