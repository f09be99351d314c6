"""What a reader takes for one another is one to a phrase, and the evidence is his."""

import polars as pl
import pytest

from adjudge.rules import diagnose_rule
from adjudge.rules.grammar import GrammarRule, optional
from adjudge.verdict import Conversation, Item, ItemId


def finding(source, content):
    """What the plain twin finds in one assistant turn; the bulk twin must say the same."""
    talk = Conversation.of([{"role": "assistant", "content": content}])
    rule = GrammarRule.of(source)
    (found,) = rule.find(Item(id=ItemId("i"), conversation=talk))
    rows = [[{"role": "assistant", "content": talk.messages[0].content}]]
    items = pl.DataFrame({"id": ["i"], "conversation": rows, "fields": [None]})
    (row,) = rule.find_all(items).to_dicts()
    assert (row["value"], len(row["evidence"])) == (found.value, len(found.evidence))
    assert [span["text"] for span in row["evidence"]] == [s.text for s in found.evidence]
    return found


@pytest.mark.parametrize(
    ("phrase", "text", "shown"),
    [
        ("thank you", "I thank\nyou.", "thank\nyou"),
        ("thank you", "I thank\r\nyou.", "thank\r\nyou"),
        ("thank you", "I thank  you.", "thank  you"),
        ("thank you", "I thank \n  you.", "thank \n  you"),
        ("thank you", "I thank\u00a0\tyou.", "thank\u00a0\tyou"),
        ("thank  you", "I thank you.", "thank you"),
        ("as an AI", "As an\nAI, as  an\u2003AI", "As an\nAI"),
        ("café", "A cafe\u0301!", "cafe\u0301"),
        ("cafe\u0301", "A CAFÉ!", "CAFÉ"),
        ("wait...", "Oh, wait\u2026 no", "wait\u2026"),
        ("wait\u2026", "Oh, wait... no", "wait..."),
        (
            "한글",
            "\u1112\u1161\u11ab\u1100\u1173\u11af",
            "\u1112\u1161\u11ab\u1100\u1173\u11af",
        ),
    ],
)
def test_a_phrase_is_found_however_it_is_written(phrase, text, shown):
    """Line ends, runs of blanks, accents by themselves, an ellipsis: the text is shown."""
    for source in (phrase, {"phrase": {"any_of": phrase, "whole_words": False}}):
        found = finding(source, text)
        assert found.value is True
        assert found.evidence[0].text == shown
    assert finding({"phrase": {"any_of": phrase, "alike": False}}, text).value is False


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("thank you", "I thank\n\nYou are"),
        ("thank you", "thankyou"),
        ("cafe", "A cafe\u0301"),
        ("wait.", "wait\u2026"),
        ({"any_of": "\n- a", "whole_words": False}, "one - a"),
    ],
)
def test_what_no_reader_takes_for_the_phrase_is_none(phrase, text):
    """A paragraph's end parts two words; a phrase with a line end of its own means it."""
    assert finding({"phrase": phrase}, text).value is False


def test_a_phrase_that_two_content_parts_share_is_found():
    """They are joined by a line's end."""
    parts = [{"type": "text", "text": "I thank"}, {"type": "text", "text": "you."}]
    assert finding("thank you", parts).value is True


@pytest.mark.parametrize(
    "text",
    [
        "However, we went",
        "“However, we went",
        "‘However’ is a word",
        "**However**, we went",
        "*However*: we went",
        "_However_ we went",
        "> “**However**—we went",
        "- However; we went",
        "However… we went",
    ],
)
def test_the_first_word_is_the_one_that_a_reader_sees(text):
    """Quotes of any kind, markdown and punctuation are not part of it."""
    assert finding({"first_word": "however"}, text).value is True


def test_the_first_word_is_a_whole_word():
    """With its apostrophe and its hyphen."""
    assert finding({"first_word": "don't"}, "Don’t go").value is True
    assert finding({"first_word": "well-known"}, "Well-known boats").value is True
    assert finding({"first_word": "well"}, "Well-known boats").value is False
    assert finding({"first_word": "howe"}, "However").value is False


@pytest.mark.parametrize(
    ("of", "line"),
    [
        ("headings", "## Yes, boats"),
        ("bullets", "* a boat, red"),
        ("numbered_items", "1. a boat, red"),
    ],
)
def test_the_evidence_of_a_line_is_the_whole_line(of, line):
    """Not its first letter."""
    found = finding({"count": {"of": of, "exactly": 2}}, f"{line}\r\n\n{line}\nand so on")
    assert found.value is True
    assert [span.text for span in found.evidence] == [line, line]


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "other.json"},
        {"$ref": "https://example.org/x.json"},
        {"properties": {"a": {"$ref": "#/$defs/gone"}}},
        {"properties": {"a": {"pattern": "(?=a)"}}},
    ],
)
def test_a_schema_that_cannot_be_used_is_told_when_the_rule_is_read(schema):
    """Nothing is fetched, and no answer is graded by what cannot be looked up."""
    (fault,) = diagnose_rule({"json": {"schema": schema}})
    assert fault.code == "G015"


def test_a_schema_may_point_inside_itself():
    """By a pointer, an anchor or an id of its own."""
    schema = {
        "$id": "https://example.org/a",
        "$defs": {"q": {"$id": "b", "type": "string"}, "r": {"$anchor": "r"}},
        "anyOf": [{"$ref": "b"}, {"$ref": "#/$defs/q"}, {"$ref": "#r"}],
    }
    assert finding({"json": {"schema": schema}}, '"x"').value is True


def test_a_schema_that_points_outside_fails_and_grades_nothing(monkeypatch):
    """Also where the rule was read without the extra that looks at schemas."""
    monkeypatch.setattr(optional, "_unmet", lambda _schema: None)
    found = finding({"json": {"schema": {"$ref": "other.json"}}}, "1")
    assert (found.outcome, found.value) == ("failed", None)
    assert "outside itself" in found.reason


@pytest.mark.parametrize(
    "rule", [{"all": [{"builtin": "safety"}, "x"]}, {"not": {"builtin": "safety"}}]
)
def test_a_built_in_rule_in_another_is_told_to_stand_alone(rule):
    """It is no part of the grammar."""
    (fault,) = diagnose_rule(rule)
    assert fault.code == "G003"
    assert "stands alone" in fault.what
