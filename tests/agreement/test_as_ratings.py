"""Ratings from whatever a program holds."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pytest

from adjudge.agreement import alpha, as_ratings
from adjudge.errors import InputInvalid, OffScale
from adjudge.rubric import Binary, Categorical, Freeform, Level, Likert, Score

LONG = {
    "item": ["a", "a", "b", "b", "c"],
    "judge": ["ann", "bob", "bob", "ann", "ann"],
    "value": [1, 2, 2, 2, 3],
}
CELLS = [[0, 1], [1, 1], [2, -1]]


@pytest.mark.parametrize("frame", [pl.DataFrame, pd.DataFrame])
def test_a_long_frame_is_laid_out_by_judge(frame):
    """Units and judges in the order in which they come first."""
    found = as_ratings(
        frame(LONG | {"kind": ["human", "model", "model", "human", "human"]})
    )

    assert found.cells.tolist() == CELLS
    assert found.units == ("a", "b", "c")
    assert found.judges == ("ann", "bob")
    assert found.kinds == ("person", "model")
    assert found.labels == ("1", "2", "3")
    assert found.level is Level.ORDINAL


@pytest.mark.parametrize("frame", [pl.DataFrame, pd.DataFrame])
def test_a_wide_frame_has_a_column_for_each_judge(frame):
    """A column named item holds the units' names."""
    found = as_ratings(
        frame({"item": ["a", "b", "c"], "ann": [1, 2, 3], "bob": [2.0, 2.0, None]})
    )

    assert found.cells.tolist() == CELLS
    assert found.units == ("a", "b", "c")
    assert found.judges == ("ann", "bob")


@pytest.mark.parametrize("frame", [pl.DataFrame, pd.DataFrame])
def test_a_criterion_is_chosen_by_name(frame):
    """With several criteria and none named, nothing is guessed."""
    data = frame(
        {key: value * 2 for key, value in LONG.items()}
        | {"criterion": ["clear"] * 5 + ["kind"] * 5}
    )

    assert as_ratings(data, criterion="kind").cells.tolist() == CELLS
    assert as_ratings(data, criterion="kind").criterion == "kind"
    with pytest.raises(InputInvalid, match="the frame has 2 criteria") as caught:
        as_ratings(data)
    assert caught.value.hint == "name one of clear, kind"
    with pytest.raises(InputInvalid, match="'clever' is no criterion"):
        as_ratings(data, criterion="clever")


@pytest.mark.parametrize(
    "data",
    [
        [[1, 2], [2, 2], [3, None]],
        [(1, 2), (2, 2), (3, None)],
        np.array([[1, 2], [2, 2], [3, np.nan]]),
        np.array([[1, 2], [2, 2], [3, None]], dtype=object),
        [
            ("a", "ann", 1),
            ("a", "bob", 2),
            ("b", "ann", 2),
            ("b", "bob", 2),
            ("c", "ann", 3),
        ],
        [(0, 7, 1), (0, 3, 2), (1, 7, 2), (1, 3, 2), (2, 7, 3)],
        [(0, "ann", 1), (0, "bob", 2), (1, "ann", 2), (1, "bob", 2), (2, "ann", 3)],
        ((i, j, v) for i, j, v in [(0, 0, 1), (0, 1, 2), (1, 0, 2), (1, 1, 2), (2, 0, 3)]),
    ],
)
def test_matrices_lists_and_triples_say_the_same(data):
    """Units in rows, judges in columns, or a row for each grade."""
    found = as_ratings(data)

    assert found.cells.tolist() == CELLS
    assert found.points.tolist() == [1, 2, 3]
    assert not found.closed


def test_three_judges_of_labels_are_a_matrix():
    """A list of lists is rows of a matrix, of labels too; tuples of three are triples."""
    rows = [["x", "y", "x"], ["y", "y", "y"]]

    assert as_ratings(rows).judges == ("1", "2", "3")
    assert as_ratings(np.array(rows)).judges == ("1", "2", "3")
    assert as_ratings([tuple(row) for row in rows]).judges == ("y",)


def test_triples_of_numbers_have_the_alpha_of_their_matrix():
    """Units and judges may be named by numbers."""
    triples = [(n // 3, n % 3, (n * 7 + n // 4) % 5 + 1) for n in range(60)]
    matrix = np.array([value for _, _, value in triples]).reshape(20, 3)

    assert alpha(triples).value == alpha(matrix).value
    assert as_ratings(triples).units[:2] == ("0", "1")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ([(1, 2, 3), (2, 2, 2), (1, 2, 1)], "row 3 and another name the same"),
        ([(1, 2, 3), (2, None, 2)], "row 2 names nobody or nothing"),
        ([["a", "ann", 1], ["a", "bob", 2]], "these rows look like unit, judge and value"),
    ],
)
def test_rows_of_three_that_may_be_either_are_refused(data, told):
    """A matrix written as tuples, or triples written as lists: nothing is guessed."""
    with pytest.raises(InputInvalid, match=told) as caught:
        as_ratings(data)
    assert "tuples" in caught.value.hint or "list of lists" in caught.value.hint


def test_the_level_is_what_the_values_allow():
    """Whole numbers ordinal, fractions interval, labels nominal; or as told."""
    assert as_ratings([[1, 2]]).level is Level.ORDINAL
    assert as_ratings([[1.5, 2]]).level is Level.INTERVAL
    assert as_ratings([["no", "yes"]]).level is Level.NOMINAL
    assert as_ratings([[True, False]]).labels == ("0", "1")
    assert as_ratings([[1, 2]], level="ratio").level is Level.RATIO
    with pytest.raises(InputInvalid, match="cannot be taken as ordinal"):
        as_ratings([["no", "yes"]], level="ordinal")


@pytest.mark.parametrize(
    ("scale", "labels", "points", "row", "codes"),
    [
        (Likert(low=1, high=3), ("1", "2", "3"), [1, 2, 3], [1, "3", None], [0, 2, -1]),
        (
            Likert(low=0, high=1, labels=("bad", "good")),
            ("bad", "good"), [0, 1], ["Good", 0, 1.0], [1, 0, 1],
        ),
        (Score(low=0, high=1, step=0.5), ("0", "0.5", "1"), [0, 0.5, 1], [0.5, 1, 0], [1, 2, 0]),
        (Binary(), ("Fail", "Pass"), [0, 1], [True, "fail", 1], [1, 0, 1]),
        (Categorical(labels=("x", "y")), ("x", "y"), None, ["y", "X", None], [1, 0, -1]),
        (
            Categorical(labels=("x", "y"), ordered=True),
            ("x", "y"), [1, 2], ["y", 1, "x"], [1, 0, 0],
        ),
        (Score(low=0, high=1, step=None), ("0.25", "0.5"), [0.25, 0.5], [0.5, 0.25, None], [1, 0, -1]),
    ],
)  # fmt: skip
def test_the_scale_says_which_categories_there_are(scale, labels, points, row, codes):
    """Not the values that happen to occur."""
    found = as_ratings(np.array([row], dtype=object), scale=scale)

    assert found.labels == labels
    assert (found.points is None) == (points is None)
    assert points is None or found.points.tolist() == points
    assert found.cells.tolist() == [codes]
    assert found.level is scale.level
    assert found.closed == (scale != Score(low=0, high=1, step=None))


def test_cells_off_the_scale_are_refused_with_their_rows():
    """Three cells of 48,653 moved AC2 from .724 to .976 elsewhere."""
    cells = np.full((9, 2), 3.0)
    cells[4, 1], cells[7, 0] = 0, 66

    with pytest.raises(OffScale) as caught:
        as_ratings(cells, scale=Likert(), criterion="clear")

    assert str(caught.value) == (
        "clear: 2 cells are off the scale: row 5, column 2: 0.0; row 8, column 1: 66.0\n"
        "  hint: answer a whole number from 1 to 5"
    )


def test_a_list_of_categories_is_a_scale():
    """Numbers take their own order, labels the order of the list."""
    numbers = as_ratings([[3, 1]], categories=[5, 3, 1])
    labels = as_ratings(
        [["mid", "low"]], categories=["low", "mid", "high"], level="ordinal"
    )

    assert numbers.labels == ("1", "3", "5")
    assert numbers.cells.tolist() == [[1, 0]]
    assert labels.cells.tolist() == [[1, 0]]
    assert labels.points.tolist() == [1, 2, 3]
    assert numbers.closed
    assert labels.closed
    with pytest.raises(OffScale, match="row 1, column 2: 2"):
        as_ratings([[3, 2]], categories=[5, 3, 1])
    with pytest.raises(InputInvalid, match="exclude each other"):
        as_ratings([[3, 2]], categories=[5, 3, 1], scale=Likert())


def test_a_second_grade_of_one_judge_is_refused_with_its_rows():
    """Which of the two counts is not ours to say."""
    rows = [("a", "ann", 1), ("b", "ann", 2), ("a", "ann", 3)]

    with pytest.raises(InputInvalid, match="'ann' graded 'a' more than once: rows 1, 3"):
        as_ratings(rows)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ([[1, 2], [3]], "not of one length"),
        ([[1, "two"]], "'two' is no number, and other values are"),
        ([[1, math.inf]], "infinite"),
        (np.array([[1.0, -math.inf]]), "infinite"),
        (np.zeros(3), "a matrix has two dimensions, and this has 1"),
    ],
)
def test_what_is_no_table_of_ratings_is_refused(data, what):
    """With what is wrong, and no traceback of numpy's."""
    with pytest.raises(InputInvalid, match=what):
        as_ratings(data)


def test_texts_are_not_counted():
    """A free text has no agreement."""
    with pytest.raises(InputInvalid, match="texts have no coefficient"):
        as_ratings([["fine", "good"]], scale=Freeform())


@pytest.mark.parametrize("data", [[], [[]], np.zeros((0, 3)), [[None, None]]])
def test_nothing_is_ratings_too(data):
    """No grades: undefined, and no crash."""
    assert alpha(data).value is None


def test_many_different_numbers_keep_their_order():
    """Fractions, negative numbers, more than a byte of codes."""
    values = np.arange(-300, 300)[::-1].reshape(-1, 2) / 4
    found = as_ratings(values)

    assert found.size == 600
    np.testing.assert_array_equal(found.values(), values)


def test_whole_numbers_far_apart_take_no_codes_in_between():
    """Categories are the values that occur."""
    found = as_ratings(np.array([[10.0, 20.0], [np.nan, 13.0]]))

    assert found.labels == ("10", "13", "20")
    assert found.cells.tolist() == [[0, 2], [-1, 1]]


def test_pandas_has_holes_of_its_own():
    """pd.NA and NaT are no grades."""
    frame = pd.DataFrame({"ann": pd.array([1, 2, pd.NA], dtype="Int64"), "bob": [2, 2, 3]})

    assert as_ratings(frame).cells.tolist() == [[0, 1], [1, 1], [-1, 2]]


def test_a_frame_of_labels_may_have_holes():
    """Nulls of a text column are no label."""
    frame = pl.DataFrame({"ann": ["x", None], "bob": ["y", "x"]})

    found = as_ratings(frame)
    assert found.labels == ("x", "y")
    assert found.cells.tolist() == [[0, 1], [-1, 0]]
