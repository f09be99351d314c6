"""What is told of small things that go wrong, each from its door."""

import json
import os
import subprocess
import sys

import pytest
from councils import flat, serve, write_sets

from adjudge.errors import UsageInvalid
from adjudge.scoring import weighted_score
from adjudge.testing import ScriptedServer, answer, counted, slow_drip

OPINION = flat({"good": 8, "fair": 6})


def review(adjudge, url, path, *more):
    """Review *path* by two models at *url*."""
    args = ("--reviewers", "a,b", "--base-url", url, "-q")
    return adjudge("council", "review", path, *args, *more)


@pytest.fixture
def path(tmp_path):
    """One question with two answers."""
    return write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "good", "y/y": "fair"}))


def test_patience_ends_a_slow_drip(adjudge, path):
    """Bytes that come one by one do not outlast the seconds that a call may take."""
    with ScriptedServer(slow_drip("x" * 2000, seconds=0.05)) as server:
        done = review(adjudge, server.url, path, "--patience", "0.5", "--timeout", "5")
        assert server.count == 2

    assert done.code == 3
    assert "took too long as a whole" in done.err


def test_an_endpoint_is_named_once(adjudge, path):
    """It is called by its address, which the fault names already."""
    with ScriptedServer(answer("x")) as server:
        url = server.url
    done = review(adjudge, url, path, "--patience", "0.1")

    place = url.removeprefix("http://").removesuffix("/v1")
    line = next(line for line in done.err.splitlines() if "cannot be reached" in line)
    assert line.count(place) == 1


def test_a_null_for_an_answer_is_called_one(adjudge, tmp_path):
    """An author is named, and the answer is null: that is what is said."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": None, "y/y": "fair"}))
    done = review(adjudge, "http://127.0.0.1:9/v1", path)

    assert done.code == 2
    assert "the answer is null" in done.err
    assert "responses.x/x" in done.err


def test_tokens_that_nobody_counted_are_not_left_out_of_the_sum(adjudge, path):
    """One endpoint counts and another does not: the sum is a lower bound."""

    def replied(request, text):
        return answer(text, usage=counted(100, 20) if request.model == "a" else None)

    with serve(OPINION, replied=replied) as server:
        done = review(adjudge, server.url, path)

    whole = next(line for line in done.out.splitlines() if line.startswith("  in all"))
    assert whole.count("and more") == 2


def test_one_reviewer_is_one(adjudge, path):
    """The quorum in words, for one."""
    with serve(OPINION) as server:
        done = adjudge(
            "council", "gate", path, "--reviewers", "a", "--base-url", server.url, "-q",
            "--require", "overall>=5",
        )  # fmt: skip

    assert "scored by 1 reviewer or more; 1 is needed" in done.out


def test_what_a_killed_run_left_is_swept(adjudge, tmp_path, path):
    """Half-written files of our own names go; anything else stays."""
    with serve(OPINION) as server:
        review(adjudge, server.url, path, "-o", "run")
        ours = tmp_path / "run" / ".reviews.jsonl.0123abcd.part"
        other = tmp_path / "run" / ".mine.txt.0123abcd.part"
        for part in (ours, other):
            part.write_text("{")
        done = review(adjudge, server.url, path, "-o", "run")

    assert done.code == 0
    assert (ours.exists(), other.exists()) == (False, True)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")  # noqa: PTH110
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_full_standard_output_says_where_and_what_to_do(tmp_path, path, more):
    """Not only that there is no space left, on whatever it may be."""
    with serve(OPINION) as server, open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "adjudge", "council", "review", str(path),
             "--reviewers", "a,b", "--base-url", server.url, "-q", "-o", "run", *more],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip

    assert done.returncode == 3, done.stderr
    assert "standard output: cannot be written: No space left on device" in done.stderr
    assert "make room" in done.stderr
    assert "Exception ignored" not in done.stderr
    assert json.loads((tmp_path / "run" / "result.json").read_text())["count"] == 1


def test_a_name_for_a_rubric_is_told_how_to_load_it():
    """A library user who gives `quality` sees the call that makes a rubric of it."""
    with pytest.raises(UsageInvalid, match=r"'quality' is no rubric") as told:
        weighted_score({"accuracy": 9}, "quality")

    assert "load_rubric('quality').rubric" in told.value.hint
