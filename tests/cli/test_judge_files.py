"""`adjudge judge` and the files that it reads, and those that it must leave alone."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import polars as pl
import pytest

RUBRIC = """\
adjudge: 1
id: polite
criteria:
  - {id: thanks, scale: binary, rule: {phrase: thank you}}
examples: shown
"""
ENV = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
ITEMS = [
    {"id": id_, "prompt": "Q", "response": said}
    for id_, said in (("a", "Thank you!"), ("b", "No."))
]
REJECTION = '{"file":"x","line":1,"reason":"y","raw":"z"}\n'


@pytest.fixture
def folder(tmp_path):
    """A rubric with a folder of examples, and two items in two formats."""
    (tmp_path / "polite.yaml").write_text(RUBRIC)
    (tmp_path / "shown").mkdir()
    lines = [json.dumps(item) + "\n" for item in ITEMS]
    (tmp_path / "items.jsonl").write_text("".join(lines))
    pl.DataFrame(ITEMS).write_parquet(tmp_path / "items.parquet")
    return tmp_path


def _adjudge(folder, *args, **options):
    return subprocess.run(
        [sys.executable, "-m", "adjudge", *args, "-r", "polite.yaml"],
        cwd=folder,
        env=ENV,
        capture_output=True,
        timeout=60,
        check=False,
        **options,
    )


@pytest.mark.parametrize("command", [["judge"], ["rules", "explain", "--json"]])
def test_parquet_comes_through_a_pipe(folder, command):
    """Standard input can be any of the formats, also one that is read from its end."""
    data = (folder / "items.parquet").read_bytes()
    done = _adjudge(folder, *command, "-", "--from", "parquet", input=data)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["item"] for line in done.stdout.splitlines()] == ["a", "b"]


def test_parquet_comes_through_a_named_pipe(folder):
    """A name that ends in .parquet may be a pipe."""
    data = (folder / "items.parquet").read_bytes()
    pipe = folder / "pipe.parquet"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(data,))
    writer.start()
    done = _adjudge(folder, "judge", "pipe.parquet")
    writer.join()
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 2


def test_parquet_that_is_taken_for_lines_is_named(folder):
    """The message says what to type."""
    data = (folder / "items.parquet").read_bytes()
    done = _adjudge(folder, "judge", "-", input=data)
    assert done.returncode == 2
    assert b"--from parquet" in done.stderr


@pytest.mark.parametrize("on_error", ["stop", "skip"])
@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--rejected", "polite.yaml"], b"is a rubric"),
        (["--rejected", "./shown/../polite.yaml"], b"is a rubric"),
        (["--rejected", "shown/list.jsonl"], b"among the examples"),
        (["-o", "shown/out.jsonl"], b"among the examples"),
        (["--rejected", "notes.txt"], b"no list of rejected lines"),
    ],
)
def test_no_file_is_replaced_by_a_list_of_rejected_lines(folder, on_error, args, says):
    """Not the rubric, nothing among its examples, and no file of another kind."""
    (folder / "notes.txt").write_text("mine\n")
    out = [] if "-o" in args else ["-o", "out.jsonl"]
    done = _adjudge(folder, "judge", "items.jsonl", *out, *args, "--on-error", on_error)
    assert done.returncode == 2
    assert says in done.stderr
    assert (folder / "polite.yaml").read_text() == RUBRIC
    assert (folder / "notes.txt").read_text() == "mine\n"
    assert list((folder / "shown").iterdir()) == []
    assert not (folder / "out.jsonl").exists()


def test_a_list_of_rejected_lines_is_about_the_run_that_skipped(folder):
    """A run that stops at the first such line writes none; one that skips says none."""
    listed = folder / "bad.jsonl"
    listed.write_text(REJECTION)
    for on_error, left in (("stop", REJECTION), ("skip", "")):
        done = _adjudge(
            folder, "judge", "items.jsonl", "-o", "out.jsonl",
            "--rejected", "bad.jsonl", "--on-error", on_error,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert listed.read_text() == left
        assert (b"bad.jsonl" in done.stdout) is (on_error == "skip")


def test_a_criterion_that_rules_leave_out_is_named(folder):
    """Beside the counts, and in the summary for programs."""
    with (folder / "polite.yaml").open("w") as file:
        file.write(RUBRIC.replace("examples: shown\n", "  - {id: q, scale: likert}\n"))
    done = _adjudge(folder, "judge", "items.jsonl", "-o", "out.jsonl")
    assert b"not judged by rules, having none: q" in done.stdout
    done = _adjudge(folder, "judge", "items.jsonl", "-o", "out.jsonl", "--json")
    (left,) = json.loads(done.stdout)["not_judged"]
    assert left["criterion"] == "q"
    assert left["rubric"].startswith("polite@")


@pytest.mark.parametrize(
    ("args", "name"),
    [
        (["judge", "items.jsonl", "-o", "a.csv", "-o", "b.csv"], b"--out"),
        (["judge", "items.jsonl", "-o", "a.csv", "--out=b.csv"], b"--out"),
        (["rules", "explain", "items.jsonl", "-r", "safety"], b"--rubric"),
        (["ledger", "check", "a.csv", "--criterion", "a", "--criterion", "b"], b"--crit"),
    ],
)
def test_an_option_for_one_value_is_given_once(folder, args, name):
    """The last one does not win in silence, and nothing is written."""
    done = _adjudge(folder, *args)
    assert done.returncode == 2
    assert name in done.stderr
    assert b"given 2 times" in done.stderr
    assert not list(folder.glob("*.csv"))


def test_explain_gives_the_same_evidence_as_judge(folder):
    """For a rule that a user wrote, too: turn, start, end, text and note."""
    judged = _adjudge(folder, "judge", "items.jsonl")
    explained = _adjudge(folder, "rules", "explain", "items.jsonl", "--json")
    for one, other in zip(
        judged.stdout.splitlines(), explained.stdout.splitlines(), strict=True
    ):
        assert json.loads(one)["evidence"] == json.loads(other)["evidence"]
    (span,) = json.loads(explained.stdout.splitlines()[0])["evidence"]
    assert (span["turn"], span["start"], span["end"]) == (1, 0, 9)
