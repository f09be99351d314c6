"""The test that a batch may apply before the rule: it never loses a position."""

import json
from importlib.resources import files

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.rules import self_contradiction
from adjudge.rules.contradiction.prefilter import CANNOT_TELL, SUBJECT_CUES, thesis_cues
from adjudge.rules.text import fold
from adjudge.verdict import Conversation

FOLDER = files("adjudge") / "builtin" / "examples" / "self-contradiction"
EXAMPLES = [
    Conversation.of(json.loads(file.read_text(encoding="utf-8"))["conversation"])
    for kind in ("positive", "negative")
    for file in sorted((FOLDER / kind).iterdir(), key=lambda f: f.name)
]
SAID = ["I think ", "I'd argue ", "we ", "should ", "not ", "go", "it is good", ". ", "\n", "let's ",
        "In my view, ", "my ", "they ", "ought to ", "stay", "no ", "yes ", "cars ", "?", "is "]  # fmt: skip
said = st.lists(st.sampled_from(SAID), max_size=25).map("".join)


def may_speak(conversation):
    """The batch test, in plain Python."""
    folded = [(m.role, fold(m.content)) for m in conversation.messages]
    if not any(role == "user" for role, _ in folded):
        return True
    return any(
        SUBJECT_CUES.search(text)
        if role != "assistant"
        else any(cue in text for cue in thesis_cues())
        for role, text in folded
    )


def check(conversation):
    """What the test turns away, the rule abstains from, with the one sentence."""
    if not may_speak(conversation):
        why = self_contradiction.explain(conversation)
        assert (why.outcome, why.reason) == ("cannot tell", CANNOT_TELL)


def test_no_example_is_lost():
    """Every bundled example that takes a position passes the test."""
    for conversation in EXAMPLES:
        check(conversation)


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["user", "assistant", "system"]), said), max_size=6)
)
def test_nothing_is_lost(turns):
    """Whatever is said, the test is sound."""
    check(Conversation.of([{"role": r, "content": c} for r, c in turns]))
