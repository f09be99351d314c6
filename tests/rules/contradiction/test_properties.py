"""What may change in a conversation without changing the answer."""

import json
import time
from importlib.resources import files

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.errors import InputInvalid
from adjudge.rules import FINDINGS, self_contradiction, self_contradiction_basic
from adjudge.verdict import Conversation, Item, ItemId

FOLDER = files("adjudge") / "builtin" / "examples" / "self-contradiction"
CONVERSATIONS = [
    Conversation.of(json.loads(file.read_text(encoding="utf-8"))["conversation"])
    for kind in ("positive", "negative")
    for file in sorted((FOLDER / kind).iterdir(), key=lambda f: f.name)
]
examples = st.sampled_from(CONVERSATIONS)
PIECES = [
    "Yes, ", "No. ", "I believe that ", "we should ", "not ", "ban ", "it ", "is safe", "unsafe",
    ", but ", "while ", "you're right", "I've changed my mind", " because ", "\n\n", "- ", "1. ",
    "**", '"', "(", ")", "—", "’", "🙂", "İ", "ß", "\u0000", "\u2028", "İİ", "cars ", ".", "?", ";",
]  # fmt: skip
noise = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
conversations = st.lists(
    st.tuples(st.sampled_from(["user", "assistant", "system", "tool", "developer"]), noise),
    max_size=7,
).map(lambda turns: [{"role": role, "content": content} for role, content in turns])


def rewritten(conversation, change, roles=("assistant", "user")):
    """The conversation with the text of those *roles* changed."""
    return [
        {"role": m.role, "content": change(m.content) if m.role in roles else m.content}
        for m in conversation.messages
    ]


@settings(deadline=None)
@given(examples)
def test_a_greeting_and_system_messages_change_nothing(conversation):
    """What is said before the question, and by the system, is no position."""
    plain = self_contradiction(conversation)
    turns = rewritten(conversation, str)
    greeting = [
        {"role": "system", "content": "Answer in English."},
        {"role": "user", "content": "Hello!"},
        {"role": "assistant", "content": "Hello, how are you today?"},
    ]

    assert self_contradiction(greeting + turns) is plain


@pytest.mark.parametrize(
    "change",
    [
        str.upper,
        str.lower,
        lambda text: text.replace("'", "’"),
        lambda text: text.replace("’", "'"),
        lambda text: text.replace(" ", "  "),
        lambda text: text.replace(" not ", " **not** ").replace(" is ", " _is_ "),
        lambda text: text + "\n",
        lambda text: text.replace("\n", "\r\n"),
    ],
    ids=["upper", "lower", "curly", "straight", "spaces", "emphasis", "newline", "crlf"],
)
def test_spelling_changes_nothing(change):
    """Case, quotes, blanks, emphasis and line ends carry no position."""
    for conversation in CONVERSATIONS:
        before = self_contradiction(conversation)
        assert self_contradiction(rewritten(conversation, change)) is before, conversation


def test_a_contradiction_is_one_from_either_end():
    """Two unacknowledged answers to one question conflict in either order."""
    for conversation in CONVERSATIONS:
        answers = conversation.turns()
        if len(answers) == 2 and self_contradiction(conversation):
            (a, first), (b, second) = answers
            turned = list(conversation.messages)
            turned[a], turned[b] = second, first
            questions = {m.content for m in turned if m.role == "user"}
            if len(questions) == 2 and "?" not in turned[b - 1].content:
                assert self_contradiction(Conversation(tuple(turned))), conversation


@settings(max_examples=200, deadline=None)
@given(conversations)
def test_anything_is_answered(conversation):
    """No text brings it down; the answer is stable and its spans hold."""
    why = self_contradiction.explain(conversation)

    assert why == self_contradiction.explain(conversation)
    assert self_contradiction(conversation) is why.value
    assert self_contradiction_basic(conversation) in {True, False}
    for position in why.positions:
        content = conversation[position.turn]["content"]
        assert content[position.start : position.end] == position.text


@pytest.mark.parametrize(
    "answer",
    [
        "***",
        "!!!",
        "… …",
        "---\n***",
        "«»",
        "=====\nNo.",
        "; ; :",
        "(((",
        "🙂🙂.",
        "\u2014",
    ],
)
def test_a_line_without_words_says_nothing(answer):
    """Rules, stars and emoji are passed over wherever they stand."""
    asked = {"role": "user", "content": "Is it safe to swim?"}
    plain = {"role": "assistant", "content": "No, it is not safe to swim."}

    assert not self_contradiction([asked, {"role": "assistant", "content": answer}, asked])
    marked = {"role": "assistant", "content": f"{answer}\n\nNo, it is not safe to swim."}
    assert not self_contradiction([asked, marked, asked, plain])


@settings(max_examples=200, deadline=None)
@given(st.lists(noise | st.text(max_size=60), min_size=1, max_size=5))
def test_any_answers_to_a_question_are_read(answers):
    """With a question asked, every claim is looked for, in whatever text."""
    turns = [{"role": "user", "content": "Should cars be banned rather than taxed?"}]
    for answer in answers:
        turns.append({"role": "assistant", "content": answer})
        turns.append({"role": "user", "content": answer + "?"})

    assert self_contradiction(turns) in {True, False}


@settings(deadline=None)
@given(st.lists(examples, max_size=4))
def test_a_batch_is_its_items(batch):
    """The bulk twin says what the plain twin says."""
    items = [Item(id=ItemId(str(i)), conversation=c) for i, c in enumerate(batch)]
    frame = pl.DataFrame(
        {
            "id": [i.id for i in items],
            "conversation": [
                [{"role": m.role, "content": m.content} for m in i.conversation.messages]
                for i in items
            ],
            "fields": [None] * len(items),
        },
        schema={
            "id": pl.String,
            "conversation": pl.List(pl.Struct({"role": pl.String, "content": pl.String})),
            "fields": pl.String,
        },
    )

    for rule in (self_contradiction, self_contradiction_basic):
        found = rule.find_all(frame)
        assert found.schema == FINDINGS
        for row, item in enumerate(items):
            (finding,) = rule.find(item)
            got = found.row(row, named=True)
            assert got["outcome"] == finding.outcome
            assert got["reason"] == finding.reason
            assert got["value"] == (None if finding.value is None else float(finding.value))
            assert [s["text"] for s in got["evidence"]] == [
                s.text for s in finding.evidence
            ]


@pytest.mark.parametrize("conversation", [[], [{"role": "user", "content": "Is it so?"}]])
def test_nothing_said_is_nothing_told(conversation):
    """Without an answer there is no position: false, and abstained in the ledger."""
    (finding,) = self_contradiction.find(
        Item(id=ItemId("a"), conversation=Conversation.of(conversation))
    )

    assert not self_contradiction(conversation)
    assert self_contradiction.explain(conversation).outcome == "cannot tell"
    assert (finding.outcome, finding.value) == ("abstained", None)


def test_tool_calls_without_text_are_passed_over():
    """A message whose content is null says nothing."""
    assert not self_contradiction(
        [
            {"role": "user", "content": "Should we go?"},
            {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
            {"role": "tool", "content": "no"},
            {"role": "assistant", "content": "Yes, we should go."},
        ]
    )


def test_what_is_no_conversation_is_refused():
    """A message without a role is the author's fault and is named."""
    with pytest.raises(InputInvalid, match="no role"):
        self_contradiction([{"content": "Yes."}])


@pytest.mark.parametrize(
    "piece",
    [
        "While it is true, ",
        "no ",
        "not only ",
        "(",
        '"',
        "I believe that ",
        "We should not ban cars. ",
        "a;",
        "x" * 50,
        "\n",
        "* ",
        "is it not so ",
    ],
)
def test_a_long_message_takes_linear_time(piece):
    """Half a megabyte of anything, twice, is a megabyte read in seconds."""
    question = {"role": "user", "content": "Should cars be banned?"}
    content = piece * (500_000 // len(piece))
    turn = {"role": "assistant", "content": content}
    start = time.perf_counter()

    self_contradiction([question, turn, {"role": "user", "content": content}, turn])

    assert time.perf_counter() - start < 30
