"""Writing verdicts, reading them back, and telling what is wrong with them."""

import math
from datetime import UTC, datetime
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.errors import InputInvalid, UsageInvalid
from adjudge.formats import (
    Reading,
    check_verdicts,
    load_rubric,
    read_verdicts,
    verdict_writer,
    verdicts_write,
    write_verdicts,
)
from adjudge.rubric import Binary, Criterion, Freeform, Grade, Likert, Rubric
from adjudge.verdict import (
    Abstained,
    Excused,
    Failed,
    Graded,
    Judge,
    JudgeKind,
    Span,
    Verdict,
    from_frame,
    to_frame,
)

KINDS = ("jsonl", "csv", "parquet")

signs = st.characters(exclude_categories=["Cs"])
texts = st.text(signs | st.sampled_from('"\r\n,;=\0\t '), max_size=8)
names = texts.filter(lambda text: bool(text.strip()))
places = st.integers(0, 2**31 - 1)
spans = st.builds(Span, turn=places, start=places, end=places, text=texts, note=texts)
grades = st.builds(
    Grade, names, st.none() | st.floats(allow_nan=False, allow_infinity=False)
)
verdicts = st.builds(
    Verdict,
    item=names,
    criterion=names,
    judge=st.builds(Judge, id=names, kind=st.sampled_from(JudgeKind)),
    outcome=st.builds(Graded, grade=grades)
    | st.sampled_from([Abstained(), Excused(), Failed()]),
    rationale=texts,
    evidence=st.lists(spans, max_size=2).map(tuple),
    rubric=texts,
    at=st.none()
    | st.datetimes(
        datetime.fromisoformat("1990-01-01"),
        datetime.fromisoformat("2100-01-01"),
        timezones=st.just(UTC),
    ),
)


def _key(verdict: Verdict):
    return (verdict.item, verdict.criterion, verdict.judge.id, verdict.rubric, verdict.at)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60)
@given(st.lists(verdicts, unique_by=_key, max_size=5), st.integers(0, 5))
def test_what_is_written_is_read_back(tmp_path_factory, kind, made, cut):
    """Every verdict, in every format, whatever its texts and however it came in batches."""
    path = tmp_path_factory.mktemp("ledger") / f"v.{kind}"
    with verdict_writer(path) as writer:
        writer.write(to_frame(made[:cut]))
        writer.write(to_frame(made[cut:]))
    assert list(from_frame(read_verdicts(path))) == made


def test_parquet_in_many_parts(tmp_path, monkeypatch):
    """A file longer than what is held in memory is one file, and leaves nothing beside it."""
    monkeypatch.setattr(verdicts_write, "_PART_ROWS", 3)
    ledger = to_frame([_verdict(f"i{n}") for n in range(20)])
    with verdict_writer(tmp_path / "v.parquet") as writer:
        for batch in ledger.iter_slices(2):
            writer.write(batch)
    assert read_verdicts(tmp_path / "v.parquet").equals(ledger)
    assert [path.name for path in tmp_path.iterdir()] == ["v.parquet"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_off_run_leaves_the_good_file(tmp_path, kind):
    """Neither half a file nor an empty one takes its place, and nothing lies beside it."""
    path = tmp_path / f"v.{kind}"
    write_verdicts(path, to_frame([_verdict("good")]))
    before = path.read_bytes()

    def run():
        with verdict_writer(path) as writer:
            writer.write(to_frame([_verdict("new")]))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run()
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link_and_permissions_stay(tmp_path):
    """The file that a link points to is replaced, with the permissions that it had."""
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_text("")
    real.chmod(0o640)
    link.symlink_to(real)
    write_verdicts(link, to_frame([_verdict("a")]))
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert read_verdicts(link).height == 1


def test_an_unknown_suffix_is_refused_before_anything_is_written(tmp_path):
    """The message names the suffixes that are known."""
    with pytest.raises(UsageInvalid, match=r"\.parquet"):
        write_verdicts(tmp_path / "v.xlsx", to_frame([]))
    assert list(tmp_path.iterdir()) == []


def _verdict(item: str, value: float = 1.0) -> Verdict:
    return Verdict(
        item=item,
        criterion="c",
        judge=Judge.rule("r", "f"),
        outcome=Graded(grade=Grade(f"{value:g}", value)),
    )


def _csv(folder: Path, text: str) -> Path:
    path = folder / "ratings.csv"
    path.write_text(text)
    return path


RUBRIC = Rubric(
    id="r",
    title="R",
    criteria=(
        Criterion(id="c1", key="fluent", title="F", scale=Likert()),
        Criterion(id="c2", key="passed", title="P", scale=Binary()),
        Criterion(id="c3", key="note", title="N", scale=Freeform()),
    ),
)


def test_ratings_from_elsewhere_need_three_columns(tmp_path):
    """item, judge and value; the rest has stated defaults."""
    ledger = read_verdicts(_csv(tmp_path, "item,judge,value\na,ann,4\na,bo,good\n"))
    assert ledger.select("criterion", "kind", "outcome", "value", "label").rows() == [
        ("rating", "person", "graded", 4.0, "4"),
        ("rating", "person", "graded", None, "good"),
    ]


def test_names_of_other_tools_are_understood(tmp_path):
    """item_id, rater_id and rater_kind; `human` is a person."""
    path = _csv(
        tmp_path,
        "item_id,criterion,rater_id,rater_kind,value\n0,x,h,human,1\n0,x,g,model,2\n",
    )
    assert read_verdicts(path).select("item", "judge", "kind").rows() == [
        ("0", "h", "person"),
        ("0", "g", "model"),
    ]


def test_blanks_around_names_do_not_make_two_judges(tmp_path):
    """`1, ann` and `1,ann` are one judge on one item, and so a verdict given twice."""
    path = _csv(tmp_path, "item, judge, value\n1, ann, 3\n1,ann,4\n")
    checked = check_verdicts(path)
    assert [(f.line, f.code) for f in checked.faults] == [(3, "V008")]
    assert checked.ledger["judge"].unique().to_list() == ["ann"]


def test_a_key_is_filed_under_its_id(tmp_path):
    """The same criterion by its key and by its id is answered twice."""
    rubric = Rubric(
        id="r",
        title="R",
        criteria=(Criterion(id="good-1", key="good", title="Good", scale=Binary()),),
    )
    path = _csv(tmp_path, "item,criterion,judge,value\na,good,ann,1\na,good-1,ann,0\n")
    checked = check_verdicts(path, Reading(rubric=rubric))
    assert checked.ledger["criterion"].to_list() == ["good-1", "good-1"]
    assert [(f.line, f.code) for f in checked.faults] == [(3, "V008")]


def test_rows_of_another_rubric_are_not_held_against_this_one(tmp_path):
    """A ledger holds verdicts by several rubrics; each row says by which."""
    path = _csv(
        tmp_path,
        "item,criterion,judge,kind,outcome,value,rubric\n"
        "a,depth,ann,person,graded,77,other@0123456789abcdef\n"
        "a,good,ann,person,graded,77,r@0123456789abcdef\n",
    )
    rubric = Rubric(
        id="r",
        title="R",
        criteria=(Criterion(id="good", key="good", title="Good", scale=Binary()),),
    )
    faults = check_verdicts(path, Reading(rubric=rubric)).faults
    assert [(f.line, f.code) for f in faults] == [(3, "V006")]


def test_verdicts_on_instructions_are_read_by_their_own_rubric(tmp_path):
    """`0:punctuation:no_comma` is a part of the one criterion of `ifeval`."""
    path = _csv(
        tmp_path,
        "item,criterion,judge,value\n"
        "a,0:punctuation:no_comma,ann,1\na,1:punctuation:no_comma,ann,9\na,odd,ann,1\n",
    )
    faults = check_verdicts(path, Reading(rubric=load_rubric("ifeval").rubric)).faults
    assert [(f.line, f.code) for f in faults] == [(3, "V006"), (4, "V012")]


def test_semicolons_are_told_as_what_they_are(tmp_path):
    """Spreadsheets of half the world write them."""
    faults = check_verdicts(_csv(tmp_path, "item;judge;value\n1;ann;3\n")).faults
    assert {f.code for f in faults} == {"V002"}
    assert "separated by ';'" in faults[0].hint


def test_a_rubric_reads_the_values(tmp_path):
    """By its scales, and by id or key of the criterion; every value off the scale is told."""
    path = _csv(
        tmp_path,
        "item,criterion,judge,value\n"
        "a,c1,ann,4\na,passed,ann,pass\na,c3,ann,=1+1\n"
        "b,c1,ann,7\nb,c1,bo,8/10\nb,c9,ann,1\nb,passed,bo,NA\n",
    )
    checked = check_verdicts(path, Reading(rubric=RUBRIC))
    assert [(f.line, f.code) for f in checked.faults] == [
        (5, "V006"),
        (6, "V006"),
        (7, "V012"),
        (8, "V007"),
    ]
    assert checked.ledger["label"].to_list()[:3] == ["4", "Pass", "=1+1"]
    assert "from 1 to 5" in checked.faults[0].hint


@pytest.mark.parametrize("missing", ["abstained", "excused", "failed"])
@pytest.mark.parametrize("cell", ["", "NA", "nan"])
def test_a_missing_value_is_what_the_caller_says(tmp_path, cell, missing):
    """Never a number, and never silently anything."""
    path = _csv(tmp_path, f"item,judge,value\na,ann,{cell}\n")
    assert [f.code for f in check_verdicts(path).faults] == ["V007"]
    ledger = read_verdicts(path, Reading(missing=missing))
    assert ledger.select("outcome", "value", "label").rows() == [(missing, None, None)]


FAULTY = """\
item,criterion,judge,kind,outcome,value,label,evidence,rubric,at
a,c,j,rule,graded,1,,,r,2026-01-01T00:00:00Z
a,c,j,rule,graded,0,,,r,2026-01-01T01:00:00+01:00
 ,c,j,rule,graded,1,,,r,
b,,j,rule,graded,1,,,r,
c,c,,rule,graded,1,,,r,
d,c,j,robot,graded,1,,,r,
e,c,j,rule,maybe,,,,r,
f,c,j,rule,graded,,,,r,
g,c,j,rule,abstained,1,,,r,
h,c,j,rule,graded,x,,,r,
i,c,j,rule,graded,1,,{},r,
k,c,j,rule,graded,1,,,r,yesterday
l,c,j,rule,graded,1,,,r,2026-01-01T00:00:00
m,c,j
n,c,j,rule,graded,inf,,,r,
"""


def test_every_fault_is_told_with_its_row(tmp_path):
    """All at once, in order, and no row is put right in silence."""
    checked = check_verdicts(_csv(tmp_path, FAULTY))
    assert [(f.line, f.code) for f in checked.faults] == [
        (3, "V008"),
        (4, "V003"),
        (5, "V003"),
        (6, "V003"),
        (7, "V004"),
        (8, "V005"),
        (9, "V011"),
        (10, "V011"),
        (11, "V013"),
        (12, "V009"),
        (13, "V010"),
        (14, "V010"),
        (15, "V001"),
        (16, "V013"),
    ]
    assert "in row 2" in checked.faults[0].what
    with pytest.raises(InputInvalid, match="and 9 more"):
        read_verdicts(tmp_path / "ratings.csv")


def test_a_duplicate_is_told_even_when_its_time_is_unknown(tmp_path):
    """Two rows without a time are the same verdict twice."""
    path = _csv(tmp_path, "item,judge,value\na,ann,1\nb,ann,1\na,ann,2\n")
    (fault,) = check_verdicts(path).faults
    assert (fault.line, fault.code, "row 2" in fault.what) == (4, "V008", True)


def test_jsonl_of_another_tool(tmp_path):
    """Broken lines, wrong types and other values are told by line; numbers may be ids."""
    path = tmp_path / "v.jsonl"
    path.write_text(
        '{"item": 3, "judge": "ann", "value": true}\n\n{"item": \n[]\n'
        '{"item": "b", "judge": ["x"], "value": {"a": 1}}\n'
    )
    checked = check_verdicts(path)
    assert checked.ledger["item"].to_list() == ["3", "b"]
    assert checked.ledger["value"].to_list()[0] == 1.0
    assert [(f.line, f.code) for f in checked.faults] == [
        (3, "V001"),
        (4, "V001"),
        (5, "V003"),
        (5, "V013"),
        (5, "V013"),
    ]


@pytest.mark.parametrize(
    "text", ["", "item,judge\na,b\n", "x,y\n1,2\n", "item,item_id,judge,value\na,b,c,1\n"]
)
def test_files_that_are_no_ledger(tmp_path, text):
    """A missing column is named, and two columns for one thing are refused."""
    path = _csv(tmp_path, text)
    with pytest.raises(InputInvalid, match="column"):
        read_verdicts(path)


def test_a_label_must_go_with_its_value(tmp_path):
    """With a rubric, a grade whose label and value disagree is a fault."""
    path = tmp_path / "v.parquet"
    made = [_verdict("a"), _verdict("b", 0.0), _verdict("c", math.pi)]
    frame = to_frame(made).with_columns(criterion=pl.lit("c2"))
    write_verdicts(path, frame)
    faults = check_verdicts(path, Reading(rubric=RUBRIC)).faults
    assert [(f.line, f.code) for f in faults] == [(1, "V006"), (2, "V006"), (3, "V006")]
