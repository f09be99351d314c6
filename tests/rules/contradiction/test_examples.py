"""The bundled examples of self-contradiction."""

import json
from importlib.resources import files

import pytest

from adjudge.rules import self_contradiction, self_contradiction_basic
from adjudge.verdict import Conversation

FOLDER = files("adjudge") / "builtin" / "examples" / "self-contradiction"
EXAMPLES = {
    f"{kind}/{file.name}": json.loads(file.read_text(encoding="utf-8"))
    for kind in ("positive", "negative")
    for file in sorted((FOLDER / kind).iterdir(), key=lambda f: f.name)
}


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_each_is_classified_as_it_must_be(example):
    """An example is a promise."""
    why = self_contradiction.explain(example["conversation"])

    assert why.value is example["expectedResult"], why.reason


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_spans_are_where_they_say(example):
    """What is shown as evidence stands in the message, letter for letter."""
    conversation = Conversation.of(example["conversation"])
    why = self_contradiction.explain(conversation)

    shown = [*why.positions, *([why.acknowledgement] if why.acknowledgement else [])]
    for each in shown:
        content = conversation.messages[each.turn].content
        assert content[each.start : each.end] == each.text


def test_there_are_enough_of_both_kinds():
    """At least forty of each kind, each with a rationale and an id of its own."""
    kinds = [name.split("/")[0] for name in EXAMPLES]

    assert min(kinds.count("positive"), kinds.count("negative")) >= 45
    assert len({e["id"] for e in EXAMPLES.values()}) == len(EXAMPLES)
    assert all(e["rationale"].strip() for e in EXAMPLES.values())


def test_the_documents_own_examples_pass_its_own_method():
    """The basic rule does what the document says on the two examples that it gives."""
    assert self_contradiction_basic(
        EXAMPLES["positive/001-document-ai-decisions.json"]["conversation"]
    )
    assert not self_contradiction_basic(
        EXAMPLES["negative/001-document-acknowledged.json"]["conversation"]
    )
