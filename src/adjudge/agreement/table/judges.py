"""Who judged, and of what kind they are."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from adjudge.agreement.ratings import NONE
from adjudge.verdict import JudgeKind, kind_named

from .choices import Choices, Origin
from .coded import Coded, distinct_of
from .faults import refused
from .names import listed

_KNOWN: Final = (
    "known are " + ", ".join(kind.value for kind in JudgeKind) + " and what others call "
    "them: human, expert, crowd, llm, ai, code ..."
)

_EARLIER_ROUND: Final = re.compile(r"(council/.*)/round-[0-9]+")


def kinds_of(coded: Coded, choices: Choices, origin: Origin, notes: list[str]) -> list[str]:
    """The kind of each judge; one that has two is refused."""
    names, words = coded.texts["judge"], coded.texts["kind"]
    kinds = [_by_name(name, choices.kind).value for name in names]
    _, pairs = distinct_of(
        [(coded.codes["judge"], len(names)), (coded.codes["kind"], len(words))]
    )
    said: dict[int, int] = {}
    for judge, word in pairs:
        if NONE in (judge, word) or names[judge] in choices.kinds:
            continue
        kind = kind_named(words[word])
        if kind is None:
            raise _at(coded, judge, word, f"{words[word]!r} is no kind of judge", origin,
                      hint=_KNOWN)  # fmt: skip
        if judge in said and kinds[judge] != kind.value:
            what = f"{names[judge]!r} is a {kind.value} here and a {kinds[judge]} elsewhere"
            hint = f"correct the file, or say --kind {names[judge]}={kind.value}"
            raise _at(coded, judge, word, what, origin, hint=hint)
        said[judge], kinds[judge] = word, kind.value
    stated = choices.kinds
    guessed = [
        name for at, name in enumerate(names)
        if at not in said and name not in stated and kinds[at] != choices.kind.value
    ]  # fmt: skip
    if guessed:
        notes.append(
            f"taken by their names for rules or models: {listed(guessed)} "
            "(say otherwise with --kind)"
        )
    return [
        stated[n].value if n in stated else k for n, k in zip(names, kinds, strict=True)
    ]


def _by_name(judge: str, otherwise: JudgeKind) -> JudgeKind:
    """`rule/...` and `council/...` are how our own rules and models are named."""
    if judge.startswith("rule/"):
        return JudgeKind.RULE
    return JudgeKind.MODEL if judge.startswith("council/") else otherwise


def _at(
    coded: Coded, judge: int, word: int, what: str, origin: Origin, *, hint: str
) -> Exception:
    there = (coded.codes["judge"] == judge) & (coded.codes["kind"] == word)
    return refused([(int(np.flatnonzero(there)[0]), what)], origin, hint=hint)


def earlier_rounds(coded: Coded) -> list[int]:
    """Judges that are what a model said in a round which a later one supersedes."""
    names = set(coded.texts["judge"])
    found = []
    for code, name in enumerate(coded.texts["judge"]):
        matched = _EARLIER_ROUND.fullmatch(name)
        if matched and matched[1] in names:
            found.append(code)
    return found
