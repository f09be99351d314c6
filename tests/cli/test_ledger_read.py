"""`adjudge ledger read`: how ratings from anywhere are read, tried from the door."""

import json

import polars as pl
import pytest

from adjudge.cli.main import main

ROWS = [(f"s{i}", f"j{j}", (i * 7 + j * 3) % 5 + 1) for i in range(10) for j in range(3)]
LONG = "item,judge,value\n" + "".join(f"{i},{j},{v}\n" for i, j, v in ROWS)


@pytest.fixture
def read(tmp_path, capsys):
    """Write a file, read it, and give exit code, standard output and standard error."""

    def run(text, *options, name="ratings.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        code = main(["ledger", "read", str(path), *options])
        done = capsys.readouterr()
        return code, done.out, done.err.replace(str(tmp_path), "")

    return run


def counts(out):
    """Label to count of the only criterion."""
    (criterion,) = json.loads(out)["criteria"]
    return criterion["graded"]


def test_a_plain_table_is_read_and_told(read):
    """Which column is what, and which categories there are, go to standard error."""
    code, out, err = read(LONG)
    assert code == 0
    assert out == (
        "30 verdicts on 10 items by 3 judges\n"
        "  without a rubric\n"
        "    rating  1: 6, 2: 6, 3: 6, 4: 6, 5: 6\n"
        "  j0  person  10\n"
        "  j1  person  10\n"
        "  j2  person  10\n"
    )
    assert err == (
        "ratings.csv: item from column `item`; judge from column `judge`; value from "
        "column `value`\n"
        "rating: no scale is stated, so the categories are the 5 that occur: 1, 2, 3, 4, "
        "5; taken as ordinal (guessed: say otherwise with --level)\n"
    )


TYPO = LONG + "s1,j9,4o\n"


@pytest.mark.parametrize(
    ("text", "options", "told"),
    [
        ("", [], "the file is empty"),
        ("item,judge,value\n", [], "the file has a header and no rows"),
        ("item,judge,value\n,,\n", [], "there are no ratings"),
        ("item,judge\na,x\n", [], "there is no column for the value"),
        ("item,score\na,1\n", [], "there is no column for the judge"),
        ("judge,score\na,1\n", [], "there is no column for the item"),
        ("item,judge,score,rating\na,x,1,2\n", [], "more than one column may be the value: `score`, `rating`"),
        ("item,ann_tone,ann_style,bob_tone,bob_style\n1,2,3,4,5\n", [], "the columns look like judges times criteria"),
        (LONG, ["--columns", "value=stars"], "there is no column 'stars' for the value"),
        (LONG, ["--columns", "judges=ann"], "there is no column 'ann'"),
        (LONG, ["--columns", "worth=value"], "a rating has no 'worth'"),
        (LONG, ["--columns", "value"], "'value' names no column"),
        (LONG, ["--scale", "1to5"], "'1to5' is no scale"),
        (LONG, ["--scale", "5-1"], "a scale cannot run from"),
        (LONG, ["--scale", "1-4"], "row 8: '5' is not on the scale"),
        (LONG, ["--level", "odd"], "'odd' is not known"),
        (LONG, ["--kind", "odd"], "'odd' is not known"),
        (LONG, ["--criterion", "tone", "--criterion", "style"], "nothing is rated on 'tone'"),
        (TYPO, [], "row 32: '4o' is not a number, as the other 30 values of rating are"),
        (LONG + "s1,j0,4\n", [], "row 32: 'j0' has rated 's1' on 'rating' before, in row 5"),
        (LONG + "s1,j0,4\n", ["--duplicates", "mean"], "are ordinal: a mean of two is none of them"),
        (LONG + "s1,,4\n", [], "row 32: the judge is blank"),
        (LONG + "s1,j9\n", [], "row 32: 2 cells where the header has 3"),
        (LONG + "s1,j9,NA\n", ["--missing", "refuse"], "row 32: there is no value: 'NA'"),
        (LONG + "s1,j9,NA\n", ["--abstain-as", "often", "--scale", "1-5"], "'often' is not on the scale"),
        (LONG + "s1,j9,NA\n", ["--abstain-as", "category", "--level", "ordinal"], "an abstention has no place in the order"),
        ("item,judge,value\na,x,good\nb,x,bad\nc,y,fine\n", ["--level", "ordinal"], "words have no order"),
        ("item,judge,kind,value\na,x,human,1\nb,x,llm,1\n", [], "row 3: 'x' is a model here and a person elsewhere"),
        ("item,judge,kind,value\na,x,elf,1\n", [], "row 2: 'elf' is no kind of judge"),
        ("item,judge,outcome,value\na,x,skipped,1\n", [], "row 2: 'skipped' is no outcome"),
        (LONG, ["--rubric", "quality"], "there is no column for the criterion, and the rubric quality has several"),
        (LONG.encode("utf-16-le"), [], "the file is UTF-16"),
        ('[{"item": 1}]'.encode("utf-16"), [], "the file is JSON in utf-16"),
        (LONG, ["--encoding", "odd"], "'odd' is no encoding of texts"),
        (LONG, ["--encoding", "hex"], "'hex' is no encoding of texts"),
        (LONG.encode() + "s1,jö,3\n".encode("cp1252"), [], "row 32: not valid UTF-8"),
        (LONG.encode("utf-16")[:-1], [], "not valid utf-16"),
        (LONG.encode() + b"s1,\xff,3\n", [], "row 32: not valid UTF-8"),
        (LONG + 's1,"j9,3\n', [], "row 32: not valid CSV"),
        ("{}", [], "there are no rows in this JSON"),
        ('{"item": "a", "judge": "x", "value": 1}\nnot json\n', [], "row 2: "),
        (b"PK\x03\x04zip", [], "the packed file is broken"),
        (b"PAR1 and no more", [], "not Parquet"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(read, text, options, told):
    """What, where, what to do, and exit code 2: no traceback, no figure."""
    code, out, err = read(text, *options)
    assert (code, out) == (2, "")
    assert told in err
    assert "hint:" in err
    assert "Traceback" not in err


def test_what_keeps_a_grade_is_named_first(read):
    """For `8/10` the hint says which number to write, before what loses the grade."""
    err = read(LONG + "s1,j9,8/10\n")[2]
    ways = ["write 8 in the file", "--scale", "--level rating=nominal", "--off-scale drop"]
    places = [err.index(way) for way in ways]
    assert places == sorted(places)


def test_the_encoding_is_named_where_it_is_needed(read):
    """A file that Excel saved on Windows: the hint has the option, and it helps."""
    text = LONG.replace("j0", "Jürgen").encode("cp1252")
    code, _, err = read(text)
    assert code == 2
    assert "--encoding cp1252" in err
    assert "Jürgen  person  10" in read(text, "--encoding", "cp1252")[1]


def test_a_grade_next_to_the_others_is_no_typo(read):
    """A rare 7 after 1 to 5 is a grade that few give."""
    assert "typo" not in read(LONG + "s1,j9,7\n")[2]


def test_a_file_that_is_not_there(capsys, tmp_path):
    """A path that cannot be read names itself."""
    assert main(["ledger", "read", str(tmp_path / "none.csv")]) == 2
    assert "none.csv" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "options", "graded", "note"),
    [
        (TYPO, ["--off-scale", "drop"], {"4": 6}, "1 rating off the scale is left out: row 32 ('4o')"),
        (TYPO, ["--level", "nominal"], {"4": 6, "4o": 1}, "taken as nominal"),
        (LONG, ["--scale", "1-4", "--off-scale", "drop"], {"4": 6}, "6 ratings off the scale are left out"),
        (LONG + "s0,j9,44\n", [], {"44": 1}, "44 in row 32 lies far from all other values (1 to 5): is it a typo?"),
        (LONG + "s1,j0,1\n", ["--duplicates", "latest"], {"1": 7}, "1 cell has several ratings by one judge (2 rows): the latest counts; 'j0' on 's1' in row 5, row 32"),
        (LONG + "s1,J0,4\n", [], {"4": 7}, "`j0`, `J0` differ only in case or blanks, and are taken as 2 judges"),
        (LONG + "s1,j9,4\ns2,j9 ,4\n", [], {"4": 8}, "blanks around names of judges do not count: `j9`"),
        ("item,judge,value\na,x,Good\nb,x,bad\na,y,good\n", [], {"Good": 1, "good": 1}, "`Good`, `good` differ only in case or blanks, and are taken as different labels; state the scale to join them: --scale 'rating=good,bad', worst first"),
        ("item,judge,value\na,x,Good\nb,x,bad\na,y,good\n", ["--scale", "rating=bad,good"], {"good": 2}, "item from column `item`"),
        (LONG + "s1,j9,8\n", [], {"8": 1}, "8 in row 32 lies far from all other values (1 to 5): is it a typo?"),
        (LONG + "s1,j9,8\ns1,j8,88\n", [], {"8": 1}, "8 in row 32 lies far from all other values (1 to 5): is it a typo?"),
        (LONG + "s1,j9,8\ns1,j8,88\n", [], {"88": 1}, "88 in row 33 lies far from all other values (1 to 5): is it a typo?"),
        (LONG, ["--criterion", "tone"], {"4": 6}, "no column says the criterion, so that the ratings are called 'tone', as --criterion says"),
        (LONG.encode("utf-16"), [], {"4": 6}, "read as UTF-16"),
        (LONG.encode("utf-16-le"), ["--encoding", "utf-16"], {"4": 6}, "item from column `item`"),
        (LONG.replace("j0", "jö").encode("cp1252"), ["--encoding", "cp1252"], {"4": 6}, "item from column `item`"),
        (LONG.replace("j0", "jö").encode("latin-1"), ["--encoding", "latin-1"], {"4": 6}, "item from column `item`"),
        (LONG, ["--encoding", "utf8"], {"4": 6}, "item from column `item`"),
        (LONG + "s1,j0,4\n", ["--duplicates", "mean", "--level", "interval"], {"3.5": 1}, "their mean counts"),
        (LONG + "s1,j9,n/a\ns2,j9,-\ns3,j9,\n", [], {}, "3 ratings without a value count as abstained (empty 1, `n/a` 1, `-` 1)"),
        (LONG + "s1,j9,NA\n", ["--abstain-as", "2"], {"2": 7}, "1 abstention counts as the grade '2'"),
        (LONG + "s1,j9,NA\n", ["--abstain-as", "category"], {}, "1 abstention counts as a category of its own"),
        (LONG.replace(",", ";"), [], {"4": 6}, "the cells are separated by a semicolon"),
        (LONG.replace(",", "\t"), [], {"4": 6}, "the cells are separated by a tab"),
        ("item;judge;value\na;x;3,5\nb;x;4\na;y;2,5\n", [], {"3.5": 1}, "rating: a comma is read as the decimal sign"),
        ("item,judge,value\na,x,True\nb,x,FALSE\na,y,true\n", [], {"true": 1}, "false, true"),
        ("doc,coder,stars,lead_time\na,x,4,33\nb,x,3,21\n", [], {"4": 1}, "not read: `lead_time`"),
        ("docId,Rated By,Stars\na,x,4\nb,x,3\n", [], {"4": 1}, "item from column `docId`; judge from column `Rated By`"),
        ("a,b,c\ns1,x,4\ns2,x,3\n", ["--columns", "item=a,judge=b,value=c"], {"4": 1}, "item from column `a`"),
        ("item,ann,bob,remark\ns1,4,5,what a long remark this is about the story of the day\n", [], {"4": 1}, "a column for each judge: `ann`, `bob`; not read: `remark`"),
        ("item,x1,x2\ns1,4,5\n", ["--columns", "judges=x1,x2"], {"5": 1}, "a column for each judge: `x1`, `x2`"),
        ("x1,x2\n4,5\n3,3\n", [], {"3": 2}, "each row is an item; a column for each judge: `x1`, `x2`"),
        ("id,gold,model\n1,0,1\n2,1,1\n", [], {"1": 3}, "a column for each judge: `gold`, `model`"),
        ("item,judge,question,value\na,x,Is it so?,1\na,y,Is it so?,1\nb,x,And this?,2\n", [], {"1": 2}, "not read: `question`"),
        ("item,judge,value\na,rule/polite@ab,1\na,ann,1\n", [], {"1": 2}, "taken by their names for rules or models: `rule/polite@ab`"),
    ],
)  # fmt: skip
def test_what_is_decided_is_done_and_told(read, text, options, graded, note):
    """Each option, and each guess, from the door through to the counts, with its note."""
    code, out, err = read(text, *options, "--json")
    assert code == 0, err
    told = "\n".join(json.loads(out)["notes"])
    assert note in told
    found = counts(out)
    assert {label: found.get(label) for label in graded} == graded


def test_all_that_is_wrong_is_told_at_once(read):
    """A typo and a row that is there twice: one refusal names both."""
    code, _, err = read(LONG + "s1,j9,4o\ns1,j0,4\n")
    assert code == 2
    assert "row 32: '4o' is not a number" in err
    assert "row 33: 'j0' has rated 's1' on 'rating' before, in row 5" in err
    assert "--off-scale drop" in err
    assert "--duplicates latest" in err


def test_an_empty_cell_of_a_wide_table_is_no_rating(read):
    """Nobody abstained there, so that it is no category either; NA is an abstention."""
    text = "item,ann,bob\ns1,4,\ns2,NA,5\ns3,,\n"
    code, out, _ = read(text, "--abstain-as", "category", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["verdicts"] == 3
    assert "3 cells are empty: not rated" in told["notes"]
    assert "1 abstention counts as a category of its own" in told["notes"]


def test_a_verdict_of_a_ledger_has_an_outcome(read):
    """An empty one is refused, not guessed."""
    code, _, err = read("item,judge,outcome,value\na,x,graded,1\na,y,,1\n")
    assert code == 2
    assert "row 3: '' is no outcome" in err


def test_a_column_for_each_criterion(read):
    """Where judge and item are named, columns of grades are criteria."""
    code, out, _ = read("item,judge,tone,style\na,x,1,5\na,y,2,5\nb,x,1,4\n", "--json")
    assert code == 0
    found = {c["criterion"]: c["graded"] for c in json.loads(out)["criteria"]}
    assert found == {"tone": {"1": 2, "2": 1}, "style": {"4": 1, "5": 2}}


def test_scales_levels_and_kinds_by_name(read):
    """What is said of one criterion or judge holds for that one."""
    text = (
        "item,criterion,judge,value\na,tone,x,4\na,style,x,0.5\nb,tone,y,5\nb,style,y,1\n"
    )
    code, out, err = read(
        text,
        "--scale",
        "tone=1-5",
        "--scale",
        "style=0-1/any",
        "--kind",
        "y=model",
        "--json",
    )
    assert code == 0, err
    told = json.loads(out)
    assert told["notes"][-1].startswith("ratings.csv: ")
    assert {j["judge"]: j["kind"] for j in told["judges"]} == {"x": "person", "y": "model"}


def test_a_scale_of_words_has_their_order(read):
    """Labels of --scale are read without regard to case, and no other."""
    text = "item,judge,value\na,x,Poor\nb,x,good\na,y,fair\n"
    assert read(text, "--scale", "poor,fair,good")[0] == 0
    assert "'Poor' is not on the scale" in read(text, "--scale", "fair,good")[2]


def test_several_files_are_one_table(read, tmp_path, capsys):
    """Rows of the second file go on where the first ends; faults name the file."""
    (tmp_path / "more.jsonl").write_text('{"item": "s0", "rater": "j9", "score": 3}\n')
    (tmp_path / "first.csv").write_text(LONG)
    files = [str(tmp_path / name) for name in ("first.csv", "more.jsonl")]
    assert main(["ledger", "read", *files]) == 0
    assert "31 verdicts on 10 items by 4 judges" in capsys.readouterr().out

    (tmp_path / "more.jsonl").write_text('\n{"item": "s0", "rater": "j0", "score": 3}\n')
    assert main(["ledger", "read", *files]) == 2
    assert (
        "more.jsonl row 2: 'j0' has rated 's0' on 'rating' before, in first.csv row 2"
        in capsys.readouterr().err
    )


OWN = """\
{"item":"a","criterion":"tone","judge":"ann","kind":"person","outcome":"graded","value":1,"label":"Pass","rubric":"r@1","at":"2026-01-01T00:00:00Z"}
{"item":"a","criterion":"tone","judge":"ann","kind":"person","outcome":"graded","value":0,"label":"Fail","rubric":"r@2","at":"2026-01-02T00:00:00Z"}
{"item":"a","criterion":"tone","judge":"rule/x@1","kind":"rule","outcome":"failed"}
{"item":"b","criterion":"tone","judge":"ann","kind":"person","outcome":"excused"}
{"item":"b","criterion":"tone","judge":"council/s@1","kind":"model","outcome":"graded","value":1,"label":"Pass","rubric":"r@1"}
{"item":"b","criterion":"tone","judge":"council/s@1/round-1","kind":"model","outcome":"graded","value":0,"label":"Fail","rubric":"r@1"}
"""


def test_a_ledger_keeps_its_own_rules(read):
    """A later verdict supersedes, an earlier round does not count, versions are told."""
    code, out, err = read(OWN, "--json", name="ledger.jsonl")
    assert code == 0, err
    told = json.loads(out)
    found = {}
    for criterion in told["criteria"]:  # one for each rubric
        found |= criterion["graded"]
        found["failed"] = found.get("failed", 0) + criterion["failed"]
        found["excused"] = found.get("excused", 0) + criterion["excused"]
    assert found == {"Fail": 1, "Pass": 1, "failed": 1, "excused": 1}
    assert "1 verdict is superseded by a later one" in told["notes"]
    assert "1 verdict of a round that a later one supersedes: left out" in told["notes"]
    assert "tone was judged by 2 rubrics: r@2, r@1" in told["notes"] or (
        "tone was judged by 2 rubrics: r@1, r@2" in told["notes"]
    )


def test_a_ledger_without_times_has_no_later_verdict(read):
    """Two verdicts whose order nobody knows are duplicates."""
    text = "\n".join(
        line.partition(',"at"')[0] + "}" if '"at"' in line else line
        for line in OWN.splitlines()
    )
    code, _, err = read(text + "\n", name="ledger.jsonl")
    assert code == 2
    assert "row 2: 'ann' has rated 'a' on 'tone' before, in row 1" in err


def test_what_was_read_can_be_kept_as_a_ledger(read, tmp_path):
    """`-o` writes verdicts that `ledger show` reads, with row and system in the item."""
    text = "item,system,judge,value,comment\na,m1,x,4,fine\na,m2,x,5,\n"
    assert read(text, "-o", str(tmp_path / "out.parquet"))[0] == 0
    kept = pl.read_parquet(tmp_path / "out.parquet")
    assert kept["item"].to_list() == ["a [m1]", "a [m2]"]
    assert kept["rationale"].to_list() == ["fine", ""]
    assert kept["value"].to_list() == [4, 5]


def test_the_latest_is_the_latest_by_time(read):
    """Where each row has a time, row order is nothing."""
    text = "item,judge,value,timestamp\na,x,1,2026-01-02T00:00:00Z\na,x,2,2026-01-01T00:00:00Z\na,y,2,\n"
    assert counts(read(text, "--duplicates", "latest", "--json")[1]) == {"1": 1, "2": 1}


def test_control_characters_of_a_file_are_spelled_out(read):
    """A column's name cannot steer the terminal."""
    _, _, err = read("item,judge,value,\x1b[31mred\na,x,1,2\nb,x,1,2\n")
    assert "\x1b" not in err
