"""The phrase lists of `lexicons/*.toml`, and words as the rule reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias, TypeVar

from .lexicon import inflections, section

_SECTIONS: Final = (
    "answer.yes",
    "answer.no",
    "keep",
    "own.for",
    "own.against",
    "concede",
    "attributed",
    "idea",
    "deny",
    "affirm",
    "limiter",
    "concession",
    "contrast",
    "conclusion",
    "reason",
    "condition",
    "negation",
    "inverter",
    "be",
    "modal",
    "should",
    "hedge",
    "boost",
    "balance",
    "report",
    "agree",
    "point",
    "rival",
    "mixed",
    "note",
    "pronoun",
    "discredit",
)
"""Sections of `stance.toml`; a token carries one bit for each that names it."""

(
    YES,
    NO,
    KEEP,
    OWN,
    OPPOSE,
    CONCEDE,
    OTHERS,
    IDEA,
    DENY,
    AFFIRM,
    LIMIT,
    WHILE,
    BUT,
    HENCE,
    BECAUSE,
    IF,
    NOT,
    INVERT,
    BE,
    MODAL,
    SHOULD,
    HEDGE,
    BOOST,
    BALANCE,
    REPORT,
    AGREE,
    POINT,
    RIVAL,
    MIXED,
    NOTE,
    PRONOUN,
    DISCREDIT,
) = (1 << _bit for _bit in range(len(_SECTIONS)))
COMMA: Final = 1 << len(_SECTIONS)
THAT: Final = COMMA << 1
STOP: Final = COMMA << 2
"""A semicolon, colon, dash or bracket: a clause ends there for certain."""

_MARKS: Final = {",": COMMA, ";": STOP, ":": STOP, "-": STOP, "(": STOP, ")": STOP}

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*(?:-[^\W_]+)*|[,;:()]|(?<=\s)-+(?=\s)|--+")
_CONTRACTED: Final = {
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "won't": ("will", "not"),
    "shan't": ("shall", "not"),
    "ain't": ("is", "not"),
    "let's": ("let", "us"),
    **{
        plain: (plain[:-2], "not")
        for plain in ("isnt", "arent", "dont", "doesnt", "didnt", "shouldnt", "wouldnt")
    },
    **{plain: (plain[:-2], "not") for plain in ("couldnt", "wasnt", "werent", "hasnt")},
    "cant": ("can", "not"),
}
_TAILS: Final = {"'re": "are", "'ve": "have", "'ll": "will", "'m": "am", "'d": "would"}
_IS: Final = frozenset({"it", "that", "there", "here", "what", "he", "she", "who", "this"})


ONLY: Final = frozenset({"only", "just", "merely", "simply", "solely"})
"""After "not": nothing is denied."""


class Token(NamedTuple):
    """One word or phrase of a lexicon: what it is, and what it does in a clause."""

    text: str
    stem: str
    roles: int
    value: int
    """+1 for a word that speaks for a thing, -1 against, 0 for neither."""
    act: int
    """+1 for doing something for the thing (`fund`), -1 against it (`ban`)."""
    verbal: int
    """2 where the praise or fault is a verb, 1 where it may be a noun as well, else 0."""
    content: bool
    """Whether a thing can be told by it: it is no function word, mark or phrase."""


_Of = TypeVar("_Of")
Phrases: TypeAlias = Mapping[str, Mapping[str, tuple[tuple[str, ...], ...]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The lexicons, ready for looking up."""

    roles: Mapping[str, int]
    phrases: Phrases
    values: Mapping[str, int]
    verbs: Mapping[str, int]
    acts: Mapping[str, int]
    roots: Mapping[str, str]
    """From every form of those words to the form that the lexicon lists."""
    shift: Phrases
    shift_words: frozenset[str]
    unshift: frozenset[str]
    requests: tuple[str, ...]
    stopwords: frozenset[str]
    bounds: frozenset[str]
    at_large: frozenset[str]
    permissions: frozenset[str]
    telling: frozenset[str]
    saying: frozenset[str]
    witness: frozenset[str]
    evidence: frozenset[str]
    aims: frozenset[str]
    begun: frozenset[str]
    faults: frozenset[str]
    magnitudes: frozenset[str]
    verdicts: frozenset[str]


@cache
def vocabulary() -> Vocabulary:
    """Every lexicon, read once."""
    roles: dict[str, int] = {"that": THAT}
    for bit, name in enumerate(_SECTIONS):
        for phrase in section("stance", name):
            denies = NOT if phrase.startswith("not ") else 0
            roles[phrase] = roles.get(phrase, 0) | 1 << bit | denies
    values, verbs, roots = _values()
    acts: dict[str, int] = {}
    for sign, name in ((1, "act.for"), (-1, "act.against")):
        for word in section("valuation", name):
            for form in inflections(word):
                acts[form] = sign
                roots.setdefault(form, word)
    return Vocabulary(
        roles=roles,
        phrases=_by_first_words([*roles, *values]),
        values=values,
        verbs=verbs,
        acts=acts,
        roots=roots,
        shift=_by_first_words(section("shift", "shift")),
        shift_words=frozenset(p for p in section("shift", "shift") if " " not in p),
        unshift=frozenset(section("shift", "unshift")),
        requests=tuple(section("shift", "request")),
        stopwords=frozenset(section("subject", "stopword")),
        faults=frozenset(
            form for word in section("valuation", "fault") for form in (word, word + "s")
        ),
        magnitudes=frozenset(section("valuation", "magnitude")),
        verdicts=frozenset(section("valuation", "verdict")),
        bounds=frozenset(section("subject", "bound")),
        at_large=frozenset(section("subject", "at_large")),
        permissions=frozenset(section("subject", "permission")),
        telling=frozenset(section("subject", "telling")),
        saying=frozenset(section("stance", "saying")),
        witness=frozenset(section("stance", "witness")),
        evidence=frozenset(section("stance", "evidence")),
        aims=frozenset(section("stance", "aim")),
        begun=frozenset(section("stance", "begun")),
    )


def _values() -> tuple[dict[str, int], dict[str, int], dict[str, str]]:
    """Praise and fault by form, which of them are verbs, and their dictionary forms."""
    values: dict[str, int] = {}
    verbs: dict[str, int] = {}
    roots: dict[str, str] = {}
    homographs = section("valuation", "homograph")
    for sign, name in ((1, "pro"), (-1, "con")):
        for kind in ("adjective", "noun", "verb"):
            for word in section("valuation", f"{name}.{kind}"):
                for form in inflections(word):
                    values[form] = sign
                    roots.setdefault(form, word)
                    if kind == "verb":
                        verbs[form] = 1 if word in homographs else 2
        for phrase in section("valuation", f"{name}.phrase"):
            values[phrase] = sign
            verbs[phrase] = 2
    for form in section("valuation", "neutral"):
        values.pop(form, None)
        verbs.pop(form, None)
    return values, verbs, roots


def _by_first_words(phrases: Iterable[str]) -> Phrases:
    """Phrases of two words and more, by the first and then the second, longest first."""
    found: dict[str, dict[str, list[tuple[str, ...]]]] = {}
    for phrase in phrases:
        words = tuple(plain_words(phrase))
        if len(words) > 1:
            found.setdefault(words[0], {}).setdefault(words[1], []).append(words)
    return {
        first: {
            second: tuple(sorted(each, key=len, reverse=True))
            for second, each in seconds.items()
        }
        for first, seconds in found.items()
    }


def phrase_at(words: list[str], at: int, phrases: Phrases) -> tuple[str, ...] | None:
    """The longest of *phrases* that starts at *at*."""
    seconds = phrases.get(words[at])
    if seconds is None or at + 1 == len(words):
        return None
    for phrase in seconds.get(words[at + 1], ()):
        width = len(phrase)
        if width == 2 or tuple(words[at : at + width]) == phrase:
            return phrase
    return None


@lru_cache(maxsize=1 << 16)
def expand(word: str) -> tuple[str, ...]:
    """A word without its contraction: `isn't` is `is`, `not`."""
    if word in _CONTRACTED:
        return _CONTRACTED[word]
    if word.endswith("n't"):
        return (word[:-3], "not")
    head, mark, tail = word.partition("'")
    if not mark:
        return (word,)
    if mark + tail in _TAILS:
        return (head, _TAILS[mark + tail])
    if tail == "s" and head in _IS:
        return (head, "is")
    return (head,) if tail in {"s", ""} else (word,)


class _Known(dict[str, _Of]):
    """What is known of each word; it forgets them all when they are too many.

    A dictionary answers twice as fast as `lru_cache`, and it is asked for every word.
    """

    def __init__(self, find: Callable[[str], _Of]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, word: str) -> _Of:
        if len(self) >= _MOST:
            self.clear()
        found = self[word] = self._find(word)
        return found


_MOST: Final = 1 << 16


def _words_in(piece: str) -> tuple[str, ...]:
    return tuple(part for word in _WORD.findall(piece) for part in expand(word))


_PIECES: Final = _Known(_words_in)
"""The words and marks between two blanks."""


def plain_words(text: str) -> list[str]:
    """The words and marks of a folded *text*, contractions written out."""
    pieces = text.split()
    if "-" in text and "-" in pieces:  # a dash counts where blanks stand around it
        return [part for word in _WORD.findall(text) for part in expand(word)]
    return [word for piece in pieces for word in _PIECES[piece]]


def token(word: str) -> Token:
    """A single word with everything that the lexicons say of it."""
    return _TOKENS[word]


def _token(word: str) -> Token:
    words = vocabulary()
    roles = words.roles.get(word, 0) | _MARKS.get(word[0], 0)
    value = words.values.get(word, 0)
    act = words.acts.get(word, 0)
    content = (
        len(word) > 1
        and word not in words.stopwords
        and not roles & (COMMA | STOP)
        and " " not in word
    )
    return Token(word, stem(word), roles, value, act, words.verbs.get(word, 0), content)


_TOKENS: Final = _Known(_token)


def tokens(text: str) -> list[Token]:
    """The words of a folded sentence, the longest phrases of the lexicons as one."""
    words = plain_words(text)
    phrases = vocabulary().phrases
    starts = [
        at
        for at, (word, after) in enumerate(pairwise(words))
        if word in phrases and after in phrases[word]
    ]
    known = _TOKENS.__getitem__
    if not starts:
        return list(map(known, words))
    found: list[Token] = []
    done = 0
    for at in starts:
        phrase = phrase_at(words, at, phrases) if at >= done else None
        if phrase:
            found += map(known, words[done:at])
            found.append(known(" ".join(phrase)))
            done = at + len(phrase)
    found += map(known, words[done:])
    return found


_ENDINGS: Final = re.compile(
    r"(?:ization|isation|ational|fulness|iveness|ability|ibility|ations|ation|ments|ment|ness"
    r"|ities|ity|izing|ising|ized|ised|izes|ises|ize|ise|ively|ably|ibly|able|ible|ive|ally"
    r"|ical|en|ics|ious|ous|ions|ion|ing|ied|ies|ed|es|ful|ial|al|ly|ic|s|e|y)$"
)
_KEPT: Final = 4
_IRREGULAR: Final = {
    "lying": "lie",
    "dying": "die",
    "tying": "tie",
    "men": "man",
    "women": "woman",
    "children": "child",
    "people": "person",
    "mice": "mouse",
    "feet": "foot",
    # one measure under two names
    "cap": "limit",
    "caps": "limit",
    "capped": "limit",
    "capping": "limit",
}


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """What words of one family share, roughly: `justified`, `justifiable` -> `justif`."""
    word = _IRREGULAR.get(word) or vocabulary().roots.get(word, word)
    word = word.replace("our", "or") if len(word) > 5 else word
    for _ in range(3):
        shorter = _ENDINGS.sub("", word)
        if shorter == word or len(shorter) < (_KEPT if word[-1:] != "s" else _KEPT - 1):
            break
        if shorter[-1] == shorter[-2] and word.endswith(("ed", "ing")) and len(shorter) < 6:
            shorter = shorter[:-1]
        word = shorter
    return word[:8]
