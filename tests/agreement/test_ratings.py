"""The matrix that every measure reads."""

import numpy as np
import pytest

from adjudge.agreement import Ratings
from adjudge.errors import InputInvalid
from adjudge.rubric import Level


def table() -> Ratings:
    """Two units, three judges, one hole."""
    cells = np.array([[0, 1, -1], [1, 1, 0]], dtype=np.int8)
    return Ratings(
        cells=cells,
        labels=("no", "yes"),
        points=np.array([0.0, 1.0]),
        judges=("ann", "bob", "eve"),
        units=("a", "b"),
    )


def test_cells_are_read_as_numbers_and_holes_as_nan():
    """A cell without a grade is never a number."""
    expected = [[0.0, 1.0, np.nan], [1.0, 1.0, 0.0]]

    np.testing.assert_array_equal(table().values(), expected)


def test_judges_and_units_are_chosen_by_name_and_place():
    """What is left keeps its names."""
    chosen = table().among(("eve", "ann")).of_units(np.array([1]))

    assert chosen.judges == ("eve", "ann")
    assert chosen.units == ["b"]
    assert chosen.cells.tolist() == [[0, 1]]


def test_a_level_needs_numbers():
    """Labels without numbers have no order to measure by."""
    named = Ratings(cells=np.zeros((1, 2), dtype=np.int8), labels=("red", "blue"))

    with pytest.raises(InputInvalid, match="cannot be taken as ordinal"):
        named.at_level("ordinal")
    assert named.at_level("nominal").level is Level.NOMINAL


def test_an_unknown_level_is_told():
    """The message lists the levels there are."""
    with pytest.raises(InputInvalid, match="'ordinary' is no level") as caught:
        table().at_level("ordinary")
    assert caught.value.hint == "one of nominal, ordinal, interval, ratio"
