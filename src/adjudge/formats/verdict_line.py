"""One verdict as a line of a ledger, where verdicts come one by one."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import orjson

from adjudge.verdict import Verdict, to_row

_TIME: Final = "%Y-%m-%dT%H:%M:%S.%fZ"


def verdict_line(verdict: Verdict) -> bytes:
    """The line that a `verdict_writer` of JSON Lines writes for *verdict*.

    A table for each few would take twenty times as long: its evidence is nested.
    """
    row = to_row(verdict)
    at: datetime | None = row["at"]
    row["at"] = None if at is None else at.strftime(_TIME)
    return orjson.dumps(row) + b"\n"
