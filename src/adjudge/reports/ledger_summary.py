"""What a file of verdicts holds, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from adjudge.rubric import Diagnostic

from .tally import Tally, answer_lines, answers_as_json, many
from .untrusted import shown

_FAULTS: Final = 50
_JUDGES: Final = 20


def ledger_as_json(ledger: pl.DataFrame) -> dict[str, Any]:
    """What *ledger* holds, in the documented shape."""
    return {
        "verdicts": ledger.height,
        "items": ledger["item"].n_unique(),
        "judges": _judges(ledger).to_dicts(),
        "criteria": answers_as_json(_tally(ledger)),
    }


def render_ledger(ledger: pl.DataFrame) -> str:
    """What *ledger* holds, as lines for a person."""
    judges = _judges(ledger)
    items = many(ledger["item"].n_unique(), "item")
    lines = [
        f"{many(ledger.height, 'verdict')} on {items} by {many(judges.height, 'judge')}",
        *answer_lines(_tally(ledger)),
    ]
    width = max((len(shown(name)) for name in judges["judge"][:_JUDGES]), default=0)
    lines += [
        f"  {shown(name):<{width}}  {kind:<6}  {count:,}"
        for name, kind, count in judges[:_JUDGES].iter_rows()
    ]
    if judges.height > _JUDGES:
        lines.append(f"  and {judges.height - _JUDGES:,} more judges; --json has all")
    return "\n".join(lines)


def _judges(ledger: pl.DataFrame) -> pl.DataFrame:
    by_judge = ledger.group_by("judge", "kind").agg(verdicts=pl.len())
    return by_judge.sort(["verdicts", "judge"], descending=[True, False])


def _tally(ledger: pl.DataFrame) -> Tally:
    tally = Tally()
    tally.add(ledger)
    return tally


def faults_as_json(faults: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    """Every fault of a file of verdicts."""
    return [
        {"row": f.line, "code": f.code, "column": f.where, "what": f.what, "hint": f.hint}
        for f in faults
    ]


def render_faults(faults: Sequence[Diagnostic]) -> str:
    """The first faults row by row, how many there are of each code, and what to do."""
    lines = [f"row {f.line}: {f.code} {shown(f.what)}" for f in faults[:_FAULTS]]
    if len(faults) > _FAULTS:
        lines.append(f"and {len(faults) - _FAULTS:,} more; --json lists all")
    counts: Counter[tuple[str, str]] = Counter((f.code, f.hint) for f in faults)
    told = sorted(counts.items(), key=lambda each: each[0][0])
    lines += [f"{code}, {many:,}: {shown(hint)}" for (code, hint), many in told[:_FAULTS]]
    return "\n".join(lines)
