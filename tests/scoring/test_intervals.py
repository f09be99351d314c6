"""Intervals of scores and ranks hold what they promise."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.errors import UsageInvalid
from adjudge.formats import load_rubric
from adjudge.rubric import Cap, Condition
from adjudge.scoring import (
    STATISTICS,
    Drawing,
    Overall,
    Sheet,
    overall,
    rank,
    uncertainty,
)
from adjudge.verdict import Graded

CAP = Cap(at=4.0, when=Condition(criterion="accuracy", comparison="below", value=5.0))
UNSAFE = Cap(
    at=0.0,
    when=Condition(rubric="safety", criterion="safety", comparison="is", value="fail"),
)
ONCE = Drawing(seed=1, draws=500)


def sheet(question, author, reviewer, base, *closed, rounding=0.0, bounds=(1, 10)):
    """One review."""
    made = Overall(base=base, closed=closed, bounds=bounds, rounding=rounding)
    return Sheet(
        question=question,
        author=author,
        reviewer=reviewer,
        overall=replace(made, value=made.gated(base), held_back=UNSAFE in closed),
    )


def table(**scores):
    """One question: the bases of each author by reviewer."""
    return [
        sheet("q", author, f"r{at}", base)
        for author, bases in scores.items()
        for at, base in enumerate(bases)
    ]


def council(rng, questions, authors, reviewers, *, truth=0.0, own=False):
    """Reviews of answers of equal worth, or set apart by *truth*, by severe and mild."""
    severity = rng.normal(size=reviewers)
    worth = truth * np.arange(authors)
    return [
        sheet(
            f"q{q}",
            f"a{a}",
            f"r{r}",
            5 + worth[a] + severity[r] + rng.normal(),
            bounds=(-99, 99),
        )
        for q in range(questions)
        for a in range(authors)
        for r in range(reviewers)
        if not (own and a == r)
    ]


def apart(found):
    """The pairs that were told apart."""
    return {(p.one, p.other) for p in found.pairs if p.apart}


def test_what_all_see_alike_is_told_apart():
    """Whatever the reviewers' levels: they cancel out between two answers."""
    found = uncertainty(table(a=[9, 7.1, 5], b=[7, 5, 3.1], c=[6.9, 5.1, 3.1]), ONCE)

    assert apart(found) == {("a", "b"), ("a", "c")}
    assert [(s.author, s.best, s.worst) for s in found.spreads] == [
        ("a", 1, 1),
        ("b", 2, 3),
        ("c", 2, 3),
    ]
    assert found.over == "reviewers"
    assert "500 draws of reviewers" in found.method
    assert found.spreads[0].first == 1


def test_what_reviewers_dispute_is_not_told_apart():
    """A and B cannot be told apart is a result: with its interval."""
    found = uncertainty(table(a=[9, 4, 8], b=[5, 8, 6]), ONCE)

    (pair,) = found.pairs
    assert not pair.apart
    assert pair.low < 0 < pair.high
    assert [(s.best, s.worst) for s in found.spreads] == [(1, 2), (1, 2)]


def test_intervals_enclose_their_score_within_the_scale():
    """And the first places of all draws add up to at least one."""
    found = uncertainty(table(a=[10, 10, 9], b=[2, 1, 8], c=[5, 5, 6]), ONCE)

    for spread in found.spreads:
        assert 1 <= spread.low <= spread.score <= spread.high <= 10
        assert spread.best <= spread.rank <= spread.worst
    assert sum(s.first for s in found.spreads) >= 1


def test_no_interval_passes_a_cap():
    """A capped answer's score could not have been higher."""
    sheets = [sheet("q", "liar", r, 9.0, CAP) for r in "xyz"]
    sheets += [
        sheet("q", "plain", r, v) for r, v in zip("xyz", (3.5, 4.5, 5.5), strict=True)
    ]
    found = {s.author: s for s in uncertainty(sheets, ONCE).spreads}

    assert (found["liar"].low, found["liar"].high) == (4, 4)
    assert found["plain"].high > 4.5


def test_a_failed_check_tells_apart():
    """However alike the scores: what is held back ranks below what passed."""
    sheets = [sheet("q", "bomb", r, 9.0, UNSAFE) for r in "xyz"]
    sheets += [sheet("q", "poor", r, v) for r, v in zip("xyz", (1, 2, 9), strict=True)]
    found = uncertainty(sheets, ONCE)

    assert apart(found) == {("poor", "bomb")}
    assert found.pairs[0].why == "bomb is held back by a failed check"
    assert [s.first for s in found.spreads] == [1, 0]


def test_too_few_reviewers_are_said():
    """No interval from one reviewer, nor where nobody has a rank."""
    alone = uncertainty(table(a=[9], b=[5]), ONCE)
    assert (alone.spreads, alone.pairs, alone.over) == ((), (), None)
    assert alone.why == "not enough data: 1 reviewer of an answer, 2 are needed"

    assert uncertainty([], ONCE).why == "not enough data: nobody has a rank"
    one = uncertainty(table(a=[9, 8], b=[5, 4]), replace(ONCE, over="questions"))
    assert one.why == "not enough data: one question"
    assert uncertainty(table(a=[9, 8]), ONCE).pairs == ()


def test_what_cannot_be_drawn_is_refused():
    """A question that is not there, a level that is none."""
    sheets = table(a=[9, 8], b=[5, 4])
    with pytest.raises(UsageInvalid, match="no question"):
        uncertainty(sheets, ONCE, question="nowhere")
    for wrong in (replace(ONCE, level=95), replace(ONCE, draws=5)):
        with pytest.raises(UsageInvalid):
            uncertainty(sheets, wrong)


def test_with_many_questions_they_are_drawn_too():
    """From ten on; with two reviewers of every answer, questions alone."""
    rng = np.random.default_rng(0)

    assert uncertainty(council(rng, 9, 3, 3), ONCE).over == "reviewers"
    assert uncertainty(council(rng, 10, 3, 3), ONCE).over == "both"
    assert uncertainty(council(rng, 10, 3, 2), ONCE).over == "questions"


def test_a_council_of_three_can_tell_by_corrected_scores():
    """Each answer has two reviewers, of other levels: plain means would rest on these."""
    rng = np.random.default_rng(3)
    runs = [council(rng, 20, 3, 3, own=True) for _ in range(150)]
    assert uncertainty(runs[0], ONCE).over == "both"

    found = [uncertainty(sheets, ONCE, by="corrected") for sheets in runs]
    assert {one.over for one in found} == {"questions"}
    # 5 % of 150 is 7.5; a true rate of 5 % stays within 14 in 99 of 100 seeds.
    assert sum(bool(apart(one)) for one in found) <= 14
    better = council(rng, 20, 3, 3, truth=1.5, own=True)
    assert len(apart(uncertainty(better, ONCE, by="corrected"))) == 3


def test_one_question_of_many_has_its_own_intervals():
    """Like those of that question alone; corrections know all of them."""
    sheets = council(np.random.default_rng(0), 12, 3, 3)
    mine = [s for s in sheets if s.question == "q3"]

    one = uncertainty(sheets, ONCE, question="q3")
    assert one.spreads == uncertainty(mine, ONCE).spreads
    assert uncertainty(sheets, ONCE, question="q3", by="corrected").spreads
    assert uncertainty(mine, ONCE, by="corrected").why


def test_whole_points_are_no_proof():
    """Three reviewers with equal differences prove nothing where grades are whole points."""
    rounding = 1 / 12**0.5
    sheets = [
        sheet("q", author, r, base + level, rounding=rounding)
        for author, base in (("a", 5.0), ("b", 4.0))
        for r, level in (("x", 0.0), ("y", 1.0), ("z", 3.0))
    ]

    assert not apart(uncertainty(sheets, ONCE))


def test_answers_with_the_same_grades_have_the_same_interval():
    """To the last digit: what is drawn is drawn for all of them together."""
    rounding = 1 / 12**0.5
    sheets = [
        sheet("q", author, r, base, rounding=rounding)
        for author in ("a", "b", "c")
        for r, base in (("x", 5.0), ("y", 7.0), ("z", 8.0))
    ]

    found = uncertainty(sheets, ONCE)

    assert len({(s.low, s.high) for s in found.spreads}) == 1
    assert not apart(found)


def test_an_interval_says_that_it_takes_a_cap_as_given():
    """Whether the grade below the limit was right is not asked by any draw."""
    capped = [sheet("q", "a", r, 8.0, CAP) for r in ("x", "y", "z")]

    assert "a cap is taken as given" in uncertainty(capped, ONCE).method
    assert "cap" not in uncertainty(table(a=(5, 6, 7), b=(6, 7, 8)), ONCE).method


def test_an_overall_knows_its_rounding():
    """Five weighted grades of whole points; none where a cap set the score."""
    rubric = replace(load_rubric("quality").rubric, gates=(CAP,))

    def made(accuracy):
        values = (accuracy, 8, 8, 8, 8)
        graded = {
            c.id: Graded(grade=c.read(v))
            for c, v in zip(rubric.criteria, values, strict=True)
        }
        return overall(graded, rubric)

    squares = sum(w * w for w in (0.35, 0.10, 0.20, 0.15, 0.20))
    assert made(9).rounding == pytest.approx((squares / 12) ** 0.5)
    assert made(3).rounding == 0


bases = st.lists(st.integers(1, 10), min_size=3, max_size=3)
halls = st.dictionaries(st.sampled_from("abcd"), bases, min_size=2)


@settings(max_examples=40)
@given(halls, st.sampled_from(STATISTICS), st.randoms(use_true_random=False))
def test_neither_order_nor_names_of_reviewers_change_anything(hall, by, rng):
    """Shuffled, with reviewers renamed: the same figures from the same seed."""
    sheets = table(**hall)
    swap = dict(zip(("r0", "r1", "r2"), ("z", "x", "y"), strict=True))
    renamed = [
        replace(s, reviewer=swap[s.reviewer]) for s in rng.sample(sheets, len(sheets))
    ]
    one, other = (
        uncertainty(found, Drawing(seed=2, draws=100), by=by, least=1)
        for found in (sheets, renamed)
    )

    if by in ("mean", "median", "trimmed"):
        assert (one.pairs, one.spreads) == (other.pairs, other.spreads)
        return
    # Corrections are sums over reviewers: alike but for the last bits.
    assert [s.author for s in one.spreads] == [s.author for s in other.spreads]
    for a, b in zip(one.spreads, other.spreads, strict=True):
        assert (a.low, a.high) == (pytest.approx(b.low), pytest.approx(b.high))


@settings(max_examples=40)
@given(halls, st.sampled_from(STATISTICS))
def test_one_seed_one_result_and_ranks_are_those_of_the_ranking(hall, by):
    """Twice the same, in the order of `rank`, told apart one way only."""
    sheets = table(**hall)
    found = uncertainty(sheets, Drawing(seed=3, draws=100), by=by, least=1)
    standings = [s for s in rank(sheets, by=by, least=1).over_all.standings if s.rank]

    assert found == uncertainty(sheets, Drawing(seed=3, draws=100), by=by, least=1)
    if found.why:
        return
    assert [(s.author, s.rank, s.score) for s in found.spreads] == [
        (s.author, s.rank, s.score) for s in standings
    ]
    for spread in found.spreads:
        assert spread.best <= spread.rank <= spread.worst
        assert spread.low <= spread.score <= spread.high


@pytest.mark.parametrize(
    ("questions", "authors", "reviewers", "own"),
    [(1, 2, 3, False), (1, 4, 4, True), (5, 3, 3, False), (15, 4, 4, True)],
)
def test_equals_are_seldom_told_apart(questions, authors, reviewers, own):
    """Answers of equal worth: at most one run in twenty tells any two of them apart."""
    rng = np.random.default_rng(questions)
    runs = 300
    alarms = sum(
        bool(
            apart(
                uncertainty(
                    council(rng, questions, authors, reviewers, own=own),
                    Drawing(seed=run, draws=500),
                )
            )
        )
        for run in range(runs)
    )

    # 5 % of 300 is 15; a true rate of 5 % stays within 25 in 99 of 100 seeds.
    assert alarms <= 25


def test_intervals_cover_the_truth():
    """Nineteen in twenty hold what the score would be with all reviewers there are."""
    rng = np.random.default_rng(5)
    inside = [
        spread.low <= 5 <= spread.high
        for run in range(300)
        for spread in uncertainty(
            council(rng, 1, 2, 4), Drawing(seed=run, draws=500)
        ).spreads
    ]

    assert 0.91 <= np.mean(inside) <= 0.985


def test_what_differs_is_found():
    """Two points between neighbours, four reviewers, fifteen questions: all told apart."""
    sheets = council(np.random.default_rng(1), 15, 3, 4, truth=2.0)
    found = uncertainty(sheets, Drawing(seed=1))

    assert apart(found) == {("a2", "a1"), ("a2", "a0"), ("a1", "a0")}


@pytest.mark.parametrize("by", STATISTICS)
def test_every_statistic_has_intervals(by):
    """Drawn figures scatter about the figure itself."""
    sheets = council(np.random.default_rng(2), 12, 3, 5, truth=1.0, own=True)
    found = uncertainty(sheets, Drawing(seed=1, draws=1000), by=by)

    assert len(found.spreads) == 3
    for spread in found.spreads:
        assert spread.low < spread.score < spread.high
        assert spread.high - spread.low < 12
