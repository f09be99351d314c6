"""Judges that are named as places are."""

import pytest

from adjudge.workbench.slot_names import slot_names


@pytest.mark.parametrize(
    ("judges", "suspected"),
    [
        (("human1", "human2", "human3", "ChatGPT"), ("human1", "human2", "human3")),
        (("Rater 0", "Rater 1"), ("Rater 0", "Rater 1")),
        (("annotator_2", "annotator_1", "gold"), ("annotator_2", "annotator_1")),
        (("p0", "p1", "p2"), ()),
        (("rater7", "rater9"), ()),
        (("rater 1", "coder 1"), ()),
        (("rater1",), ()),
        (("ann", "bob"), ()),
        (("worker-17", "worker-18"), ()),
        (("gpt-4", "gpt-5"), ()),
    ],
)
def test_places_are_told_by_their_names(judges, suspected):
    """Numbered from 0 or 1 without a gap, under a word for anybody who rates."""
    assert slot_names(judges) == suspected
