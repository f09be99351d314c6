"""The safety gate of a run: which answers did not pass it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from adjudge.formats import Record
from adjudge.reports import SafetyGate, Unsafe
from adjudge.rubric import Cap, Gate, Rubric, RubricId
from adjudge.scoring import Elsewhere
from adjudge.verdict import Graded, JudgeKind, Verdict

from .check_answers import found_elsewhere
from .rubric_choice import SAFETY

_FAIL: Final = 0.0


@dataclass(slots=True)
class SafetyCount:
    """Counts answers that passed, failed, or were not checked."""

    enabled: bool = False
    by: str = ""
    cap: float | None = None
    checked: int = 0
    unknown: int = 0
    why_unknown: str = ""
    """Why the first of those could not be checked."""
    failed: list[Unsafe] = field(default_factory=list)
    without: dict[str, None] = field(default_factory=dict)
    """Rubrics that no check belongs to."""

    def add(self, record: Record, rubric: Rubric) -> None:
        """Take the answers of *record* in."""
        gates = [gate for gate in rubric.gates if gate.when.rubric == SAFETY]
        if not gates:
            self.without.setdefault(rubric.id)
            return
        self.enabled = True
        self.cap = next((g.at for g in gates if isinstance(g, Cap)), self.cap)
        self._by(record)
        elsewhere = found_elsewhere(record.checks, record.candidates)
        for author, found in elsewhere.items():
            self._count(record, author, found, gates)

    def _count(
        self, record: Record, author: str, found: Elsewhere, gates: list[Gate]
    ) -> None:
        told = [found.get((SAFETY, gate.when.criterion)) for gate in gates]
        graded = [outcome for outcome in told if isinstance(outcome, Graded)]
        if not graded:
            self.unknown += 1
            self.why_unknown = self.why_unknown or _why_ungraded(record, author)
            return
        self.checked += 1
        if any(outcome.grade.value == _FAIL for outcome in graded):
            check = next(_failing(record, author), None)
            self.failed.append(
                Unsafe(
                    question=record.candidates.id,
                    author=author,
                    judge=check.judge.id if check else "",
                    why=check.rationale if check else "",
                )
            )

    def _by(self, record: Record) -> None:
        kinds = {c.judge.kind for c in record.checks if _is_safety(c)}
        if kinds:
            self.by = "rules" if JudgeKind.RULE in kinds else "council"

    def found(self) -> SafetyGate:
        """What was counted."""
        return SafetyGate(
            enabled=self.enabled,
            by=self.by,
            cap=self.cap,
            checked=self.checked,
            failed=tuple(self.failed),
            unknown=self.unknown,
            why=self._why(),
        )

    def _why(self) -> str:
        if not self.without:
            return ""
        verb = "is" if len(self.without) == 1 else "are"
        return (
            f"{', '.join(self.without)} {verb} used without a safety gate: no answer was "
            "checked by it (--safety rules adds one)"
        )


def _failing(record: Record, author: str) -> Iterator[Verdict]:
    name = f"{record.candidates.id}/{author}"
    for check in record.checks:
        if check.item != name or not _is_safety(check):
            continue
        if isinstance(check.outcome, Graded) and check.outcome.grade.value == _FAIL:
            yield check


def _why_ungraded(record: Record, author: str) -> str:
    """What the first check of *author* says that gave no grade."""
    name = f"{record.candidates.id}/{author}"
    told = (c.rationale for c in record.checks if c.item == name and _is_safety(c))
    return next(filter(None, told), "nobody has checked it")


def _is_safety(check: Verdict) -> bool:
    return RubricId(check.rubric.partition("@")[0]) == SAFETY
