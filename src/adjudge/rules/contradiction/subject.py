"""What a conversation is about: the proposition that a yes or a no would answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, pairwise, takewhile
from typing import Final

from .vocabulary import COMMA, INVERT, NOT, STOP, Token, stem, tokens, vocabulary

_VERSUS: Final = re.compile(
    r"\b(?:over|rather than|instead of|than|versus|vs|compared to|compared with|or"
    r"|in favor of|in favour of|replaced by|replaced with|alternative to"
    r"|substitute for|replacement for|superior to|preferable to|as)\b"
)
_RANKED: Final = re.compile(r"\b(?:most|best|more|greater|better|primary|over)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A proposition, as bags of stems."""

    text: str
    topic: frozenset[str]
    head: frozenset[str]
    """Stems of the words before the first "of", "in" or "for": the thing itself."""
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
    lead: str = ""
    """The verb that asks: `should`, `is`, `do`."""
    ranks: bool = False
    """Whether one of several, or the most, is asked for."""

    initials: str = ""
    lacks: bool = False
    """Whether "without" is part of what is asked: "a workweek without less pay"."""
    words: tuple[str, ...] = ()
    """What it is told by, as it was said."""

    def abbreviated(self, capitals: frozenset[str]) -> Subject:
        """The subject with those *capitals* that are short for its words: `MOOCs`."""
        known = vocabulary().stopwords
        short = {c for c in capitals - known if c.removesuffix("s") in self.initials}
        if not short:
            return self
        stems = {stem(c) for c in short}
        left = self.left | stems if self.left else self.left
        return replace(
            self,
            topic=self.topic | stems,
            head=self.head | stems,
            left=left,
            words=(*self.words, *short),
        )


def build(
    text: str, *, asked: bool = True, flip: bool = False, lead: str = ""
) -> Subject | None:
    """The subject that *text* puts, or None where it has no word of its own."""
    words = tokens(text)
    content = [t for t in words if is_content(t)]
    topic = frozenset(t.stem for t in content)
    if not topic or (lead in {"can", "could", "would", "will"} and _asks_a_favour(words)):
        return None
    verb = _effect_at(words, lead)
    if verb:
        key, sign, doing = frozenset({words[verb].stem}), _effect(words, verb), False
    else:
        key = _key(words, lead)
        sign, doing = _sign(words, key, lead)
    left, right = _compared(text, key)
    short = {stem(f"e-{b.text}") for a, b in pairwise(words) if a.text in _ELECTRIC}
    negated = any(t.roles & NOT and t.text != "without" for t in words[:6])
    return Subject(
        text=text,
        topic=topic | short,
        head=(_head(words, frozenset() if doing else key) or topic - key or topic) | short,
        key=key,
        left=left,
        right=right,
        sign=-sign if flip else sign,
        doing=doing,
        negated=negated,
        lead=lead,
        words=tuple(t.text for t in content),
        initials="".join(t.text[0] for t in content),
        lacks=any(t.text == "without" for t in words),
        ranks=bool(right or _RANKED.search(text)),
        asked=asked and not negated and not re.search(r"\bor\b(?! not)", text),
    )


_ELECTRIC: Final = frozenset({"electric", "electronic"})


def _asks_a_favour(words: Sequence[Token]) -> bool:
    """Whether it only asks for words: "Could you share your thoughts?"."""
    return bool(words) and words[0].text.startswith(("you", "we talk", "i ask"))


def is_content(word: Token) -> bool:
    """Whether *word* can be told by: neither a function word nor a mark."""
    return word.content


def _effect_at(words: Sequence[Token], lead: str) -> int:
    """Where the verb stands that says what the thing does: "does X reduce crime?"."""
    if lead not in _DOES or any(w.text in _TURNS for w in words):
        return 0
    spare = 0
    for at, word in enumerate(words[1:], 1):
        if _bounds(word) and spare:
            break
        told = is_content(words[at - 1]) or words[at - 1].text.endswith("ly")
        if told and (word.verbal == 2 or word.roles & INVERT or word.text in _LEADS):
            return at
        spare = at if told and word.verbal else spare
    return spare


def _effect(words: Sequence[Token], verb: int) -> int:
    """-1 where what the thing is asked to do is a harm: less harm is none."""
    near = words[verb + 1 : verb + 5]
    value = next((w.value for w in near if w.value), 0)
    if words[verb].roles & INVERT:
        return -value or 1
    if words[verb].text in _LEADS:
        return value or 1
    return words[verb].value


_LEADS: Final = frozenset({"cause", "lead", "contribute", "result", "create", "increase"})
"""Good or bad by what follows: "does X cause harm?"."""
_OUGHT: Final = frozenset({"should", "must", "ought", "shall"})
_DOES: Final = frozenset(
    [
        "do",
        "does",
        "did",
        "has",
        "have",
        "had",
        "will",
        "would",
        "can",
        "could",
        "may",
        "might",
    ]
)
_TURNS: Final = frozenset({"be", "become", "remain", "been"})


def _key(words: Sequence[Token], lead: str) -> frozenset[str]:
    """What is asked of the topic: the run of words that praises, faults or acts."""
    start = _predicate_at(words, lead)
    if lead in _OUGHT and start and (undergone := _undergone(words[start:])):
        return undergone
    runs = list(_runs(words[start:], lead))
    free = [run for before, run in runs if before not in _INSIDE] or [r for _, r in runs]
    if lead in _LINKS:  # "are term limits for senators good?": the verbs are nouns there
        free = [run for run in free if not run[0].verbal] or free
    if free:
        return frozenset(w.stem for w in _predicate(free[0]))
    if named := _named(words, lead):
        return named
    manners = (w.stem for w in words if w.value)
    return frozenset(islice(manners, 1))


def _undergone(words: Sequence[Token]) -> frozenset[str]:
    """What ought to be done to it, where no list knows it: "be held legally liable for"."""
    phrase = takewhile(lambda w: w.text not in _ENDS_ACT and not _bounds(w), words)
    told = [w for w in phrase if is_content(w) and not w.text.endswith("ly")]
    if any(w.value or w.act for w in told):
        return frozenset()
    return frozenset(w.stem for w in told if w.text not in _REGARDED)


_JOINS: Final = frozenset({"of", "in", "for", "to", "on", "by", "with", "from", "at", "a"})
_ENDS_ACT: Final = _JOINS - {"a"}
_REGARDED: Final = frozenset(
    {
        "considered",
        "seen",
        "treated",
        "regarded",
        "viewed",
        "recognized",
        "recognised",
        "subject",
        "held",
        "made",
        "given",
    }
)
"""What follows these, and not they, is asked."""


def _named(words: Sequence[Token], lead: str) -> frozenset[str]:
    """What the thing is asked to be, where no word of it praises or faults."""
    start = _predicate_at(words, lead)
    told = takewhile(lambda w: w.text == "of" or not _bounds(w), words[start:])
    return frozenset(w.stem for w in told if is_content(w)) if start else frozenset()


def _head(words: Sequence[Token], key: frozenset[str]) -> frozenset[str]:
    """Of "privatization of essential services" the first; of "use of cars" the last."""
    found: set[str] = set()
    for word in words:
        if word.stem in key or (found and word.text in _JOINS):
            break
        if is_content(word) and word.text not in vocabulary().at_large:
            found.add(word.stem)
    return frozenset(found) | _granted(words)


def _granted(words: Sequence[Token]) -> frozenset[str]:
    """What is to be done where somebody is let or made: "students be allowed to use X"."""
    for at, word in enumerate(words[:-1]):
        if word.text in _LET and words[at + 1].text == "to":
            rest = takewhile(lambda w: w.text not in _JOINS, words[at + 2 :])
            return frozenset(w.stem for w in rest if is_content(w))
    return frozenset()


_LET: Final = frozenset(
    {"allowed", "permitted", "required", "encouraged", "forced", "obliged", "able", "free"}
)


def _predicate_at(words: Sequence[Token], lead: str) -> int:
    """Where what is asked starts: behind "be", or at the article behind the thing."""
    if lead not in _LINKS:
        return next((at + 1 for at, w in enumerate(words) if w.text in _TURNS), 0)
    for at, word in enumerate(words[1:], 1):
        before = words[at - 1]
        if word.text in _ARTICLES and is_content(before) and not before.verbal:
            return at
    return 0


_LINKS: Final = frozenset({"is", "are", "was", "were"})
_ARTICLES: Final = frozenset({"a", "an"})


def _runs(words: Sequence[Token], lead: str) -> Iterator[tuple[str, list[Token]]]:
    """Every stretch from a telling word to the end of its phrase, and the word before."""
    run: list[Token] = []
    first = ""
    for before, word in pairwise((_NONE, *words, _END)):
        if run and word.text != "and" and (_bounds(word) or word is _END):
            yield first, run
            run = []
        elif run and is_content(word):
            run.append(word)
        elif _tells(before, word, lead):
            first, run = before.text, [word]
            if word.act and not word.value:
                yield first, run
                run = []


def _tells(before: Token, word: Token, lead: str) -> bool:
    if word.act and not word.value:
        return before.text not in _NOUNS_FOLLOW and lead not in _BEING
    manner = word.text.endswith("ly") and before.text not in _DEGREES
    return bool(word.value) and not manner


def _predicate(run: list[Token]) -> list[Token]:
    """Of "essential services beneficial" the last; of "viable alternative" all."""
    if all(w.value for w in run):
        return run
    if not run[-1].value:
        return run[:1] if run[0].verbal or run[0].act else run
    return list(takewhile(lambda w: w.value, reversed(run)))


_INSIDE: Final = frozenset({"of"})
"""What follows belongs to the name of the thing: "the use of safe ..."."""
_END: Final = Token("", "", 0, 0, 0, 0, False)
_NONE: Final = Token("", "", 0, 0, 0, 0, False)
_BEING: Final = frozenset({"is", "are", "was", "were", "do", "does", "did", "has", "have"})
_NOUNS_FOLLOW: Final = frozenset({"the", "of", "a", "an", "this", "their"})
_DEGREES: Final = frozenset({"more", "most", "best", "as", "so", "too"})


def _sign(words: Sequence[Token], key: frozenset[str], lead: str) -> tuple[int, bool]:
    """-1 where the proposition faults the thing or acts against it; whether it acts."""
    sign = 0
    for at, word in enumerate(words):
        if word.stem in key and not sign and (word.act or word.value):
            sign = -1 if (word.value or word.act) < 0 else 1
            if word.act and (lead in _OUGHT or not word.value):
                return sign, True
        elif sign and word.act < 0 and words[at - 1].text == "to":
            return (-sign, True) if words[at - 2].stem in key else (sign, False)
    return sign or 1, False


def is_telling(subject: Subject) -> bool:
    """Whether what is asked is told by itself: few things are "banned" or "justified"."""
    return subject.doing or not subject.key.isdisjoint(_telling())


@cache
def _telling() -> frozenset[str]:
    return frozenset(map(stem, vocabulary().telling))


def is_duty(subject: Subject) -> bool:
    """Whether it is to be made a duty: praise of vaccines is none of a mandate."""
    return not subject.key.isdisjoint(_duties())


@cache
def _duties() -> frozenset[str]:
    return frozenset(map(stem, ("mandatory", "compulsory", "obligatory", "required")))


@cache
def permissions() -> frozenset[str]:
    """The stems that answer whether one may do a thing: it is safe, it is harmful."""
    return frozenset(map(stem, vocabulary().permissions))


def _compared(text: str, key: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The stems that only the one, and only the other, of two compared things has."""
    for split in _VERSUS.finditer(text):
        if split[0] == "as" and " as " not in text[: split.start()]:
            continue
        before = tokens(text[: split.start()])
        left = frozenset[str]()
        if split[0] in _BESIDE:
            near = takewhile(lambda t: t.stem not in key, reversed(before))
            left = frozenset(_until_phrase_end(near))
        if not left:
            left = frozenset(t.stem for t in before if is_content(t)) - key
        after = tokens(text[split.end() :])
        right = frozenset(_until_phrase_end(after))
        if split[0].startswith("replaced"):  # "by panels of judges"
            right |= frozenset(_until_phrase_end([t for t in after if t.text != "of"]))
        if right <= {
            t.stem for t in before
        }:  # "working from home than working in an office"
            right = frozenset(t.stem for t in after if is_content(t))
        if any(t.text in _ONE for t in after):  # "leasing a car than buying one"
            left = frozenset(t.stem for t in before[:1] if is_content(t)) or left
        left |= frozenset(_halves(w for w in before if w.stem in left))
        right |= frozenset(_halves(w for w in after if w.stem in right))
        return left - right, right - left - key
    return frozenset(), frozenset()


_BESIDE: Final = frozenset({"over", "rather than", "instead of", "or", "versus", "vs"})
_ONE: Final = frozenset({"one", "ones"})
_HYPHENED: Final = 4
"""Letters that the first half of "office-based" must have to name a thing."""


def _halves(words: Iterable[Token]) -> Iterator[str]:
    """The stems of the first halves of compounds: "office-based" is about the office."""
    for word in words:
        first, mark, _ = word.text.partition("-")
        if mark and len(first) > _HYPHENED:
            yield stem(first)


def _bounds(word: Token) -> bool:
    return word.text in vocabulary().bounds or bool(word.roles & (COMMA | STOP))


def _until_phrase_end(words: Iterable[Token]) -> Iterator[str]:
    started = False
    for word in words:
        if started and _bounds(word):
            return
        started = started or is_content(word)
        if is_content(word):
            yield word.stem
