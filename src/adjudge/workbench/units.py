"""Units of a criterion by item and system, and judges by what a call says of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import numpy as np

from adjudge.errors import UsageInvalid
from adjudge.verdict import JudgeKind

from .open_ratings import OpenedRatings

if TYPE_CHECKING:
    from adjudge.agreement import Ratings

_KINDS = {kind.value: kind.value for kind in JudgeKind} | {"human": "person"}
_NAMED = 10


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The ratings of one criterion, and what each of their rows is about."""

    ratings: Ratings
    items: tuple[str, ...]
    systems: tuple[str, ...]
    """Empty where the file names no system."""

    def named_systems(self) -> tuple[str, ...]:
        """The systems there are, in order of first appearance."""
        return tuple(dict.fromkeys(name for name in self.systems if name))

    def values_of(self, judges: Sequence[int]) -> np.ndarray[tuple[int, ...], np.dtype]:
        """The grades of these judges as numbers, NaN where there is none."""
        return self.ratings.values()[:, list(judges)]


def units_of(opened: OpenedRatings, systems: Sequence[str] = ()) -> Iterator[Units]:
    """The criteria of *opened* with the item and the system of each of their rows.

    A council files its verdicts under `question/author`. Where no column says the system,
    an item whose name ends with one of *systems* is taken apart so.
    """
    endings = sorted(systems, key=len, reverse=True)
    for ratings in opened.criteria:
        rows = zip(*opened.items_of(ratings), strict=True)
        pairs = [_apart(item, system, endings) for item, system in rows]
        yield Units(
            ratings, tuple(item for item, _ in pairs), tuple(name for _, name in pairs)
        )


def _apart(item: str, system: str | None, endings: Sequence[str]) -> tuple[str, str]:
    if system is not None:
        return item, system
    for name in endings:
        if item.endswith(f"/{name}") and len(item) > len(name) + 1:
            return item[: -len(name) - 1], name
    return item, ""


def kinds_of(opened: OpenedRatings) -> dict[str, str]:
    """Every judge with its kind, in order of first appearance."""
    return {
        name: kind
        for ratings in opened.criteria
        for name, kind in zip(ratings.judges, ratings.kinds, strict=True)
    }


def judges_named(
    opened: OpenedRatings, words: Sequence[str], option: str
) -> tuple[str, ...]:
    """The judges that *words* stand for: a kind, a name, or a pattern with `*`.

    A name may leave out the fingerprint after `@`; `council/...` is `council/*`.
    """
    known = kinds_of(opened)
    found: dict[str, None] = {}
    for word in words:
        fits = [name for name, kind in known.items() if _fits(word, name, kind)]
        if not fits:
            names = list(known)
            rest = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            raise UsageInvalid(
                f"no judge goes by {word!r}",
                where=option,
                hint="person, model, rule, or one of " + ", ".join(names[:_NAMED]) + rest,
            )
        found |= dict.fromkeys(fits)
    return tuple(found)


def _fits(word: str, name: str, kind: str) -> bool:
    wild = word.removesuffix("...") + "*" if word.endswith("...") else word
    return (
        _KINDS.get(word.casefold()) == kind
        or word in (name, name.partition("@")[0])
        or ("*" in wild and fnmatchcase(name, wild))
    )
