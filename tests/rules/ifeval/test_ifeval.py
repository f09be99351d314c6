"""IFEval's instructions, held against verdicts of the official checker."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from adjudge.rules import rule_for
from adjudge.rules.grammar import optional
from adjudge.rules.ifeval.instruction import INSTRUCTIONS
from adjudge.rules.rows import frame_of
from adjudge.verdict import Conversation, Item, ItemId, item_of

_LINES = (Path(__file__).parent / "golden.jsonl").read_text("utf-8").strip().split("\n")
GOLDEN = [json.loads(line) for line in _LINES]
"""Our own texts, each with an instruction and the official checker's strict verdict."""

IFEVAL = rule_for('{"builtin":"ifeval"}')


def item(response, instructions, kwargs, prompt="Say it.", **fields):
    """An item in the benchmark's public shape."""
    turns = [{"role": "user", "content": prompt}]
    if response is not None:
        turns.append({"role": "assistant", "content": response})
    given = {
        "prompt": prompt,
        "instruction_id_list": instructions,
        "kwargs": kwargs,
        **fields,
    }
    return Item(id=ItemId("1"), conversation=Conversation.of(turns), fields=given)


def golden(row):
    """The item that a golden row is."""
    return item(row["response"], [row["instruction_id"]], [row["kwargs"]], row["prompt"])


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_the_official_verdicts_are_met(instruction):
    """Every golden row of every instruction gets the official strict verdict."""
    rows = [row for row in GOLDEN if row["instruction_id"] == instruction]
    assert Counter(row["official"] for row in rows).keys() == {True, False}
    wrong = [
        row["key"]
        for row in rows
        if IFEVAL.find(golden(row))[0].value is not row["official"]
    ]
    assert wrong == []


def test_all_twenty_five_instructions_are_known():
    """The table is the benchmark's, no more and no less."""
    assert len(INSTRUCTIONS) == 25
    assert {row["instruction_id"] for row in GOLDEN} == set(INSTRUCTIONS)


def test_the_bulk_twin_says_the_same():
    """A frame of items gets the findings that they get one by one."""
    frame = pl.DataFrame(
        [
            {
                "id": str(row["key"]),
                "conversation": [
                    {"role": m.role, "content": m.content}
                    for m in golden(row).conversation.messages
                ],
                "fields": json.dumps(dict(golden(row).fields)),
            }
            for row in GOLDEN[::5]
        ]
    )
    plain = frame_of(
        (at, finding)
        for at, row in enumerate(frame.iter_rows(named=True))
        for finding in IFEVAL.find(item_of(row))
    )
    assert IFEVAL.find_all(frame).equals(plain)


def test_the_criterion_is_the_position_from_zero_and_the_instruction():
    """Two instructions of one kind are told apart by where they stand in the list."""
    found = IFEVAL.find(
        item("a, b", ["punctuation:no_comma", "punctuation:no_comma"], [{}, {}])
    )
    assert [one.criterion for one in found] == [
        "0:punctuation:no_comma",
        "1:punctuation:no_comma",
    ]


BAD = [
    ("keywords:nonsense", {}, "there is no IFEval instruction 'keywords:nonsense'"),
    ("keywords:existence", {}, "keywords is missing"),
    (
        "keywords:existence",
        {"keywords": "rain"},
        "keywords is 'rain', a list of texts is wanted",
    ),
    ("keywords:existence", {"keywords": ["(a"]}, "unclosed group"),
    (
        "keywords:frequency",
        {"keyword": "a", "frequency": -1, "relation": "at least"},
        "frequency is -1",
    ),
    (
        "keywords:frequency",
        {"keyword": "a", "frequency": 1, "relation": "about"},
        "'less than' or 'at least' is wanted",
    ),
    (
        "keywords:letter_frequency",
        {"letter": "ab", "let_frequency": 1, "let_relation": "at least"},
        "one letter is wanted",
    ),
    (
        "length_constraints:number_words",
        {"num_words": "ten", "relation": "at least"},
        "num_words is 'ten'",
    ),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 3, "first_word": "a"},
        "nth_paragraph is 3",
    ),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": "(", "num_sections": 1},
        "the marker '('",
    ),
    ("punctuation:no_comma", 5, "its arguments are not an object"),
]


@pytest.mark.parametrize(("instruction", "kwargs", "reason"), BAD)
def test_an_instruction_that_cannot_be_read_fails_alone(instruction, kwargs, reason):
    """The one fails and says why; the next is judged."""
    bad, good = IFEVAL.find(item("a", [instruction, "punctuation:no_comma"], [kwargs, {}]))
    assert (bad.outcome, bad.value) == ("failed", None)
    assert reason in bad.reason
    assert good.value is True


@pytest.mark.parametrize(
    "fields",
    [
        {"instruction_id_list": None},
        {"instruction_id_list": []},
        {"instruction_id_list": "x"},
    ],
)
def test_an_item_of_another_shape_fails_with_a_reason(fields):
    """An item without instructions is told so, not skipped."""
    (found,) = IFEVAL.find(item("a", [], [], **fields))
    assert found.outcome == "failed"
    assert "IFEval" in found.reason


@pytest.mark.parametrize("kwargs", [None, [], [None], [{"num_words": None}], "x"])
def test_missing_arguments_matter_only_where_they_are_needed(kwargs):
    """Nulls, a short list and none at all are the same: not given."""
    comma, words = IFEVAL.find(
        item("a", ["punctuation:no_comma", "length_constraints:number_words"], kwargs)
    )
    assert comma.value is (None if kwargs == "x" else True)
    assert words.outcome == "failed"


def test_a_blank_response_follows_nothing():
    """As in the official loop, even where nothing is just what was asked."""
    (found,) = IFEVAL.find(item(" \n", ["punctuation:no_comma"], [{}]))
    assert (found.value, found.outcome) == (False, "graded")


def test_without_a_response_it_cannot_be_told():
    """No assistant turn is not a blank one."""
    (found,) = IFEVAL.find(item(None, ["punctuation:no_comma"], [{}]))
    assert found.outcome == "abstained"


def test_it_explains_by_instruction():
    """Each instruction's criterion with the trace of its rule."""
    ((criterion, part),) = IFEVAL.explain(item("a, b", ["punctuation:no_comma"], [{}]))
    assert criterion == "0:punctuation:no_comma"
    assert list(part.lines()) == [
        "* no  not",
        "*   yes  a comma: found once",
        "         turn 1, 1-2: ','",
    ]


def test_a_missing_extra_is_a_failed_finding_with_its_pip_line(monkeypatch):
    """Without the detector there is no guess, and other instructions go on."""
    monkeypatch.setitem(sys.modules, "py3langid", None)
    optional._detector.cache_clear()
    language, comma = IFEVAL.find(
        item(
            "Guten Tag",
            ["language:response_language", "punctuation:no_comma"],
            [{"language": "de"}, {}],
        )
    )
    optional._detector.cache_clear()
    assert language.outcome == "failed"
    assert "pip install 'adjudge[language]'" in language.reason
    assert comma.value is True
