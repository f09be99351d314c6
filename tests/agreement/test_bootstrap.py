"""Samples of items: each is what the coefficient says of it, and the interval is theirs."""

import dataclasses

import numpy as np
import pytest

from adjudge.agreement import (
    Ratings,
    alpha_of_values,
    bootstrap,
    bootstrap_difference,
    icc,
    kendall_tau,
    kendall_w,
    mean_difference,
    pearson,
    spearman,
)
from adjudge.agreement.draws import drawn
from adjudge.agreement.figures import PLAIN, WEIGHTED, figures
from adjudge.agreement.samples import Samples, Units
from adjudge.errors import InputInvalid

WAYS = {
    "kendall_w": kendall_w,
    "spearman": spearman,
    "kendall_tau_b": kendall_tau,
    "pearson": pearson,
    "mean_absolute_difference": mean_difference,
    **{
        f"icc_{model}_{k}": (lambda ratings, form=f"icc_{model}_{k}": icc(ratings, form))
        for model in (1, 2, 3)
        for k in "1k"
    },
}


def ratings(seed, shape=(40, 4), share=0.2, **told):
    """Grades from 1 to 5 that go together, with holes."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(shape[0], 1)) + rng.normal(size=shape)
    cells = np.clip(np.round(values + 2), 0, 4).astype(np.int8)
    cells[rng.random(shape) < share] = -1
    return Ratings(
        cells=cells,
        labels=tuple("12345"),
        points=np.arange(1.0, 6.0),
        units=told.pop("units", [f"item {at}" for at in range(shape[0])]),
        **told,
    )


def close(found, expected):
    """NaN for None."""
    wanted = np.array([np.nan if each is None else each for each in expected], dtype=float)
    np.testing.assert_allclose(found, wanted, atol=1e-9)


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_each_sample_is_the_coefficient_of_its_units(share):
    """What a product of matrices says equals computing it of the units that were drawn."""
    found = ratings(1, share=share)
    weights = np.concatenate(list(drawn(40, (6, 40), 7)))
    samples = Samples(Units(found), weights)
    repeated = [found.of_units(np.repeat(np.arange(40), w.astype(int))) for w in weights]
    for name, way in WAYS.items():
        if share and name.endswith("_k"):
            continue  # k is that of the data, not of each sample
        close(figures(samples, name, ""), [way(each).value for each in repeated])
    for level in ("nominal", "ordinal", "interval", "ratio"):
        expected = [alpha_of_values(each, level).value for each in repeated]
        close(figures(samples, "krippendorff_alpha", level), expected)


def test_the_seed_is_the_sample():
    """The same seed, the same figures, in any order of units, judges and criteria."""
    rng = np.random.default_rng(0)
    first, second = ratings(1, criterion="clarity"), ratings(2, criterion="depth")
    asked = [*PLAIN, "krippendorff_alpha/ordinal", "cohen_kappa/quadratic"]

    made = bootstrap([first, second], asked, seed=3, draws=50)
    again = bootstrap(
        [second.of_units(rng.permutation(40)), first.of_units(rng.permutation(40))],
        asked,
        seed=3,
        draws=50,
    )

    for one, other in zip(made.pooled, again.pooled, strict=True):
        assert (other.value, other.low, other.high) == pytest.approx(
            (one.value, one.low, one.high), abs=1e-12
        )
    assert set(made.criteria) == {"clarity", "depth"}
    other_seed = bootstrap([first, second], asked, seed=4, draws=50)
    assert other_seed.pooled[0].low != made.pooled[0].low
    assert other_seed.pooled[0].value == made.pooled[0].value


def test_pooled_is_the_plain_mean_and_says_so():
    """The definition names it; the value is the mean over criteria."""
    criteria = [ratings(seed, criterion=str(seed)) for seed in range(3)]

    made = bootstrap(criteria, ["pearson"], seed=1, draws=200)

    (one,) = made.pooled
    assert one.value == pytest.approx(np.mean([pearson(each).value for each in criteria]))
    assert one.definition.startswith("the plain mean over 3 criteria of")
    assert one.low < one.value < one.high
    assert (one.interval, one.units, made.draws, made.seed) == ("bootstrap", 40, 200, 1)


def test_an_interval_is_about_as_wide_as_the_jackknifes():
    """Two ways to one error."""
    found = ratings(5, (200, 4))
    for name in ("pearson", "spearman", "mean_absolute_difference"):
        made = bootstrap([found], [name], seed=1).pooled[0]
        assert made.error == pytest.approx(WAYS[name](found).error, rel=0.15)


def test_items_are_drawn_with_all_their_units():
    """Two answers to one question are no two independent units."""
    twice = ratings(3, (30, 3), share=0, units=[f"q{at}" for at in range(30)])
    units = [f"{name} {which}" for which in "ab" for name in twice.units]
    doubled = dataclasses.replace(
        twice, cells=np.vstack([twice.cells, twice.cells]), units=units
    )
    of = {unit: unit.split()[0] for unit in units}

    single = bootstrap([twice], ["mean_absolute_difference"], seed=2).pooled[0]
    both = bootstrap([doubled], ["mean_absolute_difference"], seed=2, items=of).pooled[0]

    assert (both.low, both.high) == pytest.approx((single.low, single.high))
    assert both.units == 30


def test_a_difference_is_drawn_together():
    """Judges held against themselves do not differ, in no sample."""
    found = ratings(6, judges=("ann", "bob", "eve", "joe"))
    same = bootstrap_difference([found], [found], ["pearson"], seed=1, draws=50)[0]
    people = found.among(("ann", "bob"))
    others = found.among(("eve", "joe"))
    made = bootstrap_difference([people], [others], ["pearson"], seed=1, draws=300)[0]

    assert same.value == 0
    assert same.low is None
    assert made.name == "difference_of_pearson"
    assert made.value == pytest.approx(pearson(people).value - pearson(others).value)
    assert made.low < made.value < made.high


def test_what_is_undefined_on_one_criterion_is_told():
    """The mean is over the others, and says how many there were."""
    constant = dataclasses.replace(
        ratings(1), cells=np.zeros((40, 4), dtype=np.int8), criterion="constant"
    )
    criteria = [ratings(2, criterion="clarity"), constant]
    made = bootstrap(criteria, ["krippendorff_alpha/nominal"], seed=1, draws=50)

    assert made.criteria["constant"][0].value is None
    assert made.criteria["constant"][0].why
    assert made.pooled[0].value == made.criteria["clarity"][0].value
    assert made.pooled[0].note == "1 of 2 criteria have no figure"
    alone = bootstrap([constant], ["krippendorff_alpha/nominal"], seed=1, draws=50)
    assert alone.pooled[0].value is None
    assert alone.pooled[0].why == "it is not defined on any criterion"


def test_a_figure_that_many_samples_lack_has_no_interval():
    """Where one unit decides whether there is anything to measure."""
    cells = np.zeros((40, 2), dtype=np.int8)
    cells[0] = [1, 1]
    found = dataclasses.replace(ratings(1, (40, 2)), cells=cells)
    made = bootstrap([found], ["krippendorff_alpha/nominal"], seed=1, draws=200).pooled[0]

    assert made.value == 1
    assert made.low is None
    assert "samples of the items" in made.why_no_interval


def test_few_items_have_no_interval():
    """Below 20 items the value stands alone."""
    made = bootstrap([ratings(1, (19, 3))], ["pearson"], seed=1, draws=50).pooled[0]

    assert made.value is not None
    assert made.why_no_interval.endswith("19 items, at least 20 needed")


def test_slots_and_very_many_values():
    """What cannot be resampled says why; sums of squares always can."""
    slots = dataclasses.replace(ratings(1), slots=True)
    assert (
        "slots"
        in bootstrap([slots], ["conger_kappa"], seed=1, draws=9).criteria["1"][0].why
    )
    rng = np.random.default_rng(0)
    values = (rng.normal(size=(60, 1)) + rng.normal(size=(60, 3))).round(6)
    points = np.unique(values)
    many = Ratings(
        cells=np.searchsorted(points, values).astype(np.int32),
        labels=tuple(map(str, points)),
        points=points,
        units=[str(at) for at in range(60)],
    )
    alpha, tau, one_way = bootstrap(
        [many],
        ["krippendorff_alpha/interval", "kendall_tau_b", "icc_1_1"],
        seed=1,
        draws=99,
    ).criteria["1"]
    assert alpha.value == pytest.approx(alpha_of_values(many, "interval").value)
    assert one_way.low < one_way.value < one_way.high
    assert "more than 64 different values" in tau.why


@pytest.mark.parametrize("said", ["kapa", "gwet_ac2", "cohen_kappa/cubic"])
def test_an_unknown_statistic_is_told(said):
    """With what to write instead."""
    with pytest.raises(InputInvalid) as caught:
        bootstrap([ratings(1)], [said], seed=1, draws=9)
    assert caught.value.hint


def test_every_weighted_one_is_defined_of_the_whole():
    """All names give a figure of ordinary ratings."""
    asked = [
        f"{name}/{w}" for name in WEIGHTED for w in ("identity", "linear", "quadratic")
    ]
    for made in bootstrap([ratings(1)], asked, seed=1, draws=99).pooled:
        assert made.low < made.value < made.high
