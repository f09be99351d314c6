"""Where phrases stand in many texts at once: `phrase.occurrences`, a batch at a time.

One pass of an automaton over the bytes leaves the few texts that may hold a phrase. In
those, its places are taken over where bytes and characters agree; the rest is read anew.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import Final

import polars as pl

from .measure import Places
from .node import Phrase
from .phrase import apart, folds, in_word, level, occurrences

_TO_ASCII: Final = {"\u212a": "k", "\u0130": "i"}
"""Characters beyond ASCII whose lower case is an ASCII letter."""

_CURLY: Final = {"'": "\u2019", '"': "\u201c\u201d"}
"""What stands for these so often that it is looked for, not set aside."""
_MOST_VARIANTS: Final = 8
_MANY: Final = 64
"""Hits in one text above which it is quicker to read it by itself."""


PLACES: Final = pl.Schema({"row": pl.UInt32(), "start": pl.Int64(), "end": pl.Int64()})
"""Where things stand in the texts of a column, in reading order."""


@dataclass(frozen=True, slots=True)
class _Search:
    """How texts that may hold a phrase are told from the others."""

    needles: tuple[str, ...]
    """The phrases, levelled."""
    literals: tuple[str, ...]
    """Byte strings, any of which may be a phrase."""
    any_case: bool
    pattern: str
    """For phrases that the automaton cannot compare in either case; may be empty."""
    rare: dict[str, str]
    """Characters that a reader takes for one in a phrase: a text with one is levelled."""
    flags: tuple[str, ...]
    """Those of them that no variant of a literal covers."""
    near: tuple[str, ...]
    """Stretches of the phrases that no rare character stands for, one of which is in any
    text that holds a phrase; empty where there is a phrase without one."""
    special: str
    """Finds a character by which a place in the bytes may not be one in the text."""


def places_in(phrase: Phrase, texts: pl.Series) -> pl.DataFrame:
    """Where the phrases stand in *texts*, as rows of `PLACES`."""
    search = _search(phrase)
    likely = may_hold(search, texts)
    if likely.is_empty():
        return PLACES.to_frame()
    if search.pattern:
        return _anew(phrase, search, _chosen(texts, likely))
    at = texts.gather(likely).str.find_many(
        [*search.literals, *search.flags],
        ascii_case_insensitive=search.any_case,
        overlapping=True,
    )
    many = at.list.len()
    few = ((many > 0) & (many <= _MANY)).arg_true()
    rows, dense = likely.gather(few), likely.filter(many > _MANY)
    if rows.is_empty() and dense.is_empty():
        return PLACES.to_frame()
    chosen = _chosen(texts, rows).with_columns(at=at.gather(few))
    hits = _around(search, chosen)
    odd = _odd(search, chosen, hits)
    fast = hits.filter(~pl.col("row").is_in(odd.implode()))
    found = _direct(phrase, search, fast, lower=search.any_case)
    rest = pl.concat([odd, dense.cast(pl.UInt32)])
    if rest.is_empty():
        return found
    slow = _anew(phrase, search, _still_held(search, _chosen(texts, rest)))
    return pl.concat([slow, found]).sort("row", "start")


def _chosen(texts: pl.Series, rows: pl.Series) -> pl.DataFrame:
    return pl.DataFrame({"row": rows.cast(pl.UInt32), "text": texts.gather(rows)})


def _around(search: _Search, chosen: pl.DataFrame) -> pl.DataFrame:
    """By row and hit: its first character's place, and the text from just before it."""
    text, at = pl.col("text"), pl.col("at").cast(pl.Int64)
    longest = max(map(len, search.needles)) + 2
    wide = text.str.len_bytes() != text.str.len_chars()
    found = chosen.with_columns(wide=wide).explode("at")
    place = text.cast(pl.Binary).bin.head(at).cast(pl.String).str.len_chars().cast(pl.Int64)
    if found["wide"].any():
        found = pl.concat(
            [
                found.filter(~pl.col("wide")).with_columns(start=at),
                found.filter("wide").with_columns(start=place),
            ]
        )
    else:
        found = found.with_columns(start=at)
    lead = pl.min_horizontal("start", 1)
    return found.select(
        "row",
        "start",
        "wide",
        lead=lead,
        around=text.str.slice(pl.col("start") - lead, longest),
    )


def _odd(search: _Search, chosen: pl.DataFrame, hits: pl.DataFrame) -> pl.Series:
    """The rows with a character by which bytes and levelled characters may differ."""
    first = pl.col("around").str.slice("lead", 1)
    flagged = hits.filter(first.is_in(search.flags))["row"]
    wide = chosen.filter(pl.col("row").is_in(hits.filter("wide")["row"].unique().implode()))
    special = wide.filter(pl.col("text").str.contains(search.special))["row"]
    return pl.concat([flagged, special]).unique().sort()


def may_hold(search: _Search, texts: pl.Series) -> pl.Series:
    """The rows that may hold a phrase; every row that does is there.

    One pass over the bytes looks for the phrases as they are most often written. Other
    ways to write them need characters that few texts have, and only those are looked at.
    """
    mask = texts.str.contains(search.pattern) if search.pattern else None
    if search.literals:
        said = _holds(texts, search.literals, any_case=search.any_case)
        mask = said if mask is None else mask | said
    assert mask is not None, "a phrase has words"
    if search.flags:
        odd = _oddly_written(search, texts, ~mask)
        if not odd.is_empty():
            mask = mask.scatter(odd, values=True)
    return mask.arg_true()


def _holds(texts: pl.Series, said: Sequence[str], *, any_case: bool) -> pl.Series:
    return texts.str.contains_any(list(said), ascii_case_insensitive=any_case)


def _oddly_written(search: _Search, texts: pl.Series, asked: pl.Series) -> pl.Series:
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


def _flagged(search: _Search, texts: pl.Series) -> pl.Series:
    # A search for one character runs many times as fast as one for several.
    return reduce(or_, (texts.str.contains(char, literal=True) for char in search.flags))


def _near(search: _Search, texts: pl.Series) -> pl.Series:
    if not search.near:
        return texts.is_not_null()
    return _holds(texts, search.near, any_case=search.any_case)


def _still_held(search: _Search, chosen: pl.DataFrame) -> pl.DataFrame:
    """Those of *chosen* that may hold a phrase once rare characters are made plain."""
    plain = chosen["text"].str.replace_many(search.rare) if search.rare else chosen["text"]
    return chosen.filter(
        plain.str.contains_any(
            list(search.literals), ascii_case_insensitive=search.any_case
        )
    )


def _anew(phrase: Phrase, search: _Search, chosen: pl.DataFrame) -> pl.DataFrame:
    """The places in texts that are levelled first, which is slower and always right."""
    case, alike = phrase.case, phrase.alike
    said = [level(text, case=case, alike=alike) for text in chosen["text"].to_list()]
    levelled = pl.Series(said, dtype=pl.String)
    at = levelled.str.find_many(list(search.needles), overlapping=True)
    plain = pl.DataFrame({"row": chosen["row"], "text": levelled, "at": at})
    many = pl.col("at").list.len()
    hits = _around(search, plain.filter((many > 0) & (many <= _MANY)))
    dense = chosen.filter(at.list.len() > _MANY)
    slow = as_places((row, occurrences(phrase, text)) for row, text in dense.iter_rows())
    found = _direct(phrase, search, hits, lower=False)
    return pl.concat([found, slow]).sort("row", "start")


def as_places(found: Iterable[tuple[int, Places]]) -> pl.DataFrame:
    """Places by row as rows of `PLACES`."""
    flat = [(row, start, end) for row, places in found for start, end in places]
    return pl.DataFrame(flat, schema=PLACES, orient="row")


def _direct(
    phrase: Phrase, search: _Search, hits: pl.DataFrame, *, lower: bool
) -> pl.DataFrame:
    """The places that the automaton gives, where the words at their ends are whole."""
    by_length: dict[int, list[str]] = {}
    for needle in search.needles:
        by_length.setdefault(len(needle), []).append(needle)
    around = pl.col("around").str
    held = []
    for length, needles in by_length.items():
        said = around.slice("lead", length)
        said = said.str.to_lowercase() if lower else said
        part = hits.filter(said.is_in(needles))
        if not part.is_empty():
            held.append(part.with_columns(end=pl.col("start") + length))
    if not held:
        return PLACES.to_frame()
    found = pl.concat(held)
    if phrase.whole_words:
        found = _whole(found)
    return _apart(found.select(PLACES.names()))


def _whole(found: pl.DataFrame) -> pl.DataFrame:
    """*found* without what begins or ends inside a word."""
    around, lead = pl.col("around").str, pl.col("lead")
    last = lead + pl.col("end") - pl.col("start")
    edges = found.select(
        before=around.slice(0, lead),
        first=around.slice(lead, 1),
        last=around.slice(last - 1, 1),
        after=around.slice(last, 1),
    )
    inside = {name: _in_words(edges[name]) for name in edges.columns}
    broken = (inside["before"] & inside["first"]) | (inside["after"] & inside["last"])
    return found.filter(~broken)


def _in_words(chars: pl.Series) -> pl.Series:
    """Which of *chars* are part of a word; each different one is asked once."""
    return chars.is_in(
        [char for char in chars.unique().to_list() if char and in_word(char)]
    )


def _apart(found: pl.DataFrame) -> pl.DataFrame:
    """*found* in reading order, and of what overlaps only what `apart` keeps."""
    found = found.sort("row", "start", "end", descending=[False, False, True])
    same = pl.col("row") == pl.col("row").shift(1)
    clash = found.filter(same & (pl.col("start") < pl.col("end").shift(1)))["row"].unique()
    if clash.is_empty():
        return found
    mixed = found.filter(pl.col("row").is_in(clash.implode()))
    kept = as_places(
        (rows[0], apart(list(zip(part["start"], part["end"], strict=True))))
        for rows, part in mixed.partition_by(
            "row", as_dict=True, maintain_order=True
        ).items()
    )
    alone = found.filter(~pl.col("row").is_in(clash.implode()))
    return pl.concat([alone, kept]).sort("row", "start")


@lru_cache(maxsize=256)
def _search(phrase: Phrase) -> _Search:
    needles = sorted(
        {level(one, case=phrase.case, alike=phrase.alike) for one in phrase.any_of}
    )
    letters = set("".join(needles))
    rare = _alike(letters) if phrase.alike else {}
    if not phrase.case:
        rare |= {char: plain for char, plain in _TO_ASCII.items() if plain in letters}
    literal = [one for one in needles if phrase.case or one.isascii()]
    folded = [one for one in needles if not (phrase.case or one.isascii())]
    variants = [_variants(one, rare) for one in literal]
    covered = "".join(_CURLY.values()) if all(variants) else ""
    pairs = zip(literal, variants, strict=True)
    return _Search(
        needles=tuple(needles),
        literals=tuple(variant for one, many in pairs for variant in many or (one,)),
        any_case=not phrase.case,
        pattern=_pattern(folded, rare),
        rare=rare,
        flags=tuple(char for char in rare if char not in covered),
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


def _near_of(needles: list[str], rare: dict[str, str]) -> tuple[str, ...]:
    """The longest stretch of each of *needles* that is always written as it is."""
    letters = {plain: char for char, plain in rare.items() if plain.isalpha()}
    said = "".join({*rare.values()} - letters.keys())
    breaks = re.compile(f"[{re.escape(said)}]") if said else None
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
    return "(?i)" + "|".join(alternatives)
