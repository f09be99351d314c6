"""Judges beside people: the majority, each person, and what people reach themselves."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, f1_score
from statsmodels.stats.inter_rater import cohens_kappa

from adjudge.agreement import (
    Confusion,
    Ratings,
    cohen,
    hold_against,
    spread_of,
    standings,
)
from adjudge.errors import UsageInvalid

NONE = -1


def ratings(cells, people, *, size=None, points=True, labels=None):
    """The first *people* columns are `p0`, `p1` ..., the others `m0`, `m1` ..."""
    cells = np.asarray(cells, dtype=np.int8)
    size = size or int(cells.max(initial=0)) + 1
    judges = cells.shape[1] - people
    return Ratings(
        cells=cells,
        labels=labels or tuple(f"{code + 1}" for code in range(size)),
        points=np.arange(size) + 1.0 if points else None,
        judges=(*(f"p{at}" for at in range(people)), *(f"m{at}" for at in range(judges))),
        kinds=("person",) * people + ("model",) * judges,
    )


def split(data):
    """Judges and people of *data*, by their names."""
    return (
        [name for name in data.judges if name.startswith("m")],
        [name for name in data.judges if name.startswith("p")],
    )


def plain_majority(grades):
    """The most frequent of at least two grades, if it is one alone."""
    ranked = Counter(code for code in grades if code != NONE).most_common(2)
    if sum(code != NONE for code in grades) < 2:
        return NONE
    if len(ranked) == 2 and ranked[0][1] == ranked[1][1]:
        return NONE
    return ranked[0][0]


tables = st.tuples(
    st.integers(0, 2**32 - 1), st.integers(0, 6), st.integers(1, 3), st.integers(1, 5)
)


@settings(max_examples=60, deadline=None)
@given(tables, st.sampled_from([0.0, 0.3, 0.8]))
def test_every_count_is_that_of_the_plain_twin(shape, missing):
    """Majorities, ties, coverage, tables and the ceiling, by loops over units."""
    seed, people, judges, size = shape
    rng = np.random.default_rng(seed)
    cells = rng.integers(size, size=(25, people + judges))
    cells[rng.random(cells.shape) < missing] = NONE
    data = ratings(cells, people, size=size)

    found = standings(data, *split(data))

    rows = cells.tolist()
    graded = [row for row in rows if any(code != NONE for code in row[:people])]
    votes = [sum(code != NONE for code in row[:people]) for row in rows]
    most = [plain_majority(row[:people]) for row in rows]
    assert found.units == len(graded)
    assert found.alone == votes.count(1)
    assert found.ties == sum(n >= 2 and m == NONE for n, m in zip(votes, most, strict=True))
    for at, standing in enumerate(found.judges, people):
        own = [row[at] for row in rows]
        assert standing.coverage.hits == sum(row[at] != NONE for row in graded)
        ask_table(standing.majority, zip(most, own, strict=True), size)
        for one in range(people):
            ask_table(standing.people[one], ((row[one], row[at]) for row in rows), size)
            rest = [plain_majority(row[:one] + row[one + 1 : people]) for row in rows]
            both = [
                (other, row[one], row[at])
                for other, row in zip(rest, rows, strict=True)
                if NONE not in (row[one], row[at])
            ]
            place = standing.ceiling.judge[one], standing.ceiling.people[one]
            ask_table(place[0], ((r, j) for r, _, j in both), size)
            ask_table(place[1], ((r, p) for r, p, _ in both), size)


def ask_table(found, pairs, size):
    """Every figure that is counted from *pairs* of reference and judge."""
    pairs = [(r, j) for r, j in pairs if NONE not in (r, j)]
    counts = Counter(pairs)
    assert found.table.tolist() == [
        [counts[r, j] for j in range(size)] for r in range(size)
    ]
    assert (found.n, found.exact.hits) == (len(pairs), sum(r == j for r, j in pairs))
    if not pairs:
        assert (found.mae.value, found.bias.value, found.kappa.value) == (None, None, None)
        return
    assert found.mae.value == pytest.approx(np.mean([abs(j - r) for r, j in pairs]))
    assert found.bias.value == pytest.approx(np.mean([j - r for r, j in pairs]))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 6))
def test_kappa_is_that_of_two_other_packages(seed, size):
    """The value is scikit-learn's; the jackknife's error comes near statsmodels' formula."""
    rng = np.random.default_rng(seed)
    first = rng.integers(size, size=120)
    second = np.where(rng.random(120) < 0.5, first, rng.integers(size, size=120))
    data = ratings(np.stack([first, second], axis=1), 1, size=size)

    kappa = hold_against(data, "m0", "p0").kappa

    table = np.zeros((size, size))
    np.add.at(table, (first, second), 1)
    theirs = cohens_kappa(table)
    assert kappa.value == pytest.approx(cohen_kappa_score(first, second), abs=1e-12)
    assert kappa.interval == "jackknife"
    assert kappa.error == pytest.approx(theirs.std_kappa, rel=0.05)


def test_kappa_is_that_of_the_command_for_agreement():
    """`cohen` says the same of the same two judges, interval and all."""
    rng = np.random.default_rng(4)
    first = rng.integers(4, size=200)
    second = np.where(rng.random(200) < 0.6, first, rng.integers(4, size=200))
    data = ratings(np.stack([first, second], axis=1), 1, size=6)

    kappa = hold_against(data, "m0", "p0").kappa

    other = cohen(data, interval="jackknife")
    assert kappa.value == pytest.approx(other.value, abs=1e-12)
    assert kappa.low == pytest.approx(other.low, abs=1e-12)
    assert kappa.high == pytest.approx(other.high, abs=1e-12)


def test_of_measured_values_kappa_has_a_value_only():
    """Beyond fifty different answers nobody chose among them."""
    rng = np.random.default_rng(9)
    first = rng.integers(300, size=900)
    second = np.where(rng.random(900) < 0.5, first, rng.integers(300, size=900))
    data = Ratings(
        cells=np.stack([first, second], axis=1).astype(np.int16),
        labels=tuple(map(str, range(300))),
        points=np.arange(300.0),
        judges=("p0", "m0"),
        kinds=("person", "model"),
    )

    kappa = hold_against(data, "m0", "p0").kappa

    assert kappa.value == pytest.approx(cohen_kappa_score(first, second), abs=1e-12)
    assert kappa.low is None
    assert "more than 50 different answers" in kappa.why_no_interval


def test_kappa_without_any_difference_is_undefined():
    """Both say one and the same: there is nothing to agree on beyond chance."""
    data = ratings(np.zeros((30, 2)), 1, size=2)

    kappa = hold_against(data, "m0", "p0").kappa

    assert (kappa.value, kappa.low) == (None, None)
    assert kappa.why == "both judges gave one and the same grade throughout"


def test_a_judge_that_never_varies_has_no_interval():
    """Its kappa is 0 whatever it says, which is no finding of great precision."""
    data = ratings([[0, 0], [1, 0]] * 30, 1)

    kappa = hold_against(data, "m0", "p0").kappa

    assert (kappa.value, kappa.low) == (0.0, None)
    assert "leaving out any one unit changes nothing" in kappa.why_no_interval


def test_a_mean_over_people_is_weighted_by_what_they_graded():
    """One item of one person does not stand for half of the people."""
    cells = np.array([[0, 0, 0]] * 9 + [[0, 1, 0]], dtype=np.int8)
    cells[:9, 1] = NONE
    data = ratings(cells, 2)
    people = standings(data, *split(data)).judges[0].people

    found = spread_of(people, lambda each: each.exact.value)

    assert [each.n for each in people] == [10, 1]
    assert (found.mean, found.low, found.high) == (10 / 11, 0.0, 1.0)


def test_few_units_have_no_interval():
    """The figure is shown, and why it has no interval."""
    data = ratings([[0, 0], [1, 1], [0, 1]] * 3, 1)

    found = hold_against(data, "m0", "p0")

    assert found.kappa.value == pytest.approx(0.4)
    assert found.kappa.low is None
    assert "9 units, at least 20 needed" in found.kappa.why_no_interval
    assert (found.mae.value, found.mae.low) == (pytest.approx(1 / 3), None)


def test_of_two_categories_the_higher_one_is_yes():
    """The reference says what is true, the judge what it takes for true."""
    data = ratings([[1, 1]] * 8 + [[1, 0]] * 2 + [[0, 1]] * 4 + [[0, 0]] * 6, 1)

    found = hold_against(data, "m0", "p0")

    assert found.positive == "2"
    assert found.confusion == Confusion(true_yes=8, false_no=2, false_yes=4, true_no=6)
    assert found.confusion.recall.value == 0.8
    assert found.confusion.specificity.value == 0.6
    assert found.confusion.precision.value == pytest.approx(8 / 12)
    truth, said = data.cells.T
    assert found.confusion.f1.value == pytest.approx(f1_score(truth, said))
    assert found.confusion.f1.low < found.confusion.f1.value < found.confusion.f1.high


def test_a_named_label_is_held_against_all_others():
    """With more than two categories nothing counts as yes until it is named."""
    data = ratings(
        [[0, 0], [1, 2], [2, 2], [2, 0]], 1, labels=("red", "green", "blue"), points=False
    )

    unnamed = hold_against(data, "m0", "p0")
    blue = hold_against(data, "m0", "p0", positive="blue")

    assert (unnamed.positive, unnamed.confusion) == (None, None)
    assert blue.confusion == Confusion(true_yes=1, false_yes=1, false_no=1, true_no=1)
    assert (blue.mae.value, blue.bias.value) == (None, None)
    with pytest.raises(UsageInvalid, match="'pink' is no answer") as caught:
        hold_against(data, "m0", "p0", positive="pink")
    assert caught.value.hint == "one of red, green, blue"


def test_an_unknown_judge_is_told():
    """The message lists who there is."""
    with pytest.raises(UsageInvalid, match="'m7' is no judge") as caught:
        hold_against(ratings([[0, 0]], 1), "m7", "p0")
    assert caught.value.hint == "one of p0, m0"


def test_f1_of_nothing_is_undefined():
    """Nobody says yes: there is no F1, and no 0 in its place."""
    f1 = Confusion(true_no=9).f1

    assert (f1.value, f1.low, f1.high) == (None, None, None)


def test_a_tie_is_no_majority():
    """It is counted, and the judge is not measured on it."""
    data = ratings([[0, 1, 0], [0, 0, 0], [1, NONE, 1]], 2)

    found = standings(data, *split(data))

    assert (found.units, found.ties, found.alone) == (3, 1, 1)
    assert found.judges[0].majority.n == 1


def test_ceiling_holds_judge_and_person_against_the_same():
    """A judge that says what a person says reaches what that person reaches."""
    rng = np.random.default_rng(3)
    cells = rng.integers(3, size=(200, 4))
    cells = np.column_stack([cells, cells[:, 0]])
    data = ratings(cells, 4)

    judge = standings(data, *split(data)).judges[0]

    assert judge.ceiling.judge[0].exact == judge.ceiling.people[0].exact
    assert judge.ceiling.judge[0].kappa.value == judge.ceiling.people[0].kappa.value
    reach = spread_of(judge.ceiling.people, lambda each: each.exact.value)
    assert reach.of == 4
    assert reach.low <= reach.mean <= reach.high


def test_nobody_and_two_people_have_no_ceiling():
    """One other person is no majority; each two people stand beside one another."""
    data = ratings(np.zeros((5, 3)), 2, size=2)

    two = standings(data, *split(data))
    nobody = standings(data, ["m0"], [])

    assert [each.n for each in two.judges[0].ceiling.people] == [0, 0]
    assert [each.n for each in two.among] == [5]
    assert (nobody.units, nobody.judges[0].coverage.value, nobody.among) == (0, None, ())


def test_what_was_adjudicated_stands_beside_the_majority():
    """The judge named so is the reference, and no person."""
    data = ratings([[0, 0, 1, 1]] * 6, 3)

    found = standings(data, ["m0"], ["p0", "p1"], adjudicated="p2")

    assert found.judges[0].majority.exact.value == 0.0
    assert found.judges[0].adjudicated.exact.value == 1.0
    assert [(each.judge, each.exact.value) for each in found.settled] == [
        ("p0", 0.0),
        ("p1", 0.0),
    ]


def test_many_categories_have_no_table():
    """Values of a continuous scale are compared; a table of them nobody reads."""
    rng = np.random.default_rng(2)
    cells = rng.integers(60, size=(300, 2))
    cells[:100, 1] = cells[:100, 0]
    data = ratings(cells, 1, size=60)

    found = hold_against(data, "m0", "p0")

    assert found.table is None
    assert found.exact.hits == int((cells[:, 0] == cells[:, 1]).sum())
    assert found.kappa.value == pytest.approx(cohen_kappa_score(*cells.T))


def test_a_crowd_is_not_paired():
    """Beyond forty people the pairs are left out; the majority of the others is there."""
    rng = np.random.default_rng(5)
    data = ratings(rng.integers(2, size=(30, 42)), 41)

    found = standings(data, *split(data))

    assert found.among == ()
    assert len(found.judges[0].ceiling.people) == 41
