"""Whether something else is called the better choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .clauses import Clause
from .reach import MORE
from .subject import Subject
from .vocabulary import MIXED, NOT, PRONOUN, RIVAL, Token


def better_than(before: Sequence[Token], after: Sequence[Token], subject: Subject) -> bool:
    """Whether something else is said to be better: "there are better ways than X"."""
    if not before or before[0].text != "there":
        return False
    than = next((i for i, w in enumerate(after) if w.text == "than"), 0)
    named = {w.stem for w in after[than + 1 :]} & subject.topic
    return bool(named and than and any(w.text in MORE for w in after[:than]))


_ENOUGH: Final = 2
"""Stems of the question by which an unnamed rival is measured."""
_RATHER: Final = MORE - {"best", "most"}
"""What is best may be the subject in other words; what is better has a rival."""


def better_option(
    clause: Clause, before: Sequence[Token], after: Sequence[Token], subject: Subject
) -> bool:
    """Whether something else is called the better choice: "X are far better options".

    The subject must be named beside it: an unknown thing may be the subject itself.
    """
    more = next((at for at, w in enumerate(after[:6]) if w.text in _RATHER), None)
    if more is None or any(w.roles & NOT for w in after[:more]):
        return False
    told = {w.stem for w in after}
    measured = told & subject.head or grants(clause, subject)
    measured = measured or len(told & (subject.topic - subject.key)) >= _ENOUGH
    if not measured and not any(w.roles & RIVAL for w in before):
        return False
    named = {w.stem for w in before} & (subject.topic | subject.right)
    if named or any(w.roles & (PRONOUN | MIXED) for w in before):
        return False
    return any(w.text in _OPTIONS for w in after[more + 1 : more + 4])


def other_way(before: Sequence[Token], after: Sequence[Token], subject: Subject) -> bool:
    """Whether the better way is another one: "a more effective approach would be to"."""
    more = next((at for at, w in enumerate(before) if w.text in _RATHER), None)
    if more is None or any(w.roles & MIXED for w in (*before, *after[:6])):
        return False
    if not any(w.text in _OPTIONS for w in before[more + 1 : more + 4]):
        return False
    if len(after) < 2 or f"{after[0].text} {after[1].text}" not in _WOULD_BE:
        return False
    told = {w.stem for w in (*before, *after)} & (subject.topic | subject.right)
    denied = any(w.roles & NOT for w in (*before, *after[:4]))
    return not told - _key_only(subject) and not denied


_WOULD_BE: Final = frozenset(
    ("would be", "is to", "may be", "might be", "could be", "lies in", "will be")
)


def _key_only(subject: Subject) -> frozenset[str]:
    """The stems of what is asked that do not name the thing."""
    return subject.key - subject.left - subject.right


_OPTIONS: Final = frozenset(
    form
    for word in (
        "option",
        "alternative",
        "choice",
        "approach",
        "way",
        "solution",
        "path",
        "use",
    )
    for form in (word, word + "s", word + "es")
)


def grants(clause: Clause, subject: Subject) -> bool:
    """Whether what is granted is about the subject."""
    return bool({w.stem for w in clause.granted} & subject.topic)
