"""Sentences, as a statistical splitter trained on English newspapers counts them.

A sentence ends at `.`, `!` or `?` before a blank or a mark that is no part of a word. After
an abbreviation, an initial, a number or an ellipsis the next word decides. A line end alone
ends nothing, so a heading without a full stop belongs to the sentence after it.
"""

from __future__ import annotations

import re
from typing import Final

_END: Final = re.compile(r"""[.?!](?=[)";}\]*:@'({\[?!“”‘’«»]|\s+\S)""")
_CLOSERS: Final = re.compile(r"""["')\]}”’»]+(?=\s|--|$)\s*""")
_NUMBER: Final = re.compile(r"-?[.,]?\d[\d,.\-]*")
_LETTER: Final = re.compile(r"[^\W\d_]")
_LEADING: Final = "\"'([{<*_`“”‘’«»#"
_NEXT: Final = re.compile(r"\s+([^\W\d_]+)")
_REACH: Final = 40
"""Characters before a full stop in which its word is looked for."""

ABBREVIATIONS: Final = frozenset(
    [
        *(
            "adm",
            "col",
            "dr",
            "gen",
            "jr",
            "lt",
            "maj",
            "messrs",
            "mr",
            "mrs",
            "ms",
            "prof",
        ),
        *("rep", "sen", "sr", "st", "bros", "co", "corp", "cos", "inc", "ltd", "vs", "yr"),
        *("jan", "feb", "aug", "sep", "sept", "oct", "nov", "dec", "tues", "wed", "fri"),
        *("a.d", "a.m", "p.m", "d.c", "l.a", "n.j", "n.y", "ph.d", "u.k", "u.n", "u.s"),
        *("u.s.a", "ala", "ariz", "ave", "calif", "colo", "conn", "ct", "fla", "ft", "ga"),
        *("ill", "kan", "ky", "mich", "minn", "nev", "okla", "ore", "pa", "tenn", "va"),
        *("vt", "wash", "wis"),
    ]
)
"""Words whose full stop ends no sentence by itself. `etc.`, `e.g.` and `no.` are not
among them: the splitter that we are held against ends a sentence there."""

_LETTERS: Final = frozenset("cdefghklmnprstvw")
"""Single letters that newspapers use as abbreviations, never as the last word."""

STARTERS: Final = frozenset(
    [
        *("above", "according", "although", "always", "among", "anyone", "ask", "begin"),
        *("besides", "between", "both", "but", "call", "check", "choose", "consider"),
        *("create", "does", "either", "enjoy", "ensure", "even", "finally", "following"),
        *(
            "furthermore",
            "given",
            "he",
            "her",
            "here",
            "however",
            "i",
            "if",
            "imagine",
            "in",
        ),
        *(
            "indeed",
            "instead",
            "into",
            "it",
            "learn",
            "likewise",
            "many",
            "meanwhile",
            "mix",
        ),
        *("moreover", "most", "nevertheless", "nothing", "overall", "please", "put"),
        *("remember", "similarly", "since", "so", "some", "someone", "sometimes", "soon"),
        *("still", "such", "thank", "thanks", "the", "them", "there", "therefore", "these"),
        *("they", "this", "though", "through", "thus", "together", "tomorrow", "try"),
        *("under", "unfortunately", "upon", "very", "were", "when", "whether", "which"),
        *("while", "without", "yes", "yesterday", "yet", "your"),
    ]
)
"""Words that, with a capital, begin a sentence even after an abbreviation."""

_COMMON: Final = STARTERS | frozenset(
    [
        *("a", "an", "and", "are", "as", "at", "after", "all", "also", "another", "any"),
        *("because", "before", "by", "can", "do", "each", "every", "first", "for", "from"),
        *("get", "go", "good", "have", "his", "how", "introduction", "is", "keep", "let"),
        *("look", "make", "my", "never", "next", "no", "not", "now", "of", "on", "once"),
        *("one", "only", "or", "other", "our", "read", "second", "set", "she", "take"),
        *("that", "their", "then", "three", "to", "two", "until", "use", "we", "well"),
        *("what", "where", "who", "why", "will", "with", "write", "you"),
    ]
)


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where the sentences stand, without the blanks around them."""
    found: list[tuple[int, int]] = []
    start = 0
    for at in _marks(text):
        if not _ends(text, start, at):
            continue
        closer = _CLOSERS.match(text, at + 1)
        end = closer.end() if closer else at + 1
        _add(found, text, start, end)
        start = end
    _add(found, text, start, len(text))
    return tuple(found)


def _marks(text: str) -> list[int]:
    """Marks that could end a sentence: of several in one word, the last."""
    kept: list[int] = []
    word = len(text) + 1
    for stop in reversed(list(_END.finditer(text))):
        if stop.end() <= word:
            kept.append(stop.start())
            word = _word_start(text, stop.start())
    return kept[::-1]


def _word_start(text: str, at: int) -> int:
    while at > 0 and not text[at - 1].isspace():
        at -= 1
    return at


def _add(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    body = piece.strip()
    if body:
        begin = start + len(piece) - len(piece.lstrip())
        found.append((begin, begin + len(body)))


def _ends(text: str, start: int, at: int) -> bool:
    """Whether the mark at *at* ends the sentence that began at *start*."""
    if text[at] != ".":
        return True
    before = text[max(start, at - _REACH) : at]
    words = before.split()
    if not words or before[-1].isspace():
        return True
    word = words[-1].lstrip(_LEADING)
    following = _NEXT.match(text, at + 1)
    after = following[1] if following else ""
    return _full_stop_ends(word, after)


def _full_stop_ends(word: str, after: str) -> bool:  # noqa: PLR0911  a list of cases
    """Whether a full stop after *word* ends the sentence, where *after* comes next."""
    capital = after[:1].isupper()
    if word.endswith("."):
        return capital and after.lower() in STARTERS
    lowered = word.lower()
    if lowered in _LETTERS:
        return False
    if lowered == "vs":
        return capital
    if lowered in ABBREVIATIONS or lowered.rpartition("-")[2] in ABBREVIATIONS:
        return capital and after.lower() in STARTERS
    if _NUMBER.fullmatch(word):
        return not after[:1].islower()
    if _LETTER.fullmatch(word):
        return after.lower() in _COMMON if capital else not after
    return True
