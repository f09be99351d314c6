"""How texts that may hold a phrase are told from the many that do not."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import compress, product
from operator import not_, or_
from typing import Final

import polars as pl

from .node import Phrase
from .phrase import needles_of
from .reading import DOTS, ELLIPSIS, folds, manner_of, tails

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
    shapes: str
    """A class of characters that stand for another number of them in a phrase: accents by
    themselves, an ellipsis. Empty where no phrase has what they stand for."""
    flags: tuple[str, ...]
    """All of these that no variant of a literal covers."""
    rarities: tuple[str, ...]
    """Patterns that together find one of the flags."""
    near: tuple[str, ...]
    """Stretches of the phrases that no rare character stands for, one of which is in any
    text that holds a phrase; empty where there is a phrase without one."""
    special: str
    """Finds a character by which a place in the bytes may not be one in the text."""
    wraps: bool
    """Whether there are phrases with blanks, which stand for any run of blanks."""
    broken: tuple[str, ...]
    """What stands in a text where the first uneven blank of a phrase is a line's end;
    empty where that is too much to look for."""
    uneven: tuple[str, ...]
    """The same where it is any other blank."""
    bare: bool
    """Whether such a blank can be the first thing of a phrase, or the last."""


@lru_cache(maxsize=256)
def search_of(phrase: Phrase) -> Search:
    """How texts that may hold *phrase* are found."""
    needles = sorted(needles_of(phrase))
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
    shapes = _shapes(needles) if phrase.alike else ""
    flags = tuple(char for char in (*rare, *shapes) if char not in covered)
    wrapping = manner_of(phrase).wraps and " " in letters
    before = _before_blanks(literal, rare) if wrapping else []
    # Beyond the head of a long phrase, its blanks are not looked at.
    heads = [one for one in literal if len(one) == _HEAD] if wrapping else []
    long = [variant for one in heads for variant in _variants(one, rare) or (one,)]
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
        near=_near_of(literal, rare, beyond=_BEYOND if phrase.alike else ""),
        special=f"[{''.join(map(re.escape, rare))}\u02bc{_special(phrase, needles)}]",
        shapes=f"[{shapes}]" if shapes else "",
        wraps=wrapping,
        broken=_few(*(f"{one}\n" for one in before), *long),
        uneven=_few(*(f"{one}{blank}" for one in before for blank in _UNEVEN), *long),
        bare=any(one != one.strip() for one in needles),
    )


_BEYOND: Final = "\x80-\U0010ffff"
_UNEVEN: Final = ("\r", "\t", "  ", " \n", " \r", " \t")


def _few(*said: str) -> tuple[str, ...]:
    return said if len(said) <= _MOST_BLANKS else ()


_MOST_BLANKS: Final = 1000


def _shapes(needles: list[str]) -> str:
    """The accents that can stand by themselves in *needles*, and the ellipsis."""
    apart = {mark for one in needles for mark in unicodedata.normalize("NFD", one)}
    marks = apart.intersection(tails())
    return "".join(sorted(marks)) + (
        ELLIPSIS if any(DOTS in one for one in needles) else ""
    )


def _special(phrase: Phrase, needles: list[str]) -> str:
    if not phrase.alike:
        return ""
    return tails() + (ELLIPSIS if any(DOTS in one for one in needles) else "")


def _before_blanks(needles: list[str], rare: dict[str, str]) -> list[str]:
    """What *needles* say before each of their blanks."""
    said = {one[: at.start()] for one in needles for at in _BLANK.finditer(one)}
    ends = sorted(said)
    return [variant for one in ends for variant in _variants(one, rare) or (one,)]


_BLANK: Final = re.compile(" ")


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
    said += "." if any(DOTS in one for one in needles) else ""
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
    alternatives = ("".join(_said(char, alike) for char in one) for one in needles)
    pattern = "(?i)" + "|".join(alternatives)
    return pattern if len(pattern) <= _LARGEST else ""


def _said(char: str, alike: dict[str, str]) -> str:
    """A pattern for every way in which *char* may be written, and for some more."""
    if char == " " and char in alike:
        return f"[{alike[char]}\\r\\n]+"
    if char in alike:
        return f"[{alike[char]}]"
    if char == ".":  # three of them may be an ellipsis
        return f"[.{ELLIPSIS}]*"
    if unicodedata.normalize("NFD", char) != char:
        return r"(?s:.)[\p{M}\x{1160}-\x{11ff}]*"
    return re.escape(char)


_LARGEST: Final = 20_000
"""Characters of a pattern: the engine refuses some that are larger."""


def may_hold(search: Search, texts: pl.Series) -> pl.Series:
    """The rows that may hold a phrase; every row that does is there.

    One pass over the bytes looks for the phrases as they are most often written. Other
    ways to write them need characters that few texts have, and only those are looked at.
    """
    mask = _beyond(search, texts) if search.beyond else None
    if search.literals:
        # Where blanks may be uneven, words near them are looked for, which fewer texts
        # have than have uneven blanks.
        said = (
            _near(search, texts)
            if search.wraps
            else _holds(texts, search.literals, any_case=search.any_case)
        )
        mask = said if mask is None else mask | said
    assert mask is not None, "a phrase has words"
    if search.flags and not (search.wraps and search.literals):
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


def unevenly_said(search: Search, texts: pl.Series) -> pl.Series:
    """Which of *texts* may hold a phrase with a run of blanks, or a line's end, for one.

    A mask. Before the first blank that is not plain, a phrase stands as it is written;
    blanks beyond ASCII are rare characters.
    """
    found = pl.repeat(False, len(texts), eager=True)
    if not search.wraps:
        return found
    lines = texts.str.contains(r"\n[^\r\n]")
    others = (
        texts.str.contains(r"[\r\t]")
        | texts.str.contains("  ", literal=True)
        | texts.str.contains(" \n", literal=True)
    )
    every = texts.is_not_null()
    for mask, said in ((lines, search.broken), (others, search.uneven)):
        rows = (every if search.bare else mask).arg_true()
        if said and not rows.is_empty():
            rows = rows.filter(_holds(texts.gather(rows), said, any_case=search.any_case))
        found = found.scatter(rows, values=True)
    return found
