"""How surely a clause speaks of the subject, and whether of its opposite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .subject import Subject, is_duty
from .vocabulary import COMMA, NOT, ONLY, PRONOUN, RIVAL, Token, vocabulary

NAMED: Final = 1.0
PARTIAL: Final = 0.7
MEANT: Final = 0.85
ANAPHOR: Final = 0.6
GIVEN: Final = 0.55
VAGUE: Final = 0.35
PURPOSE: Final = 0.5
"""Only what the thing is for is named: "good laws are enough to protect workers"."""
BESIDE: Final = 0.35
"""Only what goes with the thing is named: "essential services" of their privatization."""


def reach_of(
    before: Sequence[Token],
    after: Sequence[Token],
    granted: Sequence[Token],
    subject: Subject,
) -> tuple[float, int]:
    """How surely the clause speaks of the subject, and -1 where of its opposite."""
    given = frozenset(w.stem for w in granted)
    flip = _side(before, after, given, subject)
    if flip < 0 and given & subject.left:
        return NAMED, flip
    if flip > 0 and _rivalled(before, after, subject):
        flip = -1
    if doing_without(before, subject):
        flip = -flip
    if any(w.value < 0 and w.stem not in subject.topic and not w.act for w in before[:2]):
        return 0.0, flip
    return _certainty(before, after, given, subject), flip


def _side(
    before: Sequence[Token], after: Sequence[Token], given: frozenset[str], subject: Subject
) -> int:
    """-1 where of two compared things the clause speaks of the other."""
    served = better_with(after) if subject.right else set()
    if served and not served & subject.left:
        return -1 if served & subject.right else 1
    if not subject.right or {w.stem for w in before} & subject.left:
        return 1
    if named := {w.stem for w in _until_rival(before)} & subject.right:
        return 1 if named < _measure(after) & subject.right else -1
    if beats(before, after, subject):
        return -1
    if before and not any(w.roles & PRONOUN for w in before):
        told = {w.stem for w in _until_rival(after[:9])}
        return -1 if told & subject.right and not told & subject.left else 1
    return -1 if given & subject.right and not given & subject.left else 1


def beats(before: Sequence[Token], after: Sequence[Token], subject: Subject) -> bool:
    """Whether something else is held against the thing: "a tribunal is better than X"."""
    named = {w.stem for w in before} & (subject.left | subject.key)
    pointed = any(w.roles & PRONOUN for w in before)
    return bool(_measure(after) & subject.left) and not named and not pointed


def _measure(after: Sequence[Token]) -> set[str]:
    """What it is held against: the rival is where more of its name stands."""
    than = next((at for at, w in enumerate(after) if w.text == "than"), len(after))
    return {w.stem for w in after[than + 1 : than + 9]}


def better_with(after: Sequence[Token]) -> set[str]:
    """What does it better: "justice is better entrusted to judges than to juries"."""
    if len(after) < _LEAST or after[1].text not in MORE:
        return set()
    than = next((at for at, w in enumerate(after) if w.text == "than"), 0)
    joint = next((at for at, w in enumerate(after[:than]) if w.text in _DONE_BY), 0)
    paired = than + 1 < len(after) and after[than + 1].text in _DONE_BY
    return {w.stem for w in after[joint:than]} if joint and paired else set()


_LEAST: Final = 5
_DONE_BY: Final = frozenset({"to", "by", "with", "through", "in", "from", "on"})


def doing_without(before: Sequence[Token], subject: Subject) -> bool:
    """Whether the clause is about doing without: "abolishing X", "without X"."""
    for at, word in enumerate(before):
        alike = word.stem in subject.topic or (
            subject.doing and subject.sign < 0 and word.text not in _PUT_OFF
        )
        undone = word.act < 0 and (word.text.endswith("ing") or word.text in _ENDS)
        if not (undone and not alike) and not (word.roles & NOT):
            continue
        if subject.lacks and word.text == "without":
            continue
        if word.roles & NOT and before[at + 1 : at + 2] and before[at + 1].text in ONLY:
            continue
        if not _adjoins(before, at, subject):
            return True
    return False


def _adjoins(before: Sequence[Token], at: int, subject: Subject) -> bool:
    """Whether it stands in a phrase of its own: "by removing fees, open access ..."."""
    end = next((i for i in range(at, len(before)) if before[i].roles & COMMA), 0)
    return end > 0 and not {w.stem for w in before[at:end]} & subject.topic


_PUT_OFF: Final = frozenset(
    {
        "delaying",
        "postponing",
        "rejecting",
        "opposing",
        "abandoning",
        "dismissing",
        "blocking",
    }
    | {"refusing", "resisting", "repealing", "scrapping"}
)
"""To do this to a ban is to do without it."""
_ENDS: Final = frozenset({"ban", "bans", "abolition", "prohibition"})


def _certainty(
    before: Sequence[Token], after: Sequence[Token], given: frozenset[str], subject: Subject
) -> float:
    shared = {w.stem for w in before} & (subject.topic | subject.right)
    if shared:
        meant = shared | given & subject.topic
        told = meant if any(w.roles & PRONOUN for w in before) else shared
        compared = subject.left | subject.right
        if not told & (subject.head | subject.key | compared) and not given & compared:
            return BESIDE
        partial = len(told) < 2 and len(subject.topic) > 4
        return PARTIAL if partial and not shared & (subject.left | subject.key) else NAMED
    told = {w.stem for w in after[:12]} & subject.topic
    near = before[-2:] if before and before[0].text in _IN_FRONT else before
    pointing = len(near) <= 3 and any(w.roles & PRONOUN for w in near)
    if pointing or all(w.roles & NOT for w in before):
        return _pointed(before, told, bool(given & subject.topic), subject)
    thing = told & (subject.head | subject.left) or subject.topic <= subject.key
    if (thing or told - subject.key) and len(told) >= min(
        3, max(2, len(subject.topic) - 1)
    ):
        return NAMED if thing else PURPOSE
    if _found(before, after, bool(given & subject.topic), subject):
        return MEANT
    return GIVEN if given & subject.topic else 0.0


def _found(
    before: Sequence[Token], after: Sequence[Token], given: bool, subject: Subject
) -> bool:
    """Whether evidence is said to speak of the subject: "studies support its use"."""
    if not any(w.text in vocabulary().evidence for w in before):
        return False
    return any(w.stem in subject.head or (given and w.text in _IT) for w in after[1:8])


def _rivalled(before: Sequence[Token], after: Sequence[Token], subject: Subject) -> bool:
    """Whether the rival is praised: "traditional ballots are more reliable"."""
    named = any(w.roles & RIVAL and w.stem not in subject.topic for w in before)
    return named and any(w.text in MORE for w in after[:5])


MORE: Final = frozenset(
    {"more", "better", "superior", "preferable", "safer", "best", "most"}
)


def _pointed(
    before: Sequence[Token], named: set[str], given: bool, subject: Subject
) -> float:
    """How surely a pronoun means the subject: "it is safe to ..." names it behind."""
    if given or (len(named) > 1 and any(w.text == "it" for w in before)):
        return NAMED
    if before and not any(w.text in _IT for w in before):
        return VAGUE
    return MEANT if named & subject.key else ANAPHOR


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


def is_doing(before: Sequence[Token], subject: Subject) -> bool:
    """Whether the clause speaks of the act itself: "restricting them", "a ban"."""
    if not subject.doing:
        return False
    before = thing_of(before)
    if any(w.stem in subject.key or w.act == subject.sign for w in before):
        return True
    if is_duty(subject) and any(w.text in _FORCING for w in before):
        return True
    return all(w.stem not in subject.topic and w.text not in _THEM for w in before)


def thing_of(before: Sequence[Token]) -> Sequence[Token]:
    """*before* without a phrase in front: "within those limits, contracts ..."."""
    if before and before[0].text in _IN_FRONT:
        end = next((i for i, w in enumerate(before) if w.roles & COMMA), -1)
        return before[end + 1 :]
    return before


_FORCING: Final = frozenset(
    form + end for form in ("forc", "oblig", "requir", "compell") for end in ("e", "ing")
) | {"obligation", "mandate", "requirement", "duty", "compulsion"}
"""Where something is to be made a duty, the duty itself by other names."""
_IN_FRONT: Final = frozenset({"within", "with", "without", "in", "under", "through", "for"})
_THEM: Final = frozenset({"they", "these", "those", "their"})


def seen_in(words: Sequence[Token], subject: Subject) -> int:
    """Whether worth is found in it: "(I see) great value in X", "little merit in X"."""
    at = next((at for at, w in enumerate(words[:6]) if w.text == "in"), 0)
    named = {w.stem for w in words[at + 1 : at + 5]} & (subject.head | subject.left)
    if not at or not named or words[at - 1].verbal == 2:
        return 0
    denied = -1 if any(w.roles & NOT for w in words[:at]) else 1
    return words[at - 1].value * denied
