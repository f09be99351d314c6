"""Which conversations are read at all: the first step of the rule, for one and for many.

Most conversations hold no two answers that could stand against each other, and that shows
in few words. The patterns are searched as they are in both twins, by two engines: so they
name their characters, and use neither look-around nor classes that Unicode widens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import polars as pl

from adjudge.verdict import Conversation

from .lexicon import section
from .questions import ASKERS

HEAD: Final = 300
"""How many characters an answer's opening has, and its closing as many."""
SHORT: Final = 240
"""An answer of at most so many characters is read whatever its words."""

ALONE: Final = "There are no two answers to compare."
UNASKED: Final = "Nothing is asked that has two sides, and no answer opens with a thesis."
UNMARKED: Final = "No answer opens or closes with words that take a side or turn."

_Search: TypeAlias = Callable[[str], re.Match[str] | None]

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


class Patterns(NamedTuple):
    """What is searched for, and where."""

    asked: str
    """In what users and the system say: something that has two sides."""
    opens: str
    """In the opening of an answer: it turns, denies, faults or takes a side."""
    closes: str
    """In the closing of an answer: it takes a side."""
    thesis: str
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


def _side() -> tuple[str, ...]:
    """Taking a side in the first person, and saying what ought not to be."""
    few = f"(?:{_WORD}{_GAP}){{0,3}}"
    person = rf"{_START}{_any(['i', 'we'])}(?:{_QUOTE}{_WORD})?{_GAP}{few}"
    mine = rf"{_any(['my'])}{_GAP}(?:{_WORD}{_GAP})?{_any(section('screen', 'mine'))}"
    denied = rf"{_GAP}(?:{_any(['to'])}{_GAP})?{_any(['not', 'never'])}"
    ought = rf"{_any(section('screen', 'ought'))}(?:n{_QUOTE}?t|{denied})"
    return (
        rf"{person}{_any(section('screen', 'own'))}{_END}",
        rf"{_START}{mine}{_END}",
        rf"{_START}{ought}{_END}",
    )


def _turn() -> tuple[str, ...]:
    """Granting, turning, denying what is good, and calling a thing bad."""
    few = f"(?:{_WORD}{_GAP}){{0,3}}"
    bad = _any(section("valuation", "con.adjective"))
    good = _any(
        word
        for name in ("pro.adjective", "pro.noun", "pro.verb")
        for word in section("valuation", name)
    )
    denied = rf"(?:n{_QUOTE}t|{_START}{_any(['not', 'never'])})"
    return (
        rf"(?:^|[.!?\n]){_NONE}{_any(section('screen', 'opening'))}{_END}",
        rf"{_START}{_any(section('screen', 'calling'))}{_GAP}{few}{bad}{_END}",
        rf"{denied}{_GAP}{few}{good}(?:s|es|d|ed|ing|ly)?{_END}",
    )


@cache
def patterns() -> Patterns:
    """The patterns, made of the lexicons."""
    side = "|".join(_side())
    ought = rf"{_START}{_any(section('screen', 'ought'))}{_END}"
    return Patterns(
        asked=_asked(),
        opens="|".join(_turn()) + "|" + side,
        closes=side,
        thesis=rf"{side}|{ought}|{_any(['let'])}{_QUOTE}?s{_END}",
    )


def screened(conversation: Conversation) -> str:
    """Why *conversation* is not read, or nothing: the plain twin of `screened_all`."""
    answers = [m.content for m in conversation.messages if m.role == _ASSISTANT]
    if len(answers) < 2:
        return ALONE
    look = _searches()
    others = [m.content for m in conversation.messages if m.role in ASKERS]
    asked = not others or any(look.asked(text) for text in others)
    if not asked and not any(look.thesis(text[:HEAD]) for text in answers):
        return UNASKED
    for text in answers:
        if len(text) <= SHORT or look.opens(text[:HEAD]) or look.closes(text[-HEAD:]):
            return ""
    return UNMARKED


class _Searches(NamedTuple):
    asked: _Search
    opens: _Search
    closes: _Search
    thesis: _Search


@cache
def _searches() -> _Searches:
    return _Searches(*(re.compile(p, re.ASCII).search for p in patterns()))


def screened_all(items: pl.DataFrame) -> pl.Series:
    """Why each conversation of *items* is not read, or null."""
    look = Patterns(*(pattern.replace("(?i:", "(?i-u:") for pattern in patterns()))
    text, answer = pl.col("content"), pl.col("role") == _ASSISTANT
    said = items.select(row=pl.int_range(pl.len(), dtype=pl.UInt32), turn="conversation")
    turns = said.explode("turn").select(
        "row",
        role=pl.col("turn").struct.field("role"),
        content=pl.col("turn").struct.field("content").fill_null(""),
    )
    opening, closing = text.str.head(HEAD), text.str.tail(HEAD)
    answers = (
        turns.filter(answer)
        .select(
            "row",
            marked=(text.str.len_chars() <= SHORT)
            | opening.str.contains(look.opens)
            | closing.str.contains(look.closes),
            thesis=opening.str.contains(look.thesis),
        )
        .group_by("row")
        .agg(pl.len().alias("answers"), pl.col("marked", "thesis").any())
    )
    others = (
        turns.filter(pl.col("role").is_in(ASKERS))
        .select("row", asked=text.str.contains(look.asked))
        .group_by("row")
        .agg(pl.col("asked").any())
    )
    state = said.select("row").join(answers, on="row", how="left", maintain_order="left")
    state = state.join(others, on="row", how="left", maintain_order="left")
    return state.select(
        pl.when(pl.col("answers").fill_null(0) < 2)
        .then(pl.lit(ALONE))
        .when(~pl.col("asked").fill_null(value=True) & ~pl.col("thesis"))
        .then(pl.lit(UNASKED))
        .when(~pl.col("marked"))
        .then(pl.lit(UNMARKED))
        .alias("why")
    )["why"]
