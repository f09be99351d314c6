"""What a run would ask and cost, before anything is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from .table import Fold, columns, cut
from .tally import many
from .untrusted import shown


@dataclass(slots=True, kw_only=True)
class Planned:
    """Calls to one seat in one stage. Counted one by one, so it changes."""

    stage: str
    seat: str
    calls: int = 0
    on_tape: int = 0
    """Answers that are there already."""
    cost: float = 0.0
    unpriced: int = 0
    """Calls whose price nobody knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All calls of a run, without those that ask again."""

    questions: int
    lines: tuple[Planned, ...]
    prices_as_of: str = ""

    @property
    def calls(self) -> int:
        """How many calls would be made."""
        return sum(line.calls for line in self.lines)

    @property
    def cost(self) -> float | None:
        """About what they cost; None: some price is unknown."""
        if any(line.unpriced for line in self.lines):
            return None
        return sum(line.cost for line in self.lines)


def render_plan(plan: Plan, *, room: int | None = None) -> str:
    """*plan* as a table with its sum."""
    return "\n".join(_lines(plan, room))


def _lines(plan: Plan, room: int | None) -> Iterator[str]:
    yield f"{many(plan.questions, 'question')}: {many(plan.calls, 'call')} to be made"
    rows = [["stage", "seat", "calls", "on tape", "about"]]
    rows += [
        [
            line.stage,
            cut(shown(line.seat), 40),
            f"{line.calls:,}",
            f"{line.on_tape:,}",
            _cost(line),
        ]
        for line in plan.lines
    ]
    yield from columns(rows, right=(2, 3, 4), fold=Fold(room=room, keys=2))
    told = (
        "unknown: give prices with --prices" if plan.cost is None else f"${plan.cost:.4f}"
    )
    known = sum(line.cost for line in plan.lines)
    if plan.cost is None and known:
        told = f"${known:.4f} and what has no price: give prices with --prices"
    yield f"about {told} (prices of {plan.prices_as_of or 'your own table'})"
    yield "a reviewer that cannot be read is asked once more, which is not in this count"


def _cost(line: Planned) -> str:
    if not line.calls:
        return "$0"
    return "unknown" if line.unpriced else f"${line.cost:.4f}"


def plan_as_json(plan: Plan) -> dict[str, Any]:
    """*plan* in its documented shape."""
    return {
        "questions": plan.questions,
        "calls": plan.calls,
        "cost": plan.cost,
        "prices_as_of": plan.prices_as_of,
        "lines": [asdict(line) for line in plan.lines],
    }
