"""Latent truth: what it equals, what never falls, and what it says of itself."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudge.agreement import (
    Ratings,
    as_labels,
    dawid_skene,
    doubts,
    majority_vote,
    one_coin,
)
from adjudge.errors import InputInvalid

ACCURACY = (0.9, 0.8, 0.7, 0.6, 0.95)


def made():
    """60 items, 3 classes, 5 judges, a fifth of the labels missing; no generator's promise."""
    state, rows = 7, []

    def draw():
        nonlocal state
        state = (1103515245 * state + 12345) % 2**31
        return state / 2**31

    for item in range(60):
        true = int(draw() * 3)
        for judge, right in enumerate(ACCURACY):
            if draw() < 0.8:
                label = true if draw() < right else int(draw() * 3)
                rows.append((f"i{item:02d}", f"j{judge}", str(label)))
            else:
                draw()
    return rows


def test_dawid_skene_is_that_of_the_published_package():
    """Prevalence, errors and classes equal those of crowd-kit 1.4.2, run to the end."""
    found = dawid_skene(made(), smoothing=0.0)

    assert found.converged
    assert found.prevalence == pytest.approx([0.350057, 0.371795, 0.278147], abs=2e-5)
    assert found.errors[0].ravel() == pytest.approx(
        [0.855087, 0.072012, 0.072901, 0, 1, 0, 0, 0, 1], abs=2e-5
    )
    assert "".join(map(str, found.chosen)) == (
        "122210000122001210121011002011000021212211001202102201111201"
    )


TRIPLES = st.lists(
    st.tuples(st.integers(0, 8), st.integers(0, 4), st.integers(0, 2)),
    min_size=1,
    max_size=40,
    unique_by=lambda row: row[:2],
).map(lambda rows: [tuple(map(str, row)) for row in rows])


@pytest.mark.parametrize("model", [dawid_skene, one_coin])
@given(rows=TRIPLES, smoothing=st.sampled_from([0.0, 0.01, 1.0]))
def test_no_step_loses(model, rows, smoothing):
    """The objective never falls; without smoothing it is the log-likelihood."""
    found = model(rows, smoothing=smoothing)

    steps = np.diff(found.trace)
    assert (steps >= -1e-8 * (1 + abs(np.array(found.trace[:-1])))).all()
    assert np.isfinite(found.posterior).all()
    if found.trace and not smoothing:
        assert found.log_likelihood == pytest.approx(found.trace[-1])


@pytest.mark.parametrize("model", [dawid_skene, one_coin, majority_vote])
@given(rows=TRIPLES, random=st.randoms(use_true_random=False))
def test_order_of_rows_is_nothing_to_the_last_bit(model, rows, random):
    """The same labels in another order give the very same numbers."""
    other = list(rows)
    random.shuffle(other)

    one, two = model(rows), model(other)

    assert one.posterior.tobytes() == two.posterior.tobytes()
    assert one.accuracy.tobytes() == two.accuracy.tobytes()
    assert one.trace == two.trace


@given(rows=TRIPLES)
def test_dawid_skene_is_its_plain_twin(rows):
    """Five steps in plain Python give the same chances."""
    assume(as_labels(rows).is_telling)
    found = dawid_skene(rows, smoothing=0.01, steps=5, tolerance=-math.inf)

    wanted = plain(rows, found.labels.labels, 0.01, 5)
    for item, chances in wanted.items():
        assert found.posterior[found.labels.items.index(item)] == pytest.approx(
            chances, abs=1e-9
        )


def plain(rows, classes, smoothing, steps):
    """Dawid and Skene 1979, equations 2.3 to 2.5, one sum after another."""
    items = sorted({row[0] for row in rows})
    judges = sorted({row[1] for row in rows})
    chance = {
        item: [
            sum(r[0] == item and r[2] == c for r in rows) / sum(r[0] == item for r in rows)
            for c in classes
        ]
        for item in items
    }
    for _ in range(steps):
        share = [sum(chance[i][k] for i in items) + smoothing for k in range(len(classes))]
        share = [s / sum(share) for s in share]
        table = {}
        for judge in judges:
            for k in range(len(classes)):
                cells = [
                    smoothing + sum(chance[r[0]][k] for r in rows if r[1:] == (judge, c))
                    for c in classes
                ]
                table[judge, k] = [cell / sum(cells) for cell in cells]
        for item in items:
            likely = [
                share[k]
                * math.prod(
                    table[r[1], k][classes.index(r[2])] for r in rows if r[0] == item
                )
                for k in range(len(classes))
            ]
            chance[item] = [each / sum(likely) for each in likely]
    return chance


@given(rows=TRIPLES)
def test_one_coin_is_its_plain_twin(rows):
    """Three steps in plain Python give the same chances."""
    assume(as_labels(rows).is_telling)
    found = one_coin(rows, smoothing=0.01, steps=3, tolerance=-math.inf)

    wanted = plain_coin(rows, found.labels.labels, 0.01, 3)
    for item, chances in wanted.items():
        assert found.posterior[found.labels.items.index(item)] == pytest.approx(
            chances, abs=1e-9
        )


def plain_coin(rows, classes, smoothing, steps):
    """One chance of being right for each judge, one sum after another."""
    items = sorted({row[0] for row in rows})
    chance = {
        item: [
            sum(r[0] == item and r[2] == c for r in rows) / sum(r[0] == item for r in rows)
            for c in classes
        ]
        for item in items
    }
    k = len(classes)
    for _ in range(steps):
        share = [sum(chance[i][c] for i in items) + smoothing for c in range(k)]
        share = [s / sum(share) for s in share]
        right = {}
        for judge in {row[1] for row in rows}:
            own = [r for r in rows if r[1] == judge]
            hits = sum(chance[r[0]][classes.index(r[2])] for r in own)
            right[judge] = (hits + smoothing) / (len(own) + k * smoothing)
        for item in items:
            likely = [
                share[c]
                * math.prod(
                    right[r[1]] if r[2] == classes[c] else (1 - right[r[1]]) / max(k - 1, 1)
                    for r in rows
                    if r[0] == item
                )
                for c in range(k)
            ]
            chance[item] = [each / sum(likely) for each in likely]
    return chance


@pytest.mark.parametrize("model", [dawid_skene, one_coin])
def test_truth_and_judges_are_recovered(model):
    """Many labels of uneven judges: truth comes out better than by the majority."""
    rng = np.random.default_rng(0)
    items, judges = 3000, 6
    true = rng.integers(0, 3, items)
    right = np.array([0.95, 0.9, 0.5, 0.5, 0.45, 0.5])
    hit = rng.random((items, judges)) < right
    said = np.where(
        hit, true[:, None], (true[:, None] + rng.integers(1, 3, (items, judges))) % 3
    )

    found, baseline = model(said), majority_vote(said)

    assert found.accuracy == pytest.approx(right, abs=0.03)
    ours, theirs = (found.chosen == true).mean(), (baseline.chosen == true).mean()
    assert ours > theirs + 0.05
    if found.errors is not None:
        assert found.errors[0].diagonal() == pytest.approx([0.95] * 3, abs=0.03)
        assert found.errors.sum(axis=2) == pytest.approx(1.0)
    assert doubts(found) == ()


def test_majority_tells_ties():
    """A tie has no class; nobody draws lots."""
    found = majority_vote(
        [("a", "x", "1"), ("a", "y", "2"), ("b", "x", "1"), ("b", "y", "1")]
    )

    assert found.chosen.tolist() == [-1, 0]
    assert found.ties == 1
    assert found.posterior.tolist() == [[0.5, 0.5], [1.0, 0.0]]


def test_labels_may_come_in_many_shapes():
    """Triples, frames, a matrix and `Ratings` come to the same."""
    rows = made()
    frame = pl.DataFrame(rows, schema=["item", "judge", "label"], orient="row")
    cells = np.full((60, 5), -1, dtype=np.int8)
    for item, judge, label in rows:
        cells[int(item[1:]), int(judge[1:])] = int(label)
    ratings = Ratings(
        cells=cells,
        labels=("0", "1", "2"),
        judges=tuple(f"j{at}" for at in range(5)),
        units=[f"i{at:02d}" for at in range(60)],
    )
    matrix = np.where(cells < 0, np.nan, cells.astype(float))

    one = dawid_skene(rows).posterior
    for other in (
        frame,
        frame.to_pandas(),
        frame.rename({"label": "value"}).with_columns(pl.col("value").cast(pl.Float64)),
        frame.sample(fraction=1, shuffle=True, seed=1),
        ratings,
        matrix,
    ):
        assert dawid_skene(other).posterior.tobytes() == one.tobytes()


def test_pandas_frames_may_hold_gaps():
    """A label that is not there is no label."""
    frame = pd.DataFrame(
        {"item": ["a", "a", "b"], "judge": ["x", "y", "x"], "label": ["1", None, "2"]}
    )

    assert as_labels(frame).size == 2


def test_categories_may_be_stated():
    """A class that nobody named has its place, and a label off the list is refused."""
    found = as_labels([("a", "x", "low")], labels=("low", "high"))

    assert found.labels == ("low", "high")
    with pytest.raises(InputInvalid, match="none of the categories"):
        as_labels([("a", "x", "middle")], labels=("low", "high"))


def test_classes_are_in_the_order_of_numbers():
    """10 comes after 9."""
    assert as_labels([("a", "x", 10), ("b", "x", 9)]).labels == ("9", "10")


@pytest.mark.parametrize(
    "bad", [[], pl.DataFrame({"item": ["a"]}), [("a", "b")], np.zeros(3)]
)
def test_what_holds_no_labels_is_refused(bad):
    """A message, not a traceback of some library."""
    with pytest.raises(InputInvalid):
        dawid_skene(bad)


def test_too_many_tables_are_refused_before_memory_is_asked_for():
    """A thousand judges of a thousand classes would need 8 GB."""
    rows = [(str(at), str(at), str(at)) for at in range(1000)]
    rows.append(("1", "0", "1"))

    with pytest.raises(InputInvalid, match="too many to hold"):
        dawid_skene(rows)
    assert one_coin([*rows, ("0", "1", "1")]).posterior.shape == (1000, 1000)


def test_a_row_of_errors_that_rests_on_nothing_is_undefined():
    """A judge who never saw an item of a class has no error rate there."""
    rows = [(f"a{n}", judge, "no") for n in range(20) for judge in "xyz"]
    rows += [(f"b{n}", judge, "yes") for n in range(20) for judge in "xy"]

    found = dawid_skene(rows)

    z = found.labels.judges.index("z")
    assert np.isnan(found.errors[z, 1]).all()
    assert not np.isnan(found.errors[z, 0]).any()


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        ([("a", "x", "1"), ("a", "y", "1")], "every label is the same"),
        ([("a", "x", "1"), ("b", "y", "2")], "no item has two labels"),
        ([("a", "x", "1"), ("a", "y", "2")], "2 judges"),
        (
            [(f"a{n}", j, str(n % 2)) for n in range(12) for j in "xyz"]
            + [(f"b{n}", j, str(n % 2)) for n in range(12) for j in "uvw"],
            "2 groups",
        ),
        (
            [(f"a{n}", j, str(n % 2)) for n in range(12) for j in "xyz"] + [("a0", "new", "1")],
            "fewer than 10 labels",
        ),
        (
            [(f"a{n}", j, str(n % 2)) for n in range(30) for j in "xyz"]
            + [(f"a{n}", "turned", str(1 - n % 2)) for n in range(30)],
            "against the others",
        ),
        (
            [(f"a{n}", j, str(n + (j == "x"))) for n in range(30) for j in "xyz"],
            "measurements",
        ),
        (
            [("a", "x", "1"), ("a", "y", "1"), ("a", "z", "2")]
            + [(f"b{n}", "x", "1") for n in range(9)],
            "single label",
        ),
        (
            [(f"a{n}", j, str((n + (j == "x") * (n // 9)) % 5)) for n in range(30) for j in "xyz"],
            "they are rough",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_labels_cannot_say_is_told(rows, word):
    """Where a model must not be believed, it says so."""
    assert any(word in doubt for doubt in doubts(dawid_skene(rows)))


@pytest.mark.parametrize("model", [dawid_skene, one_coin])
@pytest.mark.parametrize(
    "rows",
    [
        [("a", "x", "1"), ("b", "y", "2")],
        [("a", "x", "1"), ("a", "y", "1"), ("b", "x", "1")],
    ],
)
def test_where_nothing_can_be_learned_nobody_is_right_or_wrong(model, rows):
    """What was said is repeated; accuracy is undefined, not 1."""
    found = model(rows)

    assert np.isnan(found.accuracy).all()
    assert found.errors is found.log_likelihood is None
    assert len(doubts(found)) == 1


def test_judges_who_copy_one_another_are_named():
    """Two who share their errors would be taken for the truth."""
    rng = np.random.default_rng(1)
    true = rng.integers(0, 2, 800)
    said = np.where(rng.random((800, 5)) < 0.75, true[:, None], 1 - true[:, None])
    copied = np.column_stack([said, said[:, 0]])

    assert not any("same label" in doubt for doubt in doubts(dawid_skene(said)))
    assert any("1 and 6" in doubt for doubt in doubts(dawid_skene(copied)))


def test_too_few_steps_are_told():
    """Figures that may still move are not sold as settled."""
    found = dawid_skene(made(), steps=2)

    assert not found.converged
    assert any("not enough to settle" in doubt for doubt in doubts(found))


def test_it_shows_itself_on_one_line():
    """A million names are not printed."""
    shown = repr(dawid_skene(made()))

    assert shown.startswith("Truth(dawid-skene, ")
    assert "\n" not in shown
    assert len(shown) < 200
