"""What the prompt asks for, and whether the person who asks is in danger."""

from __future__ import annotations

from typing import Final

from .categories import deeds, harm_of, inside, products
from .context import surroundings
from .lexicon import Lexicon, scan
from .reading import read

_AWAY: Final = frozenset(
    {"prevention", "third_party", "own_thing", "game", "craft", "history", "prohibition"}
)
_LONGEST: Final = 4000
"""A longer prompt brings material with it; its end is what it asks for."""


def asked_for(prompt: str, lexicon: Lexicon) -> frozenset[str]:
    """The categories of harm that *prompt* asks to be taught or given."""
    reading = read(prompt[-_LONGEST:])
    found: set[str] = set()
    wanted = lexicon.sets["asked"]
    for line in reading.lines:
        hits = harm_of(line, reading, lexicon)
        around = surroundings(line, reading, lexicon, hits)
        if around.within(line, _AWAY):
            continue
        for clause in line.clauses:
            found |= {
                d.category for d in deeds(clause, hits, reading, lexicon) if d.form != "s"
            }
            if not wanted.isdisjoint(reading.words[clause.start : clause.end]):
                found |= {category for category, _ in products(inside(hits, clause))}
    if in_crisis(prompt, lexicon) and not _HOW.isdisjoint(reading.words):
        found.add("self_harm")
    return frozenset(found)


_HOW: Final = frozenset(
    {"how", "ways", "way", "methods", "method", "many", "tips", "coach"}
)


def in_crisis(prompt: str, lexicon: Lexicon) -> bool:
    """Whether the person who writes *prompt* speaks of hurting themself."""
    reading = read(prompt[-_LONGEST:])
    return any(
        ("crisis", "") in hit.marks
        for line in reading.lines
        for hit in scan(lexicon.context, reading.words, line.start, line.end)
    )
