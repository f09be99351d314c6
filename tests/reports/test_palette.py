"""Colours that everybody can tell apart and read."""

from itertools import pairwise

import pytest

from adjudge.reports.palette import DARK, LIGHT, STEPS, shade


def luminance(colour):
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """The contrast ratio of WCAG 2."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


TEXTS = [
    ("ink", "page"), ("soft", "page"), ("ink", "panel"), ("soft", "panel"),
    ("link", "page"), ("warn", "warn-panel"), ("warn", "page"), ("ink", "warn-panel"),
    *((f"t{at}", f"s{at}") for at in range(STEPS)),
]  # fmt: skip


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_can_be_read_on_its_ground(colours):
    """4.5 to 1, as WCAG AA asks for."""
    ratios = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in TEXTS}
    assert {pair: r for pair, r in ratios.items() if r < 4.5} == {}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_marks_stand_out_from_the_ground(colours):
    """3 to 1 for points, lines and axes."""
    assert contrast(colours["mark"], colours["page"]) >= 3
    assert contrast(colours["line"], colours["page"]) >= 3


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_shades_are_told_apart_by_lightness_alone(colours):
    """In one direction, so that no kind of colour blindness loses the order."""
    steps = [luminance(colours[f"s{at}"]) for at in range(STEPS)]
    assert steps == sorted(steps, reverse=colours is LIGHT)
    assert all(abs(a - b) > 0.015 for a, b in pairwise(steps))


def test_shares_become_steps():
    """0 is the first, 1 the last, and nothing lies outside."""
    assert [shade(x) for x in (-1, 0, 0.5, 0.999, 1, 7)] == [0, 0, 3, 5, 5, 5]
