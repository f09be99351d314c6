"""Systems beside one another, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, Protocol

from adjudge.agreement import Contrast, PairedMean

from .measured_numbers import figure, interval, likelihood
from .table import columns
from .tally import many
from .untrusted import shown

_HEAD: Final = (
    "criterion", "items", "with", "without", "difference", "interval", "ahead", "p", "",
)  # fmt: skip

_ADJUSTED: Final = {
    "holm": "made up for by Holm's rule",
    "by": "made up for by Benjamini and Yekutieli's rule",
    "none": "not made up for how many comparisons there are",
}


class ComparedSystems(Protocol):
    """What the workbench finds."""

    @property
    def contrasts(self) -> tuple[Contrast, ...]: ...  # noqa: D102
    @property
    def judges(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def adjustment(self) -> str: ...  # noqa: D102
    @property
    def confidence(self) -> float: ...  # noqa: D102
    @property
    def notes(self) -> tuple[str, ...]: ...  # noqa: D102


def render_contrasts(compared: ComparedSystems) -> str:
    """Every comparison, and what may be said of it."""
    lines: list[str] = []
    for (system, against), group in groupby(
        compared.contrasts, key=lambda c: (c.system, c.against)
    ):
        lines += _block(system, against, list(group))
    count = many(len(compared.contrasts), "comparison")
    lines += [
        f"Intervals are at {compared.confidence:.0%}, each by itself.",
        "ahead: the chance that an item is better, a tie counting half.",
        f"p: of {count}, {_ADJUSTED[compared.adjustment]}.",
    ]
    lines += [f"Note: {shown(note)}" for note in compared.notes]
    return "\n".join(lines)


def _block(system: str, against: str, group: Sequence[Contrast]) -> list[str]:
    mine, theirs = shown(system), shown(against)
    head = list(_HEAD)
    head[2], head[3] = mine, theirs
    rows = [head, *(_row(c) for c in group)]
    lines = [f"Is {mine} better than {theirs}?"]
    lines += columns(rows, right=(1, 2, 3, 4, 6, 7))
    for c in group:
        lines += [f"  {words}" for words in _words(c)]
    return [*lines, ""]


def _row(c: Contrast) -> list[str]:
    d = c.difference
    unit = None if d.low is None or d.high is None else d.high - d.low
    return [
        _about(c),
        f"{d.n:,}",
        figure(c.mean, unit),
        figure(c.mean_against, unit),
        figure(d.value, unit, sign=True),
        interval(d.low, d.high, sign=True),
        figure(c.superiority.value),
        likelihood(c.p_adjusted),
        c.said,
    ]


def _about(c: Contrast) -> str:
    return shown(c.criterion) or "over all"


def _words(c: Contrast) -> list[str]:
    d, name = c.difference, _about(c)
    if d.why or d.why_no_interval:
        return [f"{name}: {d.why or d.why_no_interval}"]
    if c.said == "cannot be told apart" and d.detectable is not None:
        far = figure(d.detectable, d.detectable)
        return [f"{name}: a true difference of {far} would have shown four times in five"]
    return []


def contrasts_as_json(compared: ComparedSystems) -> dict[str, Any]:
    """The documented shape."""
    return {
        "adjudge": 1,
        "kind": "systems-compared",
        "confidence": compared.confidence,
        "adjustment": compared.adjustment,
        "judges": list(compared.judges),
        "notes": list(compared.notes),
        "comparisons": [_as_json(c) for c in compared.contrasts],
    }


def _as_json(c: Contrast) -> dict[str, Any]:
    d = c.difference
    return {
        "criterion": c.criterion or None,
        "system": c.system,
        "against": c.against,
        "items": d.n,
        "mean": c.mean,
        "mean_against": c.mean_against,
        "difference": _mean(d),
        "p": d.p,
        "p_adjusted": c.p_adjusted,
        "detectable": d.detectable,
        "superiority": _mean(c.superiority),
        "wins": c.wins,
        "ties": c.ties,
        "losses": c.losses,
        "said": c.said,
    }


def _mean(mean: PairedMean) -> dict[str, Any]:
    return {
        "value": mean.value,
        "low": mean.low,
        "high": mean.high,
        "by": mean.by,
        "why": mean.why or mean.why_no_interval or None,
    }
