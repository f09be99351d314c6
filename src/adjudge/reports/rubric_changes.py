"""What differs between two rubrics: the values, as text, and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from .rubric import as_line
from .untrusted import shown

_MARKS: Final = {"added": "+", "removed": "-", "changed": "~", "moved": "~"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference in meaning."""

    kind: Literal["added", "removed", "changed", "moved"]
    what: str
    """`title`, `criterion accuracy`, `criterion accuracy: weight`."""
    before: Any = None
    after: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two rubrics, held against each other."""

    before: str
    """The version of the first."""
    after: str
    changes: tuple[Change, ...]


def render_comparison(comparison: Comparison) -> str:
    """*comparison* as text: one line for each change."""
    if not comparison.changes:
        return f"{comparison.before} and {comparison.after} mean the same"
    lines = [f"{shown(comparison.before)} -> {shown(comparison.after)}"]
    for change in comparison.changes:
        told = f"{_MARKS[change.kind]} {shown(change.what)}"
        if change.kind == "changed":
            told += f": {as_line(change.before)} -> {as_line(change.after)}"
        elif change.kind == "moved":
            told += f": {as_line(change.after)}"
        elif change.before is not None or change.after is not None:
            value = change.after if change.kind == "added" else change.before
            told += f": {as_line(value)}"
        lines.append(told)
    return "\n".join(lines)


def comparison_as_json(comparison: Comparison) -> dict[str, Any]:
    """*comparison* in the documented shape of `adjudge rubric diff --json`."""
    return {
        "before": comparison.before,
        "after": comparison.after,
        "same": not comparison.changes,
        "changes": [asdict(change) for change in comparison.changes],
    }
