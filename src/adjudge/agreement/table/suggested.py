"""Refusing to guess: columns with examples, and the line that says which is what."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Final

import polars as pl

from adjudge.errors import InputInvalid

from .layout import ROW
from .looks import is_text, names_rows, numbers_share, stated
from .names import NEEDED, listed

_SHOWN: Final = 12
_EXAMPLES: Final = 3
_LETTERS: Final = 16


def doubtful(
    sample: pl.DataFrame,
    what: str,
    where: str,
    *,
    roles: Mapping[str, str] | None = None,
    judges: Sequence[str] = (),
    item: str = "",
) -> InputInvalid:
    """The refusal of a table whose columns might be anything.

    *roles* are known. *judges* may each be one, which the hint offers as another line.
    """
    names = [name for name in sample.columns if name != ROW]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    columns = ", ".join(_with_examples(sample[name]) for name in names[:_SHOWN]) + more
    hint = f"the columns are {columns}. "
    guess = suggestion(sample, roles or {})
    line = ",".join(f"{role}={guess.get(role, '...')}" for role in NEEDED)
    whole = "..." not in line
    ways = [
        f"Where a row is one rating, complete --columns {shlex.quote(line)}"
        + (" (a suggestion: not taken)" if whole else "")
    ]
    if judges:
        wide = (f"item={item}," if item else "") + "judges=" + ",".join(judges[:_SHOWN])
        way = f"Where each judge has a column, --columns {shlex.quote(wide)}"
        ways.insert(len(ways) if whole else 0, way)
    hint += ". ".join(ways)
    if len(names) == 1:
        hint += ". Are the cells separated by something else than a comma?"
    return InputInvalid(what, where=where, hint=hint)


def suggestion(sample: pl.DataFrame, known: Mapping[str, str]) -> dict[str, str]:
    """Which column looks like the item, the judge and the value, where *known* is silent.

    Few numbers are values, few names are judges, and what has most values and comes again
    is the item.
    """
    found = {role: name for role, name in known.items() if role in NEEDED}
    if "item" not in found and "value" in found and names_rows(sample[found["value"]]):
        found["item"] = found.pop("value")  # `answer`, which is what was judged
    other = {name for role, name in known.items() if role not in NEEDED}
    sizes = {
        name: stated(sample[name]).n_unique()
        for name in sample.columns
        if name not in (ROW, *other) and not is_text(sample[name])
    }
    free = [name for name, size in sizes.items() if size > 1 and name not in found.values()]
    free.sort(key=lambda name: sizes[name])
    numbers = {name for name in free if numbers_share(sample[name]) > 1 / 2}
    if "judge" not in found:
        words = [n for n in free if n not in numbers and 2 * sizes[n] <= sample.height]
        _take(found, "judge", words, free)
    if "value" not in found:
        last = [name for name in reversed(sample.columns) if name in free]
        values = sorted((n for n in last if n in numbers), key=lambda name: sizes[name])
        _take(found, "value", values or free, free)
    if "item" not in found:
        _take(found, "item", free[::-1], free)
    return found


def _take(found: dict[str, str], role: str, among: Sequence[str], free: list[str]) -> None:
    if among:
        found[role] = among[0]
        free.remove(among[0])


def _with_examples(column: pl.Series) -> str:
    values = stated(column).unique(maintain_order=True).head(_EXAMPLES).to_list()
    shown = [v if len(v) <= _LETTERS else v[: _LETTERS - 3] + "..." for v in values]
    return f"{listed([column.name])} ({', '.join(shown) or 'empty'})"
