"""Intraclass correlations: the published table, other packages, a plain twin."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudge.agreement import Ratings, Tally, icc
from adjudge.agreement.intraclass import FORMS, iccs
from adjudge.errors import InputInvalid

# Shrout & Fleiss, Psychological Bulletin 86 (1979), table 2: 6 targets by 4 judges.
SHROUT_FLEISS = [
    [9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7],
]  # fmt: skip

# Figures as published; two more digits as psych 2.3 and pingouin 0.7 print them.
PUBLISHED = {
    "ICC(1,1)": (0.16574177, -0.13293232, 0.72256006, 1.79, (5, 18)),
    "ICC(2,1)": (0.28976378, 0.01878651, 0.76108437, 11.03, (5, 15)),
    "ICC(3,1)": (0.71484071, 0.34246477, 0.94585826, 11.03, (5, 15)),
    "ICC(1,k)": (0.44279713, -0.88444216, 0.91241542, 1.79, (5, 18)),
    "ICC(2,k)": (0.62005055, 0.07113682, 0.92723204, 11.03, (5, 15)),
    "ICC(3,k)": (0.90931554, 0.67567471, 0.98589168, 11.03, (5, 15)),
}

# Recorded from pingouin 0.7.0, intraclass_corr, which is GPL and so not run here.
TABLE = [
    [2, 2, 1, 3], [3, 2, 4, 4], [1, 3, 2, 4], [2, 2, 2, 1], [3, 4, 1, 3], [3, 3, 2, 5],
    [5, 5, 2, 4], [3, 3, 3, 3], [2, 4, 3, 4], [1, 2, 2, 3], [5, 4, 3, 3], [2, 1, 1, 4],
    [2, 1, 2, 1], [1, 1, 1, 1], [4, 3, 3, 5], [2, 4, 2, 5], [2, 3, 3, 4], [4, 5, 3, 5],
    [5, 4, 2, 4], [3, 3, 4, 3], [3, 2, 1, 2], [5, 5, 5, 5], [4, 2, 4, 5], [5, 5, 4, 5],
]  # fmt: skip
PINGOUIN = {
    "ICC(1,1)": (0.4658954584404456, 4.489170543879352, (23, 72), 5.034030762986962e-07),
    "ICC(A,1)": (0.47801691650615535, 5.4342590794329, (23, 69), 2.211769574107944e-08),
    "ICC(C,1)": (0.525743759786313, 5.4342590794329, (23, 69), 2.211769574107944e-08),
    "ICC(1,k)": (0.7772416997248133, 4.489170543879352, (23, 72), 5.034030762986962e-07),
    "ICC(A,k)": (0.7855496301393429, 5.4342590794329, (23, 69), 2.211769574107944e-08),
    "ICC(C,k)": (0.8159822736857153, 5.4342590794329, (23, 69), 2.211769574107944e-08),
}


def ratings(values, **told):
    """Units by judges; NaN is a hole."""
    values = np.array(values, dtype=float)
    points = np.unique(values[~np.isnan(values)])
    cells = np.searchsorted(
        points, np.nan_to_num(values, nan=points[0] if len(points) else 0)
    )
    cells[np.isnan(values)] = -1
    labels = tuple(f"{point:g}" for point in points)
    return Ratings(cells=cells.astype(np.int32), labels=labels, points=points, **told)


def holed(seed, shape=(30, 4), share=0.3):
    """Grades of units and judges with levels of their own, some of them missing."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(shape[0], 1)) + rng.normal(size=shape) * 0.8
    values = np.clip(np.round(values + rng.normal(size=shape[1]) + 3), 1, 5)
    values[rng.random(shape) < share] = np.nan
    return values


def plain(values, model, mean):
    """Henderson's third method by its definition: projections, traces, no algebra."""
    values = np.array(values, dtype=float)
    values = values[(~np.isnan(values)).sum(axis=1) > 1]
    values = values[:, (~np.isnan(values)).any(axis=0)]
    unit, judge = np.nonzero(~np.isnan(values))
    y = values[unit, judge]
    of_units, of_judges = np.eye(len(values))[unit], np.eye(values.shape[1])[judge]
    one = np.ones((len(y), 1))

    def onto(*columns):
        laid = np.hstack(columns)
        return laid @ np.linalg.pinv(laid)

    def on_average(form):
        """What a quadratic form comes to: as multiples of the three variances."""
        return [np.trace(form @ z @ z.T) for z in (of_units, of_judges, np.eye(len(y)))]

    both, units, judges = onto(of_units, of_judges), onto(of_units), onto(of_judges)
    everything = np.eye(len(y))
    if model == 1:
        forms = [units - onto(one), everything - units]
        system = np.array([on_average(form) for form in forms])[:, [0, 2]]
        a, e = np.linalg.solve(system, [y @ form @ y for form in forms])
        rest = e
    else:
        forms = [both - judges, both - units, everything - both]
        system = np.array([on_average(form) for form in forms])
        a, j, e = np.linalg.solve(system, [y @ form @ y for form in forms])
        rest = e + (j if model == 2 else 0)
    sizes = (~np.isnan(values)).sum(axis=1)
    k = len(sizes) / (1 / sizes).sum() if mean else 1
    return a / (a + rest / k)


@pytest.mark.parametrize("form", PUBLISHED)
def test_the_published_table(form):
    """Value, interval and F as Shrout & Fleiss have them."""
    value, low, high, f, freedom = PUBLISHED[form]

    made = icc(ratings(SHROUT_FLEISS), form)

    assert (made.value, made.low, made.high) == pytest.approx((value, low, high), abs=1e-8)
    assert made.interval == "analytic"
    assert made.test.statistic == pytest.approx(f, abs=0.006)
    assert made.test.freedom == freedom
    assert (made.units, made.judges, made.pairs, made.coverage) == (6, 4, 36, 1.0)


@pytest.mark.parametrize("form", PINGOUIN)
def test_as_another_package_has_it(form):
    """McGraw & Wong's names are read; value, F and its chance are pingouin's."""
    value, f, freedom, p = PINGOUIN[form]

    made = icc(ratings(TABLE), form)

    assert made.value == pytest.approx(value, abs=1e-12)
    assert made.test.statistic == pytest.approx(f, abs=1e-10)
    assert made.test.freedom == freedom
    assert made.test.p == pytest.approx(p, rel=1e-9)
    assert made.name == {"1": "icc_1_", "A": "icc_2_", "C": "icc_3_"}[form[4]] + form[6]


def test_with_holes_it_is_the_definition_of_henderson():
    """The fast sums equal projections and traces, whatever is missing."""
    for seed in range(5):
        values = holed(seed)
        for form, made in zip(FORMS, iccs(ratings(values)), strict=True):
            expected = plain(values, form.model, form.mean)
            assert made.value == pytest.approx(expected, abs=1e-9)
            assert made.interval == "jackknife"
            assert "Henderson" in made.definition or form.model == 1


def test_each_unit_is_left_out_in_truth():
    """The error is that of computing the figure anew without each unit."""
    values = holed(3, (22, 3), share=0.2)
    n = len(values)
    for form, made in zip(FORMS, iccs(ratings(values)), strict=True):
        kept = [at for at in range(n) if (~np.isnan(values[at])).sum() > 1]
        k = 1 if not form.mean else _harmonic(values[kept])
        without = np.array([_of(np.delete(values, at, 0), form, k) for at in kept])
        error = without.std() * (len(kept) - 1) ** 0.5
        assert made.error == pytest.approx(error, rel=1e-9)


def _harmonic(values):
    sizes = (~np.isnan(values)).sum(axis=1)
    return len(sizes) / (1 / sizes).sum()


def _of(values, form, k):
    """The single form, and from it that of the mean of *k* judges."""
    one = plain(values, form.model, mean=False)
    return one * k / (1 + (k - 1) * one)


def test_many_units_are_left_out_to_the_first_order():
    """Where exactness would be dear the error is off by less than one in n."""
    values = holed(1, shape=(3000, 10), share=0.3)
    few = iccs(ratings(values[:1900]), interval="jackknife")
    from adjudge.agreement import anova

    exact, anova._EXACT = anova._EXACT, 0
    try:
        rough = iccs(ratings(values[:1900]), interval="jackknife")
    finally:
        anova._EXACT = exact
    for one, other in zip(few, rough, strict=True):
        assert other.error == pytest.approx(one.error, rel=1 / 1900)


@given(st.integers(0, 2**32 - 1), st.integers(2, 7), st.integers(2, 60), st.floats(0, 0.8))
def test_counts_give_the_sums_of_the_units(seed, judges, units, share):
    """Of very many units sums are looked up; one by one they are the same."""
    from adjudge.agreement import anova
    from adjudge.agreement.anova_counts import CountedGrades

    tally = Tally.of(ratings(holed(seed, (units, judges), share)))
    assume(tally.compared > 1)
    counted = CountedGrades.of(tally)
    values = np.append(tally.scheme.points, np.nan)[tally.columns.T]
    table = anova.table_of(values, tally.times.astype(float))

    before, anova._EXACT = anova._EXACT, 0
    try:
        plain = anova.squares_without(table, anova.squares(table))
    finally:
        anova._EXACT = before
    assert counted.linked == anova.linked(table)
    assert counted.times.tolist() == table.times.tolist()
    whole = counted.squares()
    pairs = ((whole, anova.squares(table)), (counted.squares_without(whole), plain))
    for found, known in pairs:
        for name in (*anova.Squares.__slots__, "whole", "plain"):
            one, other = getattr(found, name), getattr(known, name)
            assert one == pytest.approx(other, abs=1e-8, nan_ok=True), name


def test_counts_are_enough_where_there_is_no_hole():
    """Sums from tables of pairs equal those from units; many units share a pattern."""
    for seed in range(4):
        found = ratings(holed(seed, (200, 3), share=0))
        for one, other in zip(iccs(found), iccs(found, interval="jackknife"), strict=True):
            assert one.value == pytest.approx(other.value, abs=1e-12)
            assert (one.interval, other.interval) == ("analytic", "jackknife")
            if one.name != "icc_2_1" and "k" not in one.name:
                assert one.high - one.low == pytest.approx(other.high - other.low, rel=0.3)


@given(st.integers(0, 2**32 - 1), st.booleans())
def test_order_is_nothing(seed, hole):
    """Neither of units nor of judges; nor does a unit without grades change anything."""
    rng = np.random.default_rng(seed)
    values = holed(seed, shape=(25, 3), share=0.2 if hole else 0.0)
    assume(not np.isnan(icc(ratings(values), "ICC(1,1)").value or np.nan))
    moved = values[rng.permutation(25)][:, rng.permutation(3)]
    moved = np.vstack([moved, np.full((1, 3), np.nan)])

    before, after = iccs(ratings(values)), iccs(ratings(moved))

    for one, other in zip(before, after, strict=True):
        assert one.why == other.why
        if one.value is not None:
            assert other.value == pytest.approx(one.value, abs=1e-9)
            if one.low is not None:
                assert (other.low, other.high) == pytest.approx(
                    (one.low, one.high), abs=1e-8
                )


@given(st.integers(0, 2**32 - 1), st.floats(0.1, 10), st.floats(-100, 100))
def test_units_of_measurement_are_nothing(seed, scale, shift):
    """Another unit and another nought give the same correlation."""
    values = holed(seed, shape=(25, 3))
    before, after = iccs(ratings(values)), iccs(ratings(values * scale + shift))

    for one, other in zip(before, after, strict=True):
        if one.value is not None:
            assert other.value == pytest.approx(one.value, abs=1e-7)


def test_unanimity_is_1():
    """With nothing to measure an error by, so that there is no interval."""
    values = np.repeat(np.arange(1, 31)[:, None] % 5, 3, axis=1)
    for made in iccs(ratings(values)):
        assert made.value == pytest.approx(1, abs=1e-12)
        assert made.low is None
        assert "no error to measure" in made.why_no_interval


def test_negative_ones_are_shown():
    """Judges who contradict one another come out below nought."""
    values = [[1, 5], [5, 1], [2, 4], [4, 2], [3, 3]] * 5

    assert icc(ratings(values), "ICC(1,1)").value == pytest.approx(-1, abs=0.1)
    assert icc(ratings(values), "ICC(3,1)").value < -0.9


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([[1.0], [2.0], [3.0]], "there is one judge"),
        ([[1.0, np.nan], [2.0, np.nan]], "there is one judge"),
        ([[3.0, 3.0]] * 25, "all grades are the same"),
        ([[1.0, 2.0]], "one unit has two grades"),
        ([[1.0, np.nan], [np.nan, 2.0]], "no unit has two grades"),
        (np.full((2, 2), np.nan), "there are no grades"),
    ],
)
def test_what_is_undefined_has_no_number(values, why):
    """None and the reason: never 0, 1 or NaN."""
    for made in iccs(ratings(values)):
        assert made.value is None
        assert why in made.why
        assert made.low is None


def test_units_that_do_not_differ_at_all():
    """The mean of judges has no variance to be a share of."""
    made = icc(ratings([[1, 2], [2, 1]] * 15), "ICC(1,k)")

    assert made.value is None
    assert "units do not differ" in made.why


def test_slots_have_no_two_way_correlation():
    """Whoever came first is not a judge: only the one-way form means something."""
    found = {each.name: each for each in iccs(ratings(TABLE, slots=True))}

    assert found["icc_1_1"].value == pytest.approx(0.4658954584404456)
    for name in ("icc_2_1", "icc_3_1", "icc_2_k", "icc_3_k"):
        assert found[name].value is None
        assert "slots, not judges" in found[name].why
        assert "ICC(1) applies" in found[name].why


def test_judges_who_share_no_unit_cannot_be_compared():
    """Two shifts that never meet have no levels to tell apart."""
    values = np.full((40, 4), np.nan)
    values[:20, :2] = holed(1, (20, 2), 0)
    values[20:, 2:] = holed(2, (20, 2), 0)

    assert "share no unit" in icc(ratings(values), "ICC(2,1)").why
    assert icc(ratings(values), "ICC(1,1)").value is not None


def test_judges_who_barely_overlap_are_no_raters():
    """Where most comparisons go into levels, little is left to measure agreement by."""
    rng = np.random.default_rng(0)
    values = np.full((40, 30), np.nan)
    for unit in range(40):
        values[unit, [unit % 30, (unit + 1) % 30]] = rng.integers(1, 6, 2)

    made = icc(ratings(values), "ICC(3,1)")

    assert made.value is None
    assert "barely overlap" in made.why


def test_a_form_that_there_is_not():
    """The message lists the six."""
    with pytest.raises(InputInvalid, match="is no form") as caught:
        icc(ratings(TABLE), "ICC(4,1)")
    assert "ICC(2,k)" in caught.value.hint


def test_labels_without_numbers_have_no_variance():
    """Names are no numbers."""
    named = Ratings(cells=np.zeros((3, 2), dtype=np.int8), labels=("red", "blue"))

    assert icc(named).why == "the categories have no numbers"
