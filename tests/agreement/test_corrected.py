"""Corrected scores: what they equal, what they refuse, and how often they hold."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.agreement import Sample, correct, corrected_difference, corrected_mean
from adjudge.agreement.student import quantile
from adjudge.errors import InputInvalid

ORACLE = [
    # What ppi-python 0.2.3 makes of `drawn`: tuned and plain estimate, interval of the plain.
    ("binary", 40, 200, 1, 0.7274615568480599, 0.77, 0.6273898903953163, 0.9126101096046835),
    ("likert", 60, 500, 2, 2.903733356095414, 2.966666666666667, 2.7527427521382024, 3.180590581195131),
]  # fmt: skip


def stream(count, seed):
    """Numbers from 0 to 1 that need no generator's promise."""
    made = []
    for _ in range(count):
        seed = (1103515245 * seed + 12345) % 2**31
        made.append(seed / 2**31)
    return np.array(made)


def drawn(name, n, rest, seed):
    """What people and a judge said of n + rest items; of the rest people said nothing."""
    u = stream(3 * (n + rest), seed).reshape(-1, 3)
    if name == "binary":
        human = (u[:, 0] < 0.7) * 1.0
        judge = np.where(u[:, 1] < 0.85, human, 1 - human)
    else:
        human = np.floor(u[:, 0] * 5) + 1
        judge = np.clip(human + np.floor(u[:, 1] * 3) - 1, 1, 5)
    human[n:] = np.nan
    return human, judge


@pytest.mark.parametrize("case", ORACLE, ids=lambda case: case[0])
def test_estimates_are_those_of_the_published_package(case):
    """Tuned and plain estimates equal ppi-python's; intervals are no narrower than its."""
    name, n, rest, seed, tuned, plain, low, high = case
    human, judge = drawn(name, n, rest, seed)

    made = corrected_mean(human, judge)
    untuned = corrected_mean(human, judge, tuning=1.0)

    assert made.value == pytest.approx(tuned, abs=1e-12)
    assert untuned.value == pytest.approx(plain, abs=1e-12)
    assert untuned.low < low < high < untuned.high
    assert untuned.high - untuned.low < 1.35 * (high - low)


@pytest.mark.parametrize("case", ORACLE, ids=lambda case: case[0])
def test_error_is_the_published_one_with_its_small_sample_terms(case):
    """The variance is ppi-python's, with n - 2 for n, and one unseen error more."""
    name, n, rest, seed, _, _, low, high = case
    human, judge = drawn(name, n, rest, seed)
    made = corrected_mean(human, judge, tuning=1.0)

    theirs = ((high - low) / 2 / 1.959963984540054) ** 2
    of_rest = judge[n:].var() / rest
    span, steps = (1.0, 2) if name == "binary" else (4.0, 5)
    reserve = span * span / (steps - 1) / ((n - 2) * n)
    ours = (theirs - of_rest) * n / (n - 2) + of_rest + reserve

    assert made.error**2 == pytest.approx(ours, rel=1e-9)
    assert made.high - made.value == pytest.approx(quantile(0.975, n - 2) * made.error)


def test_without_tuning_it_is_people_alone():
    """A weight of nought takes none of the judge's word."""
    human, judge = drawn("likert", 60, 500, 2)

    made = corrected_mean(human, judge, tuning=0.0)

    assert made.value == made.people == pytest.approx(np.nanmean(human))
    assert (made.low, made.high) == (made.people_low, made.people_high)
    assert made.gain == 1.0
    assert not made.helps


def test_a_good_judge_is_worth_many_human_verdicts():
    """Gain is the ratio of variances: as many times the verdicts for as narrow a one."""
    rng = np.random.default_rng(0)
    human = np.clip(np.rint(rng.normal(3, 1, 2000)), 1, 5)
    judge = np.clip(human + (rng.random(2000) < 0.1), 1, 5)
    human[100:] = np.nan

    made = corrected_mean(human, judge, scale=range(1, 6))

    assert made.helps
    assert made.gain > 3
    wide, narrow = made.people_high - made.people_low, made.high - made.low
    assert made.gain == pytest.approx((wide / narrow) ** 2)


def test_a_judge_who_guesses_does_not_help_and_is_no_gain_below_one():
    """Gain is never below 1, and luck is not called help."""
    helped = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        human = rng.integers(0, 2, 300).astype(float)
        judge = rng.integers(0, 2, 300).astype(float)
        human[40:] = np.nan
        made = corrected_mean(human, judge)
        assert made.gain >= 1
        helped += made.helps

    assert helped <= 8


def test_a_judge_who_says_the_opposite_is_not_leaned_on():
    """The weight is never below 0: the result is people alone."""
    human = np.array([0.0, 1.0] * 30 + [np.nan] * 100)
    judge = np.array([1.0, 0.0] * 30 + [1.0, 0.0] * 50)

    made = corrected_mean(human, judge)

    assert made.tuning == 0
    assert made.value == made.people
    assert not made.helps


def test_a_constant_judge_is_no_division_by_nought():
    """A judge who always says the same adds nothing."""
    made = corrected_mean([0.0, 1.0] * 15 + [float("nan")] * 10, [1.0] * 40)

    assert made.value == made.people == 0.5
    assert made.correlation is None
    assert not made.helps


def test_a_judge_on_another_range_is_brought_to_the_people_s():
    """A judge who grades to 100 helps those who grade to 5, whatever its unit."""
    human, judge = drawn("likert", 60, 500, 2)

    one = corrected_mean(human, judge)
    hundred = corrected_mean(human, judge * 20 - 7)

    assert hundred.value == pytest.approx(one.value)
    assert hundred.low == pytest.approx(one.low)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_with_hardly_any_verdicts_nothing_is_corrected(n):
    """Undefined stays undefined, with the reason."""
    human = np.full(50, np.nan)
    human[:n] = 1.0

    made = corrected_mean(human, np.arange(50.0))

    assert made.value is None
    assert "fewer than 3" in made.why
    assert made.low is made.gain is None


def test_below_twenty_items_there_is_no_interval():
    """The estimate is unbiased, but how sure it is cannot be said."""
    human = np.array([0.0, 1.0] * 9 + [1.0] + [np.nan] * 100)
    judge = np.array([0.0, 1.0] * 9 + [1.0] + [1.0, 0.0] * 50)

    made = corrected_mean(human, judge, scale=(0, 1))

    assert made.value is not None
    assert made.low is made.high is made.gain is None
    assert made.why_no_interval.startswith("not enough data")


def test_rare_values_on_a_long_scale_need_a_hundred_items():
    """Two threes among sixty fives say too little of what the rest would be."""
    human = np.array([5.0] * 58 + [3.0] * 2 + [np.nan] * 200)
    judge = np.array([5.0] * 58 + [3.0] * 2 + [5.0] * 200)

    made = corrected_mean(human, judge, scale=range(1, 6))

    assert made.low is None
    assert "97%" in made.why_no_interval


def test_a_judge_that_was_never_wrong_still_leaves_an_interval():
    """Thirty verdicts without an error are no proof: an interval has a width."""
    human = np.array([0.0, 1.0] * 15 + [np.nan] * 5000)
    judge = np.array([0.0, 1.0] * 2515)

    made = corrected_mean(human, judge, scale=(0, 1))

    assert made.high - made.low > 0.1


def test_an_interval_does_not_leave_the_scale():
    """No pass rate is above 1."""
    human = np.array([1.0] * 30 + [np.nan] * 50)

    made = corrected_mean(human, np.ones(80), scale=(0, 1))

    assert made.high == 1.0
    assert 0.5 < made.low < 1


def test_units_of_one_item_are_not_independent():
    """Each item asked twice is not twice as many items."""
    human, judge = drawn("likert", 60, 500, 2)
    items = np.arange(560)

    once = corrected_mean(human, judge, items=items)
    twice = corrected_mean(
        np.tile(human, 2), np.tile(judge, 2), items=np.tile(items, 2), tuning=once.tuning
    )

    assert twice.value == pytest.approx(once.value)
    assert twice.error == pytest.approx(once.error)


def test_what_the_judge_could_not_grade_is_counted():
    """Units that people judged and the judge did not are left out, and told."""
    human = np.array([0.0, 1.0] * 20 + [np.nan] * 10)
    judge = np.array([0.0, 1.0] * 15 + [np.nan] * 10 + [1.0] * 10)

    made = corrected_mean(human, judge)

    assert (made.asked, made.others, made.left_out) == (30, 10, 10)


def test_order_of_rows_is_nothing():
    """Rows in another order give the same figures."""
    human, judge = drawn("likert", 60, 500, 2)
    order = np.random.default_rng(0).permutation(560)

    one, other = corrected_mean(human, judge), corrected_mean(human[order], judge[order])

    assert (one.value, one.low, one.high) == pytest.approx(
        (other.value, other.low, other.high)
    )


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=3, max_size=30),
    st.lists(st.integers(0, 4), min_size=1, max_size=30),
)
def test_the_estimate_is_its_plain_twin(pairs, more):
    """The formula of the paper, spelled out, in Python's own numbers."""
    human = [float(y) for y, _ in pairs] + [math.nan] * len(more)
    judge = [float(f) for _, f in pairs] + [float(f) for f in more]

    made = corrected_mean(human, judge)

    assert made.value == pytest.approx(plain(pairs, more), abs=1e-9)


def plain(pairs, more):
    """PPI++ for a mean, one line after another."""
    n, rest = len(pairs), len(more)
    y_mean, f_mean = (sum(side) / n for side in zip(*pairs, strict=True))
    together = sum((y - y_mean) * (f - f_mean) for y, f in pairs) / n
    everything = [f for _, f in pairs] + more
    middle = sum(everything) / (n + rest)
    spread = sum((f - middle) ** 2 for f in everything) / (n + rest - 1)
    weight = max(together / ((1 + n / rest) * spread), 0) if spread > 1e-12 else 0
    return y_mean + weight * (sum(more) / rest - f_mean)


def two_systems(n, rest, shift, *, shared):
    """Two systems on the same questions: hard questions are hard for both."""
    rng = np.random.default_rng(5)
    hard = rng.normal(0, 1, n + rest)
    made = []
    for at in range(2):
        values = 5 + hard + at * shift + rng.normal(0, 0.3, n + rest)
        judge = values + rng.normal(0, 0.2, n + rest)
        human = values.copy()
        human[n:] = np.nan
        items = np.arange(n + rest) + (0 if shared else at * (n + rest))
        made.append(
            Sample(human=human, judge=judge, items=items, points=np.linspace(0, 10, 101))
        )
    return made


def test_a_difference_is_the_difference():
    """Of systems, the corrected difference is that of the corrected means."""
    old, new = two_systems(40, 300, 0.5, shared=True)

    made = corrected_difference(new, old)

    assert made.value == pytest.approx(correct(new).value - correct(old).value)
    assert made.people == pytest.approx(correct(new).people - correct(old).people)


def test_the_same_questions_make_a_difference_surer():
    """What one question adds to both systems is not counted as their difference."""
    paired = corrected_difference(*reversed(two_systems(60, 300, 0.5, shared=True)))
    apart = corrected_difference(*reversed(two_systems(60, 300, 0.5, shared=False)))

    assert paired.value == pytest.approx(apart.value)
    assert paired.error < 0.95 * apart.error
    assert paired.p < apart.p


def test_a_difference_with_too_few_verdicts_is_undefined():
    """Where one side has no human verdict there is no difference."""
    old, new = two_systems(2, 50, 0.5, shared=True)

    made = corrected_difference(new, old)

    assert made.value is None
    assert made.why


@pytest.mark.parametrize(
    ("human", "judge"), [([1.0], [1.0, 2.0]), ([[1.0]], [[1.0]]), ([math.inf], [1.0])]
)
def test_what_is_no_pair_of_columns_is_refused(human, judge):
    """One finite number a row, in both."""
    with pytest.raises(InputInvalid):
        corrected_mean(human, judge)


@pytest.mark.parametrize(("share", "right"), [(0.5, 0.9), (0.8, 0.9), (0.9, 0.98)])
def test_intervals_cover(share, right):
    """In 1,500 draws of 40 human verdicts, 95 % intervals hold the truth in 93 % or more."""
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(1500):
        true = (rng.random(340) < share).astype(float)
        judge = np.where(rng.random(340) < right, true, 1 - true)
        human = true.copy()
        human[40:] = np.nan
        made = corrected_mean(human, judge, scale=(0, 1))
        held += made.low <= share <= made.high

    assert held / 1500 > 0.93


def test_items_that_were_picked_are_told_from_a_random_draw():
    """Where people saw the worst items, the judge's own grades show it."""
    rng = np.random.default_rng(3)
    judge = rng.normal(3, 1, 400)
    human = judge + rng.normal(0, 0.3, 400)

    drawn_at_random, picked = human.copy(), human.copy()
    drawn_at_random[60:] = np.nan
    picked[judge > np.quantile(judge, 0.2)] = np.nan

    assert corrected_mean(drawn_at_random, judge).draw_p > 0.01
    found = corrected_mean(picked, judge)
    assert found.draw < -1
    assert found.draw_p < 1e-6
