"""What is on a tape, as JSON and as lines for a person."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from adjudge.council import Heard, Lost, Pruned, Spending, Taped, TapeStats, Usage

from .council_cost_text import dollars
from .table import Fold, columns, cut
from .tally import many
from .untrusted import shown

_WIDTHS: Final = (("at", 19), ("stage", 9), ("item", 18), ("seat", 26), ("answer", 8))
_TIME: Final = "%Y-%m-%d %H:%M:%S"
_KB: Final = 1000


def taped_as_json(taped: Taped) -> dict[str, Any]:
    """One call, in the documented shape: every key is always there."""
    seat, tag = taped.seat, taped.tag
    heard = taped.reply if isinstance(taped.reply, Heard) else None
    lost = taped.reply if isinstance(taped.reply, Lost) else None
    usage = heard.usage if heard else Usage()
    return {
        "key": taped.key,
        "at": taped.at.isoformat(),
        "stage": tag.stage,
        "item": tag.item,
        "rubric": tag.rubric or None,
        "part": tag.part or None,
        "round": tag.round,
        "attempt": tag.attempt,
        "sample": tag.sample,
        "seat": seat.name,
        "model": seat.model,
        "base_url": seat.endpoint.base_url,
        "parameters": dict(seat.parameters),
        "answer": _answer(taped),
        "text": heard.text if heard else None,
        "refusal": (heard.refusal or None) if heard else None,
        "finish": heard.finish if heard else None,
        "answered_by": (heard.model or None) if heard else None,
        "prompt_tokens": usage.prompt,
        "completion_tokens": usage.completion,
        "cost": usage.cost,
        "seconds": heard.seconds if heard else None,
        "shaped": heard.shaped if heard else None,
        "dropped": list(heard.dropped) if heard else [],
        "reason": lost.reason if lost else None,
        "hint": (lost.hint or None) if lost else None,
    }


def tape_header() -> str:
    """The names of the columns of `taped_line`."""
    return "  ".join(f"{name:<{width}}" for name, width in _WIDTHS) + "  what it says"


def taped_line(taped: Taped, *, width: int) -> str:
    """One call on one line, cut to *width*."""
    said = taped.reply.reason if isinstance(taped.reply, Lost) else _said(taped.reply)
    cells = (
        taped.at.strftime(_TIME),
        taped.tag.stage,
        _place(taped),
        taped.seat.name,
        _answer(taped),
    )
    line = "  ".join(
        f"{cut(shown(cell), room):<{room}}"
        for cell, (_, room) in zip(cells, _WIDTHS, strict=True)
    )
    return cut(f"{line}  {shown(said)}", width)


def taped_text(taped: Taped) -> Iterator[str]:
    """The whole of what came, line by line, indented."""
    if isinstance(taped.reply, Lost):
        said = f"{taped.reply.reason}\n{taped.reply.hint}".rstrip()
    else:
        said = _said(taped.reply)
    for line in said.splitlines():
        yield f"    {shown(line)}" if line.strip() else ""


def tape_stats_as_json(stats: TapeStats) -> dict[str, Any]:
    """What a tape holds, in the documented shape."""
    return {
        "tape": stats.path,
        "bytes": stats.size,
        "answers": stats.answers,
        "superseded": stats.superseded,
        "lost": stats.lost,
        "damaged": stats.damaged,
        "first": _when(stats.first),
        "last": _when(stats.last),
        "spent": [
            {"stage": stage, "seat": seat, **_spending_as_json(spending)}
            for (stage, seat), spending in stats.account.entries.items()
        ],
        "total": _spending_as_json(stats.account.total()),
    }


def damaged_in_words(count: int) -> str:
    """What is told of lines that cannot be read."""
    what = "line is" if count == 1 else "lines are"
    return (
        f"adjudge: {count:,} {what} damaged and passed over: what was answered there is "
        "asked anew; `adjudge tape prune` drops them"
    )


def render_tape_stats(stats: TapeStats, *, room: int | None = None) -> str:
    """What a tape holds, as lines for a person."""
    lines = [f"{stats.path}: {many(stats.answers, 'answer')}, {_size(stats.size)}"]
    if stats.first is not None and stats.last is not None:
        first, last = stats.first.strftime(_TIME), stats.last.strftime(_TIME)
        lines.append(f"  from {first} to {last} UTC")
    for count, what in (
        (stats.lost, "got no answer; the next run asks again"),
        (stats.superseded, "replaced by a later answer"),
        (stats.damaged, "damaged, and passed over"),
    ):
        if count:
            lines.append(f"  {many(count, 'line')} {what}")
    entries = stats.account.entries
    rows: list[tuple[str, ...]] = [
        ("stage", "seat", "calls", "tokens in", "tokens out", "hours", "cost")
    ]
    rows += [(stage, shown(seat), *_cells(s)) for (stage, seat), s in entries.items()]
    if len(entries) > 1:
        rows.append(("in all", "", *_cells(stats.account.total())))
    if entries:
        fold = Fold(room=room, keys=2)
        lines += ["", *columns(rows, right=range(2, len(rows[0])), fold=fold)]
    return "\n".join(lines)


def pruned_as_json(pruned: Pruned, *, dry_run: bool) -> dict[str, Any]:
    """What a pruning did, in the documented shape."""
    return {
        "kept": pruned.kept,
        "dropped": pruned.dropped,
        "damaged": pruned.damaged,
        "bytes_before": pruned.before,
        "bytes_after": pruned.after,
        "dry_run": dry_run,
    }


def render_pruned(pruned: Pruned, *, dry_run: bool) -> str:
    """What a pruning did, or would do."""
    would = "would be " if dry_run else ""
    damaged = f" and {many(pruned.damaged, 'damaged line')}" if pruned.damaged else ""
    return (
        f"{many(pruned.dropped, 'call')}{damaged} {would}dropped, "
        f"{many(pruned.kept, 'answer')} kept: "
        f"{_size(pruned.before)} -> {_size(pruned.after)}"
    )


def _answer(taped: Taped) -> str:
    """How the call ended, in one word."""
    match taped.reply:
        case Lost():
            return "lost"
        case Heard(finish="refusal"):
            return "refused"
        case Heard(finish="length"):
            return "cut off"
        case Heard(text=text):
            return "whole" if text.strip() else "empty"


def _said(heard: Heard) -> str:
    return heard.text or heard.refusal


def _place(taped: Taped) -> str:
    tag = taped.tag
    more = [tag.part] if tag.part else []
    more += [f"round {tag.round}"] if tag.round > 1 else []
    more += ["again"] if tag.attempt > 1 else []
    return f"{tag.item} ({', '.join(more)})" if more else tag.item


def _spending_as_json(spending: Spending) -> dict[str, Any]:
    return {
        "calls": spending.calls,
        "lost": spending.lost,
        "prompt_tokens": spending.prompt if spending.counted else None,
        "completion_tokens": spending.completion if spending.counted else None,
        "uncounted": spending.uncounted,
        "cost": spending.cost if spending.priced else None,
        "unpriced": spending.unpriced,
        "seconds": spending.seconds,
    }


def _cells(spending: Spending) -> tuple[str, ...]:
    told = _spending_as_json(spending)
    tokens = (told["prompt_tokens"], told["completion_tokens"])
    more = " and more" if spending.uncounted else ""
    return (
        f"{spending.calls:,}",
        *("unknown" if count is None else f"{count:,}{more}" for count in tokens),
        f"{spending.seconds / 3600:.2f}",
        dollars(spending),
    )


def _size(count: int) -> str:
    if count < _KB:
        return f"{count} bytes"
    if count < _KB**2:
        return f"{count / _KB:.1f} kB"
    return f"{count / _KB**2:,.1f} MB"


def _when(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
