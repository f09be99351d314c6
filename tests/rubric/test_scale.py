"""The only way from a raw answer to a grade."""

import decimal
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.errors import OffScale, RubricInvalid
from adjudge.rubric import (
    Binary,
    Categorical,
    Criterion,
    Freeform,
    Grade,
    Level,
    Likert,
    Score,
)

NAMED = Likert(labels=("awful", "bad", "fair", "good", "great"))
HALVES = Score(low=0, high=1, step=0.1)
ANY = Score(low=-1, high=1, step=None)
SIZES = Categorical(labels=("small", "large"), ordered=True)
KINDS = Categorical(labels=("prose", "verse"))
JUDGED = Binary(no="Bad", yes="Good")


@pytest.mark.parametrize(
    ("scale", "raw", "label", "value"),
    [
        (Likert(), 4, "4", 4),
        (Likert(), "4", "4", 4),
        (Likert(), " 4 ", "4", 4),
        (Likert(), 4.0, "4", 4),
        (Likert(), "4.0", "4", 4),
        (Likert(), "+4", "4", 4),
        (Likert(), np.int64(4), "4", 4),
        (Likert(), np.float32(4), "4", 4),
        (Likert(low=0, high=6), 0, "0", 0),
        (NAMED, "Good", "good", 4),
        (NAMED, 4, "good", 4),
        (Score(), 10, "10", 10),
        (Score(step=0.5), 7.5, "7.5", 7.5),
        (HALVES, 0.1 + 0.2, "0.3", 0.3),
        (ANY, -0.0, "0", 0),
        (ANY, 1e-7, "0.0000001", 1e-7),
        (ANY, -0.123, "-0.123", -0.123),
        (Binary(), "Pass", "Pass", 1),
        (Binary(), "fail", "Fail", 0),
        (Binary(), True, "Pass", 1),
        (Binary(), False, "Fail", 0),
        (Binary(), "true", "Pass", 1),
        (Binary(), 1, "Pass", 1),
        (Binary(), "0", "Fail", 0),
        (Binary(), 1.0, "Pass", 1),
        (JUDGED, "GOOD", "Good", 1),
        (SIZES, "Large", "large", 2),
        (SIZES, 2, "large", 2),
        (KINDS, "verse", "verse", None),
        (Categorical(labels=("sant\u00e9", "b")), "SANTE\u0301", "sant\u00e9", None),
        (Freeform(), " as it is ", " as it is ", None),
    ],
)
def test_what_the_scale_means_is_accepted(scale, raw, label, value):
    """Numbers, their texts, labels in any case, and truth where there are two answers."""
    assert scale.read(raw) == Grade(label, value)


@pytest.mark.parametrize(
    ("scale", "raw"),
    [
        *[
            (scale, raw)
            for scale in (Likert(), NAMED, Score(), Binary(), SIZES)
            for raw in (
                "8/10",
                70,
                math.nan,
                math.inf,
                "nan",
                -50,
                "-50",
                [],
                [1],
                {},
                {"score": 1},
                None,
                "",
                " ",
                "1_0",
                "１",
                "1e0",
                b"1",
                1 + 0j,
                1.5,
                "1.5",
                "four",
                "1,0",
            )
        ],
        (Likert(), 7),
        (Likert(), 0),
        (Likert(), 4.5),
        (Likert(), True),
        (Score(), False),
        (Score(), 0.999),
        (HALVES, 0.25),
        (ANY, 1.0001),
        (Binary(), 2),
        (JUDGED, "Pass"),
        (KINDS, 1),
        (KINDS, True),
        (Freeform(), 5),
        (Freeform(), " \n"),
        (Freeform(), None),
    ],
)
def test_everything_else_is_refused(scale, raw):
    """The message names the value, the criterion and what would be right."""
    criterion = Criterion(id="c-1", key="tone", title="Tone", scale=scale)
    with pytest.raises(OffScale) as caught:
        criterion.read(raw)

    assert repr(raw)[:20] in caught.value.what
    assert "'tone'" in caught.value.what
    assert caught.value.hint == scale.wording


def test_numbers_and_truths_of_data_frames_are_what_they_are():
    """Decimals and numpy's own booleans have one meaning; a decimal that is none has none."""
    assert Likert().read(decimal.Decimal(4)) == Likert().read(4)
    assert Binary().read(np.bool_(True)) == Binary().read(True)
    assert Likert().read(np.int64(4)) == Likert().read(4)
    for raw in (decimal.Decimal("4.5"), decimal.Decimal("NaN"), decimal.Decimal("sNaN")):
        with pytest.raises(OffScale):
            Likert().read(raw)
    with pytest.raises(OffScale):
        Likert().read(np.bool_(True))


@pytest.mark.parametrize("raw", ["-0", "-0.0", -0.0, decimal.Decimal("-0")])
def test_minus_zero_is_zero(raw):
    """One point of the scale has one label and one value."""
    for scale in (Likert(low=-2, high=2), Score(low=-2, high=2), Binary()):
        grade = scale.read(raw)
        assert grade == scale.read(0)
        assert str(grade.value) == "0.0"


@pytest.mark.parametrize(
    "scale", [Likert(), Score(), ANY, Binary(), SIZES, KINDS, Freeform()]
)
@pytest.mark.parametrize(
    "raw",
    [10**400, -(10**400), 10**9999, [10**9999], "9" * 9999],
    ids=["long", "negative", "unprintable", "in a list", "digits"],
)
def test_a_number_of_any_length_is_refused_in_words(scale, raw):
    """Numbers that no float can hold, or Python would not print, are off the scale."""
    if isinstance(scale, Freeform) and isinstance(raw, str):
        return
    with pytest.raises(OffScale) as caught:
        scale.read(raw)

    assert len(caught.value.what) < 200


def test_a_huge_answer_does_not_bury_the_message():
    """Whatever a judge sends back, the message stays readable."""
    with pytest.raises(OffScale) as caught:
        Likert().read("no " * 100_000)

    assert len(caught.value.what) < 200


scales = st.one_of(
    st.builds(
        lambda low, span: Likert(low=low, high=low + span),
        st.integers(-9, 9),
        st.integers(1, 9),
    ),
    st.builds(
        lambda low, span, step: Score(low=low, high=low + span, step=step),
        st.integers(-9, 9) | st.floats(-9, 9),
        st.integers(1, 99),
        st.sampled_from([None, 1, 0.5, 0.1, 0.01]),
    ),
    st.just(Binary()),
    st.just(JUDGED),
    st.just(NAMED),
    st.just(SIZES),
    st.just(KINDS),
    st.just(Freeform()),
)


@st.composite
def grades(draw):
    """A scale and a grade on it, however that was answered."""
    scale = draw(scales)
    match scale:
        case Likert(low=low, high=high):
            raw = draw(st.integers(low, high))
        case Score(low=low, high=high, step=None):
            raw = draw(st.floats(low, high))
        case Score(low=low, high=high, step=step):
            raw = min(low + step * draw(st.integers(0, int((high - low) / step))), high)
        case Binary():
            raw = draw(st.booleans())
        case Categorical(labels=labels):
            raw = draw(st.sampled_from(labels))
        case Freeform():
            raw = draw(st.text(min_size=1).filter(str.strip))
    try:
        return scale, scale.read(raw)
    except OffScale:
        return scale, scale.read(getattr(scale, "low", 0))


@given(grades())
@settings(max_examples=300, deadline=None)
def test_a_grade_reads_back_by_label_and_by_value(case):
    """What is stored is on the scale, whichever of its two names is stored."""
    scale, grade = case

    assert scale.read(grade.label) == grade
    if grade.value is not None:
        assert scale.read(grade.value) == grade


@given(scales, st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists))
def test_reading_grades_or_refuses(scale, raw):
    """No answer makes anything but a grade on the scale or a refusal."""
    try:
        grade = scale.read(raw)
    except OffScale:
        return
    assert grade.value is None or math.isfinite(grade.value)
    assert scale.read(grade.label) == grade


@pytest.mark.parametrize(
    "make",
    [
        lambda: Likert(low=5, high=1),
        lambda: Likert(low=1, high=1),
        lambda: Likert(low=1, high=10**20),
        lambda: Likert(labels=("a", "b")),
        lambda: Likert(labels=("a", "b", "c", "d", " ")),
        lambda: Likert(labels=("a", "b", "c", "d", "A")),
        lambda: Likert(labels=("5", "4", "3", "2", "1")),
        lambda: Score(low=1, high=math.inf),
        lambda: Score(low=math.nan),
        lambda: Score(step=0),
        lambda: Score(step=-1),
        lambda: Score(step=10),
        lambda: Score(step=math.nan),
        lambda: Binary(no="same", yes="Same"),
        lambda: Binary(no="1", yes="0"),
        lambda: Binary(no="true", yes="maybe"),
        lambda: Binary(no="", yes="x"),
        lambda: Categorical(labels=("one",)),
        lambda: Categorical(labels=()),
        lambda: Categorical(labels=("a", "a ")),
        lambda: Categorical(labels=("\u00e9", "e\u0301")),
        lambda: Categorical(labels=("2", "1"), ordered=True),
    ],
)
def test_a_scale_that_contradicts_itself_is_refused(make):
    """No scale exists on which an answer could be read in two ways."""
    with pytest.raises(RubricInvalid) as caught:
        make()

    assert caught.value.hint


def test_levels_of_measurement():
    """Agreement picks its distance by these."""
    assert [s.level for s in (Likert(), Score(), Binary(), SIZES, KINDS, Freeform())] == [
        Level.ORDINAL,
        Level.INTERVAL,
        Level.ORDINAL,
        Level.ORDINAL,
        Level.NOMINAL,
        Level.NOMINAL,
    ]
