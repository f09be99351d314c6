"""What each part of the grammar means, one small text at a time."""

from __future__ import annotations

import pytest

from adjudge.rules.grammar import GrammarRule
from adjudge.verdict import Conversation, Item, ItemId


def item(*messages, **fields):
    """An item with these turns."""
    turns = [{"role": role, "content": content} for role, content in messages]
    return Item(id=ItemId("i"), conversation=Conversation.of(turns), fields=fields)


def held(source, text, **fields):
    """Whether the rule holds of an assistant turn with this text."""
    (finding,) = GrammarRule.of(source).find(item(("assistant", text), **fields))
    return finding.value


HOLDS = [
    ("thank you", "Thank you!"),
    ("don't", "I DON’T know"),
    ({"phrase": ["cafe", "café"]}, "A CAFÉ there"),
    ({"phrase": {"any_of": "art", "whole_words": False}}, "party"),
    ({"phrase": {"all_of": ["a b", "c"]}}, "c a\u00a0b"),
    ({"phrase": "istanbul"}, "İSTANBUL"),
    ({"phrase": {"any_of": "ΟΔΟΣ", "whole_words": False}}, "οδοσα"),
    ({"phrase": {"any_of": "ΟΔΟΣ", "case": True}}, "η ΟΔΟΣ"),
    ({"phrase": "c++"}, "I like C++."),
    ({"regex": r"\bété\b"}, "un été chaud"),
    ({"regex": {"pattern": "YES", "case": False}}, "yes"),
    ({"count": {"of": "words", "exactly": 3}}, "one, two three"),
    ({"count": {"of": "sentences", "exactly": 2}}, "Mr. Bean came. He left."),
    ({"count": {"of": "paragraphs", "exactly": 2}}, "a\nb\n\n \nc\n"),
    ({"count": {"of": "lines", "exactly": 2}}, "a\n\nb"),
    ({"count": {"of": "characters", "exactly": 2}}, "é\n"),
    ({"count": {"of": "bullets", "exactly": 2}}, "* a\n- b\n---\n**c**"),
    ({"count": {"of": "numbered_items", "exactly": 2}}, "1. a\n2) b\n3.5 c"),
    ({"count": {"of": "headings", "exactly": 2}}, "# a\n## b\n#c"),
    ({"count": {"of": "placeholders", "exactly": 2}}, "[name] and [place]"),
    ({"count": {"of": "titles", "exactly": 1}}, "<<A title>>\n<< >>"),
    ({"count": {"of": "highlights", "exactly": 2}}, "*a* and **b** ****"),
    ({"count": {"of": "capital_words", "exactly": 2}}, "NASA and the ESA went"),
    ({"count": {"of": "commas", "exactly": 1}}, "a, b"),
    ({"count": {"of": {"letter": "e"}, "exactly": 3}}, "Eel, he"),
    ({"count": {"of": {"phrase": "ha ha"}, "exactly": 2}}, "ha ha ha ha"),
    ({"count": {"of": {"sections": "SECTION"}, "at_least": 2}}, "SECTION 1 SECTION2"),
    ({"count": {"of": {"pieces": "***"}, "exactly": 2}}, "a *** b ***"),
    ({"count": {"of": {"sum": ["commas", "words"]}, "exactly": 3}}, "a, b"),
    ({"count": {"of": "words", "at_least": {"of": "sentences", "times": 2}}}, "A b. C d."),
    ({"count": {"of": "words", "more_than": 1, "less_than": 3}}, "a b"),
    ({"starts_with": "dear"}, "  Dear Bob"),
    ({"starts_with": {"field": "prompt"}}, "Say hi. Hi!"),
    ({"ends_with": {"any_of": ["bye", "end."], "trim": '"'}}, '"The END."\n'),
    ({"one_of": ["yes", "no"]}, " Yes "),
    ({"first_word": "well"}, '"Well, then'),
    ({"json": True}, '```json\n{"a": 1}\n```'),
    ({"json": {"schema": {"required": ["a"]}}}, '{"a": 1}'),
    ({"json": {"lenient": True}}, "NaN"),
    ({"case": "upper"}, "ABC 1"),
    ({"case": "lower"}, "abc 1"),
    ({"no_commas": True}, "a b"),
    ({"quoted": True}, ' "a" '),
    ({"blank": True}, " \n"),
    ({"postscript": "P.S."}, "x\nP. S. y"),
    ({"distinct": {"separated_by": "---"}}, "a---b--- "),
    ({"within": {"first": "sentence", "rule": "one"}}, "One. Two."),
    ({"within": {"last": "paragraph", "rule": {"first_word": "two"}}}, "One.\n\nTwo."),
    ({"within": {"paragraph": 2, "rule": "two"}}, "One.\n\nTwo.\n\nThree"),
    ({"within": {"last": {"characters": 3}, "rule": {"regex": "^abc$"}}}, "xxabc"),
    ({"within": {"piece": -1, "separated_by": "|", "rule": "c"}}, "a|b|c"),
    ({"field": {"name": "prompt", "rule": "hi"}}, "x"),
    ({"turn": {"which": "any", "rule": "x"}}, "x"),
]


@pytest.mark.parametrize(("source", "text"), HOLDS)
def test_it_holds_and_its_opposite_does_not(source, text):
    """Each example holds of its text, and `not` turns it round."""
    assert held(source, text, prompt="say hi.") is True
    assert held({"not": source}, text, prompt="say hi.") is False


FAILS = [
    ("thank", "thanks"),
    ("x", ""),
    ({"phrase": {"any_of": "Thanks", "case": True}}, "thanks"),
    ({"phrase": {"any_of": "don't", "alike": False}}, "don’t"),
    ({"phrase": "e\u0301t"}, "e\u0301t\u0301"),
    ({"regex": "YES"}, "yes"),
    ({"count": {"of": "words", "at_most": 2}}, "a b c"),
    (
        {
            "count": {
                "of": {"pieces": {"separated_by": "*", "blank": "refuse"}},
                "at_least": 0,
            }
        },
        "a**b",
    ),
    ({"json": True}, "NaN"),
    ({"json": True}, "{'a': 1}"),
    ({"json": True}, "[" * 100_000),
    ({"json": {"schema": {"type": "object"}}}, "[]"),
    ({"case": "upper"}, "123"),
    ({"quoted": True}, '"'),
    ({"distinct": {"separated_by": "---"}}, "a --- a"),
    ({"within": {"sentence": 3, "rule": {"blank": True}}}, "One. Two."),
    ({"starts_with": {"field": "nothing"}}, "x"),
]


@pytest.mark.parametrize(("source", "text"), FAILS)
def test_it_does_not_hold(source, text):
    """Each of these comes near and does not hold."""
    assert held(source, text) is False


def test_turns_are_chosen_by_role_and_place():
    """First, last, a number, any and every, of the role that is named."""
    talk = item(("user", "u1"), ("assistant", "a1"), ("user", "u2"), ("assistant", "a2"))

    def value(phrase, **turn):
        (finding,) = GrammarRule.of({"turn": {"rule": phrase, **turn}}).find(talk)
        return finding.value

    assert value("a2")
    assert value("a1", which="first")
    assert value("u2", which="last", role="user")
    assert value("u1", which=-2, role="user")
    assert value("a1", which="any")
    assert not value("a1", which="every")
    assert value({"regex": "a"}, which="every")


@pytest.mark.parametrize(
    "source",
    [
        "x",
        {"not": "x"},
        {"turn": {"which": 3, "rule": "x"}},
        {"field": {"name": "gone", "rule": "x"}},
        {"all": [{"turn": {"role": "user", "rule": "u"}}, "x"]},
        {"within": {"first": "sentence", "rule": "x"}},
    ],
)
def test_what_has_no_text_is_abstained_not_guessed(source):
    """Without the turn or field that a rule reads there is no verdict."""
    (finding,) = GrammarRule.of(source).find(item(("user", "u")))
    assert (finding.outcome, finding.value) == ("abstained", None)


def test_a_part_that_settles_it_needs_no_missing_turn():
    """`any` holds where one part does, whatever another part cannot tell."""
    (finding,) = GrammarRule.of(
        {"any": ["x", {"turn": {"role": "user", "rule": "u"}}]}
    ).find(item(("user", "u")))
    assert finding.value is True


def test_the_evidence_is_the_text_that_it_points_at():
    """Spans hold in a text with characters of every width, inside stretches too."""
    text = "🙂 İ don’t. Été: [name], thanks\u00a0a lot"
    source = {
        "all": [
            "don't",
            "thanks a lot",
            {"regex": "É.."},
            {"within": {"last": "sentence", "rule": "thanks"}},
            {"count": {"of": "placeholders", "at_least": 1}},
        ]
    }
    (finding,) = GrammarRule.of(source).find(item(("user", "?"), ("assistant", text)))
    assert finding.value is True
    assert {span.text for span in finding.evidence} == {
        "don’t",
        "Été",
        "[name]",
        "thanks",
        "thanks\u00a0a lot",
    }
    assert all(
        text[span.start : span.end] == span.text and span.turn == 1
        for span in finding.evidence
    )


def test_only_what_decided_is_evidence():
    """Of two alternatives the one that held is shown."""
    (finding,) = GrammarRule.of({"any": [{"all": ["b", "zzz"]}, "a"]}).find(
        item(("assistant", "a b"))
    )
    assert [span.text for span in finding.evidence] == ["a"]


def test_the_explanation_is_a_tree():
    """Every part with its answer; a star marks those that decided."""
    rule = GrammarRule.of({"any": ["b", {"not": {"count": {"of": "words", "at_most": 1}}}]})
    assert list(rule.explain(item(("assistant", "a b c"))).lines()) == [
        "* yes  any of 2",
        '*   yes  phrase "b": found once',
        "         turn 0, 2-3: 'b'",
        "*   yes  not",
        "*     no  words: at most 1: 3 found",
    ]


def test_the_fingerprint_is_the_meaning():
    """Two spellings of one rule are one judge; a blank more in a pattern is another."""
    one = GrammarRule.of("thanks").fingerprint
    assert (
        one == GrammarRule.of({"phrase": {"any_of": ["thanks"], "case": False}}).fingerprint
    )
    assert (
        one != GrammarRule.of({"phrase": {"any_of": ["thanks"], "case": True}}).fingerprint
    )
    assert (
        GrammarRule.of({"regex": "a"}).fingerprint
        != GrammarRule.of({"regex": "a "}).fingerprint
    )
