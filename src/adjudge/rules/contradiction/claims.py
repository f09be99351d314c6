"""What a clause says of a subject: for it, against it, or nothing."""

from __future__ import annotations

from typing import Final

from .clauses import Clause, clause_of
from .indirect import (
    answerable,
    argued,
    dispensable,
    elsewhere,
    instead,
    permitted,
    replaced,
    restated,
    told,
    turned,
    unchanged,
    vanished,
    with_care,
)
from .predicate import Claim, predicated
from .rival import grants
from .subject import Subject
from .vocabulary import DISCREDIT, KEEP, OPPOSE, OWN

OWNED: Final = 1.4
NOTED: Final = 0.5
REJECTED: Final = 1.2
SOFTENED: Final = 0.5
GRANTED: Final = 0.6


def claim_of(clause: Clause, subject: Subject) -> Claim | None:
    """What *clause* says of *subject*."""
    if clause.neutral:
        return _held(clause, subject)
    if not clause.words:
        return None
    opening = " ".join(w.text for w in clause.words[:2])
    if opening.startswith(("instead of", "rather than")):
        return replaced(clause, subject)
    if clause.idea or clause.case:
        return (argued if clause.case else _of_idea)(clause, subject)
    found = _first(clause, subject)
    if found is None:
        return _with_care(clause, subject) if clause.granted else None
    return _placed(found, clause, subject)


def _first(clause: Clause, subject: Subject) -> Claim | None:
    """The claim by the most direct reading that finds one."""
    return (
        elsewhere(clause, subject)
        or instead(clause, subject)
        or answerable(clause, subject)
        or unchanged(clause, subject)
        or dispensable(clause, subject)
        or vanished(clause, subject)
        or predicated(clause, subject)
        or turned(clause, subject)
        or told(clause, subject)
        or permitted(clause, subject)
        or restated(clause, subject)
    )


def _placed(found: Claim, clause: Clause, subject: Subject) -> Claim | None:
    """*found* by who says it, and by what is granted beside it."""
    weight = found.weight * clause.sign * (OWNED if clause.own else 1.0)
    granted = _granted_point(clause, subject)
    if granted * weight < 0:
        weight *= SOFTENED
    elif granted and not found.keyed:
        return None
    if clause.note:
        weight *= NOTED if grants(clause, subject) else 0.0
    return Claim(weight, found.shown, found.keyed)


def _with_care(clause: Clause, subject: Subject) -> Claim | None:
    """P holds, and only how is added: "X is a fair choice, but it should be planned"."""
    if clause.conceded or not with_care(clause):
        return None
    granted = clause_of(clause.granted)
    found = None if granted.neutral else predicated(granted, subject)
    return Claim(found.weight * GRANTED, found.shown) if found else None


def _of_idea(clause: Clause, subject: Subject) -> Claim | None:
    """The judgement comes after: "the claim that P is not supported"."""
    words = clause.words
    shared = {w.stem for w in words} & subject.topic
    if len(shared) < min(2, len(subject.topic)):
        return None
    for at in range(len(words) - 1, 0, -1):
        if words[at].roles & DISCREDIT:
            named = predicated(Clause(words[:at]), subject)
            about = {w.stem for w in words[:at]}
            enough = 2 * len(about & subject.topic) >= len(subject.topic)
            if named is None and not (about & subject.key or enough):
                return None
            sign = -1.0 if named is None or named.weight > 0 else 1.0
            return Claim(REJECTED * sign * clause.sign, words[at].text)
    if clause.own:
        return Claim(REJECTED * clause.sign, "support of the idea")
    return None


def _held(clause: Clause, subject: Subject) -> Claim | None:
    """P is held, the rest is courtesy: "while I believe that P, I acknowledge ..."."""
    if not any(w.roles & (OWN | OPPOSE | KEEP) for w in clause.granted[:6]):
        return None
    granted = clause_of(clause.granted)
    return None if granted.neutral else claim_of(granted, subject)


_COPULAS: Final = frozenset({"is", "are", "be", "was", "were", "remain", "remains"})


def _granted_point(clause: Clause, subject: Subject) -> float:
    """What is granted where it is the very position: "X can be safe, but not always"."""
    if not {w.stem for w in clause.granted} & subject.key:
        return 0.0
    granted = clause_of(clause.granted)
    words = granted.words
    if granted.neutral or granted.idea or not any(w.text in _COPULAS for w in words):
        return 0.0
    found = predicated(granted, subject)
    return found.weight if found is not None and found.keyed else 0.0
