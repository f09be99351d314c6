"""Nominal 95 % is about 95 %: a small run of the simulation that the docs report."""

import dataclasses
import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from adjudge.agreement import Ratings, bootstrap

_FILE = Path(__file__).parents[2] / "benchmarks" / "agreement_coverage.py"
_spec = importlib.util.spec_from_file_location("agreement_coverage", _FILE)
coverage = importlib.util.module_from_spec(_spec)
sys.modules["agreement_coverage"] = coverage
_spec.loader.exec_module(coverage)

SAMPLES = 400


def cover(*designs):
    """What the ways did of each design."""
    return [found for _, found in coverage.nominal(list(designs), SAMPLES, 1)]


def test_leaving_units_out_holds_what_it_says():
    """With 100 units and no rare majority, whoever judges and whatever is missing."""
    for judges, categories, missing in ((2, 2, 0.0), (3, 5, 0.3), (10, 2, 0.0)):
        (found,) = cover(coverage.Design(100, judges, categories, 0.5, missing))
        for kind in ("alpha", "ac1"):
            for way in ("jackknife", "bca", "printed"):
                assert 0.91 <= found[kind][way].held <= 0.99
                assert found[kind][way].given > 0.99


def test_pairs_of_one_unit_are_not_independent():
    """The bootstrap over pairs holds the truth about every second time with ten judges."""
    (found,) = cover(coverage.Design(100, 10))

    assert found["alpha"]["pairs"].held < 0.7
    assert found["alpha"]["jackknife"].held > 0.9


def test_with_next_to_nothing_beside_one_category_none_is_printed():
    """Where leaving units out would hold the truth four times in five at best."""
    (found,) = cover(coverage.Design(50, 3, 2, 0.97))

    assert found["alpha"]["jackknife"].held < 0.9
    assert found["alpha"]["printed"].given < 0.1


def test_one_rare_category_among_several_does_no_harm():
    """What counts is how much there is beside the most frequent category."""
    (found,) = cover(dataclasses.replace(coverage.Design(50, 3, 5), rare=True))

    assert 0.91 <= found["alpha"]["printed"].held <= 0.99


def test_the_truth_of_the_simulation_is_that_of_very_many_units():
    """Its alpha and AC1 are those that a very large sample has."""
    design = coverage.Design(200_000, 3, 5, 0.7)
    counts = coverage.chosen(design, 1, np.random.default_rng(0))
    for kind in (coverage.Alpha, coverage.GwetAC1):
        value = kind.value(kind.features(counts).sum(axis=1))[0]
        assert value == pytest.approx(kind.truth(design), abs=0.005)


def test_correlations_and_iccs_hold_what_they_say():
    """Of grades from 1 to 5, exact or by leaving units out."""
    ((_, found),) = coverage.ordered([coverage.Design(60, 3)], 200, 2)

    for made in found.values():
        assert 0.89 <= made.held <= 0.995


def test_items_drawn_hold_the_pooled_truth():
    """Two criteria of the same items, on which the same judges err together."""
    rng = np.random.default_rng(5)
    held = []
    for _ in range(120):
        hard = rng.random((60, 4)) < coverage.KNOWN
        truth = rng.random((60, 1)) < 0.5
        other = rng.random((60, 4)) < 0.5
        cells = np.where(hard, truth, other).astype(np.int8)
        first = Ratings(cells=cells, labels=("no", "yes"), criterion="one")
        second = dataclasses.replace(first, cells=1 - cells, criterion="two")
        made = bootstrap([first, second], ["krippendorff_alpha"], seed=1, draws=400)
        (one,) = made.pooled
        held.append(one.low <= coverage.KNOWN**2 <= one.high)
    assert 0.88 <= np.mean(held) <= 0.995
