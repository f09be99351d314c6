"""Intraclass correlations: the share of the variance of grades that units make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudge.errors import InputInvalid

from .anova import (
    Components,
    Squares,
    exactly,
    linked,
    one_way,
    squares,
    squares_without,
    table_of,
    tabled_squares,
    two_way,
)
from .anova_counts import CountedGrades
from .coefficient import Coefficient, changed
from .counted import MANY
from .couples import as_tally, lacking_of
from .enough import SLOTS, enough_of
from .interval import student
from .intraclass_interval import Means, exact, tested
from .left_out import error_of
from .ratings import Floats, Ratings
from .tally import Tally

IccInterval: TypeAlias = Literal["analytic", "jackknife"]

_NOUGHT: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Form:
    """One of the six."""

    model: int
    mean: bool
    """Of the mean of the judges, not of one of them."""

    @property
    def name(self) -> str:
        """`icc_2_1`."""
        return f"icc_{self.model}_{'k' if self.mean else '1'}"

    @property
    def definition(self) -> str:
        """By both families of names, in words."""
        one = "k" if self.mean else "1"
        letter = ("", "", "A,", "C,")[self.model]
        way = (
            "",
            "one-way random: judges differ from unit to unit",
            "two-way random, absolute agreement: judges' levels count as error",
            "two-way mixed, consistency: judges' levels do not count",
        )[self.model]
        of = "of the mean of k judges" if self.mean else "of a single judge"
        return (
            f"ICC({self.model},{one}) of Shrout & Fleiss 1979, "
            f"ICC({letter}{one}) of McGraw & Wong 1996: {way}; {of}"
        )


FORMS: Final = tuple(Form(model, mean) for mean in (False, True) for model in (1, 2, 3))

_SPELLED: Final = {
    spelled: form
    for form in FORMS
    for end in ["k" if form.mean else "1"]
    for spelled in (
        f"icc({form.model},{end})",
        f"icc_{form.model}_{end}",
        f"icc{form.model}{'k' if form.mean else ''}",
        f"icc({('', '', 'a,', 'c,')[form.model]}{end})",  # McGraw & Wong's
    )
}


def icc(
    ratings: Any,
    form: str = "ICC(2,1)",
    *,
    confidence: float = 0.95,
    interval: IccInterval | None = None,
) -> Coefficient:
    """The intraclass correlation that goes by *form*.

    `ICC(1,1)`, `ICC(2,1)`, `ICC(3,1)`, `ICC(1,k)`, `ICC(2,k)` or `ICC(3,k)`. McGraw &
    Wong's names, such as `ICC(A,1)`, are read as well. Without holes the interval is
    exact, from F (of ICC(2) as Shrout & Fleiss approximate it); with holes, or where
    *interval* says so, units are left out in turn.
    """
    return iccs(ratings, [read_form(form)], confidence=confidence, interval=interval)[0]


def read_form(said: str) -> Form:
    """The form that *said* names."""
    found = _SPELLED.get(said.replace(" ", "").lower())
    if found is None:
        told = ", ".join(f"ICC({f.model},{'k' if f.mean else '1'})" for f in FORMS)
        raise InputInvalid(f"{said!r} is no form of the ICC", where="form", hint=told)
    return found


def iccs(
    ratings: Any,
    forms: Iterable[Form] = FORMS,
    *,
    confidence: float = 0.95,
    interval: IccInterval | None = None,
    wary: bool = False,
) -> tuple[Coefficient, ...]:
    """Several forms, from one analysis of variance.

    *wary*: of too few units no interval is given, not even one that is exact where grades
    are normal.
    """
    forms = tuple(forms)
    tally = as_tally(ratings)
    bare = changed(_bare(tally), confidence=confidence)
    if bare.why:
        return tuple(_named(bare, form, complete=True) for form in forms)
    measured = _measured(tally, bare, interval, wary=wary)
    levels = measured.no_levels(tally.scheme)
    made = []
    for form in forms:
        named = _named(bare, form, complete=measured.complete)
        refused = levels and form.model > 1
        made.append(
            changed(named, why=levels, why_no_interval=levels)
            if refused
            else measured.filled(named, form)
        )
    return tuple(made)


def share(form: Form, parts: Components, k: float, sums: Squares) -> Floats:
    """The correlation; NaN where the variances do not add up to anything.

    *sums*: what the variances were made of; beside it the rounding of them is nothing.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        rest = parts.error + (parts.judges if form.model == 2 else 0.0)
        whole = parts.units + rest / (k if form.mean else 1.0)
        spread = sums.whole / np.maximum(sums.grades, 1.0)
        size = np.abs(parts.units) + np.abs(rest) + spread
        return np.where(whole > _NOUGHT * size, parts.units / whole, np.nan)


def no_names(scheme: Ratings) -> str:
    """Why it is not known who judged; empty where it is."""
    if scheme.slots:
        return f"{SLOTS}; ICC(1) applies"
    if not scheme.suspects:
        return ""
    names = ", ".join(scheme.suspects)
    return (
        f"{names} are numbered like slots, each of which may be somebody else on "
        "every unit: unless it is stated that each is one judge throughout "
        "(--no-slots), only ICC(1) applies"
    )


def barely_overlap(sums: Squares) -> npt.NDArray[np.bool_]:
    """Where most of the comparisons within units go into the levels of the judges."""
    inside = sums.grades - sums.units
    return np.asarray((inside - sums.judges + 1) * 2 < inside)


def _measured(
    tally: Tally, bare: Coefficient, interval: IccInterval | None, *, wary: bool
) -> _Measured:
    points = tally.scheme.points
    assert points is not None
    judges = tally.given.sum(axis=1)
    complete = bool((judges == tally.units).all())
    by = interval or ("analytic" if complete else "jackknife")
    why = ""
    if wary or by == "jackknife":
        why = enough_of(tally.given.sum(axis=0)).why_not(bare.units)
    if complete and by == "analytic" and tally.tables is not None:
        sums = tabled_squares(tally.given, tally.tables, points)
        shape = _Shape(True, True, float(tally.judges), tally.times.astype(np.float64))
        return _Measured(shape, sums, _parts(sums), None, why)
    alone = by == "analytic" or bool(why)
    if tally.scheme.size <= MANY and not exactly(len(tally.times), tally.judges):
        counted = CountedGrades.of(tally)
        sums = counted.squares()
        less = None if alone else counted.squares_without(sums)
        shape = _Shape(complete, counted.linked, counted.harmonic, counted.times)
    else:
        values = np.append(points, np.nan)[tally.columns.T]  # a hole is -1, the last
        table = table_of(values, tally.times.astype(np.float64))
        sums = squares(table)
        less = None if alone else squares_without(table, sums)
        k = float(table.times.sum() / (table.times / table.size).sum())
        shape = _Shape(table.complete, linked(table), k, table.times)
    return _Measured(shape, sums, _parts(sums), None if less is None else _parts(less), why)


def _parts(sums: Squares) -> tuple[Components, Components]:
    """By the one-way and by the two-way model."""
    return one_way(sums), two_way(sums)


@dataclass(frozen=True, slots=True)
class _Shape:
    """How the grades lie of units that have two at least."""

    complete: bool
    linked: bool
    """Each judge can be held against each other."""
    k: float
    """The harmonic mean of grades of a unit."""
    times: Floats
    """The units of each pattern."""


@dataclass(frozen=True)
class _Measured:
    shape: _Shape
    sums: Squares
    parts: tuple[Components, Components]
    without: tuple[Components, Components] | None
    """None: units are not left out in turn."""
    too_few: str

    @property
    def complete(self) -> bool:
        return self.shape.complete

    def no_levels(self, scheme: Ratings) -> str:
        """Why judges have no levels that could be told apart, if they have none."""
        nameless = no_names(scheme)
        if nameless:
            return nameless
        if not self.shape.linked:
            return (
                "the judges fall into groups that share no unit, so their levels cannot be "
                "compared; ICC(1) applies"
            )
        if barely_overlap(self.sums)[0]:
            judges = int(self.sums.judges[0])
            inside = int(self.sums.grades[0] - self.sums.units[0])
            return (
                f"judges barely overlap: of {inside} comparisons within units "
                f"{judges - 1} go into the levels of {judges} judges; ICC(1) applies"
            )
        return ""

    def filled(self, bare: Coefficient, form: Form) -> Coefficient:
        value = float(self.shares(form, self.parts)[0])
        if np.isnan(value):
            why = "the units do not differ, so their variance is no share of anything"
            return changed(bare, why=why, why_no_interval=why)
        made = changed(bare, value=value)
        if self.complete:
            made = changed(made, test=tested(form.model, self.means))
        return self.with_interval(made, form)

    def shares(self, form: Form, parts: tuple[Components, Components]) -> Floats:
        return share(form, parts[form.model > 1], self.shape.k, self.sums)

    @cached_property
    def means(self) -> Means:
        n, k = int(self.sums.units[0]), int(self.sums.judges[0])
        one, two = self.parts
        return Means(
            n=n,
            k=k,
            units=float((self.sums.whole - self.sums.within)[0]) / (n - 1),
            judges=float(self.sums.severity[0]) / (k - 1),
            within=float(one.error[0]),
            error=float(two.error[0]),
        )

    def with_interval(self, made: Coefficient, form: Form) -> Coefficient:
        if self.noise(form) <= _NOUGHT * float(self.sums.whole[0]):
            why = "no two grades of a unit differ: the data hold no error to measure"
            return changed(made, why_no_interval=why)
        if self.too_few:
            return changed(made, why_no_interval=self.too_few)
        if self.without is not None:
            return self.jackknifed(made, self.shares(form, self.without))
        if not self.complete:
            return changed(made, why_no_interval="with holes there is no exact interval")
        means = self.means
        if means.units + means.error <= _NOUGHT * float(self.sums.whole[0]):
            why = "units do not differ and judges only in level: nothing varies"
            return changed(made, why_no_interval=why)
        low, high = exact(form.model, form.mean, means, made.confidence)
        return changed(made, low=low, high=high, interval="analytic")

    def noise(self, form: Form) -> float:
        if form.model == 3:
            return float((self.sums.within - self.sums.severity)[0])
        return float(self.sums.within[0])

    def jackknifed(self, made: Coefficient, without: Floats) -> Coefficient:
        if bool(np.isnan(without).any()):
            why = "it hangs on a single unit: without that unit it is not defined"
            return changed(made, why_no_interval=why)
        assert made.value is not None
        error = error_of(without, self.shape.times)
        reach = student(made.confidence, made.units - 1) * error
        low, high = made.value - reach, min(made.value + reach, 1.0)
        return changed(made, low=low, high=high, error=error, interval="jackknife")


def _bare(tally: Tally) -> Coefficient:
    sizes = tally.sizes
    paired = sizes > 1
    units = int(tally.times[paired].sum())
    judges = int((tally.given.sum(axis=1) > 0).sum())
    cells = tally.units * tally.judges
    pairs = tally.times * (sizes * (sizes - 1) // 2)
    why = _lacking(tally, units)
    return Coefficient(
        name="",
        definition="",
        value=None,
        why=why,
        why_no_interval=why,
        units=units,
        pairs=int(pairs.sum()),
        judges=judges,
        coverage=tally.grades / cells if cells else None,
    )


def _named(bare: Coefficient, form: Form, *, complete: bool) -> Coefficient:
    definition = form.definition
    note = ""
    if not complete:
        method = "one-way" if form.model == 1 else "Henderson's method 3, two-way"
        definition += (
            f"; with holes, components of variance by moments ({method}) over units with"
            " at least two grades"
        )
        definition += ", k the harmonic mean of grades a unit" if form.mean else ""
        if form.model == 2:
            note = "with holes the interval is over other units, not over other judges"
    return changed(bare, name=form.name, definition=definition, note=note)


def _lacking(tally: Tally, units: int) -> str:
    why = lacking_of(tally)
    if why or tally.scheme.points is None:
        return why or "the categories have no numbers"
    if units < 2:
        return "one unit has two grades, and two must"
    if np.count_nonzero(tally.counted.paired.totals) < 2:
        return "all grades are the same, so there is no variance to share out"
    return ""
