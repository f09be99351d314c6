"""What a rule may say, and what an author is told who says something else."""

from __future__ import annotations

import pytest

from adjudge.errors import RuleInvalid
from adjudge.rules import diagnose_rule
from adjudge.rules.grammar import parse, parse_rule
from adjudge.rules.grammar.node import All, Bound, Count, Named, Not, Phrase, Regex

DEEP: object = "x"
for _ in range(45):
    DEEP = {"not": DEEP}

GOLDEN = [
    (
        [],
        "G001",
        "",
        "a rule is wanted here, this is a list",
        "a list of rules goes under all: or any:",
    ),
    (
        {"phrase": "a", "al": []},
        "G003",
        "",
        "phrase and al stand side by side",
        "put them in a list under all: or any:",
    ),
    ({"al": []}, "G002", "al", "there is no rule 'al'", "did you mean 'all'?"),
    (
        {"phrase": {"any_of": ["a"], "cas": True}},
        "G004",
        "phrase.cas",
        "there is no option 'cas'",
        "did you mean 'case'?",
    ),
    ({"turn": {"which": "last"}}, "G005", "turn", "'rule' is missing", "add rule: ..."),
    (
        {"phrase": 4},
        "G006",
        "phrase",
        "a text is wanted here, this is the number 4",
        "put it in quotes if it is meant as text",
    ),
    (
        {"language": False},
        "G006",
        "language",
        "a language is wanted here, this is false (a yes/no value)",
        "put it in quotes: bare `no` is a yes/no value in YAML",
    ),
    (
        {"all": [{"phrase": "ok"}, {"any": []}]},
        "G007",
        "all[1].any",
        "the list is empty",
        "give at least one rule",
    ),
    ({"phrase": ""}, "G007", "phrase", "the text is empty", "write what to look for"),
    (
        {"regex": "(?=a)b"},
        "G009",
        "regex",
        "the regular expression cannot be used: lookahead and lookbehind cannot run in linear time",
        "say it with two rules: all: [regex: ..., not: {regex: ...}]",
    ),
    (
        {"regex": r"(a)\1"},
        "G009",
        "regex",
        "the regular expression cannot be used: backreferences cannot run in linear time",
        "write out what may repeat, or count the phrase",
    ),
    (
        {"regex": r"\Ca"},
        "G008",
        "regex",
        "the regular expression cannot be used: this escape is not known",
        r"known: \w \d \s \b \p{...} \n \t",
    ),
    (
        {"regex": "a" * 3000},
        "G010",
        "regex",
        "the regular expression cannot be used: the pattern has 3000 characters, at most 2000 are read",
        "list the alternatives under phrase, which takes any number",
    ),
    (
        {"regex": r"(\w{900}){900}"},
        "G010",
        "regex",
        "the regular expression cannot be used: the pattern is too large",
        "use * or + for large repetitions",
    ),
    (
        {"regex": "a{5000}"},
        "G010",
        "regex",
        "the regular expression cannot be used: a repetition of more than 1000",
        "use * or +, or a count rule for lengths",
    ),
    (
        {"regex": "(ab"},
        "G008",
        "regex",
        "the regular expression cannot be used: unclosed group",
        "the syntax is that of RE2 and Rust: check brackets and repetitions",
    ),
    (
        {"count": {"of": "words"}},
        "G011",
        "count",
        "the count is held against nothing",
        "add one of at_least, at_most, exactly, less_than, more_than, between",
    ),
    (
        {"count": {"of": "words", "at_least": 5, "at_most": 3}},
        "G012",
        "count",
        "no count is within these bounds",
        "check the numbers",
    ),
    (
        {"count": {"of": "wrods", "at_most": 3}},
        "G013",
        "count.of",
        "there is no count of 'wrods'",
        "did you mean 'words'?",
    ),
    (
        {"language": ["en", "english"]},
        "G014",
        "language",
        "there is no language 'english'",
        None,
    ),
    (
        {"json": {"schema": {"type": "objct"}}},
        "G015",
        "json.schema",
        None,
        "it must be a JSON Schema of its own",
    ),
    (DEEP, "G016", ".".join(["not"] * 41), "more than 40 rules deep", "split the rule up"),
    (
        {"turn": {"which": "lst", "rule": "x"}},
        "G017",
        "turn.which",
        "there is no turn 'lst'",
        "did you mean 'last'?",
    ),
    (
        {"turn": {"rule": {"field": {"name": "prompt", "rule": "x"}}}},
        "G018",
        "turn.rule.field",
        "a field cannot be read inside turn",
        "put field: outermost, with the other rule inside it",
    ),
    (
        {"words": {"at_most": 3}},
        "G002",
        "words",
        "'words' is a count, not a rule",
        "write count: {of: words, at_most: 10}",
    ),
    (
        {"contains": "x"},
        "G002",
        "contains",
        "there is no rule 'contains'",
        "did you mean 'phrase'?",
    ),
    (
        {"count": {"of": "words", "max": 3}},
        "G004",
        "count.max",
        "there is no option 'max'",
        "did you mean 'at_most'?",
    ),
    (
        {"builtin": "ifevl"},
        "G002",
        "builtin",
        "there is no built-in rule 'ifevl'",
        "did you mean 'ifeval'?",
    ),
    (
        {"builtin": "ifeval", "phrase": "x"},
        "G003",
        "builtin",
        "a built-in rule has nothing beside its name",
        "put it in a criterion of its own",
    ),
]


@pytest.mark.parametrize(("source", "code", "where", "what", "hint"), GOLDEN)
def test_each_fault_has_its_golden_text(source, code, where, what, hint):
    """A fault is told with its code, its place, what is wrong and what to do."""
    (first, *_) = [fault for fault in diagnose_rule(source) if fault.code == code]
    assert (first.where, what is None or first.what == what) == (where, True), first
    assert hint is None or first.hint == hint


def test_every_code_has_a_golden_text():
    """No fault of the grammar goes without a row in the table above."""
    assert {row[1] for row in GOLDEN} == {f"G{number:03}" for number in range(1, 19)}


def test_all_faults_are_told_at_once():
    """A rule with three faults is told all three, in reading order."""
    faults = diagnose_rule(
        {"all": [{"regex": "("}, {"count": {"of": {"phrase": 3}, "at_most": -1}}]}
    )
    assert [fault.where for fault in faults] == [
        "all[0].regex",
        "all[1].count.of.phrase",
        "all[1].count.at_most",
    ]


def test_a_bare_text_is_a_phrase():
    """The shortest rule there is."""
    assert parse_rule("thanks") == Phrase(any_of=("thanks",))


def test_the_example_of_the_reference_is_read():
    """Nesting, options and short forms come to the tree that they say."""
    node = parse_rule(
        {
            "all": [
                "thanks",
                {"not": {"regex": "as an ai"}},
                {"count": {"of": "words", "between": [1, 3]}},
            ]
        }
    )
    assert node == All(
        parts=(
            Phrase(any_of=("thanks",)),
            Not(part=Regex(pattern="as an ai")),
            Count(
                of=Named(what="words"),
                bounds=(
                    Bound(comparison="at_least", value=1),
                    Bound(comparison="at_most", value=3),
                ),
            ),
        )
    )


def test_parse_rule_raises_with_every_fault():
    """The error has the text of all faults, for callers without an editor."""
    with pytest.raises(RuleInvalid, match=r"G002[\s\S]*G005"):
        parse_rule({"all": [{"phras": "x"}, {"turn": {}}]})


@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        2.5,
        True,
        "",
        [],
        {},
        {1: 2},
        {"all": None},
        {"all": {"a": 1}},
        {"count": 3},
        {"within": {}},
        {"field": []},
        {"starts_with": None},
        {"json": 3},
        {"count": {"of": {"sum": [3]}, "at_least": {"of": 3, "times": "x"}}},
    ],
)
def test_nonsense_is_a_fault_not_an_accident(value):
    """Whatever a YAML file can hold is read or refused, never a crash."""
    parsed = parse(value)
    assert parsed.node is None
    assert parsed.faults
