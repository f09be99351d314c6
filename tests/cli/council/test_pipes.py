"""Candidates that come through a pipe, of which every byte comes once only."""

import io
import os
import signal
import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest
from councils import flat, serve, write_sets

OPINION = flat({"good": 8, "fair": 6})


def many(path, count):
    """Write *count* questions with two answers each."""
    sets = ((f"q{n}", {"x/x": f"good {n}", "y/y": f"fair {n}"}) for n in range(count))
    return write_sets(path, *sets)


def review(adjudge, server, path, *more):
    """Review *path* by two models of *server*."""
    args = ("--reviewers", "a,b", "--base-url", server.url)
    return adjudge("council", "review", path, *args, *more)


@pytest.fixture
def fifo(tmp_path):
    """A named pipe into which as much is written as is read, once for each call."""
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def write(source):
        thread = threading.Thread(target=path.write_bytes, args=(source.read_bytes(),))
        thread.daemon = True
        thread.start()
        return path

    return write


@pytest.mark.parametrize("more", [(), ("-o", "run"), ("--dry-run",)])
def test_a_named_pipe_is_read_once_and_whole(adjudge, tmp_path, fifo, more):
    """Looking it through before anything is paid for leaves it as full as it was."""
    source = many(tmp_path / "s.jsonl", 30)
    with serve(OPINION) as server:
        done = review(adjudge, server, fifo(source), "--from", "jsonl", "--json", *more)
        again = review(adjudge, server, fifo(source), "--from", "jsonl", "--json", *more)
        asked = server.count

    assert (done.code, again.code) == (0, 0), done.err
    if "--dry-run" in more:
        assert done.json["questions"] == 30
    else:
        assert done.json["count"] == 30
        assert asked == 60, "the second call finds the tape of the first"


def test_a_fault_in_a_pipe_is_told_before_anybody_is_asked(adjudge, tmp_path, fifo):
    """As in a file: the line is named, and nothing is paid for."""
    source = many(tmp_path / "s.jsonl", 3)
    source.write_text(source.read_text() + "no JSON\n")
    with serve(OPINION) as server:
        path = fifo(source)
        done = review(adjudge, server, path, "--from", "jsonl")
        asked = server.count

    assert (done.code, asked) == (2, 0)
    assert f"{path}:4" in done.err


def test_standard_input_is_looked_through_as_well(adjudge, tmp_path, monkeypatch):
    """`-` is a pipe like any other."""
    whole = many(tmp_path / "s.jsonl", 3).read_bytes()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(whole)))
    with serve(OPINION) as server:
        done = review(adjudge, server, "-", "--json")

    assert (done.code, done.json["count"]) == (0, 3)


def test_a_gate_reads_a_pipe_as_often_as_it_needs(adjudge, tmp_path, fifo):
    """The authors are known before anybody is asked, and the answers are still there."""
    path = fifo(many(tmp_path / "s.jsonl", 3))
    with serve(OPINION) as server:
        done = adjudge(
            "council", "gate", path, "--from", "jsonl", "--reviewers", "a,b",
            "--base-url", server.url, "--require", "overall>=7", "--author", "x/x",
        )  # fmt: skip

    assert done.code == 0, done.err


def test_waiting_for_a_pipe_can_be_ended(tmp_path):
    """Nobody writes: SIGTERM is heard all the same."""
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    with serve(OPINION) as server:
        process = subprocess.Popen(
            [sys.executable, "-m", "adjudge", "council", "review", str(path),
             "--reviewers", "a,b", "--base-url", server.url],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
        handle = os.open(path, os.O_WRONLY)  # returns once it is opened for reading
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
        os.close(handle)

    assert process.returncode == 143
    assert "nothing has been asked" in err
