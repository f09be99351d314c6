"""`adjudge ledger`, by the functions that the command calls."""

import json

import pytest
from click.testing import CliRunner

from adjudge.cli.ledger import ledger
from adjudge.errors import UsageInvalid
from adjudge.formats import read_verdicts

RATINGS = """\
item_id,criterion,rater_id,rater_kind,value
s1,fluency,ann,human,4
s1,fluency,gpt,model,5
s2,fluency,ann,human,NA
s2,fluency,ann,human,2
"""


@pytest.fixture
def ratings(tmp_path):
    """Ratings with a value that is missing and a row that is there twice."""
    path = tmp_path / "ratings.csv"
    path.write_text(RATINGS)
    return path


def _ledger(*args):
    return CliRunner().invoke(ledger, [str(arg) for arg in args], standalone_mode=False)


def test_check_tells_every_fault_and_ends_in_2(ratings):
    """By row, with what to do once a code."""
    done = _ledger("check", ratings)
    assert done.return_value == 2
    assert done.output == (
        "row 4: V007 there is no value: 'NA'\n"
        "row 5: V008 ann has judged 's2' on 'fluency' before, in row 4\n"
        "V007, 1: say what that means: --missing abstained\n"
        "V008, 1: one judge gives one verdict an item and criterion, unless rubric or "
        "time differ\n"
    )


def test_check_as_json_has_its_documented_shape(ratings):
    """Other programs rely on it."""
    done = _ledger("check", ratings, "--json", "--missing", "abstained")
    found = json.loads(done.output)
    (fault,) = found.pop("faults")
    assert found == {"file": str(ratings), "rows": 4}
    assert sorted(fault) == ["code", "column", "hint", "row", "what"]
    assert (fault["row"], fault["code"]) == (5, "V008")


def test_a_sound_file_ends_in_0(ratings):
    """And says how many verdicts it holds."""
    ratings.write_text(RATINGS.rpartition("s2")[0])
    done = _ledger("check", ratings, "--missing", "abstained")
    assert (done.return_value, done.output) == (0, f"{ratings}: 3 verdicts, no fault\n")


def test_convert_and_show(ratings, tmp_path):
    """From a CSV of another tool to a ledger of ours, and what it holds."""
    ratings.write_text(RATINGS.rpartition("s2")[0])
    out = tmp_path / "v.parquet"
    done = _ledger("convert", ratings, out, "--missing", "abstained")
    assert done.output == f"{out}: 3 verdicts\n"
    assert read_verdicts(out)["outcome"].to_list() == ["graded", "graded", "abstained"]
    shown = _ledger("show", out)
    assert shown.output == (
        "3 verdicts on 2 items by 2 judges\n"
        "  without a rubric\n"
        "    fluency  4: 1, 5: 1, abstained: 1\n"
        "  ann  person  2\n"
        "  gpt  model   1\n"
    )
    found = json.loads(_ledger("show", out, "--json").output)
    assert found["verdicts"] == 3
    assert found["items"] == 2
    assert found["judges"][0] == {"judge": "ann", "kind": "person", "verdicts": 2}
    assert found["criteria"][0]["graded"] == {"4": 1, "5": 1}


def test_convert_refuses_a_file_with_a_fault(ratings, tmp_path):
    """And writes nothing."""
    done = _ledger("convert", ratings, tmp_path / "v.csv")
    assert "row 4" in str(done.exception)
    assert list(tmp_path.iterdir()) == [ratings]


def test_convert_does_not_replace_what_it_reads(ratings):
    """Ratings from elsewhere hold more than a ledger keeps."""
    before = ratings.read_text()
    with pytest.raises(UsageInvalid, match="the same file"):
        CliRunner().invoke(
            ledger,
            ["convert", str(ratings), str(ratings), "--missing", "abstained"],
            standalone_mode=False,
            catch_exceptions=False,
        )
    assert ratings.read_text() == before


def test_a_column_that_is_missing_is_told_once(tmp_path):
    """And what to type; not once more for every row."""
    path = tmp_path / "ratings.csv"
    path.write_text("item,judge,value\n" + "s1,ann,4\n" * 19)
    done = _ledger("check", path, "--rubric", "likert-workshop")
    assert done.return_value == 2
    told = done.output.splitlines()
    assert told[0].startswith("row 1: V002 there is no column 'criterion'")
    assert "--criterion" in told[1]
    assert len(told) == 2


def test_faults_of_one_code_are_counted_by_what_to_do(tmp_path):
    """A blank item is not mended by naming the judge."""
    path = tmp_path / "ratings.csv"
    path.write_text("item,judge,value\n,ann,4\ns1,,4\n")
    lines = _ledger("check", path).output.splitlines()
    assert {"V003, 1: name the item", "V003, 1: name the judge"} <= set(lines)


def test_minus_zero_is_zero(tmp_path):
    """Two ways to write one number are one answer."""
    path = tmp_path / "ratings.csv"
    path.write_text("item,judge,value\ns1,ann,-0\ns2,ann,0\ns3,ann,0.0\n")
    assert "rating  0: 3" in _ledger("show", path).output
