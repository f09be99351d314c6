"""What becomes of a reviewer's words, whatever they are."""

import json

import pytest
from hearings import by_text, first_ask, flat, seat_named, talk

from adjudge.council import HOLISTIC, Heard, Lost, Sitting, hear
from adjudge.rubric import CriterionId
from adjudge.testing import understand, verdict
from adjudge.verdict import (
    Abstained,
    Candidates,
    Conversation,
    Failed,
    Graded,
    Item,
    ItemId,
    Message,
)

GRADES = {"north/one": 4, "south/two": 9, "east/three": 2}


def values(review):
    """Author -> the values that it was given."""
    return {
        mark.author: [
            o.grade.value for o in mark.outcomes.values() if isinstance(o, Graded)
        ]
        for mark in review.marks
    }


def honest(answers):
    """A reviewer that knows what each answer is worth."""
    return by_text({text: GRADES[author] for author, text in answers.responses.items()})


def test_a_sound_verdict_is_a_review_at_once(sitting, seat, answers):
    """One question, one reply, every value where it belongs."""
    asked, review = talk(hear(sitting, seat, answers), honest(answers))

    assert len(asked) == 1
    assert review.status == "scored"
    assert review.reason == ""
    assert values(review) == {author: [g] * 5 for author, g in GRADES.items()}
    assert [mark.author for mark in review.marks] == list(answers.responses)
    assert review.stated_ranking == (("south/two",), ("north/one",), ("east/three",))
    assert review.reading == "plain"
    assert set(review.labels.values()) == set(GRADES)
    assert review.marks[1].stated_overall == 9
    assert review.marks[0].notes == "As the rubric says."


def test_structured_output_is_told_from_plain(sitting, seat, answers):
    """How the words were shaped is part of the review."""
    _, review = talk(
        hear(sitting, seat, answers),
        lambda ask: Heard(text=flat(5)(ask), shaped="json_schema"),
    )

    assert review.reading == "structured"


def test_only_what_is_unsound_needs_mending(sitting, seat, answers):
    """The second reply may hold the mended values alone; the rest stands."""

    def first(ask):
        body = json.loads(honest(answers)(ask))
        body["evaluations"]["Response B"]["clarity"]["value"] = 11
        del body["evaluations"]["Response C"]["accuracy"]
        return json.dumps(body)

    def second(ask):
        asked = understand(ask.messages)
        page = {"clarity": {"rationale": "mended", "value": 3}}
        other = {"accuracy": {"rationale": "given", "value": 4}}
        told = {"Response B": page, "Response C": other}
        return json.dumps({"form": asked.form, "evaluations": told, "end": asked.form})

    asked, review = talk(hear(sitting, seat, answers), [first, second])

    assert len(asked) == 2
    assert "Response B, clarity: 11 is not on the scale" in asked[1].messages[-1].content
    assert "Response C, accuracy: there is no value" in asked[1].messages[-1].content
    assert asked[1].tag.attempt == 2
    assert review.reading == "asked again"
    labels = {author: label for label, author in review.labels.items()}
    by_label = {labels[author]: v for author, v in values(review).items()}
    worth = {label: GRADES[author] for label, author in review.labels.items()}
    assert by_label["Response B"] == [worth["Response B"]] * 4 + [3]
    assert by_label["Response C"] == [4] + [worth["Response C"]] * 4
    assert len(review.raw) == 2


def test_what_stays_missing_is_failed_and_said(sitting, seat, answers):
    """A value that never comes is no number: the others are kept."""

    def lazy(ask):
        body = json.loads(honest(answers)(ask))
        for page in body["evaluations"].values():
            del page["clarity"]
        return json.dumps(body)

    asked, review = talk(hear(sitting, seat, answers), lazy)

    assert len(asked) == 2
    assert review.status == "scored"
    assert all(mark.outcomes[CriterionId("clarity")] == Failed() for mark in review.marks)
    assert review.marks[0].rationales[CriterionId("clarity")] == "there is no value"
    assert "clarity: there is no value" in review.reason


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "   \n",
        "null",
        "[]",
        "{}",
        "[1, 2, 3]",
        '{"evaluations": null}',
        '{"evaluations": []}',
        '{"evaluations": {"Response A": []}}',
        '{"evaluations": {"Response Q": {"accuracy": 9}}}',
        "I think they are all rather good.",
        "<html><body>502 Bad Gateway</body></html>",
        '{"form": "000000000000", "evaluations": {"Response A": {"accuracy": 9}}}',
    ],
)
def test_what_cannot_be_read_is_failed_after_one_more_question(
    sitting, seat, answers, reply
):
    """Whatever came, it is an outcome with a reason, never an exception."""
    asked, review = talk(hear(sitting, seat, answers), reply)

    assert len(asked) == 2
    assert review.status == "failed"
    assert review.reason
    assert review.reading == "none"
    assert [set(mark.outcomes.values()) for mark in review.marks] == [{Failed()}] * 3


def test_half_an_object_is_failed_after_one_more_question(sitting, seat, answers):
    """A reply that breaks off at the token limit is asked for once more, in brief."""

    def half(ask):
        text = honest(answers)(ask)
        return Heard(text=text[: len(text) // 2], finish="length")

    asked, review = talk(hear(sitting, seat, answers), half)

    assert len(asked) == 2
    assert "token limit" in asked[1].messages[-1].content
    assert review.status == "failed"
    assert "token limit" in review.reason


def test_a_whole_object_counts_though_the_prose_after_it_breaks_off(sitting, seat, answers):
    """The token limit spoils only what it cuts."""
    asked, review = talk(
        hear(sitting, seat, answers),
        lambda ask: Heard(text=honest(answers)(ask) + "\nIn conclu", finish="length"),
    )

    assert len(asked) == 1
    assert review.status == "scored"


def test_a_lost_call_is_failed_with_its_reason(sitting, seat, answers):
    """No answer from the wire is a failed review that says why."""
    lost = Lost(reason="the server is down", hint="start it")

    asked, review = talk(hear(sitting, seat, answers), [lost])

    assert len(asked) == 1
    assert review.status == "failed"
    assert review.reason == "the server is down (start it)"


def test_what_was_read_is_kept_when_the_second_call_is_lost(sitting, seat, answers):
    """Trouble with mending spoils nothing that was sound."""

    def lazy(ask):
        body = json.loads(honest(answers)(ask))
        del body["evaluations"]["Response A"]["clarity"]
        return json.dumps(body)

    _, review = talk(hear(sitting, seat, answers), [lazy, Lost(reason="timed out")])

    assert review.status == "scored"
    assert sum(len(v) for v in values(review).values()) == 14
    assert "asked again: timed out" in review.oddities


@pytest.mark.parametrize(
    "reply",
    [
        Heard(text="", refusal="I can't help with that."),
        Heard(text="", finish="refusal"),
        "I'm sorry, but I can't help with that request.",
        "I cannot evaluate these responses.",
        "Unfortunately, I must decline to judge this.",
        "Lo siento, pero no puedo ayudar con eso.",
    ],
)
def test_a_refusal_is_abstained(sitting, seat, answers, reply):
    """The reviewer's own refusal is respected: it is not asked again."""
    asked, review = talk(hear(sitting, seat, answers), [reply])

    assert len(asked) == 1
    assert review.status == "abstained"
    assert review.reason
    assert [set(mark.outcomes.values()) for mark in review.marks] == [{Abstained()}] * 3


@pytest.mark.parametrize(
    "said",
    [
        "I must decline to answer that.",
        '"I must decline to answer that." is what Response A says.',
        "> I must decline to answer that.",
        "Response A says: I must decline to answer that.",
    ],
)
def test_a_quoted_refusal_is_not_the_reviewers(sitting, seat, said):
    """What a candidate declines, the reviewer has not declined."""
    item = Candidates(
        id=ItemId("q"),
        question="How?",
        responses={"a/a": "I must decline to answer that.", "b/b": "Like so."},
    )

    asked, review = talk(hear(sitting, seat, item), [said, flat(6)])

    assert len(asked) == 2
    assert review.status == "scored"


def test_a_reviewer_never_sees_its_own_answer_nor_its_familys(sitting, answers):
    """Own and family answers are left out, and that is said."""
    seat = seat_named("north/one")
    kin = seat_named("south/big")

    own = first_ask(sitting, seat, answers).messages[-1].content
    _, review = talk(hear(sitting, kin, answers), flat(5))

    assert answers.responses["north/one"] not in own
    assert answers.responses["south/two"] in own
    assert review.unseen == ("south/two",)
    assert [mark.author for mark in review.marks] == ["north/one", "east/three"]


def test_family_is_judged_where_that_is_allowed(quality, answers):
    """`allow_family` shows the family's answers, and never its own."""
    sitting = Sitting(rubric=quality, allow_family=True)

    _, kin = talk(hear(sitting, seat_named("south/big"), answers), flat(5))
    _, own = talk(hear(sitting, seat_named("south/two"), answers), flat(5))

    assert kin.unseen == ()
    assert own.unseen == ("south/two",)


@pytest.mark.parametrize(
    "author", ["openai/gpt-4o", "openrouter/openai/gpt-4o", "openai:gpt-4o", "gpt-4o"]
)
def test_own_is_own_under_every_providers_name(sitting, author):
    """The same model by another road is still the same model."""
    item = Candidates(id=ItemId("q"), question="?", responses={author: "x", "z/z": "y"})

    _, review = talk(hear(sitting, seat_named("openai/gpt-4o"), item), flat(5))

    assert review.unseen == (author,)


@pytest.mark.parametrize(
    "author",
    ["openai/gpt-5", "openrouter/openai/gpt-5", "openai:gpt-5", "gpt-5", "o3-mini"],
)
def test_family_is_told_by_the_name(sitting, author):
    """A model's name tells whose it is, whichever road leads to it."""
    item = Candidates(id=ItemId("q"), question="?", responses={author: "x", "z/z": "y"})

    _, review = talk(hear(sitting, seat_named("openai/gpt-4o"), item), flat(5))

    assert review.unseen == (author,)


def test_the_run_may_know_families_better(quality):
    """What the run says of a family goes before what a name tells."""
    sitting = Sitting(rubric=quality, families={"ours-7b": "qwen", "gpt-5": "nobody"})
    item = Candidates(
        id=ItemId("q"), question="?", responses={"ours-7b": "x", "gpt-5": "y", "z": "z"}
    )

    _, ours = talk(hear(sitting, seat_named("a/qwen3", "qwen"), item), flat(5))
    _, theirs = talk(hear(sitting, seat_named("openai/gpt-4o"), item), flat(5))

    assert (ours.unseen, theirs.unseen) == (("ours-7b",), ())


def test_what_it_says_of_itself_is_kept_and_counts_nowhere(quality, answers):
    """With `allow_own` the own mark is marked, and the stated order closes the gap."""
    sitting = Sitting(rubric=quality, allow_own=True)

    _, review = talk(hear(sitting, seat_named("south/two"), answers), honest(answers))

    assert [(mark.author, mark.own) for mark in review.marks] == [
        ("north/one", False),
        ("south/two", True),
        ("east/three", False),
    ]
    assert review.stated_ranking == (("north/one",), ("east/three",))


@pytest.mark.parametrize("allow_own", [False, True])
def test_a_reviewer_with_nothing_to_judge_is_not_asked(quality, allow_own):
    """No call is made for a reviewer that may judge none of the answers."""
    sitting = Sitting(rubric=quality, allow_own=allow_own)
    item = Candidates(id=ItemId("q"), question="?", responses={"south/two": "x"})

    asked, review = talk(hear(sitting, seat_named("south/two"), item), flat(5))

    assert asked == []
    assert review.status == "abstained"
    assert "nothing to judge" in review.reason


def test_a_reviewer_may_say_that_it_cannot_tell(sitting, seat, answers):
    """Null with a reason is abstained on that criterion, and not asked again."""

    def unsure(ask):
        body = json.loads(flat(7)(ask))
        body["evaluations"]["Response A"]["clarity"] = {
            "rationale": "I cannot tell: it is in Basque.",
            "value": None,
        }
        return json.dumps(body)

    asked, review = talk(hear(sitting, seat, answers), unsure)
    mark = next(m for m in review.marks if m.author == review.labels["Response A"])

    assert len(asked) == 1
    assert mark.outcomes[CriterionId("clarity")] == Abstained()
    assert mark.rationales[CriterionId("clarity")] == "I cannot tell: it is in Basque."


def test_a_criterion_that_a_gate_needs_is_asked_for_again(sitting, seat, answers):
    """Accuracy has a ceiling on it: it is not left open without a second question."""

    def unsure(ask):
        body = json.loads(flat(7)(ask))
        body["evaluations"]["Response A"]["accuracy"] = {
            "rationale": "Who knows?",
            "value": None,
        }
        return json.dumps(body)

    asked, review = talk(hear(sitting, seat, answers), unsure)
    mark = next(m for m in review.marks if m.author == review.labels["Response A"])

    assert len(asked) == 2
    assert "Response A, accuracy: a gate depends on it" in asked[1].messages[-1].content
    assert mark.outcomes[CriterionId("accuracy")] == Abstained()


def test_one_score_for_everything_is_the_last_resort(sitting, seat, answers):
    """A reviewer that ignores the rubric twice is read holistically, and marked so."""

    def vibes(ask):
        labels = understand(ask.messages).answers
        return json.dumps({"scores": {label: 8 - n for n, label in enumerate(labels)}})

    asked, review = talk(hear(sitting, seat, answers), vibes)

    assert len(asked) == 2
    assert review.status == "holistic"
    assert review.reading == "holistic"
    assert sorted(mark.holistic.value for mark in review.marks) == [6, 7, 8]
    assert all(set(mark.outcomes.values()) == {Failed()} for mark in review.marks)


def test_scores_in_prose_are_the_very_last_resort(sitting, seat, answers):
    """Lines such as `Response A: 8/10` are read where there is nothing else."""
    prose = "All fine.\n\n**Response A**: 8/10\nResponse B - score: 6 out of 10\nResponse C: 3/10\n"

    _, review = talk(hear(sitting, seat, answers), prose)

    by_author = {mark.author: mark.holistic.value for mark in review.marks}
    assert {label: by_author[a] for label, a in review.labels.items()} == {
        "Response A": 8,
        "Response B": 6,
        "Response C": 3,
    }


@pytest.mark.parametrize(
    ("prose", "read"),
    [
        ("Overall, Response A: 8/10; Response B: 6/10; Response C: 3/10", [3, 6, 8]),
        ("Response A: 8/10, Response B: 6/10, and Response C: 3/10.", [3, 6, 8]),
        ("Overall scores: Response A - 8, Response B - 6, Response C - 3", [3, 6, 8]),
        ("Accuracy: Response A: 8/10; Response B: 6/10; Response C: 3/10", None),
        ("Response A is worth 8/10; Response B: 6/10; Response C: 3/10", None),
    ],
)
def test_scores_in_prose_may_share_a_line(sitting, seat, answers, prose, read):
    """Where the line says nothing else: of a single criterion it is no overall score."""
    _, review = talk(hear(sitting, seat, answers), prose)

    assert review.status == ("failed" if read is None else "holistic")
    if read is not None:
        assert sorted(mark.holistic.value for mark in review.marks) == read


def test_another_scale_has_no_holistic_reading(seat, answers):
    """Of a rubric of 1 to 5, an 8 for everything means nothing."""
    from hearings import EVERY_SCALE

    _, review = talk(
        hear(Sitting(rubric=EVERY_SCALE), seat, answers),
        '{"Response A": 8, "Response B": 2}',
    )

    assert review.status == "failed"


@pytest.mark.parametrize("mode", ["per-criterion", "per-answer"])
def test_every_mode_comes_to_the_same_review(quality, seat, answers, mode):
    """One call for each criterion or answer says what one call for all says."""
    sitting = Sitting(rubric=quality, mode=mode)

    asked, review = talk(hear(sitting, seat, answers), honest(answers))

    assert len(asked) == (5 if mode == "per-criterion" else 3)
    assert len({ask.tag.part for ask in asked}) == len(asked)
    assert values(review) == {author: [g] * 5 for author, g in GRADES.items()}
    assert review.mode == mode


def test_the_one_score_for_everything_is_asked_apart(quality, seat, answers):
    """`also_holistic` is a call of its own that knows nothing of the rubric."""
    sitting = Sitting(rubric=quality, also_holistic=True)

    asked, review = talk(hear(sitting, seat, answers), honest(answers))

    assert [ask.tag.part for ask in asked] == ["", HOLISTIC]
    assert "ACCURACY" not in "".join(m.content for m in asked[1].messages)
    assert {m.author: m.holistic.value for m in review.marks} == GRADES
    assert values(review) == {author: [g] * 5 for author, g in GRADES.items()}


def test_after_a_wrong_key_nothing_more_is_asked(quality, seat, answers):
    """What cannot get better is not tried once for each criterion."""
    sitting = Sitting(rubric=quality, mode="per-criterion")

    asked, review = talk(
        hear(sitting, seat, answers), [Lost(reason="401: wrong key", kind="refused")]
    )

    assert len(asked) == 1
    assert review.status == "failed"
    assert review.reason == "401: wrong key"


def test_a_conversation_is_judged_by_any_rubric(seat):
    """Self-contradiction, judged by a model: all turns are shown, roles and all."""
    from adjudge.formats import load_rubric

    sitting = Sitting(rubric=load_rubric("self-contradiction").rubric)
    item = Item(
        id=ItemId("talk"),
        conversation=Conversation(
            (
                Message("system", "Be brief."),
                Message("user", "Is it safe?"),
                Message("assistant", "Yes."),
                Message("tool", '{"safe": false}'),
                Message("assistant", "No."),
            )
        ),
    )

    asked, review = talk(
        hear(sitting, seat, item),
        lambda ask: verdict(understand(ask.messages), lambda *_: "contradiction"),
    )

    shown = asked[0].messages[-1].content
    assert all(
        m.content in shown and f'role="{m.role}"' in shown
        for m in item.conversation.messages
    )
    assert review.marks[0].author == ""
    assert review.marks[0].outcomes[CriterionId("self-contradiction")].grade.value == 1
    assert len(asked) == 1
