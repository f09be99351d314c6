"""How a message names what it found."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from .tree import Node, Scalar, Sequence, Table

_ALIKE: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("title",),
    "question": ("title",),
    "questions": ("criteria",),
    "dimensions": ("criteria",),
    "version": ("adjudge",),
    "type": ("kind", "scale"),
    "min": ("low",),
    "max": ("high",),
    "options": ("labels",),
    "choices": ("labels",),
    "values": ("labels",),
    "bands": ("anchors",),
    "levels": ("anchors",),
    "if": ("when",),
    "tests": ("examples",),
}
"""What other formats call the same thing."""


def called(node: Node) -> str:
    """What *node* is, as a person would say it."""
    match node:
        case Sequence():
            return "a list"
        case Table():
            return "a table of keys and values"
        case Scalar(value=None):
            return "nothing"
        case Scalar(value=bool(), text=text):
            return f"the truth value {text}"
        case Scalar(value=int() | float(), text=text):
            return f"the number {short(text)}"
        case Scalar(text=text):
            return f"the text {short(text)!r}"


def short(text: str) -> str:
    """The beginning of *text*, where the whole would bury the message."""
    return text if len(text) <= 40 else f"{text[:37]}..."


def nearest(word: str, known: list[str]) -> str:
    """A hint that names the nearest of *known*, or all of them."""
    near = meant(word, known)
    return f"did you mean {near!r}?" if near else f"known: {', '.join(known)}"


def meant(word: str, known: list[str]) -> str | None:
    """Which of *known* was probably meant by *word*."""
    for other in _ALIKE.get(word.casefold(), ()):
        if other in known:
            return other
    cutoff = 0.6 if len(word) < 5 else 0.7  # one swap weighs more in a short word
    for spelt in (word, word.casefold()):
        near = get_close_matches(spelt, known, n=1, cutoff=cutoff)
        if near:
            return near[0]
    return None
