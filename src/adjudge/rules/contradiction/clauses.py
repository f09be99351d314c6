"""A sentence taken apart: what it grants, what it claims, and in whose name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from .vocabulary import (
    AFFIRM,
    AGREE,
    BE,
    BECAUSE,
    BUT,
    COMMA,
    CONCEDE,
    DENY,
    HENCE,
    IDEA,
    IF,
    KEEP,
    LIMIT,
    MODAL,
    NO,
    NOT,
    NOTE,
    ONLY,
    OPPOSE,
    OTHERS,
    OWN,
    PRONOUN,
    REPORT,
    SHOULD,
    STOP,
    THAT,
    WHILE,
    YES,
    Token,
    vocabulary,
)

VERB: Final = BE | MODAL | SHOULD
_HEADS: Final = VERB | DENY
_NAMES: Final = OWN | OPPOSE | KEEP | CONCEDE | OTHERS | DENY | AFFIRM | IDEA | NOTE


@dataclass(frozen=True, slots=True)
class Clause:
    """What is claimed, with the granted part and the speaker's own mark."""

    words: tuple[Token, ...]
    granted: tuple[Token, ...] = ()
    conceded: bool = False
    """Whether it is granted in front: "while ...", "although ..."."""
    sign: int = 1
    """-1 where the whole clause is denied: "I do not believe that ..."."""
    own: bool = False
    """Whether it is said in the first person."""
    neutral: bool = False
    """Whether it is only acknowledged, attributed or supposed."""
    note: bool = False
    """Whether it is introduced as a remark: "it is important to note that ..."."""
    idea: bool = False
    """Whether a proposition is named first and judged after."""
    case: int = 0
    """+1 where the case for something is judged, -1 where the case against it is."""


def segments(words: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """*words* at every colon, semicolon or dash that a clause with its verb follows.

    So too where the speaker's own mark follows: "it costs much, and I do not believe",
    or what ought to be, or what is more: "not just dear, it is useless".
    """
    start = 0
    if not roles_of(words) & (STOP | OWN | OPPOSE | NOT | SHOULD):
        yield words
        return
    for at, word in enumerate(words):
        if (
            at - start > 2
            and not words[start].roles & WHILE
            and (skip := _joins(words, at))
        ):
            yield words[start:at]
            start = at + skip
        if word.roles & STOP and at - start > 2 and len(words) - at > 4:
            rest = words[at + 1 :]
            if not rest[0].roles & (WHILE | IF) and any(w.roles & _HEADS for w in rest[:8]):
                yield words[start:at]
                start = at + 1
    yield words[start:]


def _joins(words: Sequence[Token], at: int) -> int:
    """How much stands between two clauses: ", and I believe", ", and they should not"."""
    if not words[at].roles & COMMA or len(words) - at < _CLAUSE:
        return 0
    own = words[at + 2]
    mine = own.roles & (OWN | OPPOSE) and own.text[:2] == "i "
    if words[at + 1].text == "and" and (mine or roles_of(words[at + 3 : at + 6]) & SHOULD):
        return 2
    why = " ".join(w.text for w in words[at + 1 : at + 4]) == "which is why"
    if why and roles_of(words[at + 4 : at + 5]) & (OWN | OPPOSE):
        return 4
    more = words[at + 1].text in {"it", "they"} and own.roles & BE
    before = words[:at]
    only = any(w.roles & NOT and n.text in ONLY for w, n in pairwise(before))
    return 1 if more and only else 0


_CLAUSE: Final = 4


def clause_of(words: Sequence[Token]) -> Clause:
    """The main clause of a sentence."""
    words = _without_opener(words)
    if words and words[0].text == "according to" and roles_of(words[1:5]) & OTHERS:
        return Clause((), tuple(words), neutral=True)
    if len(words) > 3 and words[-1].roles & CONCEDE:
        return Clause((), tuple(words), neutral=True)
    main, granted = _without_concession(words)
    main = _without_reason(main)
    conceded = bool(words and granted and words[0].roles & WHILE)
    return _named(main, tuple(granted), conceded=conceded)


def _without_opener(words: Sequence[Token]) -> Sequence[Token]:
    at = 0
    while at < len(words) and (
        words[at].roles & (YES | NO | AGREE | HENCE | COMMA | STOP | BUT)
        or words[at].text in {"answer", "certainly", "sure", "and", "well", "of"}
    ):
        if words[at].roles & (OWN | OPPOSE):
            break
        if words[at].roles & NO and goes_on(words, at):
            break
        at += 1
    return words[at:]


def goes_on(words: Sequence[Token], at: int) -> bool:
    """Whether the "no" at *at* belongs to what follows: "no evidence", "no matter"."""
    if at + 1 == len(words):
        return False
    after = words[at + 1]
    return (
        not after.roles & (COMMA | STOP | YES | NO | PRONOUN)
        and after.text not in _SUBJECTS
    )


_SUBJECTS: Final = frozenset({"i", "we", "you", "he", "she", "the", "a", "my", "not"})


def _without_concession(
    words: Sequence[Token],
) -> tuple[Sequence[Token], Sequence[Token]]:
    """The claim and what was granted beside it."""
    mask = roles_of(words)
    if not mask & (WHILE | BUT):
        return words, ()
    for at, word in enumerate(words):
        if word.roles & WHILE and not (word.roles & OTHERS or _adverbial(words, at)):
            if at < 2 or not _has_verb(words[:at]):
                end = _end_of_granted(words, at, aside=at > 0)
                main = _without_concession(words[end:])[0]
                head = [w for w in words[:at] if not w.roles & (COMMA | STOP)]
                return [*head, *main], words[at + 1 : end]
            return _without_concession(words[:at])[0], words[at + 1 :]
    for at in range(len(words) - 1, 0, -1):
        if words[at].roles & BUT and words[at].text != "still" and _splits(words, at):
            return words[at + 1 :], words[:at]
    return words, ()


def _adverbial(words: Sequence[Token], at: int) -> bool:
    """Whether it only says by what a thing is done: "quotas are based on science"."""
    return at > 1 and words[at].text in _BY_WHAT and not words[at - 1].roles & COMMA


_BY_WHAT: Final = frozenset({"based on", "according to", "given", "regardless of"})


def _reporting(words: Sequence[Token], verb: int) -> bool:
    """Whether the verb is the reporter's own: "the consensus is clear that"."""
    if verb and words[verb - 1].roles & THAT:
        return True
    near = words[verb + 1 : verb + 5]
    return any(w.roles & THAT and roles_of(near[:at]) & REPORT for at, w in enumerate(near))


def _reports(words: Sequence[Token], that: int) -> bool:
    """Whether "studies show that" stands here: what follows is what is said."""
    after = words[that + 1] if that + 1 < len(words) else None
    reported = roles_of(words[max(0, that - 3) : that]) & REPORT
    return bool(that and reported and after and not after.roles & VERB and not after.verbal)


def roles_of(words: Sequence[Token]) -> int:
    """Every role that some of *words* has."""
    mask = 0
    for word in words:
        mask |= word.roles
    return mask


def _splits(words: Sequence[Token], at: int) -> bool:
    """Whether this "but" turns: "not a cure but a help" does not."""
    before = words[max(0, at - 12) : at]
    if words[at].text != "but":
        return bool(before) and (
            before[-1].roles & (COMMA | STOP) != 0 or words[at].text == "however"
        )
    after = words[at + 1] if at + 1 < len(words) else None
    if after is None or after.text in {"also", "rather", "instead"}:
        return False
    limited = any(
        w.roles & NOT and any(n.roles & LIMIT for n in before[i + 1 : i + 4])
        for i, w in enumerate(before)
    )
    return not limited or bool(before[-1].roles & COMMA)


def _has_verb(words: Sequence[Token]) -> bool:
    return any(w.roles & (VERB | OWN | OPPOSE | KEEP) or w.value for w in words)


def _end_of_granted(words: Sequence[Token], start: int, *, aside: bool) -> int:
    """Where the granted clause ends: at the first comma that a new clause follows.

    Set between a subject and its verb, it ends at its comma, whatever follows.
    """
    last = start
    for at in range(start + 2, min(start + 5, len(words))):
        if words[start].text not in _BESIDES or words[start + 1].text not in _THESE:
            break
        if words[at].roles & COMMA and words[at - 1].value:
            return at + 1
    for at in range(start + 2, len(words)):
        if words[at].roles & (COMMA | STOP):
            if _opens_clause(words, at + 1):
                return at + 1
            last = at
    return last + 1 if aside and last > start else len(words)


_BESIDES: Final = frozenset({"despite", "in spite of", "notwithstanding"})
_THESE: Final = frozenset({"these", "those", "such", "its", "their", "the"})
"""Between the two a noun stands and no clause: "despite these difficulties, ..."."""


def _opens_clause(words: Sequence[Token], at: int) -> bool:
    """Whether a subject with its verb stands here and not the next part of a list."""
    for ahead, word in enumerate(words[at : at + 18]):
        if word.roles & (OWN | OPPOSE | KEEP | CONCEDE | DENY | OTHERS):
            return True
        if (ahead and (word.roles & VERB or word.verbal)) or (
            not ahead and word.text in _OPENERS
        ):
            return True
        if word.roles & COMMA:
            return False
        if word.text in {"and", "or"} and ahead == 0:
            return False
    return False


_OPENERS: Final = frozenset(
    {"it", "they", "this", "that", "these", "there", "we", "i", "he", "she", "its", "their"}
)


def _without_reason(words: Sequence[Token]) -> Sequence[Token]:
    """The words before a reason or a condition; a condition in front is dropped."""
    if words and words[0].roles & IF:
        for at, word in enumerate(words):
            if word.roles & COMMA and _opens_clause(words, at + 1):
                return _without_reason(words[at + 1 :])
        return ()
    for at in range(3, len(words)):
        word = words[at]
        if word.roles & (BECAUSE | IF) and _says_enough(words, at):
            return words[:at]
        if word.roles & STOP and _has_verb(words[:at]):
            return words[:at]
    return words


def _says_enough(words: Sequence[Token], at: int) -> bool:
    """Whether a claim is over where a ground starts: "the use by police" is none."""
    if words[at].text == "by":
        if words[at - 1].text in _BY_TOO:
            return False
        return any(w.roles & VERB or w.verbal == 2 for w in words[:at])
    return _has_verb(words[:at])


_BY_TOO: Final = frozenset({"better", "outweighed", "exceeded"})
"""What follows says what: "outweighed by the cost", "do better by keeping it"."""


def _told_by_others(words: Sequence[Token]) -> bool:
    """Whether somebody else says or feels it: "lots of riders describe it as".

    What nobody says is not said either: "no serious observer claims that ...".
    """
    if words and words[0].text in _NOBODY:
        return any(w.text in vocabulary().saying for w in words[1:5])
    if len(words) > 2 and (words[0].text, words[1].text) == ("those", "who"):
        return bool(words[2].act or words[2].text in vocabulary().saying)
    for at, word in enumerate(words[:6]):
        if word.roles & (VERB | PRONOUN | _NAMES) or word.text in vocabulary().witness:
            return False
        if at and word.text in vocabulary().saying:
            return True
    return False


def _only_said(words: Sequence[Token], here: int) -> bool:
    """Whether the mark at *here* holds two things together, or is told: "how I see it"."""
    return words[here].text in _CONTRASTS or (
        words[here - 1].text in _HOW and bool(words[here].roles & OWN)
    )


_HOW: Final = frozenset({"how", "what", "where", "when"})
_CONTRASTS: Final = frozenset({"on the other hand", "on the one hand"})
"""Set inside a sentence, these only hold two things against one another."""
_CASES: Final = {
    **dict.fromkeys(("the case for", "the argument for", "arguments for"), 1),
    **dict.fromkeys(("the case against", "the argument against", "arguments against"), -1),
}
_NOBODY: Final = frozenset({"no", "none", "few", "nobody"})


def _named(words: Sequence[Token], granted: tuple[Token, ...], *, conceded: bool) -> Clause:
    """*words* without who says so, who says so being told by the clause's marks."""
    sign, own, note, at = 1, False, False, 0
    if _told_by_others(words):
        return Clause((), granted, conceded=conceded, neutral=True)
    limit = 14
    for here in range(min(len(words), limit)):
        roles = words[here].roles
        if roles & THAT and _reports(words, here):
            sign = -sign if roles_of(words[at:here]) & NOT else sign
            at = here + 1
            continue
        if not roles & _NAMES or (here and _only_said(words, here)):
            if roles & VERB and not _reporting(words, here):
                break
            continue
        if roles & (CONCEDE | OTHERS):
            case = _CASES.get(words[here].text, 0)
            rest = tuple(words[here + 1 :]) if case else ()
            return Clause(rest, granted, conceded, sign=sign, neutral=not case, case=case)
        if roles & IDEA:
            return Clause(
                tuple(words[here + 1 :]), granted, conceded, sign=sign, own=own, idea=True
            )
        if roles & OPPOSE or roles & DENY:
            sign = -sign
        own = own or bool(roles & (OWN | OPPOSE | KEEP))
        note = note or bool(roles & NOTE)
        at = here + 1
    while at < len(words) and words[at].roles & (THAT | COMMA) and at:
        at += 1
    return Clause(tuple(words[at:]), granted, conceded, sign=sign, own=own, note=note)
