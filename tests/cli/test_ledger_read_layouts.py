"""`adjudge ledger read`: what columns are taken for, and what is refused, from the door."""

import itertools
import json

import pytest

from adjudge.cli.main import main

JUDGES = ("ann", "bob", "cleo")
CELLS = [(i, j, (i * 7 + 3 * at) % 5 + 1) for i in range(12) for at, j in enumerate(JUDGES)]


@pytest.fixture
def read(tmp_path, capsys):
    """Write a file, read it, and give exit code, standard output and standard error."""

    def run(text, *options):
        path = tmp_path / "ratings.csv"
        path.write_text(text, encoding="utf-8")
        code = main(["ledger", "read", str(path), *options])
        done = capsys.readouterr()
        return code, done.out, done.err.replace(str(tmp_path), "")

    return run


def long(header, sign=",", more=""):
    """The cells, a rating a row, under *header*."""
    rows = [sign.join(map(str, cell)) + more for cell in CELLS]
    return "\n".join([header, *rows]) + "\n"


def wide(header, *columns, rows=12):
    """The columns, each of them a function of the row's number, under *header*."""
    lines = [",".join(str(column(at)) for column in columns) for at in range(rows)]
    return "\n".join([header, *lines]) + "\n"


def grade(shift):
    """A judge of grades 1 to 5."""
    return lambda at: (at * 7 + shift) % 5 + 1


def same(at):
    """The row's number."""
    return at


@pytest.mark.parametrize(
    "text",
    [
        long("Antwort-Nr;Bewerter/in;Punkte (1-5);Bemerkung", ";", ";gut"),
        long("Antwort,Bewerter,Note"),
        long("Ticket #,Reviewer,Bewertung"),
        long("Frage,Gutachter,Punkte"),
        long("élément,noteur,note"),
        long("documento,evaluador,puntuación"),
    ],
)
def test_names_in_other_languages_are_known(read, text):
    """German, French and Spanish headers say what a rating says."""
    code, out, err = read(text)
    assert code == 0, err
    assert "36 verdicts on 12 items by 3 judges" in out


def test_a_criterion_in_german(read):
    """`Kriterium` is one, and not a judge."""
    rows = [f"{i};{j};{c};{v}" for i, j, v in CELLS for c in ("Ton", "Stil")]
    code, out, err = read(
        "\n".join(["Dokument;Bewerter;Kriterium;Sterne", *rows]), "--json"
    )
    assert code == 0, err
    assert [c["criterion"] for c in json.loads(out)["criteria"]] == ["Ton", "Stil"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (long("no,who,how_good"), "--columns item=no,judge=who,value=how_good"),
        (long("Ticket,Agent,CSAT"), "--columns item=Ticket,judge=Agent,value=CSAT"),
        (long("thing,who,how_good"), "--columns item=thing,judge=who,value=how_good"),
        (long("Ding A,wer,wie gut"), "--columns 'item=Ding A,judge=wer,value=wie gut'"),
        (long("item,who,how_good"), "--columns item=item,judge=who,value=how_good"),
        (long("essay,marker,mark"), "--columns item=essay,judge=marker,value=mark"),
    ],
)
def test_a_long_table_of_unknown_names_is_refused(read, text, line):
    """Its columns are no judges; the hint has examples and the line to complete."""
    code, out, err = read(text)
    assert (code, out) == (2, "")
    assert line in err
    assert "not taken" in err
    assert "(ann, bob, cleo)" in err
    quoted = line.removeprefix("--columns ").strip("'")
    assert read(text, "--columns", quoted)[0] == 0


def test_judges_that_are_numbers_are_not_taken_for_grades(read):
    """Items by judges, all in numbers: crossed columns are no judges."""
    rows = [f"{i},{j},{(i + j) % 3 + 1}" for i, j in itertools.product(range(5), range(3))]
    code, out, err = read("\n".join(["x,y,z", *rows]))
    assert (code, out) == (2, "")
    assert "two columns are paired like items and judges" in err


@pytest.mark.parametrize("item", ["t", "item"])
def test_a_long_table_that_is_sorted_by_judge_is_not_wide(read, item):
    """Its first thousand rows are of one judge, whose number is no grade."""
    rows = [f"{i},{j},{(i * 7 + j) % 5 + 1}" for j in (1, 2) for i in range(1200)]
    code, out, err = read("\n".join([f"{item},a,s", *rows]))
    assert (code, out) == (2, "")
    assert "`a` is the same in 1000 rows" in err
    assert f"--columns item={item},judge=...,value=s" in err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (wide("Nr,ann,bob", same, grade(1), grade(3)), "item from column `Nr`; a column for each judge: `ann`, `bob`"),
        (wide("row,ann,bob", same, grade(1), grade(3)), "each row is an item; a column for each judge: `ann`, `bob`; not read: `row`"),
        (wide("k,ann,bob", same, grade(1), grade(3)), "item from column `k`; a column for each judge: `ann`, `bob`"),
        (wide("k,ann,bob", lambda at: 900 + at * 37, grade(1), grade(3)), "item from column `k`; a column for each judge: `ann`, `bob`"),
        (wide("k,ann,bob", lambda at: f"t{at}", grade(1), grade(3)), "item from column `k`; a column for each judge: `ann`, `bob`"),
        (wide("ID,ann,bob,average,n_turns", same, grade(1), grade(3), grade(0), grade(2)), "a column for each judge: `ann`, `bob`; not read: `average`, `n_turns`"),
        (wide("ann,bob,comment", grade(1), grade(3), lambda at: ("good", "bad")[at % 2]), "each row is an item; rationale from column `comment`; a column for each judge: `ann`, `bob`"),
        (wide("ann,bob", grade(1), lambda _: 5), "a column for each judge: `ann`, `bob`"),
        (wide("item,ann,gpt", same, lambda at: at * 7 % 101, lambda at: 80 + at % 9), "a column for each judge: `ann`, `gpt`"),
        (wide("item,ann,gpt", same, grade(1), lambda at: 1.5 + at % 3), "a column for each judge: `ann`, `gpt`"),
    ],
)  # fmt: skip
def test_judges_of_a_wide_table_are_on_one_scale(read, text, told):
    """A number of the row is the item; what was reckoned or remarked is no judge."""
    code, _, err = read(text)
    assert code == 0, err
    assert told in err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (wide("item,ann,bob,mood", same, grade(1), grade(3), lambda at: ("good", "bad")[at % 2]), "`mood` is not on the scale of `ann`, `bob`"),
        (wide("item,ann,bob,sure", same, grade(1), grade(3), lambda at: at / 20), "`sure` is not on the scale of `ann`, `bob`"),
        (wide("item,ann,bob,size", same, grade(1), grade(3), lambda at: 300 + at // 2), "`size` is not on the scale of `ann`, `bob`"),
        (wide("ann,bob,hue", grade(1), grade(3), lambda at: ("red", "blue")[at % 2]), "`hue` is not on the scale of `ann`, `bob`"),
        (wide("item,judge one,other", same, lambda at: ("yes", "no")[at % 2], lambda at: ("red", "blue")[at % 2]), "are not on the scale of each other"),
        (wide("item,ann,bob", lambda at: at // 3, grade(1), grade(3)), "the item of column `item` comes in several rows"),
        (wide("item,clarity,tone,helpfulness", same, grade(1), grade(2), grade(3)), "looks like the grades of one judge on several criteria"),
        (wide("judge,item1,item2,item3", lambda at: f"j{at}", grade(1), grade(2), grade(3)), "looks like a row for each judge and a column for each item"),
        (wide("Timestamp,Your name,Answer 1,Answer 2", same, lambda at: f"j{at}", grade(1), grade(2)), "looks like a row for each judge and a column for each item"),
        (wide("who,Q1,Q2,Q3", lambda at: f"j{at}", grade(1), grade(2), grade(3)), "looks like a row for each judge and a column for each item"),
    ],
)  # fmt: skip
def test_what_may_be_no_judge_is_refused(read, text, told):
    """In doubt nothing is measured; the columns can be said."""
    code, out, err = read(text)
    assert (code, out) == (2, "")
    assert told in err
    assert "--columns" in err or "turn it round" in err


def test_the_line_for_a_wide_table_is_offered(read):
    """Where most columns are on one scale, the hint says how to take these."""
    text = wide(
        "item,ann,bob,mood", same, grade(1), grade(3), lambda at: ("good", "bad")[at % 2]
    )
    assert "--columns item=item,judges=ann,bob" in read(text)[2]
    code, _, err = read(text, "--columns", "item=item,judges=ann,bob")
    assert code == 0
    assert "not read: `mood`" in err
