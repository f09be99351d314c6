"""What a clause says of a subject: for it, against it, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .clauses import VERB, Clause, clause_of
from .subject import Subject, is_content
from .vocabulary import (
    AFFIRM,
    BOOST,
    DISCREDIT,
    HEDGE,
    INVERT,
    LIMIT,
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
ELSEWHERE: Final = 0.5
VAGUE: Final = 0.35
REJECTED: Final = 1.2
IMPLIED: Final = 0.5
_SCOPE: Final = 7
_WEIGHED: Final = ("outweigh", "exceed")
_PROS: Final = frozenset({"benefit", "advantage", "pro", "upside", "gain", "merit", "reward"})
_CONS: Final = frozenset(
    {"risk", "drawback", "cost", "harm", "downside", "con", "disadvantage", "danger", "negative"}
)


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
    """"The claim that P is not supported": the judgement comes after the proposition."""
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
    """"While I believe that P, I acknowledge ...": P is held, the rest is courtesy."""
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
    weighed = any(w.text.startswith(_WEIGHED) for w in after[:4])
    weight = None if weighed else _on_key(before, after, reach, subject)
    if weight is None:
        value = _valuation(before, after)
        if value is None or not reach or (not weighed and _faulty(before, subject)):
            return None
        doing = _is_doing(before, subject) and not weighed
        sign = 1 if doing else subject.sign
        weight = value * sign * VALUED * reach
    shown = " ".join(w.text for w in words[: verb + _SCOPE])
    return Claim(weight * flip * _force(words[: verb + _SCOPE]), shown)


def _faulty(before: Sequence[Token], subject: Subject) -> bool:
    """Whether the clause is about a fault and not about the thing: "the risks of X are ..."."""
    return any(w.value < 0 and w.stem not in subject.topic and not w.act for w in before)


def _compromise(
    clause: Clause, after: Sequence[Token], subject: Subject
) -> Claim | None:
    """"A mix is better": a no where one of two, or the most of all, was asked for."""
    if not subject.ranks or not _grants(clause, subject):
        return None
    value = _valuation((), after)
    if value is None or value < 0:
        return None
    return Claim(-NAMED, " ".join(w.text for w in clause.words[:12]))


def _object(clause: Clause, subject: Subject) -> Claim | None:
    """"I oppose the ban": no verb of its own, so what is opposed must be the subject."""
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
    """"Traditional ballots are more reliable" praises the rival."""
    named = any(w.roles & RIVAL and w.stem not in subject.topic for w in before)
    return named and any(w.text in _MORE for w in after[:5])


_MORE: Final = frozenset({"more", "better", "superior", "preferable", "safer", "best", "most"})


def _pointed(
    before: Sequence[Token], told: set[str], given: bool, subject: Subject
) -> float:
    """How surely a pronoun means the subject: "it is safe to ..." names it behind."""
    if given or (told - subject.key and len(told) > 1 and any(w.text == "it" for w in before)):
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


def _on_key(
    before: Sequence[Token], after: Sequence[Token], reach: float, subject: Subject
) -> float | None:
    """Affirms (+) or denies (-) what is asked of the subject; None where it does neither."""
    wanted = subject.key or subject.topic
    said = {w.stem for w in before}
    denied, inverted = False, 1
    for at, word in enumerate(after[:16]):
        if word.roles & NOT and not _limited(after, at) and not _not_only(after, at):
            denied = not denied
        if word.roles & INVERT and word.stem not in subject.topic:
            inverted = -1
        root = _rooted(word, wanted)
        if root and word.stem not in said:
            if not reach or _limited_word(after, at) or _faulted(after, at, subject):
                return None
            elsewhere = _other_aspect(said, after[at + 1 :], subject)
            return (-1.0 if denied else 1.0) * root * inverted * reach * elsewhere
        if word.value < 0 and word.stem not in subject.topic:
            return None
    return None


def _other_aspect(said: set[str], rest: Sequence[Token], subject: Subject) -> float:
    """"Good for sleep" says little about "good for alertness"."""
    asked = subject.topic - said - subject.key
    if not asked or not rest or rest[0].text not in _TOWARDS:
        return 1.0
    named = [w.stem for w in rest[1:8] if is_content(w)]
    return 1.0 if not named or asked & set(named) else ELSEWHERE


_TOWARDS: Final = frozenset({"for", "at", "in", "against", "towards", "with", "on"})


def _faulted(after: Sequence[Token], at: int, subject: Subject) -> bool:
    """"Security risks" is no praise of security."""
    return any(w.value < 0 and w.stem not in subject.topic for w in after[at + 1 : at + 4])


def _rooted(word: Token, wanted: frozenset[str]) -> int:
    """+1 where *word* is one of *wanted*, -1 where it is its negative: `unsafe`."""
    if word.stem in wanted:
        return 1
    for prefix in ("un", "in", "im", "ir", "il", "non-", "non", "dis"):
        if word.text.startswith(prefix) and is_content(word):
            rest = word.stem.removeprefix(prefix)
            if len(rest) > 3 and any(w.startswith(rest[:6]) and len(w) > 3 for w in wanted):
                return -1
    return 0


def _not_only(words: Sequence[Token], at: int) -> bool:
    """"Not only good" is good."""
    return words[at].text == "not" and any(w.text in _ONLY for w in words[at + 1 : at + 2])


_ONLY: Final = frozenset({"only", "just", "merely", "simply", "solely"})


def _limited(words: Sequence[Token], at: int) -> bool:
    """Whether the negation at *at* only limits: "not only", "not the sole"."""
    if words[at].text != "not":
        return False
    return any(w.roles & LIMIT for w in words[at + 1 : at + 4])


def _limited_word(words: Sequence[Token], at: int) -> bool:
    return any(
        w.roles & NOT and _limited(words, i) and not _not_only(words, i) for i, w in enumerate(words[:at]) if i >= at - 8
    )


def _valuation(before: Sequence[Token], after: Sequence[Token]) -> float | None:
    """Whether the predicate praises or faults, by its first word that does either."""
    if any(w.text.startswith(_WEIGHED) for w in after[:4]):
        return _outweighed(before, after)
    sign, should = 1.0, False
    for at, word in enumerate(after[:16]):
        if word.value and _modifies(after, at):
            continue
        if word.roles & NOT:
            if _not_only(after, at):
                continue
            if _limited(after, at):
                return None
            sign = -sign
        elif word.roles & INVERT:
            sign = -sign
        elif word.act and should:
            return sign * word.act
        elif word.value and not word.roles & LIMIT:
            return sign * word.value * (-1 if _too(after, at) else 1)
        should = should or bool(word.roles & SHOULD)
    return None


def _too(words: Sequence[Token], at: int) -> bool:
    """"Too important to ignore" praises."""
    return words[at - 1].text == "to" and any(w.text == "too" for w in words[:at])


def _modifies(words: Sequence[Token], at: int) -> bool:
    """Whether another word decides: "ethically dubious", "risk reduction"."""
    near = words[at + 1 : at + 3]
    if words[at].text.endswith("ly"):
        return any(w.value for w in near)
    if words[at].value > 0 and any(w.value < 0 for w in near):
        return True
    return any(w.text in _LESSENED for w in near[:1])


_LESSENED: Final = frozenset(
    {"reduction", "prevention", "mitigation", "management", "avoidance", "control"}
)


def _outweighed(before: Sequence[Token], after: Sequence[Token]) -> float | None:
    words = {w.text.removesuffix("s") for w in before}
    sign = -1.0 if any(w.roles & NOT for w in after[:2]) else 1.0
    if words & _PROS:
        return sign
    return -sign if words & _CONS else None


def _is_doing(before: Sequence[Token], subject: Subject) -> bool:
    """Whether the clause speaks of the act itself: "restricting them", "a ban"."""
    stems = {w.stem for w in before}
    return subject.doing and (bool(stems & subject.key) or not stems & subject.topic)


def _turned(clause: Clause, subject: Subject) -> Claim | None:
    """"While X has its merits, there are grave drawbacks": granted one way, meant the other."""
    granted = clause.granted
    if clause.words[0].text in {"instead", "rather"}:
        return _replaced(clause, subject)
    if not granted or not {w.stem for w in granted} & (subject.topic | subject.right):
        return None
    stems = {w.stem for w in granted}
    verb = next((i for i, w in enumerate(granted) if i and w.roles & VERB), 0)
    given = _valuation(granted[:verb], granted[verb:])
    meant = _valuation((), clause.words)
    if given is None or given == meant:
        return None
    sign = 1 if subject.doing and stems & subject.key else subject.sign
    if stems & subject.right and not stems & subject.left:
        sign = -sign
    weight = ANAPHOR if meant is not None else IMPLIED
    return Claim(-given * sign * weight, " ".join(w.text for w in clause.words[:12]))


def _replaced(clause: Clause, subject: Subject) -> Claim | None:
    """"Instead of banning them, schools should ..." is no ban."""
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
