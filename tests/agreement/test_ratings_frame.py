"""Data frames are read as files are: names, spellings, duplicates."""

import pandas as pd
import polars as pl
import pytest

from adjudge.agreement import alpha, as_ratings, ratings_of
from adjudge.errors import InputInvalid
from adjudge.rubric import Freeform, Level, Likert

TABLE = {
    "doc_id": ["a", "a", "b", "b"],
    "annotator": ["ann", "bob", "ann", "bob"],
    "score": ["4", "5", "NA", "4"],
    "annotator_type": ["human", "llm", "human", "llm"],
}


@pytest.mark.parametrize("frame", [pl.DataFrame, pd.DataFrame])
def test_other_names_for_columns_are_known(frame):
    """An export's own names do, and NA is no grade."""
    found = as_ratings(frame(TABLE))

    assert (found.judges, found.kinds) == (("ann", "bob"), ("person", "model"))
    assert (found.units, found.labels) == (("a", "b"), ("4", "5"))
    assert found.cells.tolist() == [[0, 1], [-1, 0]]


def test_names_nobody_knows_can_be_said():
    """`columns` says which column is what."""
    frame = pl.DataFrame({"thing": ["a", "b"], "who": ["x", "x"], "much": [1, 2]})
    (found,) = ratings_of(frame, columns={"item": "thing", "judge": "who", "value": "much"})
    assert list(found.units) == ["a", "b"]


def test_columns_of_criteria_are_told_apart():
    """A column for each criterion: which one is meant must be said."""
    frame = pl.DataFrame(
        {"item": ["a", "a"], "judge": ["x", "y"], "tone": [1, 2], "tact": [3, 3]}
    )

    assert [r.criterion for r in ratings_of(frame)] == ["tone", "tact"]
    assert as_ratings(frame, criterion="tact").labels == ("3",)
    with pytest.raises(InputInvalid, match="the frame has 2 criteria"):
        as_ratings(frame)


def test_scales_and_levels_are_taken(tmp_path):
    """By criterion; what is off the scale is told with its row."""
    frame = pl.DataFrame(TABLE)
    (found,) = ratings_of(frame, scales={"": Likert()}, levels={"": Level.INTERVAL})
    assert (found.size, found.closed, found.level) == (5, True, Level.INTERVAL)
    with pytest.raises(InputInvalid, match="row 2: '5' is not on the scale"):
        ratings_of(frame, scales={"": Likert(high=4)})


@pytest.mark.parametrize(
    ("frame", "what"),
    [
        (pl.DataFrame({"item": ["a"], "judge": ["x"]}), "there is no column for the value"),
        (pl.DataFrame({"item": ["a", "a"], "judge": ["x", "x"], "value": [1, 1]}), "has rated 'a' on 'rating' before, in row 1"),
        (pl.DataFrame({"item": [], "judge": [], "value": []}), "there are no ratings"),
        (pl.DataFrame(), "the file is empty"),
    ],
)  # fmt: skip
def test_a_frame_that_is_no_table_of_ratings(frame, what):
    """Refused as a file is."""
    with pytest.raises(InputInvalid, match=what):
        alpha(frame)


def test_texts_in_a_frame_are_not_counted():
    """A free text has no agreement."""
    with pytest.raises(InputInvalid, match=r"no ratings to measure"):
        as_ratings(pl.DataFrame(TABLE), scale=Freeform())
