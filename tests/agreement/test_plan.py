"""Planning: how much more is needed, and whom to ask about what."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.agreement import (
    Parts,
    Ratings,
    grades_needed,
    next_units,
    parts_from,
    parts_of_mean,
    units_needed,
)
from adjudge.agreement.queue_of_units import expected_variance
from adjudge.agreement.student import quantile
from adjudge.rubric import Level


@given(st.floats(0.01, 1), st.integers(5, 500), st.floats(0.02, 2))
def test_so_many_units_are_enough_and_one_less_is_not(error, units, wanted):
    """The number is the least whose interval is narrow enough."""

    def width(n):
        return 2 * quantile(0.975, max(n - 1, 1)) * error * math.sqrt(units / n)

    n = units_needed(error, units, wanted)

    assert width(n) <= wanted
    assert n <= 2 or width(n - 1) > wanted


def test_no_number_of_units_is_enough_for_nought():
    """Not an endless search."""
    assert units_needed(1.0, 100, 1e-9) is None


def test_what_is_planned_comes_true():
    """With as many items as planned, intervals of a mean have the width, on average."""
    rng = np.random.default_rng(0)
    first = rng.normal(0, 1, 100)
    n = units_needed(first.std(ddof=1) / 10, 100, 0.2)

    widths = [
        2 * quantile(0.975, n - 1) * rng.normal(0, 1, n).std(ddof=1) / math.sqrt(n)
        for _ in range(50)
    ]

    assert np.mean(widths) == pytest.approx(0.2 * 1 / first.std(ddof=1), rel=0.03)


def test_parts_are_found_again():
    """Two variances give the part that judges divide and the part that they do not."""
    parts = Parts(0.02, 0.3)

    found = parts_from((2.0, parts.variance(2)), (3.0, parts.variance(3)))

    assert found.between == pytest.approx(0.02)
    assert found.within == pytest.approx(0.3)
    assert parts_from((2.0, 0.1), (3.0, 0.1)) is None


def test_so_many_grades_are_enough_and_one_less_is_not():
    """The least number of grades a unit; none, where items differ too much."""
    parts, reach = Parts(0.0001, 0.01), 2 * quantile(0.975, 99)

    k = grades_needed(parts, 100, 0.1)

    assert reach * math.sqrt(parts.variance(k)) <= 0.1
    assert reach * math.sqrt(parts.variance(k - 1)) > 0.1
    assert grades_needed(Parts(0.01, 0.01), 100, 0.1) is None


def test_variance_of_a_mean_is_taken_apart():
    """Known variances between and within items come out of the grades, with gaps."""
    rng = np.random.default_rng(2)
    values = np.clip(
        np.rint(50 + rng.normal(0, 6, (4000, 1)) + rng.normal(0, 4, (4000, 3))), 0, 100
    )
    cells = values.astype(np.int8)
    cells[rng.random(cells.shape) < 0.2] = -1

    parts = parts_of_mean(ratings(cells, size=101))

    assert parts.between * 4000 == pytest.approx(36, rel=0.1)
    assert parts.within * 4000 == pytest.approx(16, rel=0.1)


def ratings(cells, *, size=5, kinds=(), level=Level.ORDINAL, criterion="c"):
    """Ratings from codes."""
    cells = np.asarray(cells, dtype=np.int8)
    return Ratings(
        cells=cells,
        labels=tuple(map(str, range(1, size + 1))),
        points=np.arange(1.0, size + 1),
        level=level,
        kinds=kinds or ("model",) * cells.shape[1],
        units=[f"u{at}" for at in range(len(cells))],
        criterion=criterion,
    )


def test_where_judges_differ_most_comes_first():
    """Far apart before near before alike."""
    found = next_units([ratings([[0, 0, 0], [0, 4, 2], [0, 1, 0]])], 3)

    assert [one.unit for one in found] == [1, 2, 0]
    assert found[0].score > found[1].score > found[2].score


def test_whom_people_have_judged_comes_later():
    """One answer of a person makes the next worth half."""
    cells = [[0, 4, -1], [0, 4, 2]]

    found = next_units([ratings(cells, kinds=("model", "model", "person"))], 2)

    assert [one.unit for one in found] == [0, 1]
    assert [one.people for one in found] == [0, 1]


def test_no_criterion_takes_all():
    """Each pick makes the next of its criterion worth less."""
    loud = ratings([[0, 4]] * 10, criterion="loud")
    quiet = ratings([[0, 2]] * 10, criterion="quiet")

    found = next_units([loud, quiet], 6)

    assert sum(one.criterion == "loud" for one in found) == 4


def test_systems_are_counted_by_themselves():
    """A system that nobody was asked about goes first."""
    cells = [[0, 4, 2]] * 5 + [[0, 4, -1]] * 5 + [[0, 4, -1]] * 5
    given = ratings(cells, kinds=("model", "model", "person"))

    found = next_units([given], 4, strata=[["old"] * 10 + ["new"] * 5])

    assert [one.unit // 10 for one in found] == [1, 1, 1, 1]


def test_a_single_grade_is_no_sign_of_agreement():
    """It is taken for as disputed as is usual."""
    found = expected_variance(ratings([[0, 4], [0, 0], [1, -1]]))

    assert found[0] > found[2] > found[1] > 0


@given(
    st.lists(st.lists(st.integers(-1, 4), min_size=3, max_size=3), min_size=1, max_size=12),
    st.sampled_from([Level.ORDINAL, Level.NOMINAL]),
)
def test_spread_is_its_plain_twin(cells, level):
    """The mean square of the distance between each two grades, drawn to what is usual."""
    found = expected_variance(ratings(cells, level=level))

    seen = []
    for row in cells:
        there = [code for code in row if code >= 0]
        pairs = [(a, b) for at, a in enumerate(there) for b in there[at + 1 :]]
        apart = [
            (a != b) if level is Level.NOMINAL else ((a - b) / 4) ** 2 for a, b in pairs
        ]
        seen.append((sum(apart) / len(pairs) if pairs else 0.0, max(len(there) - 1, 0)))
    weight = sum(k for _, k in seen)
    usual = sum(v * k for v, k in seen) / weight if weight else 1.0
    assert found == pytest.approx([(k * v + usual) / (k + 1) for v, k in seen])


def test_order_is_the_same_whatever_the_order_of_units():
    """Equals go by name, not by place."""
    one = ratings([[0, 4], [0, 4], [1, 2]])
    other = Ratings(
        cells=one.cells[::-1].copy(),
        labels=one.labels,
        points=one.points,
        level=one.level,
        kinds=one.kinds,
        units=list(one.units)[::-1],
        criterion="c",
    )

    assert [one.units[f.unit] for f in next_units([one], 3)] == [
        other.units[f.unit] for f in next_units([other], 3)
    ]


def test_unanimous_ratings_have_nobody_to_ask():
    """Where no two judges differ anywhere, there is nothing that would tell."""
    assert next_units([ratings([[1, 1], [2, 2]])], 5) == ()
