"""A finding on agreement as one page that needs nothing else: no script, no network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudge.agreement import BANDS, Coefficient

from .agreement_finding import AgreementFinding
from .agreement_gallery import CRITERIA, overview_picture
from .agreement_html_criterion import criterion_section
from .agreement_words import (
    LIMITS,
    coefficient_name,
    figure,
    interval,
    level_of,
    summary,
    warned,
)
from .html_parts import bullets, heading, more, paragraph, table
from .html_parts import figure as pictured
from .markup import Markup, element, join
from .page_style import page_style, policy

_TITLE: Final = "How far the judges agree"
_SOURCES: Final = 10
_FLAGS: Final = 20
_NOTES: Final = 30


def agreement_as_html(finding: AgreementFinding) -> str:
    """The whole report; all text from files is escaped."""
    style = page_style()
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", **{"http-equiv": "Content-Security-Policy"}, content=policy(style)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", _TITLE),
        element("style", Markup(style)),
    )
    body = element("body", _header(finding), element("main", *_main(finding)))
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _header(finding: AgreementFinding) -> Markup:
    names = [source.name for source in finding.sources]
    told = ", ".join(names[:_SOURCES])
    if len(names) > _SOURCES:
        told += f" and {len(names) - _SOURCES} more"
    return element(
        "header", heading(1, _TITLE), paragraph(f"From {told}.", "lead") if told else ""
    )


def _main(finding: AgreementFinding) -> Iterator[Markup]:
    yield _section("short", "In short", [_short(finding)])
    if len(finding.criteria) > 1:
        yield _contents(finding)
    if finding.criteria:
        yield _section("criteria", "All criteria at a glance", _overview(finding))
    if finding.all_flags:
        yield _section("warnings", "Warnings", _warnings(finding))
    if finding.notes:
        told = [bullets(finding.notes[:_NOTES]), more(_NOTES, len(finding.notes), "notes")]
        yield _section("notes", "How the files were read", told)
    for number, each in enumerate(finding.criteria[:CRITERIA], 1):
        yield criterion_section(each, number, finding)
    yield _section("not-said", "What the numbers do not say", [bullets(LIMITS)])
    yield _section("method", "Method", _method(finding))
    yield _section("rests-on", "What this rests on", _origin(finding))


def _section(id_: str, title: str, content: list[Markup] | Iterator[Markup]) -> Markup:
    label = f"h-{id_}"
    return element(
        "section", heading(2, title, id_=label), *content, aria_labelledby=label, id=id_
    )


def _short(finding: AgreementFinding) -> Markup:
    return element("div", bullets(summary(finding)), class_="short")


def _contents(finding: AgreementFinding) -> Markup:
    links = (
        element("li", element("a", each.title, href=f"#c{number}"))
        for number, each in enumerate(finding.criteria[:CRITERIA], 1)
    )
    return element("nav", element("ul", *links), aria_label="Criteria")


def _warnings(finding: AgreementFinding) -> Iterator[Markup]:
    for group in warned(finding.all_flags):
        yield heading(3, group.title)
        yield element(
            "ul",
            *(
                element("li", _warning(criterion, sentence))
                for criterion, sentence in group.sentences[:_FLAGS]
            ),
            class_="warnings",
        )
        yield more(_FLAGS, len(group.sentences), "warnings of this kind")
        yield paragraph(group.advice)


def _warning(criterion: str, sentence: str) -> Markup:
    return join([element("b", criterion or "All criteria", ":"), Markup(" "), sentence])


def _overview(finding: AgreementFinding) -> Iterator[Markup]:
    yield paragraph(
        "Points are estimates, lines their intervals: what the items at hand leave open. "
        "A ring is a figure without an interval, on which nothing can be built."
    )
    shown = finding.criteria[:CRITERIA]
    rows = [
        (
            each.title,
            *(_quoted(each.headline.coefficient)),
            str(len(each.agreement.judges)), str(each.overlap.compared),
            each.headline.sentence,
        )
        for each in shown
    ]  # fmt: skip
    head = (
        "criterion", "coefficient", "value", f"{level_of(finding.confidence)} interval",
        "judges", "units compared", "in words",
    )  # fmt: skip
    yield pictured(overview_picture(finding))
    yield table("All criteria", head, rows, right=(2, 3, 4, 5), wide=(6,))
    yield more(len(shown), len(finding.criteria), "criteria")


def _quoted(found: Coefficient | None) -> tuple[str, str, str]:
    if found is None:
        return "–", "–", "–"
    return coefficient_name(found), figure(found.value), interval(found)


def _method(finding: AgreementFinding) -> Iterator[Markup]:
    yield paragraph(
        "Words for alpha follow Krippendorff (Content Analysis, 2004, p. 241). They are "
        "given to the whole interval: where it touches two bands, both are named."
    )
    yield element(
        "dl",
        *(
            part
            for band in BANDS[1:]
            for part in (
                element("dt", f"{band.name}, from {band.low:.3f}"),
                element("dd", band.meaning),
            )
        ),
    )
    drawn = (
        f"Draws by chance used the seed {finding.seed}."
        if finding.seed is not None
        else "Nothing was drawn by chance: the same files give the same figures."
    )
    yield paragraph(
        f"Intervals are at {level_of(finding.confidence)}: if other items of the same sort "
        "had been judged, about so many of such intervals would hold the true figure. "
        "Below 20 units, or with a rare category below 100, none is given. " + drawn
    )
    yield heading(3, "Definitions")
    found = {
        coefficient_name(c): c.definition
        for each in finding.criteria
        for c in each.agreement.coefficients
        if c.definition
    }
    yield element(
        "dl",
        *(
            part
            for name, told in found.items()
            for part in (element("dt", name), element("dd", told))
        ),
    )
    yield heading(3, "Warnings")
    yield paragraph(
        "Copied grades, constant judges, use of the ends only, severity and drift are "
        "tests; each kind is corrected for all its tests in the report, so that at most "
        "one report of twenty on judges with nothing wrong has a false alarm."
    )


def _origin(finding: AgreementFinding) -> Iterator[Markup]:
    rows = [
        *((source.name, f"SHA-256 {source.fingerprint}…") for source in finding.sources),
        *((f"verdicts {name}", str(n)) for name, n in finding.outcomes.items()),
        *((name, told) for name, told in finding.versions.items()),
    ]
    yield table("Files, verdicts, versions", ("what", "which"), rows[: _SOURCES + 20])
