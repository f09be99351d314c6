"""Every coefficient beside its plain twin: the definition as its paper has it, in loops."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.agreement import Ratings, Tally, measure
from adjudge.agreement import coefficients as fast
from adjudge.agreement.chance import (
    brennan_prediger_estimate,
    fleiss_estimate,
    gwet_estimate,
    percent_estimate,
    scott_estimate,
)
from adjudge.agreement.counted import Counted
from adjudge.agreement.habits import conger_estimate
from adjudge.agreement.krippendorff import alpha_estimate, weighted_alpha_estimate
from adjudge.agreement.two_judges import light_estimate
from adjudge.agreement.weights import NAMES, weights_of
from adjudge.rubric import Level

NOTHING = 1e-9


# ---- the plain twins: units are lists of codes, None for no grade -----------------------


def grades(unit):
    """The grades of one unit."""
    return [code for code in unit if code is not None]


def agreement_weight(name, k, m, points):  # noqa: PLR0911
    """Gwet (2014), chapter 3, one cell at a time."""
    if k == m:
        return 1.0
    low, high = min(points), max(points)
    x, y = points[k], points[m]
    match name:
        case "identity":
            return 0.0
        case "linear":
            return 1 - abs(x - y) / (high - low)
        case "quadratic":
            return 1 - (x - y) ** 2 / (high - low) ** 2
        case "radical":
            return 1 - math.sqrt(abs(x - y)) / math.sqrt(high - low)
        case "ordinal":
            return 1 - math.comb(abs(k - m) + 1, 2) / math.comb(len(points), 2)
        case "ratio":
            most = ((high - low) / (high + low)) ** 2
            return 1 - ((x - y) / (x + y)) ** 2 / most
        case "circular":
            turn = high - low + 1
            most = max(
                math.sin(math.pi * (a - b) / turn) ** 2 for a in points for b in points
            )
            return 1 - math.sin(math.pi * (x - y) / turn) ** 2 / most
    far = [
        (a - b) ** 2 / ((a + b - 2 * low) * (2 * high - a - b))
        for a, b in itertools.permutations(points, 2)
    ]
    return 1 - (x - y) ** 2 / ((x + y - 2 * low) * (2 * high - x - y)) / max(far)


def unit_agreement(unit, weight):
    """The mean weight of two different judges' grades of one unit."""
    pairs = list(itertools.permutations(grades(unit), 2))
    return sum(weight(a, b) for a, b in pairs) / len(pairs)


def seen(units, weight):
    """Percent agreement; None where no unit has two grades."""
    each = [unit_agreement(unit, weight) for unit in units if len(grades(unit)) > 1]
    return sum(each) / len(each) if each else None


def corrected(observed, chance):
    """What is left when chance has its share; None where it has all."""
    if observed is None or chance is None or 1 - chance < NOTHING:
        return None
    return (observed - chance) / (1 - chance)


def chosen(units, size):
    """How often each category is chosen: the mean over units of its share."""
    rated = [grades(unit) for unit in units if grades(unit)]
    return [sum(g.count(k) / len(g) for g in rated) / len(rated) for k in range(size)]


def product(p, weight):
    """The weight that two independent draws get by chance."""
    pairs = itertools.product(range(len(p)), repeat=2)
    return sum(weight(k, m) * p[k] * p[m] for k, m in pairs)


def plain_percent(units, size, weight):
    """The mean over units."""
    return seen(units, weight)


def plain_fleiss(units, size, weight):
    """Chance draws from all that were chosen."""
    observed = seen(units, weight)
    if observed is None:
        return None
    return corrected(observed, product(chosen(units, size), weight))


def plain_scott(units, size, weight):
    """The same, of units with two grades."""
    return plain_fleiss([u for u in units if len(grades(u)) > 1], size, weight)


def plain_brennan_prediger(units, size, weight):
    """Every category is as likely."""
    all_weights = sum(weight(k, m) for k in range(size) for m in range(size))
    return corrected(seen(units, weight), all_weights / size**2)


def plain_gwet(units, size, weight):
    """Chance grows with how undecided the judges are."""
    observed = seen(units, weight)
    if observed is None or size < 2:
        return None
    all_weights = sum(weight(k, m) for k in range(size) for m in range(size))
    p = chosen(units, size)
    chance = all_weights / (size * (size - 1)) * sum(x * (1 - x) for x in p)
    return corrected(observed, chance)


def shares(column, size):
    """How often one judge chooses each category; None for a judge without grades."""
    given = grades(column)
    return [given.count(k) / len(given) for k in range(size)] if given else None


def plain_conger(units, size, weight):
    """Chance draws from two different judges."""
    habits = [shares(column, size) for column in zip(*units, strict=True)]
    pairs = list(itertools.permutations([h for h in habits if h], 2))
    observed = seen(units, weight)
    if observed is None or not pairs:
        return None
    chance = [
        sum(weight(k, m) * g[k] * h[m] for k in range(size) for m in range(size))
        for g, h in pairs
    ]
    return corrected(observed, sum(chance) / len(pairs))


def plain_cohen(first, second, size, weight):
    """Of the units that both rated."""
    both = [(a, b) for a, b in zip(first, second, strict=True) if None not in (a, b)]
    if not both:
        return None
    g, h = ([pair[side] for pair in both] for side in (0, 1))
    n = len(both)
    observed = sum(weight(a, b) for a, b in both) / n
    chance = sum(
        weight(k, m) * g.count(k) * h.count(m) / n**2
        for k in range(size)
        for m in range(size)
    )
    return corrected(observed, chance)


def plain_light(units, size, weight):
    """The mean over the pairs where it is defined."""
    columns = itertools.combinations(zip(*units, strict=True), 2)
    kappas = [plain_cohen(g, h, size, weight) for g, h in columns]
    known = [kappa for kappa in kappas if kappa is not None]
    return sum(known) / len(known) if known else None


def plain_alpha(units, size, metric):
    """Krippendorff (2011): coincidences, one pair of grades at a time."""
    paired = [grades(unit) for unit in units if len(grades(unit)) > 1]
    totals = [sum(unit.count(k) for unit in paired) for k in range(size)]
    number = sum(totals)
    met = sum(
        metric(a, b, totals) / (len(unit) - 1)
        for unit in paired
        for a, b in itertools.permutations(unit, 2)
    )
    chance = sum(
        metric(k, m, totals) * totals[k] * totals[m]
        for k in range(size)
        for m in range(size)
    )
    return 1 - (number - 1) * met / chance if chance > NOTHING else None


def metric_of(level, points):
    """Krippendorff's four metrics, in the words of his paper."""

    def ordinal(c, k, totals):
        low, high = min(c, k), max(c, k)
        between = sum(totals[g] for g in range(low, high + 1))
        return (between - (totals[c] + totals[k]) / 2) ** 2 if c != k else 0

    return {
        Level.NOMINAL: lambda c, k, totals: float(c != k),
        Level.ORDINAL: ordinal,
        Level.INTERVAL: lambda c, k, totals: (points[c] - points[k]) ** 2,
        Level.RATIO: lambda c, k, totals: (
            ((points[c] - points[k]) / (points[c] + points[k])) ** 2
        ),
    }[level]


# ---- ratings of all sorts ---------------------------------------------------------------


@st.composite
def tables(draw, least_units=0, judges=(2, 5), holes=True):
    """Units as lists of codes, and the points of the categories."""
    size = draw(st.integers(2, 4))
    width = draw(st.integers(*judges))
    cell = st.integers(0, size - 1)
    if holes:
        cell = st.one_of(st.none(), cell, cell)
    row = st.lists(cell, min_size=width, max_size=width)
    units = draw(st.lists(row, min_size=least_units, max_size=9))
    steps = draw(st.lists(st.sampled_from([0.5, 1.0, 3.0]), min_size=size, max_size=size))
    return units, np.cumsum(steps).tolist(), width


def ratings_of(table, level=Level.ORDINAL):
    """The same as `Ratings` of a scale."""
    units, points, width = table
    cells = np.array(
        [[-1 if code is None else code for code in unit] for unit in units], dtype=np.int8
    ).reshape(len(units), width)
    return Ratings(
        cells=cells,
        labels=tuple(map(str, points)),
        points=np.array(points),
        level=level,
        closed=True,
    )


WAYS = {
    "percent": (percent_estimate, plain_percent),
    "fleiss": (fleiss_estimate, plain_fleiss),
    "scott": (scott_estimate, plain_scott),
    "brennan_prediger": (brennan_prediger_estimate, plain_brennan_prediger),
    "gwet": (gwet_estimate, plain_gwet),
    "conger": (conger_estimate, plain_conger),
    "light": (light_estimate, plain_light),
}
BY_JUDGE = ("conger", "light")


def same(found, expected):
    """Both undefined, or alike to 1e-9."""
    if expected is None:
        return found is None
    return found is not None and math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)


def plain_of(way, table, name):
    """The value by the plain twin."""
    units, points, _ = table
    known = {
        (k, m): agreement_weight(name, k, m, points)
        for k in range(len(points))
        for m in range(len(points))
    }
    return WAYS[way][1](units, len(points), lambda k, m: known[k, m])


def estimate_of(way, ratings, name):
    """The estimate of the fast path."""
    tally = Tally.of(ratings)
    weights = weights_of(name, ratings)
    return WAYS[way][0](tally if way in BY_JUDGE else tally.counted, weights)


@pytest.mark.parametrize("way", WAYS)
@given(table=tables(), name=st.sampled_from(NAMES))
def test_fast_coefficients_are_the_plain_ones(way, table, name):
    """Value for value, undefined for undefined."""
    found = estimate_of(way, ratings_of(table), name)

    assert same(found.value, plain_of(way, table, name))
    assert bool(found.why) == (found.value is None)


@pytest.mark.parametrize("level", Level)
@given(table=tables())
def test_fast_alpha_is_the_plain_one(level, table):
    """Each of the four metrics."""
    units, points, _ = table
    found = alpha_estimate(Counted.of(ratings_of(table)), level)

    assert same(found.value, plain_alpha(units, len(points), metric_of(level, points)))


@given(table=tables(), name=st.sampled_from(NAMES))
def test_weighted_alpha_is_alpha_with_that_metric(table, name):
    """Disagreement is what is lacking to full agreement."""
    units, points, _ = table
    ratings = ratings_of(table)
    found = weighted_alpha_estimate(Counted.of(ratings), weights_of(name, ratings))

    def metric(k, m, totals):
        return 1 - agreement_weight(name, k, m, points)

    assert same(found.value, plain_alpha(units, len(points), metric))


def one_less(table):
    """The table without each unit that has a grade, in turn."""
    units, points, width = table
    rated = [unit for unit in units if grades(unit)]
    for at, unit in enumerate(rated):
        yield unit, (rated[:at] + rated[at + 1 :], points, width)


def left_out(estimate, tally_columns, unit):
    """What the estimate says of the pattern that *unit* has."""
    pattern = [-1 if code is None else code for code in unit]
    at = next(
        i for i in range(tally_columns.shape[1]) if tally_columns[:, i].tolist() == pattern
    )
    return estimate.without()[at]


@pytest.mark.parametrize("way", BY_JUDGE)
@given(table=tables(least_units=2), name=st.sampled_from(["identity", "quadratic"]))
def test_leaving_a_unit_out_is_computing_without_it_by_judge(way, table, name):
    """The jackknife's figures, held to the plain twin on all other units."""
    ratings = ratings_of(table)
    columns = Tally.of(ratings).columns
    estimate = estimate_of(way, ratings, name)
    if estimate.value is None or (way == "light" and columns.shape[0] == 2):
        return
    for unit, rest in one_less(table):
        found = left_out(estimate, columns, unit)
        assert same(None if np.isnan(found) else found, plain_of(way, rest, name))


def by_counts(counts, unit):
    """Where the counts of *unit* stand among the patterns."""
    wanted = [unit.count(k) for k in range(len(counts))]
    return next(i for i in range(counts.shape[1]) if counts[:, i].tolist() == wanted)


@pytest.mark.parametrize("way", [way for way in WAYS if way not in (*BY_JUDGE, "scott")])
@given(table=tables(least_units=2), name=st.sampled_from(["identity", "linear"]))
def test_leaving_a_unit_out_is_computing_without_it(way, table, name):
    """The jackknife's figures, held to the plain twin on all other units."""
    ratings = ratings_of(table)
    estimate = estimate_of(way, ratings, name)
    if estimate.value is None:
        return
    counts = Counted.of(ratings).counts
    for unit, rest in one_less(table):
        found = estimate.without()[by_counts(counts, unit)]
        assert same(None if np.isnan(found) else found, plain_of(way, rest, name))


@pytest.mark.parametrize("level", Level)
@given(table=tables(least_units=2))
def test_leaving_a_unit_out_of_alpha_is_computing_without_it(level, table):
    """Mid-ranks, too, are those of the units that are left."""
    units, points, width = table
    counted = Counted.of(ratings_of(table))
    estimate = alpha_estimate(counted, level)
    if estimate.value is None:
        return
    paired = [unit for unit in units if len(grades(unit)) > 1]
    for unit, (rest, _, _) in one_less((paired, points, width)):
        found = estimate.without()[by_counts(counted.paired.counts, unit)]
        expected = plain_alpha(rest, len(points), metric_of(level, points))
        assert same(None if np.isnan(found) else found, expected)


@given(table=tables(least_units=1))
@settings(max_examples=30)
def test_pairs_are_the_plain_kappas_with_their_jackknife(table):
    """Every two judges, as many weights as the level has."""
    units, points, width = table
    every = measure(ratings_of(table)).pairs
    found = [each for each in every if each.name == "cohen_kappa"]
    columns = list(zip(*units, strict=True))
    assert len(found) == 3 * math.comb(width, 2)
    for each in found:
        g, h = (int(name) - 1 for name in each.between)
        known = {
            (k, m): agreement_weight(each.weights, k, m, points)
            for k in range(len(points))
            for m in range(len(points))
        }
        weight = lambda k, m, known=known: known[k, m]  # noqa: E731
        expected = plain_cohen(columns[g], columns[h], len(points), weight)
        assert same(each.value, expected)
        assert each.why_no_interval  # too few units


def wide(seed=0, units=60, judges=4, size=3, holes=0.2):
    """Enough units for an interval, all categories used."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, size, units)[:, None]
    cells = np.where(
        rng.random((units, judges)) < 0.7, truth, rng.integers(0, size, (units, judges))
    )
    cells = np.where(rng.random(cells.shape) < holes, -1, cells).astype(np.int8)
    units_of = [[None if c < 0 else c for c in row] for row in cells.tolist()]
    return units_of, [1.0, 2.0, 4.0][:size], judges


@pytest.mark.parametrize("way", ["percent", "fleiss", "gwet", "conger", "light"])
@pytest.mark.parametrize("name", ["identity", "quadratic"])
def test_jackknife_interval_by_hand(way, name):
    """T of as many units as have two grades, spread of the figures without each unit."""
    table = wide()
    rests = [plain_of(way, rest, name) for _, rest in one_less(table)]
    n = len(rests)
    error = math.sqrt((n - 1) / n * sum((x - sum(rests) / n) ** 2 for x in rests))
    function = {"percent": fast.percent_agreement, "light": fast.cohen}.get(
        way, getattr(fast, way, None)
    )

    found = function(ratings_of(table), weights=name, interval="jackknife")

    assert found.error == pytest.approx(error, rel=1e-9)
    assert found.interval == "jackknife"
    assert found.units == sum(len(grades(unit)) > 1 for unit in table[0])


@pytest.mark.parametrize("way", ["percent", "fleiss", "gwet", "conger", "light"])
def test_replicates_are_computed_as_the_whole_is(way):
    """BCa's figures: each replicate by itself is the plain twin of the units drawn."""
    table = wide(units=25, holes=0.3)
    ratings = ratings_of(table)
    tally = Tally.of(ratings)
    columns = tally.columns if way in BY_JUDGE else tally.counted.counts
    draws = tally.redrawn if way in BY_JUDGE else tally.counted.redrawn
    found = estimate_of(way, ratings, "linear").redrawn()
    example = {
        at: next(
            unit
            for unit in table[0]
            if (
                [-1 if c is None else c for c in unit]
                if way in BY_JUDGE
                else [unit.count(k) for k in range(3)]
            )
            == columns[:, at].tolist()
        )
        for at in range(columns.shape[1])
    }
    for replicate in range(5):
        times = draws[replicate].astype(int).tolist()
        drawn = [example[at] for at, n in enumerate(times) for _ in range(n)]
        assert same(found[replicate], plain_of(way, (drawn, *table[1:]), "linear"))


@pytest.mark.parametrize("level", Level)
def test_replicates_of_alpha_are_computed_as_the_whole_is(level):
    """The ordinal metric is made anew of each replicate's grades."""
    table = wide(units=25, holes=0.3)
    counted = Counted.of(ratings_of(table)).paired
    found = alpha_estimate(counted, level).redrawn()
    metric = metric_of(level, table[1])
    for replicate in range(5):
        times = counted.redrawn[replicate].astype(int).tolist()
        patterns = [
            [k for k, n in enumerate(counted.counts[:, at].astype(int)) for _ in range(n)]
            for at in range(len(times))
        ]
        drawn = [patterns[at] for at, n in enumerate(times) for _ in range(n)]
        assert same(found[replicate], plain_alpha(drawn, 3, metric))
