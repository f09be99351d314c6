"""A finding on agreement as Markdown, for a ticket or a merge request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from .agreement_finding import AgreementFinding, CriterionFinding
from .agreement_words import (
    LIMITS,
    coefficient_name,
    coverage,
    differences,
    figure,
    interval,
    level_of,
    mind,
    reasons,
    rests_on,
    summary,
    telling,
    warned,
    which_to_quote,
)
from .untrusted import shown

_SPECIAL: Final = re.compile(r"([\\`*_\[\]|<>~&$@#])")
_MARKERS: Final = ("-", "+")
"""They begin a list, where a line begins with them."""
_DISPUTES: Final = 5
_REASON: Final = 200


def agreement_as_markdown(finding: AgreementFinding) -> str:
    """*finding* as Markdown; texts of files cannot become markup in it."""
    return "\n".join(_lines(finding)).rstrip() + "\n"


def _lines(finding: AgreementFinding) -> Iterator[str]:
    yield "# How far the judges agree"
    yield ""
    for sentence in summary(finding):
        yield f"- {_safe(sentence)}"
    yield ""
    yield from _overview(finding)
    if finding.all_flags:
        yield ""
        yield "## Warnings"
        yield ""
    for group in warned(finding.all_flags):
        yield f"- {_safe(group.title)}. {_safe(group.advice)}"
        for criterion, sentence in group.sentences:
            where = f"**{_safe(criterion)}**: " if criterion else ""
            yield f"  - {where}{_safe(sentence)}"
    if finding.notes:
        yield ""
        yield "## How the files were read"
        yield ""
    for note in finding.notes:
        yield f"- {_safe(note)}"
    for each in finding.criteria:
        yield ""
        yield from _criterion(each, finding)
    yield ""
    yield "## What the numbers do not say"
    yield ""
    for limit in LIMITS:
        yield f"- {_safe(limit)}"


def _overview(finding: AgreementFinding) -> Iterator[str]:
    head = ("criterion", "coefficient", "value", level_of(finding.confidence), "units")
    rows = []
    for each in finding.criteria:
        found = each.headline.coefficient
        rows.append(
            (
                each.title,
                coefficient_name(found) if found else "",
                figure(found.value) if found else "",
                interval(found) if found else "",
                str(found.units) if found else "",
            )
        )
    yield from _table(head, rows)


def _criterion(each: CriterionFinding, finding: AgreementFinding) -> Iterator[str]:
    yield f"## {_safe(each.title)}"
    yield ""
    told = rests_on(each.headline.coefficient, finding.confidence)
    yield f"**{_safe(each.headline.sentence)}** {_safe(told)}".rstrip()
    if minded := mind(each, finding):
        yield ""
        yield _safe(minded)
    yield ""
    yield f"{_safe(coverage(each))} {_safe(differences(each))}"
    yield ""
    head = ("coefficient", "value", level_of(finding.confidence), "by", "units", "pairs")
    yield from _table(
        head,
        [
            (
                coefficient_name(c), figure(c.value), interval(c), c.interval or "",
                str(c.units), str(c.pairs),
            )
            for c in telling(each.agreement)
        ],
    )  # fmt: skip
    yield ""
    for which, why in reasons(telling(each.agreement)):
        yield f"- {_safe(which)}: {_safe(why)}"
    yield f"- {_safe(which_to_quote(each.agreement))}"
    if each.parts:
        yield ""
        yield from _table(
            ("part", "judges", "units", "value", level_of(finding.confidence), "in words"),
            [
                (
                    part.name, str(part.judges), str(part.units),
                    figure(part.coefficient.value) if part.coefficient else "",
                    interval(part.coefficient) if part.coefficient else "",
                    part.headline.sentence,
                )
                for part in each.parts
            ],
        )  # fmt: skip
    if each.disputes:
        yield ""
        yield "Widest apart:"
        yield ""
    for dispute in each.disputes[:_DISPUTES]:
        said = "; ".join(
            f"{s.judge} {s.label}" + (f" ({s.rationale[:_REASON]})" if s.rationale else "")
            for s in dispute.said[:8]
        )
        more = len(dispute.said) - 8
        yield f"- {_safe(dispute.unit)}: {_safe(said)}" + (
            f" and {more} more" if more > 0 else ""
        )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield "| " + " | ".join(_safe(cell) for cell in row) + " |"


def _safe(raw: str) -> str:
    """*raw* as text: nothing in it is read as markup, nor made a link."""
    told = _SPECIAL.sub(r"\\\1", shown(raw)).replace("://", r":\//")
    return f"\\{told}" if told[:1] in _MARKERS else told
