"""A table with a column for each judge: taken only where its columns are on one scale."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import polars as pl

from adjudge.errors import InputInvalid

from .domains import crossed, is_key, strays
from .layout import ROW, Layout, Stated, in_order, may_hold_grades
from .looks import is_unique
from .names import CRITERIA, NEEDED, folded, guess_roles, is_of_items, listed, may_be_grades
from .suggested import doubtful

_NAMED: Final = ("system", "kind", "rationale")
"""Roles that a column of grades may have the name of, in a table that is wide."""

_AGAIN: Final = 0.75
"""The least share of different items among the rows of a wide table."""

_LONG: Final = 1000
"""Rows after which one who says the same throughout may be what a table is sorted by."""

_NUMBERED: Final = re.compile(r"(.*?)_?\d+")


def wide(sample: pl.DataFrame, stated: Stated, texts: set[str], where: str) -> Layout:
    """*sample* with a column for each judge, or for each criterion; doubt is refused."""
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
    roles = _roles(sample, free, stated, over, texts=texts, where=where)
    rest = [name for name in free if name not in roles.values()]
    spread = given or tuple(name for name in rest if may_hold_grades(sample, name))
    if not given:
        spread = _judges(sample, spread, roles, where)
    rest = [name for name in names if name not in (*spread, *roles.values())]
    if "item" not in roles:
        named = next((n for n in rest if _may_name(n) and is_unique(sample[n])), None)
        if named is not None:
            roles["item"] = named
            rest.remove(named)
    if not spread or (over == "criterion" and "judge" not in roles):
        lacking = " and ".join(f"the {r}" for r in NEEDED if r not in roles)
        raise doubtful(sample, f"there is no column for {lacking}", where, roles=roles)
    if not given:
        _ask_one_name(spread, where)
        _ask_things(spread, roles, where)
        if stated.how != "wide":
            _ask_rows(sample, spread, roles, rest, where=where)
    return Layout(
        how="criteria" if over == "criterion" else "wide",
        roles=in_order(roles),
        spread=spread,
        ignored=tuple(rest),
        by_row="item" not in roles,
    )


def _roles(
    sample: pl.DataFrame,
    free: Sequence[str],
    stated: Stated,
    over: str,
    *,
    texts: set[str],
    where: str,
) -> dict[str, str]:
    no = {role: stated.roles.get(role, "") for role in ("value", "outcome", over)}
    guess = guess_roles(free, {**stated.roles, **no}, texts=texts, where=where)
    found = dict(guess.roles)
    grades = [name for name in guess.rest if may_hold_grades(sample, name)]
    for role in _NAMED:
        name = found.get(role)
        if name is None or role in stated.roles or not may_hold_grades(sample, name):
            continue
        if not grades or name not in strays([sample[n] for n in (*grades, name)]):
            del found[role]  # a judge who is called so
            grades.append(name)
    return found


def _may_name(name: str) -> bool:
    return may_be_grades(name) or is_of_items(name)


def _judges(
    sample: pl.DataFrame, spread: Sequence[str], roles: dict[str, str], where: str
) -> tuple[str, ...]:
    """Those of *spread* that are judges; one that numbers the rows names the items."""
    off = strays([sample[name] for name in spread])
    keys = [n for n in spread if is_key(sample[n], stray=n in off and len(spread) > 2)]
    if 0 < len(keys) < len(spread) and len(keys) == 1:
        spread = tuple(name for name in spread if name not in keys)
        roles.setdefault("item", keys[0])
        off = strays([sample[name] for name in spread])
    named = [name for name in off if is_unique(sample[name])]
    if len(off) == len(named) == 1 and "item" not in roles and len(spread) > 2:
        roles["item"] = named[0]
        return tuple(name for name in spread if name not in off)
    if off:
        kept = [name for name in spread if name not in off]
        raise doubtful(
            sample,
            f"is each of these a judge? {_told(off)} not on the scale of "
            f"{'each other' if not kept else listed(kept)}",
            where,
            roles=roles,
            judges=kept,
            item=roles.get("item", ""),
        )
    return tuple(spread)


def _told(off: Sequence[str]) -> str:
    return listed(off) + (" is" if len(off) == 1 else " are")


def _ask_rows(
    sample: pl.DataFrame,
    spread: Sequence[str],
    roles: Mapping[str, str],
    rest: Sequence[str],
    *,
    where: str,
) -> None:
    """Refuse a table whose rows are not each another item."""
    what = ""
    still = [name for name in spread if sample[name].n_unique() == 1]
    units = [roles[r] for r in ("item", "system", "criterion") if r in roles]
    if "item" in roles:
        different = sample.select(units).n_unique()
        if different < _AGAIN * sample.height:
            what = f"the item of column {listed([roles['item']])} comes in several rows"
    else:
        again = [
            n for n in rest if may_be_grades(n) and sample[n].n_unique() < sample.height
        ]
        if again:
            what = f"nothing names the items: {listed(again)} might, and is not unique"
        elif len(spread) > 2 and crossed([sample[name] for name in spread]):
            what = "two columns are paired like items and judges"
    if still and sample.height >= _LONG:
        what = f"{listed(still)} is the same in {sample.height} rows, as a judge's name is"
    if what:
        raise doubtful(
            sample,
            f"is each column a judge? {what}",
            where,
            roles=roles,
            judges=spread,
            item=roles.get("item", ""),
        )


def _ask_things(spread: Sequence[str], roles: Mapping[str, str], where: str) -> None:
    """Refuse columns that are not called like judges: criteria, or answers by number."""
    words = [folded(name) for name in spread]
    item = f"item={roles['item']}," if "item" in roles else ""
    judges = f"where each column is a judge all the same, --columns {item}judges=" + (
        ",".join(spread[:3]) + (",..." if len(spread) > 3 else "")
    )
    if len(spread) > 1 and all(word in CRITERIA.split() for word in words):
        raise InputInvalid(
            f"the table looks like the grades of one judge on several criteria: "
            f"{listed(spread)}, and no column says who judged",
            where=where,
            hint="add a column `judge` and give each judge rows of their own; " + judges,
        )
    stems = [_NUMBERED.fullmatch(word) for word in words]
    if len(spread) > 1 and all(stem and _is_thing(stem[1]) for stem in stems):
        raise transposed(spread, where, otherwise=judges)


def _is_thing(word: str) -> bool:
    """Whether *word* means what is judged, as answer or question does."""
    return word in ("answer", "antwort", "reply", "output", "q") or is_of_items(word)


def transposed(spread: Sequence[str], where: str, *, otherwise: str = "") -> InputInvalid:
    """The refusal of a table that has a row for each judge."""
    hint = "turn it round: a row for each item and a column for each judge, or one rating "
    hint += "a row (item, judge, value)"
    return InputInvalid(
        "the table looks like a row for each judge and a column for each item: "
        + listed(spread),
        where=where,
        hint=hint + (f"; {otherwise}" if otherwise else ""),
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
