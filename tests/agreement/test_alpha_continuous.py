"""Alpha where values are many: the definition, and other packages."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.agreement import Ratings, alpha_of_values
from adjudge.agreement.ratios import _each_two, sums_of_differences
from adjudge.errors import InputInvalid

LEVELS = ("nominal", "ordinal", "interval", "ratio")

# Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), section C.
KRIPPENDORFF = [
    [1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1],
    [None, 3, None, None],
]  # fmt: skip

# Recorded from krippendorff 0.9, which is GPL and so not run here.
MANY = [
    [6.1, 8.03, 7.24], [0.52, 0.09, 0.92], [9.11, None, 6.91], [2.07, 3.54, 3.68],
    [None, 6.41, 8.79], [2.5, None, 4.23], [5.67, 6.02, 7.67], [None, None, None],
    [None, 6.47, None], [None, 2.68, 2.45], [None, 1.53, 1.54], [4.07, 2.2, 2.59],
    [2.1, 3.04, 2.47], [3.41, None, 4.62], [0.37, 5.5, 5.76],
]  # fmt: skip
RECORDED = (0.0, 0.7118781396856263, 0.7383612221609885, 0.5491978171225984)


def ratings(values, **told):
    """Units by judges; None or NaN is a hole."""
    values = np.array(values, dtype=float)
    points = np.unique(values[~np.isnan(values)])
    cells = np.searchsorted(
        points, np.nan_to_num(values, nan=points[0] if len(points) else 0)
    )
    cells[np.isnan(values)] = -1
    labels = tuple(f"{point:g}" for point in points)
    return Ratings(cells=cells.astype(np.int32), labels=labels, points=points, **told)


def plain(values, level):
    """Alpha by looking at each two grades of a unit, and at each two of all."""
    rows = [row[~np.isnan(row)] for row in values]
    rows = [row for row in rows if len(row) > 1]
    every = np.concatenate(rows)
    found, count = np.unique(every, return_counts=True)
    middle = dict(zip(found.tolist(), (np.cumsum(count) - count / 2).tolist(), strict=True))

    def apart(a, b):
        if level == "nominal":
            return float(a != b)
        if level == "ordinal":
            return (middle[a] - middle[b]) ** 2
        if level == "interval":
            return (a - b) ** 2
        return ((a - b) / (a + b)) ** 2 if a + b else 0.0

    seen = sum(sum(apart(a, b) for a in row for b in row) / (len(row) - 1) for row in rows)
    chance = sum(apart(a, b) for a in every for b in every)
    return 1 - (len(every) - 1) * seen / chance


def valued(seed, shape=(25, 3), digits=1):
    """Values from nought up with some ties and holes."""
    rng = np.random.default_rng(seed)
    values = np.abs(rng.normal(size=(shape[0], 1)) * 2 + rng.normal(size=shape)).round(
        digits
    )
    values[rng.random(shape) < 0.25] = np.nan
    return values


@pytest.mark.parametrize(
    ("level", "value"), list(zip(LEVELS, (0.743, 0.815, 0.849, 0.797), strict=True))
)
def test_the_published_table(level, value):
    """All four levels, as Krippendorff prints them."""
    made = alpha_of_values(ratings(KRIPPENDORFF), level)

    assert made.value == pytest.approx(value, abs=0.0005)
    assert (made.units, made.judges) == (11, 4)
    assert made.weights.startswith(level)


@pytest.mark.parametrize(("level", "value"), list(zip(LEVELS, RECORDED, strict=True)))
def test_as_another_package_has_it(level, value):
    """To the last digits."""
    assert alpha_of_values(ratings(MANY), level).value == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("level", LEVELS)
def test_the_definition_and_a_slow_jackknife(level):
    """Value and error, whatever is tied or missing."""
    for seed, digits in ((0, 1), (1, 0), (2, 3)):
        values = valued(seed, digits=digits)
        made = alpha_of_values(ratings(values), level)
        kept = np.flatnonzero((~np.isnan(values)).sum(axis=1) > 1)
        without = [plain(np.delete(values, at, 0), level) for at in kept]

        assert made.value == pytest.approx(plain(values, level), abs=1e-9)
        if made.error is not None:
            error = np.std(without) * (len(kept) - 1) ** 0.5
            assert made.error == pytest.approx(error, rel=1e-7)


@given(st.integers(0, 2**32 - 1), st.sampled_from(LEVELS))
def test_order_is_nothing(seed, level):
    """Neither of judges nor of units; a unit with one grade changes nothing."""
    rng = np.random.default_rng(seed)
    values = valued(seed)
    alone = np.full((1, 3), np.nan)
    alone[0, 1] = 7.7
    moved = np.vstack([values[rng.permutation(25)][:, rng.permutation(3)], alone])

    one, other = (alpha_of_values(ratings(each), level) for each in (values, moved))

    assert other.value == pytest.approx(one.value, abs=1e-9)
    if one.error is not None:
        assert other.error == pytest.approx(one.error, abs=1e-9)


def test_very_many_ranks_move_to_the_first_order():
    """Beyond some thousand distinct values the error is off by less than one in n."""
    import adjudge.agreement.alpha_continuous as module

    values = valued(5, (300, 3), 5)
    exact = alpha_of_values(ratings(values), "ordinal").error
    most, module._MOST_EXACT = module._MOST_EXACT, 0
    try:
        rough = alpha_of_values(ratings(values), "ordinal").error
    finally:
        module._MOST_EXACT = most
    assert rough == pytest.approx(exact, rel=2 / 300)


@settings(max_examples=10)
@given(st.integers(0, 2**32 - 1))
def test_sums_of_ratio_differences_are_those_of_each_two(seed):
    """The smooth way of very many values is right to twelve digits, noughts and all."""
    rng = np.random.default_rng(seed)
    points = np.unique(np.exp(rng.normal(size=1600) * rng.uniform(0.1, 3)))
    points = np.concatenate([[0.0], points])
    given_ = rng.integers(1, 4, len(points)).astype(float)

    found = sums_of_differences(points, given_)

    np.testing.assert_allclose(found, _each_two(points, given_), rtol=1e-12)


def test_unanimity_is_1():
    """And holds no error to measure."""
    values = np.repeat(np.linspace(1, 9, 30)[:, None], 3, axis=1)
    for level in LEVELS:
        made = alpha_of_values(ratings(values), level)
        assert made.value == pytest.approx(1, abs=1e-12)
        assert "no error to measure" in made.why_no_interval


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([[3.5, 3.5]] * 25, "all grades are the same"),
        ([[1.5, np.nan], [np.nan, 2.5]], "no unit has two grades"),
        ([[1.5], [2.5]], "there is one judge"),
    ],
)
@pytest.mark.parametrize("level", LEVELS)
def test_what_is_undefined_has_no_number(values, why, level):
    """None and the reason."""
    made = alpha_of_values(ratings(values), level)

    assert made.value is None
    assert why in made.why


def test_values_below_nought_have_no_ratios():
    """A difference to a negative value is no share of anything."""
    made = alpha_of_values(ratings([[1.0, -2.0], [3.0, 1.0]]), "ratio")

    assert made.value is None
    assert "below nought" in made.why


def test_names_have_no_order():
    """The level needs numbers."""
    named = Ratings(cells=np.zeros((3, 2), dtype=np.int8), labels=("red", "blue"))

    with pytest.raises(InputInvalid, match="without numbers"):
        alpha_of_values(named, "ordinal")
