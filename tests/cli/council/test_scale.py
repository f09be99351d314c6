"""Runs with many questions: columns instead of sheets, and memory that stays."""

import hashlib
import json
import signal
import threading
import tracemalloc
from dataclasses import replace

import pytest
from councils import lines_of, reviewing, write_sets

from adjudge.cli.council_session import Stopped, stopping_at_once
from adjudge.formats import RunFolder, review_as_json
from adjudge.reports import head_as_json
from adjudge.testing import ScriptedServer
from adjudge.workbench import run_tally
from adjudge.workbench.keep_run import keep_each, open_run
from adjudge.workbench.score_run import Scoring, result_of


def mixed(model, text, key):
    """An opinion that hangs on everything, with a lie now and then."""
    return 1 + int(hashlib.sha256(f"{model}{text}{key}".encode()).hexdigest(), 16) % 10


def odd(request, text):
    """Some reviews fail, some refuse, some give one figure for everything."""
    at = int(hashlib.sha256(request.messages[-1]["content"].encode()).hexdigest(), 16) % 12
    said = {0: "no JSON at all", 1: "I can't help with that.", 2: '{"score": 7}'}
    return said.get(at, text)


@pytest.fixture
def run(adjudge, tmp_path):
    """A run over more questions than sheets are held of."""
    sets = [
        (
            f"q{n}",
            {a: f"{a} {n} {'kill' if n % 9 == 0 else ''}" for a in ("m/a", "n/b", "o/c")},
        )
        for n in range(run_tally.DRAWN + 12)
    ]
    write_sets(tmp_path / "s.jsonl", *sets)
    with ScriptedServer(reviewing(mixed, replied=odd)) as server:
        adjudge(
            "council", "review", "s.jsonl", "--reviewers", "x,y,z", "--base-url",
            server.url, "-q", "-o", "run",
        )  # fmt: skip
    return RunFolder(tmp_path / "run")


def near(found, expected):
    """Whether two plain structures agree, numbers to nine digits."""
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(
            near(found[k], v) for k, v in expected.items()
        )
    if isinstance(expected, list | tuple):
        return len(found) == len(expected) and all(map(near, found, expected))
    if isinstance(expected, float) and isinstance(found, float):
        return found == pytest.approx(expected, abs=1e-9)
    return found == expected


def test_the_fast_path_is_the_plain_one(run, monkeypatch):
    """Scores in bulk and columns come to what sheets come to, in every figure told."""
    fast = head_as_json(open_run(run))
    monkeypatch.setattr(run_tally, "DRAWN", 10_000)
    plain = head_as_json(open_run(run))

    assert fast["coverage"]["failed"] > 0
    assert fast["coverage"]["holistic"] + fast["coverage"]["abstained"] > 0
    for name in plain:
        assert near(fast[name], plain[name]), name


def test_what_is_written_as_it_comes_is_what_is_scored(run):
    """The live run's result is that of its files, and the ledger is whole."""
    live = json.loads(run.result.read_text("utf-8"))
    anew = json.loads(json.dumps(head_as_json(open_run(run))))

    assert near({k: live[k] for k in anew}, anew)
    reviews = lines_of(run.path / "reviews.jsonl")
    judged = sum(len(r["evaluations"]) * 5 for r in reviews)
    held = sum(len(r["holistic"]) for r in reviews)
    checks = len(lines_of(run.path / "checks.jsonl"))
    assert len(lines_of(run.verdicts)) == judged + held + checks


def _copies(record, count):
    """*record* about *count* questions, one in memory at a time."""
    for n in range(count):
        name = f"q{n}"
        yield replace(
            record,
            candidates=replace(record.candidates, id=name),
            reviews=tuple(replace(r, item=name) for r in record.reviews),
            checks=tuple(
                replace(c, item=f"{name}/{c.item.rpartition('/')[2]}")
                for c in record.checks
            ),
        )


def _peak(record, folder, count):
    """Bytes held at most while *count* questions are written and scored."""
    out = RunFolder(folder)
    out.claim("many")
    tracemalloc.start()
    try:
        tally = keep_each(_copies(record, count), out, None)
        rubrics = {record.rubric.version: record.rubric}
        scoring = Scoring(rubric_of=lambda _record: record.rubric)
        result = result_of(tally, out.records, scoring, facts={"rubrics": rubrics})
        assert result.count == count
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_questions(run, tmp_path):
    """A question more takes the bytes of its scores, not of what was said about it."""
    record = next(iter(run.records()))
    one = len(json.dumps(review_as_json(record.reviews[0], record.rubric, {})))
    _peak(record, tmp_path / "warm", 30)
    few, many = _peak(record, tmp_path / "few", 300), _peak(record, tmp_path / "many", 900)

    assert one > 2_000
    assert many - few < 600 * 2_500


def test_ctrl_c_in_the_final_scoring_answers_at_once(tmp_path):
    """Where nobody is asked the signal ends the work where it is, not when it is done."""
    begun = threading.Event()

    def interrupt():
        begun.wait(10)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    def score():
        with stopping_at_once():
            begun.set()
            while True:
                tmp_path.exists()

    before = signal.getsignal(signal.SIGINT)
    threading.Thread(target=interrupt).start()
    with pytest.raises(Stopped) as stop:
        score()

    assert stop.value.code == 130
    assert signal.getsignal(signal.SIGINT) is before
