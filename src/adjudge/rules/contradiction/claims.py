"""What a clause says of a subject: for it, against it, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .clauses import VERB, Clause, clause_of
from .subject import Subject
from .valuation import key_claim, valuation_of, weighs
from .vocabulary import (
    AFFIRM,
    BOOST,
    DISCREDIT,
    HEDGE,
    INVERT,
    MIXED,
    NOT,
    OPPOSE,
    OWN,
    PRONOUN,
    RIVAL,
    SHOULD,
    Token,
)

NAMED: Final = 1.0
PARTIAL: Final = 0.7
ANAPHOR: Final = 0.6
VALUED: Final = 0.8
HEDGED: Final = 0.75
BOOSTED: Final = 1.25
OWNED: Final = 1.4
NOTED: Final = 0.5
VAGUE: Final = 0.35
REJECTED: Final = 1.2
IMPLIED: Final = 0.5
_SCOPE: Final = 7


class Claim(NamedTuple):
    """+ for yes, - for no; how strongly; by which words."""

    weight: float
    shown: str


def claim_of(clause: Clause, subject: Subject) -> Claim | None:
    """What *clause* says of *subject*."""
    if clause.neutral:
        return _held(clause, subject)
    if not clause.words:
        return None
    if clause.idea:
        return _of_idea(clause, subject)
    found = _predicated(clause, subject) or _turned(clause, subject)
    if found is None:
        return None
    weight = found.weight * clause.sign * (OWNED if clause.own else 1.0)
    if clause.note:
        weight *= NOTED if _grants(clause, subject) else 0.0
    return Claim(weight, found.shown)


def _of_idea(clause: Clause, subject: Subject) -> Claim | None:
    """The judgement comes after: "the claim that P is not supported"."""
    words = clause.words
    shared = {w.stem for w in words} & subject.topic
    if len(shared) < min(2, len(subject.topic)):
        return None
    for at in range(len(words) - 1, 0, -1):
        if words[at].roles & DISCREDIT:
            named = _predicated(Clause(words[:at]), subject)
            if named is None and not {w.stem for w in words[:at]} & subject.key:
                return None
            sign = -1.0 if named is None or named.weight > 0 else 1.0
            return Claim(REJECTED * sign * clause.sign, words[at].text)
    if clause.own:
        return Claim(REJECTED * clause.sign, "support of the idea")
    return None


def _held(clause: Clause, subject: Subject) -> Claim | None:
    """P is held, the rest is courtesy: "while I believe that P, I acknowledge ..."."""
    if not any(w.roles & (OWN | OPPOSE) for w in clause.granted[:6]):
        return None
    granted = clause_of(clause.granted)
    return None if granted.neutral else claim_of(granted, subject)


def _grants(clause: Clause, subject: Subject) -> bool:
    return bool({w.stem for w in clause.granted} & subject.topic)


def _predicated(clause: Clause, subject: Subject) -> Claim | None:
    words = clause.words
    verb = next((i for i, w in enumerate(words) if i and w.roles & (VERB | INVERT)), None)
    if verb is None:
        verb = next((i for i, w in enumerate(words) if i and w.verbal), None)
        if verb is None:
            return _object(clause, subject)
    before, after = words[:verb], words[verb:]
    if any(w.roles & MIXED for w in before):
        return _compromise(clause, after, subject)
    pointed = len(before) <= 3 and any(w.roles & PRONOUN for w in before)
    if pointed and any(w.roles & DISCREDIT for w in after[:3]) and _grants(clause, subject):
        return Claim(-1.0, " ".join(w.text for w in words[: verb + 3]))
    reach, flip = _reach(before, after, clause.granted, subject)
    weighed = weighs(after)
    weight = None if weighed else key_claim(before, after, reach, subject)
    if weight is None:
        value = valuation_of(before, after)
        if value is None or not reach or (not weighed and _faulty(before, subject)):
            return None
        doing = _is_doing(before, subject) and not weighed
        sign = 1 if doing else subject.sign
        weight = value * sign * VALUED * reach
    shown = " ".join(w.text for w in words[: verb + _SCOPE])
    return Claim(weight * flip * _force(words[: verb + _SCOPE]), shown)


def _faulty(before: Sequence[Token], subject: Subject) -> bool:
    """Whether the clause is about a fault, not the thing: "the risks of X are"."""
    return any(w.value < 0 and w.stem not in subject.topic and not w.act for w in before)


def _compromise(clause: Clause, after: Sequence[Token], subject: Subject) -> Claim | None:
    """A mix that is better denies that the one is best, where that was asked."""
    if not subject.ranks or not _grants(clause, subject):
        return None
    value = valuation_of((), after)
    if value is None or value < 0:
        return None
    return Claim(-NAMED, " ".join(w.text for w in clause.words[:12]))


def _object(clause: Clause, subject: Subject) -> Claim | None:
    """What is opposed must be the subject: "I oppose the ban" has no other verb."""
    if not clause.own:
        return None
    words = clause.words[:12]
    shared = {w.stem for w in words} & subject.topic
    if len(shared) < min(2, len(subject.topic)):
        return None
    sign = subject.sign if not shared & subject.key else 1
    return Claim(float(sign), " ".join(w.text for w in words))


def _reach(
    before: Sequence[Token],
    after: Sequence[Token],
    granted: Sequence[Token],
    subject: Subject,
) -> tuple[float, int]:
    """How surely the clause speaks of the subject, and -1 where of its opposite."""
    stems = {w.stem for w in before}
    shared = stems & (subject.topic | subject.right)
    flip = 1
    if subject.right and not stems & subject.left:
        told = {w.stem for w in _until_rival(after[:9])}
        other = before and not any(w.roles & PRONOUN for w in before)
        if stems & subject.right or (
            other and told & subject.right and not told & subject.left
        ):
            flip = -1
    if flip > 0 and _rivalled(before, after, subject):
        flip = -1
    for word in before:
        if (word.act < 0 and word.stem not in subject.topic) or word.roles & NOT:
            flip = -flip
            break
    if any(w.value < 0 and w.stem not in subject.topic and not w.act for w in before[:2]):
        return 0.0, flip
    if shared:
        partial = len(shared) < 2 and len(subject.topic) > 4 and not shared & subject.left
        return (PARTIAL if partial else NAMED), flip
    given = bool({w.stem for w in granted} & subject.topic)
    told = {w.stem for w in after[:12]} & subject.topic
    if not before or (len(before) <= 3 and any(w.roles & PRONOUN for w in before)):
        return _pointed(before, told, given, subject), flip
    if len(told) >= min(3, len(subject.topic)):
        return NAMED, flip
    return (ANAPHOR if given else 0.0), flip


def _rivalled(before: Sequence[Token], after: Sequence[Token], subject: Subject) -> bool:
    """Whether the rival is praised: "traditional ballots are more reliable"."""
    named = any(w.roles & RIVAL and w.stem not in subject.topic for w in before)
    return named and any(w.text in _MORE for w in after[:5])


_MORE: Final = frozenset(
    {"more", "better", "superior", "preferable", "safer", "best", "most"}
)


def _pointed(
    before: Sequence[Token], told: set[str], given: bool, subject: Subject
) -> float:
    """How surely a pronoun means the subject: "it is safe to ..." names it behind."""
    if given or (
        told - subject.key and len(told) > 1 and any(w.text == "it" for w in before)
    ):
        return NAMED
    return ANAPHOR if not before or any(w.text in _IT for w in before) else VAGUE


_IT: Final = frozenset({"it", "they", "its", "their", "doing so", "the answer"})
_RIVALS: Final = frozenset(
    {"compared", "than", "over", "versus", "vs", "relative", "unlike", "rather", "instead"}
)


def _until_rival(words: Sequence[Token]) -> Sequence[Token]:
    """The words before a comparison starts: what follows it is only the measure."""
    for at, word in enumerate(words):
        if word.text in _RIVALS:
            return words[:at]
    return words


def _is_doing(before: Sequence[Token], subject: Subject) -> bool:
    """Whether the clause speaks of the act itself: "restricting them", "a ban"."""
    stems = {w.stem for w in before}
    return subject.doing and (bool(stems & subject.key) or not stems & subject.topic)


def _turned(clause: Clause, subject: Subject) -> Claim | None:
    """Granted one way, meant the other: "while X has merits, there are drawbacks"."""
    granted = clause.granted
    if clause.words[0].text in {"instead", "rather"}:
        return _replaced(clause, subject)
    if not granted or not {w.stem for w in granted} & (subject.topic | subject.right):
        return None
    stems = {w.stem for w in granted}
    verb = next((i for i, w in enumerate(granted) if i and w.roles & VERB), 0)
    given = valuation_of(granted[:verb], granted[verb:])
    meant = valuation_of((), clause.words)
    if given is None or given == meant:
        return None
    sign = 1 if subject.doing and stems & subject.key else subject.sign
    if stems & subject.right and not stems & subject.left:
        sign = -sign
    weight = ANAPHOR if meant is not None else IMPLIED
    return Claim(-given * sign * weight, " ".join(w.text for w in clause.words[:12]))


def _replaced(clause: Clause, subject: Subject) -> Claim | None:
    """Whether another course is urged: "instead of banning them, schools should"."""
    named = {w.stem for w in clause.words[:6]}
    if named & subject.key and any(w.roles & SHOULD for w in clause.words[4:]):
        return Claim(-VALUED, " ".join(w.text for w in clause.words[:8]))
    return None


def _force(words: Sequence[Token]) -> float:
    force = 1.0
    if any(w.roles & HEDGE for w in words):
        force *= HEDGED
    if any(w.roles & (BOOST | AFFIRM) for w in words):
        force *= BOOSTED
    return force
