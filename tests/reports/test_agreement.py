"""A finding on agreement as text, Markdown, JSON and page."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.reports import (
    agreement_as_html,
    agreement_as_json,
    agreement_as_markdown,
    agreement_pictures,
    render_agreement,
    standalone,
)


def test_text_for_a_terminal(finding, golden):
    """The whole text, letter by letter."""
    golden("agreement/agree.txt", render_agreement(finding) + "\n")


def test_many_criteria_are_one_line_each(finding, golden):
    """Beyond five criteria a table comes first, and says how to see more."""
    text = render_agreement(replace(finding, criteria=finding.criteria * 3))
    golden("agreement/overview.txt", text + "\n")
    assert "--criterion NAME, or --full for all" in text


def test_markdown(finding, golden):
    """Tables that every renderer knows."""
    golden("agreement/report.md", agreement_as_markdown(finding))


def test_page(finding, golden):
    """The whole page but for its style, an element a line."""
    page = re.sub(r"<style>.*?</style>|sha256-[^&]*", "", agreement_as_html(finding))
    golden("agreement/report.html", re.sub(r"(?<=>)(?=<[a-z])", "\n", page))


def test_json_has_its_documented_shape(finding_on, rows):
    """Every key, and nothing that is no JSON."""
    shape = agreement_as_json(finding_on(rows, by="judge"))

    assert json.loads(json.dumps(shape, allow_nan=False)) == json.loads(json.dumps(shape))
    assert sorted(shape) == [
        "by", "confidence", "criteria", "flags", "items", "judges", "notes", "outcomes",
        "seed", "sources", "summary", "versions",
    ]  # fmt: skip
    clarity = shape["criteria"][0]
    assert sorted(clarity) == [
        "coefficients", "compared", "confusions", "coverage", "criterion", "differing",
        "disagreements", "grades", "headline", "judges", "labels", "level", "pairs",
        "parts", "title", "units",
    ]  # fmt: skip
    assert sorted(clarity["headline"]) == ["bands", "coefficient", "sentence", "settled"]
    assert {"name", "title", "value", "low", "high", "why", "definition"} <= set(
        clarity["coefficients"][0]
    )
    ann = clarity["judges"][0]
    assert ann["judge"] == "ann"
    assert sum(ann["distribution"]) == ann["grades"] == 40
    assert [part["name"] for part in clarity["parts"]] == [
        "without ann", "without bob", "without cleo", "without gpt",
    ]  # fmt: skip
    said = shape["criteria"][1]["disagreements"][0]["said"]
    assert sorted(said[0]) == ["judge", "kind", "label", "rationale"]
    assert shape["outcomes"]["graded"] == 320
    assert all(len(source["fingerprint"]) == 16 for source in shape["sources"])


def test_pairs_that_agree_least_are_set_against_each_other_first(finding_on):
    """Of a kind, by kappa: not by how far apart they are, of which less is better."""
    far = {"ann": 0, "bob": 0, "cleo": 1, "dan": 2}
    rows = [
        (f"i{n}", "c", judge, "person", (n + far[judge] * (n % 2)) % 4 + 1, "")
        for n in range(40)
        for judge in far
    ]
    (shape,) = agreement_as_json(finding_on(rows))["criteria"]

    kappas = {
        tuple(each["between"]): each["value"]
        for each in shape["pairs"]
        if (each["name"], each["weights"]) == ("cohen_kappa", "quadratic")
    }
    shown = [tuple(each["judges"]) for each in shape["confusions"]]
    assert shown == sorted(kappas, key=kappas.get)[:3]
    assert kappas[shown[0]] < kappas["ann", "bob"] == 1


def test_what_is_undefined_is_null_with_the_reason(finding_on):
    """Three items that all are the same: no figure, and why."""
    rows = [(f"i{n}", "c", judge, "person", 3, "") for n in range(3) for judge in "ab"]
    finding = finding_on(rows)
    first = agreement_as_json(finding)["criteria"][0]["coefficients"][0]

    assert first["value"] is None
    assert first["why"]
    assert "undefined" in render_agreement(finding)
    assert "Not enough data to say" in agreement_as_html(finding)


HOSTILE = "<script>alert(1)</script>|`*_[x](http://evil)\u202e\x1b[31m\n# h\n- x"


def test_text_of_files_is_markup_nowhere(finding_on):
    """Judges, criteria, items and reasons that would like to be HTML or Markdown."""
    rows = [
        (f"{n} {HOSTILE}", f"c {HOSTILE}", f"{judge} {HOSTILE}", "person", n % 3, HOSTILE)
        for n in range(25)
        for judge in ("a", "b", "c")
    ]
    rows[0] = (*rows[0][:4], 2, HOSTILE)
    finding = finding_on(rows)
    page, short = agreement_as_html(finding), agreement_as_markdown(finding)

    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "<script>" not in short.replace(r"\<script\>", "")
    assert not re.search(r"(?<!\\)[\[`]", short)
    assert not re.search(r"https?://", short)
    for told in (page, short, render_agreement(finding)):
        assert not set(told) & set("\u202e\x1b")
    for picture in agreement_pictures(finding):
        assert "<script" not in standalone(picture)
    assert {line for line in short.splitlines() if line.startswith("# ")} == {
        "# How far the judges agree"
    }


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_no_text_becomes_markup(text):
    """Whatever stands in a name: the page is as well-formed as without it."""
    from xml.etree import ElementTree as ET

    from adjudge.reports import Picture
    from adjudge.reports.markup import element, lines

    made = element("p", text, title=text)
    assert made.count("<") == made.count(">") == 2
    assert lines(text).count("<") == 0
    drawn = standalone(
        Picture(name="x", title=text, description=text, width=1, height=1, shapes=made)
    )
    ET.fromstring(drawn)  # XML takes no control character and no stray bracket


def test_the_page_needs_nothing_else(finding_on, rows):
    """No address, no script, no style but its own, which the policy names by its hash."""
    import base64
    import hashlib

    page = agreement_as_html(finding_on(rows))
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()

    assert f"style-src 'sha256-{digest}'" in page.replace("&#x27;", "'")
    assert "default-src 'none'" in page.replace("&#x27;", "'")
    assert not re.search(
        r"<(script|img|link|iframe|object)\b|\son\w+=|\sstyle=|url\(", page
    )
    assert page.count("<h1>") == 1


def test_the_same_files_give_the_same_page(finding_on, rows):
    """Nothing in it comes from a clock or from chance."""
    assert agreement_as_html(finding_on(rows)) == agreement_as_html(finding_on(rows))


def test_names_beside_a_table_of_two_judges_are_whole():
    """A short name over a short scale, with its arrow; a long one is cut before it."""
    from adjudge.reports.picture_heat import heat

    cells = [[("1", 0.5)] * 2] * 2
    short = heat("x", "t", (("1", "2"), ("1", "2")), cells, axes=("Ann", "Bob"))
    long = heat("x", "t", (("1", "2"), ("1", "2")), cells, axes=("Ann" * 20, "Bob"))

    assert ">Ann ↓<" in short.shapes
    assert ">Bob →<" in short.shapes
    assert "… ↓<" in long.shapes


def test_pairs_on_which_nothing_can_be_built_are_not_drawn(finding_on):
    """Twelve items: no picture of judge by judge, and why."""
    rows = [
        (f"i{n}", "c", judge, "person", (n + at * (n % 5 == 0)) % 3 + 1, "")
        for n in range(12)
        for at, judge in enumerate("abc")
    ]
    finding = finding_on(rows)

    assert "c1-judges" not in {each.name for each in agreement_pictures(finding)}
    assert "No two judges share 20 units and have a figure" in agreement_as_html(finding)


def test_summary_says_no_more_than_the_headlines(finding_on, rows):
    """A criterion without an interval is not called good."""
    finding = finding_on(rows)
    unsure = replace(
        finding,
        criteria=tuple(
            replace(each, headline=replace(each.headline, bands=()))
            for each in finding.criteria
        ),
    )
    text = " ".join(agreement_as_json(unsure)["summary"])
    assert "not enough data to say" in text
    assert "good" not in text


def test_fifty_judges_on_thirty_criteria_stay_readable(finding_on):
    """The page is bounded: the judges with the most grades, and how many more there are."""
    rows = [
        (f"i{item}", "c", f"judge-{judge}", "person", (item + judge) % 5 + 1, "")
        for item in range(20)
        for judge in range(50)
        if (item * 7 + judge * 3) % 3
    ]
    finding = finding_on(rows)
    thirty = replace(finding, criteria=finding.criteria * 30)
    page = agreement_as_html(thirty)

    assert len(page) < 6_000_000
    assert page.count("And 30 more judges") == 30  # with too few common units for pairs
    assert page.count("<h2") > 30


def test_categories_too_many_to_show_are_put_together():
    """Numbers by steps of a round width, names by runs of the scale."""
    from adjudge.reports.run_of_categories import binned

    labels, rows = binned([str(n / 3) for n in range(-3, 16)], [[1] * 19])
    assert labels[0] == "-1 to <0"
    assert labels[-1] == "5 to <6"
    assert sum(rows[0]) == 19
    assert rows[0][0] == 3

    named, counts = binned([f"n{n}" for n in range(25)], [list(range(25))])
    assert len(named) == 10
    assert named[0].startswith("n0 to n")
    assert sum(counts[0]) == sum(range(25))


@pytest.mark.parametrize("size", [11, 100, 1000])
def test_steps_are_few_however_many_values(size):
    """A scale from 1 to 1000 is shown in at most eleven steps."""
    from adjudge.reports.run_of_categories import binned

    labels, _ = binned([str(n) for n in range(1, size + 1)], [])
    assert 2 <= len(labels) <= 11
