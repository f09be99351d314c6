"""Examples, from wherever they come, or what is wrong with each of them."""

import json

import pytest

from adjudge.formats import RubricFileInvalid, load_rubric
from adjudge.rubric import Severity

TALK = [
    {"role": "user", "content": "Is it safe?"},
    {"role": "assistant", "content": "Yes."},
    {"role": "user", "content": "Really?"},
    {"role": "assistant", "content": "No."},
]


def example(**fields):
    """An example in the shape of the first document."""
    return {
        "id": "positive-001",
        "type": "positive",
        "conversation": TALK,
        "expectedResult": True,
        "rationale": "yes, then no",
    } | fields


@pytest.fixture
def folder(tmp_path):
    """Lays files down beside a rubric and reads it."""

    def read(files, *, scale="binary", more=""):
        (tmp_path / "mine.yaml").write_text(
            f"adjudge: 1\nid: mine\ncriteria:\n  - {{id: a, scale: {scale}}}\n{more}"
            "examples: shown\n"
        )
        for name, content in files.items():
            file = tmp_path / "shown" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            text = content if isinstance(content, str) else json.dumps(content)
            file.write_text(text, encoding="utf-8")
        return load_rubric(tmp_path / "mine.yaml")

    return read


def faults(folder, files, **options):
    """What is wrong with *files*, as code, file name and line."""
    with pytest.raises(RubricFileInvalid) as caught:
        folder(files, **options)
    return [(d.code, d.file.rpartition("/")[2], d.line) for d in caught.value.diagnostics]


def test_a_folder_in_the_shape_of_the_first_document(folder):
    """positive/ and negative/, one object a file, read in order of name."""
    read = folder(
        {
            "positive/001-clear-reversal.json": example(),
            "negative/001-consistent.json": example(
                id="negative-001", type="negative", expectedResult=False
            ),
            "README.md": "not an example",
        }
    ).examples

    assert [(e.item.id, e.expected, e.rationale) for e in read] == [
        ("negative-001", False, "yes, then no"),
        ("positive-001", True, "yes, then no"),
    ]
    assert read[1].item.conversation.messages[3].content == "No."
    assert read[1].item.fields == {"type": "positive"}
    assert read[1].source.endswith("shown/positive/001-clear-reversal.json:1")


def test_lists_and_json_lines(folder):
    """A file may hold many examples, and ids are made where none are given."""
    bare = {"messages": TALK, "expected": 1}
    read = folder(
        {
            "positive/many.json": [bare, example(id="own")],
            "positive/more.jsonl": json.dumps(bare) + "\n\n" + json.dumps(bare) + "\n",
        }
    ).examples

    assert [e.item.id for e in read] == [
        "positive/many-1",
        "own",
        "positive/more-1",
        "positive/more-3",
    ]
    assert read[3].source.endswith("more.jsonl:3")


def test_expected_nothing_means_that_the_judge_must_abstain(folder):
    """Null is an expectation; leaving it out is a fault."""
    assert folder({"one.json": example(expectedResult=None)}).examples[0].expected is None

    lacking = example()
    del lacking["expectedResult"]
    assert faults(folder, {"one.json": lacking}) == [("R012", "one.json", 1)]


def test_other_fields_come_along_with_the_item(folder):
    """What a rule may ask for by name is kept."""
    shown = {
        "id": "x",
        "prompt": "Say hi",
        "response": "Hi.",
        "expected": 1,
        "kwargs": [{}],
    }
    (read,) = folder({"one.json": shown}).examples

    assert [(m.role, m.content) for m in read.item.conversation.messages] == [
        ("user", "Say hi"),
        ("assistant", "Hi."),
    ]
    assert read.item.fields == {"prompt": "Say hi", "response": "Hi.", "kwargs": [{}]}


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"a.json": "{"}, [("R003", "a.json", 1)]),
        ({"a.json": ""}, [("R002", "a.json", 1)]),
        ({"a.json": [1]}, [("R010", "a.json", 1)]),
        ({"a.json": example(expectedResult="maybe")}, [("E004", "a.json", 1)]),
        ({"a.json": example(expectd=True)}, [("R011", "a.json", 1)]),
        ({"a.json": example(expected=True)}, [("R015", "a.json", 1)]),
        ({"a.json": example(conversation="hi")}, [("E002", "a.json", 1)]),
        ({"a.json": example(conversation=[{"role": ""}])}, [("E002", "a.json", 1)]),
        ({"a.json": example(criterion="b")}, [("E005", "a.json", 1)]),
        ({"a.json": example(type="maybe")}, [("R013", "a.json", 1)]),
        ({"a.json": example(), "b.json": example()}, [("E006", "b.json", 1)]),
        (
            {"a.jsonl": "{}\n{\n" + json.dumps(example())},
            [("R012", "a.jsonl", 1)] * 2 + [("R003", "a.jsonl", 2)],
        ),
        ({"negative/a.json": example()}, [("E007", "a.json", 1)]),
    ],
)
def test_bad_ones_are_named_with_file_and_line(folder, files, found):
    """Each fault leads to its file; sound neighbours are not complained about."""
    assert faults(folder, files | {"sound.json": example(id="sound")}) == found


def test_a_file_that_is_no_text(tmp_path, folder):
    """Encoding faults of an example are its own, not the rubric's."""
    (tmp_path / "shown").mkdir()
    (tmp_path / "shown" / "a.json").write_bytes(b'{"id": "\xff"}')

    assert faults(folder, {}) == [("R001", "a.json", 1)]


def test_a_missing_or_empty_folder_is_a_warning(tmp_path, folder):
    """The rubric can judge without examples; `adjudge check` is who needs them."""
    (found,) = folder({}).diagnostics
    assert (found.code, found.severity) == ("E008", Severity.WARNING)

    (tmp_path / "shown").mkdir()
    assert [d.code for d in folder({}).diagnostics] == ["E008"]


def test_examples_can_be_left_unread(tmp_path, folder):
    """Who only judges does not pay for them."""
    folder({"one.json": example()})
    (tmp_path / "shown" / "two.json").write_text("{")

    assert load_rubric(tmp_path / "mine.yaml", examples=False).examples == ()


def test_with_several_criteria_the_one_with_a_rule_is_meant(tmp_path):
    """An example need not name the only criterion that rules can answer."""
    rubric = {
        "adjudge": 1,
        "id": "mine",
        "criteria": [
            {"id": "a", "scale": "likert"},
            {"id": "b-1", "key": "b", "scale": "binary", "rule": {"builtin": "safety"}},
        ],
        "examples": [example(), example(id="two", criterion="a", expectedResult=4)],
    }
    (tmp_path / "mine.json").write_text(json.dumps(rubric))

    assert [e.criterion for e in load_rubric(tmp_path / "mine.json").examples] == ["b", "a"]
