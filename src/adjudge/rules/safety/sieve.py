"""Which turns hold what every finding of the gate needs: the second, finer prefilter.

It reads the same words as the plain gate, but knows nothing of lines, voices and contexts.
Of each phrase it takes every reading that is possible anywhere, so that it finds whatever
the plain gate finds and more. A turn that it lets go is clean:

- an answer without an act, an encouragement, a product or a name of harm, without a verb
  of harm and soon after it an object of it, without malice beside parts of a procedure,
  and without soft words beside words of death;
- after a prompt that neither speaks of danger nor asks for anything of the kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from .categories import PRODUCTS
from .laying import undisturbed
from .lexicon import GAP, Act, Lexicon, Node, load, words_of
from .profile import CUES
from .prompt import BARE, LONGEST
from .reading import bare_text

_ALONE: Final = ("act:", "statement:", "named:")
"""Classes that say something in an answer by themselves."""
_TOPICS: Final = ("topic:", "named:")
_PRIVATE: Final = "private life"
"""What the words of a profile are called here."""
_ENOUGH: Final = frozenset({*PRODUCTS, _PRIVATE})
_REMEMBERED: Final = 10_000
"""Sets of classes of which it is known what they can be."""
_MOOD: Final = ("soft:", "anchor:")
_DANGER: Final = frozenset({"crisis", "verdict"})


@dataclass(frozen=True, slots=True)
class _Found:
    """What a phrase that begins at `start` can be, and where it ends at the latest."""

    start: int
    end: int
    names: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pair:
    """Of an act: what can be seen without reading."""

    verbs: frozenset[str]
    objects: frozenset[str]
    needs: frozenset[str]
    gap: int
    told: bool

    def possible(self, names: frozenset[str]) -> bool:
        """Whether *names* hold what the act is made of."""
        return not (
            self.verbs.isdisjoint(names)
            or self.objects.isdisjoint(names)
            or (self.needs and self.needs.isdisjoint(names))
        )


class Sieve:
    """The lists of the gate, laid out to ask what a turn can hold."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._acts = _pairs(lexicon.acts)
        self._wishes = _pairs((*lexicon.acts, *lexicon.wishes))
        classes = _classes(self._wishes)
        harm = _pruned(lexicon.harm, lambda name: _counts(name, classes))
        mood = _pruned(lexicon.mood, lambda name: name.startswith(_MOOD))
        asked = _pruned(lexicon.prompt, lambda name: _counts(name, classes))
        danger = _pruned(lexicon.context, lambda name: name in _DANGER)
        frequent = lexicon.sets["frequent"]
        self._said = _Search(_merged(_merged(harm, mood), _planted(CUES)), frequent)
        self._asked = _Search(_merged(asked, danger), frequent)
        self._stops = lexicon.sets["stop"]
        self._wanted = lexicon.sets["asked"] | lexicon.sets["teaching"]
        self._answers: dict[frozenset[str], bool] = {}
        self._prompts: dict[frozenset[str], bool] = {}

    def answer(self, text: str) -> bool:
        """Whether the answer *text* can hold harm, whatever it answers."""
        words = said(text)
        if not self._known(self._answers, self._said.classes(words), _answers, self._acts):
            return False
        found = self._said.places(words)
        names = _names(found)
        return _answers(names) or self._composed(self._acts, found, names, words)

    def prompt(self, text: str) -> bool:
        """Whether the prompt *text* can ask for harm, or come from somebody in danger."""
        words = said(text[-LONGEST:])
        if not self._known(self._prompts, self._asked.classes(words), _asks, self._wishes):
            return False
        found = self._asked.places(words)
        names = _names(found)
        topics = {name for name in names if name in PRODUCTS or name.startswith(_TOPICS)}
        wanted = len(words) <= BARE or not self._wanted.isdisjoint(words)
        if (topics and wanted) or _asks(names - topics):
            return True
        return self._composed(self._wishes, found, names, words)

    def _known(
        self,
        known: dict[frozenset[str], bool],
        names: frozenset[str],
        alone: Callable[[frozenset[str]], bool],
        acts: Sequence[_Pair],
    ) -> bool:
        """Whether words of the classes *names* can be harm; the same come up again."""
        if names not in known:
            if len(known) >= _REMEMBERED:
                known.clear()
            known[names] = alone(names) or any(act.possible(names) for act in acts)
        return known[names]

    def _composed(
        self,
        acts: Iterable[_Pair],
        found: Sequence[_Found],
        names: frozenset[str],
        words: Sequence[str],
    ) -> bool:
        return any(act.possible(names) and self._meets(act, found, words) for act in acts)

    def _meets(self, act: _Pair, found: Sequence[_Found], words: Sequence[str]) -> bool:
        """Whether an object of *act* can follow its verb as closely as it must."""
        for at, verb in enumerate(found):
            if act.verbs.isdisjoint(verb.names):
                continue
            for thing in found[at + 1 :]:
                if thing.start - verb.end > act.gap:
                    break
                if not act.objects.isdisjoint(thing.names) and (
                    act.told or self._stops.isdisjoint(words[verb.end : thing.start])
                ):
                    return True
        return False


def _answers(names: frozenset[str]) -> bool:
    """Whether an answer with words of the classes *names* can hold harm without an act."""
    if any(name in _ENOUGH or name.startswith(_ALONE) for name in names):
        return True
    if "malice" in names and any(name.startswith("material:") for name in names):
        return True
    return all(any(name.startswith(kind) for name in names) for kind in _MOOD)


def _asks(names: frozenset[str]) -> bool:
    """Whether a prompt with words of the classes *names* can ask for harm."""
    return any(
        name in _DANGER or name in PRODUCTS or name.startswith(("act:", *_TOPICS))
        for name in names
    )


def _classes(acts: Iterable[_Pair]) -> frozenset[str]:
    return frozenset().union(*(act.verbs | act.objects | act.needs for act in acts))


def _counts(name: str, classes: frozenset[str]) -> bool:
    """Whether words of the class *name* can count for anything."""
    return (
        name in classes
        or name in PRODUCTS
        or name == "malice"
        or name.startswith((*_ALONE, *_TOPICS, "material:"))
    )


def _pairs(acts: Iterable[Act]) -> tuple[_Pair, ...]:
    """*acts*, those that need the same things together."""
    return tuple(
        _Pair(verbs=a.verbs, objects=a.objects, needs=a.needs, gap=a.gap, told=a.told)
        for a in acts
    )


def _names(found: Iterable[_Found]) -> frozenset[str]:
    return frozenset().union(*(each.names for each in found))


@dataclass(slots=True)
class _Branch:
    """A place in a tree of phrases, of which only some classes are of interest."""

    next: dict[str, _Branch]
    names: frozenset[str]
    after: frozenset[str]
    """What may come next but for some words between."""


_NOBODY: Final[frozenset[str]] = frozenset()
_NOWHERE: Final[dict[str, _Branch]] = {}
"""One for all leaves, which are most of a tree. Nobody changes it."""


class _Shared(dict[Any, frozenset[str]]):
    """Sets of names, each of which is there once: a set takes ten times its place."""

    def __init__(self, wanted: Callable[[str], bool]) -> None:
        super().__init__()
        self._wanted = wanted
        self._same: dict[frozenset[str], frozenset[str]] = {}

    def __missing__(self, marks: frozenset[tuple[str, str]]) -> frozenset[str]:
        found = frozenset(name for name, _ in marks if self._wanted(name))
        self[marks] = shared = self._same.setdefault(found, found)
        return shared


def _pruned(node: Node, wanted: Callable[[str], bool]) -> _Branch:
    """The tree of *node* with nothing in it but phrases of *wanted* classes."""
    return _thinned(node, _Shared(wanted)) or _Branch(_NOWHERE, _NOBODY, _NOBODY)


def _thinned(node: Node, names: _Shared) -> _Branch | None:
    kept = {
        word: branch
        for word, below in node.next.items()
        if (branch := _thinned(below, names)) is not None
    }
    own = names[node.marks]
    if not (kept or own):
        return None
    after = frozenset(kept["*"].next) if "*" in kept else _NOBODY
    return _Branch(kept or _NOWHERE, own, after)


def _planted(phrases: Iterable[str]) -> _Branch:
    root = Node()
    for phrase in phrases:
        node = root
        for word in phrase.split():
            node = node.next.setdefault(word, Node())
        node.marks = frozenset({(_PRIVATE, "")})
    return _pruned(root, bool)


def _merged(one: _Branch, other: _Branch) -> _Branch:
    """Both trees as one, so that words are looked up once."""
    both = {
        word: _merged(below, other.next[word]) if word in other.next else below
        for word, below in one.next.items()
    }
    kept = {**other.next, **both}
    after = frozenset(kept["*"].next) if "*" in kept else _NOBODY
    return _Branch(kept or _NOWHERE, one.names | other.names, after)


@dataclass(frozen=True, slots=True)
class _Several:
    """A phrase of several words."""

    words: tuple[str, ...]
    together: str
    """As it stands in a text; nothing where other words may be between."""
    names: frozenset[str]


class _Search:
    """A tree of phrases, each also under the one of its words that the fewest have."""

    def __init__(self, root: _Branch, frequent: frozenset[str]) -> None:
        self._root = root.next
        phrases = list(_phrases(root, ()))
        shared = Counter(word for phrase, _ in phrases for word in set(phrase))
        self._alone: dict[str, frozenset[str]] = {}
        self._among: dict[str, list[_Several]] = {}
        for phrase, names in phrases:
            words = [word for word in phrase if word != "*"]
            if len(phrase) == 1:
                self._alone[words[0]] = names
                continue
            together = f" {' '.join(words)} " if len(words) == len(phrase) else ""
            several = _Several(tuple(words), together, names)
            least = min(words, key=lambda word: (word in frequent, shared[word]))
            self._among.setdefault(least, []).append(several)

    def classes(self, words: Sequence[str]) -> frozenset[str]:
        """The classes of the phrases in *words*, and of some that only seem to be there."""
        there = set(words)
        text = f" {' '.join(words)} "
        names = [self._alone[word] for word in self._alone.keys() & there]
        names += [
            phrase.names
            for word in self._among.keys() & there
            for phrase in self._among[word]
            if there.issuperset(phrase.words) and phrase.together in text
        ]
        return frozenset().union(*names)

    def places(self, words: Sequence[str]) -> list[_Found]:
        """Every place at which phrases begin, and all that they can be.

        The plain gate takes the longest phrase that its line has room for, and none that
        another one covers: each of them is among these.
        """
        found: list[_Found] = []
        for at, (word, following) in enumerate(zip(words, (*words[1:], ""), strict=True)):
            if word not in self._root:
                continue
            node = self._root[word]
            if following in node.next or (node.after and _near(node, words, at + 1)):
                names: set[str] = set()
                end = _walk(node, words, at + 1, names)
                if names:
                    found.append(_Found(at, end, frozenset(names)))
            elif node.names:
                found.append(_Found(at, at + 1, node.names))
        return found


def _phrases(
    node: _Branch, before: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    if node.names:
        yield before, node.names
    for word, below in node.next.items():
        yield from _phrases(below, (*before, word))


def _near(node: _Branch, words: Sequence[str], at: int) -> bool:
    return not node.after.isdisjoint(words[at : at + GAP + 1])


def _walk(node: _Branch, words: Sequence[str], at: int, names: set[str]) -> int:
    """The latest end of a phrase at *node*; the classes of all of them go to *names*."""
    end = 0
    if node.names:
        names |= node.names
        end = at
    if at < len(words):
        below = node.next.get(words[at])
        if below is not None:
            end = max(end, _walk(below, words, at + 1, names))
        after = node.next.get("*")
        if after is not None:
            for here in range(at, min(at + GAP + 1, len(words))):
                if words[here] in after.next:
                    end = max(end, _walk(after.next[words[here]], words, here + 1, names))
    return end


_BLANKS: Final = str.maketrans(
    {
        **{chr(code): " " for code in range(128) if not chr(code).isalnum()},
        **dict.fromkeys("*~`", ""),
        "'": "'",
    }
)


_PRINTED: Final = (
    *(("\u2018", "'"), ("\u2019", "'")),
    *((sign, " ") for sign in "\u201c\u201d\u2013\u2014\u2026\u2022\u00a0"),
)
"""What typography puts into plain text: quotes, dashes, bullets and blanks."""


def said(text: str) -> list[str]:
    """The words of *text* as the plain gate reads them; of plain text in less time."""
    plain = text
    if not text.isascii():
        for sign, like in _PRINTED:
            plain = plain.replace(sign, like)
        if not plain.isascii():
            return words_of(bare_text(text))
    words = plain.lower().translate(_BLANKS).split()
    if "'" not in plain:
        return words
    return [part for word in words for part in (words_of(word) if "'" in word else (word,))]


@cache
def sieve() -> Sieve:
    """The sieve for the lists that come with adjudge."""
    with undisturbed():
        return Sieve(load())
