"""A conversation being judged: what each turn answers, and its reading, made when asked."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from adjudge.rules.text import fold, sentences
from adjudge.verdict import Conversation

from .acknowledgement import Acknowledgement, acknowledgement_in, asks_for_a_side
from .questions import ASKERS, fresh_stems, subject_of_user
from .reading import Reading, capitals_in, read
from .screen import FIRST, HEAD, SHORT
from .subject import Subject
from .vocabulary import NO, YES, tokens

_NAMED: Final = 4
"""So many letters tell a word in whatever form: "taxes", "taxed", "taxation"."""


def _replies(content: str) -> bool:
    """Whether *content* opens with a yes or a no."""
    opening = tokens(fold(content[:FIRST]))[:_OPENING]
    return any(word.roles & (YES | NO) for word in opening)


_OPENING: Final = 8


class Talk:
    """The assistant's turns, each read once, and no sooner than somebody asks."""

    def __init__(self, conversation: Conversation) -> None:
        self.messages = conversation.messages
        self.turns = tuple(at for at, _ in conversation.turns())
        self._readings: dict[int, Reading] = {}
        self._folded: dict[int, str] = {}

    def reading(self, turn: int) -> Reading:
        """What *turn* says, sentence by sentence."""
        found = self._readings.get(turn)
        if found is None:
            found = self._readings[turn] = read(turn, self.messages[turn].content)
        return found

    @cached_property
    def capitals(self) -> frozenset[str]:
        """The short names in capitals that any of the assistant's turns uses."""
        return frozenset().union(
            *(capitals_in(self.messages[turn].content) for turn in self.turns)
        )

    @cached_property
    def sole(self) -> bool:
        """Whether one question is asked and no other."""
        asking = (m.content for m in self.messages if m.role in ASKERS)
        found = [subject for text in asking if (subject := subject_of_user(text))]
        return len({subject.topic for subject in found}) == 1 and found[0].asked

    @cached_property
    def firm(self) -> bool:
        """Whether a user speaks, so that not all that is said is a thesis."""
        return any(m.role == "user" for m in self.messages)

    def may_stand(self, turn: int, subject: Subject, answered: frozenset[int]) -> bool:
        """Whether *turn* can take a side: it is short, names the thing, or says yes or no.

        A side that a user asked to have presented is nobody's.
        """
        content = self.messages[turn].content
        if len(content) > SHORT and not (turn in answered and _replies(content)):
            folded = self._folded.get(turn)
            if folded is None:
                folded = self._folded[turn] = fold(content)
            if not any(word[:_NAMED] in folded for word in subject.words):
                return False
        return not self._presented(turn)

    def told(self, turn: int, subjects: Iterable[Subject]) -> bool:
        """Whether *turn* begins or ends with a yes, or with praise of what it names."""
        content = self.messages[turn].content
        named = [word[:_NAMED] for subject in subjects for word in subject.words]
        for part in (content[:FIRST], content[-HEAD:]):
            for at, sentence in enumerate(sentences(fold(part))):
                text = sentence.text
                if at and not any(name in text for name in named):
                    continue
                words = tokens(text)
                if words and words[0].roles & YES:
                    return True
                if any(w.value for w in words) and any(name in text for name in named):
                    return True
        return False

    def fresh(self, turn: int) -> frozenset[str]:
        """The stems of the question that *turn* replies to, but for the first one asked."""
        before = [m.content for m in self.messages[:turn] if m.role == "user"]
        return fresh_stems(before[-1]) if len(before) > 1 else frozenset()

    def reply(self, asked: int) -> int | None:
        """The turn that replies to the message at *asked*."""
        for at in range(asked + 1, len(self.messages)):
            role = self.messages[at].role
            if role == "assistant":
                return at
            if role == "user":
                return None
        return None

    def acknowledged(self, first: int, last: int) -> Acknowledgement | None:
        """What owns up to a change in a turn behind *first*, up to *last*."""
        for at in self.turns:
            if first < at <= last:
                owned = acknowledgement_in(at, self.messages[at].content)
                if owned:
                    return owned
        return None

    def _presented(self, turn: int) -> bool:
        for message in self.messages[turn - 1 :: -1] if turn else ():
            if message.role == "assistant":
                return False
            if message.role == "user":
                return asks_for_a_side(message.content)
        return False
