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
    def result(self) -> Corrected: ...  # noqa: D102


RANDOM: Final = (
    "This holds if the items that people judged are a random draw from all of them. "
    "Picked\nbecause they were hard, early or disputed, they make it wrong, and nothing "
    "here can tell."
)

_HEAD: Final = ("", "corrected", "interval", "people alone", "judge alone", "worth")


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
    percent = f"{corrections[0].result.confidence:.0%}"
    return "\n".join([*lines, f"Intervals are at {percent}. {RANDOM}"])


def _block(group: Sequence[Correction]) -> list[str]:
    rows = [_row(c) for c in group]
    lines = list(columns([_HEAD, *rows], right=(1, 3, 4, 5)))
    told: dict[str, None] = {}
    for c in group:
        for words in _words(c):
            told.setdefault(words)
    return [*lines, *(f"  {words}" for words in told)]


def _row(c: Correction) -> tuple[str, ...]:
    r, sign = c.result, bool(c.against)
    unit = None if r.low is None or r.high is None else r.high - r.low
    name = _name(c)
    people = figure(r.people, unit, sign=sign)
    if r.people_low is not None:
        people += f" ({interval(r.people_low, r.people_high, sign=sign)})"
    return (
        name or "all",
        figure(r.value, unit, sign=sign),
        interval(r.low, r.high, sign=sign),
        people,
        figure(r.judge, unit, sign=sign),
        f"x {r.gain:.1f}" if r.gain is not None and r.helps else "–",
    )


def _name(c: Correction) -> str:
    return f"{shown(c.system)} - {shown(c.against)}" if c.against else shown(c.system)


def _words(c: Correction) -> list[str]:
    """What a reader must know of one figure."""
    name = _name(c)
    return [f"{name}: {words}" if name else _upper(words) for words in _of_result(c.result)]


def _upper(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _of_result(r: Corrected) -> list[str]:
    if r.value is None:
        return [r.why]
    lines = []
    if r.p is None:
        lines.append(
            f"{many(r.asked, 'item')} judged by people too, {r.others:,} by the judge alone"
            + _bias(r)
        )
    else:
        lines.append(_told_apart(r))
    if r.why_no_interval:
        lines.append(r.why_no_interval)
    elif r.gain is not None:
        lines.append(_worth(r))
    if r.left_out:
        lines.append(
            f"{many(r.left_out, 'item')} that people judged and the judge did not: left "
            "out, so this is about items that the judge can grade"
        )
    return lines


def _bias(r: Corrected) -> str:
    if r.bias is None:
        return ""
    way = "higher" if r.bias > 0 else "lower"
    return f"; on the former it grades {figure(abs(r.bias))} {way} than they do"


def _told_apart(r: Corrected) -> str:
    if r.low is None or r.high is None or r.value is None:
        return "no interval, so nothing can be said of the difference"
    if r.low <= 0 <= r.high:
        return f"cannot be told apart (p {likelihood(r.p)})"
    return f"{'higher' if r.value > 0 else 'lower'} (p {likelihood(r.p)})"


def _worth(r: Corrected) -> str:
    if not r.others:
        return "there are no items that the judge alone graded: this is what people said"
    if not r.helps or r.gain is None:
        return "the judge does not help: people's verdicts alone say as much"
    return f"with the judge, worth {r.gain:.1f} times as many human verdicts"


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
    }
