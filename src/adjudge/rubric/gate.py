"""Rules of a rubric that can cap, lift or disqualify what the weights add up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .ids import CriterionId, RubricId

Comparison: TypeAlias = Literal["below", "at_most", "above", "at_least", "is", "is_not"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """When a gate closes: a criterion's value, here or under another rubric."""

    criterion: CriterionId
    comparison: Comparison
    value: float | str
    """A number for a comparison of size, a label or number for `is` and `is_not`."""
    rubric: RubricId | None = None
    """The rubric whose verdict is meant; None: this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cap:
    """The overall score is at most `at`."""

    at: float
    when: Condition
    kind: Literal["cap"] = "cap"


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """The overall score is at least `at`."""

    at: float
    when: Condition
    kind: Literal["floor"] = "floor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Disqualify:
    """There is no overall score, and no rank."""

    when: Condition
    kind: Literal["disqualify"] = "disqualify"


Gate: TypeAlias = Cap | Floor | Disqualify
