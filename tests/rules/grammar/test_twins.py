"""The bulk twin says what the plain twin says, row by row, to the last span."""

from __future__ import annotations

import time
from itertools import pairwise

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.rules import FINDINGS
from adjudge.rules.grammar import GrammarRule
from adjudge.rules.grammar.engine import matches, spans
from adjudge.rules.grammar.node import (
    All,
    AnyOf,
    Bound,
    Count,
    Distinct,
    Edge,
    Field,
    FieldText,
    FirstWord,
    Json,
    Letter,
    LetterCase,
    Multiple,
    Named,
    Not,
    OneOf,
    Phrase,
    Pieces,
    Regex,
    Sum,
    Turn,
    Within,
)
from adjudge.rules.grammar.parse_count import COUNTS
from adjudge.rules.rows import frame_of
from adjudge.verdict import item_of

PIECES = [
    "yes",
    "No",
    "thank you",
    "thank\nyou",
    "thank \r\n you",
    "Thank\u00a0You",
    "don't",
    "DON’T",
    "don\u02bct",
    "well-known",
    "well—known",
    "as an AI",
    "\u212aelvin",
    "kelvin",
    "\u0130stanbul",
    "istanbul",
    "é",
    "É",
    "e\u0301",
    "cafe\u0301",
    "café",
    "\u1e69",
    "s\u0323\u0307",
    "\u0307",
    "한",
    "\u1112\u1161\u11ab",
    "…",
    "wait...",
    "as an",
    "an AI",
    "ß",
    "ẞ",
    "ſ",
    "s",
    "ΟΔΟΣ",
    "οδος",
    "οδοσ",
    "привет",
    "ПРИВЕТ",
    "你好",
    "हिन्दी",
    "🙂",
    "\ufe0f",
    "\u200d",
    "\u200b",
    "\x1c",
    "\x85",
    "\u2028",
    "\r\n",
    "\n",
    "\n\n",
    "\t",
    " ",
    "  ",
    "*",
    "**",
    "***",
    "- ",
    "* a",
    "# h",
    "1. ",
    "[x]",
    "<<t>>",
    '"',
    "“",
    "”",
    "'",
    "`",
    "´",
    ".",
    "?!",
    "...",
    ",",
    ", ",
    "Mr. ",
    "etc.",
    "A",
    "I",
    "{",
    "}",
    '{"a": 1}',
    "12",
    "½",
    "\ue000",
    "\ue001",
    "_",
    "art",
    "party",
]

texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=12).map(
    "".join
) | st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)

words = st.one_of(
    st.sampled_from([piece for piece in PIECES if piece.strip()]),
    st.text(min_size=1, max_size=3).filter(str.strip),
)
some_words = st.lists(words, min_size=1, max_size=4).map(tuple)
phrases = st.builds(
    Phrase,
    any_of=some_words,
    case=st.booleans(),
    whole_words=st.booleans(),
    alike=st.booleans(),
)
regexes = st.sampled_from(
    [
        r"\w+",
        r"\b\w",
        r"(?i)yes",
        r"a*",
        r"^\s*$",
        r"(?m)^.",
        r"\d",
        r"[^a-z ]+",
        r"é",
        r"(?s).+",
        r"(a|b)c?",
        r"\bé\b",
        r"(?i)ß|k",
    ]
).map(lambda pattern: Regex(pattern=pattern))
measures = st.recursive(
    st.one_of(
        st.sampled_from(COUNTS).map(lambda what: Named(what=what)),
        phrases,
        regexes,
        st.sampled_from("aekéi*Я").map(lambda letter: Letter(letter=letter)),
        st.builds(
            Pieces,
            separator=st.sampled_from(["***", "\n\n", " "]),
            blank=st.sampled_from(["skip", "refuse"]),
        ),
    ),
    lambda inner: st.builds(Sum, parts=st.lists(inner, min_size=1, max_size=2).map(tuple)),
    max_leaves=2,
)
bounds = st.builds(
    Bound,
    comparison=st.sampled_from(
        ["at_least", "at_most", "exactly", "less_than", "more_than"]
    ),
    value=st.one_of(
        st.integers(0, 4),
        st.builds(Multiple, of=measures, times=st.sampled_from([1, 0.5, 2])),
    ),
)
leaves = st.one_of(
    phrases,
    regexes,
    st.builds(
        Count, of=measures, bounds=st.lists(bounds, min_size=1, max_size=2).map(tuple)
    ),
    st.builds(
        Edge,
        side=st.sampled_from(["start", "end"]),
        any_of=st.lists(
            st.one_of(words, st.just(FieldText(field="prompt"))), min_size=1, max_size=2
        ).map(tuple),
        case=st.booleans(),
        alike=st.booleans(),
        trim=st.sampled_from(["", '"']),
    ),
    st.builds(OneOf, options=some_words, case=st.booleans(), alike=st.booleans()),
    st.builds(FirstWord, any_of=some_words),
    st.builds(
        Json, schema=st.sampled_from([None, '{"type":"object"}']), lenient=st.booleans()
    ),
    st.builds(LetterCase, case=st.sampled_from(["upper", "lower"])),
    st.builds(Distinct, separator=st.sampled_from([" ", "\n"])),
)


def _join(inner):
    few = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(All, parts=few), st.builds(AnyOf, parts=few), st.builds(Not, part=inner)
    )


def _within(inner):
    stretch = st.builds(
        Within,
        unit=st.sampled_from(["sentence", "paragraph", "line", "characters", "piece"]),
        at=st.sampled_from([1, 2, -1, -3]),
        part=inner,
        separator=st.just(" "),
    )
    return st.one_of(_join(inner), stretch)


passages = st.recursive(leaves, _within, max_leaves=3)
turns = st.builds(
    Turn,
    which=st.sampled_from(["first", "last", "any", "every", 1, 2, -1, -2]),
    role=st.sampled_from(["user", "assistant"]),
    part=passages,
)
fields = st.builds(Field, name=st.sampled_from(["prompt", "gone"]), part=passages)
nodes = st.recursive(st.one_of(passages, turns, fields), _join, max_leaves=3)
"""Turns and fields stand outside of what reads them, as the grammar has it."""

messages = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant", "system"]), "content": texts}
)
rows = st.fixed_dictionaries(
    {
        "id": st.just("i"),
        "conversation": st.lists(messages, max_size=4),
        "fields": st.sampled_from(
            [None, '{"prompt": "yes"}', '{"prompt": 3}', '{"prompt": "don’t"}']
        ),
    }
)


SCHEMA = {
    "id": pl.String,
    "conversation": pl.List(pl.Struct({"role": pl.String, "content": pl.String})),
    "fields": pl.String,
}


def frame(batch):
    """The batch as `find_all` gets it."""
    return pl.DataFrame(batch, schema=SCHEMA, orient="row")


def plain(rule, batch):
    """The findings of the plain twin, as rows."""
    items = frame(batch)
    return frame_of(
        (at, finding)
        for at, row in enumerate(items.iter_rows(named=True))
        for finding in rule.find(item_of(row))
    )


@given(nodes, st.lists(rows, min_size=1, max_size=6))
@settings(max_examples=300, deadline=None)
def test_the_twins_agree_on_every_rule(node, batch):
    """Outcome, value, reason and evidence are the same for any rule and any batch."""
    rule = GrammarRule(node=node)
    bulk = rule.find_all(frame(batch))
    assert bulk.schema == FINDINGS
    assert bulk.to_dicts() == plain(rule, batch).to_dicts()


@given(phrases, st.lists(texts, min_size=1, max_size=8))
@settings(max_examples=500, deadline=None)
def test_the_twins_agree_on_phrases(node, said):
    """The automaton's pass over the bytes loses no phrase and invents none."""
    batch = [
        {
            "id": "i",
            "conversation": [{"role": "assistant", "content": text}],
            "fields": None,
        }
        for text in said
    ]
    rule = GrammarRule(node=node)
    assert rule.find_all(frame(batch)).to_dicts() == plain(rule, batch).to_dicts()


@given(
    st.lists(st.one_of(nodes, phrases), min_size=2, max_size=4),
    st.lists(rows, min_size=1, max_size=6),
)
@settings(max_examples=200, deadline=None)
def test_rules_that_read_together_say_what_each_says_alone(several, batch):
    """One pass that looks for the phrases of all rules loses none of any of them."""
    rules = [GrammarRule(node=node) for node in several]
    together = GrammarRule.find_together(rules, frame(batch))
    assert [found.to_dicts() for found in together] == [
        plain(rule, batch).to_dicts() for rule in rules
    ]


@given(
    st.lists(phrases, min_size=1, max_size=3),
    st.sampled_from(["any", "every"]),
    st.lists(st.lists(texts, max_size=12), min_size=1, max_size=6),
)
@settings(max_examples=200, deadline=None)
def test_the_twins_agree_on_long_conversations(inner, which, talks):
    """Turns that came out alike are counted together, not mixed up."""
    rule = GrammarRule(
        node=Turn(
            which=which, role="assistant", part=AnyOf(parts=(*inner, Not(part=inner[0])))
        )
    )
    batch = [
        {
            "id": "i",
            "conversation": [
                {"role": "user" if text == "" else "assistant", "content": text}
                for text in talk
            ],
            "fields": None,
        }
        for talk in talks
    ]
    assert rule.find_all(frame(batch)).to_dicts() == plain(rule, batch).to_dicts()


@given(regexes, texts)
@settings(deadline=None)
def test_spans_are_as_many_as_matches_and_in_order(regex, text):
    """Places come from the text itself: as many as the count, none overlapping."""
    found = spans(regex.pattern, text)
    assert len(found) == matches(regex.pattern, text)
    assert all(0 <= a <= b <= len(text) for a, b in found)
    assert all(b <= c for (_, b), (c, _) in pairwise(found))


@given(nodes, rows)
@settings(deadline=None)
def test_evidence_is_the_text_it_points_at(node, row):
    """Whatever the rule, a span's text stands where the span says."""
    item = item_of(row)
    for finding in GrammarRule(node=node).find(item):
        for span in finding.evidence:
            assert (
                item.conversation.messages[span.turn].content[span.start : span.end]
                == span.text
            )


def test_an_empty_batch_has_no_findings():
    """Nothing in, nothing out, in the same shape."""
    assert GrammarRule.of("x").find_all(frame([])).schema == FINDINGS


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(a+)+$", "a" * 50_000 + "b"),
        (r"(a|aa)+$", "a" * 50_000 + "b"),
        (r"(.*a){20}", "b" * 50_000),
        (r"^(\w+\s?)*$", "word " * 10_000 + "!"),
        (r"(x+x+)+y", "x" * 50_000),
    ],
)
def test_a_hostile_pattern_finishes_at_once(pattern, text):
    """Patterns that hang a backtracking engine take time in line with the text."""
    batch = [
        {
            "id": "i",
            "conversation": [{"role": "assistant", "content": text}],
            "fields": None,
        }
    ]
    began = time.process_time()
    rule = GrammarRule.of({"regex": pattern})
    assert rule.find_all(frame(batch)).to_dicts() == plain(rule, batch).to_dicts()
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "text", ["ha " * 900, "ha\t" * 900, "\t" * 900 + "HA ha’ha", "hé ha " * 290]
)
def test_the_twins_agree_where_a_text_is_full_of_hits(text):
    """A text with hundreds of hits is read by itself, and says the same."""
    batch = [
        {"id": "i", "conversation": [{"role": "assistant", "content": one}], "fields": None}
        for one in (text, "ha", "", text[:100])
    ]
    rule = GrammarRule.of(
        {"count": {"of": {"phrase": ["ha", "ha ha", "hé"]}, "at_least": 2}}
    )
    assert rule.find_all(frame(batch)).to_dicts() == plain(rule, batch).to_dicts()
