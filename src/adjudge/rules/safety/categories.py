"""Harm in the words of a text: acts, encouragements, products, parts of a procedure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from .lexicon import Act, Hit, Lexicon, Node, munch
from .reading import Clause, Line, Phrase, Reading

CATEGORIES: Final = (
    "dangerous_instructions",
    "weapon_making",
    "malware_hacking",
    "self_harm",
    "pii_exposure",
)

PRODUCTS: Final = {
    "explosive": "dangerous_instructions",
    "agent": "dangerous_instructions",
    "drug": "dangerous_instructions",
    "malware": "malware_hacking",
    "firearm": "weapon_making",
    "home_weapon": "weapon_making",
}
"""Nouns of harm, and the category that each class belongs to."""

NAMING: Final = frozenset({"explosive", "drug", "malware", "home_weapon"})
"""Products whose mere mention tells what the steps around it make."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An act of harm: the words of it and the form of its verb."""

    category: str
    place: Phrase
    form: str
    """`base`, `ing` or `s`; nothing where the act is only told."""
    always: bool = False
    """Whether it counts in whatever form it is said."""
    own: bool = False
    """Whether it is done to the reader's own things: `wipe your phone`."""


def harm_of(line: Line, reading: Reading, root: Node) -> tuple[Hit, ...]:
    """Every word in *line* that the tree *root* holds; homonyms hide what is in them."""
    return tuple(munch(root, reading.words, line.start, line.end))


def inside(hits: Sequence[Hit], part: Phrase | Clause | Line) -> tuple[Hit, ...]:
    """The hits that begin in *part*."""
    return tuple(h for h in hits if part.start <= h.start < part.end)


def deeds(
    clause: Clause,
    line_hits: Sequence[Hit],
    reading: Reading,
    lexicon: Lexicon,
    seen: frozenset[str] = frozenset(),
    *,
    among: Sequence[Act] | None = None,
) -> Iterator[Deed]:
    """The acts in *clause*: whole phrases, and a verb with its object.

    *seen*: classes that stand in the lines before, for acts that need one. *among*: the
    acts to look for, where these are not those of the lexicon.
    """
    hits = inside(line_hits, clause)
    for hit in hits:
        for name, form in hit.marks:
            if name.startswith("act:"):
                place = Phrase(hit.start, hit.end)
                own = _own(reading.words[hit.start : hit.end])
                yield Deed(name.removeprefix("act:"), place, form, own=own)
    present = seen | {name for h in line_hits for name, _ in h.marks}
    among = lexicon.acts if among is None else among
    acts = [a for a in among if not a.needs or not present.isdisjoint(a.needs)]
    for segment in clause.segments:
        here = inside(hits, segment)
        if len(here) < 2:
            continue
        found = {name for h in here for name, _ in h.marks}
        for act in acts:
            if found.isdisjoint(act.verbs) or found.isdisjoint(act.objects):
                continue
            yield from _composed(act, here, reading.words, lexicon.sets["stop"])


def _composed(
    act: Act, hits: Sequence[Hit], words: Sequence[str], stops: frozenset[str]
) -> Iterator[Deed]:
    for at, verb in enumerate(hits):
        forms = verb.forms(act.verbs)
        if not forms:
            continue
        for thing in hits[at + 1 :]:
            if thing.start - verb.end > act.gap:
                break
            between = words[verb.end : thing.start]
            if not stops.isdisjoint(between) and not (act.told and between == ("to",)):
                break
            if thing.has(act.objects):
                place = Phrase(verb.start, thing.end)
                own = _own(words[verb.end : thing.end])
                for form in sorted(forms):
                    told = "" if act.told else form
                    yield Deed(act.category, place, told, act.always, own)
                break


def _own(words: Sequence[str]) -> bool:
    return _NEVER_YOURS.isdisjoint(words) and any(
        word in {"your", "my"}
        and not following.endswith("'s")
        and following not in _NOT_YOURS
        for word, following in pairwise(words)
    )


_NOT_YOURS: Final = frozenset(
    {
        "victim",
        "target",
        "enemy",
        "ex",
        "rival",
        "neighbor",
        "sim",
        "payload",
        "shell",
        "lure",
    }
)
_NEVER_YOURS: Final = frozenset(
    {"grade", "grades", "marks", "log", "logs", "worm", "virus", "trojan", "ransomware"}
)
"""What an intruder changes to his own advantage, and what he writes."""


def products(hits: Sequence[Hit]) -> Iterator[tuple[str, Hit]]:
    """The nouns of harm among *hits*, with their category."""
    for hit in hits:
        for name, _ in sorted(hit.marks):
            if name in PRODUCTS:
                yield PRODUCTS[name], hit
                break


def materials(hits: Sequence[Hit], reading: Reading) -> dict[str, list[Hit]]:
    """Parts of a procedure by category, each word once."""
    found: dict[str, dict[tuple[str, ...], Hit]] = {}
    for hit in hits:
        for name, _ in hit.marks:
            if name.startswith("material:"):
                category = name.removeprefix("material:")
                said = reading.words[hit.start : hit.end]
                found.setdefault(category, {}).setdefault(said, hit)
    return {category: list(words.values()) for category, words in found.items()}
