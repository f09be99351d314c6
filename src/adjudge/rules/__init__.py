"""Deterministic rules: readable for one conversation, compiled for millions."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from .bulk import items_in, judge_batches, judge_frame
from .finding import FINDINGS, Finding, Rule
from .registry import BUILT_IN, UNTOLD_IS_NO, built_in, diagnose_rule, rule_for
from .ruling import Ruling, judge_item, rulings, without_rule

if TYPE_CHECKING:
    from .grammar import GrammarRule, rule_schema
    from .ifeval import IfevalRule

_LAZY: Final = {
    "GrammarRule": ("adjudge.rules.grammar", "GrammarRule"),
    "IfevalRule": ("adjudge.rules.ifeval", "IfevalRule"),
    "rule_schema": ("adjudge.rules.grammar", "rule_schema"),
    "safety_gate": ("adjudge.rules.safety", "safety_gate"),
    "self_contradiction": ("adjudge.rules.contradiction", "self_contradiction"),
    "self_contradiction_basic": (
        "adjudge.rules.contradiction_basic",
        "self_contradiction_basic",
    ),
}
"""What is imported when it is first asked for: lexicons and grammars take time."""

__all__ = (
    "BUILT_IN",
    "FINDINGS",
    "UNTOLD_IS_NO",
    "Finding",
    "GrammarRule",
    "IfevalRule",
    "Rule",
    "Ruling",
    "built_in",
    "diagnose_rule",
    "items_in",
    "judge_batches",
    "judge_frame",
    "judge_item",
    "rule_for",
    "rule_schema",
    "rulings",
    "without_rule",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _LAZY[name]
    return getattr(importlib.import_module(module), attribute)
