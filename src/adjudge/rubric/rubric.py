"""Criteria and how they combine."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from adjudge.errors import WeightsInvalid

from .criterion import Criterion
from .fingerprint import LATER, fingerprint
from .gate import Gate
from .ids import CriterionId, RubricId
from .scale import bounds_of
from .weights import diagnose_weights, weighable

Missing: TypeAlias = Literal["refuse", "renormalise"]


@dataclass(frozen=True, kw_only=True)
class Rubric:
    """An ordered set of criteria under one name, with weights and gates."""

    id: RubricId
    title: str
    criteria: tuple[Criterion, ...]
    description: str = ""
    gates: tuple[Gate, ...] = ()
    missing: Missing = field(default="refuse", metadata=LATER)
    """What a criterion without a grade does to the overall score: there is none, or the
    other criteria share its weight."""

    @cached_property
    def version(self) -> str:
        """The name with its fingerprint, as verdicts carry it: `quality@9f3c…`.

        Worked out once: a run of a council asks for it with every question.
        """
        return f"{self.id}@{fingerprint(self)}"

    def criterion(self, id_: CriterionId | str) -> Criterion | None:
        """The criterion under *id_*, if there is one."""
        return next((c for c in self.criteria if c.id == id_), None)

    def weights(self) -> dict[CriterionId, float]:
        """The share of each criterion that can be counted; they add up to 1."""
        counted = weighable(self.criteria)
        stated = {c.id: c.weight for c in counted if c.weight is not None}
        if not stated:
            return {c.id: 1 / len(counted) for c in counted}
        total = math.fsum(stated.values())  # whatever the order of the criteria
        return {id_: weight / total for id_, weight in stated.items()}

    @cached_property
    def bounds(self) -> tuple[float, float] | None:
        """Where the overall score runs: from the lowest to the highest point that counts.

        None where no criterion has numbers.
        """
        found = [b for c in weighable(self.criteria) if (b := bounds_of(c.scale))]
        if not found:
            return None
        return min(low for low, _ in found), max(high for _, high in found)

    def reweighted(self, weights: Mapping[str, float]) -> Rubric:
        """This rubric with other *weights*, by criterion key, or `WeightsInvalid`."""
        faults = diagnose_weights(weights, self.criteria)
        if faults:
            raise WeightsInvalid(
                "; ".join(fault.what for fault in faults),
                where=f"rubric {self.id}",
                hint=faults[0].hint,
            )
        criteria = tuple(replace(c, weight=weights.get(c.key)) for c in self.criteria)
        return replace(self, criteria=criteria)
