"""One criterion of the report: figures, judges, and what they differ on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from adjudge.agreement import FEW_UNITS, Coefficient, Severity, landis_koch

from .agreement_finding import AgreementFinding, Confused, CriterionFinding, Dispute
from .agreement_gallery import (
    JUDGES,
    coefficients_picture,
    confused_picture,
    grades_picture,
    judges_shown,
    pair_figure,
    pair_figures,
    pairs_picture,
    severity_of,
)
from .agreement_words import (
    LEVELS,
    coefficient_name,
    coverage,
    differences,
    figure,
    interval,
    level_of,
    mind,
    principal,
    rests_on,
    telling,
    which_to_quote,
)
from .html_parts import figure as pictured
from .html_parts import folded, heading, more, paragraph, quote, table
from .markup import Markup, element, join
from .picture_severity import signed
from .run_of_categories import binned

_SAID: Final = 12
"""Judges of one dispute that are quoted."""
_REASON: Final = 600
_PARTS: Final = 50


def criterion_section(
    each: CriterionFinding, number: int, finding: AgreementFinding
) -> Markup:
    """Everything on one criterion."""
    title = heading(2, each.title, id_=f"c{number}")
    return element(
        "section",
        title,
        *_head(each, finding),
        *_coefficients(each, number, finding),
        *_parts(each, finding),
        *_pairs(each, number),
        *_judges(each, number),
        *_against(each, number),
        *_disputes(each),
        aria_labelledby=f"c{number}",
    )


def _head(each: CriterionFinding, finding: AgreementFinding) -> Iterator[Markup]:
    yield paragraph(each.headline.sentence, "says")
    if minded := mind(each, finding):
        yield paragraph(minded, "mind")
    told = rests_on(each.headline.coefficient, finding.confidence)
    level = f"Grades are taken as {LEVELS[each.agreement.level]}."
    yield paragraph(f"{told}. {level}" if told else level)
    yield paragraph(f"{coverage(each)} {differences(each)}")


def _coefficients(
    each: CriterionFinding, number: int, finding: AgreementFinding
) -> Iterator[Markup]:
    found = telling(each.agreement)
    if not found:
        return
    level = level_of(finding.confidence)
    main = principal(each.agreement)
    yield heading(3, f"{each.title}: coefficients")
    yield paragraph(which_to_quote(each.agreement))
    yield _table_of(main, f"{each.title}: the coefficients to look at first", level)
    if len(main) == len(found):
        yield pictured(coefficients_picture(each, number))
        return
    yield folded(
        f"All {len(found)} coefficients of {each.title}",
        pictured(coefficients_picture(each, number)),
        _table_of(found, f"{each.title}: all coefficients", level),
    )


def _table_of(found: Sequence[Coefficient], told: str, level: str) -> Markup:
    rows = [
        (
            coefficient_name(c), figure(c.value), interval(c), c.interval or "–",
            str(c.units), str(c.pairs), _remark(c),
        )
        for c in found
    ]  # fmt: skip
    head = (
        "coefficient", "value", f"{level} interval", "made by", "units", "pairs", "remark",
    )  # fmt: skip
    return table(told, head, rows, right=(1, 2, 4, 5), wide=(0, 6))


def _remark(c: Coefficient) -> str:
    told = (c.why or c.why_no_interval or _kappa_word(c.name, c.value), c.note)
    return "; ".join(part for part in told if part)


def _kappa_word(name: str, value: float | None) -> str:
    if value is None or "kappa" not in name:
        return ""
    return f"Landis and Koch (1977) call {figure(value)} “{landis_koch(value)}”"


def _parts(each: CriterionFinding, finding: AgreementFinding) -> Iterator[Markup]:
    if not each.parts:
        return
    yield heading(3, f"{each.title}: by {finding.by}")
    rows = [
        (
            part.name, str(part.judges), str(part.units),
            figure(part.coefficient.value) if part.coefficient else "–",
            interval(part.coefficient) if part.coefficient else "–",
            part.headline.sentence,
        )
        for part in each.parts[:_PARTS]
    ]  # fmt: skip
    head = (finding.by, "judges", "units", "value", "interval", "in words")
    yield table(f"{each.title}: by {finding.by}", head, rows, right=(1, 2, 3, 4), wide=(5,))


def _pairs(each: CriterionFinding, number: int) -> Iterator[Markup]:
    picture, told = pairs_picture(each, number), pair_figures(each)
    if told is None or len(each.agreement.judges) < 3:
        return
    name, found = told
    if picture is None:
        yield heading(3, f"{each.title}: judge by judge")
        most = (
            " of those with the most grades" if len(each.agreement.judges) > JUDGES else ""
        )
        yield paragraph(
            f"No two judges{most} share {FEW_UNITS} units and have a figure: nothing can "
            "be built on pairs, so none is shown."
        )
        return
    judges = [each.agreement.judges[at] for at in judges_shown(each)]
    yield heading(3, f"{each.title}: judge by judge")
    yield paragraph(
        f"How far each two judges agree: {name}. A dash: it is undefined. A star, without "
        f"colour: fewer than {FEW_UNITS} common units, on which nothing can be built."
    )
    rows = [
        (one, *(pair_figure(found.get(frozenset((one, other)))) for other in judges))
        for one in judges
    ]
    right = range(1, len(judges) + 1)
    told_of = f"{each.title}: {name} of each two"
    yield pictured(picture, table(told_of, ("judge", *judges), rows, right=right))
    yield more(len(judges), len(each.agreement.judges), "judges")


def _judges(each: CriterionFinding, number: int) -> Iterator[Markup]:
    chosen = judges_shown(each)
    given = each.agreement.given.tolist()
    labels, counts = binned(each.agreement.labels, [given[at] for at in chosen])
    yield heading(3, f"{each.title}: how each judge graded")
    rows = [
        (
            each.agreement.judges[at], each.agreement.kinds[at],
            str(each.severities[at].grades), figure_or_dash(each.severities[at].mean),
            *map(str, row),
        )
        for at, row in zip(chosen, counts, strict=True)
    ]  # fmt: skip
    head = ("judge", "kind", "grades", "mean", *labels)
    told = f"{each.title}: grades of each judge"
    shown = table(told, head, rows, right=range(2, len(head)))
    yield pictured(grades_picture(each, number), shown)
    yield more(len(chosen), len(given), "judges")
    yield from _severities(each, number, chosen)


def _severities(
    each: CriterionFinding, number: int, chosen: tuple[int, ...]
) -> Iterator[Markup]:
    picture = severity_of(each, number)
    if picture is None:
        return
    yield heading(3, f"{each.title}: who grades lower or higher")
    yield paragraph(
        "Each judge beside the others on the same units, in points of the scale: below 0 "
        "it is severe, above 0 lenient."
    )
    rows = [
        (
            s.judge, figure_or_dash(s.shift),
            _between(s),
            str(s.shared), s.why,
        )
        for s in (each.severities[at] for at in chosen)
    ]  # fmt: skip
    head = ("judge", "points", "interval", "units shared with others", "remark")
    told = f"{each.title}: severity"
    yield pictured(picture, table(told, head, rows, right=(1, 2, 3), wide=(4,)))


def _between(found: Severity) -> str:
    if found.low is None or found.high is None:
        return "–"
    return f"{signed(found.low)} to {signed(found.high)}"


def figure_or_dash(value: float | None) -> str:
    """*value* with two digits, or a dash."""
    return "–" if value is None else figure(value)


def _against(each: CriterionFinding, number: int) -> Iterator[Markup]:
    if not each.confused:
        return
    yield heading(3, f"{each.title}: one judge against another")
    yield paragraph(
        "Units by the grades of two judges: on the diagonal they said the same. Shown are "
        "pairs of different kinds first, those that agree least first."
    )
    for at, found in enumerate(each.confused, 1):
        yield join(_confused(found, f"c{number}-against-{at}", each.title))


def _confused(found: Confused, name: str, title: str) -> Iterator[Markup]:
    one, other = found.judges
    rows = [
        (f"{one}: {label}", *map(str, row))
        for label, row in zip(found.labels, found.counts, strict=True)
    ]
    head = ("", *(f"{other}: {label}" for label in found.labels))
    caption = f"{title}: {one} against {other}"
    shown = table(caption, ("grade", *head[1:]), rows, right=range(1, len(head)))
    yield pictured(confused_picture(found, name, title), shown)


def _disputes(each: CriterionFinding) -> Iterator[Markup]:
    if not each.disputes:
        return
    yield heading(3, f"{each.title}: where judges differ most")
    yield paragraph("The widest first: what to talk about when judges meet.")
    if any(d.text or any(s.rationale for s in d.said) for d in each.disputes):
        for number, dispute in enumerate(each.disputes, 1):
            yield join(_dispute(dispute, number, each.title))
    else:
        yield table(
            f"{each.title}: units with the widest grades",
            ("unit", "mean distance", "grades"),
            [(d.unit, figure(d.apart), _grades(d)) for d in each.disputes],
            right=(1,),
            wide=(2,),
        )
    yield more(len(each.disputes), each.differing[0], "units with different grades")


def _grades(each: Dispute) -> str:
    told = ", ".join(f"{said.judge} {said.label}" for said in each.said[:_SAID])
    left = len(each.said) - _SAID
    return told if left <= 0 else f"{told} and {left} more"


def _dispute(each: Dispute, number: int, title: str) -> Iterator[Markup]:
    yield heading(4, f"{number}. {each.unit}")
    if each.text:
        yield quote(f"{title}, {number}: text of {each.unit}", each.text)
    rows = [
        (said.judge, said.kind, said.label, _cut(said.rationale))
        for said in each.said[:_SAID]
    ]
    caption = f"{title}, {number}: what was said of {each.unit}"
    yield table(caption, ("judge", "kind", "grade", "why"), rows, wide=(3,))
    if len(each.said) > _SAID:
        yield paragraph(f"And {len(each.said) - _SAID} more judges.", "lead")


def _cut(said: str) -> str:
    return said if len(said) <= _REASON else said[:_REASON].rstrip() + " …"
