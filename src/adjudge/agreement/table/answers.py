"""`None` among words: an answer, or no answer at all."""

from __future__ import annotations

from collections.abc import Iterator

from .grades import GRADED, Grades


def answers_in_words(grades: Grades, criterion: int, name: str, notes: list[str]) -> None:
    """Take `none` for an answer where the others are words of the same make.

    Beside mild and severe it is one; beside yes and no, `None` is what a program writes for
    no value. Other spellings, as N/A, stay no answer, and the note says what to do.
    """
    marks = [at for at, of in enumerate(grades.criterion) if of == criterion]
    words = [grades.label[at] for at in marks if grades.state[at] == GRADED]
    makes = {_make(word) for word in words if word is not None}
    signs = "+" in words
    lacking: dict[str, None] = {}
    for at, raw in _missing(grades, marks):
        if (raw.casefold() == "none" and _make(raw) in makes) or (raw == "-" and signs):
            grades.faults.pop(at, None)
            grades.state[at], grades.value[at], grades.label[at] = GRADED, None, raw
            notes.append(f"{name}: `{raw}` is taken for an answer, as the others are words")
        else:
            lacking[raw] = None
    if lacking:
        told = ", ".join(f"`{raw}`" for raw in lacking)
        notes.append(
            f"{name}: {told} is taken for no answer; --abstain-as category makes it one"
        )


def _missing(grades: Grades, marks: list[int]) -> Iterator[tuple[int, str]]:
    """Those of *marks* that a word stands for which means no value."""
    for at in marks:
        raw = grades.raw[at]
        graded = grades.state[at] == GRADED
        faulty = at in grades.faults and grades.faults[at].code != "V007"
        if (
            isinstance(raw, str)
            and raw.strip()
            and not (graded or grades.own[at] or faulty)
        ):
            yield at, raw.strip()


def _make(word: str) -> str:
    """How *word* is written: in small letters, in capitals, with one capital."""
    first = word[:1]
    if word.isupper() and len(word) > 1:
        return "capitals"
    return "capital" if first.isupper() else "small"
