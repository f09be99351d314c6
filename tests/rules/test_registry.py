"""From what a criterion stores to the judge that applies it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import adjudge.rules
from adjudge.errors import RuleInvalid
from adjudge.rules import BUILT_IN, GrammarRule, built_in, diagnose_rule, rule_for


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_rule_is_there_under_its_name(name):
    """The table leads to a rule that calls itself what the table calls it."""
    assert diagnose_rule({"builtin": name}) == ()
    assert rule_for(f'{{"builtin":"{name}"}}') is built_in(name)
    assert built_in(name).name == name
    assert built_in(name).fingerprint


def test_anything_else_is_a_rule_of_the_grammar():
    """A criterion's stored JSON is read into a rule, the same each time."""
    rule = rule_for('{"phrase":"thanks"}')
    assert isinstance(rule, GrammarRule)
    assert rule_for('{"phrase":"thanks"}') is rule


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"builtin":"safty"}', "did you mean 'safety'"),
        ('{"phras":"x"}', "did you mean 'phrase'"),
        ("[]", "a rule is wanted here"),
    ],
)
def test_a_source_that_is_no_rule_is_refused_with_a_hint(source, said):
    """The error says what is wrong; nothing is guessed."""
    with pytest.raises(RuleInvalid, match="rule") as caught:
        rule_for(source)
    assert said in str(caught.value)


def test_the_face_has_what_it_names():
    """Every public name of the room can be had, and no other."""
    assert all(hasattr(adjudge.rules, name) for name in adjudge.rules.__all__)
    assert callable(adjudge.rules.self_contradiction)
    assert callable(adjudge.rules.self_contradiction_basic)
    assert callable(adjudge.rules.safety_gate)
    with pytest.raises(AttributeError, match="self_contradictoin"):
        _ = adjudge.rules.self_contradictoin


def test_importing_the_room_loads_no_rule():
    """Lexicons, grammar, detectors and validators wait until they are asked for."""
    code = (
        "import sys, adjudge.rules\n"
        "late = ('grammar', 'ifeval', 'contradiction', 'safety')\n"
        "print([m for m in sys.modules if m.startswith('adjudge.rules.') and any(n in m for n in late)]"
        " + [m for m in ('jsonschema', 'py3langid') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(p for p in sys.path if p), "PATH": "/usr/bin"},
    )
    assert done.stdout.strip() == "[]"
