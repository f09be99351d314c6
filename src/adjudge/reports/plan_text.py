"""How much more is needed, as text and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from adjudge.agreement import Needed

from .measured_numbers import figure
from .table import columns
from .untrusted import shown

_HEAD: Final = (
    "criterion", "figure", "width now", "items", "items needed", "grades an item",
    "grades needed",
)  # fmt: skip


def render_needed(needed: Sequence[Needed]) -> str:
    """What each interval needs to be as narrow as wanted."""
    if not needed:
        return "Nothing to plan: no criterion has a grade."
    rows = [_HEAD, *(_row(n) for n in needed)]
    lines = [f"For intervals no wider than {needed[0].wanted:g}:"]
    lines += columns(rows, right=(2, 3, 4, 5, 6))
    lines += _reasons({_name(n): n.why for n in needed})
    more = {_name(n): n.why_no_grades for n in needed if n.why_no_grades != n.why}
    lines += _reasons(more, "more grades an item: ")
    lines.append(
        "Either is enough: so many items of this kind in all, judged as these are;\n"
        "or these items, each with so many grades. It is a forecast from what there is "
        "now:\nplan anew when half of it is in."
    )
    return "\n".join(lines)


def _name(n: Needed) -> str:
    return f"{shown(n.criterion)} ({shown(n.figure)})"


def _reasons(reasons: Mapping[str, str], about: str = "") -> list[str]:
    """Each reason once, with all that it holds for."""
    named: dict[str, list[str]] = {}
    for name, why in reasons.items():
        if why:
            named.setdefault(why, []).append(name)
    return [f"  {about}{shown(why)}: {', '.join(names)}" for why, names in named.items()]


def _row(n: Needed) -> tuple[str, ...]:
    return (
        shown(n.criterion),
        shown(n.figure),
        figure(n.width),
        f"{n.units:,}",
        _needed(n.units_needed, n.units),
        "–" if n.grades is None else f"{n.grades:.1f}",
        _needed(n.grades_needed, n.grades),
    )


def _needed(needed: int | None, there: float | None) -> str:
    if needed is None:
        return "–"
    return "enough" if there is not None and needed <= there else f"{needed:,}"


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
