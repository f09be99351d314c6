"""Split opinions name the answer, the criterion and the two camps."""

from hypothesis import given
from hypothesis import strategies as st

from adjudge.agreement import splits

BOUNDS = {"accuracy": (1.0, 10.0), "fit": (1.0, 5.0)}


def opinions(criterion="accuracy", **values):
    """What each reviewer gave to one answer."""
    return [("q", "a", criterion, reviewer, float(v)) for reviewer, v in values.items()]


def test_two_camps_are_named():
    """Who is low, who is high, and how far apart."""
    (found,) = splits(opinions(x=3, y=4, z=9), BOUNDS)

    assert (found.low, found.high) == ((("x", 3.0), ("y", 4.0)), (("z", 9.0),))
    assert (found.question, found.author, found.criterion) == ("q", "a", "accuracy")
    assert found.apart == 5.5


def test_small_differences_are_no_split():
    """Less than a third of the scale between the camps."""
    assert splits(opinions(x=7, y=8, z=9), BOUNDS) == ()
    assert splits(opinions(x=5, y=8), BOUNDS) != ()
    assert splits(opinions(x=7), BOUNDS) == ()
    assert splits(opinions("text", x=1, y=9), BOUNDS) == ()


def test_widest_first_as_shares_of_their_scales():
    """Four of five points on a short scale are more than six of nine."""
    given_ = opinions(x=2, y=8) + opinions("fit", x=1, y=5)

    assert [s.criterion for s in splits(given_, BOUNDS)] == ["fit", "accuracy"]
    assert splits(given_, BOUNDS, apart=0.9) == splits(given_, BOUNDS)[:1]


@given(
    st.dictionaries(st.sampled_from("uvwxyz"), st.integers(1, 10), min_size=2),
    st.randoms(use_true_random=False),
)
def test_camps_part_the_reviewers(values, rng):
    """Every reviewer is in one camp, all low below all high, in any order of input."""
    given_ = opinions(**values)
    found = splits(given_, BOUNDS, apart=0)

    assert found == splits(rng.sample(given_, len(given_)), BOUNDS, apart=0)
    for split in found:
        assert dict(split.low + split.high) == values
        assert split.low[-1][1] < split.high[0][1]
    assert bool(found) is (len(set(values.values())) > 1)
