"""The phrase lists: each entry says why it is there, and is found."""

import pytest

from adjudge.rules.contradiction import vocabulary as words
from adjudge.rules.contradiction.lexicon import fingerprint_of, lexicon, section
from adjudge.rules.text import fold

STANCE = [
    (name, phrase, example)
    for name in words._SECTIONS
    for phrase, example in section("stance", name).items()
]
VALUES = [
    (sign, phrase, example)
    for sign, part in ((1, "pro"), (-1, "con"))
    for kind in ("adjective", "noun", "verb", "phrase")
    for phrase, example in section("valuation", f"{part}.{kind}").items()
]
ACTS = [
    (sign, phrase, example)
    for sign, part in ((1, "act.for"), (-1, "act.against"))
    for phrase, example in section("valuation", part).items()
]
PLAIN = [
    (file, name, phrase, example)
    for file, names in (
        ("shift", ("shift", "unshift", "request")),
        ("subject", ("stopword", "bound", "at_large", "permission", "telling")),
        ("stance", ("saying", "witness", "evidence", "aim", "begun")),
        ("valuation", ("neutral",)),
        ("contradiction_basic", ("yes", "no", "acknowledgement")),
    )
    for name in names
    for phrase, example in section(file, name).items()
]


def test_stance_entries_are_found_in_their_examples():
    """A phrase that its own example does not show is a phrase that never matches."""
    for bit, name in enumerate(words._SECTIONS):
        for phrase, example in section("stance", name).items():
            found = words.tokens(fold(example))
            assert any(t.roles >> bit & 1 for t in found), (name, phrase, example)


@pytest.mark.parametrize(("what", "entries"), [("value", VALUES), ("act", ACTS)])
def test_value_words_are_found_in_their_examples(what, entries):
    """Praise is found as praise, fault as fault, and acts as what they do."""
    for sign, phrase, example in entries:
        found = [getattr(t, what) for t in words.tokens(fold(example))]
        assert sign in found, (phrase, example)


def test_neutral_forms_have_no_value():
    """What only looks like praise or fault counts for nothing."""
    for form in section("valuation", "neutral"):
        assert words.token(form).value == 0


def test_the_other_entries_are_in_their_examples():
    """Shifts, requests and the document's lists."""
    for file, name, phrase, example in PLAIN:
        plain = " ".join(words.plain_words(fold(example)))
        spelled = " ".join(words.plain_words(phrase))
        assert spelled in plain, (file, name, phrase, example)


def test_every_section_gives_its_reason():
    """A list that cannot say what it is for cannot be judged."""
    for name in ("stance", "valuation", "shift", "subject", "contradiction_basic"):
        for table in _sections(lexicon(name)):
            assert len(table["reason"]) > 20


def _sections(table):
    for value in table.values():
        if isinstance(value, dict):
            if "entries" in value:
                yield value
            else:
                yield from _sections(value)


def test_the_fingerprint_changes_with_the_version():
    """Another source of the rule is another judge."""
    assert fingerprint_of("1") == fingerprint_of("1")
    assert fingerprint_of("1") != fingerprint_of("2")
