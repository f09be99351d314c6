"""Claims that a clause makes without saying them: by contrast, by report, by rule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from .clauses import VERB, Clause
from .predicate import VALUED, Claim, predicated
from .reach import ANAPHOR, MORE
from .subject import Subject, permissions
from .valuation import valuation_of
from .vocabulary import (
    COMMA,
    HEDGE,
    MIXED,
    MODAL,
    NOT,
    PRONOUN,
    REPORT,
    SHOULD,
    THAT,
    Token,
    stem,
)

IMPLIED: Final = 0.5
RESTATED: Final = 0.7
STAYS: Final = 0.9


def turned(clause: Clause, subject: Subject) -> Claim | None:
    """Granted one way, meant the other: "while X has merits, there are drawbacks"."""
    granted = clause.granted
    if not granted or not {w.stem for w in granted} & (subject.topic | subject.right):
        return _in_spite(clause, subject)
    stems = {w.stem for w in granted}
    verb = next((i for i, w in enumerate(granted) if i and w.roles & VERB), 0)
    if any(w.text.startswith(_NUANCED) for w in clause.words) or with_care(clause):
        return None
    given = valuation_of(granted[:verb], granted[verb:])
    meant = valuation_of((), clause.words)
    if given is None or (meant is None and not clause.conceded):
        return None
    if given == meant and (given < 0 or not clause.conceded or _still_of(clause, subject)):
        return None
    sign = 1 if subject.doing and stems & subject.key else subject.sign
    if stems & subject.right and not stems & subject.left:
        sign = -sign
    weight = ANAPHOR if meant is not None and meant != given else IMPLIED
    shown = " ".join(w.text for w in clause.words[:12])
    denied = clause.sign if meant is None else 1
    return Claim(-given * sign * weight * denied, shown)


def _in_spite(clause: Clause, subject: Subject) -> Claim | None:
    """What holds for all that was granted: "despite these difficulties, X gives ..."."""
    granted, words = clause.granted, clause.words
    pointing = len(granted) in _SPITE and granted[0].text in _THESE
    if not clause.conceded or not pointing or any(w.roles & NOT for w in words):
        return None
    given = next((w.value for w in granted if w.value), 0)
    stems = {w.stem for w in words}
    if not given or valuation_of((), words) == given or not stems & subject.head:
        return None
    sign = 1 if subject.doing and stems & subject.key else subject.sign
    return Claim(-given * sign * ANAPHOR, " ".join(w.text for w in words[:12]))


_SPITE: Final = range(2, 5)
_THESE: Final = frozenset({"these", "such", "those", "the", "its", "their", "all"})
_NUANCED: Final = ("depend", "nuance", "complex", "complicat", "multifacet", "vari")
"""Where the main clause only says that it is not simple, nothing is turned."""


def with_care(clause: Clause) -> bool:
    """Whether it only says how: "while X is safe, it should be planned with care"."""
    should = next((i for i, w in enumerate(clause.words) if w.roles & SHOULD), None)
    if should is None:
        return False
    near = clause.words[should : should + 6]
    return any(w.text.startswith(_CARE) for w in near)


_CARE: Final = (
    *("consider", "plan", "evaluat", "assess", "discuss", "implement", "monitor", "weigh"),
    *("approach", "used", "design", "introduc", "done", "manag", "combin"),
)


def _still_of(clause: Clause, subject: Subject) -> bool:
    """Whether what follows the concession is the same thing: "... its net benefits"."""
    return any(w.roles & PRONOUN or w.stem in subject.head for w in clause.words)


def elsewhere(clause: Clause, subject: Subject) -> Claim | None:
    """Something else is urged "instead of X", "rather than X"."""
    words = clause.words
    for at in range(2, len(words) - 1):
        pair = f"{words[at].text} {words[at + 1].text}"
        if words[at].text == "instead of" or pair == "rather than":
            head, tail = words[:at], words[at + 1 : at + 9]
            stems = {w.stem for w in head}
            urged = clause.own or any(w.roles & SHOULD or w.value > 0 for w in head)
            spared = subject.topic - subject.right
            if (
                urged
                and len({w.stem for w in tail} & spared) >= min(2, len(spared))
                and not stems & (subject.left | subject.key)
            ):
                return Claim(-VALUED, " ".join(w.text for w in words[: at + 5]))
            return None
    return None


def instead(clause: Clause, subject: Subject) -> Claim | None:
    """Another act is called the better: "states would do far better by funding Y"."""
    words = clause.words
    if not subject.doing or not any(w.roles & (MODAL | SHOULD) for w in words[:12]):
        return None
    by = next((at for at, w in enumerate(words) if w.text == "by"), 0)
    if not by or by + 2 >= len(words) or not words[by + 1].text.endswith("ing"):
        return None
    more = any(w.text in MORE or w.text == "more" for w in words[max(0, by - 4) : by])
    other = {w.stem for w in words[by + 1 : by + 8]}.isdisjoint(subject.topic)
    if not more or not other or any(w.roles & NOT for w in words[:by]):
        return None
    acts = {w.stem for w in words[:by]} & (subject.head - subject.key)
    return Claim(-VALUED, " ".join(w.text for w in words[: by + 4])) if acts else None


def unchanged(clause: Clause, subject: Subject) -> Claim | None:
    """Where a change was asked about: things should "stay", "remain", "be kept"."""
    words = clause.words[:24]
    if subject.lead != "should":
        return None
    should = next((i for i, w in enumerate(words) if w.roles & SHOULD), len(words))
    near = words[should + 1 : should + 4]
    stays = any(w.text in _STAYS and w.stem not in subject.topic for w in near)
    if not stays or any(w.roles & NOT for w in near):
        return None
    alike = any(w.text in _STAYS_SO for w in near) and any(
        w.stem in subject.head for w in words[:should]
    )
    if not alike and not _about(words, subject):
        return None
    return Claim(-STAYS, " ".join(w.text for w in words))


def replaced(clause: Clause, subject: Subject) -> Claim | None:
    """Whether another course is urged: "instead of banning them, schools should"."""
    end = next((i for i, w in enumerate(clause.words) if w.roles & COMMA), 0)
    named = clause.words[:end]
    meant = any(w.stem in subject.key or w.act == subject.sign for w in named)
    if meant and any(w.roles & (SHOULD | MODAL) or w.value > 0 for w in clause.words[end:]):
        return Claim(-VALUED, " ".join(w.text for w in clause.words[:8]))
    return None


def told(clause: Clause, subject: Subject) -> Claim | None:
    """What others are said to have found counts: "the consensus is that ..."."""
    words = clause.words
    for at in range(1, len(words) - 2):
        if words[at].roles & THAT and any(w.roles & REPORT for w in words[at - 3 : at]):
            if words[at + 1].roles & VERB or words[at + 1].verbal:
                return None
            inner = Clause(words[at + 1 :], clause.granted)
            found = predicated(inner, subject) or permitted(inner, subject)
            if found is None:
                return None
            sign = -1 if any(w.roles & NOT for w in words[:at]) else 1
            return Claim(found.weight * sign * VALUED, found.shown)
    return None


def vanished(clause: Clause, subject: Subject) -> Claim | None:
    """What was good or bad about it is gone: "the advantages tend to disappear"."""
    words = clause.words
    gone = next((at for at, w in enumerate(words) if at and w.text in _GONE), 0)
    if not gone or any(w.roles & (NOT | SHOULD) for w in words[gone - 3 : gone]):
        return None
    before = words[:gone]
    worth = next((w.value for w in before if w.value and not w.verbal), 0)
    if not worth or {w.stem for w in before}.isdisjoint(subject.head | subject.left):
        return None
    shown = " ".join(w.text for w in words[: gone + 1])
    return Claim(-worth * subject.sign * VALUED, shown)


_GONE: Final = frozenset(
    form
    for verb in ("disappear", "vanish", "evaporate", "dissolve", "shrink", "fade")
    for form in (verb, verb + "s", verb.removesuffix("e") + "ed")
)


def argued(clause: Clause, subject: Subject) -> Claim | None:
    """How strong the case is: "the case for X remains strong", "... is weak"."""
    words = clause.words
    verb = next((at for at, w in enumerate(words) if at and w.roles & VERB), 0)
    named = {w.stem for w in words[:verb]}
    value = valuation_of((), words[verb : verb + 6]) if verb else None
    if value is None or not named & (subject.topic | subject.right):
        return None
    meant = named & subject.key and subject.doing
    sign = 1 if meant or any(w.act == subject.sign for w in words[:verb]) else subject.sign
    if named & subject.right and not named & subject.left:
        sign = -sign
    shown = " ".join(w.text for w in words[: verb + 4])
    return Claim(value * clause.case * clause.sign * sign * VALUED, shown)


def answerable(clause: Clause, subject: Subject) -> Claim | None:
    """Who answers for it: "the responsibility lies with users, not with the firms"."""
    if _responsible().isdisjoint(subject.key) or subject.right:
        return None
    words = clause.words
    for at in range(1, len(words) - 2):
        if words[at].text not in _LIES or words[at + 1].text not in _WITH:
            continue
        if {w.stem for w in words[:at]} & subject.key:
            return _burdened(words, at, subject)
    return None


def _burdened(words: Sequence[Token], at: int, subject: Subject) -> Claim | None:
    """Whether the burden that lies at *at* is the subject's or somebody else's."""
    rest = words[at + 1 : at + 20]
    denied = any(w.roles & NOT for w in words[at - 1 : at + 2])
    end = next((i for i, w in enumerate(rest) if i and _ends(w)), len(rest))
    if any(w.roles & MIXED or w.text == "partly" for w in rest[:end]):
        return None
    theirs = bool({w.stem for w in rest[:end]} & subject.head)
    said = (1 if theirs else -1) * (-1 if denied else 1)
    return Claim(said * VALUED, " ".join(w.text for w in words[: at + 8]), keyed=True)


def _ends(word: Token) -> bool:
    return bool(word.roles & (COMMA | NOT)) or word.text in {"who", "that", "which", "and"}


@cache
def _responsible() -> frozenset[str]:
    words = ("responsible", "accountable", "blame", "liable", "fault")
    return frozenset(stem(word) for word in words)


_LIES: Final = frozenset(
    {"lies", "lie", "rests", "rest", "falls", "belongs", "remains", "sits"}
)
_WITH: Final = frozenset({"with", "on", "upon", "to", "squarely", "primarily", "mainly"})


def permitted(clause: Clause, subject: Subject) -> Claim | None:
    """Asked whether a thing is safe or allowed, "never do it" says no."""
    if not subject.key & permissions():
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


_BARS: Final = frozenset({"never", "avoid", "not", "do not"})


def dispensable(clause: Clause, subject: Subject) -> Claim | None:
    """Asked whether it is essential: "one can succeed without it" says no."""
    if subject.key.isdisjoint(_essential()):
        return None
    words = clause.words[:20]
    for at in range(1, len(words) - 1):
        if words[at].text != "without":
            continue
        named = any(w.stem in subject.head or w.text in _IT for w in words[at + 1 : at + 4])
        can = any(w.text in _CAN for w in words[:at])
        if named and can:
            denied = any(w.roles & NOT for w in words[:at])
            shown = " ".join(w.text for w in words[: at + 4])
            return Claim(VALUED if denied else -VALUED, shown, keyed=True)
    return None


@cache
def _essential() -> frozenset[str]:
    words = (
        "essential",
        "necessary",
        "indispensable",
        "crucial",
        "vital",
        "needed",
        "must",
    )
    return frozenset(stem(word) for word in words)


_IT: Final = frozenset({"it", "them", "one", "such"})
_CAN: Final = frozenset(
    {
        "can",
        "could",
        "possible",
        "succeed",
        "prosper",
        "thrive",
        "flourish",
        "manage",
        "may",
    }
    | {"well", "fine", "live", "survive", "achieve", "achieved", "reached", "done"}
)


def restated(clause: Clause, subject: Subject) -> Claim | None:
    """The question said back, with or without a "not": its verb need not be known."""
    words = clause.words[:24]
    urged = any(w.roles & SHOULD for w in words)
    if not subject.lead or urged != (subject.lead in {"should", "must", "ought"}):
        return None
    if subject.lead not in _VERBLESS and not urged and subject.key:
        return None
    shared = {w.stem for w in words} & subject.topic
    if len(shared) < max(2, RESTATED * len(subject.topic)) or not shared >= subject.key:
        return None
    if any((w.act or w.value) and w.stem not in subject.topic for w in words):
        return None
    asked = subject.text.split()
    denied = sum(bool(w.roles & NOT) and w.text not in asked for w in words) % 2
    return Claim(-VALUED if denied else VALUED, " ".join(w.text for w in words))


def _about(words: Sequence[Token], subject: Subject) -> bool:
    thing = subject.topic - subject.key or subject.topic
    return len({w.stem for w in words} & thing) >= min(2, len(thing))


_STAYS_SO: Final = frozenset({"remain", "remains", "stay", "stays"})
_STAYS: Final = frozenset(
    {
        "remain",
        "remains",
        "stay",
        "stays",
        "keep",
        "kept",
        "left",
        "leave",
        "retain",
        "retained",
        "maintained",
        "preserved",
    }
)


_VERBLESS: Final = frozenset({"do", "does", "did", "will", "would", "can", "could"})
