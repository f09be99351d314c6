"""Warnings are raised where something is wrong, and hardly ever where nothing is."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from adjudge.agreement import find_flags

_spec = importlib.util.spec_from_file_location(
    "invented", Path(__file__).with_name("invented.py")
)
invented = importlib.util.module_from_spec(_spec)
sys.modules["invented"] = invented
_spec.loader.exec_module(invented)


def kinds(flags):
    """Which kinds of warning there are, each with its judges."""
    return {(flag.kind, flag.judges) for flag in flags}


DESIGNS = {
    "three judges, one criterion": {"n": 30},
    "six criteria that hang together": {"criteria": 6, "halo": 0.9, "noise": 0.3},
    "many judges, half the cells": {"n": 80, "r": 8, "criteria": 3, "missing": 0.5},
    "nearly always yes": {"n": 80, "r": 5, "criteria": 2, "k": 2, "skew": -1.6},
    "two judges who are almost perfect": {"n": 150, "r": 2, "noise": 0.05},
    "few units": {"n": 12, "r": 4, "criteria": 5},
    "few grades each": {"n": 40, "r": 15, "criteria": 2, "missing": 0.7},
}


@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
def test_reports_on_sound_judges_have_a_false_alarm_in_one_case_of_twenty_at_most(design):
    """Five kinds of test share 5 %; 60 reports with that rate have 8 alarms or fewer."""
    alarms = 0
    for seed in range(60):
        criteria, orders = invented.judged(np.random.default_rng(seed), **design)
        alarms += any(flag.p is not None for flag in find_flags(criteria, orders))

    assert alarms <= 8  # more has a chance of 1 in 500 at a rate of 5 %


def test_a_constant_judge_is_named_with_what_the_others_said():
    """A judge who always says 3 where the others do not."""
    criteria, orders = invented.judged(np.random.default_rng(1), n=15)
    spoilt = [invented.with_cells(each, _says_three) for each in criteria]

    (flag,) = find_flags(spoilt, orders)

    assert (flag.kind, flag.judges, flag.criterion) == ("constant", ("j0",), "c0")
    assert "j0 gave 3 to all of its 15 units" in flag.sentence
    assert flag.numbers["grades"] == 15
    assert flag.p < 0.01


def _says_three(cells):
    cells[:, 0] = 2


def test_a_judge_who_says_what_all_say_is_not_called_constant():
    """Where nearly everything is the same, saying so is right."""
    cells = np.zeros((60, 4), dtype=np.int8)
    cells[3, 1] = cells[20, 2] = 1

    assert kinds(find_flags([invented.ratings(cells, k=2)])) == {("prevalence", ())}


def test_the_ends_of_the_scale_alone():
    """A judge who takes a scale of five for yes and no."""
    criteria, orders = invented.judged(np.random.default_rng(2), n=25)

    def spoil(cells):
        cells[:, 1] = np.where(cells[:, 1] > 2, 4, 0)

    flags = find_flags([invented.with_cells(criteria[0], spoil)], orders)
    assert ("ends", ("j1",)) in kinds(flags)


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_copied_grades_are_named_whether_all_or_half(share):
    """Alike on every criterion of many items, beyond what agreement explains."""
    rng = np.random.default_rng(3)
    criteria, orders = invented.judged(rng, n=80, criteria=6)
    taken = rng.random(80) < share

    def spoil(cells):
        cells[taken, 1] = cells[taken, 0]

    spoilt = [invented.with_cells(each, spoil) for each in criteria]
    (flag,) = find_flags(spoilt, orders)

    assert (flag.kind, flag.judges, flag.criterion) == ("copied", ("j0", "j1"), "")
    assert flag.numbers["same"] >= taken.sum()
    assert flag.numbers["criteria"] == 6


def test_an_easy_question_is_not_copied():
    """Where all judges always agree, nobody is accused; nor of two on one question."""
    easy = np.tile(np.arange(300)[:, None] % 2, (1, 3))
    assert find_flags([invented.ratings(easy, k=2)]) == ()
    assert find_flags([invented.ratings(easy[:, :2], k=2)]) == ()


def test_two_pairs_that_copied_do_not_hide_each_other():
    """Of four judges, two of each."""
    criteria, _ = invented.judged(np.random.default_rng(12), n=90, r=4, criteria=4)

    def spoil(cells):
        cells[:, 1], cells[:, 3] = cells[:, 0], cells[:, 2]

    flags = find_flags([invented.with_cells(each, spoil) for each in criteria])
    assert kinds(flags) == {("copied", ("j0", "j1")), ("copied", ("j2", "j3"))}


@pytest.mark.parametrize("criteria", [1, 3])
@pytest.mark.parametrize("others", [1, 3])
def test_two_judges_who_never_differ_are_named_where_others_do(criteria, others):
    """A hundred items, all alike, while every other pair often differs: also on one question."""
    found, _ = invented.judged(
        np.random.default_rng(21), n=100, r=2 + others, criteria=criteria
    )

    def spoil(cells):
        cells[:, 1] = cells[:, 0]

    (flag,) = find_flags([invented.with_cells(each, spoil) for each in found])

    assert (flag.kind, flag.judges) == ("copied", ("j0", "j1"))
    assert "for 100 of 100 items" in flag.sentence
    assert "the next most alike pair with either of them agrees in" in flag.sentence
    assert 0.3 < flag.numbers["next_pair"] < 0.8


def test_three_who_copied_from_one_another_do_not_hide_each_other():
    """Of four judges, three of one."""
    found, _ = invented.judged(np.random.default_rng(22), n=80, r=4)

    def spoil(cells):
        cells[:, 1] = cells[:, 2] = cells[:, 0]

    flags = find_flags([invented.with_cells(each, spoil) for each in found])
    named = {flag.judges for flag in flags if flag.kind == "copied"}
    assert named == {("j0", "j1"), ("j0", "j2"), ("j1", "j2")}


SOUND = {
    "an easy task where all agree in 95 %": {"errors": (0.025,) * 4},
    "an easy task of two answers": {"errors": (0.025,) * 4, "k": 2},
    "two experts and a novice": {"errors": (0.02, 0.02, 0.2)},
    "two experts and one who guesses": {"errors": (0.01, 0.01, 1.0)},
    "few items": {"errors": (0.03,) * 5, "n": 25},
}


@pytest.mark.parametrize("design", SOUND.values(), ids=SOUND)
def test_judges_who_agree_well_are_hardly_ever_called_copied(design):
    """At most one report of a hundred: of 200 with that rate 6 or fewer are wrong."""
    alarms = 0
    for seed in range(200):
        found = invented.erring(np.random.default_rng(seed), **design)
        alarms += any(flag.kind == "copied" for flag in find_flags(found))

    assert alarms <= 6


def test_copied_grades_are_found_by_the_name_of_the_unit():
    """The units of two criteria may stand in another order."""
    criteria, _ = invented.judged(np.random.default_rng(4), n=80, criteria=4)

    def spoil(cells):
        cells[:, 2] = cells[:, 1]

    spoilt = [invented.with_cells(each, spoil) for each in criteria]
    turned = [spoilt[0], *(each.of_units(np.arange(79, -1, -1)) for each in spoilt[1:])]

    assert kinds(find_flags(turned)) == {("copied", ("j1", "j2"))}


def test_a_severe_judge_is_named_with_the_interval():
    """One point below the others on the same units."""
    criteria, orders = invented.judged(np.random.default_rng(5), n=60, noise=0.4)

    def spoil(cells):
        cells[:, 2] = np.maximum(0, cells[:, 2] - 1)

    (flag,) = find_flags([invented.with_cells(criteria[0], spoil)], orders)

    assert (flag.kind, flag.judges) == ("severe", ("j2",))
    assert flag.numbers["low"] < flag.numbers["shift"] < flag.numbers["high"] < 0


def test_a_judge_who_got_the_weak_units_is_not_called_severe():
    """Severity is measured on units that are shared."""
    criteria, orders = invented.judged(np.random.default_rng(6), n=100, noise=0.3)
    weak = criteria[0].cells[:, 1] < 2

    def spare(cells):
        cells[~weak, 0] = -1

    assert find_flags([invented.with_cells(criteria[0], spare)], orders) == ()


def test_drift_is_laid_to_the_judge_who_moved():
    """The others, who only seem to move, are not named."""
    criteria, orders = invented.judged(np.random.default_rng(7), n=150, r=4, noise=0.4)

    def spoil(cells):
        cells[100:, 3] = np.minimum(4, cells[100:, 3] + 1)
        cells[:50, 3] = np.maximum(0, cells[:50, 3] - 1)

    (flag,) = find_flags([invented.with_cells(criteria[0], spoil)], orders)

    assert (flag.kind, flag.judges) == ("drift", ("j3",))
    assert flag.numbers["change"] > 1
    assert "rose by" in flag.sentence


def test_units_that_get_better_are_no_drift():
    """A file that is sorted by quality, and a judge who spares the extremes."""
    rng = np.random.default_rng(8)
    quality = np.linspace(-1.5, 1.5, 200)
    seen = quality[:, None] * [1.0, 1.0, 0.5] + rng.normal(size=(200, 3)) * 0.4
    cells = np.searchsorted([-1.2, -0.4, 0.4, 1.2], seen)
    order = np.tile(np.arange(200.0)[:, None], (1, 3))

    assert find_flags([invented.ratings(cells)], {"c": order}) == ()


def test_without_an_order_nobody_drifts():
    """Nothing is said of what is not known."""
    criteria, _ = invented.judged(np.random.default_rng(9), n=150, noise=0.2)

    def spoil(cells):
        cells[75:, 0] = np.minimum(4, cells[75:, 0] + 2)

    spoilt = [invented.with_cells(criteria[0], spoil)]
    assert "drift" not in {flag.kind for flag in find_flags(spoilt)}


def test_the_prevalence_paradox_is_named():
    """97 % agree, AC1 is .97, alpha is about nought: said in words, with the numbers."""
    cells = np.zeros((125, 2), dtype=np.int8)
    cells[[10, 60], 0] = cells[[30, 90], 1] = 1  # four units on which they differ

    (flag,) = find_flags([invented.ratings(cells, k=2)])

    assert flag.kind == "prevalence"
    assert flag.numbers["percent_agreement"] == pytest.approx(121 / 125)
    assert flag.numbers["ac1"] > 0.96
    assert -0.05 < flag.numbers["alpha"] < 0
    assert "98 % of all grades are 1" in flag.sentence


def test_judges_without_common_units_are_told():
    """Groups between which nothing can be compared, and a judge with little in common."""
    cells = np.full((60, 4), -1, dtype=np.int8)
    cells[:30, :2] = np.random.default_rng(1).integers(0, 5, (30, 2))
    cells[30:, 2:] = np.random.default_rng(2).integers(0, 5, (30, 2))
    apart = find_flags([invented.ratings(cells)])
    assert [flag.kind for flag in apart] == ["overlap"]
    assert "2 groups that share no unit" in apart[0].sentence

    cells[28:, 0] = 2  # linked now, by little
    cells[3:, 1] = -1
    linked = find_flags([invented.ratings(cells)])
    assert ("overlap", ("j1",)) not in kinds(linked)  # all that it judged is shared
    assert any(flag.kind == "overlap" for flag in linked) is (len(linked) > 0)


def test_no_ratings_no_flags():
    """Nothing comes of nothing."""
    assert find_flags([]) == ()
    assert find_flags([invented.ratings(np.zeros((0, 3)))]) == ()
    assert find_flags([invented.ratings(np.full((4, 2), -1))]) == ()
