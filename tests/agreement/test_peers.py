"""The same figures as other packages, on real ratings, where the definition is the same."""

import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa

from adjudge import agreement

PEERS = Path(__file__).parent / "peers"
SAID = json.loads((PEERS / "values.json").read_text(encoding="utf-8"))
POINTS = {"hanna-relevance": 5, "llmbar": 2, "recipes-overall": 6}
WAYS = {
    "fleiss": agreement.fleiss,
    "conger": agreement.conger,
    "gwet": agreement.gwet,
    "bp": agreement.brennan_prediger,
    "krippendorff": agreement.weighted_alpha,
}


def cells(name):
    """Units x judges, NaN for no grade."""
    lines = (PEERS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    if "," in lines[0]:
        return np.array([[float(x or "nan") for x in line.split(",")] for line in lines])
    return np.array([[float(x.replace(".", "nan")) for x in line] for line in lines])


def ratings(name):
    """As ratings of the scale that the source names, where it names one."""
    size = POINTS.get(name)
    return agreement.as_ratings(
        cells(name), categories=None if size is None else range(1, size + 1)
    )


@pytest.mark.parametrize("name", SAID["alpha"])
@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_is_that_of_the_package_of_that_name(name, level):
    """Four levels; whole numbers and means of tries; 88 judges with gaps."""
    found = agreement.alpha(ratings(name), level=level, interval="none")

    assert found.value == pytest.approx(SAID["alpha"][name][level], abs=1e-9)


@pytest.mark.parametrize("name", SAID["coefficients"])
@pytest.mark.parametrize("key", SAID["coefficients"]["llmbar"])
def test_value_and_error_are_those_of_gwets_programs(name, key):
    """Five coefficients, five kinds of weights: value and linearised error."""
    way, weights = key.split("/")
    value, error = SAID["coefficients"][name][key]

    found = WAYS[way](ratings(name), weights=weights, interval="analytic")

    assert found.value == pytest.approx(value, abs=1e-9)
    assert found.error == pytest.approx(error, abs=1e-9)


def test_where_grades_are_constant_others_divide_by_nought():
    """Theirs: an exception, NaN, or 1.0 with nothing to compare. Ours: what is lacking."""
    table = np.full((30, 3), 2.0)

    assert SAID["constants"] == {
        "irrCAC/fleiss": "ZeroDivisionError: float division by zero",
        "irrCAC/conger": "nan",
        "irrCAC/gwet": "1.0",
        "irrCAC/bp": "1.0",
        "irrCAC/krippendorff": "1.0",
        "krippendorff": "ValueError: There has to be more than one value in the domain.",
    }
    for function in (*WAYS.values(), agreement.alpha):
        found = function(table)
        assert found.value is None
        assert "all grades are '2'" in found.why


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic"])
def test_kappa_of_each_pair_is_scikit_learns(weights):
    """Every two judges who share units, of 17."""
    table = cells("hanna-relevance")
    theirs = {"identity": None}.get(weights, weights)
    found = agreement.measure(ratings("hanna-relevance")).pairs

    for each in found:
        if each.name != "cohen_kappa" or each.weights != weights:
            continue
        g, h = (int(name) - 1 for name in each.between)
        expected = cohen_kappa_score(table[:, g], table[:, h], weights=theirs)
        assert each.value == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic"])
def test_kappa_and_its_large_sample_error_are_statsmodels(weights):
    """Fleiss, Cohen and Everitt (1969)."""
    table = cells("hanna-relevance")[:, :2]
    counts = np.zeros((5, 5))
    np.add.at(counts, tuple(table.T.astype(int) - 1), 1)
    kind = {"identity": None, "linear": "linear", "quadratic": "quadratic"}[weights]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = cohens_kappa(counts, wt=kind)

    found = agreement.cohen(
        agreement.from_table(counts), weights=weights, interval="analytic"
    )

    assert found.value == pytest.approx(theirs.kappa, abs=1e-9)
    assert found.error == pytest.approx(theirs.std_kappa, abs=1e-9)
    assert found.low == pytest.approx(theirs.kappa_low, abs=1e-9)


def test_fleiss_kappa_is_statsmodels():
    """And Randolph's is Brennan and Prediger's."""
    counts, _ = aggregate_raters(cells("hanna-relevance").astype(int))
    found = agreement.from_counts(counts)

    assert agreement.fleiss(found).value == pytest.approx(fleiss_kappa(counts), abs=1e-9)
    assert agreement.brennan_prediger(found).value == pytest.approx(
        fleiss_kappa(counts, method="randolph"), abs=1e-9
    )
    assert agreement.fleiss(found).value == pytest.approx(
        agreement.fleiss(ratings("hanna-relevance")).value, abs=1e-12
    )


def test_counts_do_not_say_who_judged():
    """Conger's and Cohen's kappa ask that; they are undefined, not guessed."""
    found = agreement.from_counts([[2, 1], [0, 3]])

    for function in (agreement.conger, agreement.cohen):
        assert function(found).value is None
        assert function(found).why == "only counts are known, not who judged"
