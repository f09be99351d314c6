"""Words in capital letters, counted as a treebank tokeniser would cut them."""

from __future__ import annotations

import re
from typing import Final

from .sentence import sentence_spans

_CHUNK: Final = re.compile(r"\S+")
_CUT: Final = re.compile(
    r"""[\[\](){}<>;@#$%&?!"“”„«»‘’`—―–]|--+|\.{2,}|[,:](?!\d)|(?<!^)'(?=\W|$)|^'"""
)
_CLITIC: Final = re.compile(r"(?<=.)(N'T|n't|'LL|'ll|'RE|'re|'VE|'ve|'[SsMmDd])$")
_JOINED: Final = frozenset({"cannot", "gonna", "gotta", "gimme", "lemme", "wanna", "d'ye"})


def capital_words(text: str) -> tuple[tuple[int, int], ...]:
    """Where the words stand that have a capital letter and no small one."""
    found: list[tuple[int, int]] = []
    for start, end in sentence_spans(text):
        for chunk in _CHUNK.finditer(text[start:end]):
            if chunk[0].islower():
                continue
            _chunk(found, text, start + chunk.start(), start + chunk.end())
    return tuple(found)


def _chunk(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    chunk = text[start:end]
    last = 0
    for cut in (*_CUT.finditer(chunk), None):
        stop = cut.start() if cut else len(chunk)
        _token(found, text, start + last, start + stop)
        last = cut.end() if cut else stop


def _token(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    token = text[start:end]
    if not token:
        return
    end -= len(token) - len(token.rstrip("."))
    token = text[start:end]
    clitic = _CLITIC.search(token)
    cut = (
        start + clitic.start() if clitic else start + 3 if token.lower() in _JOINED else end
    )
    found.extend((a, b) for a, b in ((start, cut), (cut, end)) if text[a:b].isupper())
