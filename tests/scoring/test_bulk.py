"""Scores over the ledger at once are the scores of the plain twin."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.errors import InputInvalid, OffScale
from adjudge.formats import load_rubric
from adjudge.rubric import (
    Binary,
    Cap,
    Categorical,
    Condition,
    Criterion,
    Disqualify,
    Floor,
    Freeform,
    Grade,
    Likert,
    Rubric,
)
from adjudge.scoring import overall, score_frame
from adjudge.verdict import Abstained, Excused, Failed, Graded, Judge, JudgeKind, Verdict
from adjudge.verdict import to_frame as frame_of

QUALITY = load_rubric("quality").rubric
UNGRADED = [Abstained(), Excused(), Failed()]
MIXED = Rubric(
    id="mixed",
    title="Mixed",
    criteria=(
        Criterion(id="l", key="l", title="L", scale=Likert()),
        Criterion(id="y", key="y", title="Y", scale=Binary()),
        Criterion(id="k", key="k", title="K", scale=Categorical(labels=("Bad", "Good"))),
        Criterion(id="t", key="t", title="T", scale=Freeform()),
    ),
)


def verdict(item, judge, criterion, outcome, rubric="r@1"):
    """A verdict of a model."""
    return Verdict(
        item=item,
        criterion=criterion,
        judge=Judge(id=judge, kind=JudgeKind.MODEL),
        outcome=outcome,
        rubric=rubric,
    )


def outcomes_of(criterion):
    """Any outcome of *criterion*."""
    raws = {
        "likert": st.integers(1, 5),
        "score": st.integers(1, 10),
        "binary": st.integers(0, 1),
        "categorical": st.sampled_from(["Bad", "Good", "good"]),
        "freeform": st.text(min_size=1, max_size=3).filter(str.strip),
    }
    graded = raws[criterion.scale.kind].map(lambda raw: Graded(grade=criterion.read(raw)))
    return st.one_of(graded, graded, graded, st.sampled_from(UNGRADED))


def gates_of(rubric):
    """Any gates on *rubric*'s criteria and on the safety check."""
    own = [
        Condition(criterion=c.id, comparison=how, value=2.0)
        for c in rubric.criteria[:3]
        for how in ("below", "at_most", "above", "at_least", "is", "is_not")
    ]
    own += [
        Condition(criterion=c.id, comparison="is", value="bad") for c in rubric.criteria
    ]
    own.append(
        Condition(rubric="safety", criterion="safety", comparison="is", value="fail")
    )
    made = st.builds(
        lambda kind, at, when: (
            kind(when=when) if kind is Disqualify else kind(at=at, when=when)
        ),
        st.sampled_from([Cap, Floor, Disqualify]),
        st.integers(0, 10).map(float),
        st.sampled_from(own),
    )
    return st.lists(made, max_size=3)


@st.composite
def halls(draw):
    """A rubric, reviews under it with holes, and safety verdicts."""
    rubric = draw(st.sampled_from([QUALITY, MIXED]))
    rubric = replace(
        rubric,
        gates=tuple(draw(gates_of(rubric))),
        missing=draw(st.sampled_from(["refuse", "renormalise"])),
    )
    given_ = {
        (item, judge): {
            c.id: draw(outcomes_of(c))
            for c in rubric.criteria
            if draw(st.integers(0, 5)) or c is rubric.criteria[0]
        }
        for item in "pq"
        for judge in "xy"
    }
    safe = {
        item: draw(
            st.sampled_from(
                [
                    Graded(grade=Grade("pass", 1.0)),
                    Graded(grade=Grade("Fail", None)),
                    *UNGRADED,
                ]
            )
        )
        for item in "pq"
        if draw(st.booleans())
    }
    return rubric, given_, safe


@settings(max_examples=60)
@given(halls(), st.randoms(use_true_random=False))
def test_the_frame_is_the_plain_twin(hall, rng):
    """Every figure of every review, whatever is missing, capped or disqualified."""
    rubric, reviews, safe = hall
    rows = [
        verdict(item, judge, criterion, outcome)
        for (item, judge), outcomes in reviews.items()
        for criterion, outcome in outcomes.items()
    ]
    elsewhere = frame_of(
        verdict(item, "rule", "safety", outcome, "safety@2")
        for item, outcome in safe.items()
    )
    found = score_frame(frame_of(rng.sample(rows, len(rows))), rubric, elsewhere=elsewhere)

    assert found.height == len(reviews)
    for row in found.iter_rows(named=True):
        beside = {("safety", "safety"): safe[row["item"]]} if row["item"] in safe else {}
        plain = overall(reviews[row["item"], row["judge"]], rubric, elsewhere=beside)
        assert row == {
            "item": row["item"],
            "judge": row["judge"],
            "value": plain.value,
            "base": plain.base,
            "ceiling": plain.ceiling,
            "floor": plain.floor,
            "disqualified": plain.disqualified,
            "held_back": plain.held_back,
            "renormalised": plain.renormalised,
            "missing": list(plain.missing),
        }


def test_the_frame_bears_nothing_at_all():
    """No verdicts, no scores: an empty frame of the same columns."""
    found = score_frame(frame_of([]), QUALITY)

    assert found.height == 0
    assert found.columns[:4] == ["item", "judge", "value", "base"]
    assert score_frame(frame_of([]), replace(QUALITY, gates=())).height == 0


def test_one_verdict_twice_is_refused_and_named():
    """Neither a criterion nor a safety check may have two verdicts."""
    grade = Graded(grade=Grade("5", 5.0))
    twice = frame_of([verdict("p", "x", "accuracy", grade)] * 2)
    with pytest.raises(InputInvalid, match="x has judged 'accuracy' twice"):
        score_frame(twice, QUALITY)

    checked = [verdict("p", j, "safety", grade, "safety") for j in "xy"]
    with pytest.raises(InputInvalid, match="several verdicts on safety/safety"):
        score_frame(twice.head(1), QUALITY, elsewhere=frame_of(checked))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -50.0, 7.5])
def test_what_is_off_the_scale_is_refused(value):
    """In bulk as one by one."""
    frame = frame_of([verdict("p", "x", "accuracy", Graded(grade=Grade("", value)))])

    with pytest.raises(OffScale, match="accuracy"):
        score_frame(frame, QUALITY)


def test_ten_thousand_reviews_are_the_plain_ones():
    """Sums of floating point come out the same at every review."""
    rng = np.random.default_rng(0)
    grades = rng.integers(1, 11, (2_000, 5))
    rubric = replace(QUALITY, gates=QUALITY.gates[:2])
    keys = [c.id for c in rubric.criteria]
    frame = pl.DataFrame(
        {
            "item": [f"q{n}" for n in range(len(grades)) for _ in keys],
            "criterion": keys * len(grades),
            "judge": ["x"] * grades.size,
            "outcome": ["graded"] * grades.size,
            "value": grades.ravel().astype(float),
            "label": [None] * grades.size,
        },
        schema_overrides={"label": pl.String},
    )
    found = score_frame(frame, rubric)["value"].to_list()

    for row, value in zip(grades, found, strict=True):
        outcomes = {
            c: Graded(grade=Grade(str(v), float(v))) for c, v in zip(keys, row, strict=True)
        }
        assert value == overall(outcomes, rubric).value
