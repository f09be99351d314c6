"""Weights: checked in one place, whoever supplies them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from .criterion import Criterion
from .diagnose import Diagnostic
from .scale import Freeform

SUM_TOLERANCE: Final = 0.001
"""The slack of ADR-016: 0.333 three times is meant as one third three times."""


def weighable(criteria: tuple[Criterion, ...]) -> tuple[Criterion, ...]:
    """The criteria whose grades are numbers, and so can have a share of the score."""
    return tuple(c for c in criteria if c.scale.kind != "freeform" and _numbered(c))


def _numbered(criterion: Criterion) -> bool:
    scale = criterion.scale
    return not isinstance(scale, Freeform) and not (
        scale.kind == "categorical" and not scale.ordered
    )


def diagnose_weights(
    weights: Mapping[str, float], criteria: tuple[Criterion, ...]
) -> list[Diagnostic]:
    """Every fault of *weights*, by criterion key, for *criteria*."""
    known = [c.key for c in weighable(criteria)]
    found = [_unknown(key, known) for key in weights if key not in known]
    found += [_missing(key) for key in known if key not in weights]
    found += [_unsound(key, w) for key, w in weights.items() if not _sound(w)]
    if not found and weights:
        found += _wrong_sum(weights)
    return found


def _sound(weight: object) -> bool:
    return (
        isinstance(weight, int | float)
        and not isinstance(weight, bool)
        and math.isfinite(weight)
        and weight >= 0
    )


def _unknown(key: str, known: list[str]) -> Diagnostic:
    near = get_close_matches(key, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known) or 'none'}"
    return Diagnostic(
        code="W001",
        where=f"weights.{key}",
        what=f"there is no criterion {key!r} that can carry a weight",
        hint=hint,
    )


def _missing(key: str) -> Diagnostic:
    return Diagnostic(
        code="W002",
        where=f"weights.{key}",
        what=f"criterion {key!r} has no weight, while others have one",
        hint="give every criterion a weight (0 is allowed), or none for equal shares",
    )


def _unsound(key: str, weight: object) -> Diagnostic:
    return Diagnostic(
        code="W003",
        where=f"weights.{key}",
        what=f"the weight of {key!r} is {weight!r}",
        hint="a weight is a finite number, 0 or more",
    )


def _wrong_sum(weights: Mapping[str, float]) -> list[Diagnostic]:
    total = math.fsum(weights.values())
    if abs(total - 1.0) <= SUM_TOLERANCE:
        return []
    terms = " + ".join(f"{w:g}" for w in weights.values())
    return [
        Diagnostic(
            code="W004",
            where="weights",
            what=f"the weights add up to {total:g}, not 1 ({terms})",
            hint="change them so that they add up to 1, or leave all out for equal shares",
        )
    ]
