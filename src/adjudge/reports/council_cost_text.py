"""What a run has cost, and what nobody answered, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudge.council import Spending

from .council_result import Cost, Missed
from .table import Fold, columns, cut
from .tally import many
from .untrusted import shown


def render_costs(costs: Sequence[Cost], *, room: int | None = None) -> str:
    """What was spent, as a table; blank where nothing was asked."""
    return "\n".join(cost_lines(costs, room=room)).rstrip()


def cost_lines(costs: Sequence[Cost], *, room: int | None = None) -> Iterator[str]:
    """A table of calls, tokens and dollars by stage and seat, with the sum."""
    if not costs:
        return
    total = Spending()
    rows = [["stage", "seat", "calls", "from tape", "tokens in", "tokens out", "cost"]]
    for cost in costs:
        total.merge(cost.spending)
        rows.append([cost.stage, cut(shown(cost.seat), 40), *_cells(cost.spending)])
    rows.append(["in all", "", *_cells(total)])
    yield "Cost"
    yield from columns(rows, right=(2, 3, 4, 5, 6), fold=Fold(room=room, keys=2))
    yield ""


def _cells(spending: Spending) -> list[str]:
    return [
        f"{spending.calls:,}",
        f"{spending.cached:,}",
        _tokens(spending.prompt, spending),
        _tokens(spending.completion, spending),
        dollars(spending),
    ]


def _tokens(count: int, spending: Spending) -> str:
    """*count*, of which what was not counted is never 0."""
    if not spending.counted:
        return "unknown"
    return f"{count:,} and more" if spending.uncounted else f"{count:,}"


def dollars(spending: Spending) -> str:
    """The cost in words; what is unknown is never 0."""
    if not spending.unpriced:
        return f"${spending.cost:.4f}"
    if not spending.priced:
        return "unknown"
    return f"${spending.cost:.4f} and more"


def missed_lines(missed: Sequence[Missed]) -> Iterator[str]:
    """What nobody answered, and what to do about it."""
    if not missed:
        return
    yield "Not answered"
    for one in missed:
        yield (
            f"  {shown(one.seat)}, {one.stage}: {many(one.calls, 'call')}: "
            f"{cut(shown(one.reason), 300)}"
        )
        if one.hint:
            yield f"    hint: {cut(shown(one.hint), 300)}"
    yield ""
