"""What is said of a coefficient goes no further than its interval."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.agreement import BANDS, Coefficient, band_of, headline, landis_koch


def alpha(value, low=None, high=None, **more):
    """A coefficient with that interval."""
    return Coefficient(
        name="krippendorff_alpha", definition="", value=value, low=low, high=high, **more
    )


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.81, 0.9, "Agreement is good: enough to rely on these grades."),
        (0.667, 0.799, "Agreement is fair: enough for tentative conclusions, not for"),
        (0.1, 0.6, "Agreement is low: too low to conclude anything from these grades."),
        (0.7, 0.85, "Agreement is between fair and good: more items are needed to say"),
        (0.5, 0.9, "Agreement is between low and good: more items are needed"),
        (
            -0.1,
            0.3,
            "Agreement is low: too low to conclude anything from these grades, and",
        ),
        (-0.1, 0.7, "Agreement is anything from none to fair: more items are needed"),
        (-0.6, -0.2, "Something is wrong: judges agree less than chance would have it."),
    ],
)
def test_the_interval_decides_what_is_said(low, high, said):
    """Two bands touched are two bands named."""
    assert headline(alpha((low + high) / 2, low, high)).sentence.startswith(said)


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_no_band_is_claimed_that_the_interval_does_not_reach(one, other):
    """Whatever the interval is."""
    low, high = sorted((one, other))
    found = headline(alpha(high, low, high))
    assert found.bands[0] == band_of(low).name
    assert found.bands[-1] == band_of(high).name
    claimed = {band.name for band in BANDS if f"is {band.name}" in found.sentence}
    assert claimed <= set(found.bands)


def test_models_that_agree_are_alike_and_not_right():
    """Without a person no agreement is enough to rely on; a low one stays too low."""
    good, fair, low = (
        headline(alpha(0.5, *ends), people=False).sentence
        for ends in ((0.85, 0.9), (0.7, 0.75), (0.2, 0.3))
    )
    assert (
        good == "Agreement is good: these judges are alike, which does not make them right."
    )
    assert fair.startswith("Agreement is fair: these judges are alike")
    assert low.startswith("Agreement is low: too low to conclude anything")


def test_without_an_interval_nothing_is_said():
    """However high the value is."""
    found = headline(alpha(0.99, why_no_interval="12 units, 20 are needed"))
    assert found.bands == ()
    assert found.sentence == (
        "Not enough data to say how far the judges agree: 12 units, 20 are needed."
    )
    undefined = headline(alpha(None, why="all grades are the same"))
    assert "all grades are the same" in undefined.sentence
    assert headline(None).bands == ()


@pytest.mark.parametrize(
    ("value", "word"),
    [(-0.1, "poor"), (0.0, "slight"), (0.2, "slight"), (0.21, "fair"), (0.6, "moderate"),
     (0.61, "substantial"), (0.81, "almost perfect"), (1.0, "almost perfect")],
)  # fmt: skip
def test_words_of_landis_and_koch(value, word):
    """As in their table of 1977."""
    assert landis_koch(value) == word
