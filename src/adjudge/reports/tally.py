"""What a run of rules came to: how many items, and how each criterion was answered."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from .untrusted import shown

LABELS: Final = 100
"""Labels counted one by one for a criterion; a free number can have any number of them."""

_LINES: Final = 40
_LABELS: Final = 12
_REASON: Final = 200


@dataclass(slots=True)
class Answers:
    """How one criterion was answered."""

    graded: Counter[str] = field(default_factory=Counter)
    other_labels: int = 0
    abstained: int = 0
    excused: int = 0
    failed: int = 0
    first_failure: str = ""

    def count(self, outcome: str, label: str | None, times: int) -> None:
        """Count *times* verdicts of one outcome and label."""
        match outcome:
            case "abstained":
                self.abstained += times
            case "excused":
                self.excused += times
            case "failed":
                self.failed += times
            case _ if label in self.graded or len(self.graded) < LABELS:
                self.graded[label or ""] += times
            case _:
                self.other_labels += times


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts of a whole run; the verdicts themselves are elsewhere."""

    items: int = 0
    rejected: int = 0
    verdicts: int = 0
    seconds: float = 0.0
    ids_all_compared: bool = True
    """False when there were more ids than are remembered to find one used twice."""
    criteria: dict[tuple[str, str], Answers] = field(default_factory=dict)
    """By rubric version and criterion, in the order in which they came."""
    not_judged: list[tuple[str, str]] = field(default_factory=list)
    """By rubric version, the criteria that have no rule, in a run of rules."""

    def add(self, ledger: pl.DataFrame) -> None:
        """Count the rows of *ledger*."""
        self.verdicts += ledger.height
        counts = ledger.group_by(
            "rubric", "criterion", "outcome", "label", maintain_order=True
        ).agg(pl.len(), pl.col("rationale").first())
        for rubric, criterion, outcome, label, times, why in counts.iter_rows():
            answers = self.criteria.setdefault((rubric, criterion), Answers())
            answers.count(outcome, label, times)
            if outcome == "failed" and not answers.first_failure:
                answers.first_failure = why

    @property
    def rate(self) -> float:
        """Items a second."""
        return self.items / self.seconds if self.seconds > 0 else 0.0


def tally_as_json(tally: Tally) -> dict[str, Any]:
    """*tally* in the documented shape."""
    return {
        "items": tally.items,
        "rejected": tally.rejected,
        "verdicts": tally.verdicts,
        "seconds": round(tally.seconds, 3),
        "items_per_second": round(tally.rate),
        "ids_all_compared": tally.ids_all_compared,
        "criteria": answers_as_json(tally),
        "not_judged": [
            {"rubric": rubric, "criterion": criterion}
            for rubric, criterion in tally.not_judged
        ],
    }


def answers_as_json(tally: Tally) -> list[dict[str, Any]]:
    """How each criterion was answered."""
    return [
        {
            "rubric": rubric,
            "criterion": criterion,
            "graded": dict(answers.graded),
            "other_labels": answers.other_labels,
            "abstained": answers.abstained,
            "excused": answers.excused,
            "failed": answers.failed,
            "first_failure": answers.first_failure or None,
        }
        for (rubric, criterion), answers in tally.criteria.items()
    ]


def render_tally(tally: Tally) -> str:
    """*tally* as lines for a person."""
    lines = [
        (
            f"{many(tally.items, 'item')} judged in {tally.seconds:.1f} s "
            f"({tally.rate:,.0f} a second), {many(tally.verdicts, 'verdict')}"
        )
    ]
    if tally.rejected:
        lines.append(f"{many(tally.rejected, 'line')} rejected")
    if not tally.ids_all_compared:
        lines.append("not all ids were compared: there are more than are remembered")
    lines += answer_lines(tally)
    if tally.not_judged:
        names = ", ".join(shown(criterion) for _, criterion in tally.not_judged)
        lines.append(f"not judged by rules, having none: {names}")
    return "\n".join(lines)


def answer_lines(tally: Tally) -> list[str]:
    """How each criterion was answered, under its rubric."""
    lines: list[str] = []
    first = list(tally.criteria.items())[:_LINES]
    width = max((len(shown(criterion)) for (_, criterion), _ in first), default=0)
    under = None
    for (rubric, criterion), answers in first:
        if rubric != under:
            lines.append(f"  {shown(rubric) or 'without a rubric'}")
            under = rubric
        lines.append(f"    {shown(criterion):<{width}}  {_answers(answers)}")
        if answers.failed:
            lines.append(f"      first failure: {_cut(shown(answers.first_failure))}")
    if len(tally.criteria) > _LINES:
        lines.append(f"    and {len(tally.criteria) - _LINES} more; --json has all")
    return lines


def _answers(answers: Answers) -> str:
    labels = sorted(answers.graded, key=_place)
    parts = [f"{shown(label)}: {answers.graded[label]:,}" for label in labels[:_LABELS]]
    rest = sum(answers.graded[label] for label in labels[_LABELS:]) + answers.other_labels
    parts += [
        f"{name}: {times:,}"
        for name, times in (
            ("other labels", rest),
            ("abstained", answers.abstained),
            ("excused", answers.excused),
            ("failed", answers.failed),
        )
        if times
    ]
    return ", ".join(parts)


def _cut(text: str) -> str:
    return text if len(text) <= _REASON else text[: _REASON - 1].rstrip() + "…"


def _place(label: str) -> tuple[float, str]:
    """Numbers by their size, then words by the alphabet."""
    try:
        return float(label), label
    except ValueError:
        return float("inf"), label


def many(count: int, what: str) -> str:
    """*count* of *what*, in the singular or the plural."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"
