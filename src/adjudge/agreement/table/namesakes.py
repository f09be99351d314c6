"""A person and a model of one name, `1` and `1`, are two judges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from adjudge.agreement.ratings import NONE
from adjudge.verdict import JudgeKind, kind_named

from .coded import Coded, Codes, distinct_of

_CELL: Final = ("criterion", "item", "system")


def told_apart(coded: Coded, stated: Mapping[str, JudgeKind], notes: list[str]) -> Coded:
    """*coded* with two names where judges of two kinds graded the same under one.

    A model keeps its name, and a person gets another one beside a model or a rule.
    Who never graded the same under both kinds may be one judge, of whom one row says the
    wrong kind: that is left as it is, to be refused.
    """
    judge = coded.codes["judge"].astype(np.int64)
    texts = list(coded.texts["judge"])
    for at, words in _of_two_kinds(coded, stated):
        own = coded.codes["judge"] == at
        parts = {
            kind: own & np.isin(coded.codes["kind"], codes) for kind, codes in words.items()
        }
        if not _meet(coded, list(parts.values())):
            continue
        name = texts[at]
        kept, *others = sorted(parts)
        made = {kind: f"{name} ({kind})" for kind in others}
        if set(made.values()) & set(texts):
            continue
        for kind, new in made.items():
            judge[parts[kind]] = len(texts)
            texts.append(new)
        told = " and ".join(f"the {kind} is called {new}" for kind, new in made.items())
        notes.append(f"a {kept} and others are called {name!r} and graded the same: {told}")
    if len(texts) == len(coded.texts["judge"]):
        return coded
    return _renumbered(coded, judge, texts)


def _of_two_kinds(
    coded: Coded, stated: Mapping[str, JudgeKind]
) -> Iterator[tuple[int, dict[str, list[int]]]]:
    """Judges of whom the table says two kinds: their code, and the words of each kind."""
    names, words = coded.texts["judge"], coded.texts["kind"]
    _, pairs = distinct_of(
        [(coded.codes["judge"], len(names)), (coded.codes["kind"], len(words))]
    )
    found: dict[int, dict[str, list[int]]] = {}
    for judge, word in pairs:
        kind = None if word == NONE else kind_named(words[word])
        if kind is not None and judge != NONE and names[judge] not in stated:
            found.setdefault(judge, {}).setdefault(kind.value, []).append(word)
    yield from ((judge, kinds) for judge, kinds in found.items() if len(kinds) > 1)


def _meet(coded: Coded, parts: Sequence[Codes]) -> bool:
    """Whether two of *parts* graded the same."""
    seen: set[tuple[int, ...]] = set()
    for rows in parts:
        columns = [coded.codes[name][rows].tolist() for name in _CELL]
        cells = set(zip(*columns, strict=True))
        if seen & cells:
            return True
        seen |= cells
    return False


def _renumbered(coded: Coded, judge: Codes, texts: Sequence[str]) -> Coded:
    """*coded* without the names that nobody has any more, in order of appearance."""
    there, first = np.unique(judge[judge != NONE], return_index=True)
    order = there[np.argsort(first)]
    place = np.full(len(texts) + 1, NONE, dtype=np.int32)  # the last is NONE's
    place[order] = np.arange(len(order))
    return replace(
        coded,
        codes={**coded.codes, "judge": place[judge]},
        texts={**coded.texts, "judge": [texts[at] for at in order.tolist()]},
    )
