"""What the rules room says of a rule in a file: its faults, and its schema for editors."""

from __future__ import annotations

import json
from typing import Any

from adjudge import rules
from adjudge.rubric import Diagnostic


def canonical(raw: Any) -> str:
    """*raw* as the one JSON text that stands for it."""
    return json.dumps(raw, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def rule_faults(raw: Any) -> list[Diagnostic]:
    """Every fault of the rule *raw*; `where` is the path inside it."""
    diagnose = getattr(rules, "diagnose_rule", None)
    return list(diagnose(raw)) if diagnose else []


def rule_schema() -> dict[str, Any]:
    """The JSON Schema of a rule."""
    published = getattr(rules, "rule_schema", None)
    return dict(published()) if published else {"type": "object"}
