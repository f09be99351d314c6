"""One verdict as a line of a ledger, where verdicts come one by one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

import orjson

from adjudge.council import Review, outcomes_of
from adjudge.verdict import Graded, Verdict, to_row

_TIME: Final = "%Y-%m-%dT%H:%M:%S.%fZ"


def verdict_line(verdict: Verdict) -> bytes:
    """The line that a `verdict_writer` of JSON Lines writes for *verdict*.

    A table for each few would take twenty times as long: its evidence is nested.
    """
    row = to_row(verdict)
    row["at"] = _time(row["at"])
    return orjson.dumps(row) + b"\n"


def review_lines(review: Review, rubric: str, at: datetime | None) -> Iterator[bytes]:
    """The lines of all verdicts of *review* under the version *rubric*.

    The same as `verdict_line` of `verdicts_of`, without a verdict for each: a review of
    three answers by five criteria has fifteen.
    """
    row: dict[str, Any] = {
        "item": "", "criterion": "", "judge": review.judge.id,
        "kind": review.judge.kind.value, "outcome": "", "value": None, "label": None,
        "rationale": "", "evidence": [], "rubric": rubric, "at": _time(at),
    }  # fmt: skip
    for mark in review.marks:
        if mark.own:
            continue
        row["item"] = f"{review.item}/{mark.author}" if mark.author else review.item
        for criterion, outcome in outcomes_of(mark):
            row["criterion"], row["outcome"] = criterion, outcome.kind
            why = mark.rationales.get(criterion) or mark.notes
            if isinstance(outcome, Graded):
                row["value"], row["label"] = outcome.grade.value, outcome.grade.label
                row["rationale"] = why
            else:
                row["value"] = row["label"] = None
                row["rationale"] = why or review.reason
            yield orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)


@lru_cache(maxsize=8)
def _time(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).strftime(_TIME)
