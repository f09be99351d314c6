"""One criterion: each judge beside what people reach among themselves."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.agreement import (
    F1,
    AltTest,
    Ceiling,
    Confusion,
    Proportion,
    Shift,
    Spread,
    Standing,
    Standings,
    Versus,
    spread_of,
)

from .table import cut, fitted
from .tally import many
from .trust import YES, CriterionTrust, reader
from .untrusted import shown

_JUDGES: Final = 12
_FEW_JUDGES: Final = 3
"""So many have their tables of answers shown without being asked for."""

_WIDEST: Final = 10
"""Categories of which a table fits a screen."""

_LINE: Final = 92
"""Longer lines are hard to read."""

_REACH: Final = ["n", "same", "same, a person", "kappa", "kappa, a person"]

_HEAD: Final = ["judge", "against", "n", "same", "kappa", "off by", "bias"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What there is room for, and what is asked for."""

    width: int
    full: bool
    """Every judge, every person, every table."""
    alone: bool
    """There is one criterion only."""

    def several(
        self, rows: Sequence[Sequence[str]], keys: int, *right: int
    ) -> Iterator[str]:
        """*rows* in tables that fit."""
        yield from fitted(rows, keys=keys, within=self.width, right=right)

    def told(self, text: str) -> Iterator[str]:
        """*text* in lines that fit."""
        yield from textwrap.wrap(
            text, min(self.width, _LINE), break_long_words=False, break_on_hyphens=False
        )


def criterion_lines(trust: CriterionTrust, screen: Screen) -> Iterator[str]:
    """The tables of *trust*; its own verdicts too, where there are other criteria."""
    stand = trust.standings
    yield from screen.told(_title(stand))
    kept = stand.judges if screen.full else stand.judges[:_JUDGES]
    yield from _places(trust, kept, screen)
    if screen.full or screen.alone:
        for judge in kept:
            yield from _coverage(judge, screen)
        yield from _against_each(stand, kept, screen)
    if len(kept) < len(stand.judges):
        yield f"  and {len(stand.judges) - len(kept):,} more; --full shows all"
    if not (screen.full or screen.alone):
        return
    yield from _yes_lines(kept, screen)
    if screen.full or len(kept) <= _FEW_JUDGES:
        for judge in kept:
            yield from _tables(stand, judge, screen)


def _against_each(
    stand: Standings, kept: Sequence[Standing], screen: Screen
) -> Iterator[str]:
    rows = [_HEAD, *(row for judge in kept for row in _rows(judge, full=screen.full))]
    rows += _among(stand)
    if not in_points(stand):
        rows = [row[:5] for row in rows]
    yield ""
    yield from screen.told("Item by item:")
    yield from screen.several(rows, 2, 2)


def test_cells(test: AltTest) -> list[str]:
    """How many people a judge won against, how often it is as near, and on how much."""
    near = test.advantage_probability
    won = sum(d.won for d in test.duels)
    return [
        f"{won} of {_people(len(test.duels))}" if test.duels else "-",
        "-" if near is None else f"{near:.0%}",
        f"{test.instances:,}",
    ]


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count:,} people"


def _places(
    trust: CriterionTrust, kept: Sequence[Standing], screen: Screen
) -> Iterator[str]:
    """Each judge in a person's place, and that person, against most of the others."""
    shared = any(each.n for judge in kept for each in judge.ceiling.people)
    if not (shared or not screen.alone):
        return
    head = [] if screen.alone else ["test", "wins against", "as near", "instances"]
    most = len(_REACH) if screen.full or screen.alone else 3  # a summary has no kappa
    rows = [["judge", *head, *(_REACH[:most] if shared else [])]]
    for judge in kept:
        test = trust.together[judge.judge]
        own = [] if screen.alone else [test.verdict, *test_cells(test)]
        reach = _reach(judge.ceiling)[:most] if shared else []
        rows.append([cut(shown(judge.judge), 30), *own, *reach])
    yield ""
    if shared and screen.alone:
        yield from screen.told(
            "How often the judge, and a person in its stead, said what most of the other "
            "people said:"
        )
    yield from screen.several(rows, 1, *((1,) if screen.alone else (3, 4, 5)))


def _reach(ceiling: Ceiling) -> list[str]:
    cells = [f"{sum(each.n for each in ceiling.judge):,}"]
    for read in (_exact, _kappa):
        judge, people = (spread_of(each, read) for each in (ceiling.judge, ceiling.people))
        cells += ["-" if judge.mean is None else _signed(judge.mean), _range(people)]
    return cells


def _exact(versus: Versus) -> float | None:
    return versus.exact.value


def _kappa(versus: Versus) -> float | None:
    return versus.kappa.value


def _range(found: Spread, sign: str = "") -> str:
    if found.mean is None or found.low is None or found.high is None:
        return "-"
    mean, low, high = (_signed(x, sign) for x in (found.mean, found.low, found.high))
    return f"{mean} ({low} to {high})"


def _signed(value: float, sign: str = "") -> str:
    """*value* with two digits; what is rounded to nought has no sign."""
    text = f"{value:{sign}.2f}"
    return "0.00" if text in ("-0.00", "+0.00") else text


def _title(stand: Standings) -> str:
    name = shown(stand.criterion) or "The one criterion"
    words = [f"{name}: {many(stand.units, 'item')} with a grade by a person"]
    if stand.ties:
        words.append(f"on {stand.ties:,} the people have no majority to be held against")
    if stand.alone:
        words.append(f"{stand.alone:,} with one grade only")
    return "; ".join(words)


def _rows(judge: Standing, *, full: bool) -> Iterator[list[str]]:
    name = cut(shown(judge.judge), 30)
    if judge.people:
        yield [name, "most of the people", *_single(judge.majority)]
    if judge.adjudicated is not None:
        against = cut(shown(judge.adjudicated.reference), 22)
        yield [name, f"adjudicated: {against}", *_single(judge.adjudicated)]
    if full:
        for each in judge.people:
            yield [name, cut(shown(each.reference), 30), *_single(each)]
    if len(judge.people) > 1:
        yield [name, "one person, mean", *_several(judge.people)]
    elif not full:
        yield from ([name, cut(shown(e.reference), 30), *_single(e)] for e in judge.people)


def _among(stand: Standings) -> list[list[str]]:
    """What people come to against the same, and against one another."""
    rows = []
    if stand.settled:
        against = f"adjudicated: {cut(shown(stand.adjudicated or ''), 22)}"
        rows.append(["people", against, *_several(stand.settled)])
    if len(stand.among) == 1:
        rows.append(["people", "one another", *_single(stand.among[0])])
    elif stand.among:
        rows.append(["people", "one another, mean", *_several(stand.among)])
    return rows


def in_points(stand: Standings) -> bool:
    """Whether differences say more than yes and no."""
    each = [v for judge in stand.judges for v in judge.people] + list(stand.among)
    return len(stand.labels) > 2 and any(v.mae.value is not None for v in each)


def _single(versus: Versus) -> list[str]:
    kappa = versus.kappa
    return [
        f"{versus.n:,}",
        _share(versus.exact),
        _figure(kappa.value, kappa.low, kappa.high),
        _shift(versus.mae),
        _shift(versus.bias, signed=True),
    ]


def _several(comparisons: Sequence[Versus]) -> list[str]:
    return [
        f"{sum(each.n for each in comparisons):,}",
        _range(spread_of(comparisons, _exact)),
        _range(spread_of(comparisons, _kappa)),
        _range(spread_of(comparisons, lambda each: each.mae.value)),
        _range(spread_of(comparisons, lambda each: each.bias.value), "+"),
    ]


def _share(share: Proportion) -> str:
    return _figure(share.value, share.low, share.high)


def _shift(shift: Shift, *, signed: bool = False) -> str:
    return _figure(shift.value, shift.low, shift.high, "+" if signed else "")


def _figure(
    value: float | None, low: float | None, high: float | None, sign: str = ""
) -> str:
    if value is None:
        return "-"
    if low is None or high is None:
        return f"{_signed(value, sign)} [-]"
    return f"{_signed(value, sign)} [{_signed(low, sign)}, {_signed(high, sign)}]"


def _coverage(judge: Standing, screen: Screen) -> Iterator[str]:
    missing = judge.coverage.n - judge.coverage.hits
    if missing and judge.coverage.n:
        yield from screen.told(
            f"{cut(shown(judge.judge), 40)} gave no grade on {missing:,} of "
            f"{judge.coverage.n:,} items; they count neither for it nor against it."
        )


def _yes_lines(kept: Sequence[Standing], screen: Screen) -> Iterator[str]:
    """What follows from the counts of yes and no, of all judges in one table."""
    rows = [row for judge in kept for row in _yes_rows(judge)]
    if not rows:
        return
    label = shown(kept[0].majority.positive or "")
    yield ""
    yield from screen.told(
        f"Where {label} counts as yes (--positive names another answer):"
    )
    yield from screen.several([["judge", "against", *YES], *rows], 2)


def _yes_rows(judge: Standing) -> Iterator[list[str]]:
    name = cut(shown(judge.judge), 30)
    if judge.majority.confusion is None:
        return
    for versus in (judge.majority, judge.adjudicated):
        if versus is None or versus.confusion is None or not versus.n:
            continue
        whose = "most of the people"
        if versus is judge.adjudicated:
            whose = f"adjudicated: {cut(shown(versus.reference), 22)}"
        yield [name, whose, *(_of_yes(versus.confusion, of) for of in YES.values())]
    if any(each.n for each in judge.ceiling.people):
        both = [
            (spread_of(judge.ceiling.judge, read), spread_of(judge.ceiling.people, read))
            for read in map(reader, YES.values())
        ]
        means = ["-" if own.mean is None else _signed(own.mean) for own, _ in both]
        yield [name, "the others, mean", *means]
        yield ["a person", "the others, mean", *(_range(it) for _, it in both)]


def _of_yes(counts: Confusion, of: Callable[[Confusion], Proportion | F1]) -> str:
    share = of(counts)
    return _figure(share.value, share.low, share.high)


def _tables(stand: Standings, judge: Standing, screen: Screen) -> Iterator[str]:
    """What the judge said (columns) of what the reference said (rows)."""
    for versus in (judge.majority, judge.adjudicated):
        if versus is None or not versus.n or len(stand.labels) > _WIDEST:
            continue
        if versus.table is None:
            continue
        yield ""
        yield from screen.told(
            f"{_against(judge, versus)}: rows are the reference's, columns the judge's"
        )
        labels = [cut(shown(label), 14) for label in stand.labels]
        rows = [["", *labels]]
        rows += [
            [label, *(f"{count:,}" for count in counts)]
            for label, counts in zip(labels, versus.table.tolist(), strict=True)
        ]
        yield from screen.several(rows, 1, *range(1, len(labels) + 1))


def _against(judge: Standing, versus: Versus) -> str:
    whose = "the majority" if versus is judge.majority else shown(versus.reference)
    return f"{cut(shown(judge.judge), 40)} against {whose}"
