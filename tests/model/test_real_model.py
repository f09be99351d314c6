"""A council with a real model: it judges badly, and everything around it must hold."""

import json
from pathlib import Path

import pytest

from adjudge.cli.main import main

RUBRIC = {
    "adjudge": 1,
    "id": "polite",
    "title": "Polite",
    "criteria": [{"id": "polite", "title": "Is it polite?", "scale": "binary"}],
}
ITEM = {
    "id": "c1",
    "conversation": [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": "Hello, how can I help you?"},
    ],
}


@pytest.fixture
def call(capsys, real):
    """Call the command line at the real server; code, output, errors."""

    def called(*args, base_url=real):
        capsys.readouterr()
        code = main([*map(str, args), "--base-url", base_url])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return called


@pytest.fixture
def judging():
    """One conversation judged by one criterion: the shortest prompt that there is."""
    Path("polite.json").write_text(json.dumps(RUBRIC))
    Path("items.jsonl").write_text(json.dumps(ITEM) + "\n")
    return (
        "judge", "items.jsonl", "-r", "polite.json", "--by", "council",
        "--reviewers", "smollm2", "--tape", "tape.jsonl", "-o", "verdicts.jsonl",
    )  # fmt: skip


def taped():
    """What the model said, as the tape has it."""
    lines = Path("tape.jsonl").read_text("utf-8").splitlines()[1:]
    return [json.loads(line)["heard"] for line in lines]


def verdicts():
    """The ledger."""
    return [json.loads(x) for x in Path("verdicts.jsonl").read_text("utf-8").splitlines()]


def test_the_schema_is_found_out_and_followed(call, judging):
    """`json_schema` is a 500 here: the schema goes beside `json_object`, and binds."""
    code, out, _ = call(*judging, "--max-tokens", 200)

    first = taped()[0]
    assert first["shaped"] == "json_object with schema"
    (only,) = verdicts()
    if first["finish"] == "stop":  # null is on the schema: "I cannot tell"
        assert set(json.loads(first["text"])) == {"form", "evaluations", "end"}
        assert only["outcome"] in ("graded", "abstained")
    assert only["value"] in (0.0, 1.0, None)
    assert code in (0, 1)
    assert "unknown" in out  # what a call costs here, nobody says: it is not 0


def test_a_reply_that_breaks_off_is_a_failed_review(call, judging):
    """Half a JSON object at the token limit is asked again, and then failed: no crash."""
    code, _, _ = call(*judging, "--max-tokens", 12)

    assert [heard["finish"] for heard in taped()] == ["length", "length"]
    assert [v["outcome"] for v in verdicts()] == ["failed"]
    assert "breaks off at the token limit" in verdicts()[0]["rationale"]
    assert code in (0, 1)


def test_a_prompt_that_is_too_long_is_refused_with_its_reason(call, judging):
    """400 for the context length comes to the user, and nothing is asked for ever."""
    long = {**ITEM, "conversation": [{"role": "user", "content": "word " * 6000}]}
    Path("items.jsonl").write_text(json.dumps(long) + "\n")

    code, _, err = call(*judging)

    assert code == 3
    assert "maximum context length" in err


def test_a_run_goes_on_from_the_tape_with_the_server_gone(call):
    """What was answered is not asked again: the second run needs no server at all."""
    sets = {"id": "q", "question": "2+2?", "responses": {"a": "4", "b": "5"}}
    Path("sets.jsonl").write_text(json.dumps(sets) + "\n")
    Path("polite.json").write_text(json.dumps(RUBRIC))
    run = (
        "council", "review", "sets.jsonl", "-r", "polite.json", "--reviewers", "smollm2",
        "--max-tokens", 200, "-o", "run", "--json",
    )  # fmt: skip

    code, first, _ = call(*run)
    before = Path("run/tape.jsonl").read_bytes()
    again, second, _ = call(*run)

    told, retold = json.loads(first), json.loads(second)
    assert (code, told["ranking"]) == (again, retold["ranking"])
    assert told["questions"] == retold["questions"]
    assert told["cost"]["total"]["cost"] is None
    assert retold["cost"]["total"]["calls"] == 0
    assert Path("run/tape.jsonl").read_bytes() == before


def test_another_models_answer_is_told_by_its_name(call, judging):
    """An unknown name is answered by the model that there is, which the tape shows."""
    there = list(judging)
    there[there.index("smollm2")] = "no-such-model"

    call(*there, "--max-tokens", 12)

    assert {heard["model"] for heard in taped()} <= {"no-such-model", "smollm2"}
