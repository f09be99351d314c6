"""The alternative annotator test, against its plain twin and against what it promises."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.agreement import (
    Ratings,
    alt_test,
    count_advantages,
    hold_against,
    standings,
)
from adjudge.errors import InputInvalid, UsageInvalid

_spec = importlib.util.spec_from_file_location(
    "plain_alt_test", Path(__file__).with_name("plain_alt_test.py")
)
plain = importlib.util.module_from_spec(_spec)
sys.modules["plain_alt_test"] = plain
_spec.loader.exec_module(plain)

SCORES = {"accuracy": plain.accuracy, "neg_rmse": plain.neg_rmse}


def ratings(cells, judges, kinds, *, points=None, criterion=""):
    """Codes as they are, with a number for each."""
    cells = np.asarray(cells, dtype=np.int8)
    size = int(cells.max(initial=0)) + 1
    numbers = np.arange(size, dtype=float) if points is None else np.array(points, float)
    return Ratings(
        cells=cells,
        labels=tuple(f"{value:g}" for value in numbers),
        points=numbers,
        judges=judges,
        kinds=kinds,
        criterion=criterion,
    )


def table(rng, units, people, *, judges=1, categories=4, noise=0.3, missing=0.0):
    """People and judges who see one truth, each with errors of their own."""
    truth = rng.integers(categories, size=(units, 1))
    width = people + judges
    wrong = rng.random((units, width)) < noise
    cells = np.where(wrong, rng.integers(categories, size=(units, width)), truth)
    cells[rng.random((units, width)) < missing] = -1
    names = [f"p{at}" for at in range(people)] + [f"m{at}" for at in range(judges)]
    kinds = ("person",) * people + ("model",) * judges
    return ratings(cells, tuple(names), kinds)


def as_dictionaries(data):
    """What the plain twin reads: each judge's grades by unit."""
    return {
        name: {
            unit: data.points[code]
            for unit, code in enumerate(data.cells[:, at].tolist())
            if code >= 0
        }
        for at, name in enumerate(data.judges)
    }


def ask_equal(data, *, metric="accuracy", epsilon=0.1, least_instances=30):
    """The fast test says of every judge what the plain one says."""
    found = alt_test(data, metric=metric, epsilon=epsilon, least_instances=least_instances)
    grades = as_dictionaries(data)
    people = {n: grades[n] for n in data.judges if n.startswith("p")}
    assert list(found) == [n for n in data.judges if n.startswith("m")]
    for name, test in found.items():
        expected = plain.plain_alt_test(
            grades[name],
            people,
            score=SCORES[metric],
            epsilon=epsilon,
            least_instances=least_instances,
        )
        assert test.winning_rate == expected["winning_rate"]
        assert test.advantage_probability == pytest.approx(
            expected["advantage_probability"], abs=1e-12
        )
        assert {d.person: d.p for d in test.duels} == pytest.approx(
            expected["p_values"], rel=1e-9, abs=1e-12
        )
        assert [d.person for d in test.duels if d.won] == expected["rejected"]
        assert dict(test.skipped) == expected["skipped"]
        assert test.instances == expected["instances"]


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    size=st.tuples(st.integers(0, 6), st.integers(0, 3), st.integers(1, 5)),
    noise=st.sampled_from([0.0, 0.2, 0.5, 1.0]),
    missing=st.sampled_from([0.0, 0.3, 0.8]),
    metric=st.sampled_from(["accuracy", "neg_rmse"]),
    bounds=st.tuples(st.sampled_from([0.0, 0.1, 0.2, 0.99]), st.sampled_from([2, 10, 30])),
)
def test_it_says_what_the_plain_twin_says(seed, size, noise, missing, metric, bounds):
    """Every figure, for any number of people, judges, categories and holes."""
    people, judges, categories = size
    rng = np.random.default_rng(seed)
    data = table(
        rng, 80, people, judges=judges, categories=categories, noise=noise, missing=missing
    )

    ask_equal(data, metric=metric, epsilon=bounds[0], least_instances=bounds[1])


def test_blocks_and_many_people_change_nothing():
    """More units than are counted at a time, and people who share few units."""
    rng = np.random.default_rng(8)
    ask_equal(table(rng, 70_000, 3, missing=0.1), metric="neg_rmse")
    ask_equal(table(rng, 300, 40, missing=0.9), least_instances=20)


def test_who_never_differs_is_at_one_side_of_epsilon():
    """Without any spread the chance is 0 or 1, and nothing is warned of."""
    column = np.arange(40) % 2
    other = 1 - column
    cells = np.stack([column, column, column, other], axis=1)
    data = ratings(cells, ("p0", "p1", "mgood", "mbad"), ("person",) * 2 + ("model",) * 2)

    found = alt_test(data)

    assert [d.p for d in found["mgood"].duels] == [0.0, 0.0]
    assert (found["mgood"].winning_rate, found["mgood"].verdict) == (1.0, "pass")
    assert [d.p for d in found["mbad"].duels] == [1.0, 1.0]
    assert (found["mbad"].advantage_probability, found["mbad"].passed) == (0.0, False)
    tied = alt_test(data, epsilon=0)["mgood"]
    assert [d.p for d in tied.duels] == [1.0, 1.0]


def test_ties_count_for_both_sides():
    """Two people and a judge that says what either says: it is as good as both."""
    data = ratings(
        [[0, 1, 0]] * 20 + [[1, 0, 0]] * 20,
        ("p0", "p1", "m"),
        ("person", "person", "model"),
    )

    test = alt_test(data)["m"]

    assert [(d.nearer, d.equal, d.farther) for d in test.duels] == [(20, 20, 0)] * 2
    assert test.advantage_probability == 1.0


def test_equal_distances_are_ties_in_binary_too():
    """0.1 and 0.3 are equally far from 0.2, whatever floats make of it."""
    cells = [[0, 1, 2]] * 30  # the judge says 0.3, one person 0.1, the other 0.2
    data = ratings(
        cells, ("p0", "p1", "m"), ("person", "person", "model"), points=[0.1, 0.2, 0.3]
    )

    test = alt_test(data, metric="neg_rmse")["m"]

    assert [d.equal for d in test.duels] == [30, 0]


def test_too_few_people_or_instances_is_no_verdict():
    """What is lacking is said, and nothing is made up."""
    rng = np.random.default_rng(1)
    nobody = alt_test(table(rng, 50, 0))["m0"]
    one = alt_test(table(rng, 50, 1))["m0"]
    few = alt_test(table(rng, 29, 3))["m0"]

    assert (nobody.passed, nobody.winning_rate) == (None, None)
    assert nobody.why == "nobody to hold it against; at least two are needed"
    assert one.why == "one person only to hold it against; at least two are needed"
    assert (few.verdict, few.advantage_probability) == ("not enough data", None)
    assert few.why == (
        "none of 3 people has 30 instances that the judge and another person graded, "
        "and two must: the next is p0 with 29"
    )


def test_a_person_with_too_few_instances_still_counts_among_the_others():
    """The skipped one is tested against nobody, and stands in the group all the same."""
    rng = np.random.default_rng(4)
    data = table(rng, 60, 3)
    data.cells[10:, 2] = -1

    test = alt_test(data)["m0"]

    assert test.skipped == (("p2", 10),)
    assert [d.person for d in test.duels] == ["p0", "p1"]
    ask_equal(data)


def test_what_the_judge_left_out_is_counted_and_not_wrong():
    """An instance without the judge's grade is no instance."""
    rng = np.random.default_rng(5)
    data = table(rng, 100, 3)
    data.cells[:20, 3] = -1

    test = alt_test(data)["m0"]

    assert (test.instances, test.ungraded) == (80, 20)
    assert all(d.instances == 80 for d in test.duels)


def test_several_criteria_are_taken_together():
    """An instance is an item on one criterion, so that stacked units say the same."""
    rng = np.random.default_rng(6)
    whole = table(rng, 200, 4, judges=2, missing=0.1)
    parts = [whole.of_units(np.arange(90)), whole.of_units(np.arange(90, 200))]

    assert alt_test(parts) == alt_test(whole)


def test_judges_and_people_can_be_named():
    """Whoever is named is tested; the kinds are not asked."""
    rng = np.random.default_rng(7)
    data = table(rng, 60, 4, judges=2)

    found = alt_test(data, judges=["p0"], people=["p1", "p2", "m1"])

    assert list(found) == ["p0"]
    assert [d.person for d in found["p0"].duels] == ["p1", "p2", "m1"]


def test_order_of_judges_and_units_changes_no_figure():
    """Only the order of what is listed follows the data."""
    rng = np.random.default_rng(9)
    data = table(rng, 90, 5, judges=2, missing=0.2)
    turned = data.of_units(rng.permutation(90)).among(data.judges[::-1])

    one, other = alt_test(data), alt_test(turned)

    for name in one:
        assert one[name].winning_rate == other[name].winning_rate
        assert one[name].advantage_probability == other[name].advantage_probability
        assert sorted(one[name].duels, key=lambda d: d.person) == sorted(
            other[name].duels, key=lambda d: d.person
        )


def test_a_similarity_of_ones_own_can_score():
    """Equality as a similarity is accuracy."""
    rng = np.random.default_rng(10)
    data = table(rng, 80, 3)

    assert alt_test(data, metric=lambda a, b: float(a == b)) == alt_test(data)


def test_labels_have_no_distance():
    """What cannot be asked is said, with what can."""
    data = Ratings(
        cells=np.zeros((40, 3), dtype=np.int8),
        labels=("yes",),
        kinds=("person", "person", "model"),
        criterion="tone",
    )

    assert alt_test(data)["3"].passed
    with pytest.raises(InputInvalid, match="labels without numbers") as caught:
        alt_test(data, metric="neg_rmse")
    assert caught.value.hint == "use the metric accuracy, or give each label a number"


@pytest.mark.parametrize(
    "wrong",
    [
        {"epsilon": -0.1},
        {"epsilon": 1.0},
        {"epsilon": float("nan")},
        {"least_instances": 1},
        {"metric": "rmse"},
    ],
)
def test_what_has_no_meaning_is_refused(wrong):
    """Bounds of the test are told, not clipped."""
    data = table(np.random.default_rng(2), 40, 3)

    with pytest.raises(UsageInvalid):
        alt_test(data, **wrong)


def false_passes(make, runs, *, epsilon):
    """The share of *runs* in which a judge passes that should not."""
    passed = 0
    for seed in range(runs):
        test = alt_test(make(np.random.default_rng(seed)), epsilon=epsilon)["m0"]
        passed += bool(test.passed)
    return passed / runs


def test_a_judge_like_any_other_person_seldom_passes_without_an_allowance():
    """At epsilon 0 it is not better than the people: at most about one in twenty passes."""
    share = false_passes(lambda rng: table(rng, 100, 3), 400, epsilon=0)

    assert share <= 0.05


def test_a_judge_that_is_worse_by_epsilon_seldom_passes():
    """People of one mind, and a judge who errs as often as epsilon allows: the edge.

    The exact chance, that at most 30 of 200 are wrong where 40 are due, is 0.043.
    """

    def edge(rng):
        truth = rng.integers(2, size=(200, 1))
        wrong = rng.random((200, 1)) < 0.2
        cells = np.hstack([truth, truth, truth, np.where(wrong, 1 - truth, truth)])
        return ratings(cells, ("p0", "p1", "p2", "m0"), ("person",) * 3 + ("model",))

    assert false_passes(edge, 2000, epsilon=0.2) <= 0.055


def test_a_judge_as_good_as_people_passes_with_the_allowance():
    """The test is not merely strict: with 200 instances such a judge mostly passes."""
    share = false_passes(lambda rng: table(rng, 200, 3, noise=0.2), 100, epsilon=0.2)

    assert share >= 0.9


def long_rows(data):
    """One row for each grade, as programs hold them."""
    return [
        {
            "item": f"q{unit}",
            "judge": judge,
            "kind": kind,
            "value": float(data.points[code]),
        }
        for judge, kind, codes in zip(data.judges, data.kinds, data.cells.T, strict=True)
        for unit, code in enumerate(codes.tolist())
        if code >= 0
    ]


def figures(found):
    """What the test says, whatever the ratings came in."""
    return {
        name: (t.verdict, t.winning_rate, t.advantage_probability, t.duels, t.skipped)
        for name, t in found.items()
    }


def test_any_data_will_do():
    """Frames, matrices and triples come to what `Ratings` of the same grades come to."""
    data = table(np.random.default_rng(5), 60, 3, judges=2, missing=0.1)
    rows = long_rows(data)
    due = figures(alt_test(data, metric="neg_rmse"))

    polars = pl.DataFrame(rows)
    assert figures(alt_test(polars, metric="neg_rmse")) == due
    assert figures(alt_test(polars.to_pandas(), metric="neg_rmse")) == due
    human = polars.with_columns(pl.col("kind").replace({"person": "crowd", "model": "LLM"}))
    assert figures(alt_test(human, metric="neg_rmse")) == due
    triples = [(row["item"], row["judge"], row["value"]) for row in rows]
    named = alt_test(triples, judges=["m0", "m1"], metric="neg_rmse")
    assert figures(named) == due
    matrix = np.where(data.cells < 0, np.nan, data.points[data.cells])
    by_number = alt_test(matrix, judges=["4", "5"], metric="neg_rmse")
    assert [t.winning_rate for t in by_number.values()] == [
        rate for _, rate, *_ in due.values()
    ]
    wide = pl.DataFrame(matrix, schema=list(data.judges))
    assert figures(alt_test(wide, judges=["m0", "m1"], metric="neg_rmse")) == due


def test_a_frame_of_several_criteria_is_taken_together():
    """As one `Ratings` for each criterion is."""
    rng = np.random.default_rng(6)
    parts = [table(rng, 40, 3), table(rng, 50, 3)]
    rows = [
        row | {"criterion": name}
        for name, part in zip(("tone", "tact"), parts, strict=True)
        for row in long_rows(part)
    ]

    assert figures(alt_test(pl.DataFrame(rows))) == figures(alt_test(parts))


def test_a_tested_person_is_not_among_the_people():
    """Nobody is held against themselves; who is named must be there."""
    data = table(np.random.default_rng(7), 60, 4, judges=0)

    found = alt_test(data, judges=["p0"])

    assert [duel.person for duel in found["p0"].duels] == ["p1", "p2", "p3"]
    with pytest.raises(UsageInvalid, match="'p9' is no judge here") as caught:
        alt_test(data, judges=["p9"])
    assert (caught.value.where, caught.value.hint) == ("judges", "one of p0, p1, p2, p3")
    with pytest.raises(InputInvalid, match="'gold' is no kind of judge"):
        alt_test(pl.DataFrame(long_rows(data)).with_columns(kind=pl.lit("gold")))


def test_the_others_take_any_data_too():
    """`standings`, `hold_against` and `count_advantages`."""
    data = table(np.random.default_rng(8), 50, 3, judges=1)
    frame = pl.DataFrame(long_rows(data))

    stand = standings(frame)

    assert (stand.people, [each.judge for each in stand.judges]) == (
        ("p0", "p1", "p2"),
        ["m0"],
    )
    assert stand.judges[0].people[0].exact == hold_against(data, "m0", "p0").exact
    assert hold_against(frame, "m0", "p0").exact == hold_against(data, "m0", "p0").exact
    settled = standings(frame, adjudicated="p2")
    assert (settled.people, settled.adjudicated) == (("p0", "p1"), "p2")
    counts = count_advantages(frame, ["m0"], ["p0", "p1", "p2"])
    assert counts.nearer.tolist() == (
        count_advantages(data, ["m0"], ["p0", "p1", "p2"]).nearer.tolist()
    )
