"""Requirements of a gate."""

import pytest

from adjudge.errors import UsageInvalid
from adjudge.workbench.requirement import ask_known, read_requirement


@pytest.mark.parametrize(
    ("text", "value", "holds"),
    [
        ("overall>=7", 7.0, True),
        ("overall >= 7", 6.99, False),
        ("overall>7", 7.0, False),
        ("overall<=7", 7.0, True),
        ("overall.low<7", 6.0, True),
        ("rank=1", 1.0, True),
        ("rank!=1", 1.0, False),
        ("safety==pass", "Pass", True),
        ("safety==pass", "fail", False),
        ("safety!=fail", "pass", True),
        ("overall>=7", None, False),
        ("safety!=fail", None, False),
        ("overall>=7", "high", False),
        ("safety==pass", 1.0, False),
    ],
)
def test_what_is_required(text, value, holds):
    """The comparison is meant as it reads; what is unknown never satisfies it."""
    assert read_requirement(text).holds(value) is holds


@pytest.mark.parametrize(
    "text", ["", "overall", ">=7", "overall>=nan", "safety>=pass", "7>=x"]
)
def test_what_is_no_requirement(text):
    """A requirement that cannot be read is refused, and never taken for satisfied."""
    with pytest.raises(UsageInvalid):
        read_requirement(text)


def test_a_mistyped_measure_is_refused():
    """A gate on a measure that no result has would never say anything."""
    with pytest.raises(UsageInvalid) as caught:
        ask_known((read_requirement("overal>=7"),), ("overall", "safety"))

    assert "did you mean 'overall'?" in str(caught.value)
