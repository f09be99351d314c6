"""Findings as values, and as text that a person reads."""

from .check import Check, Checked, check_as_json, render_check
from .explanation import Explanation, explanation_as_json, render_explanation
from .ledger_rows import ledger_header, ledger_lines
from .ledger_summary import (
    faults_as_json,
    ledger_as_json,
    render_faults,
    render_ledger,
)
from .rubric import (
    diagnostic_as_json,
    gate_in_words,
    render_questions,
    render_rubric,
    rubric_as_json,
)
from .rubric_changes import Change, Comparison, comparison_as_json, render_comparison
from .tally import Tally, many, render_tally, tally_as_json
from .tape import (
    pruned_as_json,
    render_pruned,
    render_tape_stats,
    tape_header,
    tape_stats_as_json,
    taped_as_json,
    taped_line,
    taped_text,
)
from .untrusted import excerpt, shown

__all__ = (
    "Change",
    "Check",
    "Checked",
    "Comparison",
    "Explanation",
    "Tally",
    "check_as_json",
    "comparison_as_json",
    "diagnostic_as_json",
    "excerpt",
    "explanation_as_json",
    "faults_as_json",
    "gate_in_words",
    "ledger_as_json",
    "ledger_header",
    "ledger_lines",
    "many",
    "pruned_as_json",
    "render_check",
    "render_comparison",
    "render_explanation",
    "render_faults",
    "render_ledger",
    "render_pruned",
    "render_questions",
    "render_rubric",
    "render_tally",
    "render_tape_stats",
    "rubric_as_json",
    "shown",
    "tally_as_json",
    "tape_header",
    "tape_stats_as_json",
    "taped_as_json",
    "taped_line",
    "taped_text",
)
