"""How much more is needed, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from adjudge.agreement import Needed

from .measured_numbers import figure
from .table import columns
from .untrusted import shown

_HEAD: Final = ("criterion", "figure", "width now", "items", "needed", "grades", "needed")


def render_needed(needed: Sequence[Needed]) -> str:
    """What each interval needs to be as narrow as wanted."""
    if not needed:
        return "Nothing to plan: no criterion has a grade."
    rows = [_HEAD, *(_row(n) for n in needed)]
    lines = [f"For intervals no wider than {needed[0].wanted:g}:"]
    lines += columns(rows, right=(2, 3, 4, 5, 6))
    for n in needed:
        name = f"{shown(n.criterion)}, {shown(n.figure)}"
        lines += [f"  {name}: {shown(n.why)}"] if n.why else []
        lines += (
            [f"  {name}, more grades an item: {shown(n.why_no_grades)}"]
            if n.why_no_grades and n.why_no_grades != n.why
            else []
        )
    lines.append(
        "Items of the same kind with the same judges, or so many grades for each item that "
        "there is.\nA forecast from what there is now: plan anew when half of it is in."
    )
    return "\n".join(lines)


def _row(n: Needed) -> tuple[str, ...]:
    return (
        shown(n.criterion),
        shown(n.figure),
        figure(n.width),
        f"{n.units:,}",
        "–" if n.units_needed is None else f"{n.units_needed:,}",
        "–" if n.grades is None else f"{n.grades:.1f}",
        "–" if n.grades_needed is None else f"{n.grades_needed:,}",
    )


def needed_as_json(needed: Sequence[Needed]) -> list[dict[str, Any]]:
    """The documented shape."""
    return [
        {
            "criterion": n.criterion,
            "figure": n.figure,
            "wanted": n.wanted,
            "width": n.width,
            "items": n.units,
            "items_needed": n.units_needed,
            "items_lacking": n.more_units,
            "why": n.why or None,
            "grades": n.grades,
            "grades_needed": n.grades_needed,
            "why_no_grades": n.why_no_grades or None,
        }
        for n in needed
    ]
