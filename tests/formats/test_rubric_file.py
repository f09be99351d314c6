"""Reading a rubric file as a whole: old versions, hostile bytes, many faults."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.formats import (
    RubricFileInvalid,
    bundled_folder,
    bundled_rubrics,
    load_rubric,
    read_rubric,
)
from adjudge.rubric import Anchor, Binary, Condition, Disqualify

ATTIC = Path(__file__).with_name("attic")
FILES = [
    (bundled_folder() / "rubrics" / f"{name}.yaml").read_bytes()
    for name in bundled_rubrics()
]


def faults(text, **options):
    """The codes of all faults of *text*, in reading order."""
    with pytest.raises(RubricFileInvalid) as caught:
        read_rubric(text, **options)
    return [d.code for d in caught.value.diagnostics]


def places(text):
    """Code and line of all faults of *text*."""
    with pytest.raises(RubricFileInvalid) as caught:
        read_rubric(text)
    return [(d.code, d.line) for d in caught.value.diagnostics]


@pytest.mark.parametrize("file", sorted(ATTIC.iterdir()), ids=lambda file: file.name)
def test_every_version_ever_written_opens(file):
    """A file of each version lies in the attic, and stays there unchanged."""
    assert load_rubric(file).rubric.criteria


def test_names_are_made_of_what_is_given():
    """Id, key and title stand in for one another."""
    read = read_rubric(
        "adjudge: 1\ntitle: Ma rubrique à moi\ncriteria:\n"
        "  - {id: the-id, scale: binary}\n"
        "  - {key: the_key, scale: binary}\n"
        "  - {title: Čeština?, scale: binary}\n"
        "  - {id: 77, key: k, title: T, scale: binary}\n".replace("77", "'77'")
    )

    assert read.rubric.id == "ma-rubrique-à-moi"
    assert [(c.id, c.key, c.title) for c in read.rubric.criteria] == [
        ("the-id", "the-id", "The id"),
        ("the_key", "the_key", "The key"),
        ("čeština", "čeština", "Čeština?"),
        ("77", "k", "T"),
    ]
    assert [d.code for d in read.diagnostics] == ["R029", "R029"]


def test_ids_are_never_positional():
    """Deleting the first criterion leaves the ids of the others."""
    parts = ["  - {title: One, scale: binary}\n", "  - {title: Two, scale: likert}\n"]
    both = read_rubric("adjudge: 1\nid: r\ncriteria:\n" + "".join(parts)).rubric
    one = read_rubric("adjudge: 1\nid: r\ncriteria:\n" + parts[1]).rubric

    assert both.criteria[1] == one.criteria[0]


def test_a_title_without_a_letter_needs_an_id():
    """Nothing is made up where nothing can be made."""
    assert faults("adjudge: 1\nid: r\ncriteria: [{title: '???', scale: binary}]") == [
        "R014"
    ]


@pytest.mark.parametrize(
    ("scale", "anchors"),
    [
        ("score", {"9-10": (9, 10, None), "5": (5, 5, None), "1 to 2": (1, 2, None)}),
        (
            "{kind: score, low: -5, high: 5}",
            {"-5--3": (-5, -3, None), "-1..2": (-1, 2, None)},
        ),
        ("{kind: score, step: null}", {"1.5–2.25": (1.5, 2.25, None)}),
        ("binary", {"pass": (None, None, "Pass"), "0": (0, 0, None)}),
        (
            "{kind: likert, high: 2, labels: [a, b]}",
            {"B": (None, None, "b"), "1": (1, 1, None)},
        ),
        ("{kind: categorical, labels: [3-4, x]}", {"3-4": (None, None, "3-4")}),
        ("{kind: categorical, ordered: true, labels: [low, high]}", {"1-2": (1, 2, None)}),
    ],
)
def test_anchors_name_a_point_a_band_or_a_label(scale, anchors):
    """However it is written, the anchor knows what it covers."""
    named = ", ".join(f"'{name}': x" for name in anchors)
    text = f"adjudge: 1\nid: r\ncriteria: [{{id: a, scale: {scale}, anchors: {{{named}}}}}]"

    assert read_rubric(text).rubric.criteria[0].anchors == tuple(
        Anchor(text="x", low=low, high=high, label=label)
        for low, high, label in anchors.values()
    )


@pytest.mark.parametrize(
    ("scale", "name", "code"),
    [
        ("score", "0-1", "R023"),
        ("score", "5-3", "R023"),
        ("score", "1.5", "R023"),
        ("freeform", "long", "R023"),
        ("{kind: categorical, labels: [a, b]}", "1", "R023"),
        ("binary", "maybe", "R023"),
    ],
)
def test_anchors_off_the_scale_are_refused(scale, name, code):
    """A band that no answer can reach is a fault."""
    text = (
        f"adjudge: 1\nid: r\ncriteria: [{{id: a, scale: {scale}, anchors: {{{name}: x}}}}]"
    )

    assert faults(text) == [code]


def test_labels_under_pass_and_fail_or_under_digits():
    """Both ways mean the same; only one of them at a time."""
    head = "adjudge: 1\nid: r\ncriteria: [{id: a, scale: {kind: binary, labels: "
    for labels in ("{pass: Good, fail: Bad}", "{0: Bad, 1: Good}", "{'1': Good, '0': Bad}"):
        assert read_rubric(f"{head}{labels}}}}}]").rubric.criteria[0].scale == Binary(
            no="Bad", yes="Good"
        )
    assert set(faults(f"{head}{{0: Bad, pass: Good}}}}}}]")) == {"R011", "R012"}
    assert set(faults(f"{head}[Bad, Good]}}}}]")) == {"R010"}


def test_yes_and_no_are_words():
    """A label `no` needs no quotes."""
    text = "adjudge: 1\nid: r\ncriteria: [{id: a, scale: {kind: binary, labels: {fail: no, pass: yes}}}]"

    assert read_rubric(text).rubric.criteria[0].scale == Binary(no="no", yes="yes")


def test_a_gate_may_name_a_criterion_by_its_key():
    """It is kept under the id, which is what verdicts carry."""
    read = read_rubric(
        "adjudge: 1\nid: r\ncriteria: [{id: a-1, key: a, scale: binary}]\n"
        "gates: [{disqualify: true, when: {criterion: a, is: FAIL, rubric: r}}]"
    )

    assert read.rubric.gates == (
        Disqualify(when=Condition(criterion="a-1", comparison="is", value="Fail")),
    )


def test_one_fault_does_not_breed_others():
    """What hangs on a refused value is not complained about."""
    assert faults(
        "adjudge: 1\nid: r\ncriteria:\n"
        "  - {id: a, scale: likret, weight: 0.5, anchors: {9: x}}\n"
        "  - {id: b, scale: score, weight: 0.5}\n"
        "gates: [{cap: 4, when: {criterion: a, below: 5}}]\n"
        "examples: [{response: x, expected: 3, criterion: a}]\n"
    ) == ["R013"]


def test_a_broken_criterion_hides_no_other_fault():
    """Every fault is told at once: one scale that cannot be read is no reason to wait."""
    text = """\
adjudge: 1
id: r
criteria:
  - {id: broken, scale: lickert, weight: -1}
  - {id: twice, scale: score, weight: -0.3}
  - {id: broken, scale: binary, weight: 0.5}
  - {id: twice, scale: binary}
gates:
  - {cap: 4, when: {criterion: nowhere, below: 5}}
  - {cap: 4, when: {criterion: broken, below: 50}}
examples:
  - {id: a, criterion: twice, response: x, expected: 99}
  - {id: a, criterion: broken, response: x, expected: 99}
  - {id: a, criterion: nowhere, response: x, expected: 1}
"""

    found = {(code, line) for code, line in places(text)}

    assert found == {
        ("R013", 4),
        ("W003", 4),
        ("W003", 5),
        ("R020", 6),
        ("R021", 6),
        ("R020", 7),
        ("R021", 7),
        ("R025", 9),
        ("E004", 12),
        ("E006", 13),
        ("E005", 14),
        ("E006", 14),
    }


def test_a_misspelt_key_is_one_fault():
    """Neither the key that was meant is missed, nor what hangs on it."""
    assert (
        faults(
            "adjudge: 1\nid: r\ncriteria:\n"
            "  - {id: a, scal: score, weight: 0.5}\n"
            "  - {idd: b, title: B, scale: score, wieght: 0.5}\n"
            "gates: [{cap: 4, wen: {criterion: a, below: 5}}, {cpa: 4, when: {criterion: a, below: 5}}]\n"
            "exmples: [{}]\n"
        )
        == ["R011"] * 6
    )


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("name: Mine", "did you mean 'title'?"),
        ("criteria: [{id: a, scale: 1-5}]", "{kind: likert, low: 1, high: 7}"),
        ("criteria: [{id: a, scale: {type: likert}}]", "did you mean 'kind'?"),
        ("criteria: [{id: a, type: likert}]", "did you mean 'scale'?"),
        ("criteria: [{id: a, scale: {kind: likert, min: 1}}]", "did you mean 'low'?"),
        ("criteria: [{id: a, scale: score, weight: 35%}]", "write 0.35"),
        ("criteria: [{id: a, scale: score, weight: '1'}]", "without quotes"),
        ("criteria: {a: {scale: score}}", "dash"),
        ("criteria: [{id: a, scale: score, anchors: [{5: good}]}]", "no dashes"),
        ("questions: []", "did you mean 'criteria'?"),
        ("title: 'open", "closing quote"),
        ("title: @home", "in quotes"),
        ("title:\tx\n\ty: z", "tabs"),
    ],
)
def test_mistakes_that_people_make_are_answered_with_what_to_write(text, hint):
    """The hint is the very thing to write."""
    with pytest.raises(RubricFileInvalid) as caught:
        read_rubric(f"adjudge: 1\nid: r\n{text}\n")

    assert any(hint in d.hint for d in caught.value.diagnostics)


def test_a_flood_of_faults_is_cut():
    """A file that is no rubric at all is answered soon, and in few words."""
    with pytest.raises(RubricFileInvalid) as caught:
        read_rubric("".join(f"key{n}: {n}\n" for n in range(50_000)), source="x")

    assert len(caught.value.diagnostics) == 1000
    assert str(caught.value).count("\n") < 250
    assert "and 900 more" in str(caught.value)


def test_line_ends_of_other_systems(tmp_path):
    """A file saved elsewhere is the same rubric."""
    text = (
        "adjudge: 1\nid: r\ndescription: |\n  a\n  b\ncriteria: [{id: a, scale: binary}]\n"
    )
    versions = {
        read_rubric(text.replace("\n", end).encode(encoding)).rubric.version
        for end in ("\n", "\r\n", "\r")
        for encoding in ("utf-8", "utf-8-sig")
    }

    assert len(versions) == 1


@given(st.sampled_from(FILES), st.randoms(use_true_random=False), st.integers(1, 6))
@settings(max_examples=150, deadline=None)
def test_damaged_files_are_read_or_refused(data, rng, blows):
    """No damage makes anything but a rubric or a list of faults with places."""
    broken = bytearray(data)
    for _ in range(blows):
        at = rng.randrange(len(broken))
        piece = rng.choice(
            [
                b"",
                b"\t",
                b"'",
                b"[",
                b"}",
                b": ",
                b"- ",
                b"&a ",
                b"*a ",
                b"\xff",
                b"0",
                b"\n",
            ]
        )
        broken[at : at + rng.randrange(4)] = piece
    try:
        found = read_rubric(bytes(broken)).diagnostics
    except RubricFileInvalid as err:
        found = err.diagnostics
    assert all(d.line and d.column and d.hint for d in found)


def test_the_order_in_which_tests_run_does_not_matter():
    """Reading keeps nothing: the same text twice gives the same rubric."""
    data = random.Random(1).choice(FILES)

    assert read_rubric(data, examples=False) == read_rubric(data, examples=False)


def test_one_fault_of_a_gate_hides_no_other():
    """What it sets is looked at also where it says too much, or not when."""
    text = "adjudge: 1\nid: a\ncriteria: [{id: q, scale: likert}]\ngates: [{cap: 400%s}]\n"
    for more in (", floor: 3", ", floor: 3, when: {criterion: q, below: 2}"):
        with pytest.raises(RubricFileInvalid) as caught:
            read_rubric(text % more)
        assert {"R015", "R027"} <= {d.code for d in caught.value.diagnostics}


def test_a_scale_that_cannot_be_read_hides_no_example_that_names_no_criterion():
    """Whichever criterion is mended, the example has to name one."""
    text = (
        "adjudge: 1\nid: a\ncriteria: [{id: q, scale: lickert}, {id: r, scale: binary}]\n"
        "examples: [{id: e, response: A, expected: 1}]\n"
    )
    with pytest.raises(RubricFileInvalid) as caught:
        read_rubric(text)
    assert {"R013", "E005"} <= {d.code for d in caught.value.diagnostics}


def test_a_list_of_faults_that_was_cut_says_so():
    """A thousand are told; that there may be more is said."""
    rows = "".join(f"  - {{id: q{at}, scale: lickert}}\n" for at in range(3000))
    with pytest.raises(RubricFileInvalid, match="1000 errors, and there it was read no"):
        read_rubric(f"adjudge: 1\nid: a\ncriteria:\n{rows}")
