"""The phrase lists of `lexicons/*.toml`, and words as the rule reads them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, NamedTuple

LEXICONS: Final = ("stance", "valuation", "shift", "subject")

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


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The lexicons, ready for looking up."""

    roles: Mapping[str, int]
    phrases: Mapping[str, tuple[tuple[str, ...], ...]]
    values: Mapping[str, int]
    verbs: Mapping[str, int]
    acts: Mapping[str, int]
    roots: Mapping[str, str]
    """From every form of those words to the form that the lexicon lists."""
    shift: Mapping[str, tuple[tuple[str, ...], ...]]
    unshift: frozenset[str]
    requests: tuple[str, ...]
    stopwords: frozenset[str]
    bounds: frozenset[str]


@cache
def lexicon(name: str) -> Mapping[str, Any]:
    """The lexicon file *name*, as it lies on disk."""
    return tomllib.loads(_bytes(name).decode())


def _bytes(name: str) -> bytes:
    return files("adjudge.rules").joinpath(f"lexicons/{name}.toml").read_bytes()


def fingerprint_of(version: str) -> str:
    """A short hash of *version* and of every lexicon the rule reads."""
    digest = sha256(version.encode())
    for name in LEXICONS:
        digest.update(_bytes(name))
    return digest.hexdigest()[:12]


def section(lexicon_name: str, path: str) -> Mapping[str, str]:
    """The entries of one section, phrase to example."""
    found: Any = lexicon(lexicon_name)
    for part in path.split("."):
        found = found[part]
    entries: Mapping[str, str] = found["entries"]
    return entries


@cache
def vocabulary() -> Vocabulary:
    """Every lexicon, read once."""
    roles: dict[str, int] = {"that": THAT}
    for bit, name in enumerate(_SECTIONS):
        for phrase in section("stance", name):
            denies = NOT if phrase.startswith("not ") else 0
            roles[phrase] = roles.get(phrase, 0) | 1 << bit | denies
    values: dict[str, int] = {}
    verbs: dict[str, int] = {}
    homographs = section("valuation", "homograph")
    roots: dict[str, str] = {}
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
    acts: dict[str, int] = {}
    for sign, name in ((1, "act.for"), (-1, "act.against")):
        for word in section("valuation", name):
            for form in inflections(word):
                acts[form] = sign
                roots.setdefault(form, word)
    return Vocabulary(
        roles,
        _by_first_word([*roles, *values]),
        values,
        verbs,
        acts,
        roots,
        _by_first_word(section("shift", "shift")),
        frozenset(section("shift", "unshift")),
        tuple(section("shift", "request")),
        frozenset(section("subject", "stopword")),
        frozenset(section("subject", "bound")),
    )


def _by_first_word(phrases: Iterable[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        words = tuple(plain_words(phrase))
        if len(words) > 1:
            found.setdefault(words[0], []).append(words)
    return {
        first: tuple(sorted(all_, key=len, reverse=True)) for first, all_ in found.items()
    }


def inflections(word: str) -> Iterator[str]:
    """The dictionary form and what English makes of it, rightly or not."""
    yield word
    yield word + "s"
    yield word + "ly"
    stem = word.removesuffix("e")
    yield from (stem + "es", stem + "ed", stem + "ing")
    if word.endswith("y"):
        yield from (word[:-1] + end for end in ("ies", "ied", "ily", "ier", "iest"))
    if word.endswith("le"):
        yield word[:-1] + "y"
    if word.endswith("ic"):
        yield word + "ally"
    if len(word) < 8:
        yield from (stem + "er", stem + "est")
    if len(word) < 7 and word[-1] not in "aeiouwy":
        yield from (word + word[-1] + "ed", word + word[-1] + "ing")


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


def plain_words(text: str) -> list[str]:
    """The words and marks of a folded *text*, contractions written out."""
    return [part for word in _WORD.findall(text) for part in expand(word)]


@lru_cache(maxsize=1 << 16)
def token(word: str) -> Token:
    """A single word with everything that the lexicons say of it."""
    words = vocabulary()
    roles = words.roles.get(word, 0) | _MARKS.get(word[0], 0)
    value = words.values.get(word, 0)
    act = words.acts.get(word, 0)
    return Token(word, stem(word), roles, value, act, words.verbs.get(word, 0))


def tokens(text: str) -> list[Token]:
    """The words of a folded sentence, the longest phrases of the lexicons as one."""
    words = plain_words(text)
    phrases = vocabulary().phrases
    found: list[Token] = []
    at = 0
    while at < len(words):
        word = words[at]
        width = 1
        if word in phrases:
            for phrase in phrases[word]:
                if tuple(words[at : at + len(phrase)]) == phrase:
                    width = len(phrase)
                    word = " ".join(phrase)
                    break
        found.append(token(word))
        at += width
    return found


_ENDINGS: Final = re.compile(
    r"(?:ization|isation|ational|fulness|iveness|ability|ibility|ations|ation|ments|ment|ness"
    r"|ities|ity|izing|ising|ized|ised|izes|ises|ize|ise|ively|ably|ibly|able|ible|ive|ally"
    r"|ical|ics|ious|ous|ions|ion|ing|ied|ies|ed|es|ful|ial|al|ly|ic|s|e|y)$"
)
_KEPT: Final = 4


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """What words of one family share, roughly: `justified`, `justifiable` -> `justif`."""
    word = vocabulary().roots.get(word, word)
    word = word.replace("our", "or") if len(word) > 5 else word
    for _ in range(3):
        shorter = _ENDINGS.sub("", word)
        if shorter == word or len(shorter) < (_KEPT if word[-1:] != "s" else _KEPT - 1):
            break
        if shorter[-1] == shorter[-2] and word.endswith(("ed", "ing")) and len(shorter) < 6:
            shorter = shorter[:-1]
        word = shorter
    return word[:8]
