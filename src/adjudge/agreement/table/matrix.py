"""The matrix of each criterion: units, judges, and the codes of their grades."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudge.agreement.categories import Categories, categories_of, taken_at
from adjudge.agreement.ratings import NONE, Ratings, code_type
from adjudge.errors import InputInvalid
from adjudge.rubric import Freeform, Level, Scale, Score
from adjudge.verdict import MarkFault, read_mark

from .alike import tell_alike_labels
from .choices import Choices, Origin
from .coded import Coded, Codes
from .faults import many
from .grades import GRADED, Grades

ABSTAINED: Final = "abstained"

_LARGEST: Final = 1 << 33
"""A matrix of more bytes than that is not made."""


@dataclass(slots=True, eq=False)
class Work:
    """What is known on the way from codes to matrices."""

    coded: Coded
    choices: Choices
    origin: Origin
    counts: npt.NDArray[np.bool_]
    """Which positions count."""
    unit: Codes
    units: Sequence[str]
    kinds: Sequence[str]
    notes: list[str] = field(default_factory=list)


def abstain(work: Work, grades: Grades) -> None:
    """Take abstentions for the grade that `abstain_as` says, where it says one."""
    wanted = work.choices.abstain_as
    marks = [at for at, state in enumerate(grades.state) if state == ABSTAINED]
    if wanted == "unknown" or not marks:
        return
    count = int(work.counts[grades.positions(marks)].sum())
    if wanted == "category":
        told = many(count, "abstention", "counts", "count")
        work.notes.append(f"{told} as a category of its own")
        return
    for at in marks:
        name = work.coded.texts["criterion"][grades.criterion[at]]
        scale = work.choices.scale(name)
        read = None if scale is None else partial(scale.read, criterion=name)
        try:
            said = read_mark(None, wanted, None, read, "refuse")
        except MarkFault as fault:
            raise InputInvalid(fault.what, where="--abstain-as", hint=fault.hint) from fault
        grades.state[at], grades.value[at], grades.label[at] = said
    told = many(count, "abstention", "counts", "count")
    work.notes.append(f"{told} as the grade {wanted!r}")


def matrices(work: Work, grades: Grades) -> tuple[Ratings, ...]:
    """One for each criterion that can be measured, in order of first appearance."""
    codes = work.coded.codes["criterion"]
    made = []
    told: dict[str, list[str]] = {}
    for code, name in enumerate(work.coded.texts["criterion"]):
        at = np.flatnonzero((codes == code) & work.counts)
        if not len(at):
            continue
        if isinstance(work.choices.scale(name), Freeform):
            work.notes.append(f"{name} is answered in free text, which is not measured")
            continue
        found, code_of_mark = categories_in(work, grades, code, at)
        if work.choices.scale(name) is None:
            tell_alike_labels(found.labels, name, work.notes)
        told.setdefault(_told(found, work.choices.scale(name)), []).append(name)
        made.append(_matrix(work, code, at, found, code_of_mark[grades.which[at]]))
    work.notes.extend(f"{', '.join(names)}: {what}" for what, names in told.items() if what)
    return tuple(made)


def _matrix(
    work: Work,
    criterion: int,
    at: npt.NDArray[np.int64],
    categories: Categories,
    codes: npt.NDArray[np.int32],
) -> Ratings:
    all_judges = work.coded.texts["judge"]
    rows, units = _present(work.unit[at], len(work.units))
    columns, judges = _present(work.coded.codes["judge"][at], len(all_judges))
    name = work.coded.texts["criterion"][criterion]
    cells = _empty(len(units), len(judges), len(categories.labels), name)
    cells[rows, columns] = codes
    whole = units == list(range(len(work.units)))
    return Ratings(
        cells=cells,
        labels=categories.labels,
        points=categories.points,
        level=categories.level,
        judges=tuple(all_judges[judge] for judge in judges),
        kinds=tuple(work.kinds[judge] for judge in judges),
        units=work.units if whole else [work.units[unit] for unit in units],
        criterion=name,
        closed=categories.closed,
    )


def _empty(units: int, judges: int, size: int, name: str) -> Codes:
    narrow = np.dtype(code_type(size))
    if units * judges * narrow.itemsize > _LARGEST:
        raise InputInvalid(
            f"{units} units by {judges} judges do not fit into memory",
            where=name,
            hint="measure a part: fewer judges or fewer items at a time",
        )
    return np.full((units, judges), NONE, dtype=narrow)


def _present(codes: Codes, size: int) -> tuple[Codes, list[int]]:
    """*codes* without the gaps, numbered as they first come, and which there are."""
    first = np.full(size, len(codes), dtype=np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)  # the last one written stays
    there = np.flatnonzero(first < len(codes))
    found = there[np.argsort(first[there], kind="stable")]
    if len(found) == size and bool((found == np.arange(size)).all()):
        return codes, list(range(size))
    place = np.zeros(size, dtype=np.int32)
    place[found] = np.arange(len(found), dtype=np.int32)
    return place[codes], found.tolist()


def categories_in(
    work: Work, grades: Grades, criterion: int, at: npt.NDArray[np.int64]
) -> tuple[Categories, npt.NDArray[np.int32]]:
    """The categories of *criterion*, rated *at*, and the code of each mark of it."""
    name = work.coded.texts["criterion"][criterion]
    wanted, scale = work.choices.level(name), work.choices.scale(name)
    count = np.bincount(grades.which[at], minlength=len(grades.state))
    there = [
        mark
        for mark, code in enumerate(grades.criterion)
        if code == criterion and grades.state[mark] == GRADED and count[mark]
    ]
    marks = [(grades.value[mark], grades.label[mark]) for mark in there]
    found = categories_of(marks, _opened(scale, work.choices), criterion=name)
    found = taken_at(found, wanted, name)
    codes = np.full(len(grades.state), NONE, dtype=np.int32)
    codes[there] = found.codes
    if work.choices.abstain_as == "category":
        found = _with_abstained(found, wanted, name)
        for mark, state in enumerate(grades.state):
            if state == ABSTAINED and grades.criterion[mark] == criterion:
                codes[mark] = len(found.labels) - 1
    return found, codes


def _opened(scale: Scale | None, choices: Choices) -> Scale | None:
    """*scale*, between whose steps a mean may lie."""
    if choices.duplicates == "mean" and isinstance(scale, Score):
        return replace(scale, step=None)
    return scale


def _with_abstained(found: Categories, wanted: Level | None, name: str) -> Categories:
    if wanted not in (None, Level.NOMINAL):
        raise InputInvalid(
            f"an abstention has no place in the order of {name}",
            where="--abstain-as category",
            hint=f"say --level {name}=nominal, or --abstain-as a grade",
        )
    label = ABSTAINED if ABSTAINED not in found.labels else "abstained (no grade)"
    return replace(found, labels=(*found.labels, label), points=None, level=Level.NOMINAL)


def _told(found: Categories, scale: Scale | None) -> str:
    """What a reader must know of categories that no scale has stated."""
    if scale is not None:
        return ""
    if not found.labels:
        return "there is no grade, so nothing can be measured"
    shown = ", ".join(found.labels[:12]) + (", ..." if len(found.labels) > 12 else "")
    guess = " (guessed: say otherwise with --level)" if found.guessed else ""
    return (
        f"no scale is stated, so the categories are the {len(found.labels)} that occur: "
        f"{shown}; taken as {found.level.value}{guess}"
    )
