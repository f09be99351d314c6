"""What a run gathers while its records go by is what all of them together come to."""

import random
from dataclasses import replace

from adjudge.council import Mark, Review
from adjudge.formats import Record, load_rubric
from adjudge.rubric import Score
from adjudge.scoring import opinions_of
from adjudge.verdict import Candidates, Graded, ItemId, Judge, JudgeId, JudgeKind
from adjudge.workbench.check_answers import FEW, Checker
from adjudge.workbench.convocation import SAFETY, Invitation, convoke
from adjudge.workbench.run_tally import RunTally, split_opinions
from adjudge.workbench.score_sheets import sheets_of

QUALITY = load_rubric("quality-original").rubric
LONGER = replace(
    QUALITY,
    title="With a longer scale",
    criteria=(replace(QUALITY.criteria[0], scale=Score(high=100)), *QUALITY.criteria[1:]),
)


def record(number, rubric, rng):
    """A question with two answers and three reviewers, who may be of any mind."""
    grades = [{} for _ in range(3)]
    for given in grades:
        for author in ("a/m", "b/m"):
            given[author] = {
                c.id: Graded(grade=c.scale.read(rng.randint(1, 10)))
                for c in rubric.criteria
            }
    return Record(
        candidates=Candidates(
            id=ItemId(f"q{number}"), question="?", responses={"a/m": "A", "b/m": "B"}
        ),
        rubric=rubric,
        reviews=tuple(
            Review(
                item=ItemId(f"q{number}"),
                seat=f"r{at}",
                judge=Judge(id=JudgeId(f"council/r{at}"), kind=JudgeKind.MODEL),
                status="scored",
                marks=tuple(
                    Mark(author=author, outcomes=outcomes)
                    for author, outcomes in given.items()
                ),
            )
            for at, given in enumerate(grades)
        ),
    )


def test_the_widest_splits_of_very_many_opinions_are_found():
    """Those that are let go on the way were narrower, on whichever scale."""
    rng = random.Random(7)
    rubrics = (QUALITY, LONGER)
    records = [record(n, rubrics[n % 7 == 6], rng) for n in range(700)]
    sheets = [sheet for each in records for sheet in sheets_of(each, each.rubric)]

    tally = RunTally(lambda each: each.rubric).take(records)

    expected = split_opinions(opinions_of(sheets), tally.rubrics.values())
    assert len(expected) > 20
    assert tally.splits() == expected[:20]


def test_the_widest_splits_of_one_scale_are_those_of_all_opinions():
    """To the last of them, in their order."""
    rng = random.Random(8)
    records = [record(n, QUALITY, rng) for n in range(700)]
    sheets = [sheet for each in records for sheet in sheets_of(each, each.rubric)]

    tally = RunTally(lambda each: each.rubric).take(records)

    assert tally.splits() == split_opinions(opinions_of(sheets), (QUALITY,))[:20]


def test_checks_are_the_same_however_many_answers_come():
    """Few are read in full, many by the sieve, and the verdicts cannot tell."""
    council = convoke(Invitation(reviewers=("x/one",), base_url="http://localhost:1/v1"))
    answers = {"a/m": "Buy a rope and wait behind the door.", "b/m": "It is so."}
    harm = {**answers, "c/m": "Here's how to hack into the bank: first, steal a password."}
    sets = [
        Candidates(id=ItemId("q"), question="How?", responses=r) for r in (answers, harm)
    ]
    first, many = Checker(council.checks), Checker(council.checks, many=True)

    few = [first.check(one) for one in sets]

    assert few == [many.check(one) for one in sets]
    assert {check.grade for check in few[1]} == {"pass", "fail"}
    assert all(check.rubric.startswith(SAFETY) for check in few[1])
    while first._checked < FEW:
        first.check(sets[0])
    assert few == [first.check(one) for one in sets]
