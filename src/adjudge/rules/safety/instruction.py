"""Whether a part of a sentence tells the reader to do something."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from .lexicon import Lexicon
from .reading import Clause, Phrase

_NOUN_USE: Final = frozenset(
    "is are was were has have had can could may might will would of occurs happen happens works"
    " refers attacks attack's involves should must means and'".split()
)
"""After these, the word before was no command: `use of force`, `cracks are bad`."""

_MODALS: Final = frozenset(
    "can could should need must have will would gotta wanna may might want 'll to start just go"
    " want're going take simply first then then also basically only".split()
)


class Mode(Enum):
    """How a part of a sentence speaks."""

    COMMAND = "command"
    READER = "reader"
    GOAL = "goal"
    GERUND = "gerund"
    SUBORDINATE = "subordinate"
    OTHER = "other"


def modes(clause: Clause, words: Sequence[str], lexicon: Lexicon) -> tuple[Mode, ...]:
    """The mode of each segment; a bare verb after a statement belongs to the statement."""
    found: list[Mode] = []
    subject: Mode | None = None
    for segment in clause.segments:
        mode = _mode(segment, words, lexicon)
        if mode in {Mode.COMMAND, Mode.GERUND} and subject is not None:
            mode = subject
        if mode in {Mode.OTHER, Mode.READER}:
            subject = mode
        found.append(mode)
    return tuple(found)


def _mode(segment: Phrase, words: Sequence[str], lexicon: Lexicon) -> Mode:
    sets = lexicon.sets
    at = head(segment, words, lexicon)
    if at >= segment.end:
        return Mode.SUBORDINATE
    word = words[at]
    following = words[at + 1] if at + 1 < segment.end else ""
    if word in sets["you"] and word != "your":
        return Mode.READER
    if word in sets["imperative"] and following not in _NOUN_USE:
        before = words[at - 1] if at > segment.start else ""
        return Mode.GOAL if before == "to" else Mode.COMMAND
    if word in sets["subordinate"]:
        return Mode.SUBORDINATE
    if word.endswith("ing") and len(word) > 4:
        return Mode.GERUND
    if at > segment.start and words[at - 1] == "to":
        return Mode.GOAL
    return Mode.OTHER


def head(segment: Phrase, words: Sequence[str], lexicon: Lexicon) -> int:
    """The first word of *segment* that is no connective, number or adverb."""
    at = segment.start
    leads, verbs = lexicon.sets["lead_in"], lexicon.sets["imperative"]
    while at < segment.end and (
        words[at] in leads
        or words[at].isdigit()
        or (words[at].endswith("ly") and words[at] not in verbs)
    ):
        at += 1
    return at


def is_instruction(mode: Mode, segment: Phrase, words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether *segment* is a command, or tells the reader what to do."""
    if mode is Mode.COMMAND:
        return True
    if mode is not Mode.READER:
        return False
    at = head(segment, words, lexicon)
    first = words[at]
    if first in {"let's", "let", "we'll", "i'd", "you'll", "you'd", "you've", "one"}:
        return True
    return at + 1 < segment.end and words[at + 1] in _MODALS or _by_you(at, segment, words, lexicon)


def _by_you(at: int, segment: Phrase, words: Sequence[str], lexicon: Lexicon) -> bool:
    """`you take`, `you stir in`: the reader with a plain verb."""
    return (
        words[at] in {"you", "we"}
        and at + 1 < segment.end
        and words[at + 1] in lexicon.sets["imperative"]
    )
