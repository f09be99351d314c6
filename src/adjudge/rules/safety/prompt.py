"""What the prompt asks for, and whether the person who asks is in danger."""

from __future__ import annotations

from typing import Final

from .categories import deeds, harm_of, inside, products
from .context import surroundings
from .lexicon import Lexicon, scan
from .reading import Line, Reading, read

_AWAY: Final = frozenset(
    {"prevention", "third_party", "own_thing", "history", "prohibition"}
)
_PLAY: Final = frozenset({"game", "craft"})
_BARE: Final = 4
"""A prompt of so few words asks for what it names."""
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
        if around.within(line, _AWAY) or _enquires(line, reading, lexicon):
            continue
        for clause in line.clauses:
            named = [d for d in deeds(clause, hits, reading, lexicon) if d.form != "s"]
            found |= {
                d.category for d in named if not (d.own and d.category == "malware_hacking")
            }
            said = reading.words[clause.start : clause.end]
            bare = len(said) <= _BARE and len(reading.words) <= _BARE
            if around.within(line, {"fiction"}):
                continue
            if bare or not wanted.isdisjoint(said):
                found |= {category for category, _ in products(inside(hits, clause))}
        if around.within(line, _PLAY):
            found &= {"malware_hacking"}
    helped = any(
        surroundings(line, reading, lexicon, ()).within(line, {"prevention", "support"})
        for line in reading.lines
    )
    if helped or not _COPES.isdisjoint(reading.words):
        found.discard("self_harm")
    elif in_crisis(prompt, lexicon) and not _HOW.isdisjoint(reading.words):
        found.add("self_harm")
    return frozenset(found)


_COPES: Final = frozenset(
    {
        "tell",
        "talk",
        "stop",
        "quit",
        "help",
        "recover",
        "recovery",
        "support",
        "someone",
        "friend",
    }
)
"""In a prompt about self-harm, these ask for help."""
_WORKINGS: Final = frozenset({"do", "does", "did", "is", "are", "was", "were"})
_ASKERS: Final = frozenset({"i", "you", "we", "one", "u", "people"})
"""`how do I` asks to be taught; `how do hackers` asks what they do."""
_WAYS: Final = frozenset(
    {"way", "ways", "method", "methods", "steps", "recipe", "instructions"}
)
_HOW: Final = frozenset(
    {"how", "ways", "way", "methods", "method", "many", "tips", "coach"}
)


def _enquires(line: Line, reading: Reading, lexicon: Lexicon) -> bool:
    """Whether *line* asks about a thing: `is it safe`, `why`, but not `is there a way`."""
    words = reading.words[line.start : line.end]
    opening = " ".join(words[:4])
    if words[0] == "how" and words[1:2] and words[1] in _WORKINGS:
        return not _ASKERS.intersection(words[2:3])
    ways = not _WAYS.isdisjoint(words)
    return not (ways or {"there", "me"} & set(words[1:3])) and any(
        opening == asks or opening.startswith(f"{asks} ")
        for asks in lexicon.sets["enquiry"]
    )


def in_crisis(prompt: str, lexicon: Lexicon) -> bool:
    """Whether the person who writes *prompt* speaks of hurting themself."""
    reading = read(prompt[-_LONGEST:])
    return any(
        ("crisis", "") in hit.marks
        for line in reading.lines
        for hit in scan(lexicon.context, reading.words, line.start, line.end)
    )
