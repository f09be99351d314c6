"""Ratings are opened from files: what verbs are promised of them."""

from pathlib import Path

import polars as pl
import pytest

from adjudge.errors import InputInvalid
from adjudge.workbench import RatingsWanted, open_ratings

LONG = """item_id,criterion,rater_id,rater_kind,value
s1,fluency,ann,human,4
s1,fluency,gpt,model,5
s2,fluency,ann,human,NA
s2,fluency,gpt,model,2
s1,tone,ann,human,warm
s2,tone,ann,human,cold
"""


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """Ratings as others export them."""
    path = tmp_path / "ratings.csv"
    path.write_text(LONG)
    return path


def test_long_csv_comes_to_one_matrix_for_each_criterion(long):
    """Units in rows, judges in columns, in order of appearance; NA is no grade."""
    opened = open_ratings([long])
    fluency, tone = opened.criteria
    assert (fluency.criterion, tone.criterion) == ("fluency", "tone")
    assert fluency.judges == ("ann", "gpt")
    assert fluency.kinds == ("person", "model")
    assert list(fluency.units) == ["s1", "s2"]
    assert fluency.labels == ("2", "4", "5")
    assert fluency.cells.tolist() == [[1, 2], [-1, 0]]
    assert fluency.values()[0].tolist() == [4, 5]
    assert tone.labels == ("cold", "warm")
    assert tone.points is None


@pytest.mark.parametrize("kind", ["parquet", "jsonl"])
def test_other_files_say_the_same(long, kind, tmp_path):
    """Parquet and JSON Lines with the same rows come to the same ratings."""
    other = tmp_path / f"ratings.{kind}"
    frame = pl.read_csv(long)
    frame.write_parquet(other) if kind == "parquet" else frame.write_ndjson(other)
    there, here = open_ratings([other]).criteria[0], open_ratings([long]).criteria[0]
    assert there.cells.tolist() == here.cells.tolist()
    assert there.labels == here.labels


def test_a_criterion_can_be_chosen(long):
    """Only what is asked for is laid out."""
    opened = open_ratings([long], RatingsWanted(criteria=("tone",), judges_needed=1))
    assert [r.criterion for r in opened.criteria] == ["tone"]
    assert opened.frame["criterion"].unique().to_list() == ["tone"]


def test_a_file_with_only_a_header_is_refused(tmp_path):
    """No ratings are not an agreement of nothing."""
    path = tmp_path / "empty.csv"
    path.write_text("item,judge,value\n")
    with pytest.raises(InputInvalid):
        open_ratings([path])
