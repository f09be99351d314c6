"""Very many reviews as columns come to what the sheets come to, one by one."""

import random
from dataclasses import asdict, replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudge.agreement import Board, consensus, effective_reviewers
from adjudge.errors import InputInvalid
from adjudge.formats import load_rubric
from adjudge.rubric import Condition, Disqualify, Grade
from adjudge.scoring import (
    STATISTICS,
    Ballot,
    BordaCount,
    Drawing,
    Sheet,
    State,
    TableBuilder,
    borda,
    figures_of,
    in_order,
    means_of,
    means_of_table,
    overall,
    rank,
    rank_question,
    ratings_of,
    uncertainty,
    uncertainty_of,
)
from adjudge.verdict import Graded

QUALITY = load_rubric("quality").rubric
STRICT = replace(
    QUALITY,
    gates=(
        *QUALITY.gates[:1],
        Disqualify(when=Condition(criterion="clarity", comparison="below", value=2.0)),
    ),
)
ONCE = Drawing(seed=3, draws=200)
NAN = float("nan")


def sheets_of(seed, questions, authors, reviewers, holes):
    """Random reviews under a rubric with a ceiling and a disqualification."""
    rng = np.random.default_rng(seed)
    made = []
    for q in range(questions):
        for author in authors:
            for reviewer in reviewers:
                if rng.random() < holes:
                    continue
                outcomes = {
                    c.id: Graded(grade=Grade(str(v), float(v)))
                    for c, v in zip(STRICT.criteria, rng.integers(1, 11, 5), strict=True)
                    if rng.random() > holes / 5
                }
                made.append(
                    Sheet(
                        question=f"q{q}",
                        author=author,
                        reviewer=reviewer,
                        overall=overall(outcomes, STRICT),
                    )
                )
    return made


def table_of(sheets):
    """The same reviews as columns, which come question by question."""
    builder = TableBuilder()
    for question in dict.fromkeys(s.question for s in sheets):
        builder.question(question)
        for s in sheets:
            if s.question == question:
                made = s.overall
                value = NAN if made.value is None else made.value
                base = NAN if made.base is None else made.base
                builder.add(s.author, s.reviewer, (value, base), State.of(made))
    return builder.table()


def near(found, expected):
    """Whether two plain structures agree, numbers to nine digits."""
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(
            near(found[k], v) for k, v in expected.items()
        )
    if isinstance(expected, list | tuple):
        return len(found) == len(expected) and all(map(near, found, expected))
    if isinstance(expected, float) and isinstance(found, float):
        return found == pytest.approx(expected, abs=1e-9, nan_ok=True)
    return found == expected


HALLS = st.tuples(
    st.integers(0, 10_000),
    st.integers(2, 14),
    st.sampled_from([("a", "b"), ("c", "a", "b"), ("d", "b", "a", "c")]),
    st.sampled_from([("x", "y"), ("z", "x", "y"), ("x", "w", "z", "y")]),
    st.sampled_from([0.0, 0.1, 0.5]),
)


@settings(max_examples=40, deadline=None)
@example((2, 2, ("c", "a", "b"), ("x", "w", "z", "y"), 0.5), "mean", random.Random(0))
@given(HALLS, st.sampled_from(STATISTICS), st.randoms(use_true_random=False))
def test_columns_rank_as_sheets_do(hall, by, rng):
    """Every figure of every author, and every interval, in whatever order they come."""
    sheets = sheets_of(*hall)
    plain = rank(sheets, by=by)
    table = table_of(rng.sample(sheets, len(sheets)))
    figures = figures_of(table, means_of_table(table), by=by)

    assert near(asdict(figures.ranking), asdict(plain.over_all))
    assert near(asdict(figures.means.leniency), asdict(plain.leniency))
    found, expected = uncertainty_of(figures, ONCE), uncertainty(sheets, ONCE, by=by)
    assert near(asdict(found), asdict(expected))


@settings(max_examples=25, deadline=None)
@given(HALLS)
def test_columns_agree_as_sheets_do(hall):
    """Consensus and the number of independent reviewers are those of the tuples."""
    sheets = sheets_of(*hall)
    table = table_of(sheets)
    ratings = ratings_of(sheets)
    rows = ~np.isnan(table.values).all(axis=1)
    columns = ~np.isnan(table.values).all(axis=0)
    names = tuple(n for n, kept in zip(table.reviewers, columns, strict=True) if kept)
    laid = Board(table.values[rows][:, columns], (), names, table.questions[rows])

    assert near(asdict(consensus(laid)), asdict(consensus(ratings)))
    assert near(asdict(effective_reviewers(laid)), asdict(effective_reviewers(ratings)))


@settings(max_examples=25, deadline=None)
@given(HALLS, st.sampled_from(STATISTICS))
def test_a_question_alone_ranks_as_among_all(hall, by):
    """With the habits of all reviews, one question's sheets give its ranking."""
    sheets = sheets_of(*hall)
    plain = rank(sheets, by=by)
    means = means_of(in_order(sheets))

    for question, expected in plain.questions.items():
        mine = [s for s in sheets if s.question == question]
        assert rank_question(mine, means, by, question) == expected


def test_stated_orders_are_counted_question_by_question():
    """Borda's places over all are the same, whether ballots are held or not."""
    rng = np.random.default_rng(1)
    ballots = [
        Ballot(
            question=f"q{q}",
            reviewer=r,
            order=tuple((a,) for a in rng.permutation(["a", "b", "c"]).tolist()),
            shown=("a", "b", "c", "d"),
        )
        for q in range(9)
        for r in "xy"
    ]
    count = BordaCount()
    for q in range(9):
        for ballot in ballots[2 * q : 2 * q + 2]:
            count.add(ballot)
        count.close()

    assert count.found().over_all == borda(ballots).over_all
    assert set(count.found().oddities) == set(borda(ballots).oddities)


def test_one_review_twice_is_refused_and_named():
    """No reviewer counts twice, in columns as among sheets."""
    builder = TableBuilder()
    builder.question("q1")
    builder.add("a", "x", (5.0, 5.0), State())

    with pytest.raises(InputInvalid, match="x has scored 'a' twice"):
        builder.add("a", "x", (5.0, 5.0), State())


def test_nothing_at_all_is_a_table_as_well():
    """No review, no rank, and no crash."""
    builder = TableBuilder()
    builder.question("q1")
    table = builder.table()
    figures = figures_of(table, means_of_table(table))

    assert table.count == 0
    assert figures.ranking.standings == ()
    assert uncertainty_of(figures, ONCE).why == "not enough data: nobody has a rank"
