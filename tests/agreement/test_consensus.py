"""Consensus among reviewers is a real statistic."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from adjudge.agreement import consensus
from adjudge.errors import InputInvalid


def rated(**orders):
    """One question: each reviewer's order, best first; a group is a tie."""
    return [
        ("q", author, reviewer, float(-place))
        for reviewer, order in orders.items()
        for place, group in enumerate(order)
        for author in group
    ]


def test_unanimity_is_one():
    """Whatever the scores are, and whatever the reviewers' levels."""
    assert consensus(rated(x="abc", y="abc", z="abc")).value == 1
    assert consensus(rated(x=["a", "bc"], y=["a", "bc"])).value == 1


def test_a_cycle_is_less_than_nothing():
    """A over B over C over A: no consensus at all."""
    found = consensus(rated(x="abc", y="bca", z="cab"))

    assert found.value == pytest.approx(-1 / 3)
    assert (found.questions, found.reviewers, found.comparisons) == (1, 3, 9)


def test_the_reverse_is_minus_one():
    """Two reviewers that contradict each other at every pair."""
    assert consensus(rated(x="abcd", y="dcba")).value == -1


def test_reviewers_that_skip_their_own_can_agree():
    """Holes are no disagreement."""
    found = consensus(rated(a="bcd", b="acd", c="abd", d="abc"))

    assert found.value == 1
    assert found.comparisons == 6


def test_nothing_told_apart_is_no_figure():
    """Ties everywhere, one reviewer, one answer: undefined stays undefined."""
    assert consensus(rated(x=["abc"], y=["abc"])).value is None
    assert "tells" in consensus(rated(x=["abc"], y=["abc"])).why
    assert "no two reviewers" in consensus(rated(x="abc")).why
    assert "no two reviewers" in consensus(rated(x="a", y="a")).why
    assert consensus([]).value is None
    with pytest.raises(InputInvalid, match="twice"):
        consensus(rated(x="ab") * 2)


scores = st.lists(
    st.lists(st.integers(1, 4), min_size=4, max_size=4), min_size=2, max_size=4
)


@given(scores)
def test_between_two_it_is_kendalls_tau_b(given_):
    """Held against scipy; all pairs of reviewers together lie between the extremes."""
    ratings = [
        ("q", "abcd"[at], f"r{r}", float(v))
        for r, row in enumerate(given_)
        for at, v in enumerate(row)
    ]
    found = consensus(ratings)
    taus = []
    for (one, first), (other, second) in combinations(enumerate(given_), 2):
        wanted = kendalltau(first, second).statistic
        (made,) = [t for a, b, t in found.between if (a, b) == (f"r{one}", f"r{other}")]
        assert made is None if np.isnan(wanted) else made == pytest.approx(wanted)
        taus += [] if np.isnan(wanted) else [wanted]
    if found.value is None:
        assert not taus
    else:
        assert min(taus) - 1e-9 <= found.value <= max(taus) + 1e-9


@given(st.lists(st.permutations("abcd"), min_size=2, max_size=5))
def test_without_ties_it_is_kendalls_u(orders):
    """The coefficient of agreement: 8 S / (m (m - 1) n (n - 1)) - 1 (Kendall 1940)."""
    m, n = len(orders), 4
    agreeing = sum(
        (x.index(a) < x.index(b)) == (y.index(a) < y.index(b))
        for x, y in combinations(orders, 2)
        for a, b in combinations("abcd", 2)
    )
    found = consensus(rated(**{f"r{at}": order for at, order in enumerate(orders)}))

    assert found.value == pytest.approx(8 * agreeing / (m * (m - 1) * n * (n - 1)) - 1)


@given(scores, st.permutations("abcd"), st.randoms(use_true_random=False))
def test_names_and_order_change_nothing(given_, names, rng):
    """Renamed reviewers and authors, shuffled input: the same figure."""
    one = [
        ("q", "abcd"[at], f"r{r}", float(v))
        for r, row in enumerate(given_)
        for at, v in enumerate(row)
    ]
    other = [
        (q, dict(zip("abcd", names, strict=True))[a], r[::-1], v)
        for q, a, r, v in rng.sample(one, len(one))
    ]
    found = consensus(one).value
    assume(found is not None)

    assert consensus(other).value == pytest.approx(found)


def test_the_interval_is_over_questions():
    """None from a few; from many it holds the truth about nineteen times in twenty."""
    rng = np.random.default_rng(0)

    def drawn(questions):
        truth = rng.normal(size=(questions, 3))
        return [
            (f"q{q}", f"a{a}", f"r{r}", float(truth[q, a] + rng.normal()))
            for q in range(questions)
            for a in range(3)
            for r in range(3)
        ]

    assert consensus(drawn(4)).low is None
    # Two normals with correlation 1/2 have tau = 2/pi asin(1/2) = 1/3.
    runs = [consensus(drawn(30)) for _ in range(200)]
    inside = [run.low <= 1 / 3 <= run.high for run in runs]
    assert np.mean([run.value for run in runs]) == pytest.approx(1 / 3, abs=0.02)
    assert 0.90 <= np.mean(inside) <= 0.99
