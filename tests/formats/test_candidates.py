"""Reading candidate sets."""

import json

import pytest

from adjudge.errors import FileUnusable, InputInvalid
from adjudge.formats import (
    candidates_of,
    find_sources,
    items_of,
    read_candidates,
    read_prices,
)
from adjudge.verdict import Message

SET = {"id": "q1", "question": "Why?", "responses": {"b": "Because.", "a": "No idea."}}


def lines(path, *rows):
    """The source that a file with *rows* is."""
    path.write_text(
        "".join(f"{json.dumps(r) if isinstance(r, dict) else r}\n" for r in rows)
    )
    return find_sources([str(path)])


def test_a_set_is_read_whole_in_the_order_of_the_file():
    """Authors stay in their order, what came before is told, the rest is kept."""
    told = SET | {
        "system": "Be brief.",
        "before": [{"role": "user", "content": "Hi"}],
        "rubric": "quality-coding",
    }

    read = candidates_of(told)

    assert list(read.responses) == ["b", "a"]
    assert read.before == (Message("system", "Be brief."), Message("user", "Hi"))
    assert read.fields == {"rubric": "quality-coding"}


def test_the_items_of_a_set_carry_what_came_before():
    """A rule sees the same conversation as the council."""
    item = items_of(SET | {"system": "Be brief."})[0]

    assert item.id == "q1/b"
    assert [m.role for m in item.conversation.messages] == ["system", "user", "assistant"]


def test_a_bad_line_stops_with_its_place(tmp_path):
    """The file, the line, what is wrong and how to go on."""
    sources = lines(tmp_path / "sets.jsonl", SET, {"id": "q2", "question": "Why?"})

    with pytest.raises(InputInvalid) as caught:
        list(read_candidates(sources))

    assert str(caught.value).startswith(f"{tmp_path}/sets.jsonl:2: ")
    assert "no responses" in str(caught.value)
    assert "--on-error skip" in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        ([], "not a list"),
        ({"question": "?", "responses": {"a": "b"}}, "no id"),
        ({"id": "q", "responses": {"a": "b"}}, "no question"),
        (SET | {"responses": {}}, "not an object"),
        (SET | {"responses": ["x"]}, "not an object"),
        (SET | {"responses": {" ": "x"}}, "no author"),
        (SET | {"responses": {"a": None}}, "no a"),
        (SET | {"before": "x"}, "list of messages"),
    ],
)
def test_what_is_no_set_is_told(raw, what):
    """Each fault is named, and nothing is made up."""
    with pytest.raises(InputInvalid) as caught:
        candidates_of(raw)

    assert what in str(caught.value)


def test_skipped_lines_are_listed_and_an_id_is_used_once(tmp_path):
    """With skip the good sets are read; a second use of an id is a bad line."""
    sources = lines(tmp_path / "sets.jsonl", SET, "{broken", SET, SET | {"id": "q2"})

    batches = list(read_candidates(sources, on_error="skip"))

    assert [s.id for b in batches for s in b.sets] == ["q1", "q2"]
    rejected = [r for b in batches for r in b.rejected]
    assert [r.line for r in rejected] == [2, 3]
    assert "used before, at" in rejected[1].what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("models = 3", "no table of models"),
        ("[models]\nx = { prompt = 1 }", "prompt and completion"),
        ("[models]\nx = { prompt = -1, completion = 1 }", "-1 is not a price"),
        ("[models]\nx = { prompt = nan, completion = 1 }", "nan is not a price"),
        ("[models", "not valid TOML"),
    ],
)
def test_a_bad_price_table_is_told(tmp_path, text, what):
    """A price is a finite number, 0 or more, or the table is refused."""
    file = tmp_path / "prices.toml"
    file.write_text(text)

    with pytest.raises(InputInvalid) as caught:
        read_prices(file)

    assert what in str(caught.value)


def test_prices_that_are_not_there(tmp_path):
    """A missing file is named."""
    with pytest.raises(FileUnusable):
        read_prices(tmp_path / "none.toml")
