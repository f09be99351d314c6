"""What was taken for what in a table of ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import polars as pl

from .looks import is_rating
from .names import listed, may_be_grades

How: TypeAlias = Literal["ledger", "long", "wide", "criteria"]
"""A rating a row; a column for each judge; a column for each criterion."""

ABSENT: Final = "absent"
"""The outcome of an empty cell of a wide table: nobody was asked, or nobody answered."""

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


def may_hold_grades(sample: pl.DataFrame, name: str) -> bool:
    """Whether the column *name* may be a judge's, or a criterion's, by name and looks."""
    return may_be_grades(name) and is_rating(sample[name])


def in_order(roles: Mapping[str, str]) -> dict[str, str]:
    """*roles* in the order in which they are told."""
    order = ("item", "system", "criterion", "judge", "kind", "value", *roles)
    return {role: roles[role] for role in dict.fromkeys(order) if role in roles}
