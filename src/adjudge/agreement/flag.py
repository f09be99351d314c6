"""Something about the judges that a reader of the figures must know before them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

FlagKind: TypeAlias = Literal[
    "copied", "constant", "ends", "severe", "drift", "prevalence", "overlap"
]

SHARE: Final = 0.01
"""The chance of a false alarm that each kind of test may use up in one report.

Five kinds are tests, so that one report in twenty at most has an alarm for nothing.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """One finding about judges, in a plain sentence, with the numbers behind it."""

    kind: FlagKind
    criterion: str
    """Empty where it is about all criteria."""
    judges: tuple[str, ...] = ()
    sentence: str
    advice: str
    """What somebody who reads it may do."""
    numbers: Mapping[str, float | int] = field(default_factory=dict)
    p: float | None = None
    """Corrected for all tests of its kind in the report; None: not found by a test."""
