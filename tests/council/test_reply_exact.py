"""The quick reader of verdicts that are as they were asked for, and its tolerant twin."""

import json
from dataclasses import replace

import pytest
from hearings import EVERY_SCALE, seat_named
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.council import Sitting
from adjudge.council.material import material_of
from adjudge.council.reply import _read, _read_tolerantly, read_reply
from adjudge.council.reply_exact import is_as_asked, read_exact
from adjudge.council.reply_form import _is_unmixed
from adjudge.council.reply_json import _STRICT, Block, Twice, block_at
from adjudge.council.reply_labels import Labels
from adjudge.council.sheet import sheets_of
from adjudge.formats import load_rubric
from adjudge.rubric import Criterion, CriterionId, Rubric, RubricId, Score
from adjudge.verdict import Candidates, Conversation, Item, ItemId, Message

SEAT = seat_named("x/judge")
THREE = Candidates(
    id=ItemId("q"), question="Why?", responses={"a/m": "So.", "b/m": "No.", "c/m": "Ah."}
)
TALK = Item(id=ItemId("t"), conversation=Conversation((Message("user", "Why?"),)))
CONFUSING = Rubric(
    id=RubricId("confusing"),
    title="Keys and titles that mean other things as well",
    criteria=(
        Criterion(id=CriterionId("notes"), key="one", title="Two", scale=Score()),
        Criterion(id=CriterionId("c2"), key="two", title="Overall", scale=Score()),
    ),
)
LABELLED = Rubric(
    id=RubricId("labelled"),
    title="A criterion that is called like a label",
    criteria=(
        Criterion(id=CriterionId("a"), key="a", title="Response A", scale=Score()),
        Criterion(id=CriterionId("b"), key="b", title="Second", scale=Score()),
    ),
)
SHEETS = [
    sheet
    for rubric in (load_rubric("quality").rubric, EVERY_SCALE, CONFUSING, LABELLED)
    for mode in ("together", "per-criterion", "per-answer")
    for item in (THREE, TALK)
    for sitting in (Sitting(rubric=rubric, mode=mode),)
    for sheet in sheets_of(sitting, material_of(sitting, SEAT, item), rubric.criteria)
]
texts = st.sampled_from(["It is so.", "", "  ", "Ünd: \u201cso\u201d", "a\nb", "\ud800"])
values = st.one_of(
    st.integers(-1, 11),
    st.sampled_from([7.0, 7.5, 0.0, -0.0, float("nan"), float("inf"), 10**400]),
    st.sampled_from(["7", "8/10", "yes", "list", "good", "<your text>", "", "\ud800"]),
    st.sampled_from([None, True, [], [7], {}, {"value": 7}, Twice((7, 2))]),
)


@st.composite
def slots(draw):
    """A value with its reason, or something like it."""
    whole = {"rationale": draw(texts), "value": draw(values)}
    kind = draw(st.sampled_from(["whole"] * 8 + ["bare", "short", "more", "turned"]))
    if kind == "bare":
        return draw(values)
    if kind == "short":
        return {"value": whole["value"]}
    if kind == "turned":
        return dict(reversed(whole.items()))
    return whole if kind == "whole" else {**whole, "max": 10}


@st.composite
def pages(draw, sheet):
    """What is said of one answer, most often as it was asked for."""
    page = {c.key: draw(slots()) for c in sheet.criteria if draw(st.integers(0, 9))}
    odd = ["notes", "overall", "scores", "Overall", "Notes", "reason", "value", "x"]
    for name in draw(st.lists(st.sampled_from(odd[:2] * 4 + odd), max_size=3)):
        page[name] = draw(texts | values)
    return page


@st.composite
def verdicts(draw):
    """A sheet, and a verdict that is nearly or wholly as it was asked for."""
    sheet = draw(st.sampled_from(SHEETS))
    labels = [*sheet.material.labels]
    said = draw(st.lists(st.sampled_from(labels * 5 + ["A", "Response Z"]), max_size=4))
    names = draw(st.sampled_from([labels, labels, said]))
    order = draw(st.sampled_from([draw(st.permutations(labels)), said, [labels], "A > B"]))
    verdict = {
        "form": sheet.material.form,
        "evaluations": {name: draw(pages(sheet)) for name in names},
        "ranking": order,
        "end": sheet.material.form,
    }
    for name in draw(st.lists(st.sampled_from(["ranking", "end", "form"]), max_size=2)):
        verdict.pop(name, None)
    return sheet, verdict


@settings(max_examples=200, deadline=None)
@given(verdicts())
def test_what_is_read_quickly_is_what_the_tolerant_reader_reads(drawn):
    """Told, reasons, notes, overall scores, order and oddities alike."""
    sheet, verdict = drawn
    labels = Labels(sheet.material.labels)

    quick = _read(Block(verdict, 0, 0, exact=True), sheet, labels)

    assert repr(quick) == repr(_read_tolerantly(verdict, sheet, labels))


@settings(max_examples=200, deadline=None)
@given(verdicts())
def test_what_is_seen_to_be_in_its_place_is_counted_to_be_there_once(drawn):
    """The quick look lets nothing through that the census of all places would not."""
    sheet, verdict = drawn

    assert not is_as_asked(verdict, sheet) or _is_unmixed(verdict, sheet)


@pytest.mark.parametrize(
    ("once", "twice"),
    [
        ('"value": 7', '"value": 7, "value": 2'),
        ('"accuracy": {', '"accuracy": 3, "accuracy": {'),
        ('"evaluations": {', '"evaluations": {}, "evaluations": {'),
        ('"Response B": {', '"Response B": {"accuracy": 9}, "Response B": {'),
    ],
)
@pytest.mark.parametrize("answer", ["So.", 'See: "value": 9, of "accuracy": 9'])
def test_a_key_that_stands_twice_is_not_read_quickly(once, twice, answer):
    """Whatever is read quickly, two values under one key are nobody's choice."""
    item = replace(THREE, responses={**THREE.responses, "a/m": answer})
    sitting = Sitting(rubric=load_rubric("quality").rubric)
    (sheet,) = sheets_of(sitting, material_of(sitting, SEAT, item), sitting.rubric.criteria)
    text = json.dumps(_as_asked(sheet))

    whole = read_reply(text, sheet)
    doubled = read_reply(text.replace(once, twice, 1), sheet)

    assert len(whole.grades()) == 15
    assert len(doubled.grades()) < 15


def _as_asked(sheet):
    slot = {"rationale": "So.", "value": 7}
    page = {**{c.key: slot for c in sheet.criteria}, "notes": "Good.", "overall": 7}
    return {
        "form": sheet.material.form,
        "evaluations": dict.fromkeys(sheet.material.labels, page),
        "ranking": [*sheet.material.labels],
        "end": sheet.material.form,
    }


def test_a_verdict_as_it_was_asked_for_is_read_quickly():
    """Otherwise the twin would be of no use."""
    sheet = SHEETS[0]
    verdict = _as_asked(sheet)

    read = read_exact(verdict, sheet)

    assert read is not None
    assert len(read.told) == 15
    assert is_as_asked(verdict, sheet)


@st.composite
def objects(draw, depth=3):
    """The text of an object, whose keys may come twice."""
    members = [
        (
            draw(st.sampled_from(['"a"', '"b"', '"c:"', '"d" '])),
            draw(objects(depth - 1))
            if depth and draw(st.booleans())
            else draw(
                st.sampled_from(['"x: y"', '"\\": "', "1", "null", "[1, {}]", "9" * 301])
            ),
        )
        for _ in range(draw(st.integers(0, 3)))
    ]
    return "{" + ", ".join(f"{key}: {value}" for key, value in members) + "}"


@settings(max_examples=300, deadline=None)
@given(objects())
def test_json_is_read_as_by_the_reader_that_looks_at_every_key(text):
    """A key that comes twice, and a number that is too long, are not lost."""
    block = block_at(text, 0)

    value, end = _STRICT.raw_decode(text, 0)

    assert (repr(block.value), block.end, block.exact) == (repr(value), end, True)
