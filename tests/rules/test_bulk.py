"""The bulk kernel: items in, verdicts out."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.errors import InputInvalid, UsageInvalid
from adjudge.rubric import Binary, Categorical, Criterion, Likert, Rubric
from adjudge.rules import (
    FINDINGS,
    Finding,
    judge_batches,
    judge_frame,
    judge_item,
    rulings,
)
from adjudge.verdict import SCHEMA, Conversation, Item, Message, Span, from_frame

AT = datetime(2026, 1, 2, tzinfo=UTC)


@dataclass(frozen=True)
class Says:
    """Answers with what the first message says: a number, `?`, `-`, `!`, or it breaks."""

    name: str = "says"
    fingerprint: str = "f1"

    def find(self, item):
        """Read the first message."""
        said = item.conversation.messages[0].content
        if said == "boom":
            raise ZeroDivisionError("boom")
        outcome = {"?": "abstained", "-": "excused", "!": "failed"}.get(said, "graded")
        value = float(said) if outcome == "graded" and said != "null" else None
        span = Span(turn=0, start=0, end=len(said), text=said)
        found = Finding(
            value=value, reason=f"it says {said}", evidence=(span,), outcome=outcome
        )
        if said != "2":
            return (found,)
        return (found, Finding(value=1, reason="twice", criterion="0:more"))

    def find_all(self, items):
        """Read all first messages."""
        rows = []
        for row, item in enumerate(items.iter_rows(named=True)):
            talk = tuple(Message(m["role"], m["content"]) for m in item["conversation"])
            for f in self.find(Item(id=item["id"], conversation=Conversation(talk))):
                spans = [
                    {
                        "turn": s.turn,
                        "start": s.start,
                        "end": s.end,
                        "text": s.text,
                        "note": s.note,
                    }
                    for s in f.evidence
                ]
                value = None if f.value is None else float(f.value)
                rows.append((row, f.criterion, f.outcome, value, f.reason, spans))
        return pl.DataFrame(rows, schema=FINDINGS, orient="row")


RULE = json.dumps({"says": 1})


def _rubric(id_: str, *scales) -> Rubric:
    criteria = tuple(
        Criterion(id=f"{id_}{n}", key=f"k{n}", title="T", scale=scale, rule=RULE)
        for n, scale in enumerate(scales)
    )
    by_hand = Criterion(id="people", key="people", title="P", scale=Likert())
    return Rubric(id=id_, title=id_, criteria=(*criteria, by_hand))


RUBRICS = (
    _rubric("a", Likert(), Binary()),
    _rubric("b", Categorical(labels=("x", "y"), ordered=True)),
)
RULED = rulings(RUBRICS, resolve=lambda _: Says())


def _frame(said: list[str]) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "id": [f"i{n}" for n in range(len(said))],
            "conversation": [[{"role": "user", "content": text}] for text in said],
            "fields": [None] * len(said),
        },
        schema={
            "id": pl.String,
            "conversation": pl.List(pl.Struct({"role": pl.String, "content": pl.String})),
            "fields": pl.String,
        },
    )


def _items(said: list[str]) -> list[Item]:
    return [
        Item(id=f"i{n}", conversation=Conversation((Message("user", text),)))
        for n, text in enumerate(said)
    ]


sayings = st.lists(
    st.sampled_from(["0", "1", "2", "5", "7", "1.5", "nan", "null", "?", "-", "!", "boom"]),
    max_size=8,
)


@given(sayings)
def test_bulk_equals_one_by_one(said):
    """The same verdicts, in the order of the items, whatever the rule answers."""
    bulk = list(from_frame(judge_frame(RULED, _frame(said), at=AT)))
    plain = [v for item in _items(said) for v in judge_item(RULED, item, at=AT)]
    assert bulk == plain


@given(sayings, st.integers(1, 4))
def test_how_items_are_batched_does_not_matter(said, size):
    """Batches of any size give the rows of one batch."""
    frame = _frame(said)
    whole = list(judge_batches(RUBRICS, [frame], at=AT, resolve=lambda _: Says()))
    parts = list(
        judge_batches(RUBRICS, frame.iter_slices(size), at=AT, resolve=lambda _: Says())
    )
    assert pl.concat([SCHEMA.to_frame(), *parts]).equals(whole[0])


def test_what_is_off_the_scale_has_failed():
    """A rule cannot put a value into the ledger that its criterion does not have."""
    ledger = judge_frame(RULED, _frame(["7"]), at=AT)
    rows = {row["criterion"]: row for row in ledger.iter_rows(named=True)}
    assert set(rows) == {"a0", "a1", "b0"}
    assert {row["outcome"] for row in rows.values()} == {"failed"}
    assert "off the scale" in rows["a0"]["rationale"]
    assert rows["a0"]["value"] is None
    assert rows["a0"]["judge"] == "rule/says@f1"


def test_one_item_that_breaks_the_rule_fails_alone():
    """The others of its batch are judged as if it were not there."""
    ledger = judge_frame(RULED[:1], _frame(["1", "boom", "5"]), at=AT)
    assert ledger["outcome"].to_list() == ["graded", "failed", "graded"]
    assert "ZeroDivisionError: boom" in ledger["rationale"][1]


def test_a_rubric_without_a_rule_names_the_judges_that_can():
    """It says that models or people could judge it."""
    people = Criterion(id="c", key="c", title="C", scale=Likert())
    with pytest.raises(UsageInvalid, match="no criterion") as caught:
        rulings([Rubric(id="r", title="R", criteria=(people,))])
    assert "people" in caught.value.hint


@pytest.mark.parametrize("said", [[], ["1"], ["1", "?"]])
def test_what_comes_as_arrow_goes_as_arrow(said):
    """A record batch gives a record batch, a table a table, anything else a frame."""
    pyarrow = pytest.importorskip("pyarrow")
    frame = _frame(said)
    table = frame.to_arrow()
    batch = pyarrow.RecordBatch.from_arrays(
        [column.combine_chunks() for column in table.columns], schema=table.schema
    )

    class Exported:
        def __arrow_c_stream__(self, requested_schema=None):
            return frame.__arrow_c_stream__(requested_schema)

    given = [batch, table, Exported(), frame]
    made = list(judge_batches(RUBRICS, given, at=AT, resolve=lambda _: Says()))
    assert [type(one) for one in made] == [
        pyarrow.RecordBatch,
        pyarrow.Table,
        pl.DataFrame,
        pl.DataFrame,
    ]
    frames = [pl.DataFrame(one) for one in made]
    assert all(one.equals(frames[-1]) for one in frames)


TALK = [{"role": "user", "content": "1", "name": "x"}]


def test_batches_of_other_shapes():
    """Whole numbers as ids, `messages`, more fields in a message, null content."""
    batch = pl.DataFrame({"id": [7], "messages": [TALK], "topic": ["t"]})
    (made,) = judge_batches(RUBRICS[1:], [batch], resolve=lambda _: Says())
    assert made["item"].to_list() == ["7"]
    assert made["label"].to_list() == ["x"]


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ({"conversation": [TALK]}, "no id"),
        ({"id": ["a"], "conversation": [TALK], "messages": [TALK]}, "not one"),
        ({"id": [1.5], "conversation": [TALK]}, "ids are texts"),
        ({"id": ["a"], "conversation": ["x"]}, "conversation is"),
        ({"id": ["a", None], "conversation": [TALK, TALK]}, "row 1"),
        ({"id": ["a", " "], "conversation": [TALK, TALK]}, "blank"),
        ({"id": ["a", "b"], "conversation": [TALK, None]}, "row 1"),
        (
            {
                "id": ["a", "b"],
                "conversation": [TALK, [{"role": " ", "content": "", "name": ""}]],
            },
            "row 1",
        ),
    ],
)
def test_a_batch_that_holds_no_items_is_refused(columns, says):
    """With the row and the shape that would be right."""
    with pytest.raises(InputInvalid, match=says):
        list(judge_batches(RUBRICS, [pl.DataFrame(columns)], resolve=lambda _: Says()))
