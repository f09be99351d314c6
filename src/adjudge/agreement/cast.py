"""Who is held against whom, in ratings of whatever a program holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudge.errors import UsageInvalid

from .ratings import Ratings
from .reading import as_ratings, criteria_in


def each_criterion(data: Any) -> tuple[Ratings, ...]:
    """*data* as ratings of each criterion: one `Ratings`, several, or what is read so.

    A frame may have several criteria; anything else has one.
    """
    if isinstance(data, Ratings):
        return (data,)
    if isinstance(data, list | tuple) and any(isinstance(each, Ratings) for each in data):
        return tuple(data)
    return tuple(as_ratings(data, criterion=name) for name in criteria_in(data))


def cast(
    criteria: Sequence[Ratings],
    judges: Sequence[str] | None,
    people: Sequence[str] | None,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Judges and people of all *criteria*: those that are named, and nobody is both.

    Where *judges* are not named they are all that are no person; where *people* are not,
    they are all persons who are not judges here.
    """
    known = {
        name: kind
        for each in criteria
        for name, kind in zip(each.judges, each.kinds, strict=True)
    }
    ask_known(known, judges, "judges")
    ask_known(known, people, "people")
    tested = tuple(
        name
        for name in known
        if (known[name] != "person" and name not in (people or ()) if judges is None
            else name in judges)
    )  # fmt: skip
    others = tuple(
        name
        for name in known
        if name not in tested
        and (known[name] == "person" if people is None else name in people)
    )
    return tested, others


def ask_known(known: Sequence[str] | dict[str, str], named: Any, where: str) -> None:
    """Refuse a name that no judge has."""
    unknown = [name for name in named or () if name not in known]
    if unknown:
        raise UsageInvalid(
            f"{unknown[0]!r} is no judge here",
            where=where,
            hint="one of " + some(tuple(known)),
        )


def present(ratings: Ratings, names: Sequence[str]) -> tuple[str, ...]:
    """Those of *names* that judge here, in the order of the ratings."""
    return tuple(name for name in ratings.judges if name in names)


def some(names: Sequence[str], most: int = 20) -> str:
    """The first of *names*, for a message."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
