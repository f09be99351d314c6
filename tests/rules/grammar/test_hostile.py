"""What no reasonable person writes is judged all the same: equal, soon and in bounds."""

from __future__ import annotations

import time

import polars as pl
import pytest

from adjudge.rules.grammar import GrammarRule
from adjudge.rules.grammar.engine import spans, spans_in
from adjudge.rules.rows import frame_of
from adjudge.verdict import ITEMS, item_of

MANY = [f"phrase {number} of {number * 7919 % 10007}" for number in range(10_000)]


def items(*texts):
    """One item a text."""
    talks = [[{"role": "assistant", "content": text}] for text in texts]
    rows = [{"id": str(at), "conversation": talk} for at, talk in enumerate(talks)]
    return pl.DataFrame(rows, schema={name: ITEMS[name] for name in ("id", "conversation")})


def judged(source, *texts):
    """The findings of the bulk twin, and how long it took."""
    batch = items(*texts).with_columns(fields=pl.lit(None, dtype=pl.String))
    rule = GrammarRule.of(source)
    began = time.process_time()
    bulk = rule.find_all(batch)
    took = time.process_time() - began
    plain = frame_of(
        (row, finding)
        for row, item in enumerate(map(item_of, batch.iter_rows(named=True)))
        for finding in rule.find(item)
    )
    assert bulk.to_dicts() == plain.to_dicts()
    return bulk["value"].to_list(), took


ODD = [
    "", "\0", "a\0b thank you\0", "ß SS ss ẞ", "İstanbul istanbul ISTANBUL i̇stanbul",
    "e\u0301 é", "\u0301thank you\u0301", "thank\u00a0you", "\ufeffthank you",
    "\u202ethank you", "thank\nyou", "thank\tyou", "THAN\u212a YOU", "don\u02bct do n’t",
    "\ue000thank you\ue001", "thank you\U0010fffd", "ﬁnd out", "find out",
]  # fmt: skip


@pytest.mark.parametrize(
    "source",
    [
        "thank you", "ss", "ß", "istanbul", "é", "a\0b", "don't", "find",
        {"phrase": {"any_of": ["\u0301"], "whole_words": False}},
        {"regex": r"\bthank"},
        {"count": {"of": "words", "at_least": 2}},
        {"any": ["thank you", "ss", {"not": "é"}]},
    ],
)  # fmt: skip
def test_odd_characters(source):
    """No character makes the twins differ, or breaks them."""
    judged(source, *ODD)


@pytest.mark.parametrize("long", ["a" * 100_000, "no way " * 10_000 + "out", "é" * 30_000])
def test_a_phrase_as_long_as_a_book(long):
    """It is found where it stands, and looking for it does not take minutes."""
    found, took = judged(long, long, f"({long})", long[:-1], "b")
    assert found == [True, True, False, False]
    assert took < 5


def test_phrases_with_one_beginning():
    """What tells long phrases apart may stand far behind."""
    stem = "as everybody who has ever been there knows very well indeed and says so, "
    phrases = [stem + end for end in ("one", "two", "three")]
    found, _ = judged(
        {"phrase": phrases}, phrases[1], stem + "four", phrases[2].upper() + "!"
    )
    assert found == [True, False, True]


def test_ten_thousand_phrases():
    """A word list of any length is looked for in one pass."""
    found, took = judged(
        {"phrase": MANY}, *(f"A {one}?" for one in MANY[:20]), "phrase 3 of 4"
    )
    assert found == [True] * 20 + [False]
    assert took < 5


def test_ten_thousand_phrases_beyond_ascii():
    """They are not too many for the pattern that finds them."""
    phrases = [f"{one} où, déjà, et à côté de la forêt où nous étions" for one in MANY]
    found, took = judged({"phrase": phrases}, phrases[5].upper(), MANY[5], phrases[6])
    assert found == [True, False, True]
    assert took < 10


def test_many_phrases_without_ascii():
    """They are found though nothing in them can be looked for quickly."""
    phrases = [f"{chr(0x430 + at % 31)}ёж{chr(0x430 + at // 31)}" for at in range(5_000)]
    found, _ = judged({"phrase": phrases}, phrases[7].upper(), "ёжик", phrases[4_999])
    assert found == [True, False, True]


def test_a_text_of_nothing_but_hits():
    """What is counted can be millions; what is shown is a few."""
    commas = "," * 3_000_000
    found, took = judged({"count": {"of": "commas", "at_least": 3_000_000}}, commas)
    assert found == [True]
    assert took < 5


def test_a_huge_text_with_some_hits():
    """The text is not copied for every hit."""
    text = "é" + "the quick brown fox jumps " * 200_000 + "lazy dog " * 60
    found, took = judged("lazy dog", text, "lazy cat")
    assert found == [True, False]
    assert took < 5


def test_only_the_first_matches_are_cut_out():
    """They are those that would come first of all."""
    assert spans(r"\d", "1a2b3", most=2) == spans(r"\d", "1a2b3")[:2]
    assert spans_in(r"a*", pl.Series(["baab"]), most=2)[0] == spans(r"a*", "baab")[:2]


def test_rules_as_deep_and_as_broad_as_they_may_be():
    """Depth is bounded when a rule is read; breadth only costs time."""
    deep: object = "x"
    for at in range(39):
        deep = ({"not": deep}, {"all": [deep, {"not": "y"}]}, {"any": [deep, "z"]})[at % 3]
    judged(deep, "x y z", "", "y")
    broad, took = judged({"any": [f"w{at}" for at in range(500)]}, "w1", "w501")
    assert broad == [True, False]
    assert took < 5
