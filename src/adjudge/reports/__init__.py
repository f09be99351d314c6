"""Findings as values, and as text that a person reads."""

from .check import Check, Checked, check_as_json, render_check
from .explanation import Explanation, explanation_as_json, render_explanation
from .untrusted import excerpt, shown

__all__ = (
    "Check",
    "Checked",
    "Explanation",
    "check_as_json",
    "excerpt",
    "explanation_as_json",
    "render_check",
    "render_explanation",
    "shown",
)
