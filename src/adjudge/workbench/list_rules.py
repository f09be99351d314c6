"""Name the rules that come with adjudge."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

from adjudge.rules import BUILT_IN, built_in


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRule:
    """A built-in rule: its name, its fingerprint, and what it looks for."""

    name: str
    fingerprint: str
    summary: str


def list_rules() -> tuple[KnownRule, ...]:
    """The built-in rules, by name."""
    return tuple(_known(name) for name in sorted(BUILT_IN))


def _known(name: str) -> KnownRule:
    rule = built_in(name)
    first = (inspect.getdoc(rule) or inspect.getdoc(type(rule)) or "").split("\n", 1)[0]
    return KnownRule(name=name, fingerprint=rule.fingerprint, summary=first)
