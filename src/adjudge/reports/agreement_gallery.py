"""The pictures of a finding on agreement, bounded in size however many judges there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from adjudge.agreement import FEW_UNITS, Coefficient

from .agreement_finding import AgreementFinding, Confused, CriterionFinding
from .agreement_words import coefficient_name, figure, interval, telling
from .picture import Picture
from .picture_bars import bars
from .picture_forest import Row, forest
from .picture_heat import heat
from .picture_severity import severity_picture
from .run_of_categories import binned

JUDGES: Final = 20
"""Judges of one criterion in a picture or table: those with the most grades."""
CRITERIA: Final = 60


def overview_picture(finding: AgreementFinding) -> Picture:
    """All criteria under one another, each by the coefficient of its headline."""
    rows = [
        _row(each.title, each.headline.coefficient) for each in finding.criteria[:CRITERIA]
    ]
    return forest("criteria", "Agreement by criterion, with intervals", rows)


def agreement_pictures(finding: AgreementFinding) -> Iterator[Picture]:
    """All pictures of the report, in its order."""
    if finding.criteria:
        yield overview_picture(finding)
    for number, each in enumerate(finding.criteria[:CRITERIA], 1):
        yield from criterion_pictures(each, number)


def criterion_pictures(each: CriterionFinding, number: int) -> Iterator[Picture]:
    """The pictures of one criterion, in the order of the report."""
    yield coefficients_picture(each, number)
    pairs = pairs_picture(each, number)
    if pairs is not None:
        yield pairs
    yield grades_picture(each, number)
    severity = severity_of(each, number)
    if severity is not None:
        yield severity
    for at, confused in enumerate(each.confused, 1):
        yield confused_picture(confused, f"c{number}-against-{at}", each.title)


def coefficients_picture(each: CriterionFinding, number: int) -> Picture:
    """Every coefficient of *each* that has a place between chance and perfection."""
    rows = [
        _row(coefficient_name(c), c)
        for c in telling(each.agreement)
        if "difference" not in c.name
    ]
    title = f"{each.title}: every coefficient, with intervals"
    # The bands are for alpha: 93 % raw agreement is not "good" by them.
    return forest(f"c{number}-coefficients", title, rows, bands=False)


def _row(name: str, found: Coefficient | None) -> Row:
    if found is None:
        return Row(name=name, value=None, low=None, high=None, told="not measured")
    told = figure(found.value)
    if found.value is not None:
        told += f" ({interval(found)})"
    return Row(name=name, value=found.value, low=found.low, high=found.high, told=told)


def judges_shown(each: CriterionFinding) -> tuple[int, ...]:
    """The places of the judges that are shown, in their order."""
    counts = each.agreement.given.sum(axis=1).tolist()
    most = sorted(range(len(counts)), key=lambda at: (-counts[at], at))[:JUDGES]
    return tuple(sorted(most))


def pair_figures(
    each: CriterionFinding,
) -> tuple[str, dict[frozenset[str], Coefficient]] | None:
    """What pairs are compared by, and their figures: of the judges that are shown."""
    measure = each.agreement.likeness
    if measure is None:
        return None
    kept = set(judges_shown(each))
    pairs = combinations(range(len(each.agreement.judges)), 2)
    chosen = (measure.make(at) for at, pair in enumerate(pairs) if kept.issuperset(pair))
    found = {frozenset(c.between): c for c in chosen if c.between}
    return coefficient_name(measure.make(0)), found


def pairs_picture(each: CriterionFinding, number: int) -> Picture | None:
    """Judge by judge, how far the two agree; None where nothing can be built on any."""
    told = pair_figures(each)
    if told is None or len(each.agreement.judges) < 3:
        return None
    name, found = told
    if not any(c.value is not None and rests_enough(c) for c in found.values()):
        return None
    judges = [each.agreement.judges[at] for at in judges_shown(each)]
    cells = [[_pair_cell(found.get(frozenset((a, b)))) for b in judges] for a in judges]
    title = f"{each.title}: judge by judge, {name}"
    return heat(f"c{number}-judges", title, (judges, judges), cells)


def rests_enough(found: Coefficient) -> bool:
    """Whether two judges share enough units for their figure to mean something."""
    return found.units >= FEW_UNITS


def pair_figure(found: Coefficient | None) -> str:
    """The figure of two judges, with a star where they share few units."""
    if found is None or found.value is None:
        return "–"
    return figure(found.value) + ("" if rests_enough(found) else "*")


def _pair_cell(found: Coefficient | None) -> tuple[str, float | None]:
    if found is None or found.value is None:
        return "–", None
    depth = max(0.0, found.value) if rests_enough(found) else None
    return pair_figure(found), depth


def grades_picture(each: CriterionFinding, number: int) -> Picture:
    """How each judge spread its grades."""
    chosen = judges_shown(each)
    given = each.agreement.given.tolist()
    labels, rows = binned(each.agreement.labels, [given[at] for at in chosen])
    named = [(each.agreement.judges[at], row) for at, row in zip(chosen, rows, strict=True)]
    title = f"{each.title}: how each judge graded"
    return bars(f"c{number}-grades", title, labels, named)


def severity_of(each: CriterionFinding, number: int) -> Picture | None:
    """How far each judge is above or below the others; None where nobody can say."""
    found = [each.severities[at] for at in judges_shown(each)]
    if not any(s.shift is not None for s in found):
        return None
    title = f"{each.title}: who grades lower or higher, in points"
    return severity_picture(f"c{number}-severity", title, found)


def confused_picture(found: Confused, name: str, criterion: str) -> Picture:
    """The grades of two judges against each other."""
    one, other = found.judges
    most = max((n for row in found.counts for n in row), default=0) or 1
    cells = [[(str(n), n / most) for n in row] for row in found.counts]
    return heat(
        name,
        f"{criterion}: {one} (rows) against {other} (columns), in units",
        (found.labels, found.labels),
        cells,
        axes=(one, other),
    )
