"""A word among numbers, a number among words: a typo, unless somebody says otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.rubric import Level
from adjudge.verdict import MarkFault, number_shown

from .answers import answers_in_words
from .choices import Choices
from .grades import GRADED, Grades

_FEW: Final = 0.10
_COMMA: Final = re.compile(r"[+-]?\d+,\d+")
_SHARE: Final = re.compile(r"([+-]?\d+(?:[.,]\d+)?)\s*(?:/|out of|von|of|sur|de)\s*\d+")
"""`8/10`, of which 8 is the grade."""

_VOCABULARY: Final = 50
"""Different words beyond which they are free texts: a number may be one of them."""

_OFTEN: Final = 10
"""Nobody makes one typo so often: it is a name, where the numbers are two names too."""


@dataclass(frozen=True, slots=True)
class _Kinds:
    """The marks of one criterion by what they are."""

    numbers: list[int]
    words: list[int]


def tell_strangers(
    grades: Grades, criteria: Sequence[str], choices: Choices, notes: list[str]
) -> None:
    """Add a fault for each value that is not of the kind of nearly all others."""
    for code, name in enumerate(criteria):
        if choices.scale(name) is not None or choices.level(name) is Level.NOMINAL:
            continue
        found = _kinds(grades, code)
        if found.words:
            answers_in_words(grades, code, name, notes)
        if found.words and found.numbers:
            _read_commas(grades, found, name, notes)
            _judge_mixture(grades, found, name, notes)
        elif found.words:
            _read_commas(grades, found, name, notes)


def _kinds(grades: Grades, code: int) -> _Kinds:
    found = _Kinds([], [])
    for at, criterion in enumerate(grades.criterion):
        if criterion == code and grades.state[at] == GRADED and not grades.own[at]:
            (found.words if grades.value[at] is None else found.numbers).append(at)
    return found


def _read_commas(grades: Grades, found: _Kinds, name: str, notes: list[str]) -> None:
    """`3,5` is three and a half where every value is a number so."""
    if not all(_COMMA.fullmatch(grades.label[at] or "") for at in found.words):
        return
    for at in found.words:
        number = float((grades.label[at] or "").replace(",", "."))
        grades.value[at], grades.label[at] = number, number_shown(number)
    notes.append(f"{name}: a comma is read as the decimal sign")
    found.numbers.extend(found.words)
    found.words.clear()


def _judge_mixture(grades: Grades, found: _Kinds, name: str, notes: list[str]) -> None:
    if not found.words:
        return
    words = sum(int(grades.count[at]) for at in found.words)
    numbers = sum(int(grades.count[at]) for at in found.numbers)
    fewer, few, many = (
        (found.words, words, numbers)
        if words <= numbers
        else (found.numbers, numbers, words)
    )
    lone = few == len(fewer) and few < many / 2
    if (few > _FEW * (few + many) and not lone) or _are_names(found, fewer, few):
        notes.append(f"{name}: numbers and words are mixed, and all are taken as names")
        return
    is_word = fewer is found.words
    what = "is not a number" if is_word else "is a number"
    others = f"as the other {many} values of {name} are"
    if not is_word:
        others = f"and the other {many} values of {name} are words"
    for at in fewer:
        raw = grades.raw[at]
        hint = _hint(raw, name)
        grades.faults[at] = MarkFault("V006", f"{raw!r} {what}, {others}", hint)
        grades.state[at], grades.value[at], grades.label[at] = "dropped", None, None


def _are_names(found: _Kinds, fewer: list[int], few: int) -> bool:
    """Whether the strangers are names among names, however few."""
    if fewer is found.numbers:
        return len(found.words) > _VOCABULARY
    return len(found.numbers) <= 2 and few >= _OFTEN * len(fewer)


def _hint(raw: float | str | None, name: str) -> str:
    """What to do about *raw*: first what keeps the grade, then what loses it."""
    share = _SHARE.fullmatch(str(raw).strip())
    first = f"write {share[1]} in the file" if share else "correct it in the file"
    return (
        f"{first}, or state the scale with --scale or --rubric if it is a grade; if it is "
        f"no typo, take all values as names with --level {name}=nominal"
    )
