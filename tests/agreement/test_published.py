"""Coefficients as they are printed in papers and by the programs of their authors."""

import json
from pathlib import Path

import numpy as np
import pytest

from adjudge import agreement

TABLES = json.loads(
    (Path(__file__).parent / "published" / "tables.json").read_text(encoding="utf-8")
)
CASES = [
    pytest.param(
        table,
        expected,
        id=f"{name}-{expected['coefficient']}-"
        f"{expected.get('level', expected.get('weights', ''))}-{at}",
    )
    for name, table in TABLES.items()
    for at, expected in enumerate(table["expected"])
]
FUNCTIONS = {
    "krippendorff_alpha": "alpha",
    "krippendorff_alpha_gwet": "weighted_alpha",
    "cohen_kappa": "cohen",
    "fleiss_kappa": "fleiss",
    "conger_kappa": "conger",
    "scott_pi": "scott",
    "gwet_ac": "gwet",
    "randolph_free_marginal": "brennan_prediger",
}


def opened(table):
    """The table as one of the inputs that the coefficients take."""
    match table["kind"]:
        case "raw":
            return agreement.as_ratings(table["data"], categories=table.get("categories"))
        case "counts":
            return agreement.from_counts(table["data"])
        case _:
            return agreement.from_table(table["data"])


def options(expected):
    """The level or the weights of what is expected."""
    if "level" in expected:
        return {"level": expected["level"]}
    if "disagreement_weights" in expected:
        apart = np.array(expected["disagreement_weights"], dtype=float)
        return {"weights": 1 - apart / apart.max()}
    return {"weights": expected["weights"]} if "weights" in expected else {}


@pytest.mark.parametrize(("table", "expected"), CASES)
def test_value_error_and_interval_are_those_published(table, expected):
    """To the digits that were printed, and to 1e-7 where more are known."""
    name = expected["coefficient"]
    if name == "fleiss_kappa_by_category":
        found = agreement.fleiss_by_category(opened(table)).values()
        values = [each.value for each in found]
        z = [each.value / each.chance_error for each in found]
        np.testing.assert_allclose(values, expected["value"], atol=expected["tol"])
        np.testing.assert_allclose(z, expected["z"], atol=expected["tol"])
        return
    function = getattr(agreement, FUNCTIONS.get(name, name))

    found = function(opened(table), interval="analytic", **options(expected))

    assert found.value == pytest.approx(expected["value"], abs=expected["tol"])
    assert found.value == pytest.approx(expected["recomputed"], abs=1e-7)
    if "se" in expected:
        tolerance = expected.get("se_tol", expected["tol"])
        assert found.error == pytest.approx(expected["se"], abs=tolerance)
        assert found.error == pytest.approx(expected["se_exact"], abs=1e-7)
    if "ci95" in expected:
        assert found.interval == "analytic"
        assert [found.low, found.high] == pytest.approx(expected["ci95"], abs=0.0006)
    if expected.get("pe"):
        assert found.expected == pytest.approx(expected["pe"], abs=1e-5)
    if "z" in expected:
        assert found.value / found.chance_error == pytest.approx(expected["z"], abs=1e-4)


def test_a_small_published_table_gets_no_interval_unless_asked():
    """Twelve units, five categories: the coefficient, and why there is no interval."""
    table = TABLES["gwet2014_table4_4_raw4raters"]

    found = agreement.gwet(opened(table))

    assert found.value == pytest.approx(0.77544, abs=1e-5)
    assert (found.low, found.high, found.interval) == (None, None, None)
    assert found.why_no_interval == (
        "not enough data for an interval: 11 units, at least 20 needed"
    )
