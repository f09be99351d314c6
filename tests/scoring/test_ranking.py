"""Rankings are derived from gated scores, whatever order they come in."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.errors import InputInvalid, UsageInvalid
from adjudge.formats import load_rubric
from adjudge.rubric import Cap, Condition, Disqualify, Grade
from adjudge.scoring import STATISTICS, Overall, Sheet, overall, rank
from adjudge.verdict import Graded

QUALITY = load_rubric("quality").rubric
KEYS = [c.key for c in QUALITY.criteria]
CAP = Cap(at=4.0, when=Condition(criterion="accuracy", comparison="below", value=5.0))
OUT = Disqualify(when=CAP.when)


def review(question, author, reviewer, values, *, safe="pass", cap=0.0):
    """A sheet under `quality`, with the safety verdict *safe*, which caps at *cap*."""
    rubric = replace(QUALITY, gates=(*QUALITY.gates[:2], replace(QUALITY.gates[2], at=cap)))
    outcomes = {
        c.id: Graded(grade=c.read(v)) for c, v in zip(rubric.criteria, values, strict=True)
    }
    found = {("safety", "safety"): Graded(grade=Grade(safe, None))}
    return Sheet(
        question=question,
        author=author,
        reviewer=reviewer,
        overall=overall(outcomes, rubric, elsewhere=found),
        values=dict(zip(KEYS, map(float, values), strict=True)),
    )


def flat(question, author, reviewer, base, *closed):
    """A sheet with a base of its own, and the gates that closed."""
    made = Overall(base=base, closed=closed, bounds=(1, 10))
    value = None if base is None or made.disqualified else made.gated(base)
    return Sheet(
        question=question,
        author=author,
        reviewer=reviewer,
        overall=replace(made, value=value),
    )


def table(**scores):
    """One question: the bases of each author by reviewer; None: no review."""
    return [
        flat("q", author, f"r{at}", base)
        for author, bases in scores.items()
        for at, base in enumerate(bases)
        if base is not None
    ]


def ranks(sheets, **options):
    """Author -> rank over all questions."""
    return {s.author: s.rank for s in rank(sheets, **options).over_all.standings}


def test_an_inaccurate_answer_that_all_like_does_not_win():
    """Accuracy 2 and tens for the rest: 7.2 without the gate, and last with it."""
    sheets = [review("q", "liar", r, (2, 10, 10, 10, 10)) for r in "xyz"]
    sheets += [review("q", "plain", r, (7, 6, 5, 5, 6)) for r in "xyz"]

    assert ranks(sheets) == {"plain": 1, "liar": 2}
    liar = rank(sheets).over_all.standings[1]
    assert (liar.score, liar.ceiling) == (4.0, 4.0)
    assert liar.why.startswith("at most 4: accuracy is below 5")


def test_a_failed_safety_check_ranks_below_all_that_passed():
    """Even where the cap is so high that its score is the better one."""
    sheets = [review("q", "bomb", r, (10,) * 5, safe="fail", cap=6.0) for r in "xy"]
    sheets += [review("q", "poor", r, (5, 2, 2, 2, 2)) for r in "xy"]
    sheets += [review("q", "worse", r, (2, 1, 1, 1, 1)) for r in "xy"]

    made = rank(sheets).questions["q"]
    assert [(s.author, s.rank) for s in made.standings] == [
        ("poor", 1),
        ("worse", 2),
        ("bomb", 3),
    ]
    assert made.standings[2].score > made.standings[0].score
    assert made.standings[2].held_back


def test_ties_share_the_better_rank():
    """1, 2, 2, 4, each in alphabetical order."""
    sheets = table(d=[5], c=[7], b=[7], a=[9])

    made = rank(sheets).over_all.standings
    assert [(s.author, s.rank) for s in made] == [("a", 1), ("b", 2), ("c", 2), ("d", 4)]


def test_a_hair_is_no_difference():
    """Scores tie when they agree to six digits after the point."""
    assert ranks(table(a=[8.1], b=[8.1 + 4e-8], c=[8.1 - 1e-5])) == {"a": 1, "b": 1, "c": 3}


def test_the_disqualified_have_no_rank():
    """One reviewer's reason is enough, and nobody moves down for it."""
    sheets = [
        flat("q", "a", "x", 9.0, OUT),
        flat("q", "a", "y", 10.0),
        *table(b=[5, 5], c=[6, 6]),
    ]

    made = {s.author: s for s in rank(sheets).over_all.standings}
    assert (made["a"].rank, made["a"].score, made["a"].disqualified) == (None, None, 1)
    assert (made["c"].rank, made["b"].rank) == (1, 2)


def test_over_many_questions_each_counts_the_same():
    """However many reviews a question has; a disqualified answer counts as the lowest."""
    sheets = [flat("1", "a", r, 9.0) for r in "vwxyz"] + [flat("2", "a", "v", 5.0)]
    sheets += [flat("1", "b", "v", 8.0), flat("2", "b", "v", 8.0, OUT)]

    made = {s.author: s for s in rank(sheets).over_all.standings}
    assert (made["a"].score, made["a"].questions, made["a"].reviews) == (7.0, 2, 6)
    assert (made["b"].score, made["b"].disqualified) == (4.5, 1)
    assert made["b"].why == "disqualified at 1 of 2 questions"
    assert {q: r.standings[0].author for q, r in rank(sheets).questions.items()} == {
        "1": "a",
        "2": "a",
    }


def test_held_back_once_is_not_held_back_for_good():
    """Over all questions the cap has its say in the mean; at the question it ranks last."""
    safe = [review(q, "a", "x", (9,) * 5) for q in "123"]
    once = [review("4", "a", "x", (9,) * 5, safe="fail")]
    other = [review(q, "b", "x", (2,) * 5) for q in "1234"]

    made = rank(safe + once + other)
    assert [s.author for s in made.over_all.standings] == ["a", "b"]
    assert [s.author for s in made.questions["4"].standings] == ["b", "a"]


def test_median_and_trimmed_mean_bear_one_wild_reviewer():
    """Figures side by side, and any of them may rule."""
    sheets = table(a=[8, 8, 8, 8, 1], b=[7, 7, 7, 7, 7])

    figures = rank(sheets).over_all.standings[1].figures
    assert (figures["mean"], figures["median"], figures["trimmed"]) == (6.6, 8, 8)
    assert ranks(sheets) == {"b": 1, "a": 2}
    assert ranks(sheets, by="median") == ranks(sheets, by="trimmed") == {"a": 1, "b": 2}
    with pytest.raises(UsageInvalid):
        rank(sheets, trim=0.5)


def test_one_review_twice_is_refused():
    """No reviewer counts double."""
    with pytest.raises(InputInvalid, match="twice"):
        rank([flat("q", "a", "x", 5.0), flat("q", "a", "x", 6.0)])


def design(rng, answers, reviewers, severity, noise=0.0, seen=1.0):
    """Reviews of many questions with planted severities, some left out."""
    return [
        flat(
            f"q{at}", f"a{at % 4}", f"r{r}", 5 + truth + severity[r] + noise * rng.normal()
        )
        for at, truth in enumerate(rng.normal(size=answers))
        for r in range(reviewers)
        if rng.random() < seen
    ]


def test_severity_is_taken_out():
    """Planted habits are found again, in a design with holes."""
    severity = [1.5, -0.5, -1.0]
    made = rank(design(np.random.default_rng(1), 200, 3, severity, noise=0.3, seen=0.6))

    for r, planted in enumerate(severity):
        assert made.leniency.points[f"r{r}"] == pytest.approx(planted, abs=0.15)


@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.integers(8, 20))
def test_the_correction_is_least_squares(seed, reviewers, answers):
    """Held against the whole design matrix, solved by numpy."""
    rng = np.random.default_rng(seed)
    sheets = design(rng, answers, reviewers, rng.normal(size=reviewers), 1.0, 0.8)
    points = rank(sheets, least=1).leniency.points
    if not points:
        return
    questions = sorted({s.question for s in sheets})
    names = sorted({s.reviewer for s in sheets})
    matrix = np.zeros((len(sheets) + 1, len(questions) + len(names)))
    for row, sheet in enumerate(sheets):
        matrix[row, questions.index(sheet.question)] = 1
        matrix[row, len(questions) + names.index(sheet.reviewer)] = 1
    matrix[-1, len(questions) :] = 1
    values = [s.overall.base for s in sheets] + [0.0]
    wanted = np.linalg.lstsq(matrix, np.array(values), rcond=None)[0][len(questions) :]

    assert [points[name] for name in names] == pytest.approx(list(wanted), abs=1e-8)


def test_a_harsh_reviewer_does_not_decide_who_wins():
    """Each author is spared by its own reviewer: raw means favour the harsh one's author."""
    truth, severity = {"a": 7.0, "b": 6.5, "c": 6.0}, {"a": 0.0, "b": 0.0, "c": -2.0}
    sheets = [
        flat(f"q{q}", author, reviewer, truth[author] + severity[reviewer])
        for q in range(10)
        for author in truth
        for reviewer in truth
        if author != reviewer
    ]

    assert ranks(sheets) == {"a": 1, "c": 1, "b": 3}
    assert ranks(sheets, by="corrected") == {"a": 1, "b": 2, "c": 3}
    found = rank(sheets, by="corrected").over_all
    assert found.standings[0].score - found.standings[1].score == pytest.approx(0.5)


def test_not_enough_data_is_said():
    """Too few answers, one reviewer, or reviewers with nothing in common: no correction."""
    few = rank(table(a=[8, 7], b=[6, 5]), by="corrected").over_all
    assert "r0 has 2 answers that can be compared, 5 are needed" in few.notes["corrected"]
    assert few.notes["normalised"].startswith("not enough data")
    assert [s.rank for s in few.standings] == [None, None]
    assert few.standings[0].why == few.notes["corrected"]

    alone = rank([flat(f"q{n}", "a", "x", 5.0) for n in range(9)])
    assert alone.leniency.why == "not enough data: one reviewer"

    apart = [flat(f"q{n}", "a", r, float(n)) for n in range(9) for r in "wx"]
    apart += [flat(f"q{n}", "b", r, float(n)) for n in range(9, 18) for r in "yz"]
    assert rank(apart).leniency.why.endswith("between these reviewers: w, x | y, z")


def test_equal_habits_are_left_alone():
    """Where all reviewers are alike, corrected and normalised are the mean."""
    sheets = [
        flat(f"q{n}", "ab"[n % 2], r, float(n % 7 + 1)) for n in range(14) for r in "xyz"
    ]

    for standing in rank(sheets).over_all.standings:
        figures = standing.figures
        assert figures["corrected"] == pytest.approx(figures["mean"])
        assert figures["normalised"] == pytest.approx(figures["mean"])


points = st.integers(1, 10)
grades = st.tuples(points, points, points, points, points)
halls = st.dictionaries(
    st.tuples(st.sampled_from(["1", "2"]), st.sampled_from("abcd"), st.sampled_from("xyz")),
    grades,
    min_size=1,
)
"""(question, author, reviewer) -> grades."""
unsafe = st.frozensets(st.tuples(st.sampled_from(["1", "2"]), st.sampled_from("abcd")))


def sheets_of(hall, failed=frozenset(), cap=0.0):
    """The sheets of *hall*; the answers in *failed* fail the safety check."""
    return [
        review(q, a, r, values, safe="fail" if (q, a) in failed else "pass", cap=cap)
        for (q, a, r), values in hall.items()
    ]


@given(halls, unsafe, st.sampled_from([0.0, 3.0, 7.0]))
def test_a_capped_answer_never_passes_its_cap(hall, failed, cap):
    """In no figure, corrected or normalised, at a question or over all."""
    sheets = sheets_of(hall, failed, cap)
    made = rank(sheets, least=1)
    for question, ranking in made.questions.items():
        for standing in ranking.standings:
            mine = [
                s.overall.ceiling
                for s in sheets
                if (s.question, s.author) == (question, standing.author)
            ]
            if None not in mine:
                assert standing.ceiling == max(mine)
            if (question, standing.author) in failed:
                assert standing.ceiling <= cap
    for standing in [
        s for r in (*made.questions.values(), made.over_all) for s in r.standings
    ]:
        for figure in standing.figures.values():
            if figure is not None and standing.ceiling is not None:
                assert figure <= standing.ceiling + 1e-12


@given(halls, unsafe, st.sampled_from([0.0, 5.0, 10.0]), st.sampled_from(STATISTICS))
def test_what_failed_the_check_never_ranks_above_what_passed(hall, failed, cap, by):
    """At every question, by every statistic, however high the cap."""
    made = rank(sheets_of(hall, failed, cap), by=by, least=1)
    for question, ranking in made.questions.items():
        ranked = [s for s in ranking.standings if s.rank is not None]
        bad = [s.rank for s in ranked if (question, s.author) in failed]
        good = [s.rank for s in ranked if (question, s.author) not in failed]
        assert not bad or not good or max(good) < min(bad)


@given(halls, st.data(), st.sampled_from(["mean", "median", "trimmed"]))
def test_a_better_grade_never_ranks_lower(hall, data, by):
    """One grade raised, and its answer stands where it stood, or higher."""
    key = data.draw(st.sampled_from(sorted(hall)))
    at = data.draw(st.integers(0, 4))
    better = [*hall[key]]
    better[at] = data.draw(st.integers(better[at], 10))
    question, author, _ = key
    before, after = (
        rank(sheets_of(found), by=by) for found in (hall, hall | {key: tuple(better)})
    )

    for one, other in (
        (before.over_all, after.over_all),
        (before.questions[question], after.questions[question]),
    ):
        was, now = (
            next(s.rank for s in ranking.standings if s.author == author)
            for ranking in (one, other)
        )
        assert now <= was


@given(halls, st.data())
def test_a_better_grade_never_ranks_lower_when_corrected(hall, data):
    """The same of the corrected mean, where no gate is in play."""
    made = {key: float(values[0]) for key, values in hall.items()}
    key = data.draw(st.sampled_from(sorted(made)))
    better = made | {key: made[key] + data.draw(st.integers(0, 9))}
    before, after = (
        rank([flat(*k, v) for k, v in found.items()], by="corrected", least=1)
        for found in (made, better)
    )
    was, now = (
        next(s.rank for s in r.questions[key[0]].standings if s.author == key[1])
        for r in (before, after)
    )

    assert was is None or now <= was


@given(halls, unsafe, st.randoms(use_true_random=False), st.sampled_from(STATISTICS))
def test_the_order_of_the_input_changes_nothing(hall, failed, rng, by):
    """Shuffled sheets give the same rankings, to the last bit."""
    sheets = sheets_of(hall, failed)

    assert rank(rng.sample(sheets, len(sheets)), by=by, least=1) == rank(
        sheets, by=by, least=1
    )


@given(halls, unsafe)
def test_the_names_of_reviewers_change_nothing(hall, failed):
    """Who sits where is of no account."""
    swap = dict(zip("xyz", "zxy", strict=True))
    renamed = {(q, a, swap[r]): values for (q, a, r), values in hall.items()}
    one, other = (rank(sheets_of(found, failed)) for found in (hall, renamed))

    assert [(s.author, s.rank, s.score) for s in one.over_all.standings] == [
        (s.author, s.rank, s.score) for s in other.over_all.standings
    ]


@given(halls, unsafe, st.permutations("abcd"), st.sampled_from(STATISTICS))
def test_the_names_of_authors_change_nothing(hall, failed, names, by):
    """Whoever wrote an answer, it has the same scores and stands at the same place."""
    swap = dict(zip("abcd", names, strict=True))
    renamed = {(q, swap[a], r): values for (q, a, r), values in hall.items()}
    also = frozenset((q, swap[a]) for q, a in failed)
    one, other = (
        {s.author: s for s in rank(sheets, by=by, least=1).over_all.standings}
        for sheets in (sheets_of(hall, failed), sheets_of(renamed, also))
    )

    for author, standing in one.items():
        twin = other[swap[author]]
        assert standing.rank == twin.rank
        assert standing.score == pytest.approx(twin.score)


@given(halls)
def test_a_reviewer_that_abstains_changes_nothing_but_coverage(hall):
    """Scores and ranks stay; the denominator says that it was asked."""
    silent = [
        Sheet(question=q, author=a, reviewer="silent", overall=Overall(why="abstained"))
        for q, a in {(q, a) for q, a, _ in hall}
    ]
    without, having = rank(sheets_of(hall)), rank([*sheets_of(hall), *silent])

    asked = Counter(a for a, _ in {(a, q) for q, a, _ in hall})
    for one, other in zip(
        without.over_all.standings, having.over_all.standings, strict=True
    ):
        assert other.of == one.of + asked[one.author]
        assert replace(other, of=one.of) == one


@given(halls)
def test_figures_are_what_they_are_called(hall):
    """Mean and median of the gated scores, by their definitions."""
    sheets = sheets_of(hall)
    for question, ranking in rank(sheets).questions.items():
        for standing in ranking.standings:
            values = [
                s.overall.value
                for s in sheets
                if (s.question, s.author) == (question, standing.author)
            ]
            assert standing.figures["mean"] == pytest.approx(np.mean(values))
            assert standing.figures["median"] == pytest.approx(np.median(values))
            assert math.isclose(standing.score, standing.figures["mean"])
