"""Versions, weights, and what a change of meaning is."""

import math
from dataclasses import replace

import pytest

from adjudge.errors import WeightsInvalid
from adjudge.rubric import (
    Anchor,
    Binary,
    Cap,
    Categorical,
    Condition,
    Criterion,
    Diagnostic,
    Disqualify,
    Floor,
    Freeform,
    Likert,
    Rubric,
    Score,
    fingerprint,
)

TONE = Criterion(
    id="tone-1",
    key="tone",
    title="Tone",
    description="Is it polite?",
    scale=Score(),
    weight=0.5,
    anchors=(Anchor(text="rude", low=1, high=3, example="Go away."),),
    rule='{"phrases":["thank you"]}',
)
FACTS = Criterion(id="facts", key="facts", title="Facts", scale=Likert(), weight=0.5)
WHEN = Condition(criterion="tone-1", comparison="below", value=3.0)
RUBRIC = Rubric(
    id="mine",
    title="Mine",
    description="For letters.",
    criteria=(TONE, FACTS),
    gates=(Cap(at=4.0, when=WHEN),),
)


def toned(**change):
    """RUBRIC with a change to its first criterion."""
    return replace(RUBRIC, criteria=(replace(TONE, **change), FACTS))


def anchored(**change):
    """RUBRIC with a change to its only anchor."""
    return toned(anchors=(replace(TONE.anchors[0], **change),))


def gated(**change):
    """RUBRIC with a change to the condition of its gate."""
    return replace(RUBRIC, gates=(Cap(at=4.0, when=replace(WHEN, **change)),))


CHANGES = {
    "id": replace(RUBRIC, id="other"),
    "title": replace(RUBRIC, title="Other"),
    "description": replace(RUBRIC, description="For letters and notes."),
    "a criterion less": replace(RUBRIC, criteria=(TONE,)),
    "order of criteria": replace(RUBRIC, criteria=(FACTS, TONE)),
    "criterion id": toned(id="tone-2"),
    "criterion key": toned(key="tones"),
    "criterion title": toned(title="tone"),
    "criterion description": toned(description="Is it  polite?"),
    "scale": toned(scale=Likert(low=1, high=10)),
    "bounds": toned(scale=Score(high=11)),
    "step": toned(scale=Score(step=0.5)),
    "no step": toned(scale=Score(step=None)),
    "labels": toned(scale=Binary(no="Bad")),
    "other labels": toned(scale=Binary(yes="Bad")),
    "categories": toned(scale=Categorical(labels=("a", "b"))),
    "ordered categories": toned(scale=Categorical(labels=("a", "b"), ordered=True)),
    "other order": toned(scale=Categorical(labels=("b", "a"), ordered=True)),
    "text": toned(scale=Freeform()),
    "weight": toned(weight=0.6),
    "no weight": toned(weight=None),
    "zero weight": toned(weight=0.0),
    "no anchors": toned(anchors=()),
    "anchor": anchored(text="Rude"),
    "anchor low": anchored(low=2),
    "anchor high": anchored(high=4),
    "anchor label": anchored(low=None, high=None, label="x"),
    "anchor example": anchored(example=""),
    "no rule": toned(rule=None),
    "rule": toned(rule='{"phrases":["thanks"]}'),
    "composed rule": toned(rule='{"phrases":["é"]}'),
    "decomposed rule": toned(rule='{"phrases":["e\u0301"]}'),
    "no gate": replace(RUBRIC, gates=()),
    "gate at": replace(RUBRIC, gates=(Cap(at=5.0, when=WHEN),)),
    "floor": replace(RUBRIC, gates=(Floor(at=4.0, when=WHEN),)),
    "disqualify": replace(RUBRIC, gates=(Disqualify(when=WHEN),)),
    "condition criterion": gated(criterion="facts"),
    "condition comparison": gated(comparison="at_most"),
    "condition value": gated(value=2.0),
    "condition label": gated(value="3"),
    "condition rubric": gated(rubric="safety"),
    "missing grades": replace(RUBRIC, missing="renormalise"),
}


def test_any_change_of_meaning_is_a_new_version():
    """Each change has a fingerprint of its own, different from all others."""
    versions = {name: fingerprint(rubric) for name, rubric in CHANGES.items()}
    versions["unchanged"] = fingerprint(RUBRIC)

    assert len(set(versions.values())) == len(versions)


@pytest.mark.parametrize(
    "same",
    [
        toned(description="Is it polite?  \n"),
        toned(description="\r\nIs it polite?"),
        replace(RUBRIC, gates=(Cap(at=4, when=replace(WHEN, value=3)),)),
        anchored(low=1.0, high=3.0),
        toned(scale=Score(low=1.0, high=10.0, step=1.0)),
    ],
)
def test_layout_is_no_meaning(same):
    """Outer blanks, line ends, and 1 for 1.0 leave the version as it was."""
    assert same.version == RUBRIC.version


def test_a_key_that_came_later_changes_no_version_that_does_without_it():
    """The fingerprint was written down before `missing` was there."""
    assert replace(RUBRIC, missing="refuse").version == "mine@c78d79497e73facd"


def test_the_overall_score_runs_over_all_scales_that_count():
    """From the lowest to the highest point; what has no numbers has no say."""
    said = Criterion(id="said", key="said", title="Said", scale=Freeform())

    assert RUBRIC.bounds == (1, 10)
    assert toned(scale=Binary()).bounds == (0, 5)
    assert toned(scale=Categorical(labels=tuple("abcdefg"), ordered=True)).bounds == (1, 7)
    assert replace(RUBRIC, criteria=(said,)).bounds is None


def test_the_order_of_anchors_is_layout():
    """A rubric file has them as a table, whose keys have no order."""
    low, high = Anchor(text="bad", low=1, high=5), Anchor(text="good", low=6, high=10)

    assert toned(anchors=(low, high)).version == toned(anchors=(high, low)).version


def test_composed_and_decomposed_letters_are_one():
    """Editors differ in how they store an accent; the rubric does not."""
    composed, decomposed = toned(title="Qualit\u00e9"), toned(title="Qualite\u0301")

    assert fingerprint(composed) == fingerprint(decomposed)


def test_a_version_is_readable():
    """Name, at sign, sixteen hex digits."""
    name, _, digits = RUBRIC.version.partition("@")

    assert name == "mine"
    assert len(digits) == 16
    assert int(digits, 16)


def test_weights_of_a_rubric():
    """Stated shares, or equal ones, over what can be counted."""
    said = Criterion(id="said", key="said", title="Said", scale=Freeform())
    equal = replace(
        RUBRIC, criteria=(replace(TONE, weight=None), replace(FACTS, weight=None), said)
    )

    assert RUBRIC.weights() == {"tone-1": 0.5, "facts": 0.5}
    assert equal.weights() == {"tone-1": 0.5, "facts": 0.5}
    assert replace(RUBRIC, criteria=(said,)).weights() == {}


def test_reweighted_is_another_version():
    """Other weights, by key, and nothing else."""
    other = RUBRIC.reweighted({"tone": 0.25, "facts": 0.75})

    assert other.weights() == {"tone-1": 0.25, "facts": 0.75}
    assert other.version != RUBRIC.version
    assert other.reweighted({"tone": 0.5, "facts": 0.5}) == RUBRIC


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"tone": 0.5}, "criterion 'facts' has no weight"),
        ({"tone": 0.5, "fact": 0.5}, "no criterion 'fact'"),
        ({"tone": 0.5, "facts": 0.6}, "add up to 1.1"),
        ({"tone": -0.5, "facts": 1.5}, "weight of 'tone' is -0.5"),
        ({"tone": math.nan, "facts": 1}, "weight of 'tone' is nan"),
        ({"tone": "0.5", "facts": 0.5}, "weight of 'tone' is '0.5'"),
        ({"tone": True, "facts": 0}, "weight of 'tone' is True"),
        ({}, "criterion 'tone' has no weight"),
    ],
)
def test_unsound_weights_are_refused_with_the_reason(weights, message):
    """Sum, sign, number, unknown and missing: each has a message, and a hint."""
    with pytest.raises(WeightsInvalid) as caught:
        RUBRIC.reweighted(weights)

    assert message in caught.value.what
    assert caught.value.hint


def test_a_third_three_times_is_one():
    """The tolerance of ADR-016 is kept."""
    third = Criterion(id="x", key="x", title="X", scale=Likert())
    rubric = replace(RUBRIC, criteria=(TONE, FACTS, third))

    shares = rubric.reweighted({"tone": 0.333, "facts": 0.333, "x": 0.333}).weights()
    assert math.isclose(math.fsum(shares.values()), 1)


def test_a_criterion_is_found_by_its_id():
    """And by nothing else."""
    assert RUBRIC.criterion("tone-1") is TONE
    assert RUBRIC.criterion("tone") is None


def test_a_diagnostic_reads_as_compilers_write():
    """File, line and column first, so that editors can jump there."""
    found = Diagnostic(
        code="R011", what="a", hint="b", where="c.d", line=2, column=3, file="x"
    )

    assert str(found) == "x:2:3: error R011: a (at c.d)\n    hint: b"
    assert str(Diagnostic(code="R011", what="a", hint="b")) == "error R011: a\n    hint: b"
