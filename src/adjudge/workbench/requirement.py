"""What a council's result must be for a gate to open: `overall>=7`, `safety==pass`."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from adjudge.errors import UsageInvalid

_FORM: Final = re.compile(r"\s*([A-Za-z][\w.-]*)\s*(>=|<=|==|!=|=|>|<)\s*(.+?)\s*")
_SIZES: Final[Mapping[str, Callable[[float, float], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
    "!=": operator.ne,
}

_HINT: Final = 'such as "overall>=7", "overall.low>=6.5", "accuracy>=8", "safety==pass"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One comparison that must hold."""

    measure: str
    comparison: str
    wanted: float | str

    def __str__(self) -> str:
        wanted = f"{self.wanted:g}" if isinstance(self.wanted, float) else self.wanted
        return f"{self.measure}{self.comparison}{wanted}"

    def holds(self, value: float | str | None) -> bool:
        """Whether *value* is as required; what is unknown never is."""
        if value is None or isinstance(value, str) is not isinstance(self.wanted, str):
            return False
        if isinstance(value, str):
            same = value.casefold() == str(self.wanted).casefold()
            return same if self.comparison == "==" else not same
        return _SIZES[self.comparison](value, float(self.wanted))


def read_requirement(text: str) -> Requirement:
    """The requirement that *text* states, or `UsageInvalid`."""
    match = _FORM.fullmatch(text)
    if match is None:
        raise UsageInvalid(f"{text!r} is not a requirement", hint=f"write one {_HINT}")
    measure, comparison, raw = match.groups()
    comparison = "==" if comparison == "=" else comparison
    try:
        wanted: float | str = float(raw)
    except ValueError:
        wanted = raw
    if isinstance(wanted, float) and math.isnan(wanted):
        raise UsageInvalid(f"{text!r} compares with no number", hint=f"write one {_HINT}")
    if isinstance(wanted, str) and comparison not in ("==", "!="):
        raise UsageInvalid(
            f"{text!r} compares a word by size", hint="compare words with == or !="
        )
    return Requirement(measure=measure, comparison=comparison, wanted=wanted)


def ask_known(
    requirements: tuple[Requirement, ...],
    known: tuple[str, ...],
    *,
    words: Mapping[str, tuple[str, ...]],
) -> None:
    """Refuse a measure that no result has: a typing error must not close or open a gate.

    *words* are the measures that are no numbers, with what they can be.
    """
    for requirement in requirements:
        if requirement.measure not in known:
            near = get_close_matches(requirement.measure, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
            raise UsageInvalid(
                f"there is no measure {requirement.measure!r}",
                where=str(requirement),
                hint=hint,
            )
        wanted = requirement.wanted
        possible = words.get(requirement.measure)
        if possible is None and isinstance(wanted, str):
            raise UsageInvalid(
                f"{requirement.measure} is a number, and {wanted!r} is none",
                where=str(requirement),
                hint=f"write one {_HINT}",
            )
        if possible is not None and str(wanted).casefold() not in possible:
            raise UsageInvalid(
                f"{requirement.measure} is a word, and never {wanted!r}",
                where=str(requirement),
                hint=f"it is {' or '.join(possible)}",
            )
