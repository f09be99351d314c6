"""A rubric, a reviewer and answers, as most tests of a hearing need them."""

import importlib.util
import sys
from pathlib import Path

import pytest

from adjudge.council import Sitting
from adjudge.formats import load_rubric
from adjudge.verdict import Candidates, ItemId

_spec = importlib.util.spec_from_file_location(
    "hearings", Path(__file__).with_name("hearings.py")
)
hearings = importlib.util.module_from_spec(_spec)
sys.modules["hearings"] = hearings
_spec.loader.exec_module(hearings)


@pytest.fixture(scope="session")
def quality():
    """The bundled rubric of ADR-016."""
    return load_rubric("quality").rubric


@pytest.fixture
def seat():
    """A reviewer that is related to none of the authors."""
    return hearings.seat_named("judges/fair")


@pytest.fixture
def answers():
    """Three answers to one question."""
    return Candidates(
        id=ItemId("q1"),
        question="Is `a < b` the same as `b > a` for floats & ints?",
        responses={
            "north/one": "Yes: `a < b` and `b > a` are the same comparison.",
            "south/two": "Mostly, but NaN compares false both ways.",
            "east/three": "No.",
        },
    )


@pytest.fixture
def sitting(quality):
    """The bundled rubric, everything in one call."""
    return Sitting(rubric=quality)
