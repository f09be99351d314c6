"""Corrected scores, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, Protocol

from adjudge.agreement import Corrected

from .measured_numbers import figure, interval, likelihood
from .table import columns
from .tally import many
from .untrusted import shown


class Correction(Protocol):
    """One corrected figure and what it is about, as the workbench makes it."""

    @property
    def criterion(self) -> str: ...  # noqa: D102
    @property
    def judge(self) -> str: ...  # noqa: D102
    @property
    def label(self) -> str: ...  # noqa: D102
    @property
    def system(self) -> str: ...  # noqa: D102
    @property
    def against(self) -> str: ...  # noqa: D102
    @property
    def p_adjusted(self) -> float | None: ...  # noqa: D102
    @property
    def result(self) -> Corrected: ...  # noqa: D102


RANDOM: Final = (
    "This holds if the items that people judged are a random draw from all. Picked\n"
    "because they were hard, early or disputed, they make it wrong. What the judge\n"
    "cannot see of such a choice, nothing here can tell."
)

_NOT_RANDOM: Final = 0.01
"""Of a hundred random draws one is warned of."""

_HEAD: Final = (
    "", "corrected", "interval", "people alone", "judge alone", "bias", "items", "worth",
)  # fmt: skip

_LEGEND: Final = (
    "bias: how much higher the judge grades than people, on the items that both judged.\n"
    "items: those that people judged, of all. worth: so many times as many human verdicts\n"
    "would be needed without the judge; none: people alone say as much."
)


def render_corrections(corrections: Sequence[Correction]) -> str:
    """All of *corrections*, by criterion, category and judge."""
    if not corrections:
        return "Nothing to correct: no criterion has grades of people and of a judge."
    lines: list[str] = []
    for (criterion, label, judge), group in groupby(
        corrections, key=lambda c: (c.criterion, c.label, c.judge)
    ):
        what = f"share of {shown(label)!r}" if label else "mean"
        lines += [f"{shown(criterion)}: {what}, by {shown(judge)}"]
        lines += [*_block(list(group)), ""]
    lines += [f"Intervals are at {corrections[0].result.confidence:.0%}. {_LEGEND}"]
    if any(c.against for c in corrections):
        lines += ["p: of all differences together, made up for by Holm's rule."]
    return "\n".join([*lines, RANDOM])


def _block(group: Sequence[Correction]) -> list[str]:
    rows = [_row(c) for c in group]
    lines = list(columns([_HEAD, *rows], right=(1, 3, 4, 5, 6, 7)))
    told = dict.fromkeys(words for c in group for words in _words(c))
    return [*lines, *(f"  {words}" for words in told)]


def _row(c: Correction) -> tuple[str, ...]:
    r, sign = c.result, bool(c.against)
    unit = None if r.low is None or r.high is None else r.high - r.low
    people = figure(r.people, unit, sign=sign)
    if r.people_low is not None:
        people += f" ({interval(r.people_low, r.people_high, sign=sign)})"
    return (
        _name(c) or "all",
        figure(r.value, unit, sign=sign),
        interval(r.low, r.high, sign=sign),
        people,
        figure(r.judge, unit, sign=sign),
        figure(r.bias, unit, sign=True),
        "" if sign else f"{r.asked:,} of {r.asked + r.others:,}",
        _worth(r),
    )


def _name(c: Correction) -> str:
    return f"{shown(c.system)} - {shown(c.against)}" if c.against else shown(c.system)


def _worth(r: Corrected) -> str:
    if r.gain is None:
        return "–"
    return f"x {r.gain:.1f}" if r.helps else "none"


def said_of(c: Correction) -> str:
    """What may be said of a difference: its interval and its chance must both allow it."""
    r = c.result
    if r.value is None or r.low is None or r.high is None or c.p_adjusted is None:
        return "not enough data"
    if r.low <= 0 <= r.high or c.p_adjusted >= 1 - r.confidence:
        return "cannot be told apart"
    return "higher" if r.value > 0 else "lower"


def _words(c: Correction) -> list[str]:
    """What a reader must know of one figure besides."""
    r, name = c.result, f"{_name(c) or 'all'}: "
    if r.value is None:
        return [name + r.why]
    lines = [name + r.why_no_interval] if r.why_no_interval else []
    if c.against and not lines:
        lines.append(f"{name}{said_of(c)} (p {likelihood(c.p_adjusted)})")
    if not r.others:
        lines.append(name + "nothing to correct: people judged all that the judge did")
    if r.draw is not None and r.draw_p is not None and r.draw_p < _NOT_RANDOM:
        way = "higher" if r.draw > 0 else "lower"
        lines.append(
            f"{name}hardly a random draw: the judge grades what people saw "
            f"{figure(abs(r.draw))} {way} than the rest (p {likelihood(r.draw_p)})"
        )
    if r.left_out and not c.against:
        lines.append(
            f"{name}left out are {many(r.left_out, 'item')} that people judged and the "
            "judge did not: this is about items that it can grade"
        )
    return lines


def corrections_as_json(corrections: Sequence[Correction]) -> dict[str, Any]:
    """The documented shape."""
    return {
        "adjudge": 1,
        "kind": "corrected-scores",
        "assumes": "the items that people judged are a random draw from all",
        "scores": [_as_json(c) for c in corrections],
    }


def _as_json(c: Correction) -> dict[str, Any]:
    r = c.result
    return {
        "criterion": c.criterion,
        "judge": c.judge,
        "share_of": c.label or None,
        "system": c.system or None,
        "against": c.against or None,
        "value": r.value,
        "why": r.why or None,
        "low": r.low,
        "high": r.high,
        "why_no_interval": r.why_no_interval or None,
        "standard_error": r.error,
        "p": r.p,
        "p_adjusted": c.p_adjusted,
        "said": said_of(c) if c.against else None,
        "confidence": r.confidence,
        "people_alone": {"value": r.people, "low": r.people_low, "high": r.people_high},
        "judge_alone": r.judge,
        "bias": r.bias,
        "tuning": r.tuning,
        "correlation": r.correlation,
        "worth": r.gain,
        "helps": r.helps,
        "items_of_people": r.asked,
        "items_of_judge_alone": r.others,
        "items_left_out": r.left_out,
        "draw": {"difference": r.draw, "p": r.draw_p},
    }
