"""The report in a real browser: on a desk, in the dark, on a phone, on paper."""

import itertools
import re

import pytest
from axe_playwright_python.sync_playwright import Axe

VIEWS = {
    "desk": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}, "color_scheme": "light"},
}

OPEN_ALL = "document.querySelectorAll('details').forEach(each => each.open = true)"


@pytest.fixture
def open_page(browser, report):
    """Open the report in a view; what it said and asked for is kept."""
    contexts = []

    def opened(**view):
        context = browser.new_context(**view)
        contexts.append(context)
        page = context.new_page()
        page.heard = []
        page.on("console", lambda message: page.heard.append(message.text))
        page.on("pageerror", lambda error: page.heard.append(str(error)))
        page.on("request", lambda request: page.heard.append(request.url))
        page.on("dialog", lambda dialog: page.heard.append(dialog.message))
        page.goto(report.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_nothing_stands_in_the_way_of_a_reader(open_page, view):
    """Axe finds no fault: headings, names, contrast, keyboard; all tables opened."""
    page = open_page(**view)
    page.evaluate(OPEN_ALL)

    found = Axe().run(page)

    faults = [(v["id"], v["nodes"][0]["html"][:200]) for v in found.response["violations"]]
    assert faults == []


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_the_page_asks_for_nothing_and_runs_nothing(open_page, report, view):
    """One request, for the file itself; no message of the console; no planted script."""
    page = open_page(**view)
    page.evaluate(OPEN_ALL)

    assert page.heard == [report.as_uri()]
    assert page.evaluate("window.hacked") is None
    assert page.locator("script, img, iframe, object, link, form").count() == 0
    assert page.evaluate("document.querySelectorAll('[style],[onerror]').length") == 0


def test_the_policy_holds_what_could_not_be_planted_anyway(open_page):
    """A script, a style or a picture that comes into the page is refused."""
    page = open_page(**VIEWS["desk"])
    page.evaluate(
        """() => {
        const add = (name, fill) => {
            const made = document.createElement(name); fill(made); document.body.append(made)
        };
        add('script', made => { made.textContent = 'window.hacked = 1' });
        add('style', made => { made.textContent = 'h1 { display: none }' });
        add('img', made => { made.src = 'http://127.0.0.1:9/x.png' });
        }"""
    )

    assert page.evaluate("window.hacked") is None
    assert page.locator("h1").is_visible()
    refused = [line for line in page.heard if "Content Security Policy" in line]
    assert len(refused) == 3


@pytest.mark.parametrize("width", [320, 360, 414])
def test_on_a_phone_the_page_does_not_scroll_sideways(open_page, width):
    """Tables and pictures scroll in their own boxes, which the keyboard reaches."""
    page = open_page(viewport={"width": width, "height": 740})
    page.evaluate(OPEN_ALL)

    assert page.evaluate("document.documentElement.scrollWidth") == width
    wide = page.evaluate(
        "[...document.querySelectorAll('.scroll')].filter(b => b.scrollWidth > b.clientWidth)"
        ".map(b => b.tabIndex)"
    )
    assert wide  # pictures are wider than a phone
    assert set(wide) == {0}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_no_text_of_a_picture_is_cut_at_its_edge(open_page, view):
    """Whatever font is there: names, figures and ticks stand within the picture."""
    page = open_page(**view)
    page.evaluate(OPEN_ALL)

    outside = page.evaluate(
        """() => [...document.querySelectorAll('svg')].flatMap(svg => {
            const ground = svg.getBoundingClientRect();
            if (!ground.width) return [];
            return [...svg.querySelectorAll('text')].filter(text => {
                const box = text.getBoundingClientRect();
                return box.left < ground.left - .5 || box.right > ground.right + .5
                    || box.top < ground.top - .5 || box.bottom > ground.bottom + .5;
            }).map(text => `${svg.querySelector('title').textContent}: ${text.textContent}`);
        })"""
    )
    assert outside == []


@pytest.mark.parametrize("width", [320, 360])
def test_on_a_phone_points_and_bars_are_seen_without_scrolling(open_page, width):
    """Their names stand above them; what is made for a desk is not shown."""
    page = open_page(viewport={"width": width, "height": 740})
    page.evaluate(OPEN_ALL)

    shown = page.evaluate(
        "[...document.querySelectorAll('.narrow svg')]"
        ".map(s => s.getBoundingClientRect()).map(b => [b.left >= 0, b.right])"
    )
    assert len(shown) > 8
    assert all(left for left, _ in shown)
    assert max(right for _, right in shown) <= width
    assert page.locator(".wide svg:visible").count() == 0


def test_beside_every_picture_stands_a_table(open_page):
    """Whoever cannot see the picture reads the same figures."""
    page = open_page(**VIEWS["desk"])

    without = page.evaluate(
        "[...document.querySelectorAll('figure')].filter(f => !f.querySelector('table') &&"
        " !(f.nextElementSibling && f.nextElementSibling.querySelector('table'))).length"
    )
    assert page.locator("figure svg[role=img]").count() > 10
    assert without == 0
    names = page.evaluate(
        "[...document.querySelectorAll('svg')].map(s => s.querySelector('title').textContent)"
    )
    assert all(names)
    assert len(names) == len(set(names))


def test_headings_stand_in_order(open_page):
    """No level is left out, and there is one of the first."""
    page = open_page(**VIEWS["desk"])
    levels = page.evaluate(
        "[...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])"
    )

    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels))


def test_it_prints_with_its_tables_and_in_light_colours(open_page):
    """On paper nothing is folded away, and a dark screen does not make black pages."""
    page = open_page(**VIEWS["dark"])
    printed = page.pdf(format="A4", print_background=True)
    page.emulate_media(media="print", color_scheme="dark")

    assert printed.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) > 2
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
    hidden = page.evaluate(
        "[...document.querySelectorAll('figure table')]"
        ".filter(t => !t.getBoundingClientRect().height).length"
    )
    assert hidden == 0


def test_what_judges_wrote_is_there_as_text(open_page):
    """Names and reasons are shown as they are, with what would steer a reader spelled."""
    page = open_page(**VIEWS["desk"])
    shown = page.locator("body").inner_text()

    assert "bob <script>window.hacked=1</script>" in shown
    assert "because </td></table><script>" in shown
    assert "eve\\u202egnp" in shown
    assert "line one\nline two <script>" in shown
    assert "\u202e" not in shown
