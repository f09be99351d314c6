"""The nouns of a rubric: scales, criteria, gates, and the rubric that holds them."""

from .criterion import Anchor, Criterion
from .diagnose import Diagnostic, Severity
from .fingerprint import fingerprint
from .gate import Cap, Comparison, Condition, Disqualify, Floor, Gate
from .ids import CriterionId, RubricId
from .rubric import Missing, Rubric
from .scale import (
    SCALES,
    Binary,
    Categorical,
    Freeform,
    Grade,
    Level,
    Likert,
    Scale,
    Score,
    bounds_of,
)
from .weights import diagnose_weights, weighable

__all__ = (
    "SCALES",
    "Anchor",
    "Binary",
    "Cap",
    "Categorical",
    "Comparison",
    "Condition",
    "Criterion",
    "CriterionId",
    "Diagnostic",
    "Disqualify",
    "Floor",
    "Freeform",
    "Gate",
    "Grade",
    "Level",
    "Likert",
    "Missing",
    "Rubric",
    "RubricId",
    "Scale",
    "Score",
    "Severity",
    "bounds_of",
    "diagnose_weights",
    "fingerprint",
    "weighable",
)
