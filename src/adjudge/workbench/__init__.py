"""What a user can do, one module per verb. Doors call these; these call the rooms."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from .apply_rules import Judging, apply_rules
from .books import TapeBook
from .check_examples import check_examples
from .comparison import compare_rubrics
from .conversion import (
    FORMS,
    Conversion,
    Form,
    all_titles_have_colons,
    convert_rubric,
    form_of,
    migrate_questions,
    open_rubric,
    write_rubric,
)
from .crew import usable_cores
from .drafting import draft_rubric
from .explain_items import explain_items
from .list_rules import KnownRule, list_rules
from .look_at_tape import Wanted, list_calls, prune_tape
from .open_ratings import OpenedRatings, RatingsWanted, open_ratings

if TYPE_CHECKING:
    from .agreement import AgreementWanted, measure_agreement
    from .attendance import Attendance, GivingUp, Loss, Progress
    from .bench import Bench
    from .convocation import Council, Invitation, SafetyBy, convoke
    from .hold_council import Asked
    from .hold_requirements import ask_decidable, gate_run
    from .judge_items import CouncilTally, judge_by_council
    from .keep_run import open_run
    from .measure_effects import compare_run
    from .plan_run import Find, plan_ask, plan_judging, plan_review
    from .requirement import Requirement, read_requirement
    from .rescore_run import Anew, rescore
    from .rubric_choice import Choice, Scheme, choose_rubrics
    from .run_council import (
        Session,
        ask,
        asked_digest,
        digest,
        hear_reviews,
        review,
        sets_digest,
    )
    from .trust_judges import TrustAsked, epsilon_for, measure_trust
    from .write_report import PNG_NEEDS, write_pictures, write_text

_LAZY: Final = {
    "AgreementWanted": "agreement",
    "measure_agreement": "agreement",
    "write_pictures": "write_report",
    "write_text": "write_report",
    "PNG_NEEDS": "write_report",
    "plan_judging": "plan_run",
    "digest": "run_council",
    "CouncilTally": "judge_items",
    "judge_by_council": "judge_items",
    "Find": "plan_run",
    "read_requirement": "requirement",
    "Requirement": "requirement",
    "compare_run": "measure_effects",
    "ask_decidable": "hold_requirements",
    "gate_run": "hold_requirements",
    "rescore": "rescore_run",
    "Anew": "rescore_run",
    "plan_review": "plan_run",
    "plan_ask": "plan_run",
    "Asked": "hold_council",
    "Attendance": "attendance",
    "Bench": "bench",
    "Choice": "rubric_choice",
    "Council": "convocation",
    "GivingUp": "attendance",
    "Invitation": "convocation",
    "Loss": "attendance",
    "Progress": "attendance",
    "SafetyBy": "convocation",
    "Scheme": "rubric_choice",
    "Session": "run_council",
    "ask": "run_council",
    "asked_digest": "run_council",
    "choose_rubrics": "rubric_choice",
    "convoke": "convocation",
    "open_run": "keep_run",
    "hear_reviews": "run_council",
    "review": "run_council",
    "sets_digest": "run_council",
    "TrustAsked": "trust_judges",
    "epsilon_for": "trust_judges",
    "measure_trust": "trust_judges",
}
"""Those of a council and of agreement, imported when they are first asked for."""

__all__ = (
    "FORMS",
    "PNG_NEEDS",
    "AgreementWanted",
    "Anew",
    "Asked",
    "Attendance",
    "Bench",
    "Choice",
    "Conversion",
    "Council",
    "CouncilTally",
    "Find",
    "Form",
    "GivingUp",
    "Invitation",
    "Judging",
    "KnownRule",
    "Loss",
    "OpenedRatings",
    "Progress",
    "RatingsWanted",
    "Requirement",
    "SafetyBy",
    "Scheme",
    "Session",
    "TapeBook",
    "TrustAsked",
    "Wanted",
    "all_titles_have_colons",
    "apply_rules",
    "ask",
    "ask_decidable",
    "asked_digest",
    "check_examples",
    "choose_rubrics",
    "compare_rubrics",
    "compare_run",
    "convert_rubric",
    "convoke",
    "digest",
    "draft_rubric",
    "epsilon_for",
    "explain_items",
    "form_of",
    "gate_run",
    "hear_reviews",
    "judge_by_council",
    "list_calls",
    "list_rules",
    "measure_agreement",
    "measure_trust",
    "migrate_questions",
    "open_ratings",
    "open_rubric",
    "open_run",
    "plan_ask",
    "plan_judging",
    "plan_review",
    "prune_tape",
    "read_requirement",
    "rescore",
    "review",
    "sets_digest",
    "usable_cores",
    "write_pictures",
    "write_rubric",
    "write_text",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
