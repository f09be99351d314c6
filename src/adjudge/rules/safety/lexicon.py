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

from .laying import undisturbed

VERSION: Final = "3"
"""Raised whenever the code of this package changes what a list means."""

FILES: Final = (
    "safety-harm",
    "safety-wording",
    "safety-asked",
    "safety-mood",
    "safety-context",
    "safety-form",
    "safety-pii",
)

_HARM: Final = ("safety-harm", "safety-wording")
"""What answers are searched for."""
_PROMPT: Final = (*_HARM, "safety-asked")
"""What prompts are searched for."""

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_ANSWER: Final = frozenset({"deflection", "way"})
"""What only matters in an answer to a prompt that asks for harm."""
_WHOLE: Final = ("act:", "topic:")
_ARTICLES: Final = frozenset(
    {"the", "a", "an", "my", "your", "his", "her", "their", "our", "some", "this", "that"}
)
_GROUP: Final = re.compile("<[a-z]+>")
GAP: Final = 2
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

    @property
    def complete(self) -> bool:
        """Whether it says by itself what is done or wanted."""
        return any(name.startswith(_WHOLE) for name, _ in self.marks)

    def forms(self, names: frozenset[str]) -> frozenset[str]:
        """The forms in which it belongs to *names*."""
        return frozenset(form for name, form in self.marks if name in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Everything that the lists say."""

    entries: tuple[Entry, ...]
    acts: tuple[Act, ...]
    wishes: tuple[Act, ...]
    """Acts that count in a prompt only, where nobody is told to do them."""
    harm: Node
    prompt: Node
    mood: Node
    told: frozenset[str]
    """Forms of verbs in which a story tells what somebody does."""
    context: Node
    answer: Node
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
    with undisturbed():
        return _load()


def _load() -> Lexicon:
    folder = resources.files("adjudge.rules").joinpath("lexicons")
    raw = {name: folder.joinpath(f"{name}.toml").read_bytes() for name in FILES}
    tables = {name: tomllib.loads(source.decode()) for name, source in raw.items()}
    groups: dict[str, Sequence[str]] = {
        f"<{row['name']}>": row["words"]
        for table in tables.values()
        for row in table.get("group", ())
    }
    entries = tuple(
        _entry(name, row, groups)
        for name, table in tables.items()
        for row in table.get("entry", ())
    )
    acts = {
        name: tuple(_act(row) for row in table.get("act", ()))
        for name, table in tables.items()
    }
    digest = hashlib.sha256(VERSION.encode())
    for source in raw.values():
        digest.update(source.replace(b"\r\n", b"\n"))
    return Lexicon(
        entries=entries,
        acts=tuple(act for name in _HARM for act in acts[name]),
        wishes=acts["safety-asked"],
        harm=_tree(e for e in entries if e.file in _HARM),
        prompt=_tree(e for e in entries if e.file in _PROMPT),
        mood=_tree(e for e in entries if e.file == "safety-mood"),
        told=_told(entries),
        context=_tree(
            e for e in entries if e.file == "safety-context" and e.name not in _ANSWER
        ),
        answer=_tree(e for e in entries if e.name in _ANSWER),
        announce=_tree(e for e in entries if e.name == "announce"),
        easy=_tree(e for e in entries if e.name == "easy"),
        quantity=_tree(e for e in entries if e.name == "quantity"),
        sets={e.name: frozenset(e.words) for e in entries if e.file == "safety-form"},
        pii={e.name: e.words for e in entries if e.file == "safety-pii"},
        fingerprint=digest.hexdigest()[:16],
    )


def _entry(file: str, row: dict[str, Any], groups: dict[str, Sequence[str]]) -> Entry:
    words = (said for phrase in row["words"] for said in _spelled(phrase, groups))
    return Entry(
        file=file,
        name=row["class"],
        words=tuple(dict.fromkeys(words)),
        reason=row["reason"],
        example=row["example"],
        inflect=row.get("inflect", ""),
        scope=row.get("scope", ""),
    )


def _spelled(phrase: str, groups: dict[str, Sequence[str]]) -> Iterator[str]:
    """*phrase* with every word of the first `<group>` in it, and so on for the next."""
    named = _GROUP.search(phrase)
    if named is None:
        yield phrase
        return
    for word in groups[named[0]]:
        yield from _spelled(phrase.replace(named[0], word, 1), groups)


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
    """The phrases as a tree; `the employee` is also whatever `employee` is."""
    planted: dict[tuple[str, ...], set[tuple[str, str]]] = {}
    for entry in entries:
        for phrase in entry.words:
            for form, words in forms_of(phrase, entry.inflect):
                planted.setdefault(words, set()).add((entry.name, form))
    root = Node()
    same: dict[frozenset[tuple[str, str]], frozenset[tuple[str, str]]] = {}
    for words, marks in planted.items():
        bare = planted.get(words[1:], set()) if words[0] in _ARTICLES else set()
        node = root
        for word in words:
            node = node.next.setdefault(word, Node())
        both = frozenset(marks | bare)
        node.marks = same.setdefault(both, both)  # few are different
    return root


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


def _told(entries: Sequence[Entry]) -> frozenset[str]:
    verbs = {w for e in entries if e.name == "imperative" for w in e.words}
    irregular = {w for e in entries if e.name == "told" for w in e.words}
    nouns = {w for e in entries if e.name == "no_deed" for w in e.words}
    forms = {form for verb in verbs for form in (_conjugated(verb)[0], _past(verb))}
    return frozenset((forms | irregular) - nouns)


def _past(verb: str) -> str:
    gerund = _conjugated(verb)[1].removesuffix("ing")
    return gerund[:-1] + "ied" if verb.endswith(("ry", "py", "ty")) else gerund + "ed"


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
        for skip in range(GAP + 1):
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
