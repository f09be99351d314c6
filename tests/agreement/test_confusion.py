"""Proportions and confusion counts, against published figures and their own laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.agreement import Confusion, Proportion

counts = st.integers(0, 500)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3: Wilson's score
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_interval_is_the_published_one(hits, n, low, high):
    """The interval agrees with Newcombe's table to its four digits."""
    share = Proportion.of(hits, n)

    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


def test_nothing_counted_has_no_share():
    """No share is neither 0 nor 1."""
    assert Proportion.of(0, 0) == Proportion(0, 0, None, None, None)


@pytest.mark.parametrize(("hits", "n"), [(2, 1), (-1, 3)])
def test_more_hits_than_tries_is_refused(hits, n):
    """A count that cannot be is a fault of the caller."""
    with pytest.raises(ValueError, match="no share"):
        Proportion.of(hits, n)


@given(hits=counts, misses=counts.filter(bool))
def test_interval_holds_the_share_and_mirrors(hits, misses):
    """The interval contains the share, and swapping hits and misses mirrors it."""
    n = hits + misses

    share, mirror = Proportion.of(hits, n), Proportion.of(misses, n)

    assert 0 <= share.low <= share.value <= share.high <= 1
    assert share.low == pytest.approx(1 - mirror.high, abs=1e-12)


@given(st.lists(st.tuples(st.booleans(), st.booleans())))
def test_confusion_counts_each_pair_once(pairs):
    """The four counts are those of the pairs, whatever their order."""
    table = Confusion.count(pairs)

    assert Confusion.count(reversed(pairs)) == table
    assert table.true_yes == pairs.count((True, True))
    assert table.false_yes == pairs.count((False, True))
    assert table.recall.n == sum(reference for reference, _ in pairs)
    assert table.precision.n == sum(judged for _, judged in pairs)
    assert table.false_alarms.n == len(pairs) - table.recall.n
