"""The published schema of the grammar says what the reader says."""

from __future__ import annotations

import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from adjudge.rules import diagnose_rule, rule_schema

VALIDATOR = jsonschema.Draft202012Validator(
    {"$ref": "#/$defs/rule", "$defs": rule_schema()}
)
PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "rules.md").read_text("utf-8")
RULES = [
    yaml.safe_load(block)["rule"]
    for block in re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
]


def test_it_is_a_schema():
    """An editor can load it."""
    VALIDATOR.check_schema(VALIDATOR.schema)


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_what_the_reference_shows_is_accepted(rule):
    """Editor and reader agree on every example."""
    VALIDATOR.validate(rule)
    assert diagnose_rule(rule) == ()


@pytest.mark.parametrize(
    "rule",
    [
        [],
        None,
        3,
        "",
        {},
        {"al": []},
        {"all": []},
        {"all": ["x"], "any": ["x"]},
        {"phrase": []},
        {"phrase": {"case": True}},
        {"phrase": {"any_of": "x", "all_of": "y"}},
        {"regex": {"case": True}},
        {"count": {"of": "words"}},
        {"count": {"of": "wrods", "at_most": 1}},
        {"count": {"of": "words", "at_most": -1}},
        {"count": {"of": {"letter": "ab"}, "at_most": 1}},
        {"count": {"of": "words", "between": [1]}},
        {"turn": {"which": 0, "rule": "x"}},
        {"turn": {"which": "lst", "rule": "x"}},
        {"turn": {}},
        {"field": {"rule": "x"}},
        {"language": "english"},
        {"language": False},
        {"case": "title"},
        {"no_commas": "yes"},
        {"postscript": False},
        {"distinct": "x"},
        {"json": {"schem": {}}},
    ],
    ids=str,
)
def test_what_the_reader_refuses_is_refused(rule):
    """Mistakes of form are marked while the author types."""
    assert not VALIDATOR.is_valid(rule)
    assert diagnose_rule(rule)
