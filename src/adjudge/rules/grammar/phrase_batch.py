"""Where phrases stand in many texts at once: `phrase.occurrences`, a batch at a time.

One pass of an automaton over the bytes leaves the few texts that may hold a phrase. In
those, its places are taken over where bytes and characters agree; the rest is read anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import polars as pl

from .measure import Places
from .node import Phrase
from .phrase import in_word, level, occurrences
from .phrase_search import Search, may_hold, search_of

_MANY: Final = 64
"""Hits in one text above which it is quicker to read it by itself."""

PLACES: Final = pl.Schema({"row": pl.UInt32(), "start": pl.Int64(), "end": pl.Int64()})
"""Where things stand in the texts of a column, in reading order."""


def places_in(
    phrase: Phrase, texts: pl.Series, among: pl.Series | None = None
) -> pl.DataFrame:
    """Where the phrases stand in *texts*, as rows of `PLACES`.

    *among* are the rows that may hold one, where that is known.
    """
    search = search_of(phrase)
    if among is None:
        likely = may_hold(search, texts)
    else:
        likely = among.gather(may_hold(search, texts.gather(among)))
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


def _around(search: Search, chosen: pl.DataFrame) -> pl.DataFrame:
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


def _odd(search: Search, chosen: pl.DataFrame, hits: pl.DataFrame) -> pl.Series:
    """The rows with a character by which bytes and levelled characters may differ."""
    first = pl.col("around").str.slice("lead", 1)
    flagged = hits.filter(first.is_in(search.flags))["row"]
    wide = chosen.filter(pl.col("row").is_in(hits.filter("wide")["row"].unique().implode()))
    special = wide.filter(pl.col("text").str.contains(search.special))["row"]
    return pl.concat([flagged, special]).unique().sort()


def _still_held(search: Search, chosen: pl.DataFrame) -> pl.DataFrame:
    """Those of *chosen* that may hold a phrase once rare characters are made plain."""
    plain = chosen["text"].str.replace_many(search.rare) if search.rare else chosen["text"]
    return chosen.filter(
        plain.str.contains_any(
            list(search.literals), ascii_case_insensitive=search.any_case
        )
    )


def _anew(phrase: Phrase, search: Search, chosen: pl.DataFrame) -> pl.DataFrame:
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
    phrase: Phrase, search: Search, hits: pl.DataFrame, *, lower: bool
) -> pl.DataFrame:
    """The places that the automaton gives, where the words at their ends are whole."""
    if hits.is_empty():
        return PLACES.to_frame()
    by_length: dict[int, list[str]] = {}
    for needle in search.needles:
        by_length.setdefault(len(needle), []).append(needle)
    around = pl.col("around").str
    held = []
    for length, needles in by_length.items():
        said = around.slice("lead", length)
        said = said.str.to_lowercase() if lower else said
        held.append(said.is_in(needles).alias(str(length)))
    at, which = np.nonzero(hits.select(held).to_numpy())
    lengths = np.fromiter(by_length, dtype=np.int64)[which]
    found = hits[at].with_columns(end=pl.col("start") + pl.Series(lengths))
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
    chars = pl.concat([edges[name].rename("char") for name in edges.columns])
    before, first, final, after = np.split(_in_words(chars).to_numpy(), 4)
    return found.filter(~((before & first) | (after & final)))


def _in_words(chars: pl.Series) -> pl.Series:
    """Which of *chars* are part of a word; each different one is asked once."""
    return chars.is_in(
        [char for char in chars.unique().to_list() if char and in_word(char)]
    )


def _apart(found: pl.DataFrame) -> pl.DataFrame:
    """*found* in reading order, and of what overlaps only what `apart` keeps."""
    found = found.sort("row", "start", "end", descending=[False, False, True])
    row, start, end = (found[name].to_numpy() for name in PLACES.names())
    if not ((row[1:] == row[:-1]) & (start[1:] < end[:-1])).any():
        return found
    kept = np.ones(found.height, dtype=bool)
    inside, until = -1, 0
    for at, (one, begins, ends) in enumerate(found.iter_rows()):
        if one == inside and begins < until:
            kept[at] = False
        else:
            inside, until = one, ends
    return found.filter(kept)
