"""Findings as values, and as text that a person reads."""

from .check import Check, Checked, check_as_json, render_check
from .explanation import Explanation, explanation_as_json, render_explanation
from .rubric import (
    diagnostic_as_json,
    gate_in_words,
    render_questions,
    render_rubric,
    rubric_as_json,
)
from .rubric_changes import Change, Comparison, comparison_as_json, render_comparison
from .untrusted import excerpt, shown

__all__ = (
    "Change",
    "Check",
    "Checked",
    "Comparison",
    "Explanation",
    "check_as_json",
    "comparison_as_json",
    "diagnostic_as_json",
    "excerpt",
    "explanation_as_json",
    "gate_in_words",
    "render_check",
    "render_comparison",
    "render_explanation",
    "render_questions",
    "render_rubric",
    "rubric_as_json",
    "shown",
)
