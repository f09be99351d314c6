"""How a table of ratings is laid out, and its rows as ratings, one a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import polars as pl

from adjudge.errors import InputInvalid

from .looks import is_rating, is_text, is_unique, numbers_share
from .names import NEEDED, Guess, folded, guess_roles, listed, may_be_grades

How: TypeAlias = Literal["ledger", "long", "wide", "criteria"]
"""A rating a row; a column for each judge; a column for each criterion."""

ABSENT: Final = "absent"
"""The outcome of an empty cell of a wide table: nobody was asked, or nobody answered."""

_NAMED: Final = ("system", "kind", "rationale")
"""Roles that a column of grades may have the name of, in a table that is wide."""

ROW: Final = "\x1frow"
"""The column with the number of each row in its file."""

LEDGER: Final = (
    "item", "criterion", "judge", "kind", "outcome", "value", "label", "rationale",
    "rubric", "at",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """What somebody says of a table's columns."""

    how: str = "guess"
    roles: Mapping[str, str] = field(default_factory=dict)
    spread: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The columns that each are one `judge`, or one `criterion`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Which column of a table is what."""

    how: How
    roles: Mapping[str, str]
    spread: tuple[str, ...] = ()
    """The columns that hold values, for each judge or criterion."""
    ignored: tuple[str, ...] = ()
    by_row: bool = False
    """Nothing names the items: each row is one."""

    @property
    def over(self) -> str:
        """What the names of the spread columns are."""
        return "criterion" if self.how == "criteria" else "judge"

    def told(self) -> str:
        """What was taken for what, in one line."""
        told = [f"{role} from column `{name}`" for role, name in self.roles.items()]
        if self.by_row:
            told.insert(0, "each row is an item")
        if self.spread:
            told.append(f"a column for each {self.over}: {listed(self.spread)}")
        if self.ignored:
            told.append(f"not read: {listed(self.ignored)}")
        return "; ".join(told)


def layout_of(sample: pl.DataFrame, stated: Stated, *, where: str = "") -> Layout:
    """How the table that begins with *sample* is laid out; doubt is refused."""
    names = [name for name in sample.columns if name != ROW]
    if not names:
        raise InputInvalid("the file is empty", where=where, hint="one row is one rating")
    if stated.how == "ledger" or (stated.how == "guess" and "outcome" in names):
        return _ledger(names, where)
    texts = {name for name in names if is_text(sample[name])}
    if stated.how == "wide" or stated.spread:
        return _wide(sample, stated, texts, where)
    guess = guess_roles(names, stated.roles, texts=texts, where=where)
    if stated.how == "long" or {"judge", "value"} <= guess.roles.keys():
        return _long(sample, guess, names, where)
    if "judge" in guess.roles and not _is_judge_column(sample, guess):
        return _criteria(sample, guess, names, where)
    if "value" in guess.roles and "judge" not in guess.roles:
        raise _absent(["judge"], names, where)
    return _wide(sample, stated, texts, where)


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


def _ledger(names: Sequence[str], where: str) -> Layout:
    lacking = [name for name in (*NEEDED, "outcome") if name not in names]
    if lacking:
        raise _absent(lacking, names, where)
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
        raise _absent(lacking, names, where)
    roles = dict(guess.roles)
    if guess.sureness.get("criterion", 0) > 1 and not _varies(sample, roles):
        del roles["criterion"]
    ignored = [name for name in names if name not in roles.values()]
    return Layout(how="long", roles=_ordered(roles), ignored=tuple(ignored))


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


def _criteria(
    sample: pl.DataFrame, guess: Guess, names: Sequence[str], where: str
) -> Layout:
    spread = tuple(name for name in guess.rest if _grades(sample, name))
    if not spread:
        raise _absent(["value"], names, where)
    if "item" not in guess.roles:
        raise _absent(["item"], names, where)
    ignored = tuple(name for name in guess.rest if name not in spread)
    roles = {role: name for role, name in guess.roles.items() if role != "criterion"}
    if "criterion" in guess.roles:
        ignored = (guess.roles["criterion"], *ignored)
    return Layout(how="criteria", roles=_ordered(roles), spread=spread, ignored=ignored)


def _wide(sample: pl.DataFrame, stated: Stated, texts: set[str], where: str) -> Layout:
    names = [name for name in sample.columns if name != ROW]
    over = next(iter(stated.spread), "judge")
    given = stated.spread.get(over, ())
    unknown = [name for name in given if name not in names]
    if unknown:
        raise InputInvalid(
            f"there is no column {unknown[0]!r}",
            where=where,
            hint="the columns are " + listed(names),
        )
    free = [name for name in names if name not in given]
    no = {role: stated.roles.get(role, "") for role in ("value", "outcome", over)}
    guess = guess_roles(free, {**stated.roles, **no}, texts=texts, where=where)
    roles = {
        role: name
        for role, name in guess.roles.items()
        if role not in _NAMED or role in stated.roles or not _grades(sample, name)
    }
    rest = [name for name in free if name not in roles.values()]
    spread = given or tuple(name for name in rest if _grades(sample, name))
    rest = [name for name in rest if name not in spread]
    if "item" not in roles:
        named = next((name for name in rest if is_unique(sample[name])), None)
        if named is not None:
            roles["item"] = named
            rest.remove(named)
    if not spread or (over == "criterion" and "judge" not in roles):
        raise _absent([role for role in NEEDED if role not in roles], names, where)
    if not given:
        _ask_one_name(spread, where)
    return Layout(
        how="criteria" if over == "criterion" else "wide",
        roles=_ordered(roles),
        spread=spread,
        ignored=tuple(rest),
        by_row="item" not in roles,
    )


def _ask_one_name(spread: Sequence[str], where: str) -> None:
    """Refuse `ann_tone, ann_style, bob_tone, bob_style`: they are not four judges."""
    for sign in "_-./: |":
        parts = [name.rpartition(sign) for name in spread]
        first, last = {p[0] for p in parts}, {p[2] for p in parts}
        whole = len(first) * len(last) == len(set(spread)) and "" not in first
        if whole and len(first) > 1 and len(last) > 1:
            raise InputInvalid(
                f"the columns look like judges times criteria: {listed(sorted(first))} "
                f"by {listed(sorted(last))}",
                where=where,
                hint="write one rating a row (item, criterion, judge, value); or, where "
                "each column is a judge all the same, --columns judges="
                + ",".join(spread[:3])
                + ",...",
            )


def _grades(sample: pl.DataFrame, name: str) -> bool:
    return may_be_grades(name) and is_rating(sample[name])


def _ordered(roles: Mapping[str, str]) -> dict[str, str]:
    order = ("item", "system", "criterion", "judge", "kind", "value", *roles)
    return {role: roles[role] for role in dict.fromkeys(order) if role in roles}


def _absent(roles: Sequence[str], names: Sequence[str], where: str) -> InputInvalid:
    wanted = " and ".join(f"the {role}" for role in roles)
    role = roles[0] if roles else "value"
    hint = f"the columns are {listed(names)}; say which it is with --columns {role}=NAME"
    if "judge" in roles or "value" in roles:
        hint += ", or, where each judge has a column, --columns judges=NAME,NAME"
    if len(names) == 1:
        hint += ". Are the cells separated by something else than a comma?"
    return InputInvalid(f"there is no column for {wanted}", where=where, hint=hint)
