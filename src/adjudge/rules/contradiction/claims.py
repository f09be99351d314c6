"""What a clause says of a subject: for it, against it, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
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
    MODAL,
    NOT,
    OPPOSE,
    OWN,
    PRONOUN,
    REPORT,
    RIVAL,
    SHOULD,
    THAT,
    Token,
    stem,
)

NAMED: Final = 1.0
PARTIAL: Final = 0.7
MEANT: Final = 0.85
ANAPHOR: Final = 0.6
VALUED: Final = 0.8
HEDGED: Final = 0.75
BOOSTED: Final = 1.25
OWNED: Final = 1.4
NOTED: Final = 0.5
VAGUE: Final = 0.35
REJECTED: Final = 1.2
IMPLIED: Final = 0.5
OBJECT: Final = 0.5
SOFTENED: Final = 0.5
_SCOPE: Final = 7
_NEAR: Final = 4


class Claim(NamedTuple):
    """+ for yes, - for no; how strongly; by which words."""

    weight: float
    shown: str
    keyed: bool = False
    """Whether it affirms or denies the very thing that was asked."""


def claim_of(clause: Clause, subject: Subject) -> Claim | None:
    """What *clause* says of *subject*."""
    if clause.neutral:
        return _held(clause, subject)
    if not clause.words:
        return None
    if clause.idea:
        return _of_idea(clause, subject)
    found = (
        _predicated(clause, subject)
        or _turned(clause, subject)
        or _told(clause, subject)
        or _permitted(clause, subject)
        or _restated(clause, subject)
    )
    if found is None:
        return None
    weight = found.weight * clause.sign * (OWNED if clause.own else 1.0)
    granted = _granted_point(clause, subject)
    if granted * weight < 0:
        weight *= SOFTENED
    elif granted and not found.keyed:
        return None
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


def _granted_point(clause: Clause, subject: Subject) -> float:
    """What is granted where it is the very position: "X can be safe, but not always"."""
    if not {w.stem for w in clause.granted} & subject.key:
        return 0.0
    granted = clause_of(clause.granted)
    if granted.neutral or granted.idea or not granted.words:
        return 0.0
    found = _predicated(granted, subject)
    return found.weight if found is not None and found.keyed else 0.0


def _predicated(clause: Clause, subject: Subject) -> Claim | None:
    words = clause.words
    verb = verb_of(words)
    if verb is None:
        return _object(clause, subject)
    before, after = words[:verb], words[verb:]
    if subject.ranks and any(w.roles & MIXED for w in before):
        return _compromise(clause, after, subject)
    if any(w.text in _BOTH for w in before):
        return None
    pointed = len(before) <= 3 and any(w.roles & PRONOUN for w in before)
    if pointed and any(w.roles & DISCREDIT for w in after[:3]) and _grants(clause, subject):
        return Claim(-1.0, " ".join(w.text for w in words[: verb + 3]))
    reach, flip = _reach(before, after, clause.granted, subject)
    if before[:1] and before[0].text == "there" and _better_than(after, subject):
        return Claim(-VALUED, " ".join(w.text for w in words[:12]))
    weighed = weighs(after)
    weight = None if weighed else key_claim(before, after, reach, subject)
    keyed = weight is not None
    if weight is None:
        value = valuation_of(before, after)
        if value is None or not reach or (not weighed and _faulty(before, subject)):
            return None
        doing = _is_doing(before, subject) and not weighed
        sign = 1 if doing else subject.sign
        weight = value * sign * VALUED * reach
        if subject.doing and not doing and not any(w.roles & SHOULD for w in after[:3]):
            weight *= OBJECT
    shown = " ".join(w.text for w in words[: verb + _SCOPE])
    return Claim(weight * flip * _force(words[: verb + _NEAR]), shown, keyed)


def _better_than(after: Sequence[Token], subject: Subject) -> bool:
    """Whether something else is said to be better: "there are better ways than X"."""
    than = next((i for i, w in enumerate(after) if w.text == "than"), 0)
    named = {w.stem for w in after[than + 1 :]} & subject.topic
    return bool(named and than and any(w.text in _MORE for w in after[:than]))


def verb_of(words: Sequence[Token]) -> int | None:
    """Where the predicate starts; a noun that can be a verb is one for want of others."""
    spare = 0 if words[0].roles & NOT else None
    for at, word in enumerate(words[1:], 1):
        if word.roles & (VERB | INVERT) or word.verbal == 2:
            return at
        if word.verbal and not spare:
            spare = at
    return spare


def _faulty(before: Sequence[Token], subject: Subject) -> bool:
    """Whether the clause is about a fault, not the thing: "the risks of X are"."""
    return any(
        w.value < 0 and w.stem not in subject.topic and not w.act and " " not in w.text
        for w in before
    )


_BOTH: Final = frozenset({"both", "balance", "balancing", "balanced approach"})


def _compromise(clause: Clause, after: Sequence[Token], subject: Subject) -> Claim | None:
    """A mix that is better denies that the one is best, where that was asked."""
    if not _grants(clause, subject):
        return None
    value = valuation_of((), after)
    if value is None or value < 0:
        return None
    return Claim(-NAMED, " ".join(w.text for w in clause.words[:12]))


def _object(clause: Clause, subject: Subject) -> Claim | None:
    """What is opposed must be the subject: "I oppose the ban" has no other verb."""
    if not clause.own and clause.sign > 0:
        return None
    words = clause.words[:12]
    shared = {w.stem for w in words} & subject.topic
    if len(words) < 3 and all(w.roles & PRONOUN for w in words):
        return Claim(ANAPHOR * subject.sign, " ".join(w.text for w in words))
    if len(shared) + _grants(clause, subject) < min(2, len(subject.topic)):
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
    given = {w.stem for w in granted}
    shared = stems & (subject.topic | subject.right)
    flip = 1
    if subject.right and not stems & subject.left:
        told = {w.stem for w in _until_rival(after[:9])}
        other = before and not any(w.roles & PRONOUN for w in before)
        if stems & subject.right or (
            other and told & subject.right and not told & subject.left
        ):
            flip = -1
        elif not other and given & subject.right and not given & subject.left:
            flip = -1
        if flip < 0 and given & subject.left:
            return NAMED, flip
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
    told = {w.stem for w in after[:12]} & subject.topic
    if all(w.roles & NOT for w in before) or (
        len(before) <= 3 and any(w.roles & PRONOUN for w in before)
    ):
        return _pointed(before, told, bool(given & subject.topic), subject), flip
    if len(told) >= min(3, max(2, len(subject.topic) - 1)):
        return NAMED, flip
    return (ANAPHOR if given & subject.topic else 0.0), flip


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
    if given or (len(told) > 1 and any(w.text == "it" for w in before)):
        return NAMED
    if before and not any(w.text in _IT for w in before):
        return VAGUE
    return MEANT if told & subject.key else ANAPHOR


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


def _told(clause: Clause, subject: Subject) -> Claim | None:
    """What others are said to have found counts: "the consensus is that ..."."""
    words = clause.words
    for at in range(1, len(words) - 2):
        if words[at].roles & THAT and any(w.roles & REPORT for w in words[at - 3 : at]):
            if words[at + 1].roles & VERB or words[at + 1].verbal:
                return None
            inner = Clause(words[at + 1 :], clause.granted)
            found = _predicated(inner, subject) or _permitted(inner, subject)
            if found is None:
                return None
            sign = -1 if any(w.roles & NOT for w in words[:at]) else 1
            return Claim(found.weight * sign * VALUED, found.shown)
    return None


def _permitted(clause: Clause, subject: Subject) -> Claim | None:
    """Asked whether a thing is safe or allowed, "never do it" says no."""
    if not subject.key & _permissions():
        return None
    words = clause.words[:16]
    if len({w.stem for w in words} & (subject.topic - subject.key)) < min(
        2, len(subject.topic - subject.key)
    ):
        return None
    shown = " ".join(w.text for w in words)
    head = words[:8]
    barred = any(w.roles & SHOULD for w in head) and any(w.roles & NOT for w in head)
    if barred or words[0].text in _BARS:
        return Claim(-VALUED * subject.sign, shown)
    if words[0].text in {"you", "we"} and not any(
        w.roles & (NOT | HEDGE) and w.text != "can" for w in head
    ):
        return Claim(IMPLIED * subject.sign, shown)
    return None


def _restated(clause: Clause, subject: Subject) -> Claim | None:
    """The question said back, with or without a "not": its verb need not be known."""
    words = clause.words[:24]
    urged = any(w.roles & SHOULD for w in words)
    if not subject.lead or urged != (subject.lead in {"should", "must", "ought"}):
        return None
    if urged and any(w.text in _STAYS and w.stem not in subject.topic for w in words):
        return Claim(-VALUED, " ".join(w.text for w in words)) if _about(words, subject) else None
    if subject.lead not in _VERBLESS and not urged:
        return None
    shared = {w.stem for w in words} & subject.topic
    if len(shared) < max(2, RESTATED * len(subject.topic)):
        return None
    denied = sum(bool(w.roles & NOT) for w in words) % 2
    return Claim(-VALUED if denied else VALUED, " ".join(w.text for w in words))


def _about(words: Sequence[Token], subject: Subject) -> bool:
    return len({w.stem for w in words} & subject.topic) >= min(2, len(subject.topic))


RESTATED: Final = 0.7
_STAYS: Final = frozenset(
    {"remain", "remains", "stay", "stays", "keep", "kept", "left", "leave", "retain", "retained"}
)
_VERBLESS: Final = frozenset({"do", "does", "did", "will", "would", "can", "could"})
_BARS: Final = frozenset({"never", "avoid", "not", "do not"})


@cache
def _permissions() -> frozenset[str]:
    return frozenset(
        stem(word)
        for word in ("safe", "ok", "okay", "fine", "acceptable", "allowed", "permissible",
                     "advisable", "recommended", "dangerous", "harmful", "unsafe", "risky")
    )


def _force(words: Sequence[Token]) -> float:
    force = 1.0
    if any(w.roles & HEDGE for w in words) and not any(w.roles & NOT for w in words):
        force *= HEDGED
    if any(w.roles & (BOOST | AFFIRM) for w in words):
        force *= BOOSTED
    return force
