"""Reading items."""

import csv
import gzip
import io
import json
from pathlib import Path

import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudge.errors import FileUnusable, InputInvalid, UsageInvalid
from adjudge.formats import (
    Seen,
    find_sources,
    frame_of,
    items_block,
    items_json,
    items_jsonl,
    items_of,
    read_items,
)
from adjudge.formats.items_frame import Layout
from adjudge.rules import items_in
from adjudge.verdict import ITEMS, Conversation, Item, Message

TALK = [{"role": "user", "content": "Is it?"}, {"role": "assistant", "content": "Yes."}]

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
parts = st.lists(
    texts
    | st.fixed_dictionaries({"type": st.sampled_from(["text", "image"]), "text": anything}),
    max_size=2,
)
messages = st.fixed_dictionaries(
    {},
    optional={
        "role": st.sampled_from(["user", "assistant", "critic", " ", 3]),
        "content": texts | parts | st.none() | anything,
        "tool_calls": st.just([{"id": "c1"}]),
        "name": texts,
    },
)
talks = st.lists(messages | anything, max_size=3) | anything
objects = (
    st.fixed_dictionaries(
        {},
        optional={
            "id": texts | st.integers() | anything,
            "conversation": talks,
            "messages": talks,
            "question": texts,
            "responses": st.dictionaries(texts, texts | anything, max_size=2) | anything,
            "key": st.integers(),
            "prompt": texts | anything,
            "response": texts | anything,
            "instruction_id_list": st.lists(texts, max_size=2),
            "source": anything,
        },
    )
    | anything
)


def _read(path: Path, **options):
    return list(read_items(find_sources([str(path)]), **options))


def _ids(batches) -> list[str]:
    return [id_ for batch in batches for id_ in batch.items["id"]]


def _rejected(batches):
    return [rejected for batch in batches for rejected in batch.rejected]


def _write(folder: Path, *lines: bytes, name: str = "items.jsonl") -> Path:
    path = folder / name
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def _line(id_: str = "a", **more) -> bytes:
    return json.dumps({"id": id_, "conversation": TALK, **more}).encode()


@settings(max_examples=400)
@given(st.lists(objects, max_size=4))
@example([{"id": "a", "conversation": [], "key": 1 << 70}])
def test_the_fast_layout_means_what_the_reference_means(raws):
    """Laying out flat gives the items of `items_of`, and the same faults."""
    expected, faults = [], []
    for place, raw in enumerate(raws):
        try:
            expected.extend(items_of(raw))
        except InputInvalid as error:
            faults.append((place, str(error)))
    layout = Layout()
    found = layout.add(raws)
    assert [(at, str(error)) for at, error in found] == faults
    frame = layout.frame()
    assert frame.schema == ITEMS
    assert [_item(row) for row in frame.iter_rows(named=True)] == [
        (item.id, item.conversation, _plain(item.fields)) for item in expected
    ]


def _item(row):
    talk = Conversation(
        tuple(Message(m["role"], m["content"]) for m in row["conversation"])
    )
    return row["id"], talk, json.loads(row["fields"] or "{}")


def _plain(fields):
    return json.loads(json.dumps(dict(fields)))


@settings(max_examples=60)
@given(
    st.lists(texts.filter(lambda t: bool(t.strip())), unique=True, max_size=6), st.data()
)
def test_every_format_reads_the_same_items(tmp_path_factory, ids, data):
    """JSON Lines, JSON, CSV and Parquet of the same items give the same table."""
    folder = tmp_path_factory.mktemp("same")
    talk = st.lists(
        st.fixed_dictionaries(
            {"role": st.sampled_from(["user", "assistant"]), "content": texts}
        ),
        max_size=3,
    )
    rows = [{"id": id_, "conversation": data.draw(talk)} for id_ in ids]
    _write(folder, *(json.dumps(row).encode() for row in rows))
    (folder / "items.json").write_text(
        json.dumps(rows, indent=data.draw(st.sampled_from([None, 1])))
    )
    with (folder / "items.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["id", "conversation"])
        table.writerows([row["id"], json.dumps(row["conversation"])] for row in rows)
    schema = {"id": pl.String, "conversation": ITEMS["conversation"]}
    pl.DataFrame(rows, schema=schema).write_parquet(folder / "items.parquet")
    expected = frame_of(item for row in rows for item in items_of(row))
    for kind in ("jsonl", "json", "csv", "parquet"):
        batches = _read(folder / f"items.{kind}")
        assert pl.concat([ITEMS.to_frame(), *(b.items for b in batches)]).equals(
            expected
        ), kind


def test_the_shapes_an_item_may_have():
    """Messages, a prompt with its response, candidates and IFEval's shape are all items."""
    talk = (Message("user", "Q"), Message("assistant", "A"))
    assert items_of({"id": 7, "prompt": "Q", "response": "A", "topic": "x"}) == (
        Item(id="7", conversation=Conversation(talk), fields={"topic": "x"}),
    )
    candidates = items_of(
        {"id": "q", "question": "Q", "responses": {"ann": "A", "bo": "B"}}
    )
    assert [item.id for item in candidates] == ["q/ann", "q/bo"]
    assert candidates[0].conversation == Conversation(talk)
    ifeval = {"key": 1000, "prompt": "Q", "instruction_id_list": ["a:b"], "kwargs": [{}]}
    (item,) = items_of({**ifeval, "response": "A"})
    assert item.id == "1000"
    assert item.conversation == Conversation(talk)
    assert item.fields == {"prompt": "Q", "instruction_id_list": ["a:b"], "kwargs": [{}]}


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({"conversation": TALK}, "no id"),
        ({"id": " ", "conversation": TALK}, "blank"),
        ({"id": 1.5, "conversation": TALK}, "not a number"),
        ({"id": True, "conversation": TALK}, "not true or false"),
        ({"id": "a"}, "no conversation"),
        ({"id": "a", "conversation": TALK, "messages": TALK}, "both"),
        ({"id": "a", "prompt": "Q"}, "no response"),
        ({"id": "a", "question": "Q", "responses": {}}, "responses"),
        (
            {"id": "a", "question": "Q", "responses": {"ann": None}},
            "responses.ann: the answer is null",
        ),
        ({"prompt": "Q", "response": "A"}, "instruction_id_list"),
        ({"key": 1, "prompt": "Q", "instruction_id_list": [], "kwargs": []}, "no response"),
        ({"id": "a", "messages": [{"role": "alien", "content": ""}]}, "no role 'alien'"),
        ({"id": "a", "messages": [{"role": "assistant", "content": None}]}, "no content"),
        (["a"], "not a list"),
    ],
)
def test_what_is_no_item_is_told_so(raw, says):
    """Each refusal says what is missing; nothing is guessed."""
    with pytest.raises(InputInvalid) as caught:
        items_of(raw)
    assert says in str(caught.value)


BROKEN = {
    "not JSON": (b'{"id": "x", ', "not valid JSON"),
    "not UTF-8": (b'{"id": "\xff", "conversation": []}', "byte 9 is not valid UTF-8"),
    "NUL byte": (b'{"id": "a\x00"}', "NUL"),
    "lone surrogate": (b'{"id": "\\ud800", "conversation": []}', "surrogate"),
    "NaN": (b'{"id": "x", "conversation": [], "n": NaN}', "not valid JSON"),
    "no role": (b'{"id": "x", "conversation": [{"content": "y"}]}', "no role"),
    "a list": (b"[1, 2]", "not a list"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_line_stops_the_run_with_its_place(tmp_path, kind):
    """File, line, what, and how to go on."""
    line, says = BROKEN[kind]
    path = _write(tmp_path, _line("a"), b"", line, _line("b"))
    with pytest.raises(InputInvalid) as caught:
        _read(path)
    assert caught.value.where == f"{path}:3"
    assert says in caught.value.what
    assert "--on-error skip" in caught.value.hint


@pytest.mark.parametrize("kind", BROKEN)
def test_a_skipped_line_loses_nothing_else(tmp_path, kind):
    """The broken line is listed as it was; all others are read."""
    line, says = BROKEN[kind]
    batches = _read(_write(tmp_path, _line("a"), line, _line("b")), on_error="skip")
    assert _ids(batches) == ["a", "b"]
    (rejected,) = _rejected(batches)
    assert (rejected.line, says in rejected.what) == (2, True)
    assert rejected.raw == line.decode("utf-8", "backslashreplace")


def test_layout_of_the_file_does_not_matter(tmp_path):
    """A byte order mark, CRLF, blank lines and a missing last line end are nothing."""
    path = tmp_path / "items.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + _line("a") + b"\r\n\r\n  \n" + _line("b"))
    assert _ids(_read(path)) == ["a", "b"]


def test_a_nul_in_a_text_is_kept(tmp_path):
    """A NUL that JSON escapes is a character like any other."""
    talk = [{"role": "user", "content": "a\0b"}]
    path = _write(tmp_path, json.dumps({"id": "a", "conversation": talk}).encode())
    (batch,) = _read(path)
    assert batch.items["conversation"].to_list() == [talk]


@pytest.mark.parametrize("indent", [None, 1])
def test_each_refused_element_is_listed_with_its_own_text(tmp_path, indent):
    """Also where an array is one line: a place is then shared, a text never is."""
    wrong = [{"id": True, "response": "a"}, {"prompt": "b"}, {"id": "x", "prompt": "c"}]
    good = {"id": "x", "conversation": TALK}
    path = tmp_path / "items.json"
    path.write_text(json.dumps([wrong[0], good, *wrong[1:], good, 5], indent=indent))

    listed = [json.loads(r.raw) for r in _rejected(_read(path, on_error="skip"))]

    assert listed == [*wrong, good, 5]


def test_json_lines_under_the_name_of_json_are_told_so(tmp_path):
    """The hint is what to type; nothing is guessed."""
    path = _write(tmp_path, _line("a"), _line("b"), name="items.json")

    with pytest.raises(InputInvalid, match="followed by another") as caught:
        _read(path)

    assert "--from jsonl" in caught.value.hint
    assert _ids(read_items(find_sources([str(path)], kind="jsonl"))) == ["a", "b"]


@pytest.mark.parametrize("read", [1, 7, 64, 1 << 21])
def test_where_the_file_is_cut_into_pieces_does_not_matter(tmp_path, monkeypatch, read):
    """Reading byte by byte and all at once give the same items, lines and faults."""
    for module in (items_jsonl, items_json, items_block):
        monkeypatch.setattr(module, "READ", read)
    lines = [_line("a"), b"", b"{broken \\", _line('b\n"]\\,'), _line("é")]
    batches = _read(_write(tmp_path, *lines), on_error="skip")
    assert _ids(batches) == ["a", 'b\n"]\\,', "é"]
    assert [rejected.line for rejected in _rejected(batches)] == [3]
    array = b"[\n" + b",\n".join([lines[0], b"{3: [}]}", *lines[3:]]) + b"\n]\n"
    path = _write(tmp_path, array, name="items.json")
    batches = _read(path, on_error="skip")
    assert _ids(batches) == ["a", 'b\n"]\\,', "é"]
    assert [(r.line, r.raw) for r in _rejected(batches)] == [(3, "{3: [}]}")]


def test_a_line_too_long_for_the_memory_is_one_fault(tmp_path, monkeypatch):
    """It is passed over piece by piece, and the lines after it are read."""
    monkeypatch.setattr(items_jsonl, "READ", 64)
    monkeypatch.setattr(items_jsonl, "LONGEST", 200)
    path = _write(tmp_path, _line("a"), _line("x" * 5000), _line("b"), b"{", _line("c"))
    batches = _read(path, on_error="skip")
    assert _ids(batches) == ["a", "b", "c"]
    assert [rejected.line for rejected in _rejected(batches)] == [2, 4]
    assert "longer than" in _rejected(batches)[0].what


def test_a_very_long_line_is_read(tmp_path):
    """Sixteen megabytes are an item like any other."""
    path = _write(tmp_path, _line("a"), _line("b", more="x" * (1 << 24)), _line("c"))
    assert _ids(_read(path)) == ["a", "b", "c"]


def test_what_came_before_a_break_in_a_packed_file_is_read(tmp_path):
    """A truncated gzip file gives its whole lines, and one fault."""
    packed = gzip.compress(b"\n".join(_line(f"i{n}") for n in range(5000)))
    path = tmp_path / "items.jsonl.gz"
    path.write_bytes(packed[: len(packed) // 2])
    with pytest.raises(InputInvalid, match="breaks off"):
        _read(path)
    batches = _read(path, on_error="skip")
    ids = _ids(batches)
    assert 1000 < len(ids) < 5000
    (rejected,) = _rejected(batches)
    assert rejected.line == len(ids) + 1


def test_packed_files_are_read(tmp_path):
    """Gzip in several members and Zstandard."""
    pyarrow = pytest.importorskip("pyarrow")
    path = tmp_path / "items.jsonl.gz"
    path.write_bytes(gzip.compress(_line("a") + b"\n") + gzip.compress(_line("b")))
    assert _ids(_read(path)) == ["a", "b"]
    out = io.BytesIO()
    with pyarrow.CompressedOutputStream(out, "zstd") as stream:
        stream.write(_line("a"))
        stream.flush()
    path = tmp_path / "items.jsonl.zst"
    with pyarrow.CompressedOutputStream(str(path), "zstd") as stream:
        stream.write(_line("a") + b"\n" + _line("b"))
    assert _ids(_read(path)) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "lines", "says"),
    [
        (b"[]", [], ""),
        (b"", [], ""),
        (b"  ", [], ""),
        (b'["a"]', [1], "not a text"),
        (b"[" + _line("a") + b",]", [1], "JSON"),
        (b"[" + _line("a"), [1], "ends inside"),
        (b"[" + _line("a") + b"]\n[", [2], "more after"),
        (b"{]", [1], "JSON"),
    ],
)
def test_json_files_that_are_odd(tmp_path, text, lines, says):
    """An empty array is no items; an array that is broken off is a fault."""
    path = tmp_path / "items.json"
    path.write_bytes(text)
    rejected = _rejected(_read(path, on_error="skip"))
    assert [r.line for r in rejected] == lines
    assert all(says in r.what for r in rejected)


def test_csv_in_all_its_shapes(tmp_path):
    """A quoted line break, a missing cell, a wrong byte and broken JSON each stay one row."""
    path = _write(
        tmp_path,
        b"id,prompt,response,topic",
        b'a,"two\nlines",A,x',
        b"b,Q",
        b"c,\xff,A,x",
        b"",
        b'd,Q,"say ""A""",y',
        name="items.csv",
    )
    batches = _read(path, on_error="skip")
    assert _ids(batches) == ["a", "d"]
    assert [(r.line, r.raw) for r in _rejected(batches)] == [(4, "b,Q"), (5, "c,\\xff,A,x")]
    talks = batches[0].items["conversation"].to_list()
    assert talks[0][0]["content"] == "two\nlines"
    assert talks[1][1]["content"] == 'say "A"'
    assert batches[0].items["fields"].to_list() == ['{"topic":"x"}', '{"topic":"y"}']


def test_parquet_has_nulls_where_nothing_is(tmp_path):
    """A null column is absent, and content parts and other fields are read."""
    path = tmp_path / "items.parquet"
    pl.DataFrame(
        {
            "id": [1, 2, None],
            "messages": [TALK, None, TALK],
            "prompt": [None, "Q", None],
            "response": [None, "A", None],
        }
    ).write_parquet(path)
    batches = _read(path, on_error="skip")
    assert _ids(batches) == ["1", "2"]
    assert [(r.line, r.what) for r in _rejected(batches)] == [(3, "id: the item has no id")]
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(InputInvalid, match="not Parquet"):
        _read(path)


def test_an_id_that_is_used_again_is_told_with_both_places(tmp_path):
    """Across lines and files; the first one is kept."""
    one = _write(tmp_path, _line("a"), _line("b"), _line("a"), name="1.jsonl")
    _write(tmp_path, _line("c"), _line("b"), name="2.jsonl")
    with pytest.raises(InputInvalid, match="'a' was used before") as caught:
        _read(tmp_path)
    assert caught.value.where == f"{one}:3"
    batches = _read(tmp_path, on_error="skip")
    assert _ids(batches) == ["a", "b", "c"]
    first, second = _rejected(batches)
    assert f"{one}:1" in first.what
    assert (second.line, f"{one}:2" in second.what) == (2, True)


@given(st.lists(st.lists(st.integers(0, 40).map(str), max_size=9), max_size=9))
def test_seen_knows_every_earlier_use(batches):
    """The same as a dictionary would say, in a tenth of the memory."""
    seen, known, place = Seen(), {}, 0
    for ids in batches:
        places = pl.Series(range(place, place + len(ids)), dtype=pl.UInt64).to_numpy()
        expected = {}
        for row, id_ in enumerate(ids):
            if id_ in known:
                expected[row] = known[id_]
            else:
                known[id_] = place + row
        assert seen.add(pl.Series(ids, dtype=pl.String), places) == expected
        place += len(ids)


def test_ids_beyond_what_is_remembered_are_owned_up_to():
    """Memory stays bounded, and `full` says that not all were compared."""
    seen = Seen(watched=2)
    places = pl.Series([0, 1, 2], dtype=pl.UInt64).to_numpy()
    assert seen.add(pl.Series(["a", "b", "c"]), places) == {}
    assert seen.full


def test_a_folder_is_its_files_sorted(tmp_path):
    """Folders within it too; what holds no items is passed over and named."""
    (tmp_path / "b").mkdir()
    _write(tmp_path / "b", _line("2"), name="x.jsonl")
    _write(tmp_path, _line("1"), name="a.json")
    _write(tmp_path, b"hello", name="README.md")
    _write(tmp_path, b"{}", name="out.rejected.jsonl")
    sources = find_sources([str(tmp_path)])
    assert [Path(source.name).name for source in sources.read] == ["a.json", "x.jsonl"]
    assert [Path(name).name for name in sources.passed_over] == [
        "README.md",
        "out.rejected.jsonl",
    ]
    assert _ids(read_items(sources)) == ["1", "2"]


def test_sources_that_cannot_be(tmp_path):
    """A missing file, an unknown suffix and an empty folder say what to do."""
    with pytest.raises(FileUnusable, match=r"cannot be read"):
        find_sources([str(tmp_path / "none.jsonl")])
    with pytest.raises(UsageInvalid, match="--from"):
        find_sources([str(_write(tmp_path, b"", name="x.txt"))])
    with pytest.raises(UsageInvalid, match="twice"):
        find_sources(["-", "-"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileUnusable, match="no file of items"):
        find_sources([str(tmp_path / "empty")])


@pytest.mark.parametrize(
    ("role", "known"),
    [
        ("Assistant", "assistant"),
        (" model ", "assistant"),
        ("AI", "assistant"),
        ("bot", "assistant"),
        ("gpt", "assistant"),
        ("Human", "user"),
        ("developer", "developer"),
    ],
)
def test_who_speaks_is_known_by_other_names(role, known):
    """Rules look for one name; from files and in batches the others mean it."""
    raw = {"id": "a", "messages": [{"role": role, "content": "Yes."}]}
    (item,) = items_of(raw)
    assert item.conversation.messages[0].role == known
    frame = items_in(pl.DataFrame([raw]))
    assert frame["conversation"].to_list()[0][0]["role"] == known


def test_a_batch_with_a_role_that_nobody_knows_is_refused():
    """With the row, the role, and those that are known."""
    raw = {"id": "a", "messages": [{"role": "alien", "content": "Yes."}]}
    with pytest.raises(InputInvalid, match="alien") as caught:
        items_in(pl.DataFrame([raw]))
    assert "row 0" in caught.value.where
    assert "assistant" in caught.value.hint


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": None, "refusal": "no thank you"}, "no thank you"),
        ({"refusal": "no thank you"}, "no thank you"),
        ({"content": "yes", "refusal": None}, "yes"),
        ({"content": None, "tool_calls": [{"id": "1"}]}, ""),
        ({"content": None, "function_call": {"name": "f"}}, ""),
    ],
)
def test_messages_as_openai_has_them(message, text):
    """A refusal is what the model said; a call of a tool says nothing."""
    (item,) = items_of({"id": "a", "messages": [{"role": "assistant", **message}]})
    assert item.conversation.messages[0].content == text
