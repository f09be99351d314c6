"""What a reviewer is given to judge: which texts, under which labels, in which order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from json.encoder import encode_basestring_ascii
from typing import Final, TypeVar

from adjudge.verdict import Candidates, Item, ItemId, Message

from .kin import is_kin, is_own
from .seat import Seat
from .sitting import Sitting

CONVERSATION: Final = "Conversation"
"""The label of a conversation, which is judged alone."""

_CODE: Final = 12
"""Hex digits of a form code: too many to guess, few enough to copy."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One answer, as a reviewer sees it."""

    label: str
    author: str
    text: str
    own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """The texts of one hearing, none of them to be trusted."""

    item: ItemId
    form: str
    """The code that only the asker and the reviewer know: no text below contains it."""
    question: str = ""
    before: tuple[Message, ...] = ()
    answers: tuple[Shown, ...] = ()
    turns: tuple[Message, ...] = ()
    """A conversation to be judged, in place of a question and answers."""
    remarks: tuple[str, ...] = ()
    """What the other reviewers said, in the second round."""
    unseen: tuple[str, ...] = field(default=())

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels to be judged, in the order shown."""
        return tuple(shown.label for shown in self.answers) or (CONVERSATION,)

    def texts(self) -> Iterator[str]:
        """Every text that somebody else wrote."""
        yield from self.given()
        yield from self.remarks

    def given(self) -> Iterator[str]:
        """Every text of the item."""
        yield self.question
        for message in (*self.before, *self.turns):
            yield message.role
            yield message.content
        for shown in self.answers:
            yield shown.text

    def alone(self, shown: Shown) -> Material:
        """The same with one answer only, which is then Response A."""
        return replace(self, answers=(replace(shown, label=label_of(0)),))

    def with_remarks(self, remarks: Iterable[str]) -> Material:
        """The same with what others said, under another form code."""
        return coded(self, (self.form,), remarks)


def material_of(sitting: Sitting, seat: Seat, item: Candidates | Item) -> Material:
    """What *seat* is shown of *item*."""
    if isinstance(item, Item):
        bare = Material(item=item.id, form="", turns=item.conversation.messages)
    else:
        shown, unseen = _shown(sitting, seat, item)
        bare = Material(
            item=item.id,
            form="",
            question=item.question,
            before=item.before,
            answers=shown,
            unseen=unseen,
        )
    return coded(bare, (str(sitting.seed), item.id, seat.name))


def coded(bare: Material, salt: tuple[str, ...], remarks: Iterable[str] = ()) -> Material:
    """*bare* with *remarks*, under a form code that none of its texts contains."""
    told = tuple(remarks)
    return replace(bare, remarks=told, form=_code(salt, (*bare.given(), *told)))


@cache
def label_of(place: int) -> str:
    """`Response A` for 0, `Response Z` for 25, `Response AA` for 26."""
    letters, rest = "", place + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"Response {letters}"


def shuffled(names: Iterable[T], *salt: str) -> tuple[T, ...]:
    """*names* in an order that hangs on *salt* and on nothing else: not on their own."""
    return tuple(sorted(names, key=lambda name: (_digest((*salt, str(name))), str(name))))


def _shown(
    sitting: Sitting, seat: Seat, item: Candidates
) -> tuple[tuple[Shown, ...], tuple[str, ...]]:
    own = {a for a in item.responses if is_own(a, seat)}
    kin = {a for a in item.responses if is_kin(a, seat, sitting.families)} - own
    hidden = (set() if sitting.allow_own else own) | (
        set() if sitting.allow_family else kin
    )
    authors = [author for author in item.responses if author not in hidden]
    order = shuffled(authors, str(sitting.seed), item.id, seat.name)
    shown = [
        Shown(
            label=label_of(at),
            author=author,
            text=item.responses[author],
            own=author in own,
        )
        for at, author in enumerate(order)
    ]
    return tuple(shown), tuple([a for a in item.responses if a in hidden])


def _code(salt: tuple[str, ...], texts: tuple[str, ...]) -> str:
    """A code that follows from the content, so that a re-run asks the same words.

    An author who knew everything else could look for a text that contains its own code;
    the code is then another one.
    """
    folded = "\n".join(texts).casefold()
    turn = 0
    while True:
        code = _digest((str(turn), *salt, *texts))[:_CODE]
        if code not in folded:
            return code
        turn += 1


def _digest(parts: tuple[str, ...]) -> str:
    """Of *parts* as a list in JSON."""
    canonical = ",".join(map(encode_basestring_ascii, parts))
    return hashlib.sha256(f"[{canonical}]".encode()).hexdigest()
