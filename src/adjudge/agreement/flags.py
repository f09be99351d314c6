"""All that a reader of a report must be warned of, from the ratings alone.

Five of the seven kinds are tests. Each kind may use up `SHARE` of false alarms in a whole
report, divided among all the tests it makes, so that a report on judges with nothing wrong
about them has an alarm in at most one case of twenty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from .copied import Copied, copied
from .drift import Drift, drifts
from .flag import SHARE, Flag, FlagKind
from .narrow_use import NarrowUse, narrow_uses
from .prevalence import prevalence_flag
from .ratings import Floats, Ratings
from .severity import Severity, severities
from .sharing import Overlap, little, overlap

FAR: Final = 0.5
"""Standard deviations of all grades by which a judge must be off to be called severe."""

LEAST_DRIFT: Final = 0.2
LEAST_CHANGE: Final = 0.25
"""Correlation with time, and standard deviations of change, that are worth a word."""

_NOT_ENOUGH_LINKED: Final = 4


def find_flags(
    criteria: Sequence[Ratings],
    orders: Mapping[str, Floats] | None = None,
    *,
    by_rows: bool = False,
) -> tuple[Flag, ...]:
    """The flags of a report on *criteria*.

    *orders* tells by criterion when each cell was filled, as rising numbers; without it
    nobody can be said to drift. *by_rows*: they are the order of rows in a file, which
    may be the order of judging.
    """
    orders = orders or {}
    tested = [each for each in criteria if len(each.cells)]
    grades = sum(len(each.judges) for each in tested)
    found = [
        *_copied(tested),
        *_narrow(tested, grades),
        *_severe(tested),
        *_drifting(tested, orders, by_rows=by_rows),
    ]
    for each in tested:
        if (flag := prevalence_flag(each)) is not None:
            found.append(flag)
        found.extend(_overlapping(each, overlap(each)))
    return tuple(found)


def _corrected(p: float, tests: int) -> float | None:
    """*p* for all *tests* of its kind, where that is within the share of the kind."""
    corrected = min(1.0, p * max(1, tests))
    return corrected if corrected < SHARE else None


def _copied(criteria: Sequence[Ratings]) -> Iterator[Flag]:
    tests, found = copied(criteria)
    for each in found:
        p = _corrected(each.p, tests)
        if p is not None:
            yield _copied_flag(each, p)


def _copied_flag(each: Copied, p: float) -> Flag:
    one, other = each.judges
    on = "" if each.criteria == 1 else f" on all {each.criteria} criteria"
    beside = {} if each.next_pair is None else {"next_pair": each.next_pair}
    return Flag(
        kind="copied",
        criterion="",
        judges=each.judges,
        sentence=(
            f"{one} and {other} gave the same grades{on} for {each.same} of {each.items} "
            f"items; {_why_copied(each)}."
        ),
        advice="Ask whether one saw the other's grades. If so, the two count as one judge.",
        numbers={
            "same": each.same, "items": each.items, "criteria": each.criteria,
            "explained_share": each.expected, **beside,
        },
        p=p,
    )  # fmt: skip


def _why_copied(each: Copied) -> str:
    if not each.throughout:
        return f"agreement explains about {each.expected * each.items:.0f}"
    if each.next_pair is None:
        return (
            f"judges who work apart agree in {each.expected * 100:.0f} % of the grades "
            "at most"
        )
    return (
        f"the next most alike pair with either of them agrees in "
        f"{each.next_pair * 100:.0f} % of the grades"
    )


def _narrow(criteria: Sequence[Ratings], tests: int) -> Iterator[Flag]:
    for ratings in criteria:
        for use in narrow_uses(ratings):
            p = _corrected(use.p, tests)
            if p is not None:
                yield _narrow_flag(ratings.criterion, use, p)


def _narrow_flag(criterion: str, use: NarrowUse, p: float) -> Flag:
    kind: FlagKind = "constant" if use.how == "constant" else "ends"
    said = (
        f"gave {use.labels[0]} to all of its {use.grades} units"
        if kind == "constant"
        else f"used nothing but the ends of the scale, {' and '.join(use.labels)}, "
        f"on {use.grades} units"
    )
    there = use.labels[0] if kind == "constant" else "at the ends"
    advice = (
        "Such grades carry no information: ask the judge, or measure without them."
        if kind == "constant"
        else "Ask whether the judge knew that the steps between may be used."
    )
    return Flag(
        kind=kind,
        criterion=criterion,
        judges=(use.judge,),
        sentence=f"{use.judge} {said}; of the others' grades of those units "
        f"{use.others * 100:.0f} % are {there}.",
        advice=advice,
        numbers={"grades": use.grades, "share_of_others": use.others},
        p=p,
    )


def _severe(criteria: Sequence[Ratings]) -> Iterator[Flag]:
    known = [(each, severities(each)) for each in criteria if each.points is not None]
    tests = sum(s.p is not None for _, found in known for s in found)
    for ratings, found in known:
        spread = _spread(ratings)
        for each in found:
            if each.p is None or each.shift is None or abs(each.shift) < FAR * spread:
                continue
            p = _corrected(each.p, tests)
            if p is not None:
                yield _severe_flag(ratings.criterion, each, spread, p)


def _spread(ratings: Ratings) -> float:
    """The standard deviation of all grades."""
    if ratings.points is None:
        return 0.0
    cells = ratings.cells
    counts = np.array([int((cells == k).sum()) for k in range(ratings.size)])
    mean = counts @ ratings.points / max(1, counts.sum())
    return float((counts @ (ratings.points - mean) ** 2 / max(1, counts.sum())) ** 0.5)


def _severe_flag(criterion: str, each: Severity, spread: float, p: float) -> Flag:
    shift, low, high = each.shift or 0.0, each.low or 0.0, each.high or 0.0
    how = "lower" if shift < 0 else "higher"
    ends = sorted((abs(low), abs(high)))
    return Flag(
        kind="severe",
        criterion=criterion,
        judges=(each.judge,),
        sentence=(
            f"{each.judge} grades {abs(shift):.2f} points {how} than the others on the "
            f"same units (95 %: {ends[0]:.2f} to {ends[1]:.2f})."
        ),
        advice="Compare only what it judged with what it judged, or take the shift out.",
        numbers={
            "shift": shift, "low": low, "high": high, "units": each.shared,
            "standard_deviations": shift / spread if spread else 0.0,
        },
        p=p,
    )  # fmt: skip


def _drifting(
    criteria: Sequence[Ratings], orders: Mapping[str, Floats], *, by_rows: bool
) -> Iterator[Flag]:
    known = [
        (each, drifts(each, orders[each.criterion]))
        for each in criteria
        if each.criterion in orders
    ]
    tests = sum(len(each.judges) for each, _ in known)
    for ratings, found in known:
        spread = _spread(ratings)
        for drift in found:
            p = _corrected(drift.p, tests)
            if p is not None and _worth_a_word(drift, spread):
                yield _drift_flag(ratings, drift, p, by_rows=by_rows)


def _worth_a_word(drift: Drift, spread: float) -> bool:
    return (
        abs(drift.correlation) >= LEAST_DRIFT
        and abs(drift.change) >= LEAST_CHANGE * spread
        and drift.change * drift.correlation > 0
    )


def _drift_flag(ratings: Ratings, drift: Drift, p: float, *, by_rows: bool) -> Flag:
    way = "rose" if drift.change > 0 else "fell"
    when = ", if the rows stand in the order of judging" if by_rows else ""
    beside = (
        "beside the other judge, who may be the one that moved"
        if len(ratings.judges) == 2
        else "beside the other judges on the same units"
    )
    return Flag(
        kind="drift",
        criterion=ratings.criterion,
        judges=(drift.judge,),
        sentence=(
            f"The grades of {drift.judge} {way} by {abs(drift.change):.2f} points from the "
            f"first third to the last, {beside}{when}."
        ),
        advice="Look at early and late grades with the judge, and settle the scale.",
        numbers={
            "change": drift.change, "correlation": drift.correlation, "units": drift.units,
        },
        p=p,
    )  # fmt: skip


def _overlapping(ratings: Ratings, found: Overlap) -> Iterator[Flag]:
    if len(found.groups) > 1:
        yield Flag(
            kind="overlap",
            criterion=ratings.criterion,
            judges=tuple(name for group in found.groups for name in group),
            sentence=(
                f"The judges fall into {len(found.groups)} groups that share no unit: "
                "between groups nothing can be compared."
            ),
            advice="Give some units to judges of every group.",
            numbers={"groups": len(found.groups)},
        )
    if found.compared < _NOT_ENOUGH_LINKED or len(ratings.judges) < 2:
        return
    few = [each for each in little(found, ratings.judges) if each[1] < each[2]]
    if few:
        names = tuple(name for name, _, _ in few)
        least = min(few, key=lambda each: each[1])
        yield Flag(
            kind="overlap",
            criterion=ratings.criterion,
            judges=names,
            sentence=(
                f"{_listed(names)} shared few units with others; {least[0]} only "
                f"{least[1]} of {least[2]}."
            ),
            advice="What is said of them rests on little: let others judge their units.",
            numbers={"judges": len(few), "least_shared": least[1]},
        )


def _listed(names: Sequence[str]) -> str:
    if len(names) > 3:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]
