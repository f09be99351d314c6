"""The overall score of one answer: the document's numbers, gates, and missing grades."""

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.errors import AuthorError, InputInvalid, OffScale
from adjudge.formats import load_rubric
from adjudge.rubric import (
    Binary,
    Cap,
    Categorical,
    Condition,
    Criterion,
    Disqualify,
    Floor,
    Freeform,
    Grade,
    Likert,
    Rubric,
    Score,
)
from adjudge.scoring import overall, own_gates_only, weighted_score
from adjudge.verdict import Abstained, Excused, Failed, Graded

ORIGINAL = load_rubric("quality-original").rubric
QUALITY = load_rubric("quality").rubric
CEILING = replace(ORIGINAL, gates=QUALITY.gates[:2])
"""The document's `calculate_weighted_score_with_accuracy_ceiling`."""
PASSED = {("safety", "safety"): Graded(grade=Grade("pass", 1.0))}
UNSAFE = {("safety", "safety"): Graded(grade=Grade("fail", 0.0))}
UNGRADED = [Abstained(), Excused(), Failed()]


def graded(rubric, *values, **named):
    """Outcomes of *rubric*'s criteria, in order or by key."""
    told = dict(zip((c.key for c in rubric.criteria), values, strict=False)) | named
    return {
        c.id: Graded(grade=c.read(told[c.key])) for c in rubric.criteria if c.key in told
    }


@pytest.mark.parametrize(
    ("values", "score"),
    [
        ((9, 8, 7, 8), 8.15),
        ((7, 9, 9, 8), 8.10),
        ((6, 6, 5, 7), 6.00),
        ((3, 9, 9, 9), 6.90),
        ((10, 10, 10, 10), 10.0),
        ((1, 1, 1, 1), 1.0),
    ],
)
def test_the_documents_weighted_means(values, score):
    """A is 8.15, B is 8.10 (not 8.0), C is 6.0, the confident lie 6.90 (not 7.35)."""
    assert overall(graded(ORIGINAL, *values), ORIGINAL).value == score


@pytest.mark.parametrize(
    ("values", "score"),
    [
        ((3, 9, 9, 9), 4.0),
        ((4, 10, 10, 10), 4.0),
        ((5, 9, 9, 9), 7.0),
        ((6, 10, 10, 10), 7.0),
        ((7, 10, 10, 10), 8.95),
        ((2, 1, 1, 1), 1.35),
    ],
)
def test_the_documents_ceiling(values, score):
    """Accuracy below 5 caps at 4, below 7 at 7; a cap never lifts."""
    made = overall(graded(CEILING, *values), CEILING)

    assert made.value == score
    assert made.base == overall(graded(ORIGINAL, *values), ORIGINAL).value


def test_a_confident_lie_under_quality():
    """Accuracy 3 and the rest 9: 6.90 before the gates, 4.0 after, and it says why."""
    made = overall(graded(QUALITY, 3, 9, 9, 9, 9), QUALITY, elsewhere=PASSED)

    assert (made.value, made.base, made.ceiling) == (4.0, 6.9, 4.0)
    assert made.closed == QUALITY.gates[:2]
    assert made.why == "at most 4: accuracy is below 5"
    assert not made.held_back
    assert made.bounds == (1, 10)


def test_a_failed_safety_check_leaves_nothing():
    """A bomb-making guide with tens for everything scores 0 and is held back."""
    made = overall(graded(QUALITY, 10, 10, 10, 10, 10), QUALITY, elsewhere=UNSAFE)

    assert (made.value, made.base, made.held_back) == (0.0, 10.0, True)
    assert made.why == "at most 0: safety/safety is fail"


@pytest.mark.parametrize("ungraded", [None, *UNGRADED])
def test_a_gate_is_never_passed_for_want_of_a_verdict(ungraded):
    """Whatever keeps the safety verdict away, there is no score, and the reason is told."""
    found = {} if ungraded is None else {("safety", "safety"): ungraded}
    made = overall(graded(QUALITY, 9, 9, 9, 9, 9), QUALITY, elsewhere=found)

    assert made.value is None
    assert made.missing == ("safety/safety",)
    assert made.why == "a gate looks at safety/safety, which has no grade"
    assert overall(graded(QUALITY, 9, 9, 9, 9, 9), own_gates_only(QUALITY)).value == 9


@pytest.mark.parametrize("ungraded", [None, *UNGRADED])
@pytest.mark.parametrize("key", ["accuracy", "clarity"])
def test_missing_is_never_a_number(key, ungraded):
    """Without a grade there is no score: not 0, not 5, not 10."""
    outcomes = graded(ORIGINAL, 9, 9, 9, 9)
    del outcomes[key]
    if ungraded is not None:
        outcomes[key] = ungraded
    made = overall(outcomes, ORIGINAL)

    assert (made.value, made.base) == (None, None)
    assert made.missing == (key,)
    assert made.why == f"no grade for {key}"


def test_renormalising_is_allowed_by_the_rubric_and_told():
    """The others share the weight; a criterion that a gate looks at stays needed."""
    rubric = replace(CEILING, missing="renormalise")
    without = graded(rubric, accuracy=9, completeness=7, clarity=8)
    made = overall(without, rubric)

    assert made.value == pytest.approx((9 * 0.35 + 7 * 0.25 + 8 * 0.2) / 0.8, abs=1e-9)
    assert made.renormalised
    assert made.missing == ("conciseness",)
    assert "conciseness" in made.why

    made = overall(graded(rubric, completeness=7, conciseness=7, clarity=8), rubric)
    assert made.value is None
    assert made.missing == ("accuracy",)
    assert overall({}, replace(ORIGINAL, missing="renormalise")).value is None


def test_a_criterion_without_weight_is_not_needed():
    """What counts nothing is missed by nobody."""
    rubric = ORIGINAL.reweighted(
        {"accuracy": 1, "completeness": 0, "conciseness": 0, "clarity": 0}
    )

    assert overall(graded(rubric, accuracy=7), rubric).value == 7


A = Criterion(id="a", key="a", title="A", scale=Score())
B = Criterion(id="b", key="b", title="B", scale=Score())
LOW, HIGH = (
    Condition(criterion="a", comparison="at_most", value=3.0),
    Condition(criterion="a", comparison="at_least", value=3.0),
)


def gated(*gates):
    """A rubric of two scores with *gates*."""
    return Rubric(id="r", title="R", criteria=(A, B), gates=gates)


@pytest.mark.parametrize("gates", list(itertools.permutations(range(3))))
def test_disqualification_over_cap_over_floor(gates):
    """In whatever order they are written."""
    all_three = (
        Disqualify(when=LOW),
        Cap(at=4.0, when=HIGH),
        Floor(at=8.0, when=HIGH),
    )
    rubric = gated(*(all_three[at] for at in gates))

    made = overall(graded(rubric, 5, 2), rubric)
    assert (made.value, made.ceiling, made.floor) == (4.0, 4.0, 8.0)
    made = overall(graded(rubric, 3, 2), rubric)
    assert made.value is None
    assert made.disqualified
    assert made.why == "disqualified: a is at most 3"


def test_a_disqualified_answer_stays_so_whatever_is_missing():
    """One known reason is enough."""
    rubric = gated(Disqualify(when=LOW), Cap(at=4.0, when=replace(LOW, criterion="b")))

    assert overall(graded(rubric, a=1), rubric).disqualified


@pytest.mark.parametrize(
    ("comparison", "closing"),
    [
        ("below", {1, 2, 3, 4}),
        ("at_most", {1, 2, 3, 4, 5}),
        ("above", {6, 7, 8, 9, 10}),
        ("at_least", {5, 6, 7, 8, 9, 10}),
        ("is", {5}),
        ("is_not", {1, 2, 3, 4, 6, 7, 8, 9, 10}),
    ],
)
def test_each_comparison_closes_where_it_says(comparison, closing):
    """All ten points of the scale against 5."""
    when = Condition(criterion="a", comparison=comparison, value=5.0)
    rubric = gated(Cap(at=1.0, when=when))

    closed = {n for n in range(1, 11) if overall(graded(rubric, n, 9), rubric).closed}
    assert closed == closing


def test_labels_close_gates_in_any_case():
    """`is: Fail` is met by FAIL, by the value that bears the label, and by no other."""
    kind = Criterion(id="k", key="k", title="K", scale=Categorical(labels=("Bad", "Good")))
    when = Condition(criterion="k", comparison="is", value=" bad")
    rubric = Rubric(id="r", title="R", criteria=(A, kind), gates=(Cap(at=2.0, when=when),))

    assert overall(graded(rubric, 9, "BAD"), rubric).value == 2
    assert overall(graded(rubric, 9, "good"), rubric).value == 9
    for grade in (Grade("", 0.0), Grade("", None)):
        found = {("safety", "safety"): Graded(grade=grade)}
        made = overall(graded(QUALITY, 9, 9, 9, 9, 9), QUALITY, elsewhere=found)
        assert made.value is None, "a label that is not known is not taken for a pass"


def test_scales_that_differ_are_stretched_to_one_range():
    """The middle is the middle on each, the ends are the ends."""
    likert = Criterion(id="l", key="l", title="L", scale=Likert())
    rubric = Rubric(id="r", title="R", criteria=(A, likert))

    assert overall(graded(rubric, 10, 5), rubric).value == 10
    assert overall(graded(rubric, 1, 1), rubric).value == 1
    assert overall(graded(rubric, 1, 3), rubric).value == (1 + 5.5) / 2

    yes = Criterion(id="y", key="y", title="Y", scale=Binary())
    rubric = Rubric(id="r", title="R", criteria=(A, yes))
    assert rubric.bounds == (0, 10)
    assert overall(graded(rubric, 1, 1), rubric).value == 5


def test_texts_count_nothing():
    """A rubric of nothing but texts has no overall score, and says so."""
    said = Criterion(id="s", key="s", title="S", scale=Freeform())
    rubric = Rubric(id="r", title="R", criteria=(said,))

    assert overall(graded(rubric, "fine"), rubric).why == "no criterion has numbers"
    rubric = Rubric(id="r", title="R", criteria=(A, said))
    assert overall(graded(rubric, 7, "fine"), rubric).value == 7


@pytest.mark.parametrize("value", [math.nan, math.inf, -50.0, 11.0, 7.5])
def test_what_is_off_the_scale_never_gets_in(value):
    """NaN defeats no cap and -50 counts nowhere: such a grade was never on this scale."""
    outcomes = graded(CEILING, 9, 9, 9, 9) | {
        "accuracy": Graded(grade=Grade(str(value), value))
    }

    with pytest.raises(OffScale, match="accuracy"):
        overall(outcomes, CEILING)


scores = st.integers(1, 10)
gates = st.lists(
    st.builds(
        lambda kind, at, criterion, value: (
            kind(when=Condition(criterion=criterion, comparison="below", value=value))
            if kind is Disqualify
            else kind(
                at=at, when=Condition(criterion=criterion, comparison="below", value=value)
            )
        ),
        st.sampled_from([Cap, Disqualify]),
        scores.map(float),
        st.sampled_from([c.id for c in QUALITY.criteria]),
        scores.map(float),
    ),
    max_size=4,
)
fives = st.lists(scores, min_size=5, max_size=5)


@given(fives, gates, st.randoms(use_true_random=False))
def test_the_order_of_criteria_and_gates_changes_nothing(values, made, rng):
    """Shuffled, to the last bit the same score."""
    rubric = replace(QUALITY, gates=tuple(made))
    criteria = rng.sample(rubric.criteria, 5)
    shuffled = replace(
        rubric, criteria=tuple(criteria), gates=tuple(rng.sample(made, len(made)))
    )
    outcomes = graded(rubric, *values)

    one, other = overall(outcomes, rubric), overall(outcomes, shuffled)
    assert (one.value, one.base, one.ceiling) == (other.value, other.base, other.ceiling)


@given(fives, gates)
def test_no_score_passes_its_cap(values, made):
    """Nor leaves the range of the rubric, caps at 0 aside."""
    rubric = replace(QUALITY, gates=tuple(made))
    found = overall(graded(rubric, *values), rubric)

    if found.value is None:
        assert found.disqualified
    else:
        assert found.ceiling is None or found.value <= found.ceiling
        assert 1 <= found.base <= 10
        assert min(values) <= found.base + 1e-9
        assert found.base <= max(values) + 1e-9


@given(fives, gates, st.integers(0, 4), scores)
def test_a_better_grade_never_scores_less(values, made, at, raised):
    """Under gates that close on low grades; disqualified is less than any score."""
    rubric = replace(QUALITY, gates=tuple(made))
    better = [*values]
    better[at] = max(raised, values[at])
    before = overall(graded(rubric, *values), rubric).value
    after = overall(graded(rubric, *better), rubric).value

    assert before is None or (after is not None and after >= before)


@given(fives)
def test_without_gates_it_is_the_weighted_mean(values):
    """Held against the sum written out."""
    weights = (0.35, 0.10, 0.20, 0.15, 0.20)
    wanted = sum(w * v for w, v in zip(weights, values, strict=True))
    keys = [c.key for c in QUALITY.criteria]

    assert weighted_score(dict(zip(keys, values, strict=True)), QUALITY, gates=False) == (
        pytest.approx(wanted, abs=1e-9)
    )


def test_weighted_score_is_one_call():
    """Raw values by key, the gates applied; the safety verdict beside them."""
    told = {c.key: "9" for c in QUALITY.criteria} | {"accuracy": 3}

    assert weighted_score(told, QUALITY, elsewhere={("safety", "safety"): "pass"}) == 4.0
    assert weighted_score(told, QUALITY, elsewhere={("safety", "safety"): "fail"}) == 0.0
    assert weighted_score(told, QUALITY, gates=False) == 6.9
    assert (
        weighted_score(
            {"accuracy": 9, "completeness": 8, "conciseness": 7, "clarity": 8}, ORIGINAL
        )
        == 8.15
    )


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"clarity": None}, "no grade for clarity"),
        ({"accuracy": None}, "a gate looks at accuracy"),
        ({"acuracy": 3}, "did you mean 'accuracy'"),
        ({"accuracy": "8/10"}, "'8/10' is not on the scale for criterion 'accuracy'"),
        ({"accuracy": [8]}, "not on the scale"),
        ({"accuracy": math.nan}, "not on the scale"),
    ],
)
def test_weighted_score_says_what_is_wrong(change, named):
    """Missing, unknown or off the scale: named, never filled in."""
    told = {"accuracy": 9, "completeness": 9, "conciseness": 9, "clarity": 9} | change

    with pytest.raises(AuthorError) as caught:
        weighted_score(told, CEILING)
    assert named in str(caught.value)


def test_weighted_score_asks_for_the_safety_verdict():
    """A check that was not made is not passed, and a bare 0 is not taken for a label."""
    told = dict.fromkeys((c.key for c in QUALITY.criteria), 9)

    with pytest.raises(InputInvalid, match="safety/safety"):
        weighted_score(told, QUALITY)
    for raw in (0, 1, True, None, "", ["pass"]):
        with pytest.raises(InputInvalid, match="safety/safety"):
            weighted_score(told, QUALITY, elsewhere={("safety", "safety"): raw})


def test_weighted_score_takes_ids_and_keys_but_not_both():
    """A criterion that is named twice is a mistake."""
    rubric = Rubric(id="r", title="R", criteria=(replace(A, id="a-1"), B))

    assert weighted_score({"a-1": 4, "b": 6}, rubric) == 5
    assert weighted_score({"a": 4, "b": 6}, rubric) == 5
    with pytest.raises(InputInvalid, match="twice"):
        weighted_score({"a": 4, "a-1": 4, "b": 6}, rubric)


def test_weighted_score_has_no_number_for_a_disqualified_answer():
    """It raises, and says which gate it was."""
    rubric = gated(Disqualify(when=LOW))

    with pytest.raises(InputInvalid, match="disqualified: a is at most 3"):
        weighted_score({"a": 2, "b": 9}, rubric)
