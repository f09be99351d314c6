"""What is said of a stage while it runs: nothing that is not known yet."""

import io

from adjudge.cli.council_progress import CouncilProgress
from adjudge.workbench import Progress


def line(*, seconds=10.0, **told):
    """What is shown of a stage that began *seconds* ago."""
    progress = CouncilProgress(io.StringIO(), over=False, clock=lambda: 0.0)
    stage = Progress(stage="review", **told)
    progress(stage)
    return progress.line(stage, seconds)


def test_nothing_is_told_before_anything_is_known():
    """No rate, no cost and no time left while nobody has answered."""
    assert line(total=6, in_flight=4) == "reviews: 0 of 6 done, 4 in flight"


def test_what_is_known_is_told():
    """Done, in flight, failed, from the tape, rate, cost and time left."""
    told = line(total=40, done=19, in_flight=4, lost=1, cached=2, cost=0.5)
    assert told == (
        "reviews: 20 of 40 done, 4 in flight, 1 failed, 2 from the tape, 2.0 a second, "
        "$0.5000, 0:10 left"
    )


def test_a_cost_that_is_unknown_is_called_so():
    """Also where nothing but attempts that broke off is known of it."""
    assert line(total=2, lost=1, unpriced=1).endswith("cost unknown, 0:10 left")
    assert "$0.2500 and unknown" in line(total=2, done=2, cost=0.25, unpriced=1)
