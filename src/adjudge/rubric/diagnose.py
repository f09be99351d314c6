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
    """Counted from 1, as editors do; so is `column`, in characters."""
    column: int | None = None
    severity: Severity = Severity.ERROR
    file: str = ""

    def __str__(self) -> str:
        spots = (self.file, self.line, self.column)
        place = ":".join(str(spot) for spot in spots if spot not in ("", None))
        place = f"{place}: " if place else ""
        path = f" (at {self.where})" if self.where else ""
        return (
            f"{place}{self.severity.value} {self.code}: {self.what}{path}"
            f"\n    hint: {self.hint}"
        )
