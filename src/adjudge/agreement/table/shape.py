"""How a table of ratings is laid out, and its rows as ratings, one a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from adjudge.errors import InputInvalid

from .domains import strays
from .layout import ABSENT, LEDGER, ROW, Layout, Stated, in_order, may_hold_grades
from .looks import is_text, names_rows, numbers_share
from .names import NEEDED, Guess, folded, guess_roles
from .suggested import doubtful
from .wide import transposed, wide


def layout_of(sample: pl.DataFrame, stated: Stated, *, where: str = "") -> Layout:
    """How the table that begins with *sample* is laid out; doubt is refused."""
    names = [name for name in sample.columns if name != ROW]
    if not names:
        raise InputInvalid("the file is empty", where=where, hint="one row is one rating")
    if stated.how == "ledger" or (stated.how == "guess" and "outcome" in names):
        return _ledger(sample, names, where)
    texts = {name for name in names if _is_text(sample[name])}
    if stated.how == "wide" or stated.spread:
        return wide(sample, stated, texts, where)
    guess = guess_roles(names, stated.roles, texts=texts, where=where)
    if stated.how == "long" or {"judge", "value"} <= guess.roles.keys():
        return _long(sample, guess, names, where)
    if "judge" in guess.roles and not _is_judge_column(sample, guess):
        return _criteria(sample, guess, where)
    if "value" in guess.roles and "judge" not in guess.roles:
        raise _absent(["judge"], sample, guess.roles, where)
    return wide(sample, stated, texts, where)


def shaped(batch: pl.DataFrame, layout: Layout) -> pl.DataFrame:
    """The rows of *batch* as ratings: columns have the names of their roles."""
    named = [pl.col(name).alias(role) for role, name in layout.roles.items()]
    if layout.by_row:
        named.append(pl.col(ROW).cast(pl.String).alias("item"))
    if not layout.spread:
        rows = batch.select(pl.col(ROW), *named)
        if layout.how != "ledger":
            return rows
        return rows.with_columns(pl.col("outcome").cast(pl.String).fill_null(""))
    numbers = all(batch[name].dtype.is_numeric() for name in layout.spread)
    kind = pl.Float64 if numbers else pl.String
    index = batch.select(pl.col(ROW), *named)
    values = [batch[name].cast(kind).alias(f"\x1f{name}") for name in layout.spread]
    return (
        index.hstack(values)
        .unpivot(
            on=[value.name for value in values],
            index=index.columns,
            variable_name=layout.over,
            value_name="value",
        )
        .with_columns(
            pl.col(layout.over).str.strip_prefix("\x1f"),
            outcome=pl.when(pl.col("value").is_null()).then(pl.lit(ABSENT)),
        )
    )


def _ledger(sample: pl.DataFrame, names: Sequence[str], where: str) -> Layout:
    lacking = [name for name in (*NEEDED, "outcome") if name not in names]
    if lacking:
        raise _absent(lacking, sample, {}, where)
    return Layout(
        how="ledger",
        roles={name: name for name in (*LEDGER, "system") if name in names},
        ignored=tuple(
            name for name in names if name not in (*LEDGER, "system", "evidence")
        ),
    )


def _long(sample: pl.DataFrame, guess: Guess, names: Sequence[str], where: str) -> Layout:
    lacking = [role for role in NEEDED if role not in guess.roles]
    if lacking:
        raise _absent(lacking, sample, guess.roles, where)
    roles = dict(guess.roles)
    if guess.sureness.get("criterion", 0) > 1 and not _varies(sample, roles):
        del roles["criterion"]
    ignored = [name for name in names if name not in roles.values()]
    return Layout(how="long", roles=in_order(roles), ignored=tuple(ignored))


def _varies(sample: pl.DataFrame, roles: Mapping[str, str]) -> bool:
    """Whether an item has several criteria: otherwise it is the item's own question."""
    pairs = sample.select(roles["item"], roles["criterion"]).unique()
    return bool(pairs[roles["item"]].is_duplicated().any()) or (
        pairs[roles["criterion"]].n_unique() == 1
    )


def _is_judge_column(sample: pl.DataFrame, guess: Guess) -> bool:
    """`model` names who judged, or is a column of what the model said: numbers."""
    return folded(guess.roles["judge"]) in ("model", "user", "expert", "person") and (
        numbers_share(sample[guess.roles["judge"]]) > 0.5
    )


def _criteria(sample: pl.DataFrame, guess: Guess, where: str) -> Layout:
    spread = tuple(name for name in guess.rest if may_hold_grades(sample, name))
    if not spread:
        raise _absent(["value"], sample, guess.roles, where)
    if "item" not in guess.roles:
        if len(spread) > 1:
            raise transposed(spread, where)
        raise _absent(["item"], sample, guess.roles, where)
    ignored = tuple(name for name in guess.rest if name not in spread)
    roles = {role: name for role, name in guess.roles.items() if role != "criterion"}
    if "criterion" in guess.roles:
        ignored = (guess.roles["criterion"], *ignored)
    return Layout(how="criteria", roles=in_order(roles), spread=spread, ignored=ignored)


def _is_text(column: pl.Series) -> bool:
    """Whether *column* holds texts; `note` is a grade in German, where it holds numbers."""
    return is_text(column) or (
        folded(column.name) == "note" and numbers_share(column) <= 1 / 2
    )


def _absent(
    lacking: Sequence[str], sample: pl.DataFrame, roles: Mapping[str, str], where: str
) -> InputInvalid:
    wanted = " and ".join(f"the {role}" for role in lacking)
    judges = [name for name in sample.columns if name not in (ROW, *roles.values())]
    grades = [name for name in judges if may_hold_grades(sample, name)]
    alike = len(grades) > 1 and not strays([sample[name] for name in grades])
    wide_too = grades if "judge" in lacking and alike else []
    named = roles.get("value", "")
    item = named if named and names_rows(sample[named]) else ""
    return doubtful(
        sample,
        f"there is no column for {wanted}",
        where,
        roles=roles,
        judges=wide_too,
        item=roles.get("item", item),
    )
