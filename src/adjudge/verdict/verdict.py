"""One judge, one item, one criterion, one outcome."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adjudge.errors import InputInvalid
from adjudge.rubric import CriterionId

from .evidence import Span
from .item import ItemId
from .judge import Judge
from .outcome import Graded, Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The only record that rules, reviewers and people produce."""

    item: ItemId
    criterion: CriterionId
    judge: Judge
    outcome: Outcome
    rationale: str = ""
    """Why: the judge's reason for its grade, for abstaining, or what failed."""
    evidence: tuple[Span, ...] = ()
    rubric: str = ""
    """Version of the rubric it was judged by; empty for verdicts from elsewhere."""
    at: datetime | None = None
    """When it was filed, with a time zone; None for verdicts from elsewhere."""

    def __post_init__(self) -> None:
        for name, text in (
            ("item", self.item),
            ("criterion", self.criterion),
            ("judge", self.judge.id),
        ):
            if not text.strip():
                raise InputInvalid(
                    f"the verdict's {name} is blank", where=name, hint=f"name the {name}"
                )
        if self.at is not None and self.at.tzinfo is None:
            raise InputInvalid(
                "the verdict's time has no time zone", where="at", hint="use UTC"
            )

    @property
    def grade(self) -> str | None:
        """The label, where there is one."""
        return self.outcome.grade.label if isinstance(self.outcome, Graded) else None
