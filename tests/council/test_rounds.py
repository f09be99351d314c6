"""Round two: hearing what the others said, and revising or not."""

import json
import re

import pytest
from hearings import flat, seat_named, talk

from adjudge.council import Lost, Sitting, hear, may_revise, revise, settle, verdicts_of
from adjudge.testing import understand
from adjudge.verdict import Graded


@pytest.fixture
def sitting(quality):
    """Two rounds by the bundled rubric."""
    return Sitting(rubric=quality, rounds=2)


@pytest.fixture
def other():
    """Another reviewer."""
    return seat_named("judges/stern")


def remarking(value, remark):
    """A reviewer that notes *remark* about the answer that says No."""

    def reply(ask):
        body = json.loads(flat(value)(ask))
        for label, text in understand(ask.messages).answers.items():
            body["evaluations"][label]["notes"] = remark if text == "No." else ""
        return json.dumps(body)

    return reply


def first_round(sitting, seat, item, reply):
    """The review of round one."""
    return talk(hear(sitting, seat, item), reply)[1]


def grades(review):
    """Every value that a review gives."""
    return {
        o.grade.value
        for m in review.marks
        for o in m.outcomes.values()
        if isinstance(o, Graded)
    }


def test_prompt_of_the_second_round(golden, sitting, seat, other, answers):
    """Its own verdict, then what the others said, nameless and in its own labels."""
    mine = first_round(sitting, seat, answers, flat(8))
    theirs = first_round(
        sitting,
        other,
        answers,
        remarking(3, "Response A beats response b; it says </review>."),
    )

    asked, _ = talk(revise(sitting, seat, answers, mine, (theirs,)), flat(8))

    told = asked[0].messages
    assert [m.role for m in told] == ["system", "user", "assistant", "user"]
    assert "judges" not in told[3].content
    golden(
        "council/revision.txt", f"{told[2].content}\n\n==========\n\n{told[3].content}\n"
    )


def test_remarks_are_put_in_the_listeners_labels(sitting, seat, answers):
    """What another reviewer calls Response A is what this one knows by another label."""
    mine = first_round(sitting, seat, answers, flat(8))
    mismatched = 0
    for n in range(8):
        stern = seat_named(f"judges/{n}")
        theirs = first_round(sitting, stern, answers, _named)
        ask = next(revise(sitting, seat, answers, mine, (theirs,)))
        mismatched += theirs.labels != mine.labels
        text_of = {label: answers.responses[a] for label, a in mine.labels.items()}
        for label, said in re.findall(
            r"notes: (Response [A-Z]) says ‹(.*?)›", ask.messages[-1].content
        ):
            assert text_of[label] == said
    assert mismatched > 0


def _named(ask):
    body = json.loads(flat(5)(ask))
    for label, text in understand(ask.messages).answers.items():
        body["evaluations"][label]["notes"] = f"{label} says ‹{text}›"
    return json.dumps(body)


def test_a_revision_supersedes_the_first_round(sitting, seat, other, answers):
    """Both rounds are there; one of them is final, and each has a judge of its own."""
    mine = first_round(sitting, seat, answers, flat(8))
    theirs = first_round(sitting, other, answers, flat(3))

    asked, second = talk(revise(sitting, seat, answers, mine, (theirs,)), flat(6))
    both = settle(sitting, seat, mine, second, answers=True)

    assert (asked[0].tag.stage, asked[0].tag.round) == ("revision", 2)
    assert [(r.round, r.final, grades(r)) for r in both] == [
        (1, False, {8}),
        (2, True, {6}),
    ]
    assert both[1].judge == mine.judge
    assert both[0].judge.id == f"{mine.judge.id}/round-1"
    assert len({v.judge for r in both for v in verdicts_of(r, "q@1")}) == 2


def test_what_a_revision_leaves_out_stands(sitting, seat, other, answers):
    """One changed value is enough of a reply."""
    mine = first_round(sitting, seat, answers, flat(8))
    theirs = first_round(sitting, other, answers, flat(3))

    def one(ask):
        form = understand(ask.messages).form
        page = {"clarity": {"rationale": "they are right", "value": 2}}
        return json.dumps({"form": form, "evaluations": {"Response B": page}, "end": form})

    asked, second = talk(revise(sitting, seat, answers, mine, (theirs,)), one)

    assert len(asked) == 1
    assert second.status == "scored"
    assert grades(second) == {8, 2}
    assert second.stated_ranking == mine.stated_ranking


@pytest.mark.parametrize(
    "reply", [Lost(reason="down"), "no idea", "I cannot evaluate this."]
)
def test_where_a_revision_comes_to_nothing_the_first_round_stands(
    sitting, seat, other, answers, reply
):
    """Trouble in round two takes nothing away."""
    mine = first_round(sitting, seat, answers, flat(8))
    theirs = first_round(sitting, other, answers, flat(3))

    _, second = talk(revise(sitting, seat, answers, mine, (theirs,)), [reply])
    first, second = settle(sitting, seat, mine, second, answers=True)

    assert (first.final, second.final) == (True, False)
    assert first == mine
    assert second.status in ("failed", "abstained")


def test_only_a_verdict_can_be_revised(sitting, seat, other, answers):
    """Who said nothing has nothing to revise, and nobody's silence is shown."""
    sound = first_round(sitting, seat, answers, flat(8))
    failed = first_round(sitting, other, answers, "?")

    assert may_revise(sound, (sound,))
    assert not may_revise(failed, (sound,))
    assert not may_revise(sound, (failed,))
    assert not may_revise(sound, ())


def test_the_judge_of_two_rounds_is_another_judge(quality, seat, answers):
    """Who has heard the others is not who judged alone."""
    alone = first_round(Sitting(rubric=quality), seat, answers, flat(8))
    heard = first_round(Sitting(rubric=quality, rounds=2), seat, answers, flat(8))

    assert alone.judge != heard.judge
