"""Answers and the synthesis: texts that models write for the council."""

import pytest
from hearings import flat, seat_named, talk

from adjudge.council import Heard, Lost, Written, answer, candidates_of, hear, synthesise
from adjudge.verdict import Candidates, ItemId, Message

QUESTION = Candidates(
    id=ItemId("q"),
    question="And in winter?",
    responses={},
    before=(
        Message("system", "You are a gardener."),
        Message("user", "When do I prune roses?"),
        Message("assistant", "In spring."),
    ),
)


def test_an_answer_is_asked_for_as_a_user_would(seat):
    """The system prompt, the earlier turns, the question: and nothing of ours."""
    asked, written = talk(answer(seat, QUESTION), "Never in frost.")

    assert asked[0].messages == (*QUESTION.before, Message("user", "And in winter?"))
    assert (asked[0].tag.stage, asked[0].tag.seat) == ("answer", seat.name)
    assert asked[0].schema is None
    assert written == Written(seat=seat.name, status="answered", text="Never in frost.")


@pytest.mark.parametrize(
    ("reply", "status", "reason"),
    [
        (Lost(reason="down", hint="wait"), "failed", "down (wait)"),
        (Heard(text="  "), "failed", "it wrote nothing"),
        (
            Heard(text="", finish="length"),
            "failed",
            "it wrote nothing before the token limit",
        ),
        (Heard(text="", refusal="No."), "abstained", "No."),
        (Heard(text="", finish="refusal"), "abstained", "the endpoint reports a refusal"),
    ],
)
def test_no_answer_is_an_outcome(seat, reply, status, reason):
    """Whatever comes back, it is told and never raised."""
    _, written = talk(answer(seat, QUESTION), [reply])

    assert (written.status, written.reason) == (status, reason)


def test_an_answer_that_breaks_off_is_an_answer(seat):
    """It is judged as it is, and marked."""
    _, written = talk(answer(seat, QUESTION), [Heard(text="Never in", finish="length")])

    assert (written.status, written.cut) == ("answered", True)


def test_refusals_in_words_are_judged_like_any_answer(seat):
    """Reviewers decide whether a refusal was right."""
    _, written = talk(answer(seat, QUESTION), "I can't help with that.")

    assert written.status == "answered"


def test_answers_become_candidates():
    """Those that there are, each under its author."""
    written = [
        Written(seat="a/a", status="answered", text="One."),
        Written(seat="b/b", status="failed", reason="down"),
        Written(seat="c/c", status="answered", text="Three."),
    ]

    made = candidates_of(QUESTION, written)

    assert made.responses == {"a/a": "One.", "c/c": "Three."}
    assert made.before == QUESTION.before


def test_prompt_of_the_synthesis(golden, sitting, answers):
    """The chair sees answers best first, with scores and remarks, and nobody's name."""
    reviews = [
        talk(hear(sitting, seat_named(f"judges/{n}"), answers), flat(5 + n))[1]
        for n in range(2)
    ]
    scores = {"north/one": 4.0, "south/two": 8.155, "east/three": 2.0}

    asked, written = talk(
        synthesise(seat_named("chairs/one"), answers, reviews, scores), "The synthesis."
    )

    text = "\n\n".join(f"===== {m.role} =====\n{m.content}" for m in asked[0].messages)
    golden("council/synthesis.txt", text + "\n")
    assert asked[0].tag.stage == "synthesis"
    assert written.text == "The synthesis."
    assert not any(author in text for author in [*answers.responses, "judges/"])


def test_a_barred_answer_is_left_out(sitting, answers):
    """Nothing of what a safety gate caught finds its way into the synthesis."""
    reviews = [talk(hear(sitting, seat_named("judges/0"), answers), flat(9))[1]]
    hearing = synthesise(
        seat_named("chairs/one"), answers, reviews, {"south/two": 0.0}, barred=["south/two"]
    )

    text = next(hearing).messages[-1].content

    assert answers.responses["south/two"] not in text
    assert answers.responses["east/three"] in text


def test_without_any_answer_the_chair_is_not_asked(answers):
    """A synthesis of nothing is none."""
    asked, written = talk(
        synthesise(seat_named("c/c"), answers, [], {}, barred=list(answers.responses)), "x"
    )

    assert asked == []
    assert written.status == "abstained"
