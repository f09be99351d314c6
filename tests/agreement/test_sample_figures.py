"""Figures of drawn samples beside the coefficients of the units that were drawn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.agreement import (
    Ratings,
    bootstrap,
    coefficients,
    icc,
    kendall_tau,
    kendall_w,
    mean_difference,
    pearson,
    spearman,
)
from adjudge.agreement.figures import figures
from adjudge.agreement.samples import Samples, Units
from adjudge.agreement.weights import NAMES
from adjudge.rubric import Level

WEIGHTED = {
    "percent_agreement": coefficients.percent_agreement,
    "cohen_kappa": coefficients.cohen,
    "fleiss_kappa": coefficients.fleiss,
    "conger_kappa": coefficients.conger,
    "scott_pi": coefficients.scott,
    "brennan_prediger": coefficients.brennan_prediger,
    "gwet_ac": coefficients.gwet,
}
PLAIN = {
    "kendall_w": kendall_w,
    "spearman": spearman,
    "kendall_tau_b": kendall_tau,
    "pearson": pearson,
    "mean_absolute_difference": mean_difference,
    **{f"icc_{model}_1": lambda r, m=model: icc(r, f"ICC({m},1)") for model in (1, 2, 3)},
}


@st.composite
def drawn(draw):
    """Ratings with holes, and how often each unit is in some samples; all once first."""
    size, judges = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    units = draw(st.integers(1, 12))
    cell = st.integers(-1, size - 1)
    cells = draw(
        st.lists(
            st.lists(cell, min_size=judges, max_size=judges), min_size=units, max_size=units
        )
    )
    often = st.lists(st.integers(0, 3), min_size=units, max_size=units)
    weights = np.array([[1] * units, *draw(st.lists(often, min_size=1, max_size=3))], float)
    points = np.cumsum(draw(st.lists(st.integers(1, 3), min_size=size, max_size=size)))
    ratings = Ratings(
        cells=np.array(cells, np.int8),
        labels=tuple(f"{each}" for each in points),
        points=points.astype(float),
        level=Level.ORDINAL,
        closed=True,
    )
    return ratings, weights


def repeated(ratings, weights):
    """The units of each sample, as often as they were drawn."""
    places = np.arange(len(ratings.cells))
    return [ratings.of_units(np.repeat(places, row.astype(int))) for row in weights]


def same(found, expected):
    """NaN for what is undefined."""
    wanted = [np.nan if each is None else each for each in expected]
    np.testing.assert_allclose(found, np.array(wanted, float), atol=1e-9)


@pytest.mark.parametrize("weights", NAMES)
@pytest.mark.parametrize("name", WEIGHTED)
@given(sampled=drawn())
def test_with_weights_a_sample_is_the_coefficient_of_its_units(name, weights, sampled):
    """Undefined in one exactly where it is in the other."""
    ratings, often = sampled
    found = figures(Samples(Units(ratings), often), name, weights)
    way = WEIGHTED[name]
    same(
        found,
        [
            way(each, weights=weights, interval="none").value
            for each in repeated(ratings, often)
        ],
    )


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
@given(sampled=drawn())
def test_alpha_of_a_sample_is_that_of_its_units(level, sampled):
    """By every metric."""
    ratings, often = sampled
    found = figures(Samples(Units(ratings), often), "krippendorff_alpha", level)
    same(
        found,
        [
            coefficients.alpha(each, level=level, interval="none").value
            for each in repeated(ratings, often)
        ],
    )


@pytest.mark.parametrize("name", PLAIN)
@given(sampled=drawn())
def test_numbers_of_a_sample_are_those_of_its_units(name, sampled):
    """Correlations, W, and the ICC of one judge; that of the mean keeps the data's k."""
    ratings, often = sampled
    found = figures(Samples(Units(ratings), often), name, "")
    expected = [PLAIN[name](each).value for each in repeated(ratings, often)]
    if name == "kendall_w":  # of all judges, also where one happens not to be drawn
        judges = (ratings.cells >= 0).any(axis=0)
        each = [(part.cells >= 0).any(axis=0) for part in repeated(ratings, often)]
        kept = [bool((there == judges).all()) for there in each]
        assert np.isnan(found[np.logical_not(kept)]).all()
        found, expected = (
            found[kept],
            [w for w, yes in zip(expected, kept, strict=True) if yes],
        )
    same(found, expected)


@pytest.mark.parametrize("form", ["icc_1_k", "icc_2_k", "icc_3_k"])
@given(sampled=drawn())
def test_icc_of_the_mean_is_that_of_the_data_where_all_are_drawn_once(form, sampled):
    """In other samples k stays what it is in the data."""
    ratings, often = sampled
    found = figures(Samples(Units(ratings), often), form, "")
    same(found[:1], [icc(ratings, form).value])


def test_samples_without_two_grades_of_a_unit_have_no_figure():
    """Nothing breaks where no unit was graded twice: there is a reason in its place."""
    unit = np.arange(30)[:, None]
    cells = np.where(np.arange(3) == unit % 3, unit % 2, -1)
    alone = Ratings(
        cells=cells.astype(np.int8), labels=("1", "2"), points=np.array([1.0, 2.0])
    )
    made = bootstrap([alone], ["icc_2_1", "cohen_kappa", "krippendorff_alpha"], seed=1)
    assert [each.value for each in made.pooled] == [None] * 3
    assert all(each.why for each in made.pooled)


def test_judges_numbered_like_places_have_no_two_way_icc_in_samples_either():
    """What a coefficient refuses its samples refuse, with the same reason."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, (30, 1))
    cells = np.clip(truth + rng.integers(-1, 2, (30, 3)), 0, 2).astype(np.int8)
    ratings = Ratings(
        cells=cells, labels=("1", "2", "3"), points=np.arange(1.0, 4.0),
        judges=("r1", "r2", "r3"), suspects=("r1", "r2", "r3"),
    )  # fmt: skip
    made = bootstrap([ratings], ["icc_2_1", "icc_1_1"], seed=1)
    two, one = made.criteria["1"]
    assert (two.value, two.why) == (None, icc(ratings, "ICC(2,1)").why)
    assert one.value == pytest.approx(icc(ratings, "ICC(1,1)").value)
