"""Severity, overlap and disagreement are what their slow definitions say."""

import importlib.util
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from adjudge.agreement import differing, disagreements, overlap, severities
from adjudge.rubric import Level

_spec = importlib.util.spec_from_file_location(
    "invented", Path(__file__).with_name("invented.py")
)
invented = importlib.util.module_from_spec(_spec)
sys.modules["invented"] = invented
_spec.loader.exec_module(invented)

tables = arrays.arrays(
    np.int8,
    st.tuples(st.integers(1, 14), st.integers(2, 4)),
    elements=st.integers(-1, 4),
)


def plain_shift(cells, at):
    """The effect of judge *at* less the others', by least squares with a column each."""
    rows, values = [], []
    n, r = cells.shape
    for i, j in zip(*np.nonzero(cells >= 0), strict=True):
        row = np.zeros(n + r)
        row[i] = row[n + j] = 1
        rows.append(row)
        values.append(cells[i, j] + 1.0)
    fit = np.linalg.lstsq(np.array(rows), np.array(values), rcond=None)[0]
    others = [k for k in range(r) if k != at]
    return fit[n + at] - fit[n:][others].mean()


@given(tables)
def test_severity_is_the_additive_model(cells):
    """The swept-out normal equations give what the full ones do."""
    made = invented.ratings(cells)
    assume(len(overlap(made).groups) == 1 and (cells >= 0).any(axis=0).all())
    for at, found in enumerate(severities(made)):
        if found.shift is not None:
            assert found.shift == pytest.approx(plain_shift(cells, at), abs=1e-8)


def test_on_a_full_table_the_interval_is_that_of_the_paired_t_test():
    """Every unit gives one difference between the judge and the others."""
    from scipy import stats

    rng = np.random.default_rng(3)
    cells = rng.integers(0, 5, (40, 3))
    differences = cells[:, 0] - cells[:, 1:].mean(axis=1)
    paired = stats.ttest_1samp(differences, 0.0)
    interval = paired.confidence_interval(0.95)

    found = severities(invented.ratings(cells))[0]

    assert found.p == pytest.approx(paired.pvalue)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))


@given(tables, tables)
def test_judges_without_common_units_do_not_touch_each_other(one, other):
    """Each group is compared within itself, however many units the others have."""
    both = np.full((len(one) + len(other), one.shape[1] + other.shape[1]), -1)
    both[: len(one), : one.shape[1]] = one
    both[len(one) :, one.shape[1] :] = other

    together = severities(invented.ratings(both))
    apart = [*severities(invented.ratings(one)), *severities(invented.ratings(other))]

    for found, alone in zip(together, apart, strict=True):
        assert (found.shift is None, found.why) == (alone.shift is None, alone.why)
        for name in ("shift", "low", "high"):
            if getattr(alone, name) is not None:
                assert getattr(found, name) == pytest.approx(getattr(alone, name), abs=1e-8)


def test_severity_says_why_it_cannot_be_known():
    """A judge alone, categories without numbers, and too few units."""
    cells = np.full((12, 3), -1)
    cells[:6, :2] = 1
    cells[6:, 2] = 2
    one, _, alone = severities(invented.ratings(cells))
    assert (one.shift, one.low) == (0.0, None)
    assert one.why == "shares 6 units with others; 10 are needed for an interval"
    assert (alone.shift, alone.why) == (None, "shares no unit with another judge")


@given(tables)
def test_overlap_counts_units_as_a_loop_does(cells):
    """Units, grades, common units, and who is linked with whom."""
    found = overlap(invented.ratings(cells))
    there = cells >= 0
    assert found.units == sum(any(row) for row in there)
    assert found.grades == int(there.sum())
    assert found.compared == sum(sum(row) > 1 for row in there)
    for a, b in combinations(range(cells.shape[1]), 2):
        assert found.together[a, b] == sum(row[a] and row[b] for row in there)
        same = any(f"j{a}" in group and f"j{b}" in group for group in found.groups)
        assert same or not found.together[a, b]


@given(tables, st.sampled_from([Level.NOMINAL, Level.ORDINAL]))
def test_disagreement_is_the_mean_distance_of_two_grades(cells, level):
    """And the widest come first."""
    found = disagreements(invented.ratings(cells, level=level), 100)
    for each in found:
        codes = [int(code) for code in cells[each.place] if code >= 0]
        pairs = list(combinations(codes, 2))
        distance = (
            (lambda a, b: a != b) if level is Level.NOMINAL else lambda a, b: abs(a - b)
        )
        assert each.apart == pytest.approx(
            sum(distance(a, b) for a, b in pairs) / len(pairs)
        )
        assert each.unit == f"u{each.place}"
    assert [e.apart for e in found] == sorted((e.apart for e in found), reverse=True)
    apart, of = differing(invented.ratings(cells, level=level))
    assert apart == len(found)
    assert of == sum((row >= 0).sum() > 1 for row in cells)
