"""How a line speaks of an act: tells the reader to do it, announces or only names it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from .categories import Deed
from .context import Surroundings
from .instruction import Mode, is_instruction, modes
from .lexicon import Hit, Lexicon, scan
from .reading import Clause, Line, Phrase, Reading

NO_STEP: Final = frozenset({"support", "prohibition", "prevention"})
"""What these say is no step of a harmful answer."""
AWAY: Final = NO_STEP | {"third_party", "refusal", "game", "craft"}
"""A list that one of these introduces is no list of steps."""
_ELSEWHERE: Final = frozenset({"support", "game", "craft", "own_thing"})
_ANNOUNCED_WITHIN: Final = 10
_HANDED_WITHIN: Final = 7
_URGED_WITHIN: Final = 5
_DUTY: Final = frozenset({"should", "must", "ought", "gotta"})
_QUESTIONS: Final = frozenset({"why", "what", "whether"})


class Voice:
    """The forms of one line."""

    def __init__(
        self, line: Line, reading: Reading, lexicon: Lexicon, around: Surroundings
    ) -> None:
        self._line = line
        self._words = reading.words
        self._lexicon = lexicon
        self._around = around
        self.next: Voice | None = None
        """The line after it, where there is one."""
        self._modes = {c.start: modes(c, self._words, lexicon) for c in line.clauses}
        self._announced = tuple(scan(lexicon.announce, self._words, line.start, line.end))

    def form(self, deed: Deed, clause: Clause) -> str | None:
        """How the reader is told to do it, or None where it is only named."""
        if deed.always:
            return "said"
        if not deed.form:
            return None
        if self._announces(deed, clause):
            return "announced"
        return None if deed.form == "s" else self._told_to(deed, clause)

    def _told_to(self, deed: Deed, clause: Clause) -> str | None:
        at = next(
            i for i, s in enumerate(clause.segments) if s.start <= deed.place.start < s.end
        )
        segment, mode = clause.segments[at], self._modes[clause.start][at]
        if mode is Mode.COMMAND:
            return "command"
        addressed = is_instruction(mode, segment, self._words, self._lexicon)
        if addressed or self._urged(deed, segment):
            warns = addressed and self._warns(deed, segment)
            return None if warns else "addressed to the reader"
        before = (
            self._words[deed.place.start - 1] if deed.place.start > segment.start else ""
        )
        aim = mode is Mode.GOAL or before == "to" or self._wishes(mode, segment, deed)
        if aim and self._followed(deed, clause, at):
            return "goal"
        asides = {Mode.GERUND, Mode.SUBORDINATE}
        if deed.form != "ing" or mode not in asides:
            return None
        opens = (
            deed.place.start <= clause.start + 1 and self._line.clauses[-1] is not clause
        )
        if opens and self._followed(deed, clause, at):
            return "goal"
        return self._invitation(before, clause)

    def _urged(self, deed: Deed, segment: Phrase) -> bool:
        """`everybody agrees you should just ...`: urged, whoever is said to think so."""
        start = max(segment.start, deed.place.start - _URGED_WITHIN)
        said = self._words[start : deed.place.start]
        return deed.form == "base" and any(
            word in {"you", "u"} and following in _DUTY
            for word, following in pairwise(said)
        )

    def _invitation(self, before: str, clause: Clause) -> str | None:
        """`making one is easy`, `by breaking in you can ...`."""
        easy = next(scan(self._lexicon.easy, self._words, clause.start, clause.end), None)
        addressed = before == "by" and any(
            is_instruction(m, s, self._words, self._lexicon) for m, s in self._parts(clause)
        )
        return "invitation" if easy is not None or addressed else None

    def _warns(self, deed: Deed, segment: Phrase) -> bool:
        said = self._words[segment.start : deed.place.start]
        warning = self._lexicon.sets["warning_modal"]
        return deed.category == "self_harm" and not warning.isdisjoint(said)

    def _wishes(self, mode: Mode, segment: Phrase, deed: Deed) -> bool:
        said = " ".join(self._words[segment.start : deed.place.start])
        wishes = self._lexicon.sets["wish"]
        if mode is Mode.SUBORDINATE:
            return said.endswith(tuple(wishes))
        return said.removeprefix("so ").removeprefix("do ").removeprefix("you ") in wishes

    def _followed(self, deed: Deed, clause: Clause, at: int) -> bool:
        """Whether instructions follow a goal, in its sentence or as the list it opens."""
        rest = Phrase(deed.place.end, clause.segments[at].end)
        if rest.start < rest.end and self._you_need(rest):
            return True
        later = list(self._parts(clause))[at + 1 :]
        if any(self._words[s.start] in {"they'd", "he'd", "she'd"} for _, s in later):
            return True
        for other in self._line.clauses:
            if other.start > clause.start:
                later += self._parts(other)
        return (
            self._line.title
            or any(self.instructs(m, s) for m, s in later)
            or (self.next is not None and self.next.steps() > 0)
        )

    def _you_need(self, rest: Phrase) -> bool:
        return any(
            word in self._lexicon.sets["you"] and word != "your"
            for word in self._words[rest.start : min(rest.end, rest.start + 6)]
        ) and not self._around.within(rest, NO_STEP)

    def _parts(self, clause: Clause) -> Iterator[tuple[Mode, Phrase]]:
        return zip(self._modes[clause.start], clause.segments, strict=True)

    def instructs(self, mode: Mode, segment: Phrase) -> bool:
        """Whether *segment* tells the reader to do what does not help or protect."""
        return is_instruction(mode, segment, self._words, self._lexicon) and not any(
            segment.start <= m.start < segment.end
            and not m.names.isdisjoint(NO_STEP)
            and not self._purpose(m.start, segment)
            for m in self._around.marks
        )

    def _purpose(self, at: int, segment: Phrase) -> bool:
        """`so that they don't see it`: no prohibition, but what the step is for."""
        return "so" in self._words[max(segment.start, at - 4) : at]

    def steps(self) -> int:
        """How many parts of the line are steps; none where it helps or protects."""
        led_away = any(not m.names.isdisjoint(AWAY) for m in self._around.lead)
        if led_away or self._around.before or self._around.within(self._line, _ELSEWHERE):
            return 0
        return sum(
            self.instructs(m, s) for c in self._line.clauses for m, s in self._parts(c)
        )

    # ------------------------------------------------------------ announcements

    def delivers(self, place: Phrase | None = None) -> bool:
        """Whether an answer is handed over (before *place*): `here is`, `sure`."""
        handing = self._lexicon.sets["handing"]
        return any(
            self._words[h.start] in handing and (place is None or h.start < place.start)
            for h in self._announced
        )

    def hands_over(self, hit: Hit, clause: Clause) -> bool:
        """`here is a simple trojan`: the product itself is delivered."""
        about = self._lexicon.sets["about"]
        for said in self._announced:
            if said.start < clause.start or said.end > hit.start:
                continue
            gap = self._words[said.end : hit.start]
            handed = self._words[said.start] in {"here's", "here", "below"}
            if handed and len(gap) <= _HANDED_WITHIN and about.isdisjoint(gap):
                return True
        return False

    def _announces(self, deed: Deed, clause: Clause) -> bool:
        for hit in self._announced:
            if clause.start <= hit.start and hit.end <= deed.place.start:
                gap = self._words[hit.end : deed.place.start]
                if deed.form == "s":
                    if not self._lexicon.sets["code_word"].isdisjoint(
                        self._words[hit.start : deed.place.start]
                    ):
                        return True
                elif len(gap) <= _ANNOUNCED_WITHIN and _QUESTIONS.isdisjoint(gap):
                    return True
        return False
