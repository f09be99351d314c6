"""The texts that a rule reads, for a batch of items at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import polars as pl

from .node import DEFAULT_ROLE, All, AnyOf, Node, Not, Turn
from .passage import Passage

Which = Literal["first", "last"] | int


@dataclass(frozen=True, slots=True)
class Selector:
    """Which turn of which role."""

    role: str
    which: Which


@dataclass(frozen=True, slots=True)
class Ask:
    """A part of a rule that is not all, any or not, and the turn that it reads."""

    node: Node
    selector: Selector


USUAL: Final = Selector(DEFAULT_ROLE, "last")


def asks(node: Node, selector: Selector = USUAL) -> tuple[Ask, ...]:
    """The parts of *node* that ask something of a text, in the order of `combine`."""
    match node:
        case All(parts=parts) | AnyOf(parts=parts):
            return tuple(ask for part in parts for ask in asks(part, selector))
        case Not(part=part):
            return asks(part, selector)
        case Turn(which="first" | "last" | int() as which, role=role, part=part):
            return asks(part, Selector(role, which))
        case _:
            return (Ask(node, selector),)


def is_one_turn(node: Node) -> bool:
    """Whether *node* chooses one turn, so that what is in it reads one column."""
    return isinstance(node, Turn) and node.which not in ("any", "every")


@dataclass(frozen=True, slots=True)
class Column:
    """One text an item, null where there is no such turn, and the turn it is from."""

    texts: pl.Series
    turns: pl.Series

    def passages(self) -> list[Passage | None]:
        """The passage that a leaf reads for each item."""
        return [
            None if text is None else Passage(text, turn)
            for text, turn in zip(self.texts.to_list(), self.turns.to_list(), strict=True)
        ]


def column(items: pl.DataFrame, selector: Selector) -> Column:
    """The texts of *items* that *selector* picks."""
    lengths = items["conversation"].list.len().fill_null(0)
    starts = lengths.cast(pl.Int64).cum_sum() - lengths
    numbers = pl.int_range(items.height, eager=True)
    rows = numbers.repeat_by(lengths).explode(empty_as_null=False)
    said = items["conversation"].drop_nulls().explode(empty_as_null=False)
    turns = pl.DataFrame(
        {"row": rows, "turn": pl.int_range(len(rows), eager=True) - starts.gather(rows)}
    ).with_columns(said.struct.unnest())
    chosen = _pick(turns.filter(pl.col("role") == selector.role), selector.which)
    if chosen.height < items.height:
        every = pl.DataFrame({"row": numbers})
        chosen = every.join(chosen, on="row", how="left", maintain_order="left")
    return Column(chosen["content"], chosen["turn"])


def _pick(turns: pl.DataFrame, which: Which) -> pl.DataFrame:
    row = pl.col("row")
    match which:
        case "last":
            return turns.filter((row != row.shift(-1)).fill_null(value=True))
        case "first":
            return turns.filter((row != row.shift(1)).fill_null(value=True))
        case int(number) if number > 0:
            place = pl.int_range(pl.len()).over("row")
            return turns.filter(place == number - 1)
        case int(number):
            place = pl.len().over("row") - pl.int_range(pl.len()).over("row")
            return turns.filter(place == -number)
