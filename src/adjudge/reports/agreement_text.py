"""A finding on agreement as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from adjudge.agreement import FEW_UNITS, Coefficient, OfPairs

from .agreement_finding import AgreementFinding, CriterionFinding
from .agreement_words import (
    NOBODY,
    TOO_FEW,
    coefficient_name,
    coverage,
    differences,
    enough_to_look,
    figure,
    interval,
    level_of,
    mind,
    opening,
    principal,
    reasons,
    rests_on,
    telling,
    warned,
)
from .table import columns, cut
from .untrusted import shown

DETAILED: Final = 5
"""Criteria up to which each is told in full; beyond, one line says the most of it."""

_PAIRS: Final = 6
_NAME: Final = 34


def render_agreement(finding: AgreementFinding, *, full: bool | None = None) -> str:
    """*finding* as text; *full*: every coefficient of every criterion."""
    detailed = len(finding.criteria) <= DETAILED if full is None else full
    lines = [opening(finding), ""]
    if detailed:
        for each in finding.criteria:
            lines.extend([*_criterion(each, finding, full=bool(full)), ""])
    else:
        lines.extend([*_overview(finding), ""])
    if finding.criteria and not any(each.people for each in finding.criteria):
        lines.extend([NOBODY, ""])
    lines.extend(_warnings(finding))
    return "\n".join(lines).rstrip()


def _overview(finding: AgreementFinding) -> Iterator[str]:
    rows = [("criterion", "", level_of(finding.confidence), "units", "agreement is")]
    for each in finding.criteria:
        found = each.headline.coefficient
        rows.append(
            (
                cut(shown(each.title), _NAME),
                figure(found.value) if found else "",
                interval(found) if found else "",
                str(found.units) if found else "",
                _in_short(each.headline.bands),
            )
        )  # fmt: skip
    yield from columns(rows, right=(1, 3))
    yield ""
    yield "Every coefficient of one criterion: --criterion NAME, or --full for all."


def _in_short(bands: Sequence[str]) -> str:
    ends = dict.fromkeys((*bands[:1], *bands[-1:]))
    return " to ".join(ends) or "not enough data to say"


def _criterion(
    each: CriterionFinding, finding: AgreementFinding, *, full: bool
) -> Iterator[str]:
    level = each.agreement.level.value
    yield f"{shown(each.title)} ({level}): {shown(each.headline.sentence)}"
    told = rests_on(each.headline.coefficient, finding.confidence)
    if told:
        yield f"  {told}"
    if minded := mind(each, finding):
        yield f"  {minded}"
    yield f"  {coverage(each)}"
    yield f"  {differences(each)}"
    yield ""
    known = telling(each.agreement)
    first = known if full else principal(each.agreement)
    yield from _coefficients(first, finding.confidence)
    if len(first) < len(known):
        yield f"  {len(known) - len(first)} more coefficients: --full."
    yield from _pairs(each)
    if each.parts:
        yield ""
        yield from _parts(each, finding)


def _coefficients(found: Sequence[Coefficient], confidence: float) -> Iterator[str]:
    rows = [("coefficient", "value", level_of(confidence), "by", "units", "pairs")]
    rows.extend(
        (
            coefficient_name(c), figure(c.value), interval(c),
            c.interval or "", str(c.units), str(c.pairs),
        )
        for c in found
    )  # fmt: skip
    yield from columns(rows, right=(1, 4, 5))
    for which, why in reasons(found):
        yield f"  - {which}: {shown(why)}"


def _pairs(each: CriterionFinding) -> Iterator[str]:
    measure = each.agreement.likeness
    if len(each.agreement.judges) < 3 or measure is None:
        return
    same, least = _least_alike(measure)
    name = coefficient_name(measure.make(0))
    yield ""
    if not least:
        yield f"  pairs of judges: no two share {FEW_UNITS} units and have a figure"
        return
    yield f"  pairs of judges, least alike first: {name}"
    rows = [
        (
            " and ".join(cut(shown(name), 24) for name in c.between or ()),
            figure(c.value), interval(c), str(c.units),
        )
        for c in least
    ]  # fmt: skip
    yield from columns(rows, right=(1, 3), indent="    ")
    if same > len(least):
        yield f"    and {same - len(least)} more"


def _least_alike(measure: OfPairs) -> tuple[int, list[Coefficient]]:
    """How many pairs share enough units and have a figure, and the first of them."""
    import numpy as np  # noqa: PLC0415 - whoever measured has it already

    value = np.where(measure.units >= FEW_UNITS, measure.value, np.nan)
    order = np.argsort(value, stable=True)[: np.count_nonzero(~np.isnan(value))]
    return len(order), [measure.make(at) for at in order[:_PAIRS].tolist()]


def _parts(each: CriterionFinding, finding: AgreementFinding) -> Iterator[str]:
    head = (finding.by, "value", level_of(finding.confidence), "judges", "units")
    rows = [(*head, "agreement is")]
    rows.extend(
        (
            cut(shown(part.name), _NAME),
            figure(part.coefficient.value) if part.coefficient else "",
            interval(part.coefficient) if part.coefficient else "",
            str(part.judges), str(part.units), _in_short(part.headline.bands),
        )
        for part in each.parts
    )  # fmt: skip
    yield from columns(rows, right=(1, 3, 4))


def _warnings(finding: AgreementFinding) -> Iterator[str]:
    flags = finding.all_flags
    if not flags:
        yield "No warnings." if enough_to_look(finding) else f"No warnings. {TOO_FEW}"
        return
    yield f"Warnings: {len(flags)}"
    for group in warned(flags):
        yield f"  {group.title}"
        for criterion, sentence in group.sentences:
            yield f"  ! {f'{shown(criterion)}: ' if criterion else ''}{shown(sentence)}"
        yield f"    {shown(group.advice)}"
