"""What asks anew, and what does not."""

from dataclasses import replace

import pytest
from taping import SEAT, asking

from adjudge.council import Ask, Sitting, Tag, hear
from adjudge.formats import load_rubric
from adjudge.rubric import fingerprint
from adjudge.storage import key_of
from adjudge.storage.tape_key import Keys
from adjudge.verdict import Candidates, ItemId, Message

QUESTION = Candidates(
    id=ItemId("q1"), question="Is it so?", responses={"x/one": "Yes.", "y/two": "No."}
)
BASE = asking("Is it so?", schema={"type": "object"}, rubric="r@1")

ANEW = {
    "the model": (replace(SEAT, model="judge-2"), BASE),
    "where it is reached": (
        replace(SEAT, endpoint=replace(SEAT.endpoint, base_url="http://other/v1")),
        BASE,
    ),
    "the seat's name": (replace(SEAT, name="another"), BASE),
    "the temperature": (replace(SEAT, parameters={"temperature": 0.6}), BASE),
    "another parameter": (SEAT, replace(BASE, parameters={"seed": 1})),
    "the text": (SEAT, replace(BASE, messages=(Message("user", "Is it so"),))),
    "who says it": (SEAT, replace(BASE, messages=(Message("system", "Is it so?"),))),
    "one message more": (SEAT, replace(BASE, messages=(*BASE.messages, *BASE.messages))),
    "the shape of the reply": (SEAT, replace(BASE, schema={"type": "array"})),
    "no shape": (SEAT, replace(BASE, schema=None)),
    "the rubric": (SEAT, replace(BASE, tag=replace(BASE.tag, rubric="r@2"))),
    "the round": (SEAT, replace(BASE, tag=replace(BASE.tag, round=2))),
    "the sample": (SEAT, replace(BASE, tag=replace(BASE.tag, sample=2))),
}

THE_SAME = {
    "what the endpoint is called": (
        replace(SEAT, endpoint=replace(SEAT.endpoint, name="den", key_name=None)),
        BASE,
    ),
    "the family": (replace(SEAT, family="other"), BASE),
    "where a parameter comes from": (
        replace(SEAT, parameters={}),
        replace(BASE, parameters={"temperature": 0.5}),
    ),
    "the item's name": (SEAT, replace(BASE, tag=replace(BASE.tag, item="q2"))),
    "weights in the words": (
        SEAT,
        replace(BASE, messages=(Message("user", "35 %"),), keyed=BASE.messages),
    ),
}


@pytest.mark.parametrize("other", ANEW.values(), ids=ANEW)
def test_what_asks_anew(other):
    """Whatever the answer may hang on."""
    assert key_of(*other) != key_of(SEAT, BASE)


@pytest.mark.parametrize("other", THE_SAME.values(), ids=THE_SAME)
def test_what_does_not(other):
    """Whatever the answer cannot hang on."""
    assert key_of(*other) == key_of(SEAT, BASE)


def test_a_key_is_the_same_tomorrow():
    """Tapes outlive versions: this one must stay as it is."""
    assert key_of(SEAT, BASE) == "312b82b83de5c15d945454ab4ab5cf97"
    assert key_of(SEAT, asking("half a pair: \ud800")) == "d354328ea826a1581dc3befc6e54a99a"


def asked(rubric):
    """What a reviewer is asked first by *rubric*."""
    hearing = hear(Sitting(rubric=rubric), SEAT, QUESTION)
    ask: Ask = next(hearing)
    hearing.close()
    return ask


def test_other_weights_ask_nothing_and_another_word_asks_anew():
    """From the rubric to the key, by way of what a reviewer is told."""
    rubric = load_rubric("quality").rubric
    first, *others = rubric.criteria
    heavier = replace(rubric, criteria=(replace(first, weight=0.9), *others))
    reworded = replace(
        rubric, criteria=(replace(first, description="Is it right?"), *others)
    )

    assert fingerprint(heavier) != fingerprint(rubric)
    assert asked(heavier).messages != asked(rubric).messages
    assert key_of(SEAT, asked(heavier)) == key_of(SEAT, asked(rubric))
    assert key_of(SEAT, asked(reworded)) != key_of(SEAT, asked(rubric))


def test_every_part_of_a_tag_is_thought_about():
    """A new field of `Tag` belongs into the key or to what it leaves out."""
    kept_out = {"stage", "item", "seat", "part", "attempt"}

    assert set(Tag.__dataclass_fields__) - kept_out == {"rubric", "round", "sample"}


SYSTEM = Message("system", "Judge. Ünd \u201cso\u201d.")
SCHEMA = {"type": "object", "properties": {"z": {}, "a": {}}}
TURNS = (SYSTEM, Message("user", "Is it so?"), Message("user", "And \ud800 this?"))


@pytest.mark.parametrize("seat", [SEAT, replace(SEAT, parameters={"seed": 1, "a": 2})])
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("parameters", [{}, {"seed": 3}])
@pytest.mark.parametrize("schema", [None, SCHEMA])
def test_a_key_that_is_begun_once_is_the_same(seat, count, parameters, schema):
    """Whatever there is of an ask, and however often it comes."""
    keys = Keys()
    for rubric, turn in (("r@1", 1), ("r@2", 1), ("r@1", 2)):
        ask = Ask(
            messages=TURNS[:count],
            schema=schema,
            parameters=parameters,
            tag=Tag(stage="review", rubric=rubric, round=turn),
        )
        for told in (ask, replace(ask, keyed=TURNS[:2]), ask):
            assert keys.key_of(seat, told) == key_of(seat, told)
