"""Whether a part of a sentence tells the reader to do something."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import pairwise

from .lexicon import Lexicon
from .reading import Clause, Phrase


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
    stated = False
    for segment in clause.segments:
        mode = _mode(segment, words, lexicon)
        if mode in {Mode.COMMAND, Mode.GERUND} and stated:
            mode = Mode.OTHER
        if mode in {Mode.OTHER, Mode.READER}:
            stated = mode is Mode.OTHER
        found.append(mode)
    return tuple(found)


def _mode(segment: Phrase, words: Sequence[str], lexicon: Lexicon) -> Mode:
    sets = lexicon.sets
    at = head(segment, words, lexicon)
    before = words[at - 1] if at > segment.start else ""
    if at >= segment.end:
        return Mode.COMMAND if before in sets["imperative"] else Mode.SUBORDINATE
    if _to_reader(at, segment, words, lexicon):
        return Mode.READER
    if _commands(at, segment, words, lexicon):
        return Mode.GOAL if before == "to" else Mode.COMMAND
    if before in sets["starting"]:
        return Mode.COMMAND
    if _needed(at, segment, words, lexicon):
        return Mode.READER
    return _aside(words[at], before, sets["subordinate"])


def _aside(word: str, before: str, subordinate: frozenset[str]) -> Mode:
    if word in subordinate:
        return Mode.SUBORDINATE
    if word.endswith("ing") and len(word) > 4:
        return Mode.GERUND
    return Mode.GOAL if before == "to" else Mode.OTHER


def _to_reader(at: int, segment: Phrase, words: Sequence[str], lexicon: Lexicon) -> bool:
    """`you ...`, `I would ...`, `your program should ...`."""
    word = words[at]
    following = words[at + 1] if at + 1 < segment.end else ""
    if word == "your":
        return not {"should", "must", "needs"}.isdisjoint(words[at : at + 4])
    return word in lexicon.sets["you"] or (word == "i" and following == "would")


def _needed(at: int, segment: Phrase, words: Sequence[str], lexicon: Lexicon) -> bool:
    """`for that you need ...`, `the trick is to ...`: advice, whatever stands before."""
    said = words[at : segment.end]
    if "is" in said[:-1] and said[said.index("is") + 1] == "to":
        return not lexicon.sets["approach"].isdisjoint(said[: said.index("is")])
    return (
        any(
            word in {"you", "you'll", "you'd"} and following in {"need", "want", "require"}
            for word, following in pairwise(said)
        )
        and "if" not in said
    )


def _commands(at: int, segment: Phrase, words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether the word is a verb of the list, or any word that takes an object at once."""
    sets = lexicon.sets
    word = words[at]
    following = words[at + 1] if at + 1 < segment.end else ""
    if word in sets["imperative"]:
        return following not in sets["noun_use"]
    if following not in sets["determiner"] or word in sets["subordinate"]:
        return False
    return (
        word.isalpha()
        and word not in sets["closed"]
        and not word.endswith(("s", "ed", "ing", "ly"))
    )


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


def is_instruction(
    mode: Mode, segment: Phrase, words: Sequence[str], lexicon: Lexicon
) -> bool:
    """Whether *segment* is a command, or tells the reader what to do."""
    if mode is Mode.COMMAND:
        return True
    if mode is not Mode.READER:
        return False
    at = head(segment, words, lexicon)
    if words[at] in {*lexicon.sets["addressed"], "your"} or _needed(
        at, segment, words, lexicon
    ):
        return True
    next_at = at + 1
    while next_at < segment.end and words[next_at].endswith("ly"):
        next_at += 1
    following = words[next_at] if next_at < segment.end else ""
    if following in lexicon.sets["modal"]:
        return True
    # "you take", "you stir in": the reader with a plain verb
    return words[at] in {"you", "we"} and following in lexicon.sets["imperative"]
