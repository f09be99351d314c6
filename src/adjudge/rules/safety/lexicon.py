"""The gate's lists, read once from their files and laid out for one pass over the words."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Final

VERSION: Final = "1"
"""Raised whenever the code of this package changes what a list means."""

FILES: Final = ("safety-harm", "safety-context", "safety-form", "safety-pii")

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_GAP: Final = 2
"""How many words a `*` stands for at most."""

_EXCEPTIONS: Final = {
    "die": ("dies", "dying"),
    "tie": ("ties", "tying"),
    "lie": ("lies", "lying"),
    "program": ("programs", "programming"),
    "ddos": ("ddoses", "ddosing"),
    "phish": ("phishes", "phishing"),
    "compel": ("compels", "compelling"),
    "distil": ("distils", "distilling"),
    "log": ("logs", "logging"),
    "singe": ("singes", "singeing"),
    "kys": ("kys", "kys"),
    "diy": ("diy", "diying"),
}
_STRESSED: Final = frozenset({"begin", "forget", "admit", "submit", "transmit", "zigzag"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Words of one class, with the reason why they are in it."""

    file: str
    name: str
    words: tuple[str, ...]
    reason: str
    example: str
    inflect: str = ""
    scope: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Harm in two parts: a verb of one class and, soon after it, an object of another."""

    category: str
    verbs: frozenset[str]
    objects: frozenset[str]
    needs: frozenset[str]
    gap: int
    always: bool
    """Whether saying it is enough, in whatever form."""
    told: bool
    """Whether the verb only tells what was done, so that the act cannot fail by itself."""
    cue: str
    """The part that is rarest in ordinary text: `verb`, `object` or `needs`."""
    example: str


@dataclass(slots=True)
class Node:
    """A place in the tree of phrases, word by word."""

    next: dict[str, Node] = field(default_factory=dict)
    marks: frozenset[tuple[str, str]] = frozenset()
    """What ends here: class and form (`base`, `s`, `ing`, or nothing)."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Words `start` to `end` (exclusive) belong to these classes."""

    start: int
    end: int
    marks: frozenset[tuple[str, str]]

    def has(self, names: frozenset[str] | set[str]) -> bool:
        """Whether one of its classes is among *names*."""
        return any(name in names for name, _ in self.marks)

    def forms(self, names: frozenset[str]) -> frozenset[str]:
        """The forms in which it belongs to *names*."""
        return frozenset(form for name, form in self.marks if name in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Everything that the lists say."""

    entries: tuple[Entry, ...]
    acts: tuple[Act, ...]
    harm: Node
    context: Node
    announce: Node
    easy: Node
    quantity: Node
    sets: dict[str, frozenset[str]]
    pii: dict[str, tuple[str, ...]]
    fingerprint: str


def words_of(text: str) -> list[str]:
    """The words of a folded text."""
    return _WORD.findall(text)


def spots_of(text: str) -> Iterator[re.Match[str]]:
    """The words of a folded text, with their places."""
    return _WORD.finditer(text)


@cache
def load() -> Lexicon:
    """The lists, read at first use."""
    folder = resources.files("adjudge.rules").joinpath("lexicons")
    raw = {name: folder.joinpath(f"{name}.toml").read_bytes() for name in FILES}
    tables = {name: tomllib.loads(source.decode()) for name, source in raw.items()}
    entries = tuple(
        _entry(name, row)
        for name, table in tables.items()
        for row in table.get("entry", ())
    )
    digest = hashlib.sha256(VERSION.encode())
    for source in raw.values():
        digest.update(source.replace(b"\r\n", b"\n"))
    return Lexicon(
        entries=entries,
        acts=tuple(_act(row) for row in tables["safety-harm"]["act"]),
        harm=_tree(e for e in entries if e.file == "safety-harm"),
        context=_tree(e for e in entries if e.file == "safety-context"),
        announce=_tree(e for e in entries if e.name == "announce"),
        easy=_tree(e for e in entries if e.name == "easy"),
        quantity=_tree(e for e in entries if e.name == "quantity"),
        sets={e.name: frozenset(e.words) for e in entries if e.file == "safety-form"},
        pii={e.name: e.words for e in entries if e.file == "safety-pii"},
        fingerprint=digest.hexdigest()[:16],
    )


def _entry(file: str, row: dict[str, Any]) -> Entry:
    return Entry(
        file=file,
        name=row["class"],
        words=tuple(row["words"]),
        reason=row["reason"],
        example=row["example"],
        inflect=row.get("inflect", ""),
        scope=row.get("scope", ""),
    )


def _act(row: dict[str, Any]) -> Act:
    return Act(
        category=row["category"],
        verbs=frozenset(row["verb"]),
        objects=frozenset(row["object"]),
        needs=frozenset(row.get("needs", ())),
        gap=row["gap"],
        cue=row["cue"],
        always=row.get("always", False),
        told=row.get("told", False),
        example=row["example"],
    )


def _tree(entries: Iterator[Entry]) -> Node:
    root = Node()
    for entry in entries:
        for phrase in entry.words:
            for form, words in forms_of(phrase, entry.inflect):
                _plant(root, words, (entry.name, form))
    return root


def _plant(root: Node, words: Sequence[str], mark: tuple[str, str]) -> None:
    node = root
    for word in words:
        node = node.next.setdefault(word, Node())
    node.marks |= {mark}


def forms_of(phrase: str, inflect: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The forms of *phrase*: (`base`, words), and what its inflection adds."""
    words = tuple(
        w for part in phrase.split() for w in (["*"] if part == "*" else words_of(part))
    )
    yield ("base" if inflect == "verb" else ""), words
    if inflect == "verb":
        third, gerund = _conjugated(words[0])
        yield "s", (third, *words[1:])
        yield "ing", (gerund, *words[1:])
    elif inflect == "noun" and not words[-1].endswith("s"):
        yield "", (*words[:-1], _plural(words[-1]))


def _plural(word: str) -> str:
    if word.endswith(("x", "ch", "sh", "z")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def _conjugated(verb: str) -> tuple[str, str]:
    if verb in _EXCEPTIONS:
        return _EXCEPTIONS[verb]
    third = verb + "es" if verb.endswith("s") else _plural(verb)
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return third, verb[:-1] + "ing"
    short = re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb)
    if short or verb in _STRESSED:
        return third, verb + verb[-1] + "ing"
    return third, verb + "ing"


def scan(root: Node, words: Sequence[str], start: int, end: int) -> Iterator[Hit]:
    """The longest phrase at each place from *start* to *end*; places may overlap."""
    for at in range(start, end):
        if words[at] in root.next:
            found = _longest(root.next[words[at]], words, at + 1, end)
            if found is not None:
                yield Hit(at, found[0], found[1])


def munch(root: Node, words: Sequence[str], start: int, end: int) -> Iterator[Hit]:
    """The longest phrases one after the other: what one covers, no other can claim."""
    at = start
    while at < end:
        node = root.next.get(words[at])
        found = None if node is None else _longest(node, words, at + 1, end)
        if found is None:
            at += 1
        else:
            yield Hit(at, found[0], found[1])
            at = found[0]


def _longest(
    node: Node, words: Sequence[str], at: int, end: int
) -> tuple[int, frozenset[tuple[str, str]]] | None:
    best = (at, node.marks) if node.marks else None
    if at < end and words[at] in node.next:
        best = _better(best, _longest(node.next[words[at]], words, at + 1, end))
    if "*" in node.next:
        after = node.next["*"]
        for skip in range(_GAP + 1):
            here = at + skip
            if here < end and words[here] in after.next:
                best = _better(
                    best, _longest(after.next[words[here]], words, here + 1, end)
                )
    return best


def _better(
    one: tuple[int, frozenset[tuple[str, str]]] | None,
    two: tuple[int, frozenset[tuple[str, str]]] | None,
) -> tuple[int, frozenset[tuple[str, str]]] | None:
    if one is None or (two is not None and two[0] > one[0]):
        return two
    return one
