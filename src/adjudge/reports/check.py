"""A check of a rubric's examples: the values, as text, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from adjudge.agreement import Confusion, Proportion
from adjudge.verdict import Span

from .untrusted import shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One example, what it must get, and what it got."""

    item: str
    criterion: str
    expected: str
    """The label that the example states; `abstained` where it states none."""
    got: str
    """The label that the rule gave, or how it ended without one."""
    right: bool
    reason: str
    evidence: tuple[Span, ...]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """All examples of a rubric, checked."""

    rubric: str
    lines: tuple[Checked, ...]
    confusions: Mapping[str, Mapping[str, Confusion]]
    """By criterion and label, where the scale is binary."""
    warnings: tuple[str, ...]

    @property
    def wrong(self) -> tuple[Checked, ...]:
        """The examples that got something else."""
        return tuple(line for line in self.lines if not line.right)

    @property
    def abstained(self) -> int:
        """How many examples the rule could not tell."""
        return sum(line.got == "abstained" for line in self.lines)


def render_check(check: Check, *, every: bool = True) -> str:
    """*check* as text: a line for each example, then what they add up to."""
    lines = [_line(line) for line in check.lines if every or not line.right]
    return "\n".join([*lines, *([""] if lines else []), *_summary(check)])


def _line(line: Checked) -> str:
    mark = "ok   " if line.right else "WRONG"
    got = line.got if line.right else f"{line.got}, expected {line.expected}"
    return f"{mark} {shown(line.item)}  {shown(got)}: {shown(line.reason)}"


def _summary(check: Check) -> Iterator[str]:
    right = len(check.lines) - len(check.wrong)
    told = f"; {check.abstained} could not be told" if check.abstained else ""
    yield f"{check.rubric}: {right} of {len(check.lines)} examples right{told}"
    for criterion, tables in check.confusions.items():
        for label, table in tables.items():
            yield (
                f"  {criterion} {label!r}: precision {_share(table.precision)}, "
                f"recall {_share(table.recall)}"
            )
    for warning in check.warnings:
        yield f"warning: {warning}"


def _share(share: Proportion) -> str:
    if share.value is None or share.low is None or share.high is None:
        return "undefined (nothing to count)"
    interval = f"{share.low:.2f} to {share.high:.2f}"
    return f"{share.value:.2f} ({interval}, {share.hits} of {share.n})"


def check_as_json(check: Check) -> dict[str, Any]:
    """*check* in the documented shape of `adjudge check --json`."""
    return {
        "rubric": check.rubric,
        "examples": len(check.lines),
        "right": len(check.lines) - len(check.wrong),
        "wrong": len(check.wrong),
        "abstained": check.abstained,
        "criteria": {
            key: {label: _table(table) for label, table in tables.items()}
            for key, tables in check.confusions.items()
        },
        "warnings": list(check.warnings),
        "lines": [asdict(line) for line in check.lines],
    }


def _table(table: Confusion) -> dict[str, Any]:
    return {
        **asdict(table),
        "precision": asdict(table.precision),
        "recall": asdict(table.recall),
        "false_alarms": asdict(table.false_alarms),
    }
