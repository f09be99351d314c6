"""What a council says where models do not answer, and that limits of cost are kept."""

from functools import partial

import pytest
from councils import flat, reviewing, serve, write_sets

from adjudge.council import Clock, Wire
from adjudge.testing import (
    ScriptedServer,
    answer,
    counted,
    error,
    rate_limited,
    truncated_json,
)

OPINION = flat({"good": 8, "bad": 4})


def review(adjudge, server, path, *more):
    """Review *path* by two models of *server*."""
    args = ("--reviewers", "a,b", "--base-url", server.url, "-q")
    return adjudge("council", "review", path, *args, *more)


def some(path, count):
    """*count* questions of two answers."""
    texts = {"x/x": "good", "y/y": "bad"}
    return write_sets(path, *((f"q{n}", texts) for n in range(count)))


@pytest.mark.parametrize("more", [(), ("--json",), ("-o", "run")])
def test_a_question_that_nobody_answers_says_why(adjudge, tmp_path, more):
    """The calls that were not answered, with reasons and hints, and code 3."""
    with ScriptedServer(error(404, "no such model")) as server:
        done = adjudge("council", "ask", "How?", "--models", "a,b",
                       "--base-url", server.url, "-q", *more)  # fmt: skip

    assert done.code == 3
    assert "2 calls not answered" in done.err
    assert "404 no such model" in done.err
    assert "hint: is 'a' a model of" in done.err
    assert "nothing was reviewed: there is no score" in done.out
    assert (tmp_path / "run" / "result.json").exists() == ("-o" in more)


def test_a_question_that_everybody_declines_has_no_score(adjudge):
    """It is told as such, with code 1."""
    with ScriptedServer(answer("")) as server:
        done = adjudge("council", "ask", "How?", "--models", "a,b",
                       "--base-url", server.url, "-q")  # fmt: skip

    assert (done.code, "nothing was reviewed" in done.out) == (1, True)


def test_a_limit_of_cost_stops_where_the_cost_is_unknown(adjudge, tmp_path):
    """Unknown is never 0: after the first such call nobody is asked any more."""
    with serve(OPINION) as server:
        done = review(adjudge, server, some(tmp_path / "s.jsonl", 8), "--max-cost", "5")
        assert server.count == 1

    assert done.code == 3
    assert "is unknown: the limit of $5 cannot be kept" in done.err
    assert "hint: give its price with --prices FILE" in done.err


def test_a_limit_of_cost_holds_with_many_calls_in_flight(adjudge, tmp_path):
    """Each of those under way counts as the dearest so far: $0.03 are three cents."""

    def dear(_request, text):
        return answer(text, usage=counted(10, 10, cost=0.01)).after(0.02)

    with serve(OPINION, replied=dear) as server:
        path = some(tmp_path / "s.jsonl", 20)
        done = review(adjudge, server, path, "--max-cost", "0.03", "--json")
        assert server.count == 3

    assert done.code == 3
    assert done.json["cost"]["total"]["cost"] == pytest.approx(0.03)


def test_a_lost_call_that_is_billed_has_no_known_cost(adjudge, tmp_path):
    """A reply that is cut off has been worked for; one without a model has not."""
    path = some(tmp_path / "s.jsonl", 1)
    more = ("--json", "--no-tape", "--patience", "0.2")
    with ScriptedServer(truncated_json()) as server:
        cut = review(adjudge, server, path, *more)
        text = review(adjudge, server, path, "--no-tape", "--patience", "0.2")
    with ScriptedServer(error(404, "no such model")) as server:
        refused = review(adjudge, server, path, *more)

    assert cut.json["cost"]["total"]["cost"] is None
    assert cut.json["cost"]["total"]["unpriced"] >= 2
    assert "unknown" in next(s for s in text.out.splitlines() if "in all" in s)
    assert refused.json["cost"]["total"]["cost"] == 0


def test_an_attempt_that_broke_is_not_free_because_a_later_one_was_answered(
    adjudge, tmp_path
):
    """The endpoint has worked for it: what that cost is unknown, on the tape as well."""
    path = some(tmp_path / "s.jsonl", 1)
    priced = replied_at(0.01)
    broken = [truncated_json()]

    def script(request):
        return broken.pop() if broken else priced(request)

    with ScriptedServer(script) as server:
        done = review(adjudge, server, path, "--json", "-o", "run")
        again = review(adjudge, server, path, "--json", "-o", "run")
        assert server.count == 3
    stats = adjudge("tape", "stats", "run", "--json")

    total = done.json["cost"]["total"]
    assert (total["cost"], total["unpriced"], total["uncounted"]) == (None, 1, 1)
    assert total["known_cost"] == pytest.approx(0.02)
    assert again.json["cost"]["total"]["cost"] == 0
    assert stats.json["total"]["unpriced"] == 1


def replied_at(cost):
    """A script that judges, and says what each answer cost."""

    def priced(_request, text):
        return answer(text, usage=counted(10, 10, cost=cost))

    return reviewing(OPINION, replied=priced)


def test_a_review_without_an_overall_score_is_not_counted_as_one(adjudge, tmp_path):
    """One score for everything does not tell accuracy, which a gate looks at."""
    path = some(tmp_path / "s.jsonl", 1)
    prose = "Response A: overall 8/10.\nResponse B: overall 6/10."
    with ScriptedServer(answer(prose)) as server:
        done = review(adjudge, server, path, "--json", "-o", "run")
        text = review(adjudge, server, path)
    gate = adjudge("council", "gate", "run", "--require", "coverage>=0")

    (question,) = done.json["questions"]
    assert {r["reading"] for r in question["reviews"]} == {"holistic"}
    assert question["coverage"] == done.json["coverage"]
    assert done.json["coverage"] == {
        "of": 2, "scored": 0, "holistic": 2, "abstained": 0, "failed": 0, "share": 0.0
    }  # fmt: skip
    assert {r["status"] for r in question["reviews"]} == {"holistic"}
    assert "0 of 1 review, 1 by one score only" in text.out
    assert (done.code, gate.code) == (1, 1)


def test_a_review_says_of_itself_what_the_count_says_of_it(adjudge, tmp_path):
    """Grades without the one that a gate needs: failed, in both places, with the reason."""

    def opinion(model, text, key):
        return None if model == "a" and key == "accuracy" else OPINION(model, text, key)

    path = some(tmp_path / "s.jsonl", 1)
    with serve(opinion) as server:
        done = review(adjudge, server, path, "--json", "-o", "run")
    other = adjudge("council", "rescore", "run", "-r", "flat.yaml", "--json")
    (tmp_path / "flat.yaml").write_text(FLAT)
    free = adjudge("council", "rescore", "run", "-r", "flat.yaml", "--json")

    assert other.code == 2
    (question,) = done.json["questions"]
    told = {r["reviewer"]: r for r in question["reviews"]}
    assert (done.json["coverage"]["scored"], done.json["coverage"]["failed"]) == (1, 1)
    assert (told["a"]["status"], told["b"]["status"]) == ("failed", "scored")
    assert told["a"]["reason"].startswith("no overall score: grades that it needs are")
    assert {r["status"] for r in free.json["questions"][0]["reviews"]} == {"scored"}
    assert free.json["coverage"]["scored"] == 2


FLAT = """\
adjudge: 1
id: flat
title: Clarity alone
criteria:
  - {id: clarity, title: Clarity, scale: score}
"""


def test_what_is_odd_about_an_answer_is_told(adjudge):
    """One that breaks off, one with half a character, one by another model."""

    def script(request):
        if request.messages[0]["content"] == "How?":
            told = {"a": answer("good, but", finish="length"),
                    "b": answer("good \udc80", model="else"),
                    "c": answer("good", model="c-2026-01-01")}  # fmt: skip
            return told[request.model]
        return reviewing(OPINION)(request)

    with ScriptedServer(script) as server:
        args = ("council", "ask", "How?", "--models", "a,b,c", "--base-url", server.url)
        done = adjudge(*args, "-q", "--json")
        text = adjudge(*args, "-q")

    (question,) = done.json["questions"]
    assert question["cut"] == ["a"]
    assert question["responses"]["b"] == "good \ufffd"
    other = "b was asked, and the endpoint says that else has answered"
    assert done.json["notes"] == [other]
    assert "note: what a wrote breaks off at the token limit" in text.out
    assert f"note: {other}" in text.out


def test_a_wrong_key_is_not_tried_again(adjudge, tmp_path):
    """No model of that endpoint is asked again: only what was under way is sent."""
    path = some(tmp_path / "s.jsonl", 10)
    with ScriptedServer(error(401, "wrong key")) as server:
        done = review(adjudge, server, path, "--in-flight", "1")
        assert server.count <= 2

    assert done.code == 3
    assert "20 calls not answered" in done.err


@pytest.mark.parametrize(
    "refusal",
    [
        error(403, "You may not use this model"),
        error(403, ""),
        error(404, "no such model", code="model_not_found"),
        error(402, "no credit"),
    ],
)
def test_a_seat_that_may_not_ask_is_left_alone(adjudge, tmp_path, refusal):
    """Nothing is sent but what was under way, and the others go on."""
    path = some(tmp_path / "s.jsonl", 20)
    sound = reviewing(OPINION)

    def script(request):
        return refusal if request.model == "b" else sound(request)

    with ScriptedServer(script) as server:
        done = review(adjudge, server, path, "--in-flight", "2", "--json")
        refused = [r for r in server.requests if r.model == "b"]

    assert len(refused) <= 2
    assert done.code == 3
    (missed,) = done.json["missed"]
    assert (missed["seat"], missed["calls"]) == ("b", 20)
    assert done.json["coverage"]["scored"] == 20


class Stopped:
    """A clock that moves when somebody sleeps, and only then."""

    def __init__(self):
        self.seconds = 0.0

    async def sleep(self, seconds):
        """Nobody waits."""
        self.seconds += seconds

    def clock(self):
        """As the wire takes it."""
        return Clock(monotonic=lambda: self.seconds, sleep=self.sleep)


@pytest.mark.parametrize(
    ("asked", "told"),
    [(700, 1), (2, 0), (100_000, 0)],
    ids=["a long one", "a short one", "one beyond all patience"],
)
def test_a_long_wait_is_told(adjudge, tmp_path, monkeypatch, asked, told):
    """Once, with its length; what would be too long is not begun, and the reason says so."""
    monkeypatch.setattr("adjudge.council.Wire", partial(Wire, clock=Stopped().clock()))
    sound, left = reviewing(OPINION), [rate_limited(asked)]

    def script(request):
        return left.pop() if left else sound(request)

    path = some(tmp_path / "s.jsonl", 1)
    with ScriptedServer(script) as server:
        done = adjudge("council", "review", path, "--reviewers", "a,b", "--base-url",
                       server.url, "--json")  # fmt: skip

    assert done.err.count("asks to wait 11:40: nothing is asked there") == told
    assert done.code == (3 if asked > 900 else 0)
    assert ("429 Rate limit reached: it asks to wait 100000 s" in done.err) == (asked > 900)


def test_a_prompt_that_is_too_long_is_sent_once(adjudge, tmp_path):
    """Neither in another shape nor again; the message says what to do."""
    long = error(400, "This model's maximum context length is 2048 tokens")
    with ScriptedServer(long) as server:
        done = review(adjudge, server, some(tmp_path / "s.jsonl", 1))
        assert server.count == 2

    assert done.code == 3
    assert "maximum context length is 2048" in done.err
    assert "--per-answer asks about one answer at a time" in done.err


def test_two_keys_for_one_server_are_two_places(adjudge, tmp_path, monkeypatch):
    """Each model is asked under the key of its own endpoint, and refused under it alone."""
    monkeypatch.setenv("GOOD_KEY", "sk-good-0123456789")
    monkeypatch.setenv("STALE_KEY", "sk-stale-0123456789")
    path = some(tmp_path / "s.jsonl", 2)
    with ScriptedServer(reviewing(OPINION), key="sk-good-0123456789") as server:
        done = adjudge("council", "review", path, "--reviewers", "old/a,new/b", "--json",
                       "-q", "--endpoint", f"old={server.url},STALE_KEY",
                       "--endpoint", f"new={server.url},GOOD_KEY")  # fmt: skip

    assert done.code == 3
    assert done.json["coverage"]["scored"] == 2
    assert {m["seat"] for m in done.json["missed"]} == {"old/a"}


def test_a_text_that_is_refused_is_no_reason_to_leave_a_seat_alone(adjudge, tmp_path):
    """A 403 of a content filter says nothing about the next question."""
    path = some(tmp_path / "s.jsonl", 4)
    sound = reviewing(OPINION)

    def script(request):
        if "q0" in seen_by(request) and request.model == "b":
            return error(403, "Your input was flagged by moderation")
        return sound(request)

    def seen_by(request):
        numbers.setdefault(request.model, []).append(request.number)
        return "q0" if len(numbers[request.model]) == 1 else ""

    numbers = {}
    with ScriptedServer(script) as server:
        done = review(adjudge, server, path, "--in-flight", "1", "--json")

    assert done.json["coverage"]["scored"] == 7
    assert "what was asked is refused" in done.err


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--set", "stream=true"), "--set: stream is not for you to set"),
        (("--set", "messages=[]"), "--set: messages is not for you to set"),
        (("--temperature", "nan"), "temperature"),
        (("--reviewers", "r1,r1"), "--reviewers: 'r1' and 'r1' are the same model"),
    ],
)
def test_a_call_that_cannot_be_made_is_refused(adjudge, tmp_path, more, why):
    """By the name of the option, before anybody is asked."""
    path = some(tmp_path / "s.jsonl", 1)
    given = more if "--reviewers" in more else (*more, "--reviewers", "a,b")
    with serve(OPINION) as server:
        done = adjudge("council", "review", path, "--base-url", server.url, "-q", *given)
        assert server.count == 0

    assert done.code == 2
    assert why in done.err


def test_a_ranking_without_enough_data_says_so(adjudge, tmp_path):
    """Not what a gate did: by the corrected mean there is no figure at all."""
    sets = ("q", {"x/x": "good", "y/y": "bad"})
    path = write_sets(tmp_path / "s.jsonl", sets)
    with serve(flat({"good": 8, "bad": {"accuracy": 3, "*": 9}})) as server:
        review(adjudge, server, path, "-o", "run")
    done = adjudge("council", "rescore", "run", "--by", "corrected", "--json")

    assert all("not enough data" in s["why"] for s in done.json["ranking"])
