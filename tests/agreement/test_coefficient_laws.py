"""What holds of every coefficient, whatever was rated."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.agreement import Ratings, Tally, alpha, as_ratings, cohen, gwet, measure
from adjudge.agreement.counted import Counted
from adjudge.errors import InputInvalid


@st.composite
def ratings(draw, level="ordinal", least=1):
    """Ratings of a closed scale of 2 to 4 points by 2 to 5 judges."""
    size, judges = draw(st.integers(2, 4)), draw(st.integers(2, 5))
    row = st.lists(st.integers(-1, size - 1), min_size=judges, max_size=judges)
    units = draw(st.lists(row, min_size=least, max_size=40))
    return made(np.array(units, dtype=np.int8).reshape(-1, judges), size, level)


def made(cells, size, level="ordinal"):
    """Codes as ratings of a closed scale."""
    return Ratings(
        cells=cells,
        labels=tuple(str(at + 1) for at in range(size)),
        points=np.arange(1.0, size + 1),
        closed=True,
    ).at_level(level)


LOW, HIGH = 2, 3


MINE = (
    "krippendorff_alpha", "percent_agreement", "cohen_kappa", "fleiss_kappa",
    "conger_kappa", "brennan_prediger", "gwet_ac1", "gwet_ac2",
)  # fmt: skip
"""What counts grades; what is made of numbers has tests of its own."""


def figures(found):
    """All that was computed, by name, weights and pair."""
    return {
        (c.name, c.weights, c.between and frozenset(c.between)): (
            c.value, c.error, c.low, c.high, c.interval, c.units, c.pairs, c.observed,
            c.expected, c.coverage, c.why,
        )
        for c in (*found.coefficients, *found.pairs)
    }  # fmt: skip


def alike(left, right):
    """The same reasons and the same numbers to 1e-9.

    Replicates are drawn pattern by pattern in one order: with other names for things they
    are other replicates, so the ends of such an interval are not compared.
    """
    assert left.keys() == right.keys()
    for key, mine in left.items():
        drawn = "bca" in mine
        for at, (one, other) in enumerate(zip(mine, right[key], strict=True)):
            if drawn and at in (LOW, HIGH):
                continue
            if isinstance(one, float) and isinstance(other, float):
                assert math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9), key
            else:
                assert one == other, key


@given(ratings(), st.randoms())
@settings(max_examples=40, deadline=None)
def test_the_order_of_units_is_nothing(found, random):
    """Bit for bit, intervals too."""
    order = list(range(len(found.cells)))
    random.shuffle(order)
    mixed = replace(found, cells=found.cells[order])

    assert figures(measure(mixed)) == figures(measure(found))


@given(ratings(), st.randoms())
@settings(max_examples=40, deadline=None)
def test_the_order_of_judges_is_nothing(found, random):
    """The same judges in other columns agree as much."""
    order = list(found.judges)
    random.shuffle(order)

    alike(figures(measure(found.among(order))), figures(measure(found)))


@given(ratings("nominal"), st.randoms())
@settings(max_examples=40, deadline=None)
def test_the_names_of_nominal_values_are_nothing(found, random):
    """Renumbering the categories changes no figure."""
    order = list(range(found.size))
    random.shuffle(order)
    renamed = replace(found, cells=np.append(order, -1)[found.cells].astype(np.int8))

    mine, theirs = figures(measure(renamed)), figures(measure(found))
    alike(
        {key: values[:-1] for key, values in mine.items()},
        {key: values[:-1] for key, values in theirs.items()},
    )


@given(ratings())
@settings(max_examples=30, deadline=None)
def test_a_unit_without_grades_changes_nothing(found):
    """Neither figures nor coverage: nobody was asked."""
    hole = np.full((3, len(found.judges)), -1, np.int8)
    more = replace(found, cells=np.concatenate([hole[:1], found.cells, hole]))

    assert figures(measure(more)) == figures(measure(found))


@given(ratings(), st.integers(0, 40))
@settings(max_examples=40, deadline=None)
def test_parts_add_up_to_the_whole(found, cut):
    """However it is cut: the same integers, the same figures, bit for bit."""
    one, other = (
        Tally.of(found.of_units(np.arange(len(found.cells)) < cut)),
        Tally.of(found.of_units(np.arange(len(found.cells)) >= cut)),
    )
    whole = Tally.of(found)
    for sum_ in (one + other, other + one):
        assert sum_.columns.tolist() == whole.columns.tolist()
        assert sum_.times.tolist() == whole.times.tolist()
        assert figures(measure(sum_)) == figures(measure(whole))


@given(ratings(), st.data())
@settings(max_examples=40, deadline=None)
def test_one_changed_unit_updates_the_tally(found, data):
    """A live board need not count again: in, changed, and out."""
    row = st.lists(
        st.integers(-1, found.size - 1),
        min_size=len(found.judges),
        max_size=len(found.judges),
    )
    before, after = found.cells[0].tolist(), data.draw(row)
    rest = found.cells[1:]
    changed = replace(found, cells=np.concatenate([np.array([after], np.int8), rest]))
    tally = Tally.of(found)

    for mine, theirs in (
        (tally.changed(before, after), Tally.of(changed)),
        (tally.changed(before), Tally.of(replace(found, cells=rest))),
        (tally.changed(after=after).changed(after), tally),
    ):
        assert mine.columns.tolist() == theirs.columns.tolist()
        assert mine.times.tolist() == theirs.times.tolist()


def test_a_unit_that_was_never_there_cannot_be_taken_out():
    """The board would be wrong from then on."""
    tally = Tally.of(made(np.array([[0, 1]], np.int8), 2))

    with pytest.raises(InputInvalid, match="no unit was rated like that"):
        tally.changed(before=[1, 1])


def test_tallies_of_other_scales_do_not_add_up():
    """Code 1 means another category there."""
    tally = Tally.of(made(np.array([[0, 1]], np.int8), 2))

    with pytest.raises(InputInvalid, match="other categories"):
        tally + Tally.of(made(np.array([[0, 1]], np.int8), 3))


@given(ratings())
@settings(max_examples=60)
def test_counts_come_out_alike_by_either_way(found):
    """Straight from the cells, or through the patterns of judges."""
    mine, theirs = Counted.of(found), Tally.of(found).counted

    assert mine.counts.tolist() == theirs.counts.tolist()
    assert mine.times.tolist() == theirs.times.tolist()


@given(ratings(least=2))
@settings(max_examples=60)
def test_given_and_together_are_counted_one_by_one(found):
    """Grades by judge and category; of two judges by unit."""
    board = measure(found)
    rows = [row for row in found.cells.tolist() if max(row) >= 0]
    judges, size = len(found.judges), found.size
    assert board.units == len(rows)
    assert board.grades == sum(code >= 0 for row in rows for code in row)
    for g in range(judges):
        for k in range(size):
            assert board.given[g, k] == sum(row[g] == k for row in rows)
            for h in range(judges):
                for m in range(size):
                    expected = sum(row[g] == k and row[h] == m for row in rows)
                    assert board.together[g, h, k, m] == expected


@given(st.integers(20, 60), st.integers(2, 5), st.integers(2, 4))
@settings(max_examples=20, deadline=None)
def test_unanimity_is_one_where_it_is_defined(units, judges, size):
    """And no interval says that it is certain."""
    codes = np.arange(units) % size
    cells = np.repeat(codes[:, None], judges, axis=1).astype(np.int8)

    found = measure(made(cells, size))

    for each in (*found.coefficients, *found.pairs):
        if each.name not in MINE:
            continue
        assert each.value == 1
        assert each.interval == "exact"
        assert each.low < 1 - 1 / units
        assert each.high == 1


def test_the_bound_at_unanimity_is_clopper_and_pearsons():
    """Of 50 units none split: fewer than 7.1 % do, with 97.5 % certainty."""
    cells = np.repeat(np.arange(50)[:, None] % 2, 3, axis=1).astype(np.int8)
    found = measure(made(cells, 2, "nominal"))

    share = 0.025 ** (1 / 50)
    assert found.of("percent_agreement").low == pytest.approx(share)
    assert found.of("brennan_prediger").low == pytest.approx(1 - (1 - share) * 2)


@pytest.mark.parametrize("size", [40, 130])
def test_wide_and_many_categories_are_packed_in_more_words(size):
    """Keys of more than 52 bits: the same as by fewer."""
    rng = np.random.default_rng(3)
    cells = rng.integers(-1, 3, (200, 30)).astype(np.int16)
    few = Ratings(cells=cells, labels=("a", "b", "c"))
    labels = tuple(map(str, range(size)))
    many = Ratings(cells=cells, labels=labels)

    left, right = measure(few), measure(many)

    for name in ("krippendorff_alpha", "fleiss_kappa", "conger_kappa", "cohen_kappa"):
        mine, theirs = left.of(name), right.of(name)
        assert mine.value == pytest.approx(theirs.value, abs=1e-12)
        assert mine.low == pytest.approx(theirs.low, abs=1e-12)
    assert left.of("gwet_ac1").value != right.of("gwet_ac1").value  # asks for the scale


# ---- what is undefined ------------------------------------------------------------------

LACKING = {
    "no grades": ([[None, None, None]], "there are no grades"),
    "one judge": ([[1], [2]], "there is one judge: nobody to agree with"),
    "no unit twice": ([[1, None, None], [None, 2, None]], "no unit has two grades"),
}


@pytest.mark.parametrize("table", LACKING)
def test_what_lacks_grades_is_undefined_with_the_reason(table):
    """Never 0, never 1, never NaN."""
    cells, why = LACKING[table]
    found = measure(as_ratings(cells, categories=[1, 2]))

    assert {each.name for each in found.coefficients} >= set(MINE)
    for each in found.coefficients:
        assert each.value is None
        assert each.why
        assert (each.low, each.high, each.error) == (None, None, None)
        if each.name in MINE:
            assert each.why == each.why_no_interval == why


def test_constant_ratings_are_undefined_where_chance_explains_them():
    """Percent agreement stands; what chance would do leaves nothing to tell."""
    found = measure(as_ratings([[2, 2, 2]] * 30, categories=[1, 2, 3]))

    why = "all grades are '2': agreement cannot be told from chance"
    for name in ("krippendorff_alpha", "fleiss_kappa", "conger_kappa"):
        assert found.of(name).value is None
        assert found.of(name).why == why
    assert found.of("percent_agreement").value == 1
    assert found.of("gwet_ac1").value == 1  # three categories there were
    assert found.of("cohen_kappa").why == "of no two judges is kappa defined"
    for pair in found.pairs:
        assert pair.between is not None
        if pair.name in MINE:
            assert pair.value is None
            assert pair.why == "both judges gave one and the same grade throughout"


def test_constant_ratings_without_a_scale_are_undefined_throughout():
    """One category is known: nobody can tell what else could have been said."""
    found = measure([[2, 2, 2]] * 30)

    for each in found.coefficients:
        if each.name in MINE:
            assert (each.value is None) == (each.name != "percent_agreement")


def test_one_constant_judge_has_kappa_nought_and_no_interval():
    """It is nought whatever the units, so nothing varies."""
    found = cohen([[3, 1 + n % 3] for n in range(60)])

    assert found.value == pytest.approx(0)
    assert found.interval is None
    assert "nothing varies" in found.why_no_interval


def test_what_hangs_on_a_single_unit_has_no_interval():
    """Without that unit all grades are alike."""
    table = [[1, 1]] * 120 + [[1, 2]]
    found = alpha(table, interval="jackknife")

    assert found.value == pytest.approx(0)
    assert found.interval is None
    assert "hangs on one unit" in found.why_no_interval


def test_a_rare_category_needs_a_hundred_units():
    """Below that no interval is printed, and the message says why."""
    table = [[1, 1]] * 56 + [[1, 2], [2, 2], [2, 2], [2, 1]]

    assert alpha(table).why_no_interval == (
        "not enough data for an interval: 95% of the grades are in one category, and too "
        "few of 60 units have anything else; with such grades at least 100 units"
    )
    assert alpha(table * 2).interval is not None
    assert alpha(table, interval="jackknife").interval == "jackknife"


def test_slots_have_no_coefficient_that_asks_who_judged():
    """Rater 1 is whoever came first."""
    cells = np.array([[0, 1, 1], [1, 1, 0]] * 20, np.int8)
    found = measure(replace(made(cells, 2), slots=True))

    for each in found.coefficients:
        if each.name not in MINE:
            continue
        slotted = each.name in ("conger_kappa", "cohen_kappa")
        assert (each.value is None) == slotted
        assert ("slots, not judges" in each.why) == slotted


def test_skewed_ratings_get_bca_and_the_same_one_each_time():
    """Few units pull hard one way: Student's interval would be lopsided."""
    table = [[1, 1]] * 140 + [[2, 2]] * 4 + [[1, 2]] * 3

    found = gwet(table)

    assert found.interval == "bca"
    assert found.low < found.value < found.high
    assert found.value - found.low > 1.3 * (found.high - found.value)
    assert gwet(table) == found
    assert gwet(table, interval="jackknife").interval == "jackknife"


def test_the_prevalence_paradox_is_there_to_see():
    """97 % raw agreement, AC1 high, alpha near nought."""
    table = [[1, 1]] * 291 + [[1, 2]] * 5 + [[2, 1]] * 4
    found = measure(as_ratings(table, categories=[1, 2], level="nominal"))

    assert found.of("percent_agreement").value == pytest.approx(0.97)
    assert found.of("gwet_ac1").value > 0.96
    assert abs(found.of("krippendorff_alpha").value) < 0.02


def test_ordinal_means_three_things_and_each_is_named():
    """Krippendorff's, Gwet's and the interval metric differ, and so do their names."""
    from adjudge.agreement import weighted_alpha

    table = [
        [1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2],
        [1, 2, 3, 4], [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [None, 5, 5, 5],
        [None, None, 1, 1], [None, 3, None, None],
    ]  # fmt: skip
    found = [
        alpha(table, level="ordinal"),
        weighted_alpha(table, weights="ordinal"),
        alpha(table, level="interval"),
    ]

    assert [round(each.value, 3) for each in found] == [0.815, 0.834, 0.849]
    assert len({(each.name, each.weights) for each in found}) == 3
    assert len({each.definition for each in found}) == 3
