"""What a conversation is about: the proposition that a yes or a no would answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from ..text import fold, sentences
from .vocabulary import COMMA, NOT, STOP, Token, stem, tokens

_STOPWORDS: Final = frozenset(
    """a an the and or of in on at to for from by with about as than that this these those it its
    they them their there here he she his her we us our you your i me my mine one ones is are was
    were be been being am do does did done has have had will would shall should can could may might
    must ought not no yes nor so if when while because although though but however yet over more
    most much many any some all each every other others another such very too also just only even
    still ever never what which who whom whose where why how whether into onto out up down off
    through during between among against without within under above per via given considered
    consider seen see regarded viewed make makes made making get gets got go goes going thing
    things way ways lot really actually indeed think believe opinion question view stance position
    answer say said tell people person someone anyone everyone best better good bad great greater
    use used using uses like want need needs rather instead compared towards toward become
    becomes always generally usually often today now new please based role part case order
    terms term long short because's able likely possible different important certain true false
    right wrong agree disagree""".split()  # noqa: SIM905
)
_AUX: Final = (
    r"(?:should|is|are|was|were|does|do|did|can|could|will|would|has|have|must|may|might|ought"
    r"|am|shall)"
)
_FILLER: Final = (
    r"(?:(?:so|and|but|ok|okay|well|now|please|question|hi|hello|hey|in your opinion|in general"
    r"|overall|honestly|just|then|yes or no|a or b|quick question|tell me|answer|in your view"
    r"|briefly|as an expert|seriously|wait|hmm)[ ,:-]+)*"
)
_LEAD: Final = re.compile(
    rf"^{_FILLER}(?:"
    r"(?:do|would|did) (?:not )?you (?:not )?(?:personally |really |still |also |honestly |now )?"
    r"(?:think|believe|agree|feel|say|argue|accept|consider|maintain)(?: that| with the statement)?"
    r"|is it (?:not )?(?:true|fair to say|the case|correct|fair|right)(?: that)?"
    r"|(?:what (?:is|are) your (?:opinions?|views?|stance|position|thoughts?|take)"
    r"|what do you think|what would you say|i wonder|i am wondering|tell me|can you tell me"
    r"|could you tell me|do you know|i want to know|i would like to know|explain|discuss|decide"
    r"|state|say|advise me) ?(?:on|about)? ?(?:whether|if)"
    r"|are you (?:sure|certain|saying|telling me|claiming|suggesting)(?: that)?"
    r"|do you mean(?: that)?)[ ,:]+(?P<rest>.+)$"
)
_FAVOUR: Final = re.compile(
    rf"^{_FILLER}(?:(?:do|would|will|should i|should we) (?:you )?(?P<verb>support|favor|favour|oppose"
    r"|endorse|approve of|reject|recommend|advise)"
    r"|are you (?P<prep>for|against|in favor of|in favour of|opposed to)) (?P<rest>.+)$"
)
_ASKED: Final = re.compile(rf"^{_FILLER}(?P<aux>{_AUX}) (?P<not>not )?(?P<rest>.+)$")
_STATED: Final = re.compile(
    r"(?:\b(?:stance|position|statement|motion|proposition|claim|thesis|resolution|resolved)"
    r"(?: is)?(?: that)?\s*:\s*|agree or disagree\W+)(.{12,300}?)(?:[.?!\n]|$)"
)
_WH: Final = re.compile(rf"^{_FILLER}(?:what|how|why|which|who|where|when)\b")
_VERSUS: Final = re.compile(
    r"\b(?:over|rather than|instead of|than|versus|vs|compared to|compared with|or|alternative to"
    r"|substitute for|replacement for|superior to|preferable to|(?<=as \w{4} )as|as)\b"
)
_RANKED: Final = re.compile(r"\b(?:most|best|more|greater|better|primary|over)\b")
_PHRASE_END: Final = frozenset(
    """over than rather instead versus vs compared in for to when of on by with at from because as given while if during under among across
    through within and that who which""".split()  # noqa: SIM905
)
_SAME: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A proposition, as bags of stems."""

    text: str
    topic: frozenset[str]
    key: frozenset[str]
    """Stems of what is asked of the topic: to affirm one is yes, to deny it is no."""
    left: frozenset[str] = frozenset()
    right: frozenset[str] = frozenset()
    """Where two things are compared, the stems that only one of them has."""
    sign: int = 1
    """-1 where yes is bad for the thing that is spoken of: "Should it be banned?"."""
    negated: bool = False
    """Whether the proposition itself denies: "Is it not safe?"."""
    asked: bool = True
    """Whether a bare yes or no answers it."""

    doing: bool = False
    """Whether an act is proposed: then "it" means the act and not the thing."""
    asked_by_user: bool = True
    ranks: bool = False
    """Whether one of several, or the most, is asked for."""

    initials: str = ""

    def abbreviated(self, capitals: Iterable[str]) -> Subject:
        """The subject with those *capitals* that are short for its words: `MOOCs`."""
        short = {c for c in capitals if c.removesuffix("s") in self.initials}
        if not short:
            return self
        return replace(self, topic=self.topic | {stem(c) for c in short})

    def same(self, other: Subject) -> bool:
        """Whether both are about one thing, so that their answers can conflict."""
        shared = len(self.topic & other.topic)
        return shared >= 1 and shared >= _SAME * min(len(self.topic), len(other.topic))


def subject_of_user(content: str) -> Subject | None:
    """The proposition that a user's or system's message puts, the last if there are many."""
    folded = fold(content[:_READ] + "\n" + content[-_READ:] if len(content) > 2 * _READ else content)
    found: Subject | None = None
    for sentence in sentences(folded):
        if "?" in sentence.text or _ASKED.match(sentence.text):
            found = _question(sentence.text) or found
    if found is None:
        for stated in _STATED.finditer(folded):
            found = build(stated[1], asked=False) or found
    return found


_READ: Final = 4000


def _question(text: str) -> Subject | None:
    plain = " ".join(t.text for t in tokens(text) if not t.roles & STOP) if text else ""
    if lead := _LEAD.match(plain):
        rest = _ASKED.match(lead["rest"])
        return build(rest["rest"] if rest else lead["rest"], lead=rest["aux"] if rest else "")
    if favour := _FAVOUR.match(plain):
        against = favour["verb"] in {"oppose", "reject"} or (favour["prep"] or "") in {
            "against",
            "opposed to",
        }
        return build(favour["rest"], flip=against, lead="favor")
    asked = _ASKED.match(plain)
    if asked and asked["rest"].startswith(_POINTING):
        return None
    if asked:
        return build(asked["rest"], lead=asked["aux"])
    if _WH.match(plain):
        return build(plain, asked=False)
    return None


_POINTING: Final = ("that ", "this ", "these ", "those ", "there ")
"""A question that points back puts no subject of its own."""


def build(
    text: str, *, asked: bool = True, flip: bool = False, lead: str = ""
) -> Subject | None:
    """The subject that *text* puts, or None where it has no word of its own."""
    words = tokens(text)
    content = [t for t in words if is_content(t)]
    topic = frozenset(t.stem for t in content)
    if not topic or (lead in {"can", "could", "would", "will"} and _asks_a_favour(words)):
        return None
    key = _key(words)
    left, right = _compared(text, key)
    return Subject(
        text=text,
        topic=topic,
        key=key,
        left=left,
        right=right,
        sign=(-1 if flip else 1) * _sign(words, key),
        doing=any(t.act and not t.value and t.stem in key for t in words),
        negated=any(t.roles & NOT for t in words[:6]),
        initials="".join(t.text[0] for t in content),
        ranks=bool(right or _RANKED.search(text)),
        asked=asked and not re.search(r"\bor\b(?! not)", text),
    )


def _asks_a_favour(words: Sequence[Token]) -> bool:
    """"Could you share your thoughts?" puts no proposition."""
    return bool(words) and words[0].text.startswith(("you", "we talk", "i ask"))


def is_content(word: Token) -> bool:
    """Whether *word* can be told by: neither a function word nor a mark."""
    text = word.text
    return len(text) > 1 and text not in _STOPWORDS and not word.roles & (COMMA | STOP) and (
        " " not in text
    )


def _key(words: Sequence[Token]) -> frozenset[str]:
    """The first run of words that praise, fault or act: what is asked of the topic."""
    found: list[str] = []
    adverbs: list[str] = []
    for before, word in pairwise((*words[:1], *words)):
        if word.act and not word.value and before.text in _NOUNS_FOLLOW and before is not word:
            continue
        if word.value or word.act:
            manner = word.text.endswith("ly") and before.text not in _DEGREES
            (adverbs if manner else found).append(word.stem)
        elif found and (word.text in _PHRASE_END - {"and"} or word.roles & (COMMA | STOP)):
            break
        elif found and is_content(word):
            found.append(word.stem)
    return frozenset(found or adverbs[:1])


_NOUNS_FOLLOW: Final = frozenset({"the", "of", "a", "an", "this", "their"})
_DEGREES: Final = frozenset({"more", "most", "best", "as", "so", "too"})


def _sign(words: Sequence[Token], key: frozenset[str]) -> int:
    """-1 where the proposition faults the thing or acts against it."""
    for word in words:
        if word.stem in key and (word.act or word.value):
            return -1 if (word.act or word.value) < 0 else 1
    return 1


def _compared(text: str, key: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The stems that only the one, and only the other, of two compared things has."""
    for split in _VERSUS.finditer(text):
        if split[0] == "as" and " as " not in text[: split.start()]:
            continue
        before = tokens(text[: split.start()])
        left = frozenset[str]()
        if split[0] in _BESIDE:
            left = frozenset(_until_phrase_end(reversed(before)))
        if not left:
            left = frozenset(t.stem for t in before if is_content(t)) - key
        right = frozenset(_until_phrase_end(tokens(text[split.end() :])))
        return left - right, right - left - key
    return frozenset(), frozenset()


_BESIDE: Final = frozenset({"over", "rather than", "instead of", "or", "versus", "vs"})


def _until_phrase_end(words: Iterable[Token]) -> Iterator[str]:
    started = False
    for word in words:
        if started and (word.text in _PHRASE_END or word.roles & (COMMA | STOP)):
            return
        started = started or is_content(word)
        if is_content(word):
            yield word.stem
