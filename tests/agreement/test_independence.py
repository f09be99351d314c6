"""Reviewers that go together count for fewer."""

import numpy as np
import pytest

from adjudge.agreement import effective_reviewers


def rated(values, per_question=4):
    """Answer by reviewer to ratings; NaN is no rating."""
    return [
        (f"q{row // per_question:03}", f"a{row % per_question}", f"r{at}", float(value))
        for row, line in enumerate(values)
        for at, value in enumerate(line)
        if not np.isnan(value)
    ]


def council(kind, answers=200, seed=0, *, own=False):
    """Four reviewers of one truth: each errs on its own, or as *kind* says."""
    rng = np.random.default_rng(seed)
    truth, errors = rng.normal(size=answers) * 1.5, rng.normal(size=(answers, 4))
    if kind in ("twins", "camps"):
        errors[:, 1] = errors[:, 0]
    if kind == "camps":
        errors[:, 3] = errors[:, 2]
    if kind == "common":
        errors = 0.6**0.5 * errors[:, :1] + 0.4**0.5 * rng.normal(size=(answers, 4))
    values = truth[:, None] + errors + [0.0, 1.0, -1.0, 2.0]
    if own:
        values[np.arange(answers), np.arange(answers) % 4] = np.nan
    reference = {(f"q{at // 4:03}", f"a{at % 4}"): truth[at] for at in range(answers)}
    return rated(values), reference


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize(("kind", "number"), [("each", 4), ("twins", 3), ("camps", 2)])
def test_it_is_the_number_of_voices(kind, number, own):
    """Independent ones count each; twins count once; whatever their levels or holes."""
    ratings, _ = council(kind, own=own)
    found = effective_reviewers(ratings)

    assert found.value == pytest.approx(number, abs=0.25)
    assert found.low <= found.value <= found.high
    assert (found.reviewers, found.answers, found.against) == (4, 200, False)
    alike = {(a, b): share for a, b, share in found.alike}
    assert (alike["r0", "r1"] > 0.9) is (kind != "each")
    assert alike["r0", "r2"] < 0.35


def test_those_that_say_the_same_are_one():
    """However many they are."""
    truth = np.arange(40.0) % 7
    found = effective_reviewers(rated(np.column_stack([truth + r for r in range(5)])))

    assert found.value == 1
    assert {share for _, _, share in found.alike} == {1.0}


def test_an_error_common_to_all_needs_a_reference():
    """Without one it cannot be seen; with one it is Kish's n / (1 + (n - 1) r)."""
    ratings, reference = council("common", answers=800)

    assert effective_reviewers(ratings).value == pytest.approx(4, abs=0.3)
    found = effective_reviewers(ratings, reference=reference)
    assert found.value == pytest.approx(4 / (1 + 3 * 0.6), abs=0.12)
    assert found.against
    assert found.low < 4 / 2.8 < found.high
    twins, reference = council("twins", answers=800)
    assert effective_reviewers(twins, reference=reference).value == pytest.approx(
        16 / 6, abs=0.2
    )


def test_not_enough_data_is_said():
    """Two reviewers, few answers in common, scores that never vary."""
    assert effective_reviewers([]).why.startswith("not enough data: no reviewers")
    ratings, reference = council("each")
    two = [one for one in ratings if one[2] in ("r0", "r1")]
    assert "2 reviewers with scores that vary, 3 are needed" in effective_reviewers(two).why
    assert effective_reviewers(two, reference=reference).value is not None
    apart = [one for one in ratings if (one[0] < "q001") or one[2] != "r3"]
    assert "have 4 answers in common, 5 are needed" in effective_reviewers(apart).why
    flat = [(q, a, r, 5.0) for q, a, r, _ in ratings]
    assert effective_reviewers(flat).value is None


def test_names_and_order_change_nothing():
    """Renamed reviewers, shuffled input: the same number."""
    ratings, _ = council("twins", answers=40)
    swap = dict(zip(("r0", "r1", "r2", "r3"), "zxwy", strict=True))
    other = [(q, a, swap[r], v) for q, a, r, v in ratings[::-1]]

    assert effective_reviewers(other).value == pytest.approx(
        effective_reviewers(ratings).value
    )
