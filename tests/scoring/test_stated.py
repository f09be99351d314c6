"""What reviewers state themselves: an overall, and an order."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from adjudge.errors import InputInvalid
from adjudge.scoring import (
    Ballot,
    Overall,
    Ranking,
    Standing,
    borda,
    disagreement,
    mismatch,
)


@pytest.mark.parametrize(
    ("stated", "base", "right"),
    [
        (8.15, 8.15, True),
        (8.2, 8.15, True),
        (8.1, 8.15, True),
        (8.0, 8.1, False),
        (7.35, 6.9, False),
        (6.0, 6.0, True),
        (float("nan"), 6.0, False),
        (float("inf"), 6.0, False),
    ],
)
def test_the_documents_stated_overalls(stated, base, right):
    """B is 8.10 and not 8.0, the confident lie 6.90 and not 7.35; rounding is no mistake."""
    found = mismatch(stated, Overall(value=base, base=base))

    assert (found is None) is right


def test_a_stated_overall_may_be_before_or_after_the_gates():
    """Both are right; what is neither is told with both."""
    made = Overall(value=4.0, base=6.9)

    assert mismatch(6.9, made) is None
    assert mismatch(4, made) is None
    assert mismatch(7.35, made).why == (
        "stated 7.35, the weighted mean is 6.9 and 4 after the gates"
    )
    assert mismatch(8, Overall(value=8.1, base=8.1)).why == (
        "stated 8, the weighted mean is 8.1"
    )


def test_nothing_to_compare_is_no_mismatch():
    """Where there is no overall, or none was stated."""
    assert mismatch(None, Overall(value=5.0, base=5.0)) is None
    assert mismatch(5.0, Overall(why="no grade for accuracy")) is None


def ballot(reviewer, *order, shown="abc", question="q"):
    """A ballot; each group of *order* is a string of authors."""
    return Ballot(
        question=question,
        reviewer=reviewer,
        order=tuple(tuple(group) for group in order),
        shown=tuple(shown),
    )


def points(*ballots):
    """Author -> points over all."""
    return {p.author: p.points for p in borda(ballots).over_all}


def test_borda_counts_the_answers_below():
    """As a share of the others: first 1, last 0, a tie the mean of its places."""
    assert points(ballot("x", "a", "b", "c")) == {"a": 1, "b": 0.5, "c": 0}
    assert points(ballot("x", "ab", "c")) == {"a": 0.75, "b": 0.75, "c": 0}
    assert points(ballot("x", "a", "b", "c"), ballot("y", "b", "a", "c")) == {
        "a": 0.75,
        "b": 0.75,
        "c": 0,
    }


def test_orders_of_any_length_count_the_same():
    """A reviewer that was not shown its own answer says nothing about it."""
    found = borda([ballot("a", "b", "c", shown="bc"), ballot("x", "a", "b", "c")])

    assert {(p.author, p.points, p.ballots) for p in found.over_all} == {
        ("a", 1.0, 1),
        ("b", 0.75, 2),
        ("c", 0.0, 2),
    }


def test_partial_orders_share_the_places_that_are_left():
    """Naming the winner alone leaves the others alike below it, and is told."""
    found = borda([ballot("x", "a", shown="abcd")])

    assert {p.author: round(p.points, 3) for p in found.over_all} == {
        "a": 1,
        "b": 0.333,
        "c": 0.333,
        "d": 0.333,
    }
    assert found.oddities == (
        "question q, x: b, c, d not named: they share the places that are left",
    )


def test_duplicate_and_unknown_names_are_told():
    """The first place counts, a stranger is left out, and neither moves the rest."""
    found = borda([ballot("x", "a", "z", "a", "b", "c")])

    assert {p.author: p.points for p in found.over_all} == {"a": 1, "b": 0.5, "c": 0}
    assert found.oddities == (
        "question q, x: 'z' was not shown: left out",
        "question q, x: 'a' is named twice: the first place counts",
    )


def test_an_order_of_strangers_counts_nowhere():
    """Nor does an order of nothing, or of one answer alone."""
    assert borda([ballot("x", "z")]).over_all == ()
    assert "counts nowhere" in borda([ballot("x")]).oddities[0]
    assert borda([ballot("x", "a", shown="a")]).over_all == ()
    with pytest.raises(InputInvalid, match="two orders"):
        borda([ballot("x", "a"), ballot("x", "b")])


def test_every_question_counts_the_same_in_borda():
    """However many ballots it has."""
    many = [ballot(r, "a", "b", shown="ab", question="1") for r in "xyz"]
    one = [ballot("x", "b", "a", shown="ab", question="2")]

    assert points(*many, *one) == {"a": 0.5, "b": 0.5}


orders = st.permutations("abcd").flatmap(
    lambda order: st.integers(0, 4).map(lambda n: tuple((a,) for a in order[:n]))
)


@given(st.lists(orders, min_size=1, max_size=4), st.permutations("abcd"))
def test_borda_does_not_care_for_names_or_order(made, names):
    """Renamed authors get the same points; shuffled ballots the same places."""
    swap = dict(zip("abcd", names, strict=True))
    ballots = [
        Ballot(question="q", reviewer=f"r{at}", order=order, shown=tuple("abcd"))
        for at, order in enumerate(made)
    ]
    renamed = [
        replace(
            b,
            order=tuple(tuple(swap[a] for a in group) for group in b.order),
            shown=tuple("dcba"),
        )
        for b in ballots
    ]
    one, other = borda(ballots), borda(renamed[::-1])

    assert {(swap[p.author], p.points, p.rank) for p in one.over_all} == {
        (p.author, p.points, p.rank) for p in other.over_all
    }
    total = sum(p.points for p in one.over_all)
    assert not one.over_all or total == pytest.approx(2)


def derived(**ranks):
    """A ranking with the given ranks."""
    made = [
        Standing(
            author=author,
            rank=rank,
            score=None if rank is None else 10.0 - rank,
            figures={},
            reviews=1,
            of=1,
            why="at most 4: accuracy is below 5" if author == "liar" else "",
        )
        for author, rank in sorted(ranks.items(), key=lambda one: one[1] or 99)
    ]
    return Ranking(standings=tuple(made), by="mean")


def test_a_liked_liar_shows_as_a_disagreement():
    """All put it first; the ceiling puts it last; the report says who, where and why."""
    stated = borda(
        [
            Ballot(
                question="q",
                reviewer=r,
                order=(("liar",), ("b",), ("c",)),
                shown=("b", "c", "liar"),
            )
            for r in "xy"
        ]
    )
    found = disagreement(derived(b=1, c=2, liar=3), stated.over_all)

    assert found
    assert found.winner
    assert found.turned == (("b", "liar"), ("c", "liar"))
    assert [(m.author, m.derived, m.stated, m.why) for m in found.moves] == [
        ("b", 1, 2, ""),
        ("c", 2, 3, ""),
        ("liar", 3, 1, "at most 4: accuracy is below 5"),
    ]
    assert found.tau == pytest.approx(-1 / 3)


def test_the_same_order_is_no_disagreement():
    """Even where only some authors are known to both: ranks are counted among them."""
    stated = borda([ballot("x", "a", "c", shown="ac")])
    found = disagreement(derived(a=1, b=2, c=3, d=None), stated.over_all)

    assert not found
    assert (found.tau, found.authors, found.winner) == (1.0, 2, False)
    assert disagreement(derived(a=1), ()).tau is None


@given(st.lists(st.integers(1, 4), min_size=2, max_size=6), st.randoms())
def test_the_disagreement_is_kendalls_tau_b(ranks, rng):
    """Held against scipy, ties included."""
    names = "abcdef"[: len(ranks)]
    other = [rng.randint(1, 3) for _ in ranks]
    stated = list(
        borda(
            [
                Ballot(
                    question="q",
                    reviewer="x",
                    order=tuple(
                        tuple(n for n, o in zip(names, other, strict=True) if o == level)
                        for level in (1, 2, 3)
                    ),
                    shown=tuple(names),
                )
            ]
        ).over_all
    )
    found = disagreement(derived(**dict(zip(names, ranks, strict=True))), stated)
    wanted = kendalltau(ranks, other).statistic

    if found.tau is None:
        assert len(set(ranks)) == 1 or len(set(other)) == 1
    else:
        assert found.tau == pytest.approx(wanted)
    pairs = itertools.combinations(zip(ranks, other, strict=True), 2)
    assert len(found.turned) == sum((a - c) * (b - d) < 0 for (a, b), (c, d) in pairs)
