"""What the rules room says of a rule in a file: its faults, and its schema for editors."""

from __future__ import annotations

import json
from typing import Any, Final

from adjudge.rubric import Diagnostic
from adjudge.rules import BUILT_IN, diagnose_rule, rule_schema

from .shape import Anything, Schema

_BUILT_IN: Final[Schema] = {
    "type": "object",
    "properties": {
        "builtin": {
            "enum": sorted(BUILT_IN),
            "description": "a rule that comes with adjudge",
        }
    },
    "required": ["builtin"],
    "additionalProperties": False,
}

RULE: Final = Anything({"anyOf": [_BUILT_IN, {"$ref": "#/$defs/rule"}]})
"""A rule, by reference to `rule_definitions` in the schema that holds it."""


def rule_definitions() -> Schema:
    """The JSON Schema of a rule and of its parts, by name."""
    return rule_schema()


def canonical(raw: Any) -> str:
    """*raw* as the one JSON text that stands for it."""
    return json.dumps(raw, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def rule_faults(raw: Any) -> tuple[Diagnostic, ...]:
    """Every fault of the rule *raw*; `where` is the path inside it."""
    return diagnose_rule(raw)


DIVIDED: Final = canonical({"builtin": "ifeval"})
"""The rule that gives one verdict for each part of what an item asks for."""
