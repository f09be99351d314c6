"""`adjudge judge --jobs`, through the real command and real processes."""

import json
import os
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from adjudge.formats import read_verdicts

RUBRIC = """\
adjudge: 1
id: {id}
title: {id}
criteria:
  - id: {id}
    title: {id}
    scale: binary
    rule: {rule}
"""
HURRY = """\
import time

_seconds = time.monotonic
time.monotonic = lambda: _seconds() * 1000
"""
"""Read by Python when it starts: with this clock every batch took long."""

DETECTOR = """\
import os
from pathlib import Path

def classify(text):
    with open("pids", "a") as file:
        file.write(f"{os.getpid()}\\n")
    return ("de" if "und" in text else "en", 0.0)
"""
"""In the place of the language detector: it says which process asked it."""


@pytest.fixture
def folder(tmp_path):
    """Two rubrics, and what is told above on the way of every process."""
    (tmp_path / "german.yaml").write_text(RUBRIC.format(id="german", rule="{language: de}"))
    (tmp_path / "polite.yaml").write_text(
        RUBRIC.format(id="polite", rule="{phrase: thank}")
    )
    (tmp_path / "way").mkdir()
    (tmp_path / "way" / "py3langid.py").write_text(DETECTOR)
    (tmp_path / "way" / "sitecustomize.py").write_text(HURRY)
    return tmp_path


def _env(folder, **more) -> dict[str, str]:
    source = Path(__file__).parents[2] / "src"
    return {**os.environ, "PYTHONPATH": f"{folder / 'way'}{os.pathsep}{source}", **more}


def _command(*args) -> list[str]:
    rubrics = ("-r", "german.yaml", "-r", "polite.yaml")
    return [sys.executable, "-m", "adjudge", "judge", *args, *rubrics]


def _judge(folder, *args, **env):
    return subprocess.run(
        _command(*args), cwd=folder, env=_env(folder, **env), capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip


def _started(folder, *args, err="err"):
    """The command, reading items from a pipe; it is a process group of its own."""
    with (folder / err).open("wb") as told:
        return subprocess.Popen(
            _command("-", *args), cwd=folder, env=_env(folder, ADJUDGE_PROGRESS="always"),
            stdin=subprocess.PIPE, bufsize=0, stderr=told, start_new_session=True,
        )  # fmt: skip


def _pids(folder) -> list[int]:
    log = folder / "pids"
    lines = log.read_text().split("\n")[:-1] if log.exists() else []
    return list(dict.fromkeys(map(int, lines)))


def _lines():
    """Items without end, a broken line among them now and then, in pieces of 100 KB."""
    number = 0
    while True:
        lines = []
        while len(lines) < 100:
            number += 1
            said = ("und " if number % 3 else "and ") * 250 + "thank" * (number % 2)
            talk = [{"role": "assistant", "content": said}]
            lines.append(json.dumps({"id": str(number), "conversation": talk}))
        if number % 700 == 0:
            lines.append("{broken")
        yield "".join(f"{line}\n" for line in lines).encode()


def _feed(run, pieces, until) -> bytes:
    """What was given to *run* until *until* held, or until *run* had ended."""
    given = []
    for piece in islice(pieces, 1000):
        if until():
            break
        try:
            run.stdin.write(piece)
        except BrokenPipeError:
            break
        given.append(piece)
    return b"".join(given)


def test_verdicts_are_the_same_whoever_judges(folder):
    """Order, bytes and what is rejected; progress moves while others judge."""
    args = ("-o", "two.jsonl", "--on-error", "skip", "--jobs", "2")
    with _started(folder, *args) as run:
        given = _feed(run, _lines(), lambda: len(_pids(folder)) == 3)
        run.stdin.close()
        assert run.wait(timeout=120) == 0
    shown = (folder / "err").read_bytes().split(b"\r")
    assert len({line.partition(b",")[0] for line in shown if b"items" in line}) > 2
    (folder / "-").write_bytes(given)
    done = _judge(folder, "./-", "--from", "jsonl", "-o", "one.jsonl",
                  "--on-error", "skip", ADJUDGE_JOBS="1")  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    one, two = (
        [line.partition(b'"at":')[0] for line in (folder / name).read_bytes().split(b"\n")]
        for name in ("one.jsonl", "two.jsonl")
    )
    assert one == two
    assert read_verdicts(folder / "one.jsonl").height > 2000
    one, two = (
        [
            json.loads(line) | {"file": ""}
            for line in (folder / name).read_text().splitlines()
        ]
        for name in ("one.jsonl.rejected.jsonl", "two.jsonl.rejected.jsonl")
    )
    assert one == two != []


def test_one_job_is_this_process(folder):
    """`--jobs 1` wins over the environment, and nobody else judges."""
    pieces = _lines()
    (folder / "items.jsonl").write_bytes(b"".join(next(pieces) for _ in range(30)))
    args = ("items.jsonl", "-o", "out.csv", "--on-error", "skip", "--jobs", "1")
    assert _judge(folder, *args, ADJUDGE_JOBS="4").returncode == 0
    assert len(_pids(folder)) == 1


def test_a_small_file_starts_no_process(folder):
    """However many are allowed: they would take longer to start than to judge."""
    (folder / "way" / "sitecustomize.py").unlink()
    (folder / "items.jsonl").write_bytes(next(_lines()))
    done = _judge(folder, "items.jsonl", "-o", "out.csv", "--jobs", "8")
    assert done.returncode == 0
    assert len(_pids(folder)) == 1


def test_a_killed_process_is_told_and_nothing_is_written(folder):
    """`kill -9` of one that judges: exit code 3, a message, the old output, no others."""
    (folder / "out.jsonl").write_text("good\n")
    with _started(folder, "-o", "out.jsonl", "--on-error", "skip", "--jobs", "2") as run:
        pieces = _lines()
        _feed(run, pieces, lambda: len(_pids(folder)) == 3)
        os.kill(_pids(folder)[1], signal.SIGKILL)
        _feed(run, pieces, lambda: False)
        assert run.wait(timeout=120) == 3
    told = (folder / "err").read_text()
    assert "one of the processes that judged was ended by signal 9" in told
    assert "--jobs 1" in told
    assert "Traceback" not in told
    assert (folder / "out.jsonl").read_text() == "good\n"
    _ask_gone(folder)


@pytest.mark.parametrize("to_all", [True, False])
def test_ctrl_c_ends_all_of_them(folder, to_all):
    """From a terminal all of them hear it, from elsewhere only the first does."""
    with _started(folder, "-o", "out.jsonl", "--on-error", "skip", "--jobs", "2") as run:
        _feed(run, _lines(), lambda: len(_pids(folder)) == 3)
        (os.killpg if to_all else os.kill)(run.pid, signal.SIGINT)
        assert run.wait(timeout=120) == 130
    told = (folder / "err").read_text()
    assert "interrupted; out.jsonl was not written" in told
    assert "Traceback" not in told
    assert not list(folder.glob("*out.jsonl*"))
    _ask_gone(folder)


def _ask_gone(folder):
    for pid in _pids(folder):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_jobs_are_for_rules(folder):
    """Reviewers are asked many at once in another way; and none is no number of jobs."""
    (folder / "items.jsonl").write_bytes(next(_lines()))
    done = _judge(folder, "items.jsonl", "--by", "council", "--reviewers", "a/b", "-j", "2")
    assert done.returncode == 2
    assert "--in-flight" in done.stderr
    assert _judge(folder, "items.jsonl", "--jobs", "0").returncode == 2
    done = _judge(folder, "items.jsonl", ADJUDGE_JOBS="none")
    assert done.returncode == 2
    assert "ADJUDGE_JOBS" in done.stderr
