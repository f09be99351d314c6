"""From the rule that a criterion names or writes out to the judge that applies it."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Final, cast

from adjudge.errors import RuleInvalid
from adjudge.rubric import Diagnostic

from .finding import Rule

BUILT_IN: Final = {
    "ifeval": "adjudge.rules.ifeval:ifeval",
    "safety": "adjudge.rules.safety:safety_gate",
    "self-contradiction": "adjudge.rules.contradiction:self_contradiction",
    "self-contradiction-basic": (
        "adjudge.rules.contradiction_basic:self_contradiction_basic"
    ),
}
"""Rules that come with adjudge: where each is found when it is first asked for."""


UNTOLD_IS_NO: Final = frozenset({"self-contradiction", "self-contradiction-basic"})
"""Rules that are `False` as a boolean where they cannot tell."""


def built_in(name: str) -> Rule:
    """The rule of this name that comes with adjudge."""
    module, _, attribute = BUILT_IN[name].partition(":")
    return cast("Rule", getattr(importlib.import_module(module), attribute))


@lru_cache(maxsize=256)
def rule_for(source: str) -> Rule:
    """The judge that a criterion's rule (JSON) is, or `RuleInvalid` with all its faults."""
    try:
        value = json.loads(source)
    except (ValueError, RecursionError):
        raise RuleInvalid(
            "the rule is not JSON", where="rule", hint='write {"phrase": "thank you"}'
        ) from None
    faults = diagnose_rule(value)
    if faults:
        raise RuleInvalid(
            "the rule cannot be used:\n" + "\n".join(f"  {fault}" for fault in faults),
            hint="every rule is described in docs/reference/rules.md",
        )
    if _is_built_in(value):
        return built_in(value["builtin"])
    from .grammar import GrammarRule  # noqa: PLC0415  not needed for a built-in rule

    return GrammarRule.of(value)


def diagnose_rule(source: object) -> tuple[Diagnostic, ...]:
    """Every fault of a rule as a rubric file holds it (plain YAML or JSON values)."""
    if _is_built_in(source):
        return _diagnose_built_in(cast("Mapping[str, object]", source))
    from .grammar import parse  # noqa: PLC0415

    return parse(source).faults


def _is_built_in(source: object) -> bool:
    return isinstance(source, Mapping) and "builtin" in source


def _diagnose_built_in(source: Mapping[str, object]) -> tuple[Diagnostic, ...]:
    name = source["builtin"]
    if len(source) > 1:
        return (
            Diagnostic(
                code="G003",
                what="a built-in rule has nothing beside its name",
                hint="put it in a criterion of its own",
                where="builtin",
            ),
        )
    if isinstance(name, str) and name in BUILT_IN:
        return ()
    near = get_close_matches(name, BUILT_IN, n=1) if isinstance(name, str) else ()
    return (
        Diagnostic(
            code="G002",
            what=f"there is no built-in rule {name!r}",
            hint=f"did you mean {near[0]!r}?" if near else f"known: {', '.join(BUILT_IN)}",
            where="builtin",
        ),
    )
