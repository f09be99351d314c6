"""Faults that an author can fix, as data: command line, page and editor render them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """Whether the rubric can be used all the same."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding: a stable code, a place, what is wrong, and what to do."""

    code: str
    what: str
    hint: str
    where: str = ""
    """The path inside the document, `criteria[2].scale`."""
    line: int | None = None
    column: int | None = None
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: " if self.line is not None else ""
        path = f" (at {self.where})" if self.where else ""
        return (
            f"{place}{self.severity.value} {self.code}: {self.what}{path}"
            f"\n    hint: {self.hint}"
        )
