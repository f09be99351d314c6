"""Intraclass correlations: the share of the variance of grades that units make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import numpy as np

from adjudge.errors import InputInvalid

from .anova import (
    Components,
    Squares,
    Table,
    linked,
    one_way,
    squares,
    squares_without,
    table_of,
    two_way,
)
from .coefficient import Coefficient
from .enough import SLOTS, enough
from .intraclass_interval import Means, exact, tested
from .ratings import Floats, Ratings
from .student import jackknife

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
    ratings: Ratings,
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
    ratings: Ratings,
    forms: Iterable[Form] = FORMS,
    *,
    confidence: float = 0.95,
    interval: IccInterval | None = None,
) -> tuple[Coefficient, ...]:
    """Several forms, from one analysis of variance."""
    forms = tuple(forms)
    bare = replace(_bare(ratings), confidence=confidence)
    if ratings.points is None:
        bare = replace(bare, why="the categories have no numbers")
        return tuple(_named(bare, form, None) for form in forms)
    table = table_of(ratings.values())
    bare = replace(bare, why=_lacking(bare, table))
    if bare.why:
        return tuple(_named(bare, form, table) for form in forms)
    measured = _measured(ratings, table, interval)
    levels = _no_levels(ratings, table)
    return tuple(
        replace(_named(bare, form, table), why=levels)
        if levels and form.model > 1
        else measured.filled(_named(bare, form, table), form)
        for form in forms
    )


def share(form: Form, parts: Components, k: float) -> Floats:
    """The correlation; NaN where the variances do not add up to anything."""
    rest = parts.error + (parts.judges if form.model == 2 else 0.0)
    whole = parts.units + rest / (k if form.mean else 1.0)
    size = np.abs(parts.units) + np.abs(rest)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > _NOUGHT * size, parts.units / whole, np.nan)


def _measured(ratings: Ratings, table: Table, interval: IccInterval | None) -> _Measured:
    sums = squares(table)
    by = interval or ("analytic" if table.complete else "jackknife")
    why = enough(ratings).why_not(len(table.values)) if by == "jackknife" else ""
    without = None if why or by == "analytic" else squares_without(table, sums)
    return _Measured(table, sums, without, why)


@dataclass(frozen=True, slots=True)
class _Measured:
    table: Table
    sums: Squares
    without: Squares | None
    """None: units are not left out in turn."""
    too_few: str

    def filled(self, bare: Coefficient, form: Form) -> Coefficient:
        value = float(self.shares(form, self.sums)[0])
        if np.isnan(value):
            why = "the units do not differ, so their variance is no share of anything"
            return replace(bare, why=why)
        made = replace(bare, value=value)
        if self.table.complete:
            made = replace(made, test=tested(form.model, self.means))
        return self.with_interval(made, form)

    def shares(self, form: Form, sums: Squares) -> Floats:
        k = float(len(self.table.size) / (1 / self.table.size).sum())
        return share(form, (one_way if form.model == 1 else two_way)(sums), k)

    @property
    def means(self) -> Means:
        n, k = self.table.values.shape
        one, two = one_way(self.sums), two_way(self.sums)
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
            return replace(made, why_no_interval=why)
        if self.too_few:
            return replace(made, why_no_interval=self.too_few)
        if self.without is not None:
            return self.jackknifed(made, self.shares(form, self.without))
        if not self.table.complete:
            return replace(made, why_no_interval="with holes there is no exact interval")
        low, high = exact(form.model, form.mean, self.means, made.confidence)
        return replace(made, low=low, high=high, interval="analytic")

    def noise(self, form: Form) -> float:
        if form.model == 3:
            return float((self.sums.within - self.sums.severity)[0])
        return float(self.sums.within[0])

    def jackknifed(self, made: Coefficient, without: Floats) -> Coefficient:
        if bool(np.isnan(without).any()):
            why = "it hangs on a single unit: without that unit it is not defined"
            return replace(made, why_no_interval=why)
        assert made.value is not None
        low, high = jackknife(made.value, without, made.confidence)
        error = float(without.std() * (len(without) - 1) ** 0.5)
        return replace(
            made, low=low, high=min(high, 1.0), error=error, interval="jackknife"
        )


def _bare(ratings: Ratings) -> Coefficient:
    there = ratings.there
    sizes = (there.astype(np.float64) @ np.ones(there.shape[1])).astype(np.int64)
    paired = sizes[sizes > 1]
    return Coefficient(
        name="",
        definition="",
        value=None,
        units=len(paired),
        pairs=int((paired * (paired - 1) // 2).sum()),
        judges=int(there.any(axis=0).sum()),
        coverage=int(sizes.sum()) / there.size if there.size else None,
    )


def _named(bare: Coefficient, form: Form, table: Table | None) -> Coefficient:
    definition = form.definition
    note = ""
    if table is not None and len(table.values) and not table.complete:
        method = "one-way" if form.model == 1 else "Henderson's method 3, two-way"
        definition += (
            f"; with holes, components of variance by moments ({method}) over units with"
            " at least two grades"
        )
        definition += ", k the harmonic mean of grades a unit" if form.mean else ""
        if form.model == 2:
            note = "with holes the interval is over other units, not over other judges"
    return replace(bare, name=form.name, definition=definition, note=note)


def _lacking(bare: Coefficient, table: Table) -> str:
    if bare.judges < 2:
        return "one judge: there is nobody to agree with" if bare.judges else "no grades"
    n = len(table.values)
    if n < 2:
        return f"{'one unit has' if n else 'no unit has'} two grades; two units must"
    known = table.values[table.there]
    if float(known.max()) == float(known.min()):
        return "all grades are the same, so there is no variance to share out"
    return ""


def _no_levels(ratings: Ratings, table: Table) -> str:
    """Why judges have no levels that could be told apart, if they have none."""
    if ratings.slots:
        return f"{SLOTS}; ICC(1) applies"
    n, judges = table.values.shape
    grades = int(table.there.sum())
    if not linked(table.there):
        return (
            "the judges fall into groups that share no unit, so their levels cannot be "
            "compared; ICC(1) applies"
        )
    left = grades - n - judges + 1
    if left * 2 < grades - n:
        return (
            f"judges barely overlap: of {grades - n} comparisons within units "
            f"{judges - 1} go into the levels of {judges} judges; ICC(1) applies"
        )
    return ""
