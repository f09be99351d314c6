"""What ratings say: each distinct combination of cells is read once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudge.agreement.ratings import NONE
from adjudge.verdict import Mark, MarkFault, ReadGrade, number_shown, read_mark

from .choices import Choices, Origin
from .coded import Coded, Codes, distinct_of
from .faults import many, refused
from .layout import ABSENT

GRADED: Final = "graded"
DROPPED: Final = "dropped"
"""The state of what `--off-scale drop` leaves out."""

_OUTCOMES: Final = ("graded", "abstained", "excused", "failed")
_COLUMNS: Final = ("criterion", "outcome", "value", "label")


@dataclass(slots=True, eq=False)
class Grades:
    """Each distinct mark, and which of them every position has."""

    which: Codes
    criterion: list[int]
    """Of each mark: the code of its criterion. The following are alike."""
    own: list[bool]
    """An outcome stands beside it: it is a ledger's."""
    raw: list[float | str | None]
    count: npt.NDArray[np.int64]
    state: list[str] = field(default_factory=list)
    value: list[float | None] = field(default_factory=list)
    label: list[str | None] = field(default_factory=list)
    faults: dict[int, MarkFault] = field(default_factory=dict)

    def put(self, mark: Mark) -> None:
        """What the next mark says."""
        self.state.append(mark[0])
        self.value.append(mark[1])
        self.label.append(mark[2])

    def positions(self, marks: Sequence[int]) -> npt.NDArray[np.int64]:
        """Where *marks* stand."""
        wanted = np.zeros(len(self.state), dtype=np.bool_)
        wanted[list(marks)] = True
        return np.flatnonzero(wanted[self.which])

    def add(self, criterion: int, value: float) -> int:
        """One more graded mark, made of others; its number."""
        self.criterion.append(criterion)
        self.own.append(False)
        self.raw.append(value)
        self.put((GRADED, value, number_shown(value)))
        return len(self.state) - 1


def read_grades(coded: Coded, choices: Choices) -> Grades:
    """The grades in *coded*, with the fault of each that cannot be read."""
    sizes = [*(len(coded.texts[name]) for name in _COLUMNS if name != "value")]
    sizes.insert(2, len(coded.values))
    which, rows = distinct_of(
        [(coded.codes[name], size) for name, size in zip(_COLUMNS, sizes, strict=True)]
    )
    grades = Grades(
        which=which,
        criterion=[row[0] for row in rows],
        own=[coded.text("outcome", row[1]) not in (None, ABSENT) for row in rows],
        raw=[None if row[2] == NONE else coded.values[row[2]] for row in rows],
        count=np.bincount(which, minlength=len(rows)),
    )
    readers = [_reader(name, choices) for name in coded.texts["criterion"]]
    for at, (criterion, outcome, _, label) in enumerate(rows):
        said = coded.text("outcome", outcome), coded.text("label", label)
        try:
            grades.put(_mark(*said, grades.raw[at], readers[criterion], choices))
        except MarkFault as fault:
            grades.faults[at] = fault
            grades.put((DROPPED, None, None))
    return grades


def _mark(
    outcome: str | None,
    label: str | None,
    raw: float | str | None,
    read: ReadGrade | None,
    choices: Choices,
) -> Mark:
    if outcome == ABSENT:
        return ABSENT, None, None
    if outcome is not None and outcome not in _OUTCOMES:
        hint = f"known are {', '.join(_OUTCOMES)}"
        raise MarkFault("V005", f"{outcome!r} is no outcome", hint)
    if outcome is None and isinstance(raw, str):
        raw = raw.strip()
    return read_mark(outcome, raw, label, read, choices.missing)


def _reader(criterion: str, choices: Choices) -> ReadGrade | None:
    scale = choices.scale(criterion)
    return None if scale is None else partial(scale.read, criterion=criterion)


def settle(grades: Grades, choices: Choices, origin: Origin, notes: list[str]) -> None:
    """Refuse the faults of *grades*, or leave out those that are asked to be."""
    if not grades.faults:
        return
    off = [at for at, fault in grades.faults.items() if fault.code == "V006"]
    if choices.off_scale == "drop":
        _tell_dropped(grades, off, origin, notes)
        left = [at for at in grades.faults if at not in off]
    else:
        left = list(grades.faults)
    if not left:
        return
    positions = grades.positions(left)
    shown = [(int(at), grades.faults[int(grades.which[at])].what) for at in positions[:5]]
    first = grades.faults[int(grades.which[positions[0]])]
    hint = first.hint
    if first.code == "V006":
        hint += "; otherwise correct the file, or leave such rows out with --off-scale drop"
    raise refused(shown, origin, hint=hint, total=len(positions))


def _tell_dropped(
    grades: Grades, off: Sequence[int], origin: Origin, notes: list[str]
) -> None:
    if not off:
        return
    positions = grades.positions(off)
    rows = ", ".join(
        f"{origin.row(int(at))} ({grades.raw[int(grades.which[at])]!r})"
        for at in positions[:5]
    )
    more = f" and {len(positions) - 5} more" if len(positions) > 5 else ""
    told = many(
        len(positions), "rating", "off the scale is left out", "off the scale are left out"
    )
    notes.append(f"{told}: {rows}{more}")
