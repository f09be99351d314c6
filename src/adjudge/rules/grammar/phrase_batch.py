"""Where phrases stand in many texts at once: `phrase.occurrences`, a batch at a time.

One pass of an automaton over the bytes leaves the few texts that may hold a phrase. In
those, its places are taken over where bytes and characters agree; the rest is read anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from .measure import Places
from .node import Phrase
from .phrase import in_word, occurrences
from .phrase_search import Search, may_hold, search_of, unevenly_said
from .reading import Reading, manner_of, read

Bools: TypeAlias = npt.NDArray[np.bool_]

_MANY: Final = 256
"""Hits in one text above which it is quicker to read it by itself."""
_MUCH: Final = 1 << 22
"""The same for hits times bytes: to find a character, a text is gone through from its
beginning."""

PLACES: Final = pl.Schema({"row": pl.UInt32(), "start": pl.Int64(), "end": pl.Int64()})
"""Where things stand in the texts of a column, in reading order."""
_NOTHING: Final = pl.Schema({**PLACES, "said": pl.String(), "whole": pl.Boolean()})


@dataclass(frozen=True, slots=True)
class Hits:
    """All that was found in one pass for a phrase, or for several put together as one."""

    phrase: Phrase
    found: pl.DataFrame
    """Rows of `PLACES` with what stands there, and whether its words are whole."""
    dense: pl.DataFrame
    """Rows, with their texts, that have too many hits to be looked at together."""


def places_in(phrase: Phrase, texts: pl.Series) -> pl.DataFrame:
    """Where the phrases stand in *texts*, as rows of `PLACES`."""
    return places_among(hits_in(phrase, texts), phrase)


def places_among(hits: Hits, phrase: Phrase) -> pl.DataFrame:
    """Where *phrase* stands, which is all or a part of what was looked for."""
    found, is_all = hits.found, phrase == hits.phrase
    if not is_all:
        found = found.filter(pl.col("said").is_in(search_of(phrase).needles))
    if phrase.whole_words:
        found = found.filter("whole")
    found = _apart(found.select(PLACES.names()))
    if hits.dense.is_empty():
        return found
    row, texts = hits.dense["row"], hits.dense["text"]
    if is_all:
        said = zip(row.to_list(), texts.to_list(), strict=True)
        slow = as_places((at, occurrences(phrase, text)) for at, text in said)
    else:
        slow = places_in(phrase, texts)
        slow = slow.with_columns(row.gather(slow["row"]))
    return pl.concat([found, slow]).sort("row", "start")


def hits_in(phrase: Phrase, texts: pl.Series) -> Hits:
    """What stands in *texts* of the phrases, overlapping or not."""
    search = search_of(phrase)
    if search.quick or search.beyond or search.wraps:
        likely = may_hold(search, texts)
    else:
        likely = texts.is_not_null().arg_true()
    if likely.is_empty():
        return Hits(phrase, _NOTHING.to_frame(), _chosen(texts, likely))
    if search.beyond:
        return _anew(phrase, search, _chosen(texts, likely))
    at = texts.gather(likely).str.find_many(
        [*search.literals, *search.flags],
        ascii_case_insensitive=search.any_case,
        overlapping=True,
    )
    many = at.list.len()
    heavy = _heavy(many, texts.gather(likely))
    uneven = unevenly_said(search, texts.gather(likely))
    few = ((many > 0) & ~heavy & ~uneven).arg_true()
    chosen = _chosen(texts, likely.gather(few)).with_columns(at=at.gather(few))
    hits = _around(search, chosen)
    odd = _odd(search, chosen, hits)
    if not odd.is_empty():
        hits = hits.filter(~pl.col("row").is_in(odd.implode()))
    found = _direct(search, hits, lower=search.any_case)
    rest = pl.concat([odd, likely.filter(heavy & ~uneven).cast(pl.UInt32)])
    held = _still_held(search, _chosen(texts, rest))
    slow = _anew(phrase, search, held.vstack(_chosen(texts, likely.filter(uneven))))
    return Hits(phrase, pl.concat([found, slow.found]), slow.dense)


def _heavy(many: pl.Series, texts: pl.Series) -> pl.Series:
    """Where there is so much to look at that a text is better read by itself."""
    return (many > _MANY) | (many.cast(pl.Int64) * texts.str.len_bytes() > _MUCH)


def _chosen(texts: pl.Series, rows: pl.Series) -> pl.DataFrame:
    return pl.DataFrame({"row": rows.cast(pl.UInt32), "text": texts.gather(rows)})


def _around(search: Search, chosen: pl.DataFrame) -> pl.DataFrame:
    """By row and hit: its first character's place, and the text from just before it."""
    text = pl.col("text")
    longest = max(map(len, search.needles)) + 2
    wide = chosen["text"].str.len_bytes() != chosen["text"].str.len_chars()
    places = chosen["at"].cast(pl.List(pl.Int64))
    found = chosen.with_columns(wide=wide, start=places).explode("start")
    if wide.any():
        said = chosen.filter(wide).select("text", "at").iter_rows()
        starts = found["start"].to_numpy().copy()
        starts[found["wide"].to_numpy()] = [at for row in said for at in _in_chars(*row)]
        found = found.with_columns(start=pl.Series(starts))
    lead = pl.min_horizontal("start", 1)
    return found.select(
        "row",
        "start",
        "wide",
        lead=lead,
        around=text.str.slice(pl.col("start") - lead, longest),
    )


def _in_chars(text: str, places: list[int]) -> Iterator[int]:
    """*places* in the bytes of *text* as places of its characters, ascending."""
    data = text.encode()
    before = chars = 0
    for place in sorted(places):  # they come in the order in which hits end
        chars += len(data[before:place].decode())
        before = place
        yield chars


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
    if search.wraps:
        plain = plain.str.replace_all(r"[ \r\n]+", " ")
    held = plain.str.contains_any(
        list(search.literals), ascii_case_insensitive=search.any_case
    )
    if search.shapes:
        held |= chosen["text"].str.contains(search.shapes)
    return chosen.filter(held)


def _anew(phrase: Phrase, search: Search, chosen: pl.DataFrame) -> Hits:
    """The hits in texts that are levelled first, which is slower and always right."""
    if chosen.is_empty():
        return Hits(phrase, _NOTHING.to_frame(), chosen)
    manner = manner_of(phrase)
    readings = [read(text, manner) for text in chosen["text"].to_list()]
    levelled = pl.Series([reading.text for reading in readings], dtype=pl.String)
    at = levelled.str.find_many(list(search.heads), overlapping=True)
    plain = pl.DataFrame({"row": chosen["row"], "text": levelled, "at": at})
    many = at.list.len()
    heavy = _heavy(many, levelled)
    hits = _around(search, plain.filter((many > 0) & ~heavy))
    found = _direct(search, hits, lower=False)
    moved = {
        row: reading
        for row, reading in zip(chosen["row"].to_list(), readings, strict=True)
        if reading.begins is not None
    }
    return Hits(phrase, _moved_back(found, moved), chosen.filter(heavy))


def _moved_back(found: pl.DataFrame, moved: dict[int, Reading]) -> pl.DataFrame:
    """*found* with the places of readings as places in the texts that were read."""
    if not moved:
        return found
    away = pl.col("row").is_in(list(moved))
    back = [
        (row, *place, said, whole)
        for row, start, end, said, whole in found.filter(away).iter_rows()
        if (place := moved[row].place(start, end)) is not None
    ]
    there = pl.DataFrame(back, schema=_NOTHING, orient="row")
    return found.filter(~away).vstack(there)


def as_places(found: Iterable[tuple[int, Places]]) -> pl.DataFrame:
    """Places by row as rows of `PLACES`."""
    flat = [(row, start, end) for row, places in found for start, end in places]
    return pl.DataFrame(flat, schema=PLACES, orient="row")


def _direct(search: Search, hits: pl.DataFrame, *, lower: bool) -> pl.DataFrame:
    """The places that the automaton gives, and what stands there."""
    if hits.is_empty():
        return _NOTHING.to_frame()
    by_length: dict[int, list[str]] = {}
    for needle in search.needles:
        by_length.setdefault(len(needle), []).append(needle)
    around, lead = pl.col("around").str, pl.col("lead")
    held = []
    for length, needles in by_length.items():
        said = around.slice("lead", length)
        said = said.str.to_lowercase() if lower else said
        held.append(said.is_in(needles).alias(str(length)))
    at, which = np.nonzero(hits.select(held).to_numpy())
    size = pl.Series("size", np.fromiter(by_length, dtype=np.int64)[which])
    said = around.slice("lead", "size")
    found = (
        hits[at]
        .with_columns(size)
        .select(
            "row",
            "start",
            end=pl.col("start") + pl.col("size"),
            said=said.str.to_lowercase() if lower else said,
            before=around.slice(0, "lead"),
            first=around.slice("lead", 1),
            last=around.slice(lead + pl.col("size") - 1, 1),
            after=around.slice(lead + pl.col("size"), 1),
        )
    )
    whole = pl.Series("whole", _whole(found))
    return found.select(whole, *PLACES.names(), "said").select(_NOTHING.names())


def _whole(edges: pl.DataFrame) -> Bools:
    """Where neither end is inside a word."""
    names = ("before", "first", "last", "after")
    chars = pl.concat([edges[name].rename("char") for name in names])
    before, first, last, after = np.split(_in_words(chars).to_numpy(), 4)
    whole: Bools = ~((before & first) | (after & last))
    return whole


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
