"""The four ways a judgement can end. There is no fifth, and no NaN."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudge.rubric import Grade


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """The judge chose a point on the scale."""

    grade: Grade
    kind: Literal["graded"] = "graded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstained:
    """The judge declined: it cannot tell, or recused itself."""

    kind: Literal["abstained"] = "abstained"


@dataclass(frozen=True, slots=True, kw_only=True)
class Excused:
    """The criterion does not apply to this item."""

    kind: Literal["excused"] = "excused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The judge could not answer: the machinery broke, not the item."""

    kind: Literal["failed"] = "failed"


Outcome: TypeAlias = Graded | Abstained | Excused | Failed
"""Why it ended so is the verdict's rationale, whichever of the four it is."""
