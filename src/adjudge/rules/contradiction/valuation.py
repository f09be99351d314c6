"""What the words after the verb do: affirm, deny, praise, fault or weigh."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import Final

from .subject import Subject, is_content
from .vocabulary import (
    BUT,
    COMMA,
    INVERT,
    LIMIT,
    NOT,
    ONLY,
    SHOULD,
    Token,
    stem,
    vocabulary,
)

ELSEWHERE: Final = 0.5
"""What a claim about another aspect of the thing counts."""
_SPAN: Final = 16
"""How many words after the verb are read."""
_WEIGHED: Final = ("outweigh", "exceed", "make up for", "makes up for", "compensate for")
_PROS: Final = frozenset(
    {"benefit", "advantage", "pro", "upside", "gain", "merit", "reward"}
)
_CONS: Final = frozenset(
    "risk drawback cost harm downside con disadvantage danger negative".split()  # noqa: SIM905
)


def weighs(after: Sequence[Token]) -> bool:
    """Whether one side is said to outweigh the other."""
    return any(w.text.startswith(_WEIGHED) for w in after[:4])


def is_verdict(after: Sequence[Token]) -> bool:
    """Whether all is summed up: "does more harm than good", "too unsteady to be"."""
    near = after[:_SUMMING]
    if weighs(after) or any(w.text in vocabulary().verdicts for w in near):
        return True
    return any(a.text == "too" and b.value < 0 for a, b in pairwise(near))


_SUMMING: Final = 6


def key_claim(
    before: Sequence[Token], after: Sequence[Token], reach: float, subject: Subject
) -> float | None:
    """Affirms (+) or denies (-) what is asked of the subject; None: neither."""
    wanted = subject.key or subject.topic
    said = {w.stem for w in before}
    denied, inverted = False, 1
    for at, word in enumerate(after[:_SPAN]):
        if _negates(after, at) and not _limited(after, at):
            denied = not denied
        if denied and word.act < 0 and after[at - 1].roles & NOT:
            denied = word.stem in subject.topic
        if word.roles & INVERT and word.stem not in subject.topic:
            inverted = -1
        root = _rooted(word, wanted)
        if root and word.text.endswith("ly") and after[at - 1].roles & INVERT:
            inverted = 1  # "managed responsibly"
        if root and not at and subject.doing and word.act:
            return None
        if root and word.stem not in said:
            if not reach or _limited_word(after, at) or _faulted(after, at, subject):
                return None
            elsewhere = _other_aspect(said | {word.stem}, after[at + 1 :], subject)
            return (-1.0 if denied else 1.0) * root * inverted * reach * elsewhere
        other = word.value < 0 or (not subject.key and (word.value or word.act))
        if other and word.stem not in subject.topic:
            return None
    return None


def _other_aspect(said: set[str], rest: Sequence[Token], subject: Subject) -> float:
    """Little is said of alertness by "good for sleep"."""
    asked = subject.topic - subject.head - said - subject.key - subject.right
    if not asked or not rest or rest[0].text not in _TOWARDS:
        return 1.0
    near = rest[1:8]
    named = [w.stem for w in near if is_content(w)]
    grounds = any(w.text in _GROUNDS for w in near)
    return 1.0 if grounds or not named or asked & set(named) else ELSEWHERE


_GROUNDS: Final = frozenset({"reason", "reasons", "grounds"})
_TOWARDS: Final = frozenset({"for", "at", "in", "against", "towards", "with", "on"})


def _faulted(after: Sequence[Token], at: int, subject: Subject) -> bool:
    """Whether a fault follows: "security risks" is no praise of security."""
    return any(w.value < 0 and w.stem not in subject.topic for w in after[at + 1 : at + 4])


def _rooted(word: Token, wanted: frozenset[str]) -> int:
    """+1 where *word* is one of *wanted*, -1 where it is its negative: `unsafe`."""
    if word.stem in wanted:
        return 1
    return 0 if _opposites(word.text).isdisjoint(wanted) else -1


@lru_cache(maxsize=1 << 14)
def _opposites(word: str) -> frozenset[str]:
    """The stems that *word* denies by its first syllable: `unsafe` -> `safe`."""
    found = set()
    for prefix in ("un", "in", "im", "ir", "il", "non-", "non", "dis"):
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) > 3:
            found.add(stem(rest))
    return frozenset(found)


def _not_only(words: Sequence[Token], at: int) -> bool:
    """Whether nothing is denied: "not only good" is good."""
    return words[at].text == "not" and any(w.text in ONLY for w in words[at + 1 : at + 2])


def _limited(words: Sequence[Token], at: int) -> bool:
    """Whether the negation at *at* only limits: "not only", "not the sole"."""
    if words[at].text != "not":
        return False
    if any((a.text, b.text) in _EVERYWHERE for a, b in pairwise(words[at + 1 : at + 16])):
        return True
    for word in words[at + 1 : at + 4]:
        if word.roles & LIMIT or word.value:
            return bool(word.roles & LIMIT)
    return False


_EVERYWHERE: Final = frozenset(product(("in", "for", "at"), ("every", "everyone")))
"""What does not hold "in every case" is not denied."""


def _limited_word(words: Sequence[Token], at: int) -> bool:
    return any(
        w.roles & NOT and _limited(words, i) and not _not_only(words, i)
        for i, w in enumerate(words[:at])
        if i >= at - 8
    )


def valuation_of(
    before: Sequence[Token],
    after: Sequence[Token],
    wanted: frozenset[str] = frozenset(),
) -> float | None:
    """Whether the predicate praises or faults, by its first word that does either.

    Less of what is *wanted* is a fault.
    """
    if weighs(after):
        return _outweighed(before, after)
    sign, turned, should, failed = 1.0, "", False, False
    for at, word in enumerate(after[:_SPAN]):
        if word.text == "than" and after[at - 1].text != "more":
            break  # what follows is only the measure
        sign = 1.0 if word.roles & (COMMA | BUT) else sign
        turned = "" if word.roles & BUT else turned
        if word.value and _modifies(after, at):
            continue
        if _undecided(after, at):
            return None
        if _negates(after, at):
            failed = failed or word.text.startswith(_AVOIDED)
            sign = -sign
        elif word.roles & INVERT:
            turned = word.text
        elif found := _told(after, at, turned, wanted, should=should):
            return sign * found
        should = should or bool(word.roles & SHOULD)
        failed = failed or (word.text == "too" and at + 2 < len(after))
    return -1.0 if failed else None


def _negates(words: Sequence[Token], at: int) -> bool:
    """Whether a negation stands here; "nor" only goes on with the one before it."""
    if not words[at].roles & NOT or _not_only(words, at):
        return False
    return words[at].text != "nor" or not any(w.roles & NOT for w in words[:at])


def _undecided(words: Sequence[Token], at: int) -> bool:
    """Whether both sides follow, or a limit: "weighing", "is not always"."""
    if words[at].text.startswith(_WEIGHING):
        return True
    return _negates(words, at) and _limited(words, at)


def _told(
    words: Sequence[Token], at: int, turned: str, wanted: frozenset[str], *, should: bool
) -> int:
    """What stands here: an act upon a good or an ill, or a word of its own."""
    if not should and _acts_on(words, at):
        return -words[_acted(words, at)].value
    return _worth(words, at, turned, wanted, should=should)


def _acts_on(words: Sequence[Token], at: int) -> bool:
    """Whether a verb of stopping has praise or fault for its object: "limits harm"."""
    passive = at and words[at - 1].text in _PASSIVE
    return words[at].act < 0 and not passive and bool(_acted(words, at))


def _acted(words: Sequence[Token], at: int) -> int:
    """Where that object stands, 0 for nowhere."""
    for ahead in range(at + 1, min(at + 4, len(words))):
        word = words[ahead]
        if word.roles & (COMMA | NOT) or word.text in _PAST_OBJECT:
            return 0
        if word.value and not _modifies(words, ahead):
            return ahead
    return 0


_PASSIVE: Final = frozenset({"be", "is", "are", "was", "were", "been", "being", "to"})
_PAST_OBJECT: Final = frozenset({"to", "for", "by", "in", "and", "or", "that", "which"})


def _worth(
    words: Sequence[Token], at: int, turned: str, wanted: frozenset[str], *, should: bool
) -> int:
    """What one word says: +1, -1, or 0 where it says nothing."""
    word = words[at]
    if turned.startswith(LESS) and word.stem in wanted:
        return -1
    if word.act and should:
        return word.act
    return _value(words, at, turned) if word.value and not word.roles & LIMIT else 0


def _value(words: Sequence[Token], at: int, turned: str) -> int:
    value = words[at].value
    value = -value if _inverts(turned, words[at]) else value
    return -value if _too(words, at) else value


def _inverts(turned: str, word: Token) -> bool:
    """Whether less of it is meant: less harm is praise, less good is a fault."""
    return bool(turned) and (word.value < 0 or turned.startswith(LESS))


LESS: Final = ("reduc", "lower", "decreas", "remov", "eliminat", "curb", "prevent")
_WEIGHING: Final = ("weigh", "balanc")
"""What follows is both good and bad, and neither is claimed."""
_AVOIDED: Final = (
    "fail",
    "refrain",
    "abstain",
    "move away",
    "moving away",
    "steer",
    "stay away",
)
"""Without a word of praise or fault behind them, these are against what they name."""


def _too(words: Sequence[Token], at: int) -> bool:
    """Whether a fault is turned: "too important to ignore" praises."""
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
    at = next(at for at, w in enumerate(after) if w.text.startswith(_WEIGHED))
    if after[at + 1 : at + 2] and after[at + 1].text == "by":
        sign = -sign
    if words & _PROS:
        return sign
    return -sign if words & _CONS else None
