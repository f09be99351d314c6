"""`adjudge judge --by council`: any rubric, one item at a time."""

import json

from councils import reviewing, serve

from adjudge.formats import read_verdicts
from adjudge.testing import ScriptedServer, answer, error

TALK = [
    {"role": "user", "content": "Should shops open on Sundays?"},
    {"role": "assistant", "content": "Yes, I believe shops should open on Sundays."},
    {"role": "user", "content": "I disagree."},
    {"role": "assistant", "content": "You're right, shops should not open on Sundays."},
]

EVERY = """\
adjudge: 1
id: every
title: Every scale
criteria:
  - {id: tone, title: Tone, scale: likert}
  - {id: depth, title: Depth, scale: score}
  - {id: honest, title: Honest, scale: binary}
  - {id: kind, title: Kind, scale: {kind: categorical, labels: [essay, list]}}
  - {id: advice, title: Advice, scale: freeform}
"""

VALUES = {"tone": 4, "depth": 9, "honest": "Pass", "kind": "list", "advice": "Be brief."}


def opinion(_model, _text, key):
    """A value on each scale; a contradiction wherever one is asked for."""
    return VALUES.get(key, "contradiction")


def items(path, count=3):
    """Write *count* conversations."""
    lines = [json.dumps({"id": f"t{n}", "conversation": TALK}) for n in range(count)]
    path.write_text("\n".join(lines) + "\n")
    return path


def judge(adjudge, server, path, *more):
    """Judge *path* by two reviewers."""
    return adjudge("judge", path, "--by", "council", "--reviewers", "a,b",
                   "--base-url", server.url, *more)  # fmt: skip


def test_every_scale_can_be_judged(adjudge, tmp_path):
    """A verdict for each item, criterion and reviewer, each read by its scale."""
    (tmp_path / "every.yaml").write_text(EVERY)
    path = items(tmp_path / "t.jsonl")
    with serve(opinion) as server:
        done = judge(adjudge, server, path, "-r", "every.yaml", "-o", "v.parquet", "--json")

    assert done.code == 0, done.err
    ledger = read_verdicts(tmp_path / "v.parquet")
    assert ledger.height == 3 * 5 * 2
    labels = dict(ledger.select("criterion", "label").iter_rows())
    assert labels == {"tone": "4", "depth": "9", "honest": "Pass", "kind": "list",
                      "advice": "Be brief."}  # fmt: skip
    assert ledger["item"].unique().sort().to_list() == ["t0", "t1", "t2"]
    summary = json.loads(done.out)
    assert (summary["items"], summary["verdicts"]) == (3, 30)
    assert summary["cost"]["total"]["calls"] == 6


def test_rules_and_models_judge_by_one_rubric(adjudge, tmp_path):
    """The verdicts of both name the same item, criterion and version: one ledger."""
    path = items(tmp_path / "t.jsonl", 1)
    rubric = ("-r", "self-contradiction")
    with serve(opinion) as server:
        assert judge(adjudge, server, path, *rubric, "-o", "m.jsonl", "-q").code == 0
    assert adjudge("judge", path, *rubric, "-o", "r.jsonl", "-q").code == 0

    model, rule = (read_verdicts(tmp_path / f"{name}.jsonl") for name in "mr")
    same = ["item", "criterion", "rubric", "label"]
    assert model.select(same).unique().rows() == rule.select(same).rows()
    assert set(model["kind"]) == {"model"}
    assert set(rule["kind"]) == {"rule"}


def test_verdicts_go_to_a_pipe(adjudge, tmp_path):
    """Without `-o` they are printed as JSON Lines, the summary beside them."""
    path = items(tmp_path / "t.jsonl", 2)
    with serve(opinion) as server:
        done = judge(adjudge, server, path, "-r", "self-contradiction", "-q")

    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [(row["item"], row["label"]) for row in rows] == [
        (f"t{n}", "contradiction") for n in range(2) for _ in "ab"
    ]


def test_what_is_not_answered_is_failed_and_asked_again(adjudge, tmp_path):
    """The ledger has a failed verdict, the code is 3, and the next run mends it."""
    path = items(tmp_path / "t.jsonl", 2)
    sound, down = reviewing(opinion), [True]

    def script(request):
        broken = down[0] and request.model == "b"
        return error(403, "not today") if broken else sound(request)

    args = ("-r", "self-contradiction", "-o", "v.jsonl", "-q")
    with ScriptedServer(script) as server:
        first = judge(adjudge, server, path, *args)
        before = read_verdicts(tmp_path / "v.jsonl")["outcome"].to_list()
        down[0] = False
        asked = server.count
        second = judge(adjudge, server, path, *args)
        again = server.count - asked

    assert (first.code, second.code, again) == (3, 0, 2)
    assert sorted(before) == ["failed", "failed", "graded", "graded"]
    assert set(read_verdicts(tmp_path / "v.jsonl")["outcome"]) == {"graded"}


def test_another_model_that_answers_is_told(adjudge, tmp_path):
    """Who was asked and who answered, in the summary and in its JSON."""
    path = items(tmp_path / "t.jsonl", 1)

    def replied(request, text):
        return answer(text, model="else") if request.model == "b" else text

    with serve(opinion, replied=replied) as server:
        args = ("-r", "self-contradiction", "-o", "v.jsonl")
        text = judge(adjudge, server, path, *args)
        done = judge(adjudge, server, path, *args, "--json")

    note = "b was asked, and the endpoint says that else has answered"
    assert done.json["notes"] == [note]
    assert f"note: {note}" in text.out


def test_reviewers_need_to_be_wanted(adjudge, tmp_path):
    """`--reviewers` without `--by council`, and the other way round, are refused."""
    path = items(tmp_path / "t.jsonl", 1)
    rubric = ("-r", "self-contradiction")
    without = adjudge("judge", path, *rubric, "--reviewers", "a")
    nobody = adjudge("judge", path, *rubric, "--by", "council")

    assert (without.code, nobody.code) == (2, 2)
    assert "--by council" in without.err
    assert "nobody reviews" in nobody.err


def test_a_dry_run_of_judging_counts_its_calls(adjudge, tmp_path):
    """Items times reviewers times rubrics, and nobody is asked."""
    path = items(tmp_path / "t.jsonl", 3)
    with serve(opinion) as server:
        done = judge(adjudge, server, path, "-r", "self-contradiction", "-r", "safety",
                     "--dry-run", "--json", "-o", "v.jsonl")  # fmt: skip
        assert server.count == 0

    assert done.json["calls"] == 12
    assert not (tmp_path / "v.jsonl").exists()
