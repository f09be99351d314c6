"""Identifiers, each its own type, so that the checker refuses a swap."""

from __future__ import annotations

from typing import NewType

RubricId = NewType("RubricId", str)
CriterionId = NewType("CriterionId", str)
