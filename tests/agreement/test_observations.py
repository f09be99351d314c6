"""Columns of what is observed, and their plain twin, which looks every place up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.agreement import Observed, compare
from adjudge.agreement.board import board
from adjudge.agreement.observations import observations
from adjudge.errors import InputInvalid

names = st.sampled_from(["a", "b", "Ç", "", "10", "9"])
maybe = st.none() | st.integers(1, 10).map(float)
observed = st.lists(
    st.builds(
        Observed,
        question=names,
        author=names,
        reviewer=names,
        overall=maybe,
        holistic=maybe,
        criteria=st.dictionaries(st.sampled_from(["x", "y"]), st.floats(1, 10)),
        position=st.none() | st.integers(0, 3),
        length=st.none() | st.integers(0, 99),
        own=st.booleans(),
    ),
    max_size=30,
    unique_by=lambda o: (o.question, o.author, o.reviewer),
)


@given(observed)
def test_values_lie_where_looking_each_up_puts_them(given):
    """Rows, columns, questions and holes, for every column that can be laid out."""
    columns = observations(iter(given))

    told = {
        "overall": (columns.overall, lambda o: o.overall),
        "holistic": (columns.holistic, lambda o: o.holistic),
        **{
            key: (values, lambda o, key=key: o.criteria.get(key))
            for key, values in columns.criteria.items()
        },
    }
    for values, value_of in told.values():
        kept = ~columns.own & ~np.isnan(values)
        found = columns.laid(kept, values)
        twin = board(
            [
                (o.question, o.author, o.reviewer, value_of(o))
                for o in given
                if not o.own and value_of(o) is not None
            ]
        )
        np.testing.assert_array_equal(found.board.values, twin.values)
        np.testing.assert_array_equal(found.board.questions, twin.questions)
        assert found.board.reviewers == twin.reviewers
        authors = [columns.authors[at] for at in found.authors]
        assert authors == [author for _, author in twin.answers]
        there = found.board.values[found.row, found.column]
        np.testing.assert_array_equal(there, values[kept])


@given(observed)
def test_nothing_that_was_observed_is_lost(given):
    """Each comes back as it was, in the order of the names."""
    columns = observations(given)

    assert len(columns) == len(given)
    ordered = sorted(given, key=lambda o: (o.question, o.author, o.reviewer))
    for at, one in enumerate(ordered):
        assert columns.questions[columns.question[at]] == one.question
        assert columns.authors[columns.author[at]] == one.author
        assert columns.reviewers[columns.reviewer[at]] == one.reviewer
        assert columns.position[at] == (-1 if one.position is None else one.position)
        assert columns.length[at] == (one.length or 0)
        assert columns.own[at] == one.own
        graded = {key: column[at] for key, column in columns.criteria.items()}
        assert {k: v for k, v in graded.items() if not np.isnan(v)} == one.criteria


def test_an_answer_is_scored_once_by_a_reviewer():
    """Twice is refused, by name."""
    given = [
        Observed(question=q, author="a", reviewer=r, overall=5.0)
        for q, r in [("p", "x"), ("q", "x"), ("q", "y"), ("q", "y")]
    ]

    with pytest.raises(InputInvalid, match="y has scored 'a' twice") as refused:
        compare(given)

    assert refused.value.where == "question q"
