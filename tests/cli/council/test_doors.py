"""The council's doors: a gate in one command, a terminal, a keyring, whole texts."""

import os
import pty
import re
import subprocess
import sys
import types

import pytest
from councils import everything_in, flat, lines_of, reviewing, serve, write_sets

from adjudge.testing import ScriptedServer, error

OPINION = flat({"good": 8, "fair": {"clarity": 9, "*": 6}, "bad": {"accuracy": 3, "*": 9}})
NAMES = {"good": "x/x", "fair": "y/y", "bad": "z/z"}


def sets(path, count):
    """*count* questions, each with a good, a fair and a bad answer."""
    return write_sets(
        path, *((f"q{n}", {NAMES[w]: f"A {w} one." for w in NAMES}) for n in range(count))
    )


@pytest.fixture
def candidates(tmp_path):
    """A file of six questions."""
    return sets(tmp_path / "s.jsonl", 6)


def asking(server):
    """Two reviewers at *server*."""
    return ("--reviewers", "a,b", "--base-url", server.url, "-q")


@pytest.mark.parametrize(
    ("require", "code"),
    [
        (("overall>=3", "safety==pass"), 0),
        (("overall>=7",), 1),
        (("overall>=7", "--author", "x/x"), 0),
        (("overall>=3", "--quorum", "3"), 1),
        (("overal>=3",), 2),
    ],
)
def test_files_are_reviewed_and_gated_in_one_command(adjudge, candidates, require, code):
    """0 when all holds, 1 when something does not, 2 when the call is wrong."""
    flags = [
        part for one in require for part in (("--require", one) if "=" in one else (one,))
    ]
    with serve(OPINION) as server:
        done = adjudge("council", "gate", candidates, *asking(server), *flags)

    assert done.code == code, done.out + done.err


def test_a_gate_that_nobody_answers_is_not_decided(adjudge, candidates):
    """3 when the provider is down: the operator mends that, not the author."""
    with ScriptedServer(error(403, "no")) as server:
        done = adjudge(
            "council", "gate", candidates, *asking(server), "--require", "rank>=0"
        )

    assert done.code == 3
    assert "not decided, so not passed: nothing was reviewed" in done.out
    assert "the same command asks for those alone" in done.err


def test_a_gated_file_leaves_its_run(adjudge, candidates, tmp_path):
    """With -o the run is kept, and a second gate on it asks nobody."""
    with serve(OPINION) as server:
        flags = (*asking(server), "--require", "overall>=3", "-o", "run", "--json")
        first = adjudge("council", "gate", candidates, *flags)
        count = server.count
        anew = adjudge(
            "council", "gate", "run", "--require", "overall>=3", "--without", "b",
            "--quorum", "1",
        )  # fmt: skip

    assert (first.code, first.json["passed"], anew.code) == (0, True, 0)
    assert server.count == count
    assert len(lines_of(tmp_path / "run" / "verdicts.jsonl")) == 6 * 3 * (2 * 5 + 1)


def test_a_gate_says_what_it_is_about(adjudge, candidates):
    """Reviewers for a run, or files without them: refused, each with the way out."""
    with serve(OPINION) as server:
        adjudge("council", "review", candidates, *asking(server), "-o", "run")
    wanted = ("--require", "overall>=3")
    bare = adjudge("council", "gate", candidates, *wanted)
    again = adjudge("council", "gate", "run", *wanted, "--reviewers", "a")
    without = adjudge("council", "gate", candidates, *wanted, "--without", "b")

    assert (bare.code, again.code, without.code) == (2, 2, 2)
    assert "files of candidates need reviewers: --reviewers a,b,c" in bare.err
    assert "--reviewers is for files of candidates" in again.err
    assert "--without is for a RUN" in without.err


def test_whole_texts_of_many_questions(adjudge, golden, tmp_path):
    """Review, gate and compare over thirty questions, letter by letter."""
    path = sets(tmp_path / "s.jsonl", 30)

    def opinion(model, text, key):
        harsh = 4 if model == "b" and key == "clarity" and "good" in text else 0
        return OPINION(model, text, key) - harsh

    with serve(opinion) as server:
        more = ("-o", "run", "--also-holistic")
        reviewed = adjudge("council", "review", path, *asking(server), *more)
    gated = adjudge("council", "gate", "run", "--require", "overall>=5")
    compared = adjudge("council", "compare", "run")

    assert (reviewed.code, gated.code, compared.code) == (0, 1, 0)
    golden("council-review-many.txt", reviewed.out)
    golden("council-gate.txt", gated.out)
    golden("council-compare.txt", compared.out)


def test_on_a_terminal_one_line_is_written_over(candidates, tmp_path):
    """Progress goes to a terminal's standard error in place; the result stays clean."""
    ours, theirs = pty.openpty()
    with serve(OPINION) as server:
        process = subprocess.Popen(
            [sys.executable, "-m", "adjudge", "council", "review", str(candidates),
             "--reviewers", "a,b", "--base-url", server.url],
            stdout=subprocess.PIPE, stderr=theirs, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
        out, _ = process.communicate(timeout=60)
    os.close(theirs)
    shown = _read(ours)

    assert process.returncode == 0
    assert b"\x1b" not in out
    assert "\r\x1b[K" in shown
    last = shown.rstrip().rsplit("\x1b[K", 1)[1]
    assert "reviews: 12 of 12 done" in last
    assert "cost unknown" in last


def _read(terminal):
    """Everything that was written to the other end of *terminal*."""
    pieces = []
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            piece = b""
        if not piece:
            os.close(terminal)
            return b"".join(pieces).decode()
        pieces.append(piece)


CANARY = "sk-canary-9f8e7d6c5b4a"


def _keyring(monkeypatch, kept):
    """A keyring whose backend is a mapping."""

    class KeyringError(Exception):
        """What a locked keyring raises."""

    def get_password(service, name):
        if kept is None:
            raise KeyringError("locked")
        return kept.get((service, name))

    errors = types.SimpleNamespace(KeyringError=KeyringError)
    fake = types.SimpleNamespace(get_password=get_password, errors=errors)
    monkeypatch.setitem(sys.modules, "keyring", fake)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)


def test_a_key_from_the_keyring_is_sent_and_shown_nowhere(
    adjudge, candidates, tmp_path, monkeypatch
):
    """`ADJUDGE_KEYRING` looks keys up; the server gets it, and no file or text does."""
    _keyring(monkeypatch, {("adjudge", "LAB_KEY"): CANARY})
    monkeypatch.setenv("ADJUDGE_KEYRING", "1")
    sound, seen = reviewing(OPINION), []

    def script(request):
        seen.append(request.headers.get("authorization"))
        return sound(request)

    with ScriptedServer(script) as server:
        done = adjudge(
            "council", "review", candidates, "--reviewers", "lab/a,lab/b", "--endpoint",
            f"lab={server.url},LAB_KEY", "-o", "run", "-q",
        )  # fmt: skip

    assert done.code == 0, done.err
    assert all(told and told.startswith("Bearer") for told in seen)
    assert CANARY not in done.out + done.err
    assert CANARY.encode() not in everything_in(tmp_path)


def test_a_locked_keyring_is_told_with_the_way_out(adjudge, candidates, monkeypatch):
    """No traceback: unlock it, or export the variable."""
    _keyring(monkeypatch, None)
    monkeypatch.setenv("ADJUDGE_KEYRING", "1")
    done = adjudge(
        "council", "review", candidates, "--reviewers", "openai/gpt-4o,openai/o3"
    )

    assert done.code in (2, 3)
    assert "the system's keyring cannot be read" in done.err
    assert "export OPENAI_API_KEY=..." in done.err


def wide_lines(out):
    """Lines of tables: two cells or more with blanks between them."""
    return [line for line in out.splitlines() if re.search(r"\S {2,}\S", line.strip())]


def test_tables_fit_a_narrow_terminal(adjudge, tmp_path, monkeypatch):
    """At 60 columns no table is wider, and every figure is still there."""
    texts = {"openrouter/some/long-model": "good", "y/another-model": "bad"}
    many = write_sets(tmp_path / "n.jsonl", *((f"q{n}", texts) for n in range(6)))
    one = write_sets(tmp_path / "one.jsonl", ("q", texts))
    call = ("--reviewers", "reviewer-one,reviewer-two,reviewer-three", "-q")
    with serve(OPINION) as server:
        at = ("--base-url", server.url)
        wide = adjudge("council", "review", many, *call, *at, "-o", "run")
        monkeypatch.setenv("COLUMNS", "60")
        narrow = adjudge("council", "review", many, *call, *at, "-o", "run")
        single = adjudge("council", "review", one, *call, *at)
        plan = adjudge("council", "review", one, *call, *at, "--fresh", "--dry-run")
    compared = adjudge("council", "compare", "run")
    stats = adjudge("tape", "stats", "run")
    gated = adjudge("council", "gate", "run", "--require", "overall>=3")

    for done in (narrow, single, plan, compared, stats, gated):
        assert [line for line in wide_lines(done.out) if len(line) > 60] == []
    assert any(len(line) > 60 for line in wide_lines(wide.out))
    figures = re.findall(r"\d+\.\d+", wide.out.partition("\nCost")[0])
    assert [f for f in figures if f not in narrow.out] == []
