"""The line that says how far a run is."""

import io

from adjudge.cli.progress import Progress


def test_progress_tells_rate_share_and_time_left():
    """And shows nothing between two lines that would follow too closely."""
    now = [0.0]
    out = io.StringIO()
    progress = Progress(out, 1000, clock=lambda: now[0])
    progress(0, 0)
    now[0] = 0.05
    progress(10, 50)
    now[0] = 2.0
    progress(4000, 250)
    now[0] = 5000.0
    progress(5000, 500)
    progress.clear()
    assert out.getvalue().replace("\r\x1b[K", "|") == (
        "|0 items, 0 a second|4,000 items, 2,000 a second, 25%, 0:06 left"
        "|5,000 items, 1 a second, 50%, 1:23:20 left|"
    )


def test_without_a_size_nothing_is_made_up():
    """Standard input has no end that is known: no share and no time."""
    assert Progress(io.StringIO(), 0).line(10, 500, 2.0) == "10 items, 5 a second"


def test_nothing_shown_is_nothing_to_clear():
    """A quiet run writes no control sequence at all."""
    out = io.StringIO()
    Progress(out, 0).clear()
    assert out.getvalue() == ""
