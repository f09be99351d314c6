"""What reviewers' habits do to their scores, taken out: before the gates, never after."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from .sheet import Sheet, answer_of, average

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

LEAST: Final = 5
"""Answers that a reviewer must have scored before its habits are taken out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leniency:
    """How many points each reviewer gives above what the others give."""

    points: Mapping[str, float] = field(default_factory=dict)
    """By reviewer; they add up to 0. Empty where `why` says that there is no telling."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """What each reviewer's scores are like as a whole: their middle and their spread."""

    middle: Mapping[str, float] = field(default_factory=dict)
    spread: Mapping[str, float] = field(default_factory=dict)
    why: str = ""

    def normalised(self, reviewer: str, base: float) -> float:
        """*base* as a reviewer of average middle and spread would have put it."""
        own = self.spread[reviewer]
        steps = (base - self.middle[reviewer]) / own if own else 0.0
        return average(self.middle.values()) + steps * average(self.spread.values())


def scored(sheets: Iterable[Sheet]) -> list[tuple[Sheet, float]]:
    """The sheets with a score, each with its base."""
    return [
        (sheet, sheet.overall.base)
        for sheet in sheets
        if sheet.overall.value is not None and sheet.overall.base is not None
    ]


def habits(sheets: Sequence[Sheet], *, least: int = LEAST) -> Habits:
    """Middle and spread of each reviewer's bases, or why there are none."""
    by_reviewer: dict[str, list[float]] = defaultdict(list)
    for sheet, base in scored(sheets):
        by_reviewer[sheet.reviewer].append(base)
    few = {name: len(found) for name, found in by_reviewer.items() if len(found) < least}
    if few or len(by_reviewer) < 2:
        return Habits(why=too_few(few, len(by_reviewer), least))
    middle = {name: average(found) for name, found in by_reviewer.items()}
    spread = {
        name: average((value - middle[name]) ** 2 for value in found) ** 0.5
        for name, found in by_reviewer.items()
    }
    return Habits(middle=middle, spread=spread)


def leniency(sheets: Sequence[Sheet], *, least: int = LEAST) -> Leniency:
    """The reviewers' part of the model base = answer + reviewer, by least squares."""
    rows = [(answer_of(sheet), sheet.reviewer, base) for sheet, base in scored(sheets)]
    return fit(rows, least=least)


def fit(rows: Sequence[tuple[Hashable, str, float]], *, least: int = LEAST) -> Leniency:
    """Fit answer + reviewer to *rows* of (answer, reviewer, value).

    Answers that one reviewer alone has seen tell nothing about reviewers. Where two groups
    of reviewers have no answer in common, no figure could compare them.
    """
    seen: dict[Hashable, list[tuple[str, float]]] = defaultdict(list)
    for answer, reviewer, value in rows:
        seen[answer].append((reviewer, value))
    names = sorted({reviewer for _, reviewer, _ in rows})
    shared = [found for found in seen.values() if len(found) > 1]
    count = dict.fromkeys(names, 0)
    for found in shared:
        for reviewer, _ in found:
            count[reviewer] += 1
    few = {name: n for name, n in count.items() if n < least}
    if few or len(names) < 2:
        return Leniency(why=too_few(few, len(names), least))
    told = _apart(names, shared)
    if told:
        return Leniency(why=told)
    return Leniency(points=_solve(names, shared))


def fit_rows(names: Sequence[str], table: Floats, *, least: int = LEAST) -> Leniency:
    """`fit` for very many answers: *table* has one row for each, NaN where there is none.

    Sums of answers are all that it takes, and of who has seen an answer few ways differ.
    """
    import numpy as np  # noqa: PLC0415  a caller without corrections does without it

    there = ~np.isnan(table)
    seen = there.sum(axis=1)
    there, table, seen = there[seen > 1], table[seen > 1], seen[seen > 1]
    count = dict(zip(names, there.sum(axis=0).tolist(), strict=True))
    few = {name: n for name, n in count.items() if n < least}
    if few or len(names) < 2:
        return Leniency(why=too_few(few, len(names), least))
    ways = np.unique(there, axis=0)
    told = _apart(
        names, [[(names[at], 0.0) for at in np.flatnonzero(w).tolist()] for w in ways]
    )
    if told:
        return Leniency(why=told)
    known = there.astype(np.float64)
    filled = np.where(there, table, 0.0)
    centred = filled - known * (filled.sum(axis=1) / seen)[:, None]
    normal = np.diag(known.sum(axis=0)) - known.T @ (known / seen[:, None])
    # The level of all reviewers together is free: this pins it at 0.
    solution = np.linalg.solve(normal + 1.0, centred.sum(axis=0))
    return Leniency(points=dict(zip(names, solution.tolist(), strict=True)))


def _apart(names: Sequence[str], shared: Iterable[Sequence[tuple[str, float]]]) -> str:
    """Which reviewers no common answer links; blank where all are linked."""
    groups = _groups(names, shared)
    if len(groups) < 2:
        return ""
    told = " | ".join(", ".join(group) for group in groups)
    return f"not enough data: no answer in common between these reviewers: {told}"


def too_few(few: Mapping[str, int], reviewers: int, least: int) -> str:
    """Why there are no corrections: who has scored too few answers."""
    if reviewers < 2:
        return f"not enough data: {'one reviewer' if reviewers else 'no reviewer'}"
    name, n = min(few.items(), key=lambda entry: (entry[1], entry[0]))
    return (
        f"not enough data: {name} has {n} answer{'' if n == 1 else 's'} "
        f"that can be compared, {least} are needed"
    )


def _groups(
    names: Sequence[str], shared: Iterable[Sequence[tuple[str, float]]]
) -> list[list[str]]:
    """Reviewers that are linked, directly or through others, by common answers."""
    leader = {name: name for name in names}

    def lead(name: str) -> str:
        while leader[name] != name:
            name = leader[name]
        return name

    for found in shared:
        first = lead(found[0][0])
        for reviewer, _ in found[1:]:
            leader[lead(reviewer)] = first
    groups: dict[str, list[str]] = defaultdict(list)
    for name in names:
        groups[lead(name)].append(name)
    return sorted(groups.values())


def _solve(
    names: Sequence[str], shared: Iterable[Sequence[tuple[str, float]]]
) -> dict[str, float]:
    """Least squares with the answers eliminated, so that it is as small as the council."""
    import numpy as np  # noqa: PLC0415  a caller without corrections does without it

    place = {name: at for at, name in enumerate(names)}
    normal = np.zeros((len(names), len(names)))
    right = np.zeros(len(names))
    for found in shared:
        at = np.array([place[reviewer] for reviewer, _ in found])
        values = np.array([value for _, value in found])
        np.add.at(normal, (at, at), 1.0)
        np.add.at(normal, (at[:, None], at[None, :]), -1 / len(found))
        np.add.at(right, at, values - values.mean())
    # The level of all reviewers together is free: this pins it at 0.
    solution = np.linalg.solve(normal + 1.0, right)
    return {name: float(solution[place[name]]) for name in names}
