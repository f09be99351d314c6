"""The reference of the rule grammar is true: every example in it is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from adjudge.rules.grammar import GrammarRule
from adjudge.rules.grammar.parse import NAMES
from adjudge.rules.grammar.parse_count import COUNTS
from adjudge.verdict import Conversation, Item, ItemId

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "rules.md").read_text("utf-8")
EXAMPLES = [
    yaml.safe_load(block)
    for block in re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["rule"])[:40])
def test_an_example_holds_and_fails_as_the_page_says(example):
    """What the page says of a rule is what the rule says."""
    rule = GrammarRule.of(example["rule"])

    def value(text):
        talk = Conversation.of([{"role": "assistant", "content": text}])
        fields = {"prompt": example.get("prompt")}
        (finding,) = rule.find(Item(id=ItemId("i"), conversation=talk, fields=fields))
        return finding.value

    assert value(example["holds"]) is True
    assert "fails" not in example or value(example["fails"]) is False


def test_every_name_of_the_grammar_is_on_the_page():
    """A rule or a count that is not documented does not exist."""
    shown = " ".join(str(example["rule"]) for example in EXAMPLES)
    assert [name for name in NAMES if f"'{name}'" not in shown] == []
    assert [name for name in COUNTS if f"| `{name}` |" not in PAGE] == []


def test_every_code_is_on_the_page():
    """The table of codes has every code that the grammar gives, in order."""
    source = Path(__file__).parents[3] / "src" / "adjudge" / "rules"
    used = {
        code
        for path in source.rglob("*.py")
        for code in re.findall(r'"(G\d{3})"', path.read_text("utf-8"))
    }
    assert re.findall(r"^\| (G\d{3}) \|", PAGE, re.MULTILINE) == sorted(used)
