"""Which conversations are read at all: the first step of the rule, for one and for many.

Most conversations hold no two answers that could stand against each other, and that shows
in few words. The patterns are searched as they are in both twins, by two engines: so they
name their characters, and use neither look-around nor classes that Unicode widens.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from functools import cache, reduce
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.verdict import Conversation

from .lexicon import section
from .questions import ASKERS

HEAD: Final = 300
"""How many characters an answer's opening has, and its closing as many."""
FIRST: Final = 200
"""How many characters its first words have."""
SHORT: Final = 240
"""An answer of at most so many characters is read whatever its words."""

UNASKED: Final = "Nothing is asked that has two sides, and no answer opens with a thesis."
UNMARKED: Final = "No answer opens or closes with words that take a side or turn."

_Flags: TypeAlias = npt.NDArray[np.bool_]

_ASSISTANT: Final = "assistant"
_WORD: Final = "[a-zA-Z]+"
_GAP: Final = r"[^a-zA-Z0-9.!?\n]+"
_NONE: Final = "[^a-zA-Z0-9]*"
_START: Final = "(?:^|[^a-zA-Z0-9])"
_END: Final = "(?:[^a-zA-Z0-9]|$)"
_QUOTE: Final = "['\u2019]"
_AUX: Final = (
    "should", "is", "are", "was", "were", "does", "do", "did", "has", "have", "must",
    "may", "might", "ought", "am", "shall", "ain", "would you",
)  # fmt: skip
_CAN: Final = (
    "can", "could", "will", "would", "won", "wo",
)  # fmt: skip
_FILLER: Final = (
    "so", "and", "but", "ok", "okay", "well", "now", "please", "question", "hi",
    "hello", "hey", "then", "just", "yes or no", "a or b", "wait", "hmm", "honestly",
    "seriously", "briefly", "overall", "answer", "tell me",
)  # fmt: skip
_STATED: Final = (
    "stance", "position", "statement", "motion", "proposition", "claim", "thesis",
    "resolution",
)  # fmt: skip
_WONDERED: Final = (
    "opinions?", "views?", "stance", "position", "thoughts?", "take", "think", "say",
    "wonder", "wondering", "me", "know", "explain", "discuss", "decide", "state",
)  # fmt: skip
_SAID: Final = ("agree", "disagree", "true", "case", "fair", "correct")


class Screened(NamedTuple):
    """What comes of a conversation before it is read."""

    why: str
    """Why it is not read, or nothing."""
    weak: bool = False
    """Whether only praise or summing up speaks for reading it: it must be of the thing."""


class Patterns(NamedTuple):
    """What is searched for, and where: any pattern of a field will do."""

    asked: tuple[str, ...]
    """In what users and the system say: something that has two sides."""
    opens: tuple[str, ...]
    """In the opening of an answer: it turns, denies, faults or takes a side."""
    closes: tuple[str, ...]
    """In the closing of an answer: it takes a side."""
    told: tuple[str, ...]
    """In the first words of an answer: it praises, which counts where another does."""
    sums: tuple[str, ...]
    """In the closing of an answer: it sums up, which counts where another does."""
    thesis: tuple[str, ...]
    """In the opening of an answer, where nothing is asked: it says what ought to be."""


def _any(words: Iterable[str]) -> str:
    """Any of *words*, letters of either case; between two, any blanks and marks."""
    given = sorted(set(words))
    alone = "|".join(word for word in given if " " not in word)
    phrases = [_phrase(words) for words in given if " " in words]
    found = [f"(?i:{alone})", *phrases] if alone else phrases
    return f"(?:{'|'.join(found)})"


def _phrase(words: str) -> str:
    return _GAP.join(f"(?i:{word})" for word in words.split())


def _asked() -> str:
    filler = rf"(?:{_any(_FILLER)}[ ,:-]+)*"
    other = "(?:[a-xzA-XZ0-9]|[yY][a-np-zA-NP-Z])"  # "can you ...?" asks for a favour
    named = (  # "is that so?" points back
        "(?:[a-su-zA-SU-Z0-9]|[tT](?:[^hH]|[hH](?:[^aeioAEIO]|[eE][^rsRS])))"
    )
    negated = rf"(?:n?{_QUOTE}?t)?"
    verb = rf"(?:{_any(_AUX)}{negated}{_GAP}{named}|{_any(_CAN)}{negated}{_GAP}{other})"
    return "|".join(
        (
            rf"^{_NONE}{filler}{verb}",
            rf"[.!?:;,*\n(]{_NONE}{filler}{verb}[^!?\n]*[?]",
            rf"{_any(_STATED)}(?: is)?(?: that)? *:|{_any(['agree or disagree'])}",
            rf"{_START}{_any(['which', 'better'])}{_END}[^!?\n]*[?]",
            rf"{_any(_WONDERED)}(?: on| about)? {_any(['whether', 'if'])} ",
            rf"{_any(_SAID)}{_GAP}{_any(['that'])} ",
        )
    )


_FEW: Final = f"(?:{_WORD}{_GAP}){{0,3}}"
_PERSON: Final = rf"{_START}(?i:i|we)(?:{_QUOTE}{_WORD})?{_GAP}{_FEW}"
_REST: Final = r"(?:[^.!?\n]|[.][^ \n])*"
_FORMS: Final = "(?:s|es|d|ed|ing|ly)?"


def _side() -> str:
    """Taking a side in the first person."""
    mine = rf"(?i:my){_GAP}(?:{_WORD}{_GAP})?{_any(section('screen', 'mine'))}"
    return rf"(?:{_PERSON}{_any(section('screen', 'own'))}|{_START}{mine})"


def _against() -> tuple[str, ...]:
    """Standing against a thing, and taking a side with a word that turns it."""
    denied = rf"{_GAP}(?:(?i:to){_GAP})?(?i:not|never)"
    ought = rf"{_any(section('screen', 'ought'))}(?:n{_QUOTE}?t|{denied})"
    names = ("con.adjective", "con.noun", "con.verb", "act.against")
    counter = rf"{_any(section('screen', 'counter'))}|{_valued(*names)}"
    own = _any(section("screen", "own"))
    return (
        rf"{_PERSON}{_any(section('screen', 'against'))}{_END}",
        rf"{_PERSON}{_FEW}(?i:not|no|never){_GAP}{_FEW}{own}{_END}",
        rf"(?i:i|we){_GAP}{_WORD}n{_QUOTE}t{_GAP}{_FEW}{own}{_END}",
        rf"{_side()}{_REST}(?:n{_QUOTE}t|{_START}(?:{counter})){_END}",
        rf"{_START}{ought}{_END}",
    )


def _valued(*names: str) -> str:
    """Any form of a word in those sections of the valuation."""
    return _any(word for name in names for word in section("valuation", name)) + _FORMS


def _turn() -> tuple[str, ...]:
    """Granting, turning, denying what is good, faulting, and asking that it be stopped."""
    good = _valued("pro.adjective", "pro.noun", "pro.verb")
    bad = _valued("con.adjective", "con.noun")
    calling = rf"{_START}{_any(section('screen', 'calling'))}{_GAP}{_FEW}"
    ought = rf"{_START}{_any(section('screen', 'ought'))}{_GAP}{_FEW}"
    denied = rf"(?:n{_QUOTE}t|{_START}(?i:not|never))"
    return (
        rf"(?:^|[.!?\n]){_NONE}{_any(section('screen', 'opening'))}{_END}",
        rf"{calling}{bad}{_END}",
        rf"{_START}{_valued('con.verb')}{_END}",
        rf"{ought}{_valued('act.against')}{_END}",
        rf"{denied}{_GAP}{_FEW}{good}{_END}",
        rf"{_START}(?i:outweigh|exceed){_FORMS}{_END}",
    )


def _told() -> tuple[str, ...]:
    """Plain praise, which alone tells little."""
    calling = rf"{_START}{_any(section('screen', 'calling'))}{_GAP}{_FEW}"
    return (
        rf"{calling}{_valued('pro.adjective', 'pro.noun')}{_END}",
        rf"{_START}{_valued('pro.verb')}{_END}",
    )


@cache
def patterns() -> Patterns:
    """The patterns, made of the lexicons. Many small ones are searched faster than one."""
    ought = rf"{_START}{_any(section('screen', 'ought'))}{_END}"
    let = rf"{_START}(?i:let){_QUOTE}?s{_END}"
    return Patterns(
        asked=(_asked(),),
        opens=(*_turn(), "|".join(_against())),
        closes=("|".join(_against()),),
        told=_told(),
        sums=(rf"(?:^|[.!?\n]){_NONE}{_any(section('screen', 'closing'))}{_END}",),
        thesis=(rf"{_side()}{_END}|{ought}|{let}", "|".join(_against())),
    )


def screened(conversation: Conversation) -> Screened:
    """Whether *conversation* is read: the plain twin of `screened_all`."""
    look = _searches()
    answers = [m.content for m in conversation.messages if m.role == _ASSISTANT]
    asking = [m.content for m in conversation.messages if m.role in ASKERS]
    asked = not asking or any(_hit(look.asked, text) for text in asking)
    if not asked and not any(_hit(look.thesis, text[:HEAD]) for text in answers):
        return Screened(UNASKED)
    told = 0
    for text in answers:
        if _marked(text):
            return Screened("")
        if _hit(look.told, text[:FIRST]) or _hit(look.sums, text[-HEAD:]):
            told += 1
    return Screened("", weak=True) if told > 1 else Screened(UNMARKED)


def _marked(text: str) -> bool:
    look = _searches()
    return (
        len(text) <= SHORT
        or _hit(look.opens, text[:HEAD])
        or _hit(look.closes, text[-HEAD:])
    )


def _hit(patterns: Iterable[re.Pattern[str]], text: str) -> bool:
    return any(pattern.search(text) for pattern in patterns)


class _Searches(NamedTuple):
    asked: tuple[re.Pattern[str], ...]
    opens: tuple[re.Pattern[str], ...]
    closes: tuple[re.Pattern[str], ...]
    told: tuple[re.Pattern[str], ...]
    sums: tuple[re.Pattern[str], ...]
    thesis: tuple[re.Pattern[str], ...]


@cache
def _searches() -> _Searches:
    return _Searches(
        *(tuple(re.compile(each, re.ASCII) for each in group) for group in patterns())
    )


def screened_all(items: pl.DataFrame) -> pl.DataFrame:
    """For each of *items*, `why` it is not read, or null, and whether it is `weak`.

    The costly patterns are searched only in conversations that are still open.
    """
    look, text, role = patterns(), pl.col("content"), pl.col("role")
    opening, closing = text.str.head(HEAD), text.str.tail(HEAD)
    turns = (
        items.select(row=pl.int_range(pl.len()), turn="conversation")
        .explode("turn")
        .select(
            "row",
            role=pl.col("turn").struct.field("role"),
            content=pl.col("turn").struct.field("content").fill_null(""),
        )
    )
    answers, asking = turns.filter(role == _ASSISTANT), turns.filter(role.is_in(ASKERS))
    count = items.height
    open_ = _rows(asking, _any_of(text, look.asked), count) | ~_rows(
        asking, pl.lit(value=True), count
    )
    rest = answers.filter(~_of(open_, answers))
    open_ |= _rows(rest, _any_of(opening, look.thesis), count)
    rest = answers.filter(_of(open_, answers))
    strong = (text.str.len_chars() <= SHORT) | _any_of(opening, look.opens)
    marked = _rows(rest, strong | _any_of(closing, look.closes), count)
    rest = rest.filter(~_of(marked, rest))
    weak = _any_of(text.str.head(FIRST), look.told) | _any_of(closing, look.sums)
    told = np.bincount(rest.filter(weak)["row"].to_numpy(), minlength=count)
    state = pl.DataFrame({"open": open_, "marked": marked, "told": told > 1})
    why = pl.when(~pl.col("open")).then(pl.lit(UNASKED))
    read = pl.col("marked") | pl.col("told")
    return state.select(
        why=why.when(~read).then(pl.lit(UNMARKED)),
        weak=pl.col("open") & pl.col("told") & ~pl.col("marked"),
    )


def _any_of(text: pl.Expr, patterns: Iterable[str]) -> pl.Expr:
    found = (text.str.contains(p.replace("(?i:", "(?i-u:")) for p in patterns)
    return reduce(operator.or_, found)


def _rows(turns: pl.DataFrame, hit: pl.Expr, count: int) -> _Flags:
    """For each of *count* rows, whether some turn of it is a *hit*."""
    found: _Flags = np.zeros(count, dtype=np.bool_)
    found[turns.filter(hit)["row"].to_numpy()] = True
    return found


def _of(flags: _Flags, turns: pl.DataFrame) -> pl.Series:
    return pl.Series(flags[turns["row"].to_numpy()], dtype=pl.Boolean)
