"""When a call is tried again, and after how long."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Bounds of trying again: whichever comes first ends it."""

    attempts: int = 6
    """How often a call is sent at most, for what is likely to pass and costs nothing."""
    paid_attempts: int = 3
    """How often where the endpoint has probably worked for it: broken answers, timeouts."""
    seconds: float = 900.0
    """How long one call may take with all its pauses."""
    first_pause: float = 0.5
    longest_pause: float = 30.0

    def pause(self, attempt: int, told: float | None, chance: random.Random) -> float:
        """Seconds after the failed *attempt*: full jitter, on top of what was *told*."""
        most = min(self.longest_pause, self.first_pause * 2.0 ** (attempt - 1))
        return (told or 0.0) + chance.uniform(0.0, most)


_LONGEST: Final = 86_400.0 * 30


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that the endpoint asks to wait: a number, or an HTTP date against *now*."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        told = headers.get(name, "").strip()
        try:
            seconds = float(told) * unit
        except ValueError:
            continue
        if 0 <= seconds < _LONGEST:
            return seconds
    try:
        due = parsedate_to_datetime(headers.get("retry-after", ""))
    except (TypeError, ValueError):
        return None
    if due.tzinfo is None:
        due = due.replace(tzinfo=UTC)
    return min(max(0.0, (due - now).total_seconds()), _LONGEST)
