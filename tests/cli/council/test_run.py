"""A run: kept, gone on with, limited, scored anew, and held against requirements."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request

import pytest
from councils import everything_in, flat, lines_of, reviewing, serve, write_sets

from adjudge.formats import read_verdicts
from adjudge.testing import ScriptedServer, answer, disconnect, error

OPINION = flat({"good": 8, "fair": 6, "bad": {"accuracy": 3, "*": 9}})


def many(path, count):
    """Write *count* questions with three answers each."""
    texts = {"x/x": "good", "y/y": "fair", "z/z": "bad"}
    return write_sets(
        path, *((f"q{n}", {a: f"{t} {n}" for a, t in texts.items()}) for n in range(count))
    )


def review(adjudge, server, path, *more):
    """Review *path* by two models of *server*."""
    args = ("--reviewers", "a,b", "--base-url", server.url)
    return adjudge("council", "review", path, *args, *more)


def test_a_run_folder_holds_everything(adjudge, tmp_path):
    """How it was held, reviews, the ledger, candidates, the result and the tape."""
    path = many(tmp_path / "s.jsonl", 30)
    with serve(OPINION) as server:
        done = review(adjudge, server, path, "-o", "run", "--json", "-q")

    run = tmp_path / "run"
    names = {p.name for p in run.iterdir() if not p.name.startswith(".")}
    assert names == {
        "run.json", "reviews.jsonl", "candidates.jsonl", "checks.jsonl",
        "verdicts.jsonl", "result.json", "tape.jsonl",
    }  # fmt: skip
    assert json.loads((run / "result.json").read_text()) == done.json
    assert len(lines_of(run / "reviews.jsonl")) == 60
    ledger = read_verdicts(run / "verdicts.jsonl")
    assert ledger.height == 30 * 3 * (2 * 5 + 1)
    assert ledger["at"].null_count() == 0
    assert done.json["count"] == 30
    order = [q["id"] for q in done.json["questions"]]
    assert order == [f"q{n}" for n in range(30)]


def test_the_candidates_of_a_run_can_be_reviewed_again(adjudge, tmp_path):
    """What a run writes of its answers is a file that a run reads."""
    path = many(tmp_path / "s.jsonl", 2)
    with serve(OPINION) as server:
        first = review(adjudge, server, path, "-o", "run", "--json", "-q")
        again = review(adjudge, server, "run/candidates.jsonl", "--json", "-q")

    assert again.json["ranking"] == first.json["ranking"]


def test_the_same_command_asks_nothing_twice(adjudge, tmp_path):
    """With a folder, and without: everything is on the tape. `--fresh` asks anew."""
    path = many(tmp_path / "s.jsonl", 5)
    with serve(OPINION) as server:
        counts = []
        for more in (("-o", "run"), ("-o", "run"), (), (), ("--fresh",), ("--no-tape",)):
            done = review(adjudge, server, path, "--json", "-q", *more)
            assert done.code == 0, done.err
            counts.append(server.count)
    assert counts == [10, 10, 20, 20, 30, 40]


def test_other_weights_ask_nothing_anew(adjudge, tmp_path, monkeypatch):
    """Weights are told to reviewers and change the score, and never the tape's key."""
    path = many(tmp_path / "s.jsonl", 2)
    with serve(OPINION) as server:
        before = review(adjudge, server, path, "--json", "-q")
        for key, weight in (("ACCURACY", "0.15"), ("CLARITY", "0.40")):
            monkeypatch.setenv(f"LLM_COUNCIL_WEIGHT_{key}", weight)
        after = review(adjudge, server, path, "-r", "quality-original", "--json", "-q")
        asked = server.count
        again = review(adjudge, server, path, "--json", "-q")
        monkeypatch.setenv("LLM_COUNCIL_WEIGHT_CLARITY", "0.5")
        wrong = review(adjudge, server, path, "-q")

    assert (asked, server.count) == (8, 8)
    scores = {s["author"]: s["figures"]["mean"] for s in after.json["ranking"]}
    assert scores["z/z"] == pytest.approx(0.15 * 3 + 0.85 * 9)
    assert again.json["rubrics"] != before.json["rubrics"]
    assert wrong.code == 2
    assert "LLM_COUNCIL_WEIGHT_*, rubric quality: the weights add up to 1.1" in wrong.err


def test_a_provider_that_goes_down_loses_nothing(adjudge, tmp_path):
    """Code 3, what there is is scored; the same command asks for the rest alone."""
    path = many(tmp_path / "s.jsonl", 10)
    sound, left = reviewing(OPINION), [8]

    def dying(request):
        left[0] -= 1
        return sound(request) if left[0] >= 0 else disconnect()

    args = ("-o", "run", "--json", "-q", "--patience", "0.05", "--in-flight", "2")
    with ScriptedServer(dying) as server:
        port = server.url
        broken = review(adjudge, server, path, *args)
        left[0] = 1000
        before = server.count
        whole = review(adjudge, server, path, *args)
        after = server.count
        assert server.url == port

    assert broken.code == 3
    assert "the same command asks for those alone" in broken.err
    assert broken.json["coverage"]["scored"] == 8
    assert whole.code == 0
    assert whole.json["coverage"]["scored"] == 20
    assert after - before == 12


def test_a_wrong_key_is_not_tried_a_thousand_times(adjudge, tmp_path):
    """No seat of that endpoint is asked any more: only what was under way is sent."""
    path = many(tmp_path / "s.jsonl", 100)
    with ScriptedServer(error(401, "Incorrect API key provided")) as server:
        done = review(adjudge, server, path, "-q", "--in-flight", "4")
        asked = server.count

    assert done.code == 3
    assert asked <= 8
    assert "401 Incorrect API key provided" in done.err


def test_no_key_is_told_before_anything_is_asked(adjudge, tmp_path):
    """The variable is named, and a line that does without a key."""
    path = many(tmp_path / "s.jsonl", 1)
    done = adjudge("council", "review", path, "--reviewers", "openai/gpt-4o")

    assert done.code == 2
    assert "set OPENAI_API_KEY" in done.err
    assert "--base-url http://localhost:11434/v1" in done.err
    assert done.out == ""


CANARY = "sk-canary-0123456789abcdef-do-not-print"


def test_a_key_appears_nowhere(adjudge, tmp_path, monkeypatch):
    """Not in the run, the tape, the output or an error that repeats it."""
    monkeypatch.setenv("LAB_KEY", CANARY)
    path = many(tmp_path / "s.jsonl", 2)
    sound = reviewing(OPINION)

    def echoing(request):
        if request.model == "b":
            return error(401, f"Incorrect API key provided: {CANARY}")
        return sound(request)

    printed = ""
    with ScriptedServer(echoing, key=CANARY) as server:
        url = f"{server.url},LAB_KEY"
        for more in (("-o", "run"), ("-o", "run", "--json"), ("--dry-run",)):
            done = adjudge("council", "review", path, "--reviewers", "a,b",
                           "--base-url", url, *more)  # fmt: skip
            printed += done.out + done.err
        assert done.code == 0
        seen = server.requests

    assert all(r.headers["authorization"] == "Bearer ***" for r in seen)
    assert "Incorrect API key" in printed
    assert CANARY not in printed
    assert CANARY.encode() not in everything_in(tmp_path)


def test_limits_end_a_run_that_can_be_gone_on_with(adjudge, tmp_path):
    """`--max-calls` and `--max-cost`: what is over them is not asked, and told."""
    path = many(tmp_path / "s.jsonl", 4)
    (tmp_path / "prices.toml").write_text(
        "[models]\na = { prompt = 10000, completion = 10000 }\n"
        "b = { prompt = 10000, completion = 10000 }\n"
    )  # fmt: skip
    prices = ("--prices", "prices.toml", "--json", "-q")
    with serve(OPINION) as server:
        few = review(adjudge, server, path, "--max-calls", "3", *prices)
        asked = server.count
        whole = review(adjudge, server, path, *prices)
        dear = review(adjudge, server, path, "--fresh", "--max-cost", "0.01", *prices)

    assert (few.code, asked) == (3, 3)
    assert "the limit of 3 calls is reached" in few.err
    assert (whole.code, whole.json["cost"]["total"]["calls"]) == (0, 5)
    assert whole.json["cost"]["total"]["cached"] == 3
    assert whole.json["cost"]["total"]["cost"] == pytest.approx(5 * 120 * 0.01)
    assert dear.code == 3
    assert "the limit of $0.01 is reached" in dear.err


def test_a_dry_run_asks_nobody_and_counts_right(adjudge, tmp_path):
    """As many calls as the run makes; what is on the tape is told apart."""
    path = many(tmp_path / "s.jsonl", 6)
    with serve(OPINION) as server:
        plan = review(adjudge, server, path, "--dry-run", "--json", "--also-holistic")
        assert server.count == 0
        review(adjudge, server, path, "-q", "--also-holistic")
        assert server.count == plan.json["calls"] == 24
        rest = review(adjudge, server, path, "--dry-run", "--json", "--also-holistic")

    assert plan.json["cost"] is None
    assert rest.json["calls"] == 0
    assert sum(line["on_tape"] for line in rest.json["lines"]) == 24
    assert not (tmp_path / "run").exists()


def test_a_fault_in_the_file_is_told_before_anybody_is_asked(adjudge, tmp_path):
    """With its line; `--on-error skip` leaves it out and tells it."""
    path = many(tmp_path / "s.jsonl", 3)
    path.write_text(path.read_text() + '{"id": "odd"}\n')
    with serve(OPINION) as server:
        stopped = review(adjudge, server, path, "-q")
        assert server.count == 0
        skipped = review(adjudge, server, path, "-q", "--on-error", "skip", "--json")

    assert stopped.code == 2
    assert "s.jsonl:4" in stopped.err
    assert skipped.code == 0
    assert "rejected" in skipped.err
    assert (skipped.json["count"], skipped.json["run"]["rejected"]) == (3, 1)


def test_a_question_may_name_its_rubric(adjudge, tmp_path):
    """Each is judged and scored by its own; a name that is not there stops all."""
    sets = [
        {"id": "q1", "question": "?", "responses": {"x/x": "good", "y/y": "bad"}},
        {"id": "q2", "question": "?", "responses": {"x/x": "good", "y/y": "bad"},
         "task": "quality-original"},
    ]  # fmt: skip
    path = write_sets(tmp_path / "s.jsonl", *sets)
    odd = write_sets(tmp_path / "odd.jsonl", *sets, {**sets[1], "id": "q3", "task": "nix"})
    with serve(OPINION) as server:
        done = review(adjudge, server, path, "--rubric-field", "task", "--json", "-q")
        before = server.count
        stopped = review(adjudge, server, odd, "--rubric-field", "task", "-q")

    by = [q["rubric"].partition("@")[0] for q in done.json["questions"]]
    assert by == ["quality", "quality-original"]
    scores = [
        {s["author"]: s["score"] for s in q["ranking"]} for q in done.json["questions"]
    ]
    assert (scores[0]["y/y"], round(scores[1]["y/y"], 2)) == (4.0, 6.9)
    assert (stopped.code, server.count) == (2, before)
    assert "item q3: task names a rubric that is not there: 'nix'" in stopped.err


def test_weights_of_the_environment_fit_the_rubrics_in_use(adjudge, tmp_path, monkeypatch):
    """One that has no such criterion keeps its own, and says so; a typing error stops."""
    sets = [
        {"id": "q1", "question": "?", "responses": {"x/x": "good", "y/y": "bad"}},
        {"id": "q2", "question": "?", "responses": {"x/x": "good", "y/y": "bad"},
         "task": "quality-original"},
    ]  # fmt: skip
    path = write_sets(tmp_path / "s.jsonl", *sets)
    monkeypatch.setenv("LLM_COUNCIL_WEIGHT_RELEVANCE", "0.1")
    monkeypatch.setenv("LLM_COUNCIL_WEIGHT_CLARITY", "0.2")
    with serve(OPINION) as server:
        by_field = review(adjudge, server, path, "--rubric-field", "task", "--json", "-q")
        alone = review(adjudge, server, path, "-r", "quality-original", "--json", "-q")
        before = server.count
        monkeypatch.setenv("LLM_COUNCIL_WEIGHT_RELEVANSE", "0.1")
        typo = review(adjudge, server, path, "-q")

    assert (by_field.code, alone.code) == (0, 0), by_field.err + alone.err
    note = "LLM_COUNCIL_WEIGHT_*: quality-original has no relevance: it keeps its own"
    assert any(told.startswith(note) for told in alone.json["notes"])
    assert (typo.code, server.count) == (2, before)
    assert "there is no criterion 'relevanse'" in typo.err


def test_another_safety_cap_asks_nothing_anew(adjudge, tmp_path):
    """What a failed check caps at is policy: reviewers are not told, nor asked again."""
    path = many(tmp_path / "s.jsonl", 2)
    with serve(OPINION) as server:
        review(adjudge, server, path, "-q")
        before = server.count
        done = review(adjudge, server, path, "-q", "--safety-cap", "3", "--json")
        prompts = [request.prompt for request in server.requests]

    assert (server.count, done.code) == (before, 0)
    assert not any("separate check" in prompt for prompt in prompts)


@pytest.mark.parametrize("cap", ["99", "-1", "nan", "0.5"])
def test_a_safety_cap_off_the_scale_is_refused_by_its_option(
    adjudge, tmp_path, monkeypatch, cap
):
    """Before anybody is asked, and for a stored run as well; the variable is named, too."""
    path = many(tmp_path / "s.jsonl", 1)
    with serve(OPINION) as server:
        assert review(adjudge, server, path, "-q", "-o", "run").code == 0
        asked = server.count
        flag = review(adjudge, server, path, "-q", "--fresh", "--safety-cap", cap)
        stored = adjudge("council", "rescore", "run", "--safety-cap", cap)
        monkeypatch.setenv("LLM_COUNCIL_SAFETY_SCORE_CAP", cap)
        named = review(adjudge, server, path, "-q", "--fresh")
        assert server.count == asked

    assert (flag.code, stored.code, named.code) == (2, 2, 2)
    for done, where in ((flag, "--safety-cap"), (stored, "--safety-cap"),
                        (named, "LLM_COUNCIL_SAFETY_SCORE_CAP")):  # fmt: skip
        assert done.err.startswith(f"adjudge: {where}: "), done.err


def test_a_run_is_not_scored_over_itself(adjudge, tmp_path):
    """It is refused as what it is, whatever the folder is called, and stays as it was."""
    path = many(tmp_path / "s.jsonl", 1)
    with serve(OPINION) as server:
        review(adjudge, server, path, "-q", "-o", "run")
    before = everything_in(tmp_path / "run")
    done = adjudge("council", "rescore", "run", "--by", "median", "-o", "../" +
                   tmp_path.name + "/run")  # fmt: skip

    assert done.code == 2
    assert "a run is not scored over itself" in done.err
    assert everything_in(tmp_path / "run") == before


def test_damaged_lines_of_a_tape_are_told(adjudge, tmp_path):
    """What they held is asked anew; the run, `tape show` and `tape stats` say so."""
    path = many(tmp_path / "s.jsonl", 3)
    tape = tmp_path / "run" / "tape.jsonl"
    with serve(OPINION) as server:
        review(adjudge, server, path, "-q", "-o", "run")
        lines = tape.read_bytes().splitlines(keepends=True)
        lines[2] = lines[2].replace(b'"heard"', b'"haerd"')
        tape.write_bytes(b"".join(lines))
        listed = adjudge("tape", "show", "run")
        stats = adjudge("tape", "stats", "run")
        asked = server.count
        again = review(adjudge, server, path, "-q", "-o", "run")
        assert server.count == asked + 1

    told = "1 line is damaged and passed over: what was answered there is asked anew"
    assert told in listed.err
    assert told in again.err
    assert again.code == 0
    assert "1 line damaged, and passed over" in stats.out


def test_a_folder_of_something_else_is_left_alone(adjudge, tmp_path):
    """Neither a folder with other files nor another run's is written to."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years")
    one, other = many(tmp_path / "s.jsonl", 1), many(tmp_path / "t.jsonl", 2)
    with serve(OPINION) as server:
        foreign = review(adjudge, server, one, "-q", "-o", "mine")
        assert review(adjudge, server, one, "-q", "-o", "run").code == 0
        taken = review(adjudge, server, other, "-q", "-o", "run")

    assert (foreign.code, taken.code) == (2, 2)
    assert "the folder holds other things" in foreign.err
    assert "a run about other questions" in taken.err
    assert [p.name for p in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


def test_a_run_is_scored_anew_without_a_model(adjudge, tmp_path):
    """Other weights come to what they would have come to live; nobody is asked."""
    path = many(tmp_path / "s.jsonl", 6)
    weights = "accuracy=0.15,clarity=0.40"
    with serve(OPINION) as server:
        review(adjudge, server, path, "-q", "-o", "run", "--json")
        live = review(adjudge, server, path, "-q", "--weights", weights, "--json")
    same = adjudge("council", "rescore", "run", "--json")
    anew = adjudge("council", "rescore", "run", "--weights", weights, "--json")
    bare = adjudge("council", "rescore", "run", "-r", "quality-original", "--json")

    result = json.loads((tmp_path / "run" / "result.json").read_text())
    assert same.json["ranking"] == result["ranking"]
    assert anew.json["ranking"] == live.json["ranking"]
    assert anew.json["ranking"] != same.json["ranking"]
    by_author = {s["author"]: s["score"] for s in bare.json["ranking"]}
    assert by_author["z/z"] == pytest.approx(0.35 * 3 + 0.65 * 9)


def test_a_reviewer_can_be_left_out(adjudge, tmp_path):
    """Its reviews count nowhere; the scored run can be kept, gated and scored again."""
    path = many(tmp_path / "s.jsonl", 6)
    with serve(lambda model, text, key: 9 if model == "b" else 4) as server:
        review(adjudge, server, path, "-q", "-o", "run")
    done = adjudge("council", "rescore", "run", "--without", "b", "-o", "less", "--json")
    gate = adjudge("council", "gate", "less", "--require", "overall==4", "--json")
    again = adjudge("council", "rescore", "less", "--json")
    nobody = adjudge("council", "rescore", "run", "--without", "a,b")
    unknown = adjudge("council", "rescore", "run", "--without", "c")

    assert {s["score"] for s in done.json["ranking"]} == {4.0}
    assert [r["reviewer"] for r in done.json["reviewers"]] == ["a"]
    assert (gate.code, gate.json["passed"]) == (0, True)
    assert again.json["ranking"] == done.json["ranking"]
    assert (nobody.code, unknown.code) == (2, 2)
    assert "known: a, b" in unknown.err


def test_a_rubric_with_other_questions_is_refused(adjudge, tmp_path):
    """A run has no grades for what was never asked."""
    path = many(tmp_path / "s.jsonl", 1)
    with serve(OPINION) as server:
        review(adjudge, server, path, "-q", "-o", "run", "-r", "quality-original")
    done = adjudge("council", "rescore", "run", "-r", "quality")

    assert done.code == 2
    assert "criterion 'relevance' was never asked in this run" in done.err


GATES = {
    "all hold": (("overall>=3", "safety==pass", "accuracy>=3"), (), 0),
    "a score is too low": (("overall>=7",), (), 1),
    "one author is meant": (("overall>=7",), ("--author", "x/x"), 0),
    "the interval counts": (("overall.low>=7.25",), ("--author", "x/x"), 0),
    "a word": (("safety!=pass",), (), 1),
    "the quorum": (("overall>=3",), ("--quorum", "3"), 1),
    "a typing error": (("overal>=3",), (), 2),
    "no comparison": (("overall",), (), 2),
    "a word for a number": (("overall==high",), (), 2),
    "a number for a word": (("safety==1",), (), 2),
    "an unknown author": (("overall>=3",), ("--author", "who"), 2),
}


@pytest.mark.parametrize(("require", "more", "code"), GATES.values(), ids=GATES)
def test_the_gate_of_a_pipeline(adjudge, tmp_path, require, more, code):
    """0 all hold, 1 something does not, 2 the call is wrong."""
    path = many(tmp_path / "s.jsonl", 6)
    with serve(OPINION) as server:
        review(adjudge, server, path, "-q", "-o", "run")
    flags = [part for one in require for part in ("--require", one)]
    done = adjudge("council", "gate", "run", *flags, *more)

    assert done.code == code, done.out + done.err


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--require", "overal>=3"), "did you mean 'overall'?"),
        (("--require", "overall=>3"), "overall is a number"),
        (("--require", "overall==high"), "overall is a number, and 'high' is none"),
        (("--require", "safety==yes"), "it is pass or fail"),
        (("--require", "overall>=3", "--author", "who"), "known: x/x, y/y, z/z"),
    ],
)
def test_a_gate_that_cannot_be_decided_asks_nobody(adjudge, tmp_path, more, why):
    """A fault in the requirements or an author is told before anything is paid for."""
    path = many(tmp_path / "s.jsonl", 2)
    with serve(OPINION) as server:
        done = adjudge("council", "gate", path, "--reviewers", "a,b",
                       "--base-url", server.url, "-q", *more)  # fmt: skip
        assert server.count == 0

    assert done.code == 2
    assert why in done.err


def test_nothing_reviewed_never_passes_the_gate(adjudge, tmp_path):
    """Code 3 where nobody answered, 1 where all abstained, 2 where nothing was asked."""
    path = many(tmp_path / "s.jsonl", 1)
    with ScriptedServer(error(403, "no")) as server:
        review(adjudge, server, path, "-q", "-o", "down")
    with ScriptedServer(answer("I can't help with that.")) as server:
        review(adjudge, server, path, "-q", "-o", "mute")
        (tmp_path / "none.jsonl").write_text("")
        empty = review(adjudge, server, "none.jsonl", "-q", "-o", "empty")
    down = adjudge("council", "gate", "down", "--require", "rank>=0")
    mute = adjudge("council", "gate", "mute", "--require", "rank>=0")
    missing = adjudge("council", "gate", "empty", "--require", "rank>=0")

    assert (down.code, mute.code, empty.code, missing.code) == (3, 1, 2, 2)
    assert "not decided, so not passed: nothing was reviewed" in mute.out


def test_the_success_metrics_are_measured_on_a_run(adjudge, tmp_path):
    """With one holistic score besides, every metric has its n; no effect is no alarm."""
    path = many(tmp_path / "s.jsonl", 12)

    def opinion(model, text, key):
        noise = (len(model + text + key) * 7 + ord(text[-1])) % 3
        return 4 + noise + (2 if "good" in text else 0)

    with serve(opinion) as server:
        review(adjudge, server, path, "-q", "-o", "run", "--also-holistic")
    done = adjudge("council", "compare", "run", "--json")
    text = adjudge("council", "compare", "run")

    names = [effect["name"] for effect in done.json["effects"]]
    assert names == ["variance", "stability", "conciseness", "position", "self-preference"]
    assert done.json["effects"][0]["n"] > 0
    assert (done.code, text.code) == (0, 0)
    assert "position" in text.out
    nothing = [e for e in done.json["effects"] if not e["found"] and e["value"] is not None]
    assert {e["says"] for e in nothing} == {"cannot be told from no effect"}
    assert "steadier" not in text.out


def _slow(path, server, *more):
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "adjudge", "council", "review", str(path), "--reviewers",
         "a,b", "--base-url", server.url, "-o", "run", "--in-flight", "4", *more],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip


def _until(holds):
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < 30
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)],
)
def test_a_run_that_is_ended_goes_on_where_it_was(adjudge, tmp_path, number, code):
    """Ctrl-C, a polite end or a rude one: nothing that was answered is asked again."""
    path = many(tmp_path / "s.jsonl", 40)
    sound = reviewing(OPINION)
    with ScriptedServer(lambda request: sound(request).after(0.05)) as server:
        process = _slow(path, server)
        _until(lambda: server.count >= 24)
        process.send_signal(number)
        out, err = process.communicate(timeout=90)
        first = server.count
        done = review(adjudge, server, path, "-o", "run", "--json", "-q")
        asked = server.count - first

    assert process.returncode == code
    assert (out, "Traceback" in err) == ("", False)
    if code > 0:
        assert "the same command goes on there" in err
    assert done.code == 0
    assert done.json["coverage"]["scored"] == 80
    # Two reviewers, four in flight at their endpoint: those alone can be asked twice.
    assert 80 - first <= asked <= 80 - first + 4 + 4


def _wait_for_an_answer(seconds):
    """As long as a server takes that answers so late."""
    with ScriptedServer(answer("late").after(seconds)) as slow:
        urllib.request.urlopen(f"{slow.url}/chat/completions", data=b"{}").read()


def test_a_run_that_stood_still_for_longer_than_it_waits_loses_nothing(tmp_path):
    """A closed laptop: what was answered meanwhile is heard, and nothing is asked twice."""
    path = many(tmp_path / "s.jsonl", 20)
    sound = reviewing(OPINION)
    with ScriptedServer(lambda request: sound(request).after(0.03)) as server:
        process = _slow(path, server, "--timeout", "0.8", "--json", "-q")
        server.wait_for(8, seconds=60)
        process.send_signal(signal.SIGSTOP)
        os.waitpid(process.pid, os.WUNTRACED)
        _wait_for_an_answer(1.2)
        process.send_signal(signal.SIGCONT)
        out, err = process.communicate(timeout=90)
        asked = server.count

    assert process.returncode == 0, err
    result = json.loads(out)
    assert result["coverage"]["scored"] == 40
    assert result["missed"] == []
    # What is in flight could time out on its own where the machine is busy.
    assert 40 <= asked <= 40 + 4
