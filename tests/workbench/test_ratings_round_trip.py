"""Ratings written out in any form that we read come back as the same ratings."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudge.agreement import ratings_of
from adjudge.formats import write_verdicts
from adjudge.workbench import RatingsWanted, open_ratings

GRADES = st.sampled_from(["1", "2", "3", "4", "5", "2.5", None])
WORDS = st.sampled_from(["warm", "cold", "an, odd one", None])


@st.composite
def tables(draw):
    """Criterion to unit to judge to grade; every unit and judge has a row."""
    units = [f"s{at}" for at in range(draw(st.integers(1, 5)))]
    judges = [f"judge {at}" for at in range(draw(st.integers(2, 4)))]
    criteria = ["tone", "style"][: draw(st.integers(1, 2))]
    grades = {name: draw(st.sampled_from([GRADES, WORDS])) for name in criteria}
    return {
        name: {unit: {judge: draw(grades[name]) for judge in judges} for unit in units}
        for name in criteria
    }


def rows_of(table):
    """One rating a row."""
    return [
        {"item": unit, "criterion": criterion, "judge": judge, "value": value}
        for criterion, units in table.items()
        for unit, judges in units.items()
        for judge, value in judges.items()
    ]


def plain(table):
    """The plain twin of reading: criterion, judges, units, and each cell's label."""
    return [
        (
            name,
            tuple(next(iter(units.values()))),
            list(units),
            [list(j.values()) for j in units.values()],
        )
        for name, units in table.items()
    ]


def seen(ratings):
    """What came back, in the same shape."""
    return [
        (
            r.criterion,
            r.judges,
            list(r.units),
            [
                [None if code < 0 else r.labels[code] for code in row]
                for row in r.cells.tolist()
            ],
        )
        for r in ratings
    ]


def write(table, form, folder: Path):
    """*table* as a file of some form."""
    rows = rows_of(table)
    frame = pl.DataFrame(rows, schema=dict.fromkeys(rows[0], pl.String))
    path = folder / f"ratings.{form.partition(' ')[0]}"
    match form:
        case "csv":
            frame.write_csv(path)
        case "csv quoted":
            frame.write_csv(path, quote_style="always")
        case "csv semicolon":
            frame.write_csv(path, separator=";")
        case "csv windows":
            path.write_bytes(
                b"\xef\xbb\xbf" + frame.write_csv(line_terminator="\r\n").encode()
            )
        case "parquet":
            frame.write_parquet(path)
        case "jsonl":
            frame.write_ndjson(path)
        case "json":
            path.write_text(json.dumps(rows, indent=1))
        case "csv wide" | "parquet wide":
            wide = frame.pivot(
                "judge", index=["item", "criterion"], values="value", maintain_order=True
            )
            wide.write_csv(path) if "csv" in form else wide.write_parquet(path)
    return path


FORMS = (
    "csv",
    "csv quoted",
    "csv semicolon",
    "csv windows",
    "parquet",
    "jsonl",
    "json",
    "csv wide",
    "parquet wide",
)


@pytest.mark.parametrize("form", FORMS)
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(table=tables())
def test_any_form_comes_back(form, table, tmp_path):
    """What is read is what was written, cell by cell, judges and units in their order."""
    path = write(table, form, tmp_path)
    spread = {"judge": next(iter(plain(table)))[1]} if "wide" in form else {}

    opened = open_ratings([path], RatingsWanted(spread=spread))

    assert seen(opened.criteria) == plain(table)


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(table=tables())
def test_a_ledger_of_them_comes_back(table, tmp_path):
    """Written as a ledger, ratings are read back to the same matrices."""
    opened = open_ratings([write(table, "parquet", tmp_path)])
    write_verdicts(tmp_path / "ledger.jsonl", opened.ledger())

    again = open_ratings([tmp_path / "ledger.jsonl"])

    assert seen(again.criteria) == seen(opened.criteria)
    assert [r.level for r in again.criteria] == [r.level for r in opened.criteria]


@settings(max_examples=25, deadline=None)
@given(table=tables())
def test_frames_come_to_the_same(table):
    """A Polars and a pandas frame go through the same reader as a file."""
    frame = pl.DataFrame(rows_of(table), schema_overrides={"value": pl.String})

    assert seen(ratings_of(frame)) == plain(table)
    assert seen(ratings_of(frame.to_pandas())) == plain(table)


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(table=tables(), order=st.randoms(use_true_random=False))
def test_the_order_of_rows_is_nothing(table, order, tmp_path):
    """Shuffled rows give the same grades to the same judges and units."""
    rows = rows_of(table)
    order.shuffle(rows)
    path = tmp_path / "ratings.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))

    def cells(ratings):
        return {
            (r.criterion, unit, judge, r.labels[code] if code >= 0 else None)
            for r in ratings
            for unit, row in zip(r.units, r.cells.tolist(), strict=True)
            for judge, code in zip(r.judges, row, strict=True)
        }

    assert cells(open_ratings([path]).criteria) == cells(
        ratings_of(pl.DataFrame(rows_of(table), schema_overrides={"value": pl.String}))
    )


def test_numbers_and_their_texts_are_one():
    """4, 4.0 and `4` are one grade, from numbers as from texts."""
    columns = {"item": ["a", "b", "c"] * 2, "judge": ["x"] * 3 + ["y"] * 3}
    numbers = pl.DataFrame({**columns, "value": [4.0, 2.5, None, 4.0, float("nan"), -0.0]})
    texts = pl.DataFrame({**columns, "value": ["4", " 2.50", "NA", "4.0", "", "0"]})

    (first,), (second,) = ratings_of(numbers), ratings_of(texts)

    assert first.labels == second.labels == ("0", "2.5", "4")
    assert first.points.tolist() == [0, 2.5, 4]
    assert np.array_equal(first.cells, second.cells)


def test_whole_numbers_name_items_however_they_are_stored():
    """An id that pandas has made a float is the id that it was."""
    frame = pl.DataFrame({"item": [1.0, 2.0], "judge": ["x", "x"], "value": [1, 2]})
    assert list(ratings_of(frame)[0].units) == ["1", "2"]
