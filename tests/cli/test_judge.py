"""`adjudge judge`, through the real command."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from adjudge.formats import read_verdicts

RUBRIC = """\
adjudge: 1
id: polite
title: Polite
criteria:
  - id: thanks
    title: Says thank you
    scale: binary
    rule: {phrase: thank you}
"""
ENV = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}


def _item(id_: str, said: str = "Thank you!") -> str:
    talk = [{"role": "user", "content": "Q"}, {"role": "assistant", "content": said}]
    return json.dumps({"id": id_, "conversation": talk})


@pytest.fixture
def folder(tmp_path):
    """A rubric and three items."""
    (tmp_path / "polite.yaml").write_text(RUBRIC)
    lines = [_item("a"), _item("b", "No."), _item("c", "I thank you.")]
    (tmp_path / "items.jsonl").write_text("\n".join(lines) + "\n")
    return tmp_path


def _command(*args) -> list[str]:
    return [sys.executable, "-m", "adjudge", "judge", *args, "-r", "polite.yaml"]


def _judge(folder, *args, **options):
    return subprocess.run(
        _command(*args),
        cwd=folder,
        env=ENV,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,
    )


def _files(folder) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"polite.yaml", "items.jsonl"}


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
def test_judge_writes_verdicts_and_says_what_they_are(folder, kind):
    """One verdict an item, in order, and a summary."""
    done = _judge(folder, "items.jsonl", "-o", f"out.{kind}")
    assert (done.returncode, done.stderr) == (0, "")
    ledger = read_verdicts(folder / f"out.{kind}")
    assert ledger["item"].to_list() == ["a", "b", "c"]
    assert ledger["label"].to_list() == ["Pass", "Fail", "Pass"]
    assert ledger["at"].null_count() == 0
    assert "3 items judged" in done.stdout
    assert "Fail: 1, Pass: 2" in done.stdout
    assert _files(folder) == {f"out.{kind}"}


def test_the_summary_as_json_has_its_documented_shape(folder):
    """Other programs rely on it."""
    done = _judge(folder, "items.jsonl", "-o", "out.jsonl", "--json")
    summary = json.loads(done.stdout)
    assert summary.pop("seconds") >= 0
    assert summary.pop("items_per_second") >= 0
    (criterion,) = summary.pop("criteria")
    assert criterion.pop("rubric").startswith("polite@")
    assert criterion == {
        "criterion": "thanks",
        "graded": {"Pass": 2, "Fail": 1},
        "other_labels": 0,
        "abstained": 0,
        "excused": 0,
        "failed": 0,
        "first_failure": None,
    }
    assert summary == {
        "items": 3,
        "rejected": 0,
        "verdicts": 3,
        "ids_all_compared": True,
        "out": "out.jsonl",
        "rejected_list": None,
        "not_judged": [],
    }


def test_a_broken_line_stops_the_run_and_leaves_the_old_file(folder):
    """Exit code 2, with file, line, what is wrong, and how to go on."""
    (folder / "out.csv").write_text("good\n")
    with (folder / "items.jsonl").open("a") as file:
        file.write("{broken\n")
    done = _judge(folder, "items.jsonl", "-o", "out.csv")
    assert done.returncode == 2
    assert done.stderr.startswith("adjudge: items.jsonl:4: not valid JSON")
    assert "--on-error skip" in done.stderr
    assert (folder / "out.csv").read_text() == "good\n"
    assert _files(folder) == {"out.csv"}


def test_skipped_lines_are_listed_beside_the_output(folder):
    """File, line, reason and the line itself; the next clean run takes the list away."""
    good = (folder / "items.jsonl").read_text()
    (folder / "items.jsonl").write_text(good + "{broken\n" + _item("a") + "\n" + _item("d"))
    done = _judge(folder, "items.jsonl", "-o", "out.csv", "--on-error", "skip")
    assert done.returncode == 0
    assert "2 lines rejected" in done.stdout
    lines = (folder / "out.csv.rejected.jsonl").read_text().splitlines()
    first, second = map(json.loads, lines)
    assert (first["file"], first["line"], first["raw"]) == ("items.jsonl", 4, "{broken")
    assert "'a' was used before, at items.jsonl:1" in second["reason"]
    assert read_verdicts(folder / "out.csv")["item"].to_list() == ["a", "b", "c", "d"]
    (folder / "items.jsonl").write_text(good)
    assert _judge(folder, "items.jsonl", "-o", "out.csv").returncode == 0
    assert _files(folder) == {"out.csv"}


def test_without_a_file_rejected_lines_are_told(folder):
    """On standard error; or listed where the caller says."""
    with (folder / "items.jsonl").open("a") as file:
        file.write("[]\n" * 30)
    done = _judge(folder, "items.jsonl", "--on-error", "skip")
    assert done.stderr.count("rejected items.jsonl:") == 20
    assert "--rejected FILE" in done.stderr
    assert len(done.stdout.splitlines()) == 3
    done = _judge(folder, "items.jsonl", "--on-error", "skip", "--rejected", "bad.jsonl")
    assert "rejected items.jsonl:" not in done.stderr
    assert len((folder / "bad.jsonl").read_text().splitlines()) == 30


def test_items_from_a_pipe_and_verdicts_into_one(folder):
    """Without a terminal, verdicts are JSON Lines, and the summary keeps out of them."""
    done = _judge(folder, "-", input=(folder / "items.jsonl").read_text())
    assert [json.loads(line)["item"] for line in done.stdout.splitlines()] == [
        "a",
        "b",
        "c",
    ]
    assert "3 items judged" in done.stderr
    done = _judge(
        folder, "-", "-q", "--from", "csv", input="id,prompt,response\nx,Q,thank you\n"
    )
    assert json.loads(done.stdout)["label"] == "Pass"
    assert done.stderr == ""


def test_several_files_and_a_folder(folder):
    """In the order of the call; what is no file of items is named."""
    (folder / "more").mkdir()
    (folder / "more" / "x.json").write_text(f"[{_item('x')}]")
    (folder / "more" / "README.md").write_text("hello")
    done = _judge(folder, "more", "items.jsonl", "-o", "out.jsonl")
    assert read_verdicts(folder / "out.jsonl")["item"].to_list() == ["x", "a", "b", "c"]
    assert "passed over" in done.stderr
    assert "README.md" in done.stderr


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["items.jsonl", "-o", "items.jsonl"], "one of the files that are read"),
        (["items.jsonl", "-o", "./sub/../items.jsonl"], "one of the files that are read"),
        ([".", "-o", "out.jsonl"], "lies in"),
        (["items.jsonl", "--rejected", "items.jsonl"], "one of the files that are read"),
        (["items.jsonl", "-o", "out.csv", "--rejected", "./out.csv"], "would be one file"),
        (["items.jsonl", "-o", "out.xlsx"], "cannot be .xlsx"),
        (["items.jsonl", "-o", "none/out.csv"], "cannot be written"),
        (["items.jsonl", "--json"], "add -o"),
        (["items.jsonl", "-r", "polite.yaml"], "named twice"),
        (["none.jsonl"], "none.jsonl"),
        (["polite.yaml"], "--from"),
        (["items.jsonl", "-r", "no-such"], "no-such"),
        (["items.jsonl", "-r", "quality"], "people"),
    ],
)
def test_calls_that_cannot_be_meant(folder, args, says):
    """Exit code 2, one message, no traceback, and every file as it was."""
    (folder / "sub").mkdir()
    before = (folder / "items.jsonl").read_bytes()
    done = _judge(folder, *args)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert (folder / "items.jsonl").read_bytes() == before
    assert _files(folder) == {"sub"}


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
)
@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_an_interrupted_run_leaves_the_good_file(folder, number, code, kind):
    """Whatever ends it: the old output stays, nothing is left beside it, and it is said."""
    out = folder / f"out.{kind}"
    out.write_text("good\n")
    with subprocess.Popen(
        _command("-", "-o", out.name),
        cwd=folder,
        env={**ENV, "ADJUDGE_PROGRESS": "always"},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        # The first progress line comes once a batch has been judged and written.
        lines = "".join(_item(str(n), "x" * 1000) + "\n" for n in range(4000))
        run.stdin.write(lines.encode())
        run.stdin.flush()
        assert run.stderr.read(1) == b"\r"
        run.send_signal(number)
        said = run.stderr.read().decode()
        assert run.wait(timeout=30) == code
    assert f"interrupted; {out.name} is what it was before" in said
    assert "Traceback" not in said
    assert out.read_text() == "good\n"
    assert _files(folder) == {out.name}


def test_a_killed_run_leaves_the_good_file(folder):
    """Even SIGKILL: the output is replaced in one step, at the end."""
    out = folder / "out.jsonl"
    out.write_text("good\n")
    with subprocess.Popen(
        _command("-", "-o", out.name),
        cwd=folder,
        env={**ENV, "ADJUDGE_PROGRESS": "always"},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        lines = "".join(_item(str(n), "x" * 1000) + "\n" for n in range(4000))
        run.stdin.write(lines.encode())
        run.stdin.flush()
        assert run.stderr.read(1) == b"\r"
        run.kill()
    assert out.read_text() == "good\n"


def test_a_closed_pipe_is_not_an_error(folder):
    """`| head` ends the run with exit code 0 and without a word."""
    with (folder / "items.jsonl").open("w") as file:
        file.writelines(_item(str(n)) + "\n" for n in range(50_000))
    with subprocess.Popen(
        _command("items.jsonl", "-q"),
        cwd=folder,
        env=ENV,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        assert json.loads(run.stdout.readline())["item"] == "0"
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait(timeout=60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_somebody_elses_fault(folder):
    """Exit code 3, for a file as for standard output."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            _command("items.jsonl", "-q"),
            cwd=folder,
            env=ENV,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 3
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("kind", ["jsonl", "parquet", "csv"])
def test_a_file_that_cannot_grow_is_not_begun(folder, kind):
    """Exit code 3, the old output stays, and nothing is left beside it."""
    with (folder / "items.jsonl").open("w") as file:
        file.writelines(_item(str(n)) + "\n" for n in range(3000))
    out = folder / f"out.{kind}"
    out.write_text("good\n")
    command = [
        "bash",
        "-c",
        'ulimit -f 4; exec "$@"',
        "-",
        *_command("items.jsonl", "-o", out.name),
    ]
    done = subprocess.run(
        command,
        cwd=folder,
        env=ENV,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 3
    assert out.name in done.stderr
    assert "Traceback" not in done.stderr
    assert out.read_text() == "good\n"
    assert _files(folder) == {out.name}


def test_verdicts_are_the_same_however_they_are_read(folder):
    """The same items from JSON Lines and from Parquet get the same verdicts."""
    rows = [json.loads(line) for line in (folder / "items.jsonl").read_text().splitlines()]
    pl.DataFrame(rows).write_parquet(folder / "items.parquet")
    for name in ("items.jsonl", "items.parquet"):
        assert _judge(folder, name, "-o", f"{name}.out.csv").returncode == 0
    one, other = (
        read_verdicts(folder / f"{name}.out.csv").drop("at")
        for name in ("items.jsonl", "items.parquet")
    )
    assert one.equals(other)
