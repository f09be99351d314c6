"""From coded ratings to one matrix for each criterion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.agreement.ratings import NONE, Ratings
from adjudge.errors import InputInvalid
from adjudge.verdict import MISSING

from .alike import tell_alike_judges
from .choices import Choices, Origin
from .coded import Coded, Codes, distinct_of
from .duplicates import any_repeated, ask_means, repeated, settle_repeats, superseded
from .far_off import tell_far_off
from .faults import many, refused
from .grades import DROPPED, Grades, read_grades, settle
from .judges import earlier_rounds, kinds_of
from .layout import ABSENT
from .matrix import Work, abstain, categories_in, matrices
from .namesakes import told_apart
from .strangers import tell_strangers

_SHOWN: Final = 3
"""Of what is named for example."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Laid:
    """Ratings laid out, and what became of each position."""

    criteria: tuple[Ratings, ...]
    coded: Coded
    grades: Grades
    counts: npt.NDArray[np.bool_]
    """Which positions count: those that are left out or replaced do not."""
    unit: Codes
    units: Sequence[str]
    pairs: Sequence[Sequence[int]]
    """Item and system of each unit, as codes; empty where no system is named."""
    kinds: Sequence[str]
    notes: tuple[str, ...]


def lay_out(coded: Coded, choices: Choices, origin: Origin) -> Laid:
    """Lay *coded* out, or refuse what is wrong with it, by row."""
    _ask_named(coded, origin)
    notes: list[str] = []
    coded = told_apart(coded, choices.kinds, notes)
    tell_alike_judges(coded.texts["judge"], notes)
    kinds = kinds_of(coded, choices, origin, notes)
    unit, units, pairs = _units(coded)
    work = Work(
        coded=coded, choices=choices, origin=origin, unit=unit, units=units, kinds=kinds,
        counts=np.ones(coded.size, dtype=np.bool_), notes=notes,
    )  # fmt: skip
    _leave_out_rounds(work)
    grades = read_grades(coded, choices)
    names = coded.texts["criterion"]
    tell_strangers(grades, names, choices, work.notes)
    _settle_faults(work, grades)
    tell_far_off(grades, names, choices, origin, work.notes)
    _settle_repeats(work, grades)
    _tell_missing(work, grades)
    abstain(work, grades)
    _tell_versions(work)
    ratings = matrices(work, grades)
    return Laid(
        criteria=ratings, coded=coded, grades=grades, counts=work.counts, unit=unit,
        units=units, pairs=pairs, kinds=kinds, notes=tuple(work.notes),
    )  # fmt: skip


def _ask_named(coded: Coded, origin: Origin) -> None:
    """Refuse rows in which item, criterion or judge is blank."""
    for name in ("item", "criterion", "judge"):
        codes = coded.codes[name]
        blank = [at for at, text in enumerate(coded.texts[name]) if not text.strip()]
        there = np.flatnonzero(np.isin(codes, [NONE, *blank]))
        if len(there):
            found = [(int(at), f"the {name} is blank") for at in there[:5]]
            raise refused(found, origin, hint=f"name the {name}", total=len(there))


def unit_name(item: str, system: str | None) -> str:
    """What a unit is called: the item, with the system that was judged on it."""
    return item if system is None else f"{item} [{system}]"


def _units(coded: Coded) -> tuple[Codes, Sequence[str], Sequence[Sequence[int]]]:
    items, systems = coded.texts["item"], coded.texts["system"]
    if not systems:
        return coded.codes["item"], items, ()
    unit, pairs = distinct_of(
        [(coded.codes["item"], len(items)), (coded.codes["system"], len(systems))]
    )
    named = [unit_name(items[i], coded.text("system", s)) for i, s in pairs]
    if len(set(named)) < len(named):  # `a [b]` of no system, and `a` of the system `b`
        named = [f"{name} ({at})" for at, name in enumerate(named)]
    return unit, named, pairs


def _leave_out_rounds(work: Work) -> None:
    earlier = earlier_rounds(work.coded)
    if not earlier:
        return
    out = np.isin(work.coded.codes["judge"], earlier)
    work.counts &= ~out
    work.notes.append(
        many(
            int(out.sum()),
            "verdict",
            *(2 * ("of a round that a later one supersedes: left out",)),
        )
    )


def _settle_faults(work: Work, grades: Grades) -> None:
    """Refuse what cannot be read, and in the same breath what is there twice."""
    dropped = [at for at, state in enumerate(grades.state) if state == DROPPED]
    if not dropped:
        return
    work.counts[grades.positions(dropped)] = False
    try:
        settle(grades, work.choices, work.origin, work.notes)
    except InputInvalid as unread:
        try:
            _settle_repeats(work, grades)
        except InputInvalid as twice:
            what = f"{unread.what}; {twice.what}"
            hint = f"{unread.hint}; of rows that are there twice: {twice.hint}"
            raise InputInvalid(what, where=unread.where, hint=hint) from None
        raise


def _settle_repeats(work: Work, grades: Grades) -> None:
    """Let one verdict count for each cell, by the rules of ledgers, then as asked."""
    coded = work.coded
    at = None if work.counts.all() else np.flatnonzero(work.counts)
    columns = [
        (codes if at is None else codes[at], size)
        for codes, size in (
            (coded.codes["criterion"], len(coded.texts["criterion"])),
            (work.unit, len(work.units)),
            (coded.codes["judge"], len(coded.texts["judge"])),
        )
    ]
    if not any_repeated(columns):
        return
    places, keys = repeated(columns)
    places = places if at is None else at[places]
    table = _described(work, grades, places).with_columns(cell=pl.Series(keys))
    left, replaced = superseded(table, work.origin)
    work.counts[replaced] = False
    if len(replaced):
        said = ("is superseded by a later one", "are superseded by later ones")
        work.notes.append(many(len(replaced), "verdict", *said))
    if left.height:
        _settle_duplicates(work, grades, left)


def _settle_duplicates(work: Work, grades: Grades, left: pl.DataFrame) -> None:
    how = "the latest counts"
    if work.choices.duplicates == "mean":
        how = "their mean counts"
        for name in left["criterion"].unique(maintain_order=True):
            code = list(work.coded.texts["criterion"]).index(name)
            at = np.flatnonzero((work.coded.codes["criterion"] == code) & work.counts)
            ask_means(categories_in(work, grades, code, at)[0].level, name)
    work.counts[settle_repeats(left, grades, work.choices, work.origin)] = False
    cells = many(left["cell"].n_unique(), "cell", "has", "have")
    work.notes.append(
        f"{cells} several ratings by one judge ({left.height} rows): {how}; "
        + _rows_of(work, left)
    )


def _rows_of(work: Work, table: pl.DataFrame) -> str:
    """The rows of the first cells in *table*."""
    cells = table.sort("position").partition_by("cell", maintain_order=True)
    told = [
        f"{each['judge'][0]!r} on {each['item'][0]!r} in "
        + ", ".join(work.origin.row(at) for at in each["position"].head(_SHOWN))
        for each in cells[:_SHOWN]
    ]
    return "; ".join(told) + ("; ..." if len(cells) > _SHOWN else "")


def _described(work: Work, grades: Grades, places: npt.NDArray[np.int64]) -> pl.DataFrame:
    names = {}
    for name in ("criterion", "judge"):
        texts = np.array(work.coded.texts[name], dtype=object)
        names[name] = texts[work.coded.codes[name][places]].tolist()
    own = np.array(grades.own)[grades.which[places]]
    items = [work.units[at] for at in work.unit[places].tolist()]
    return pl.DataFrame(
        {"position": places, "item": items, **names, "own": own},
        schema_overrides={"position": pl.Int64},
    )


def _tell_missing(work: Work, grades: Grades) -> None:
    """Say which spellings were taken for no value, and how often."""
    spelt: dict[str, int] = {}
    for at, raw in enumerate(grades.raw):
        missing = grades.state[at] == work.choices.missing and not grades.own[at]
        if missing and (raw is None or str(raw).casefold() in MISSING):
            word = "empty" if raw in (None, "") else f"`{raw}`"
            spelt[word] = spelt.get(word, 0) + int(grades.count[at])
    absent = sum(
        int(grades.count[at]) for at, state in enumerate(grades.state) if state == ABSENT
    )
    if absent:
        work.notes.append(many(absent, "cell", "is empty", "are empty") + ": not rated")
    if spelt:
        words = ", ".join(f"{word} {count}" for word, count in spelt.items())
        told = many(
            sum(spelt.values()), "rating", "without a value counts", "without a value count"
        )
        work.notes.append(f"{told} as {work.choices.missing} ({words})")


def _tell_versions(work: Work) -> None:
    """Say where a criterion was judged by more than one version of its rubric."""
    criteria, versions = work.coded.texts["criterion"], work.coded.texts["rubric"]
    if len(versions) < 2:
        return
    _, pairs = distinct_of(
        [
            (work.coded.codes["criterion"][work.counts], len(criteria)),
            (work.coded.codes["rubric"][work.counts], len(versions)),
        ]
    )
    for code, name in enumerate(criteria):
        found = [versions[v] for c, v in pairs if c == code and v != NONE]
        if len(found) > 1:
            told = ", ".join(found)
            work.notes.append(f"{name} was judged by {len(found)} rubrics: {told}")
