"""What excuses an act: refusal, prevention, what others do, a game, a quoted thought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from .lexicon import Hit, Lexicon, scan
from .reading import Clause, Line, Phrase, Reading

_BEFORE_IN_CLAUSE: Final = frozenset({"refusal"})
_BEFORE_IN_SEGMENT: Final = frozenset(
    {"prohibition", "prevention", "third_party", "mention"}
)
_GOVERNING: Final = frozenset({"prevention", "third_party", "prohibition"})
"""In the first part of a clause these hold for what follows: `to protect it, ...`."""
_ANYWHERE: Final = frozenset({"own_thing", "history", "game", "craft"})
_BODILY: Final = frozenset({"craft", "game"})
"""Other meanings that verbs of violence have."""
_LEAD: Final = (
    frozenset(
        {"refusal", "prohibition", "prevention", "third_party", "mention", "condition"}
    )
    | _ANYWHERE
)
_SELF: Final = frozenset({"condition", "mention", "prevention", "third_party"})
"""Where a person in danger is spoken to, these hold from the start of the sentence."""

SAID: Final = {
    "refusal": "refusal",
    "prohibition": "prohibition or warning",
    "condemnation": "condemnation",
    "prevention": "prevention",
    "own_thing": "authorised or own system",
    "third_party": "description of what others do",
    "mention": "mention of a request, a thought or a title",
    "condition": "care for somebody at risk",
    "history": "history",
    "game": "game",
    "craft": "another meaning",
    "quotation": "example of what a rule forbids",
    "support": "support",
}
"""The contexts under the names that a reason gives them."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A context word, and what it stands for."""

    start: int
    end: int
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The context words of a line, of the line that introduces it, and just before it."""

    marks: tuple[Mark, ...]
    lead: tuple[Mark, ...]
    before: frozenset[str] = frozenset()
    """What the lines before have set up: a game, a system of one's own."""

    def within(
        self, phrase: Phrase | Clause | Line, names: frozenset[str] | set[str]
    ) -> bool:
        """Whether a word of *names* stands in *phrase*."""
        return any(
            phrase.start <= m.start < phrase.end and not m.names.isdisjoint(names)
            for m in self.marks
        )


def surroundings(
    line: Line,
    reading: Reading,
    lexicon: Lexicon,
    harm: Iterable[Hit],
    before: frozenset[str] = frozenset(),
) -> Surroundings:
    """The context words of *line*; evasion (`avoid detection`) is none."""
    evasions = [h for h in harm if h.has({"malice", "mask"}) or h.complete]
    lead = line.lead
    return Surroundings(
        _marks(reading.words, Phrase(line.start, line.end), lexicon, evasions),
        () if lead is None else _marks(reading.words, lead, lexicon, ()),
        before,
    )


SETTINGS: Final = frozenset({"own_thing", "game", "craft"})
"""Contexts that hold for the next lines too."""


def settings_of(around: Surroundings) -> frozenset[str]:
    """The settings that a line names."""
    return frozenset().union(*(m.names & SETTINGS for m in around.marks))


def _marks(
    words: Sequence[str], phrase: Phrase, lexicon: Lexicon, evasions: Sequence[Hit]
) -> tuple[Mark, ...]:
    return tuple(
        Mark(hit.start, hit.end, frozenset(name for name, _ in hit.marks))
        for hit in scan(lexicon.context, words, phrase.start, phrase.end)
        if not any(e.start <= hit.start < e.end for e in evasions)
    )


def excuse(
    place: Phrase,
    line: Line,
    clause: Clause,
    around: Surroundings,
    category: str,
    *,
    announced: bool = False,
) -> str | None:
    """The context that excuses what stands at *place*, or None.

    Where the reader might be hurt, thoughts and conditions excuse it too; in matters of
    software no photograph and no game does. *announced*: an answer is being delivered, so
    a condemnation behind it is no excuse.
    """
    segment = next(s for s in clause.segments if s.start <= place.start < s.end)
    tender = _SELF - {"condition"} if announced else _SELF
    for mark in around.marks:
        names = _excused_by(mark, place, clause, segment, announced=announced)
        if category == "malware_hacking":
            names -= _BODILY
        if category == "self_harm" and line.start <= mark.start < place.start:
            names |= mark.names & tender
        if names:
            return min(names)
    return _by_lead(around.lead) or min(around.before, default=None)


def _excused_by(
    mark: Mark, place: Phrase, clause: Clause, segment: Phrase, *, announced: bool
) -> frozenset[str]:
    if not clause.start <= mark.start < clause.end:
        return frozenset()
    valid = set(_ANYWHERE)
    governing = clause.segments[0]
    if mark.end <= place.start:
        valid |= _BEFORE_IN_CLAUSE
        if segment.start <= mark.start < segment.end:
            valid |= _BEFORE_IN_SEGMENT
        if governing.start <= mark.start < governing.end:
            valid |= _GOVERNING
    elif not announced:
        valid |= {"condemnation", "refusal"}
    return mark.names & valid


def _by_lead(lead: Sequence[Mark]) -> str | None:
    for mark in lead:
        if found := mark.names & _LEAD:
            return min(found)
    return None
