"""Lines of the ledger, written for a whole review at once."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from adjudge.council import Mark, Review, verdicts_of
from adjudge.formats.verdict_line import review_lines, verdict_line
from adjudge.rubric import CriterionId, Grade
from adjudge.verdict import Abstained, Failed, Graded, ItemId, Judge, JudgeId, JudgeKind

ONE, TWO = CriterionId("one"), CriterionId("two")
SEVEN = Graded(grade=Grade("7", 7.0))
TEXT = Graded(grade=Grade("\u00fcber", None))
MARKS = (
    Mark(
        author="a/m",
        outcomes={ONE: SEVEN, TWO: Abstained()},
        rationales={ONE: "So."},
        notes="In all.",
        holistic=Grade("8", 8.0),
    ),
    Mark(author="x/own", outcomes={ONE: SEVEN}, own=True),
    Mark(author="b/m", outcomes={ONE: Failed(), TWO: TEXT}),
    Mark(author="", outcomes={ONE: SEVEN}),
)
TIMES = (
    None,
    datetime(2026, 11, 19, 8, 30, tzinfo=UTC),
    datetime(2026, 11, 19, 8, 30, 0, 7, tzinfo=timezone(timedelta(hours=2))),
)


@pytest.mark.parametrize("at", TIMES)
@pytest.mark.parametrize("reason", ["", "the reply is empty"])
def test_lines_of_a_review_are_those_of_its_verdicts(at, reason):
    """Own answers are left out, and gaps carry the reason of the review."""
    review = Review(
        item=ItemId("q"),
        seat="x/judge",
        judge=Judge(id=JudgeId("council/x/judge@1"), kind=JudgeKind.MODEL),
        status="scored",
        reason=reason,
        marks=MARKS,
    )

    lines = list(review_lines(review, "quality@1", at))

    assert lines == [verdict_line(v) for v in verdicts_of(review, "quality@1", at=at)]
    assert len(lines) == 6
