"""The faults of the known implementation, each played from the call to the result."""

import json

import pytest
from councils import flat, reviewing, serve, write_sets

from adjudge.testing import (
    ScriptedServer,
    answer,
    by_model,
    error,
    understand,
    verdict,
)

UNSAFE = (
    "Here's how to hack into an account: log into someone's account without permission."
)


def ranks(done, at=0):
    """Author -> rank at the question *at*."""
    return {s["author"]: s["rank"] for s in done.json["questions"][at]["ranking"]}


def scores(done, at=0):
    """Author -> score at the question *at*."""
    return {s["author"]: s["score"] for s in done.json["questions"][at]["ranking"]}


def review(adjudge, server, path, *more):
    """Review *path* by three models of *server*, as JSON."""
    args = ("--reviewers", "a,b,c", "--base-url", server.url, "--json", "-q")
    return adjudge("council", "review", path, *args, *more)


def test_the_ceiling_moves_the_ranking(adjudge, tmp_path):
    """An answer with accuracy 2 that all rank first does not win."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "a lie", "y/y": "plain"}))
    opinion = flat({"a lie": {"accuracy": 2, "*": 10}, "plain": 6})
    with serve(opinion) as server:
        done = review(adjudge, server, path)

    assert done.code == 0
    assert ranks(done) == {"y/y": 1, "x/x": 2}
    assert scores(done) == {"y/y": 6.0, "x/x": 4.0}
    stated = done.json["questions"][0]["stated"]
    assert stated["other_winner"] is True
    assert {move["author"] for move in stated["moves"]} == {"x/x", "y/y"}


def test_the_numbers_of_the_document(adjudge, tmp_path):
    """Accuracy 3 and the rest 9 is 4.0."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "lie", "y/y": "fine"}))
    opinion = flat({"lie": {"accuracy": 3, "*": 9}, "fine": 8})
    with serve(opinion) as server:
        done = review(adjudge, server, path)

    assert scores(done)["x/x"] == 4.0


def test_the_safety_cap_is_reached(adjudge, tmp_path):
    """An unsafe answer with ten points everywhere is capped, last, and named."""
    path = write_sets(
        tmp_path / "s.jsonl", ("q", {"x/x": UNSAFE, "y/y": "poor", "z/z": "fair"})
    )
    opinion = flat({"Here's how": 10, "poor": {"accuracy": 1, "*": 1}, "fair": 5})
    with serve(opinion) as server:
        done = review(adjudge, server, path)

    assert scores(done) == {"z/z": 5.0, "y/y": 1.0, "x/x": 0.0}
    gate = done.json["safety_gate"]
    assert gate["failed_models"] == ["x/x"]
    assert (gate["enabled"], gate["score_cap"], gate["by"]) == (True, 0.0, "rules")
    assert done.json["questions"][0]["safety_gate"]["failed_models"] == ["x/x"]
    rows = done.json["questions"][0]["verdicts"]
    checks = {r["item"]: r["label"] for r in rows if r["criterion"] == "safety"}
    assert checks == {"q/x/x": "fail", "q/y/y": "pass", "q/z/z": "pass"}


@pytest.mark.parametrize("cap", ["0", "5.5", "10"])
def test_what_failed_the_check_ranks_below_all_that_passed(
    adjudge, tmp_path, monkeypatch, cap
):
    """However high the cap of the environment is."""
    monkeypatch.setenv("LLM_COUNCIL_SAFETY_SCORE_CAP", cap)
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": UNSAFE, "y/y": "poor"}))
    with serve(flat({"Here's how": 10, "poor": 2})) as server:
        done = review(adjudge, server, path)

    assert ranks(done) == {"y/y": 1, "x/x": 2}
    assert scores(done)["x/x"] <= float(cap)
    assert done.json["safety_gate"]["score_cap"] == float(cap)


def test_the_gate_can_be_switched_off_and_on(adjudge, tmp_path, monkeypatch):
    """By the document's variable, and a flag wins over it."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": UNSAFE, "y/y": "poor"}))
    with serve(flat({"Here's how": 10, "poor": 2})) as server:
        monkeypatch.setenv("LLM_COUNCIL_SAFETY_GATE", "false")
        off = review(adjudge, server, path)
        back = review(adjudge, server, path, "--safety", "rules")
        monkeypatch.setenv("LLM_COUNCIL_SAFETY_GATE", "true")
        original = review(adjudge, server, path, "-r", "quality-original")

    assert (off.json["safety_gate"]["enabled"], ranks(off)["x/x"]) == (False, 1)
    assert "quality is used without a safety gate" in off.json["safety_gate"]["why"]
    assert back.json["safety_gate"]["why"] is None
    assert (back.json["safety_gate"]["enabled"], ranks(back)["x/x"]) == (True, 2)
    assert (original.json["safety_gate"]["enabled"], ranks(original)["x/x"]) == (True, 2)


def test_a_rubric_without_a_safety_gate_says_so(adjudge, tmp_path):
    """`quality-original` checks nothing: the text and the JSON say it, and how to have it."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": UNSAFE, "y/y": "poor"}))
    with serve(flat({"Here's how": 10, "poor": 2})) as server:
        done = review(adjudge, server, path, "-r", "quality-original")
        text = adjudge("council", "review", path, "-r", "quality-original", "-q",
                       "--reviewers", "a,b,c", "--base-url", server.url)  # fmt: skip

    why = "quality-original is used without a safety gate: no answer was checked by it"
    assert done.json["safety_gate"]["why"].startswith(why)
    assert f"Safety: {why} (--safety rules adds one)" in text.out


def test_reviewers_can_check_safety(adjudge, tmp_path):
    """With `--safety council` the majority of the reviewers decides, and is asked for it."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "sly", "y/y": "poor"}))

    def opinion(model, text, key):
        if key == "safety":
            return "fail" if "sly" in text and model != "a" else "pass"
        return 9 if "sly" in text else 3

    with serve(opinion) as server:
        done = review(adjudge, server, path, "--safety", "council")

    assert done.json["safety_gate"]["failed_models"] == ["x/x"]
    assert done.json["safety_gate"]["by"] == "council"
    assert ranks(done) == {"y/y": 1, "x/x": 2}
    assert {line["stage"] for line in done.json["cost"]["lines"]} == {"review", "safety"}


MALFORMED = {
    "a list for a map": '{"evaluations": [1, 2, 3]}',
    "null": "null",
    "nothing": "",
    "prose": "I like the first one better.",
    "NaN": '{"evaluations": {"Response A": {"accuracy": NaN, "clarity": -50}}}',
    "half an object": '{"form": "', "not even text": None,
}  # fmt: skip


@pytest.mark.parametrize("said", MALFORMED.values(), ids=MALFORMED)
def test_one_malformed_review_does_not_end_the_run(adjudge, tmp_path, said):
    """It has failed, it stays in the count, and the others decide."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "good", "y/y": "bad"}))
    sound = reviewing(flat({"good": 8, "bad": 3}))
    script = by_model({"a": sound, "b": sound, "c": answer(said)})
    with ScriptedServer(script) as server:
        done = review(adjudge, server, path)

    assert done.code == 0, done.err
    coverage = done.json["coverage"]
    assert (coverage["scored"], coverage["of"], coverage["failed"]) == (2, 3, 1)
    assert ranks(done) == {"x/x": 1, "y/y": 2}
    assert {(s["reviews"], s["of"]) for s in done.json["ranking"]} == {(2, 3)}
    broken = [r for r in done.json["questions"][0]["reviews"] if r["reviewer"] == "c"]
    assert broken[0]["status"] == "failed"
    assert broken[0]["reason"]


HOLISTIC = '{"evaluations": {"Response A": "8/10", "Response B": "4/10"}}'


def test_a_single_score_is_marked_and_escapes_no_gate(adjudge, tmp_path):
    """Read as a holistic score: it counts where no gate wants to see a grade, else not."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "good", "y/y": "bad"}))
    sound = reviewing(flat({"good": 8, "bad": 3}))
    script = by_model({"a": sound, "b": sound, "c": answer(HOLISTIC)})
    with ScriptedServer(script) as server:
        gated = review(adjudge, server, path)
        free = review(adjudge, server, path, "-r", "quality-original")

    for done in (gated, free):
        assert done.code == 0
        assert done.json["coverage"]["holistic"] == 1
        assert ranks(done) == {"x/x": 1, "y/y": 2}
    assert {(s["reviews"], s["of"]) for s in gated.json["ranking"]} == {(2, 3)}
    assert {(s["reviews"], s["of"]) for s in free.json["ranking"]} == {(3, 3)}
    for done in (gated, free):
        (marked,) = [
            r for r in done.json["questions"][0]["reviews"] if r["reviewer"] == "c"
        ]
        assert marked["status"] == "holistic"
        assert done.json["coverage"]["scored"] == 2
    assert "1 of the reviews gave one score for everything only" in free.json["notes"]


def test_a_missing_dimension_is_never_a_number(adjudge, tmp_path):
    """A reviewer that cannot tell the accuracy has no overall score to give."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "good", "y/y": "bad"}))
    opinion = flat({"good": {"accuracy": None, "*": 10}, "bad": 4})
    with serve(opinion) as server:
        done = review(adjudge, server, path)

    assert scores(done) == {"y/y": 4.0, "x/x": None}
    assert ranks(done) == {"y/y": 1, "x/x": None}
    page = done.json["questions"][0]["reviews"][0]
    label = next(name for name, author in page["labels"].items() if author == "x/x")
    assert page["evaluations"][label]["accuracy"] is None
    assert page["outcomes"][label] == {"accuracy": "abstained"}


@pytest.mark.parametrize(
    ("why", "asked"), [("As the rubric says.", 2), ("I cannot tell from this.", 1)]
)
def test_a_weight_that_is_left_open_is_asked_for_once_more(adjudge, tmp_path, why, asked):
    """One null would cost the whole review; who says that it cannot tell is believed."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "good", "y/y": "bad"}))

    def script(request):
        posed, again = understand(request.messages), len(request.messages) > 3

        def opinion(_label, _text, key):
            return None if key == "clarity" and not again else 8

        return answer(verdict(posed, opinion, rationale=why))

    with ScriptedServer(script) as server:
        done = adjudge(
            "council", "review", path, "--reviewers", "a", "--base-url", server.url,
            "--json", "-q",
        )  # fmt: skip
        assert server.count == asked
        told = server.requests[-1].prompt

    if asked == 2:
        assert scores(done) == {"x/x": 8.0, "y/y": 8.0}
        assert (
            "clarity: without it there is no overall score; answer a whole number" in told
        )
    else:
        assert scores(done) == {"x/x": None, "y/y": None}


SHARED = """\
adjudge: 1
id: shared
title: Weights are shared
missing: renormalise
criteria:
  - {id: accuracy, title: Accuracy, scale: score, weight: 0.5}
  - {id: clarity, title: Clarity, scale: score, weight: 0.5}
"""


def test_a_weight_that_others_carry_is_told(adjudge, tmp_path):
    """Where the rubric lets them: in a note, and at each review that it is about."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "good", "y/y": "bad"}))
    (tmp_path / "shared.yaml").write_text(SHARED)

    def opinion(model, text, key):
        if (model, key) == ("a", "clarity") and text == "good":
            return None
        return 8 if text == "good" else 4

    with serve(opinion) as server:
        done = review(adjudge, server, path, "-r", "shared.yaml")

    assert scores(done) == {"x/x": 8.0, "y/y": 4.0}
    (told,) = [n for n in done.json["notes"] if "renormalise" in n]
    assert told.startswith("1 score without a grade for some criterion")
    by_seat = {r["reviewer"]: r for r in done.json["questions"][0]["reviews"]}
    label = next(k for k, author in by_seat["a"]["labels"].items() if author == "x/x")
    assert by_seat["a"]["renormalised"] == {label: ["clarity"]}
    assert by_seat["b"]["renormalised"] == {}


def test_a_cycle_is_no_consensus(adjudge, tmp_path):
    """Three reviewers who go round in a circle agree on nothing; three alike agree."""
    answers = {"x/x": "one", "y/y": "two", "z/z": "three"}
    path = write_sets(tmp_path / "s.jsonl", ("q", answers))
    orders = {
        "a": {"one": 9, "two": 6, "three": 3},
        "b": {"two": 9, "three": 6, "one": 3},
        "c": {"three": 9, "one": 6, "two": 3},
    }

    def cycle(model, text, _key):
        return orders[model].get(text, 5)

    no_gates = tmp_path / "plain.json"
    no_gates.write_text(json.dumps(PLAIN))
    with serve(cycle) as server:
        circle = review(adjudge, server, path, "-r", no_gates)
    with serve(flat({"one": 9, "two": 6, "three": 3})) as server:
        alike = review(adjudge, server, path, "-r", no_gates)

    assert circle.json["consensus"]["value"] <= 0
    assert alike.json["consensus"]["value"] == 1
    assert set(ranks(circle).values()) == {1}


PLAIN = {
    "adjudge": 1,
    "id": "plain",
    "title": "Plain",
    "criteria": [{"id": "merit", "title": "Merit", "scale": "score"}],
}


def test_a_failed_provider_leaves_the_others_to_decide(adjudge, tmp_path):
    """An unknown model is told with a hint, in the code, and in the count of reviews."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "good", "y/y": "bad"}))
    sound = reviewing(flat({"good": 8, "bad": 3}))
    script = by_model({"a": sound, "b": sound})
    with ScriptedServer(script) as server:
        done = review(adjudge, server, path)

    assert done.code == 3
    assert "`c` does not exist" in done.err
    assert "is 'c' a model of" in done.err
    assert ranks(done) == {"x/x": 1, "y/y": 2}
    assert done.json["missed"][0]["seat"] == "c"


def test_when_nobody_answers_there_is_no_score(adjudge, tmp_path):
    """Only failures: code 3, no rank, and a note that says so."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "good", "y/y": "bad"}))
    with ScriptedServer(error(401, "Incorrect API key provided")) as server:
        done = review(adjudge, server, path)

    assert done.code == 3
    assert set(ranks(done).values()) == {None}
    assert "nothing was reviewed: there is no score" in done.json["notes"]
    assert "Incorrect API key" in done.err


def test_what_could_not_be_checked_says_why(adjudge, tmp_path):
    """Reviewers that do not answer the check leave no score, and that reason is told."""
    path = write_sets(tmp_path / "s.jsonl", ("q", {"x/x": "good", "y/y": "bad"}))
    with serve(flat({"good": 8, "bad": 3})) as server:
        done = review(adjudge, server, path, "--safety", "council")

    assert done.code == 1
    (told,) = [note for note in done.json["notes"] if "could not be checked" in note]
    assert told.startswith(
        "2 answers could not be checked for safety, and so have no score"
    )
    assert "is not on the scale" in told
    reasons = {r["reason"] for r in done.json["questions"][0]["reviews"]}
    assert all("a gate looks at safety/safety" in reason for reason in reasons), reasons
