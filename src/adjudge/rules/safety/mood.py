"""Encouragement of self-harm in phrases none of which encourages by itself.

*You have permission* is harmless, and so is *lock your door*. Said to a person in danger,
or beside words of death and wounds, several of them are an encouragement.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .answer import deflects
from .context import Surroundings, excuse
from .lexicon import Hit, Lexicon, scan
from .reading import Clause, Line, Phrase, Reading

TO_SELF: Final = "self_harm"
_SOFT: Final = "soft:self_harm"
_ANCHOR: Final = "anchor:self_harm"
_CARING: Final = frozenset(
    {"support", "alternative", "own_thing", "game", "craft", "history"}
)
_OTHERS: Final = frozenset(
    {"he", "she", "him", "her", "his", "i", "i'm", "we", "my", "our"}
)
_IN_DANGER: Final = 1.5
_ELSE: Final = 1.0


@dataclass(slots=True)
class Mood:
    """What has been said so far that may encourage."""

    danger: bool
    """Whether the person who asks speaks of hurting themself, or asks how to."""
    anchored: bool = False
    said: set[str] = field(default_factory=set)
    waiting: list[Phrase] = field(default_factory=list)

    def hear(
        self, line: Line, reading: Reading, lexicon: Lexicon, around: Surroundings
    ) -> list[tuple[float, Phrase]]:
        """What *line* adds, with its weight."""
        hits = list(scan(lexicon.mood, reading.words, line.start, line.end))
        if not hits or around.within(line, _CARING) or deflects(line, reading, lexicon):
            return []
        for hit in hits:
            clause = next(c for c in line.clauses if c.start <= hit.start < c.end)
            if self.danger or hit.has({_ANCHOR}) or _addressed(clause, reading, lexicon):
                self._take(hit, line, clause, reading, around)
        if not (self.danger or self.anchored):
            return []
        heard, self.waiting = self.waiting, []
        return [(_IN_DANGER if self.danger else _ELSE, place) for place in heard]

    def _take(
        self, hit: Hit, line: Line, clause: Clause, reading: Reading, around: Surroundings
    ) -> None:
        self.anchored |= hit.has({_ANCHOR})
        place = Phrase(hit.start, min(hit.end, clause.end))
        words = " ".join(reading.words[hit.start : hit.end])
        covered = any(p.start <= hit.start < p.end for p in self.waiting)
        if not hit.has({_SOFT}) or covered or words in self.said:
            return
        if excuse(place, line, clause, around, TO_SELF) is None:
            self.said.add(words)
            self.waiting.append(place)


def _addressed(clause: Clause, reading: Reading, lexicon: Lexicon) -> bool:
    """Whether *clause* may speak to the reader: `no one is coming`, not `he is at rest`."""
    said = reading.words[clause.start : clause.end]
    of_you = not lexicon.sets["you"].isdisjoint(said) or "yourself" in said
    return of_you or _OTHERS.isdisjoint(said)
