"""How texts that may hold a phrase are told from the many that do not."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import compress, product
from operator import not_, or_
from typing import Final

import polars as pl

from .node import Phrase
from .phrase import folds, level

_TO_ASCII: Final = {"\u212a": "k", "\u0130": "i"}
"""Characters beyond ASCII whose lower case is an ASCII letter."""

_CURLY: Final = {"'": "\u2019", '"': "\u201c\u201d"}
"""What stands for these so often that it is looked for, not set aside."""
_MOST_VARIANTS: Final = 8
_HEAD: Final = 64
"""Characters of a phrase that are looked for; building an automaton for the whole of a
very long one takes time in the square of its length."""


@dataclass(frozen=True, slots=True)
class Search:
    """How texts that may hold a phrase are told from the others."""

    needles: tuple[str, ...]
    """The phrases, levelled."""
    heads: tuple[str, ...]
    """What they begin with: all of a phrase that is not very long."""
    literals: tuple[str, ...]
    """Byte strings, any of which may be the head of a phrase."""
    any_case: bool
    quick: bool
    """Whether the automaton jumps to the next likely byte while it looks for these. If
    not, it finds rare characters and places in the same pass at no further cost."""
    beyond: bool
    """Whether there are phrases that the automaton cannot compare in either case."""
    pattern: str
    """Finds these; empty where it would be too large."""
    stretches: tuple[str, ...]
    """ASCII of which there is some in any text that holds one of these; may be empty."""
    rare: dict[str, str]
    """Characters that a reader takes for one in a phrase: a text with one is levelled."""
    flags: tuple[str, ...]
    """Those of them that no variant of a literal covers."""
    rarities: tuple[str, ...]
    """Patterns that together find one of the flags."""
    near: tuple[str, ...]
    """Stretches of the phrases that no rare character stands for, one of which is in any
    text that holds a phrase; empty where there is a phrase without one."""
    special: str
    """Finds a character by which a place in the bytes may not be one in the text."""


@lru_cache(maxsize=256)
def search_of(phrase: Phrase) -> Search:
    """How texts that may hold *phrase* are found."""
    needles = sorted(
        {level(one, case=phrase.case, alike=phrase.alike) for one in phrase.any_of}
    )
    letters = set("".join(needles))
    rare = _alike(letters) if phrase.alike else {}
    if not phrase.case:
        rare |= {char: plain for char, plain in _TO_ASCII.items() if plain in letters}
    plain = [phrase.case or one.isascii() for one in needles]
    literal = sorted({one[:_HEAD] for one in compress(needles, plain)})
    folded = sorted({one[:_HEAD] for one in compress(needles, map(not_, plain))})
    variants = [_variants(one, rare) for one in literal]
    covered = "".join(_CURLY.values()) if all(variants) else ""
    pairs = zip(literal, variants, strict=True)
    flags = tuple(char for char in rare if char not in covered)
    return Search(
        needles=tuple(needles),
        heads=tuple(dict.fromkeys((*literal, *folded))),
        literals=tuple(variant for one, many in pairs for variant in many or (one,)),
        any_case=not phrase.case,
        quick=len(_begin(literal, any_case=not phrase.case)) <= _FIRST_BYTES,
        beyond=bool(folded),
        pattern=_pattern(folded, rare),
        stretches=_near_of(folded, rare, beyond="\x80-\U0010ffff"),
        rare=rare,
        flags=flags,
        rarities=_quick(flags),
        near=_near_of(literal, rare),
        special=f"[{''.join(map(re.escape, rare))}\u02bc]",
    )


def _alike(letters: set[str]) -> dict[str, str]:
    return {char: plain for char, plain in folds().items() if plain in letters}


def _variants(needle: str, rare: dict[str, str]) -> tuple[str, ...]:
    """*needle* with straight and with curly quotes alike; nothing if that is too many."""
    choices = [
        (char, *(curly for curly in _CURLY.get(char, "") if curly in rare))
        for char in needle
    ]
    if math.prod(map(len, choices)) > _MOST_VARIANTS:
        return ()
    return tuple(map("".join, product(*choices)))


_DASHES: Final = 0xE2
"""What the bytes of most dashes, curly quotes and narrow blanks begin with."""
_FIRST_BYTES: Final = 3


def _begin(said: Sequence[str], *, any_case: bool) -> set[int]:
    """The bytes that *said* can begin with."""
    first = {one[0] for one in said}
    if any_case:
        first |= {char.swapcase() for char in first if char.isascii()}
    return {char.encode()[0] for char in first}


def _quick(chars: Sequence[str]) -> tuple[str, ...]:
    """Patterns that find one of *chars*, fast.

    The engine jumps from one likely byte to the next while there are few that a match can
    begin with, and only one that many texts have. Beyond that it reads byte by byte,
    fifteen times as slowly.
    """
    by_byte: dict[int, list[str]] = {}
    for char in chars:
        by_byte.setdefault(char.encode()[0], []).append(re.escape(char))
    common = by_byte.pop(_DASHES, [])
    groups = ["|".join(alike) for alike in by_byte.values()]
    rest = (groups[at : at + _FIRST_BYTES] for at in range(0, len(groups), _FIRST_BYTES))
    return tuple("|".join(each) for each in (common, *rest) if each)


def _near_of(needles: list[str], rare: dict[str, str], beyond: str = "") -> tuple[str, ...]:
    """The longest stretch of each of *needles* that is always written as it is.

    Characters *beyond* (a range) may be written otherwise.
    """
    letters = {plain: char for char, plain in rare.items() if plain.isalpha()}
    said = re.escape("".join({*rare.values()} - letters.keys())) + beyond
    breaks = re.compile(f"[{said}]") if said else None
    longest = [max(breaks.split(one) if breaks else [one], key=len) for one in needles]
    if not all(longest):
        return ()
    return (*dict.fromkeys(longest), *letters.values())


def _pattern(needles: list[str], rare: dict[str, str]) -> str:
    """A pattern that finds *needles* in either case, with what is alike."""
    if not needles:
        return ""
    alike: dict[str, str] = {}
    for char, plain in rare.items():
        alike[plain] = alike.get(plain, re.escape(plain)) + re.escape(char)
    alternatives = (
        "".join(f"[{alike[char]}]" if char in alike else re.escape(char) for char in needle)
        for needle in needles
    )
    pattern = "(?i)" + "|".join(alternatives)
    return pattern if len(pattern) <= _LARGEST else ""


_LARGEST: Final = 20_000
"""Characters of a pattern: the engine refuses some that are larger."""


def may_hold(search: Search, texts: pl.Series) -> pl.Series:
    """The rows that may hold a phrase; every row that does is there.

    One pass over the bytes looks for the phrases as they are most often written. Other
    ways to write them need characters that few texts have, and only those are looked at.
    """
    mask = _beyond(search, texts) if search.beyond else None
    if search.literals:
        said = _holds(texts, search.literals, any_case=search.any_case)
        mask = said if mask is None else mask | said
    assert mask is not None, "a phrase has words"
    if search.flags:
        odd = _oddly_written(search, texts, ~mask)
        if not odd.is_empty():
            mask = mask.scatter(odd, values=True)
    return mask.arg_true()


def _beyond(search: Search, texts: pl.Series) -> pl.Series:
    if search.pattern:
        return texts.str.contains(search.pattern)
    if search.stretches:
        return _holds(texts, search.stretches, any_case=True)
    return texts.is_not_null()


def _holds(texts: pl.Series, said: Sequence[str], *, any_case: bool) -> pl.Series:
    return texts.str.contains_any(list(said), ascii_case_insensitive=any_case)


def _oddly_written(search: Search, texts: pl.Series, asked: pl.Series) -> pl.Series:
    """The rows of those *asked* for that have a rare character and what is near it."""
    wide = texts.str.len_bytes() != texts.str.len_chars()
    for char in search.flags:
        if char.isascii():
            wide |= texts.str.contains(char, literal=True)
    rows = (wide & asked).arg_true()
    for narrower in (_flagged, _near):
        if rows.is_empty():
            break
        rows = rows.filter(narrower(search, texts.gather(rows)))
    return rows


def _flagged(search: Search, texts: pl.Series) -> pl.Series:
    return reduce(or_, (texts.str.contains(pattern) for pattern in search.rarities))


def _near(search: Search, texts: pl.Series) -> pl.Series:
    if not search.near:
        return texts.is_not_null()
    return _holds(texts, search.near, any_case=search.any_case)
