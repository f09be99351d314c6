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
from .open_ratings import OpenedRatings, open_ratings
from .ratings_wanted import RatingsWanted

if TYPE_CHECKING:
    from .agreement import AgreementWanted, measure_agreement, plan_agreement
    from .attendance import Attendance, GivingUp, Loss, Progress
    from .bench import Bench
    from .convocation import Council, Invitation, SafetyBy, convoke
    from .correcting import Correcting, Correction, correct_scores
    from .hold_council import Asked
    from .hold_requirements import ask_decidable, gate_run
    from .judge_items import CouncilTally, judge_by_council
    from .keep_run import open_run
    from .latent_truth import FoundTruth, find_truth, write_truth
    from .measure_effects import compare_run
    from .plan_ratings import next_items, plan_more, write_queue
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
    from .systems import ComparedSystems, Comparing, compare_systems
    from .trust_judges import TrustAsked, epsilon_for, measure_trust
    from .write_report import PNG_NEEDS, write_pictures, write_text

_LAZY: Final = {
    "AgreementWanted": "agreement",
    "measure_agreement": "agreement",
    "plan_agreement": "agreement",
    "write_pictures": "write_report",
    "write_text": "write_report",
    "PNG_NEEDS": "write_report",
    "Anew": "rescore_run",
    "Asked": "hold_council",
    "Attendance": "attendance",
    "Bench": "bench",
    "Choice": "rubric_choice",
    "ComparedSystems": "systems",
    "Comparing": "systems",
    "Correcting": "correcting",
    "Correction": "correcting",
    "Council": "convocation",
    "CouncilTally": "judge_items",
    "Find": "plan_run",
    "FoundTruth": "latent_truth",
    "GivingUp": "attendance",
    "Invitation": "convocation",
    "Loss": "attendance",
    "Progress": "attendance",
    "Requirement": "requirement",
    "SafetyBy": "convocation",
    "Scheme": "rubric_choice",
    "Session": "run_council",
    "TrustAsked": "trust_judges",
    "ask": "run_council",
    "ask_decidable": "hold_requirements",
    "asked_digest": "run_council",
    "choose_rubrics": "rubric_choice",
    "compare_run": "measure_effects",
    "compare_systems": "systems",
    "convoke": "convocation",
    "correct_scores": "correcting",
    "digest": "run_council",
    "epsilon_for": "trust_judges",
    "find_truth": "latent_truth",
    "gate_run": "hold_requirements",
    "hear_reviews": "run_council",
    "judge_by_council": "judge_items",
    "measure_trust": "trust_judges",
    "next_items": "plan_ratings",
    "open_run": "keep_run",
    "plan_ask": "plan_run",
    "plan_judging": "plan_run",
    "plan_more": "plan_ratings",
    "plan_review": "plan_run",
    "read_requirement": "requirement",
    "rescore": "rescore_run",
    "review": "run_council",
    "sets_digest": "run_council",
    "write_queue": "plan_ratings",
    "write_truth": "latent_truth",
}
"""Those of a council, and what measures, imported when they are first asked for."""

__all__ = (
    "FORMS",
    "PNG_NEEDS",
    "AgreementWanted",
    "Anew",
    "Asked",
    "Attendance",
    "Bench",
    "Choice",
    "ComparedSystems",
    "Comparing",
    "Conversion",
    "Correcting",
    "Correction",
    "Council",
    "CouncilTally",
    "Find",
    "Form",
    "FoundTruth",
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
    "compare_systems",
    "convert_rubric",
    "convoke",
    "correct_scores",
    "digest",
    "draft_rubric",
    "epsilon_for",
    "explain_items",
    "find_truth",
    "form_of",
    "gate_run",
    "hear_reviews",
    "judge_by_council",
    "list_calls",
    "list_rules",
    "measure_agreement",
    "measure_trust",
    "migrate_questions",
    "next_items",
    "open_ratings",
    "open_rubric",
    "open_run",
    "plan_agreement",
    "plan_ask",
    "plan_judging",
    "plan_more",
    "plan_review",
    "prune_tape",
    "read_requirement",
    "rescore",
    "review",
    "sets_digest",
    "usable_cores",
    "write_pictures",
    "write_queue",
    "write_rubric",
    "write_text",
    "write_truth",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
