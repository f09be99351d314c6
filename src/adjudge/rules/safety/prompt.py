"""What the prompt asks for, and whether the person who asks is in danger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .categories import Deed, deeds, harm_of, inside, products
from .context import Surroundings, settings_of, surroundings
from .lexicon import Hit, Lexicon, scan
from .reading import Clause, Line, Reading, read

_AMBIGUOUS: Final = frozenset({"malware_hacking", "self_harm"})
"""What has another meaning in many a field: `dump`, `crack`, `noose`."""
_AWAY: Final = frozenset({"prevention", "own_thing", "history", "prohibition"})
_PLAY: Final = frozenset({"game", "craft"})
BARE: Final = 4
"""A prompt of so few words asks for what it names."""
_SHORT: Final = 40
"""In a prompt of so few words what is wanted may stand beside another sentence."""
LONGEST: Final = 4000
"""A longer prompt brings material with it; its end is what it asks for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a prompt asks for."""

    harms: frozenset[str] = frozenset()
    crisis: bool = False
    """Whether the person who asks speaks of hurting themself."""
    doubt: bool = False
    """Whether they ask if they should."""
    setting: frozenset[str] = frozenset()
    """A game or another setting, which holds for the first lines of the answer."""
    innocent: bool = False
    """Whether it says what it wants, and that is no harm."""


NOTHING: Final = Asked()


def asked_for(prompt: str, lexicon: Lexicon) -> Asked:
    """The categories of harm that *prompt* asks to be taught or given."""
    reading = read(prompt[-LONGEST:])
    found: set[str] = set()
    setting: frozenset[str] = frozenset()
    helped = False
    for line in reading.lines:
        found |= _asked_in(line, reading, lexicon)
        around = surroundings(line, reading, lexicon, ())
        helped |= around.within(line, {"prevention", "support", "innocent"})
        setting = settings_of(around)
    crisis = _says(reading, lexicon, "crisis")
    if helped or not _COPES.isdisjoint(reading.words):
        found.discard("self_harm")
    elif crisis and not _HOW.isdisjoint(reading.words):
        found.add("self_harm")
    doubt = _says(reading, lexicon, "verdict")
    game = setting & {"game"} if "malware_hacking" not in found else frozenset()
    return Asked(
        frozenset(found),
        crisis=crisis or doubt,
        doubt=doubt,
        setting=game,
        innocent=not (found or crisis or doubt) and len(reading.words) > BARE,
    )


def _asked_in(line: Line, reading: Reading, lexicon: Lexicon) -> set[str]:
    hits = harm_of(line, reading, lexicon.prompt)
    around = surroundings(line, reading, lexicon, hits)
    story = around.within(line, {"fiction"})
    teaches = story and _teaches(reading, lexicon)
    away = _told_away(line, reading, lexicon, around, story=teaches)
    if away or _enquires(line, reading, lexicon):
        return set()
    tells = story and not teaches
    innocent = _innocent(line, reading, lexicon)
    found: set[str] = set()
    for clause in line.clauses:
        for deed in deeds(clause, hits, reading, lexicon):
            meant = not innocent or deed.category not in _AMBIGUOUS
            if meant and not _own(deed) and (deed.form != "s" or teaches):
                found.add(deed.category)
        if tells or innocent:
            continue
        wishes = deeds(clause, hits, reading, lexicon, among=lexicon.wishes)
        found |= {d.category for d in wishes if not _own(d)}
        found |= _topics(clause, hits, reading, lexicon)
    return found & {"malware_hacking"} if around.within(line, _PLAY) else found


def _innocent(line: Line, reading: Reading, lexicon: Lexicon) -> bool:
    return surroundings(line, reading, lexicon, ()).within(line, {"innocent"})


def _teaches(reading: Reading, lexicon: Lexicon) -> bool:
    """Whether a story is to teach: `exactly`, `step by step`, `describe how`."""
    said = reading.words
    return "how" in said[1:] or not lexicon.sets["teaching_story"].isdisjoint(said)


def _told_away(
    line: Line, reading: Reading, lexicon: Lexicon, around: Surroundings, *, story: bool
) -> bool:
    """Whether *line* asks for prevention, or what hackers do; persons of a story aside."""
    persons = lexicon.sets["told_by"]
    if around.within(line, _AWAY):
        return True
    first_person = not _FOR_ME.isdisjoint(reading.words[line.start : line.end])
    return not (first_person or story) and any(
        "third_party" in mark.names
        and " ".join(reading.words[mark.start : mark.end]) not in persons
        for mark in around.marks
    )


def _own(deed: Deed) -> bool:
    return deed.own and deed.category == "malware_hacking"


def _topics(
    clause: Clause, hits: Sequence[Hit], reading: Reading, lexicon: Lexicon
) -> set[str]:
    """The harm that *clause* names, where it says that something is wanted."""
    short = len(reading.words) <= _SHORT
    said = reading.words if short else reading.words[clause.start : clause.end]
    here = inside(hits, clause)
    found: set[str] = set()
    bare = len(reading.words) <= BARE
    if bare or not lexicon.sets["asked"].isdisjoint(said):
        found |= {category for category, _ in products(here)}
    if bare or not lexicon.sets["teaching"].union(lexicon.sets["asked"]).isdisjoint(said):
        names = {name for hit in here for name, _ in hit.marks}
        found |= {n.partition(":")[2] for n in names if n.startswith(("topic:", "named:"))}
    return found


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
_FOR_ME: Final = frozenset({"i", "me", "i'm", "my"})
"""Who asks for himself what others do, wants to do it."""
_WORKINGS: Final = frozenset({"do", "does", "did", "is", "are", "was", "were"})
_PAST: Final = frozenset({"did", "was", "were"})
_ASKERS: Final = frozenset({"i", "you", "we", "one", "u", "people"})
"""`how do I` asks to be taught; `how do hackers` asks what they do."""
_ASKS_MEANING: Final = frozenset({"what", "what's"})
"""`what does it mean` asks for a definition."""
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
        if words[1] in _PAST:
            return True
        return not _ASKERS.intersection(words[2:3])
    if words[0] in _ASKS_MEANING and "mean" in words and _HOW.isdisjoint(words):
        return True
    ways = not _WAYS.isdisjoint(words)
    return not (ways or {"there", "me"} & set(words[1:3])) and any(
        opening == asks or opening.startswith(f"{asks} ")
        for asks in lexicon.sets["enquiry"]
    )


def _says(reading: Reading, lexicon: Lexicon, name: str) -> bool:
    return any(
        (name, "") in hit.marks
        for line in reading.lines
        for hit in scan(lexicon.context, reading.words, line.start, line.end)
    )
