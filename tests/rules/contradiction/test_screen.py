"""The first step of the rule: the same for one conversation and for many."""

import json
import re
from importlib.resources import files

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.rules import self_contradiction
from adjudge.rules.contradiction.lexicon import section
from adjudge.rules.contradiction.screen import (
    HEAD,
    SHORT,
    UNASKED,
    UNMARKED,
    patterns,
    screened,
    screened_all,
)
from adjudge.verdict import Conversation, Item, ItemId

FOLDER = files("adjudge") / "builtin" / "examples" / "self-contradiction"
EXAMPLES = [
    Conversation.of(json.loads(file.read_text(encoding="utf-8"))["conversation"])
    for kind in ("positive", "negative")
    for file in sorted((FOLDER / kind).iterdir(), key=lambda f: f.name)
]
SAID = [
    "I think ", "I'd argue ", "we ", "should ", "not ", "never ", "it is good", "is a bad idea", ". ",
    "\n", "let's ", "In my view, ", "my ", "isn\u2019t ", "won\u2019t", "While ", "\u0130", "\u017f", "\u212a", "yes ",
    "No ", "which ", "better", "?", "is ", "can ", "you ", "that ", "the ", "th", "**", "_", "stance: ",
    "whether ", "\u00e9", "\U0001f642", "words that say nothing at all here " * 7, "\r\n", "\u2028", "\x1c", "",
]  # fmt: skip
said = st.lists(st.sampled_from(SAID), max_size=25).map("".join) | st.text(max_size=40)
talks = st.lists(
    st.tuples(
        st.sampled_from(["user", "assistant", "assistant", "system", "tool", "human"]), said
    ),
    max_size=7,
).map(lambda turns: Conversation.of([{"role": r, "content": c} for r, c in turns]))
LONG = " There are several cities that have tried it in recent years." * 8


def frame(conversations):
    """The items of a batch."""
    return pl.DataFrame(
        {
            "id": [str(row) for row in range(len(conversations))],
            "conversation": [
                [{"role": m.role, "content": m.content} for m in each.messages]
                for each in conversations
            ],
            "fields": [None] * len(conversations),
        },
        schema={
            "id": pl.String,
            "conversation": pl.List(pl.Struct({"role": pl.String, "content": pl.String})),
            "fields": pl.String,
        },
    )


@settings(max_examples=400, deadline=None)
@given(st.lists(talks | st.sampled_from(EXAMPLES), max_size=6))
def test_both_twins_screen_alike(conversations):
    """Two engines search the same patterns and find the same."""
    expected = [(why or None, weak) for why, weak in map(screened, conversations)]
    assert screened_all(frame(conversations)).rows() == expected


@settings(max_examples=150, deadline=None)
@given(st.lists(talks | st.sampled_from(EXAMPLES), max_size=6))
def test_a_batch_is_its_items(conversations):
    """The bulk twin finds what the plain one finds, spans and all, in order."""
    found = self_contradiction.find_all(frame(conversations))
    for row, each in enumerate(conversations):
        (finding,) = self_contradiction.find(Item(id=ItemId(str(row)), conversation=each))
        got = found.row(row, named=True)
        value = None if finding.value is None else float(finding.value)
        spans = [(s.turn, s.start, s.end, s.text, s.note) for s in finding.evidence]
        assert got["row"] == row
        assert (got["outcome"], got["reason"], got["value"]) == (
            finding.outcome,
            finding.reason,
            value,
        )
        assert [tuple(span.values()) for span in got["evidence"]] == spans


def _talk(asked, *answers):
    return Conversation.of(
        [
            {"role": role, "content": text}
            for answer in answers
            for role, text in (("user", asked), ("assistant", answer))
        ]
    )


@pytest.mark.parametrize(
    ("why", "asked", "answers"),
    [
        ("", "Is it safe?", ["No, it is not safe."]),
        ("", "Is tea good?", ["Tea is good." + LONG, "Tea harms you." + LONG]),
        ("", "Is tea good?", [LONG, "Tea does more harm than good." + LONG]),
        ("", "Is tea good?", [LONG, "Its drawbacks outweigh its use." + LONG]),
        ("", "Is tea good?", ["Tea is good." + LONG, "Coffee plays a vital role." + LONG]),
        (UNMARKED, "Is tea good?", ["Tea is good." + LONG, "Tea is a plant." + LONG]),
        (UNASKED, "How is tea made?", ["With water." + LONG] * 2),
        (UNASKED, "Could you explain that?", ["With water." + LONG] * 2),
        (UNASKED, "Is that so?", ["With water." + LONG] * 2),
        (UNMARKED, "Is tea good?", ["Tea comes from leaves." + LONG] * 2),
        ("", "Is tea good?", ["Tea comes from leaves." + LONG, "No." + LONG]),
        ("", "Is tea good?", [LONG, "Tea is a harmful drink." + LONG]),
        ("", "Is tea good?", [LONG, "Tea is not very good for you." + LONG]),
        ("", "Is tea good?", [LONG, LONG + " So I don't believe in tea."]),
        ("", "Is tea good?", [LONG, "Tea is good."]),
        ("", "Tell me about tea.", ["Tea should be drunk." + LONG, "It is bad."]),
        ("", "Tell me your opinion on whether tea is good.", [LONG, "It is bad."]),
        ("", "Which is better, tea or milk?", [LONG, "Milk is better."]),
    ],
)
def test_why_a_conversation_is_not_read(why, asked, answers):
    """Each reason is given where it holds, and none where a reversal can be."""
    assert screened(_talk(asked, *answers)).why == why


def test_entries_are_found_in_their_examples():
    """A word that its own example does not show is a word that never matches."""
    look = patterns()
    where = {"own": look.thesis, "mine": look.thesis, "closing": look.sums}
    for name in (
        "opening", "own", "against", "counter", "mine", "ought", "calling", "closing"
    ):  # fmt: skip
        for phrase, example in section("screen", name).items():
            found = where.get(name, look.opens)
            assert any(re.search(p, example, re.ASCII) for p in found), (phrase, example)


def test_no_example_of_a_reversal_is_screened():
    """What must be found is read, however long its answers are made."""
    for each in EXAMPLES:
        if self_contradiction(each):
            assert not screened(each).why


@pytest.mark.parametrize(
    ("asked", "first", "then"),
    [
        ("Are term limits good for democracy?", "Term limits are good for democracy.",
         "Term limits do more harm than good to democracy."),
        ("Is homework beneficial for children?", "Homework benefits children in many ways.",
         "Homework causes stress and undermines sleep."),
        ("Is remote work good for productivity?", "Remote work improves productivity.",
         "Remote work harms productivity."),
        ("Do zoos help conservation?", "Zoos help conservation.",
         "Zoos fail at conservation and harm animals."),
    ],
)  # fmt: skip
def test_what_is_told_plainly_is_read(asked, first, then):
    """A reversal in long answers needs no concession and no first person to be heard."""
    turns = _talk(asked, first + LONG, then + LONG).messages
    later = {"role": "user", "content": "Think about the other side of it."}
    talk = [{"role": m.role, "content": m.content} for m in turns]
    assert self_contradiction([*talk[:2], later, talk[3]])


def test_windows_are_wide_enough():
    """A short answer lies in its opening and closing together."""
    assert SHORT <= 2 * HEAD
