"""Correlations and differences of judges: scipy's figures, and a slow jackknife."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.agreement import (
    Ratings,
    Tally,
    icc,
    kendall_tau,
    kendall_w,
    mean_difference,
    pearson,
    spearman,
)
from adjudge.agreement.dominance import signs
from adjudge.agreement.paired import compare_pairs
from adjudge.errors import InputInvalid

PLAIN = {
    "spearman": lambda x, y: stats.spearmanr(x, y)[0],
    "kendall_tau_b": lambda x, y: stats.kendalltau(x, y)[0],
    "pearson": lambda x, y: stats.pearsonr(x, y)[0],
    "mean_absolute_difference": lambda x, y: np.abs(x - y).mean(),
}


def ratings(values, **told):
    """Units by judges; NaN is a hole."""
    values = np.array(values, dtype=float)
    points = np.unique(values[~np.isnan(values)])
    cells = np.searchsorted(points, np.nan_to_num(values, nan=points[0]))
    cells[np.isnan(values)] = -1
    labels = tuple(f"{point:g}" for point in points)
    return Ratings(cells=cells.astype(np.int16), labels=labels, points=points, **told)


def graded(seed, shape=(30, 4), share=0.2, digits=0):
    """Grades that go together, rounded, with holes."""
    rng = np.random.default_rng(seed)
    values = np.round(rng.normal(size=(shape[0], 1)) + rng.normal(size=shape) + 3, digits)
    values = np.clip(values, 1, 5) if not digits else values
    values[rng.random(shape) < share] = np.nan
    return values


def common(values, a, b):
    """What two judges gave to the units that both graded."""
    both = ~np.isnan(values[:, a]) & ~np.isnan(values[:, b])
    return values[both, a], values[both, b]


def pooled(values, name):
    """The mean over pairs, weighted by units in common."""
    total = weight = 0.0
    for a, b in combinations(range(values.shape[1]), 2):
        x, y = common(values, a, b)
        total += len(x) * PLAIN[name](x, y)
        weight += len(x)
    return total / weight


def slow_error(figures):
    """The jackknife's standard error."""
    return np.std(figures) * (len(figures) - 1) ** 0.5


@pytest.mark.parametrize("digits", [0, 2])
@pytest.mark.parametrize("name", PLAIN)
def test_pairs_and_pool_are_scipys(name, digits):
    """Value and error, from tables of few categories as from many values."""
    values = graded(1, digits=digits)

    (made,) = compare_pairs(ratings(values), [name])

    for at, (a, b) in enumerate(combinations(range(4), 2)):
        x, y = common(values, a, b)
        without = [PLAIN[name](np.delete(x, i), np.delete(y, i)) for i in range(len(x))]
        assert made.pairs[at].value == pytest.approx(PLAIN[name](x, y), abs=1e-12)
        assert made.pairs[at].between == (str(a + 1), str(b + 1))
        if made.pairs[at].error is not None:
            assert made.pairs[at].error == pytest.approx(slow_error(without), rel=1e-9)
    kept = (~np.isnan(values)).sum(axis=1) > 1
    without = [pooled(np.delete(values, i, 0), name) for i in np.flatnonzero(kept)]
    assert made.pooled.value == pytest.approx(pooled(values, name), abs=1e-12)
    assert made.pooled.error == pytest.approx(slow_error(without), rel=1e-9)
    reach = stats.t.ppf(0.975, len(without) - 1) * made.pooled.error
    assert made.pooled.low == pytest.approx(made.pooled.value - reach)
    assert (made.pooled.units, made.pooled.interval) == (len(without), "jackknife")


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=40))
def test_points_are_counted_as_one_by_one(points):
    """The fast count of points on either diagonal equals looking at each two."""
    x, y = np.array(points).T

    plain = (np.sign(np.subtract.outer(x, x)) * np.sign(np.subtract.outer(y, y))).sum(
        axis=0
    )

    assert signs(x, y).tolist() == plain.tolist()


@given(st.integers(0, 2**32 - 1), st.sampled_from([0, 2]))
def test_order_is_nothing(seed, digits):
    """Neither of judges nor of units; units that one judge graded change nothing."""
    rng = np.random.default_rng(seed)
    values = graded(seed, (25, 3), digits=digits)
    alone = np.full((1, 3), np.nan)
    alone[0, 0] = values[~np.isnan(values)][0]
    moved = np.vstack([values[rng.permutation(25)][:, rng.permutation(3)], alone])

    for one, other in zip(
        compare_pairs(ratings(values)), compare_pairs(ratings(moved)), strict=True
    ):
        assert (one.pooled.value is None) == (other.pooled.value is None)
        if one.pooled.value is not None:
            assert other.pooled.value == pytest.approx(one.pooled.value, abs=1e-9)
        if one.pooled.error is not None:
            assert other.pooled.error == pytest.approx(one.pooled.error, abs=1e-9)


def test_a_tally_serves_as_well():
    """What has been counted in parts gives the figures of the whole."""
    found = ratings(graded(4))
    first, second = found.of_units(np.arange(12)), found.of_units(np.arange(12, 30))
    tally = Tally.of(first) + Tally.of(second)

    for one, other in zip(compare_pairs(found), compare_pairs(tally), strict=True):
        assert one == other
    assert kendall_w(tally) == kendall_w(found)
    assert icc(tally, "ICC(1,1)") == icc(found, "ICC(1,1)")


def test_units_that_are_rated_alike_count_each():
    """Two judges and two categories: four patterns stand for a hundred units."""
    rng = np.random.default_rng(0)
    truth = rng.random((100, 1)) < 0.4
    values = np.where(rng.random((100, 2)) < 0.8, truth, ~truth).astype(float)
    made = spearman(ratings(values))

    without = [pooled(np.delete(values, at, 0), "spearman") for at in range(100)]
    assert made.units == 100
    assert made.error == pytest.approx(slow_error(without), rel=1e-9)


def test_each_function_is_its_measure():
    """Pooled, and between two judges by name."""
    found = ratings(graded(5), judges=("ann", "bob", "eve", "joe"))
    ways = (spearman, kendall_tau, pearson, mean_difference)
    for way, made in zip(ways, compare_pairs(found), strict=True):
        assert way(found) == made.pooled
        assert way(found, between=("ann", "bob")).value == made.pairs[0].value


def test_fisher_is_asked_for():
    """Between two judges Pearson's correlation has an analytic interval: scipy's."""
    values = graded(6, (40, 2), share=0)
    made = pearson(ratings(values), between=("1", "2"), interval="analytic")
    expected = stats.pearsonr(*values.T).confidence_interval(0.95)

    assert (made.low, made.high) == pytest.approx(tuple(expected))
    assert made.interval == "analytic"
    assert "no analytic" in pearson(ratings(values), interval="analytic").why_no_interval


def test_a_judge_who_always_says_the_same_is_told():
    """A correlation with a constant is undefined, and the pool says who is not in it."""
    values = graded(7, share=0)
    values[:, 3] = 3

    made = compare_pairs(ratings(values), ["spearman"])[0]

    assert made.pairs[2].value is None
    assert made.pairs[2].why == "one of the two judges gave the same grade throughout"
    assert made.pooled.note.startswith("3 of 6 pairs of judges are not in the mean")
    assert made.pooled.value == pytest.approx(pooled(values[:, :3], "spearman"))


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([[1.0], [2.0], [3.0]], "there is one judge"),
        ([[3.0, 3.0]] * 25, "gave the same grade throughout"),
        ([[1.0, 2.0], [2.0, 1.0]], "no two judges have 3 units in common"),
        ([[1.0, np.nan], [np.nan, 2.0]] * 5, "no unit has two grades"),
    ],
)
def test_what_is_undefined_has_no_number(values, why):
    """None and the reason."""
    for way in (spearman, kendall_tau, pearson):
        assert way(ratings(values)).value is None
        assert why in way(ratings(values)).why


def test_few_units_have_no_interval():
    """Below 20 units the value stands alone."""
    made = spearman(ratings(graded(8, (19, 2), share=0)))

    assert made.value is not None
    assert made.low is None
    assert made.why_no_interval == (
        "not enough data for an interval: 19 units, at least 20 needed"
    )


def test_a_rare_rest_has_no_interval():
    """Nor is there one where nearly all grades are the same and units are few."""
    values = np.ones((60, 2))
    values[:2, 0] = values[1:4, 1] = 2

    assert pearson(ratings(values)).why_no_interval == (
        "not enough data for an interval: 96% of the grades are in one category, and too few"
        " of 60 units have anything else; with such grades at least 120 units"
    )
    assert pearson(ratings(np.vstack([values, values, values]))).low is not None


def test_slots_have_no_order():
    """But how far two grades are apart does not ask who gave them."""
    found = ratings(graded(9), slots=True)

    assert "slots, not judges" in spearman(found).why
    assert "slots, not judges" in kendall_w(found).why
    assert mean_difference(found).value is not None


def test_an_unknown_judge_is_told():
    """With the names there are."""
    with pytest.raises(InputInvalid, match="no judge is called 'x'") as caught:
        pearson(ratings(graded(1)), between=("1", "x"))
    assert caught.value.hint == "judges: 1, 2, 3, 4"


def plain_w(values):
    """Kendall's W by its textbook formula, with the correction for ties."""
    n, m = values.shape
    ranks = np.apply_along_axis(stats.rankdata, 0, values)
    sums = ranks.sum(axis=1)
    ties = sum(
        (c**3 - c).sum()
        for j in range(m)
        for c in [np.unique(values[:, j], return_counts=True)[1]]
    )
    return 12 * ((sums - sums.mean()) ** 2).sum() / (m**2 * (n**3 - n) - m * ties)


@pytest.mark.parametrize("digits", [0, 2])
def test_kendalls_w(digits):
    """Value, test and error; Friedman's statistic is the same one in another dress."""
    values = graded(2, share=0, digits=digits)

    made = kendall_w(ratings(values))

    without = [plain_w(np.delete(values, at, 0)) for at in range(len(values))]
    assert made.value == pytest.approx(plain_w(values), abs=1e-12)
    assert made.error == pytest.approx(slow_error(without), rel=1e-9)
    friedman = stats.friedmanchisquare(*values)
    assert made.test.statistic == pytest.approx(friedman.statistic)
    assert made.test.p == pytest.approx(friedman.pvalue)


def test_kendalls_w_is_of_complete_units():
    """Units that some judge did not grade are left out, and counted as such."""
    values = graded(3, (60, 3), share=0.1)
    complete = values[~np.isnan(values).any(axis=1)]

    made = kendall_w(ratings(values))

    assert made.value == pytest.approx(plain_w(complete))
    assert made.units == len(complete)
    assert made.coverage == pytest.approx(np.mean(~np.isnan(values)))


def test_kendalls_w_at_its_ends():
    """1 where all have one order; undefined where nobody has any."""
    up = np.repeat(np.arange(30.0)[:, None], 3, axis=1)

    assert kendall_w(ratings(up)).value == pytest.approx(1)
    assert kendall_w(ratings(np.ones((30, 3)))).why.startswith("each judge gave the same")
    assert kendall_w(ratings(up[:, :1])).why.startswith("there is one judge")
    lonely = [[1.0, np.nan], [np.nan, 1.0], [2.0, 2.0]]
    assert kendall_w(ratings(lonely)).why == "1 unit with all judges"
