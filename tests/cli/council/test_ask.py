"""`adjudge council ask`: answers, reviews, a ranking, a synthesis."""

import json

import pytest
from councils import flat, reviewing, serve

from adjudge.testing import ScriptedServer, answer, by_model, refusing

WROTE = {"north": "It is exact.", "south": "It is not exact.", "east": "Who knows?"}
GRADES = {"is exact": {"accuracy": 3, "*": 9}, "not exact": 8, "Who knows": 2}


def ask(adjudge, server, *more, models="north,south,east"):
    """Ask three models, who review one another."""
    args = ("--models", models, "--base-url", server.url, "-q")
    return adjudge("council", "ask", "Is 0.1 exact?", *args, *more)


def test_what_is_printed(adjudge, golden):
    """Answers, scores by dimension, who ranked what, the synthesis and the cost."""
    with serve(flat(GRADES), wrote=WROTE) as server:
        done = ask(adjudge, server, "--chair", "west")

    assert done.code == 0, done.err
    golden("council-ask.txt", done.out)


def test_nobody_reviews_itself(adjudge):
    """Each answer is shown to the two others, and to them alone."""
    with serve(flat(GRADES), wrote=WROTE) as server:
        done = ask(adjudge, server, "--json")

    (question,) = done.json["questions"]
    assert {s["of"] for s in question["ranking"]} == {2}
    for review in question["reviews"]:
        assert review["unseen"] == [review["reviewer"]]
        assert review["reviewer"] not in review["labels"].values()


def test_the_result_has_the_shape_of_the_document(adjudge):
    """Each review: ranking, evaluations with dimensions, overall and notes, by label."""
    with serve(flat(GRADES), wrote=WROTE) as server:
        done = ask(adjudge, server, "--json")

    review = done.json["questions"][0]["reviews"][0]
    assert sorted(review["ranking"]) == sorted(review["labels"])
    assert list(review["evaluations"]) == list(review["labels"]) or set(
        review["evaluations"]
    ) == set(review["labels"])
    page = next(iter(review["evaluations"].values()))
    assert list(page) == [
        "accuracy", "relevance", "completeness", "conciseness", "clarity", "overall",
        "notes",
    ]  # fmt: skip
    overall = {a: review["evaluations"][label]["overall"]
               for label, a in review["labels"].items()}  # fmt: skip
    best = max(overall, key=overall.get)
    assert review["labels"][review["ranking"][0]] == best
    rows = done.json["questions"][0]["verdicts"]
    assert len(rows) == 3 * 2 * 5 + 3
    assert {row["kind"] for row in rows} == {"model", "rule"}


def test_families_do_not_review_one_another(adjudge):
    """Two models of one maker cannot make up a council, unless that is allowed."""
    wrote = {"gpt-4o": "not exact", "gpt-4o-mini": "is exact"}
    with serve(flat(GRADES), wrote=wrote) as server:
        alone = ask(adjudge, server, models="gpt-4o,gpt-4o-mini")
        asked = server.count
        allowed = ask(
            adjudge, server, "--allow-family", "--json", models="gpt-4o,gpt-4o-mini"
        )

    assert (alone.code, asked) == (2, 0)
    assert "add a reviewer of another maker, or allow it with --allow-family" in alone.err
    assert allowed.code == 0
    assert allowed.json["coverage"]["scored"] == 2


def test_system_prompt_and_earlier_turns_reach_the_models(adjudge, tmp_path):
    """Before the question, in their order; reviewers are shown them as well."""
    (tmp_path / "before.json").write_text(
        json.dumps(
            [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yo"}]
        )
    )
    with serve(flat(GRADES), wrote=WROTE) as server:
        done = ask(adjudge, server, "--system", "Be brief.", "--before", "before.json",
                   "--temperature", "0.5", "--set", "top_p=0.9")  # fmt: skip
        first = server.requests[0]
        review = server.requests[-1]

    assert done.code == 0
    assert [(m["role"], m["content"]) for m in first.messages] == [
        ("system", "Be brief."),
        ("user", "Hi"),
        ("assistant", "Yo"),
        ("user", "Is 0.1 exact?"),
    ]
    assert (first.body["temperature"], first.body["top_p"]) == (0.5, 0.9)
    assert "Be brief." in review.prompt


def test_a_model_that_does_not_answer_is_told_and_left_out(adjudge):
    """Its answer is missing, its reviews are not."""
    script = reviewing(flat(GRADES), wrote=WROTE)

    def east_refuses(request):
        reply = script(request)
        told = request.messages[0]["role"] == "user"
        return refusing("I may not.") if told and request.model == "east" else reply

    with ScriptedServer(east_refuses) as server:
        done = ask(adjudge, server, "--json")

    (question,) = done.json["questions"]
    assert done.code == 0
    assert question["not_answered"] == [
        {"model": "east", "status": "abstained", "reason": "I may not."}
    ]
    assert set(question["responses"]) == {"north", "south"}
    assert done.json["coverage"]["scored"] == 3


UNSAFE = (
    "Here's how to hack into an account: log into someone's account without permission."
)


def test_an_unsafe_answer_never_reaches_the_chair(adjudge):
    """It is not shown to it; and a synthesis that is unsafe itself is withheld."""
    wrote = {**WROTE, "east": UNSAFE}
    opinion = flat({**GRADES, "Here's how": 10})
    with serve(opinion, wrote=wrote) as server:
        done = ask(adjudge, server, "--chair", "west", "--json")
        told = [r.prompt for r in server.requests if r.model == "west"]
    with serve(opinion, wrote=wrote, chair=UNSAFE) as server:
        withheld = ask(adjudge, server, "--chair", "west", "--json")

    assert len(told) == 1
    assert "without permission" not in told[0]
    assert "is not exact" in told[0]
    assert done.json["questions"][0]["synthesis"]["text"] == "The synthesis."
    synthesis = withheld.json["questions"][0]["synthesis"]
    assert (synthesis["status"], synthesis["text"]) == ("failed", "")
    assert "did not pass the safety check" in synthesis["reason"]


def test_two_rounds_are_both_in_the_ledger(adjudge):
    """A reviewer that hears the others may change its mind; what it said before is kept."""

    def opinion(model, text, key):
        return GRADES["not exact"] if "not exact" in text else 5

    script = reviewing(opinion, wrote=WROTE)

    def revising(request):
        later = "Other reviewers have judged" in request.prompt
        return reviewing(lambda *_: 7, wrote=WROTE)(request) if later else script(request)

    with ScriptedServer(revising) as server:
        done = ask(adjudge, server, "--rounds", "2", "--json")

    reviews = done.json["questions"][0]["reviews"]
    assert [(r["round"], r["final"]) for r in reviews] == [(1, False), (2, True)] * 3
    assert {s["score"] for s in done.json["ranking"]} == {7.0}
    judges = {row["judge"] for row in done.json["questions"][0]["verdicts"]}
    assert sum(judge.endswith("/round-1") for judge in judges) == 3


@pytest.mark.parametrize("mode", ["--per-criterion", "--per-answer"])
def test_every_mode_comes_to_the_same_ranking(adjudge, mode):
    """One call for each criterion or answer, as it is recorded in the result."""
    with serve(flat(GRADES), wrote=WROTE) as server:
        together = ask(adjudge, server, "--json")
        apart = ask(adjudge, server, mode, "--json")
        calls = server.count

    order = [(s["author"], s["score"]) for s in together.json["ranking"]]
    assert [(s["author"], s["score"]) for s in apart.json["ranking"]] == order
    assert apart.json["run"]["mode"] == mode.removeprefix("--")
    assert calls == 6 + {"--per-criterion": 15, "--per-answer": 6}[mode]


def test_a_disagreement_can_be_understood_from_the_text(adjudge):
    """Where two reviewers disagree, both camps and both reasons are shown."""

    def said(request, text):
        why = "It forgets rounding." if request.model == "north" else "All is there."
        return text.replace("As the rubric says.", why)

    def opinion(model, text, key):
        if "Who knows" in text and key == "completeness":
            return 2 if model == "north" else 9
        return 6

    with serve(opinion, wrote=WROTE, replied=said) as server:
        done = ask(adjudge, server)

    assert "east, completeness: 2 (north) against 9 (south)" in done.out
    assert "north, 2: It forgets rounding." in done.out
    assert "south, 9: All is there." in done.out


def test_escape_sequences_of_a_model_do_not_reach_the_terminal(adjudge):
    """Whatever an answer, a reason or a name holds is spelled out."""
    wrote = {**WROTE, "east": "\x1b[31mWho knows?\x1b]0;title\x07 \u202e"}
    said = answer("\x1b[2J I cannot say.")
    script = by_model({
        "north": reviewing(flat(GRADES), wrote=wrote),
        "south": reviewing(flat(GRADES), wrote=wrote,
                           replied=lambda _request, _text: said),
        "east": reviewing(flat(GRADES), wrote=wrote),
    })  # fmt: skip
    with ScriptedServer(script) as server:
        done = ask(adjudge, server)

    assert "\x1b" not in done.out + done.err
    assert "\\x1b[31mWho knows?" in done.out
    assert "\u202e" not in done.out


def test_progress_is_plain_lines_where_there_is_no_terminal(adjudge):
    """One for each stage, with what was done, the rate and the cost."""
    with serve(flat(GRADES), wrote=WROTE) as server:
        done = adjudge("council", "ask", "Is 0.1 exact?", "--models", "north,south,east",
                       "--base-url", server.url)  # fmt: skip

    lines = done.err.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["answers", "reviews"]
    assert "3 of 3 done" in lines[0]
    assert "cost unknown" in lines[1]
    assert "\r" not in done.err


def test_a_full_disk_is_told_in_words(tmp_path):
    """Not one traceback for each model that was asked."""
    import os
    import resource
    import subprocess
    import sys

    def no_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))

    with serve(flat(GRADES), wrote=WROTE) as server:
        done = subprocess.run(
            [sys.executable, "-m", "adjudge", "council", "ask", "?", "--models",
             "north,south,east", "--base-url", server.url, "--tape", "t.jsonl", "-q"],
            cwd=tmp_path, capture_output=True, text=True, check=False, preexec_fn=no_room,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip

    assert done.returncode == 3, done.stderr
    assert "the tape cannot be written: File too large" in done.stderr
    assert "Traceback" not in done.stderr


def test_order_decides_nothing(adjudge):
    """Neither that of the models, nor of the reviewers, nor the seed, nor of criteria."""
    found = set()
    for models, more in (
        ("north,south,east", ()),
        ("east,south,north", ("--reviewers", "r1,r2")),
        ("north,east,south", ("--reviewers", "r2,r1", "--seed", "7")),
        ("south,east,north", ("--reviewers", "r1,r2", "--shuffle-criteria")),
    ):
        with serve(flat(GRADES), wrote=WROTE) as server:
            done = ask(adjudge, server, "--json", *more, models=models)
        found.add(tuple((s["author"], s["score"]) for s in done.json["ranking"]))

    assert found == {(("south", 8.0), ("north", 4.0), ("east", 2.0))}


def test_a_reviewer_that_abstains_changes_nothing_but_coverage(adjudge):
    """Its refusal is counted, and no figure moves."""
    sound = reviewing(flat(GRADES), wrote=WROTE)

    def one_mute(request):
        return refusing() if request.model == "mute" else sound(request)

    with ScriptedServer(one_mute) as server:
        two = ask(adjudge, server, "--json", "--reviewers", "r1,r2")
        three = ask(adjudge, server, "--json", "--reviewers", "r1,r2,mute")

    figures = [
        [(s["author"], s["rank"], s["figures"]) for s in done.json["ranking"]]
        for done in (two, three)
    ]
    assert figures[0] == figures[1]
    assert three.json["coverage"]["abstained"] == 1
    assert {(s["reviews"], s["of"]) for s in three.json["ranking"]} == {(2, 3)}


def test_a_dry_run_of_asking(adjudge):
    """Answers, reviews, the second round and the synthesis are counted; nobody is asked."""
    with serve(flat(GRADES), wrote=WROTE) as server:
        plan = ask(adjudge, server, "--dry-run", "--json", "--rounds", "2", "--chair", "c")
        assert server.count == 0
        ask(adjudge, server, "--rounds", "2", "--chair", "c")
        made = server.count

    assert plan.json["calls"] == made == 10


def test_ties_and_gates_that_do_not_bind_are_told_as_they_are(adjudge):
    """Same scores are joined by `=`; a cap above the score is no reason for it."""
    grades = {"is exact": 1, "not exact": 8, "Who knows": 8}
    with serve(flat(grades), wrote=WROTE) as server:
        done = ask(adjudge, server, "--reviewers", "r1,r2")

    assert "east 8.00 = south 8.00 > north 1.00" in done.out
    assert "at most" not in done.out


def test_answers_that_cannot_be_told_apart_are_not_listed_without_end(adjudge):
    """Ten pairs are named, the others are counted."""
    names = [f"m{n}" for n in range(8)]
    wrote = dict.fromkeys(names, "The same.")
    with serve(flat({"same": 5}), wrote=wrote) as server:
        done = ask(adjudge, server, "--reviewers", "r1,r2", models=",".join(names))

    assert done.out.count("cannot be told apart") <= 10
    assert "and 18 pairs more: --json has them all" in done.out
