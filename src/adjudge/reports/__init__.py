"""Findings as values, and as text that a person reads."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from .check import Check, Checked, check_as_json, render_check
from .explanation import Explanation, explanation_as_json, render_explanation
from .ledger_rows import ledger_header, ledger_lines
from .ledger_summary import faults_as_json, ledger_as_json, render_faults, render_ledger
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
    damaged_in_words,
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

if TYPE_CHECKING:
    from .agreement_finding import (
        AgreementFinding,
        Confused,
        CriterionFinding,
        Dispute,
        Part,
        Said,
        Source,
    )
    from .agreement_gallery import agreement_pictures
    from .agreement_html import agreement_as_html
    from .agreement_json import agreement_as_json, coefficient_as_json
    from .agreement_markdown import agreement_as_markdown
    from .agreement_text import render_agreement
    from .agreement_words import coefficient_name
    from .contrast_text import contrasts_as_json, render_contrasts
    from .corrected_text import corrections_as_json, render_corrections
    from .council_cost_text import dollars, render_costs
    from .council_effects import effects_as_json, render_effects
    from .council_gate import GateFinding, Held, gate_as_json, render_gate
    from .council_html import result_as_html
    from .council_json import (
        costs_as_json,
        head_as_json,
        missed_as_json,
        question_as_json,
        result_as_json,
        result_lines,
        spending_as_json,
        verdicts_in,
    )
    from .council_plan import Plan, Planned, plan_as_json, render_plan
    from .council_reasons_text import said_of
    from .council_result import (
        WITHOUT,
        Camps,
        Cost,
        CouncilResult,
        Coverage,
        Missed,
        Question,
        Reason,
        Reviewer,
        SafetyGate,
        Unsafe,
        counted_in,
        ending_of,
        has_scores,
    )
    from .council_text import render_result
    from .picture import Picture, standalone
    from .plan_text import needed_as_json, render_needed
    from .trust import CriterionTrust, TrustFinding
    from .trust_json import trust_as_json
    from .trust_text import render_trust
    from .truth_text import render_truth, truth_as_json

_LAZY: Final = {
    "AgreementFinding": "agreement_finding",
    "Confused": "agreement_finding",
    "Cost": "council_result",
    "CouncilResult": "council_result",
    "Coverage": "council_result",
    "CriterionFinding": "agreement_finding",
    "CriterionTrust": "trust",
    "Dispute": "agreement_finding",
    "GateFinding": "council_gate",
    "Held": "council_gate",
    "Missed": "council_result",
    "Part": "agreement_finding",
    "Picture": "picture",
    "Plan": "council_plan",
    "Planned": "council_plan",
    "Question": "council_result",
    "Camps": "council_result",
    "Reason": "council_result",
    "Reviewer": "council_result",
    "SafetyGate": "council_result",
    "Said": "agreement_finding",
    "Source": "agreement_finding",
    "TrustFinding": "trust",
    "Unsafe": "council_result",
    "WITHOUT": "council_result",
    "agreement_as_html": "agreement_html",
    "agreement_as_json": "agreement_json",
    "agreement_as_markdown": "agreement_markdown",
    "agreement_pictures": "agreement_gallery",
    "coefficient_as_json": "agreement_json",
    "coefficient_name": "agreement_words",
    "contrasts_as_json": "contrast_text",
    "corrections_as_json": "corrected_text",
    "costs_as_json": "council_json",
    "counted_in": "council_result",
    "dollars": "council_cost_text",
    "effects_as_json": "council_effects",
    "ending_of": "council_result",
    "gate_as_json": "council_gate",
    "has_scores": "council_result",
    "head_as_json": "council_json",
    "missed_as_json": "council_json",
    "needed_as_json": "plan_text",
    "plan_as_json": "council_plan",
    "question_as_json": "council_json",
    "render_agreement": "agreement_text",
    "render_contrasts": "contrast_text",
    "render_corrections": "corrected_text",
    "render_costs": "council_cost_text",
    "render_effects": "council_effects",
    "render_gate": "council_gate",
    "render_needed": "plan_text",
    "render_plan": "council_plan",
    "render_result": "council_text",
    "render_trust": "trust_text",
    "render_truth": "truth_text",
    "result_as_html": "council_html",
    "result_as_json": "council_json",
    "result_lines": "council_json",
    "said_of": "council_reasons_text",
    "spending_as_json": "council_json",
    "standalone": "picture",
    "trust_as_json": "trust_json",
    "truth_as_json": "truth_text",
    "verdicts_in": "council_json",
}
"""Those of a council, imported when they are first asked for: they need the statistics."""

__all__ = (
    "WITHOUT",
    "AgreementFinding",
    "Camps",
    "Change",
    "Check",
    "Checked",
    "Comparison",
    "Confused",
    "Cost",
    "CouncilResult",
    "Coverage",
    "CriterionFinding",
    "CriterionTrust",
    "Dispute",
    "Explanation",
    "GateFinding",
    "Held",
    "Missed",
    "Part",
    "Picture",
    "Plan",
    "Planned",
    "Question",
    "Reason",
    "Reviewer",
    "SafetyGate",
    "Said",
    "Source",
    "Tally",
    "TrustFinding",
    "Unsafe",
    "agreement_as_html",
    "agreement_as_json",
    "agreement_as_markdown",
    "agreement_pictures",
    "check_as_json",
    "coefficient_as_json",
    "coefficient_name",
    "comparison_as_json",
    "contrasts_as_json",
    "corrections_as_json",
    "costs_as_json",
    "counted_in",
    "damaged_in_words",
    "diagnostic_as_json",
    "dollars",
    "effects_as_json",
    "ending_of",
    "excerpt",
    "explanation_as_json",
    "faults_as_json",
    "gate_as_json",
    "gate_in_words",
    "has_scores",
    "head_as_json",
    "ledger_as_json",
    "ledger_header",
    "ledger_lines",
    "many",
    "missed_as_json",
    "needed_as_json",
    "plan_as_json",
    "pruned_as_json",
    "question_as_json",
    "render_agreement",
    "render_check",
    "render_comparison",
    "render_contrasts",
    "render_corrections",
    "render_costs",
    "render_effects",
    "render_explanation",
    "render_faults",
    "render_gate",
    "render_ledger",
    "render_needed",
    "render_plan",
    "render_pruned",
    "render_questions",
    "render_result",
    "render_rubric",
    "render_tally",
    "render_tape_stats",
    "render_trust",
    "render_truth",
    "result_as_html",
    "result_as_json",
    "result_lines",
    "rubric_as_json",
    "said_of",
    "shown",
    "spending_as_json",
    "standalone",
    "tally_as_json",
    "tape_header",
    "tape_stats_as_json",
    "taped_as_json",
    "taped_line",
    "taped_text",
    "trust_as_json",
    "truth_as_json",
    "verdicts_in",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
