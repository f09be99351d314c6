"""Requirements of a gate."""

import pytest

from adjudge.errors import UsageInvalid
from adjudge.workbench.requirement import ask_known, read_requirement

KNOWN = ("overall", "safety")
WORDS = {"safety": ("pass", "fail")}


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
        ask_known((read_requirement("overal>=7"),), KNOWN, words=WORDS)

    assert "did you mean 'overall'?" in str(caught.value)


@pytest.mark.parametrize("text", ["overall==pass", "safety==7", "safety==maybe"])
def test_what_can_never_hold_is_refused(text):
    """A word against a number, or a word that no check says, could only cost money."""
    with pytest.raises(UsageInvalid):
        ask_known((read_requirement(text),), KNOWN, words=WORDS)


def test_what_can_hold_is_taken():
    """A number for a number, a word for a word."""
    asked = tuple(map(read_requirement, ("overall>=7", "safety==pass")))

    ask_known(asked, KNOWN, words=WORDS)
