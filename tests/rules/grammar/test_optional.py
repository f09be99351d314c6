"""What needs an extra, and what happens without it."""

from __future__ import annotations

import sys

import polars as pl
import pytest

from adjudge.rules.grammar import GrammarRule, optional
from adjudge.verdict import Conversation, Item, ItemId


def find(source, text):
    """The finding about one assistant turn."""
    talk = Conversation.of([{"role": "assistant", "content": text}])
    (finding,) = GrammarRule.of(source).find(Item(id=ItemId("i"), conversation=talk))
    return finding


TOLD = [
    ("en", "The ferry was late, so we drank coffee on the pier and waited."),
    ("de", "Die Fähre kam zu spät, also tranken wir Kaffee und warteten."),
    ("ru", "Паром опоздал, и мы пили кофе на пирсе. Email: ferry@example.org"),
    ("ko", "배가 늦어서 우리는 부두에서 커피를 마시며 기다렸다."),
    ("en", "THE FERRY WAS LATE, SO WE DRANK COFFEE ON THE PIER AND WAITED."),
    ("en", "The Greek word φίλος means friend, and it is a common name."),
]


@pytest.mark.parametrize(("language", "text"), TOLD)
def test_the_language_is_told_by_the_script_that_is_most_of_the_text(language, text):
    """A foreign name or address decides nothing."""
    assert find({"language": language}, text).value is True
    assert find({"language": "sw"}, text).value is False


def test_a_text_without_letters_is_in_any_language():
    """There is nothing in it that could be in another one."""
    assert find({"language": "sw"}, "1, 2, 3!").value is True


@pytest.mark.parametrize(
    ("source", "module", "extra"),
    [
        ({"language": "en"}, "py3langid", "language"),
        ({"json": {"schema": {"type": "array"}}}, "jsonschema", "schema"),
    ],
)
def test_without_its_extra_a_rule_fails_and_gives_the_pip_line(
    monkeypatch, source, module, extra
):
    """A missing package is a failed finding in both twins, never a guess."""
    monkeypatch.setitem(sys.modules, module, None)
    optional._detector.cache_clear()
    optional._validator.cache_clear()
    finding = find(source, '["Guten Tag"]')
    frame = pl.DataFrame(
        {
            "id": ["i"],
            "conversation": [[{"role": "assistant", "content": '["Guten Tag"]'}]],
            "fields": [None],
        }
    )
    bulk = GrammarRule.of(source).find_all(frame)
    optional._detector.cache_clear()
    optional._validator.cache_clear()
    assert finding.outcome == "failed"
    assert f"pip install 'adjudge[{extra}]'" in finding.reason
    assert bulk["reason"].to_list() == [finding.reason]


def test_a_schema_pattern_runs_in_linear_time():
    """The validator's patterns go through our engine, as the grammar's do."""
    rule = {"json": {"schema": {"type": "string", "pattern": "^(a+)+$"}}}
    assert find(rule, f'"{"a" * 5_000}b"').value is False
    assert find(rule, '"aaa"').value is True
