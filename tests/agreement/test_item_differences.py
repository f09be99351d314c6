"""Differences item by item: exact where they claim to be, and honest where they cannot."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, ttest_rel

from adjudge.agreement import adjusted, contrast, judged, paired_mean
from adjudge.agreement.item_differences import mcnemar, tango


def test_no_pair_that_differs_leaves_tango_s_interval():
    """With none of n discordant it is z² / (n + z²), Tango 1998."""
    z2 = 1.959963984540054**2
    for n in (6, 20, 1000):
        low, high = tango(0, 0, n)
        assert (low, high) == pytest.approx((-z2 / (n + z2), z2 / (n + z2)))


@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 40))
def test_tango_s_interval_is_its_plain_twin(up, down, rest):
    """Its ends are where the score of the difference is the normal's quantile."""
    n = up + down + rest
    low, high = tango(up, down, n)

    assert low <= (up - down) / n <= high
    for end in (low, high):
        assert abs(score(up, down, n, end)) == pytest.approx(1.959963984540054, abs=1e-6)
    assert tango(down, up, n) == pytest.approx((-high, -low))


def score(up, down, n, d):
    """The score statistic of Tango 1998, equation 6, in plain Python."""
    a, b, c = 2 * n, -up - down + (2 * n - up + down) * d, -down * d * (1 - d)
    share = (math.sqrt(b * b - 4 * a * c) - b) / (2 * a)
    return (up - down - n * d) / math.sqrt(n * (2 * share + d * (1 - d)))


@given(st.integers(0, 40), st.integers(0, 40))
def test_mcnemar_is_the_binomial_test_with_half_of_its_own_chance(up, down):
    """The mid-p is the exact p less the chance of what was seen."""
    if up == down:
        assert mcnemar(up, down) == 1
        return
    exact = binomtest(up, up + down)
    own = math.comb(up + down, up) / 2 ** (up + down)
    assert mcnemar(up, down) == pytest.approx(exact.pvalue - own)


@given(st.lists(st.integers(-4, 4), min_size=6, max_size=9))
def test_few_differences_are_tested_by_every_way_to_turn_their_signs(values):
    """The chance is counted out, as in the plain twin."""
    d = np.array(values, dtype=float)
    total = abs(sum(values))
    turned = [
        abs(sum(s * v for s, v in zip(signs, values, strict=True)))
        for signs in product((-1, 1), repeat=len(values))
    ]

    assert paired_mean(d).p == sum(each >= total for each in turned) / len(turned)


@given(st.lists(st.integers(-4, 4), min_size=6, max_size=9))
def test_interval_of_few_is_where_the_test_does_not_object(values):
    """A mean inside is one that turning signs finds likely; one outside is not."""
    d = np.array(values, dtype=float)
    made = paired_mean(d)
    if made.low is None:
        return
    for at in (made.low - 0.01, made.high + 0.01):
        assert paired_mean(d - at).p <= 0.0501
    assert paired_mean(d - (made.low + made.high) / 2).p > 0.04


def test_many_are_student_s():
    """From 20 on it is the paired t test."""
    rng = np.random.default_rng(3)
    one, two = rng.normal(0.3, 1, 50), rng.normal(0, 1, 50)

    made = paired_mean(one - two)
    wanted = ttest_rel(one, two)

    assert made.by == "t"
    assert made.p == pytest.approx(wanted.pvalue)
    interval = wanted.confidence_interval()
    assert (made.low, made.high) == pytest.approx((interval.low, interval.high))


@pytest.mark.parametrize("n", [1, 5])
def test_five_items_cannot_tell(n):
    """The value is there; an interval and a chance are not."""
    made = paired_mean(np.ones(n))

    assert made.value == 1
    assert made.low is made.p is None
    assert made.why_no_interval.startswith("not enough data")


def test_no_items_are_undefined():
    """Not 0."""
    made = paired_mean(np.array([]))

    assert made.value is None
    assert made.why


@pytest.mark.parametrize("n", [10, 40])
def test_equal_differences_have_no_interval(n):
    """All alike: no width, and no claim of one; the chance is that of equal signs."""
    made = paired_mean(np.full(n, 0.5))

    assert made.low is None
    assert made.p == 2.0 ** (1 - n)
    assert "nothing says" in made.why_no_interval


def test_three_items_that_differ_among_many_cannot_tell():
    """Student's interval would be far too narrow."""
    d = np.zeros(100)
    d[:3] = 2

    made = paired_mean(d)

    assert made.low is None
    assert made.p == pytest.approx(0.25)
    assert "only 3 of 100" in made.why_no_interval


@pytest.mark.parametrize("n", [8, 30, 100])
@pytest.mark.parametrize(("up", "down"), [(0.1, 0.1), (0.3, 0.1)])
def test_intervals_of_yes_and_no_cover(n, up, down):
    """In 2,000 draws, 93 % or more of the 95 % intervals hold the truth."""
    rng = np.random.default_rng(n)
    held = 0
    for _ in range(2000):
        u = rng.random(n)
        low, high = tango(int((u < up).sum()), int((u > 1 - down).sum()), n)
        held += low <= up - down <= high

    assert held / 2000 > 0.93


@pytest.mark.parametrize("n", [8, 12, 30])
def test_intervals_of_steps_cover(n):
    """In 400 draws of whole differences, 92 % or more of the intervals hold the truth."""
    rng = np.random.default_rng(n)
    held = 0
    for _ in range(400):
        made = paired_mean(rng.integers(-2, 4, n).astype(float))
        held += made.low is None or made.low <= 0.5 <= made.high

    assert held / 400 > 0.92


def test_what_is_called_detectable_is_found_four_times_in_five():
    """The minimal detectable difference is what it says."""
    rng = np.random.default_rng(1)
    far = paired_mean(rng.normal(0, 1, 40)).detectable
    spread = far / (2.0227 + 0.8512) * math.sqrt(40)

    found = np.mean(
        [paired_mean(rng.normal(far, spread, 40)).p < 0.05 for _ in range(1500)]
    )

    assert found == pytest.approx(0.8, abs=0.03)


def test_superiority_counts_ties_as_half():
    """Two better, one worse, one tie: 2.5 of 4."""
    made = contrast("new", "old", (np.array([3.0, 3, 1, 2]), np.array([1.0, 2, 2, 2])))

    assert made.superiority.value == 0.625
    assert (made.wins, made.ties, made.losses) == (2, 1, 1)


def test_ties_in_the_last_bit_are_ties():
    """0.1 + 0.2 is 0.3."""
    made = contrast("new", "old", (np.array([0.1 + 0.2]), np.array([0.3])))

    assert made.ties == 1
    assert made.difference.value == 0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_its_plain_twin(ps):
    """The largest of the sorted chances so far, each times how many are left."""
    order = sorted(ps)
    wanted = [
        min(max(p * (len(ps) - at) for at, p in enumerate(order) if p <= own), 1)
        for own in ps
    ]
    assert adjusted(ps, "holm") == pytest.approx(wanted)


def test_benjamini_and_yekutieli_is_that_of_the_published_package():
    """As statsmodels has it."""
    from statsmodels.stats.multitest import multipletests

    ps = [0.001, 0.04, 0.03, 0.2, 0.9]

    assert adjusted(ps, "by") == pytest.approx(multipletests(ps, method="fdr_by")[1])
    assert adjusted(ps, "holm") == pytest.approx(multipletests(ps, method="holm")[1])


def test_words_follow_interval_and_chance():
    """Better, worse, cannot be told apart, not enough data."""
    rng = np.random.default_rng(0)
    noise = rng.normal(0, 0.3, 30)
    flat = np.zeros(30)
    said = judged(
        [
            contrast("new", "old", (flat + 1 + noise, flat)),
            contrast("new", "old", (flat, flat + 1 + noise)),
            contrast("new", "old", (noise, flat)),
            contrast("new", "old", (np.ones(3), np.zeros(3))),
        ],
        "holm",
    )

    assert [c.said for c in said] == [
        "better",
        "worse",
        "cannot be told apart",
        "not enough data",
    ]


def test_many_comparisons_are_made_up_for():
    """Of 200 tables of 20 comparisons without a difference, one in twenty says a word."""
    rng = np.random.default_rng(4)
    loud = 0
    for _ in range(200):
        each = [
            contrast("a", "b", (rng.normal(0, 1, 25), rng.normal(0, 1, 25)))
            for _ in range(20)
        ]
        loud += any(c.said in ("better", "worse") for c in judged(each, "holm"))

    assert loud <= 20
