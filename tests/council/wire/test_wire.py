"""What the wire makes of answers, over real sockets."""

import asyncio
from dataclasses import replace

import pytest
from wire_asking import ask_all, ask_in_turn, asking, keyed_seat, seat_at

from adjudge.council import Heard, Keys, Lost, Patience, Timeouts, Usage, Wire
from adjudge.testing import (
    ScriptedServer,
    answer,
    by_model,
    counted,
    cut_off,
    disconnect,
    error,
    html_page,
    in_turn,
    objects_only,
    plain_only,
    rate_limited,
    refusing,
    server_error,
    slow_drip,
    truncated_json,
    without_parameter,
    without_schema,
    wrong_type,
)

SCHEMA = {"type": "object", "properties": {"score": {"type": "integer"}}}


def test_an_answer_comes_back_whole(wired):
    """Text, finish, model and usage are what the endpoint said."""
    told = answer("Yes.", usage=counted(12, 3, cost=0.0004), model="model-2026")

    with ScriptedServer(told) as server:
        heard = wired(server.url)

    assert heard == Heard(
        text="Yes.",
        finish="stop",
        model="model-2026",
        usage=Usage(prompt=12, completion=3, cost=0.0004),
    )


def test_what_is_sent_is_what_was_asked(wired):
    """Model, messages and parameters go out; those of the ask win over the seat's."""
    with ScriptedServer(answer("Yes.")) as server:
        seat = seat_at(server.url, "m", temperature=0.0, max_tokens=9)
        wired(server.url, asking("Why?", parameters={"temperature": 1.0}), seat=seat)

    request = server.requests[0]
    assert request.path == "/v1/chat/completions"
    assert request.body == {
        "model": "m",
        "messages": [{"role": "user", "content": "Why?"}],
        "temperature": 1.0,
        "max_tokens": 9,
    }


@pytest.mark.parametrize(
    ("told", "text", "finish", "refusal"),
    [
        (answer(None), "", "stop", ""),
        (answer(parts=("a", "b")), "ab", "stop", ""),
        (answer("Half of", finish="length"), "Half of", "length", ""),
        (answer("", finish="content_filter"), "", "refusal", ""),
        (answer("x", finish="tool_calls"), "x", "other", ""),
        (answer("x", finish=None), "x", "stop", ""),
        (refusing("No."), "", "refusal", "No."),
        (wrong_type("right all the same"), "right all the same", "stop", ""),
        (replace(answer("in pieces"), chunked=True), "in pieces", "stop", ""),
        (replace(answer("goodbye"), keeps=False), "goodbye", "stop", ""),
    ],
)
def test_odd_answers_are_outcomes(wired, told, text, finish, refusal):
    """Null, parts, refusals and cut texts are read, and raise nothing."""
    with ScriptedServer(told) as server:
        heard = wired(server.url)

    assert (heard.text, heard.finish, heard.refusal) == (text, finish, refusal)


def test_usage_that_is_missing_is_unknown(wired):
    """Nothing is made of nothing: no usage, null, or a text for a number."""
    odd = answer("x", usage={"prompt_tokens": "12", "completion_tokens": None, "cost": -1})

    with ScriptedServer([answer("x"), odd]) as server:
        replies, _ = ask_all(server.url, [asking(), asking()], in_flight=1)

    assert [heard.usage for heard in replies] == [Usage(), Usage()]


@pytest.mark.parametrize(
    "fault",
    [
        rate_limited(),
        server_error(),
        server_error(503),
        error(408, "slow"),
        error(529, "Overloaded"),
        disconnect(),
        cut_off(),
        truncated_json(),
        html_page(),
        html_page(200, "Welcome"),
        error(200, "Upstream failed"),
    ],
)
def test_what_passes_is_tried_again(wired, stopped, fault):
    """After a passing fault the same is asked once more, and the answer counts."""
    with ScriptedServer([fault, answer("At last.")]) as server:
        heard = wired(server.url)

    assert heard.text == "At last."
    assert server.count == 2
    assert len(stopped.slept) == 1


@pytest.mark.parametrize(
    ("fault", "most"),
    [(rate_limited(), 6), (server_error(502), 6), (truncated_json(), 3), (html_page(), 6)],
)
def test_trying_again_has_a_bound(wired, fault, most):
    """What does not pass is given up, earlier where each attempt may have cost money."""
    with ScriptedServer(fault) as server:
        lost = wired(server.url)

    assert isinstance(lost, Lost)
    assert lost.kind == "passing"
    assert f"({most} attempts)" in lost.reason
    assert server.count == most


@pytest.mark.parametrize(
    ("status", "hint"),
    [
        (401, "SCRIPT_KEY"),
        (403, "SCRIPT_KEY"),
        (404, "'model'"),
        (402, "credit"),
        (400, ""),
    ],
)
def test_what_will_not_pass_is_not_tried_again(wired, status, hint):
    """A wrong key or model is refused at once, with a hint that names what to look at."""
    with ScriptedServer(error(status, "No such luck")) as server:
        lost = wired(
            server.url, seat=keyed_seat(server.url), keys=Keys({"SCRIPT_KEY": "k" * 12})
        )

    assert (lost.kind, server.count) == ("refused", 1)
    assert "No such luck" in lost.reason
    assert hint in lost.hint


def test_an_empty_account_is_not_a_busy_server(wired):
    """A 429 that says the money is gone does not pass."""
    gone = error(429, "You exceeded your current quota", code="insufficient_quota")

    with ScriptedServer(gone) as server:
        lost = wired(server.url)

    assert (lost.kind, server.count) == ("refused", 1)


def test_a_redirect_is_not_followed(wired):
    """The key goes to nobody else."""
    away = replace(error(307, ""), headers={"Location": "http://elsewhere.invalid/v1"})

    with ScriptedServer(away) as server:
        lost = wired(server.url)

    assert (lost.kind, server.count) == ("refused", 1)
    assert "elsewhere.invalid" in lost.reason


def test_retry_after_is_kept(wired, stopped):
    """Seconds and HTTP dates are waited for, and a little more."""
    date = "Thu, 01 Jan 2026 00:01:00 GMT"

    with ScriptedServer([rate_limited(7), rate_limited(date), answer("x")]) as server:
        heard = wired(server.url)

    assert heard.text == "x"
    assert sum(stopped.slept) >= 60


def test_a_pause_beyond_all_patience_is_not_begun(wired, stopped):
    """Asked to wait for an hour, the call ends at once and says so."""
    with ScriptedServer(rate_limited(3600)) as server:
        lost = wired(server.url, patience=Patience(seconds=600))

    assert (lost.kind, server.count, stopped.slept) == ("passing", 1, [])
    assert "it asks to wait 3600 s" in lost.reason
    assert "again later" in lost.hint


def test_nobody_there_is_a_reply(wired):
    """A server that is down is a passing fault with a hint, not an exception."""
    with ScriptedServer(answer("x")) as server:
        url = server.url

    lost = wired(url)

    assert lost.kind == "passing"
    assert "nobody listens there" in lost.reason
    assert "is the server running" in lost.hint


def test_a_slow_drip_is_ended(wired):
    """Bytes that trickle in time for each other do not keep a call open for ever."""
    with ScriptedServer(slow_drip(seconds=0.01)) as server:
        lost = wired(
            server.url,
            timeouts=Timeouts(read=5.0, total=0.1),
            patience=Patience(paid_attempts=1),
        )

    assert lost.kind == "passing"
    assert "too long as a whole" in lost.reason


def test_a_slow_drip_does_not_outlast_all_patience(wired):
    """Within one exchange no more time passes than the call has in all."""
    with ScriptedServer(slow_drip(seconds=0.01)) as server:
        lost = wired(
            server.url,
            timeouts=Timeouts(read=5.0, total=600),
            patience=Patience(seconds=0.2, first_pause=1e9),
        )
        asked = server.count

    assert (lost.kind, asked) == ("passing", 1)
    assert "too long as a whole" in lost.reason


def test_silence_is_ended(wired):
    """A server that says nothing is given up after the read timeout."""
    with ScriptedServer(answer("x").after(30)) as server:
        lost = wired(
            server.url,
            timeouts=Timeouts(read=0.05, total=30),
            patience=Patience(paid_attempts=2),
        )

    assert "no byte came for 0.05 s (2 attempts)" in lost.reason


@pytest.mark.parametrize(
    ("script", "shaped"),
    [
        (answer("{}"), "json_schema"),
        (without_schema(answer("{}")), "json_object with schema"),
        (without_schema(answer("{}"), status=400), "json_object with schema"),
        (objects_only(answer("{}")), "json_object"),
        (plain_only(answer("{}")), "plain"),
    ],
)
def test_a_schema_is_asked_for_as_the_endpoint_takes_it(stopped, script, shaped):
    """`json_schema`, `json_object` with it or alone, plain; what worked is remembered."""
    asks = [asking(f"{n}?", schema=SCHEMA) for n in range(6)]

    with ScriptedServer(script) as server:
        replies = ask_in_turn(server.url, asks, clock=stopped.clock)

    assert [heard.shaped for heard in replies] == [shaped] * 6
    assert server.count <= 6 + 2 * 3
    assert stopped.slept == []
    assert server.requests[-1].shape == shaped.removeprefix("plain")
    assert [r.prompt for r in server.requests[-2:]] == ["4?", "5?"]


def test_one_fault_does_not_cost_the_shape(stopped):
    """A 500 that passes is no reason to ask every later call without a schema."""
    asks = [asking(f"{n}?", schema=SCHEMA) for n in range(3)]
    script = in_turn(answer("{}"), server_error(), answer("{}"))

    with ScriptedServer(script) as server:
        replies, _ = ask_all(server.url, asks, in_flight=1, clock=stopped.clock)

    assert [heard.shaped for heard in replies] == ["json_schema"] * 3


@pytest.mark.parametrize("status", [400, 413, 422, 500])
@pytest.mark.parametrize(
    "said",
    [
        "This model's maximum context length is 2048 tokens",
        "the request exceeds the available context size, try increasing it",
        "prompt is too long: 210000 tokens > 200000 maximum",
        "Requested tokens (5000) exceed context window of 4096",
    ],
)
def test_a_long_prompt_is_refused_at_once(wired, status, said):
    """It is as long in every other shape: one call, and what to do about it."""
    with ScriptedServer(error(status, said)) as server:
        lost = wired(server.url, asking(schema=SCHEMA))

    assert (lost.kind, server.count) == ("refused", 1)
    assert said in lost.reason
    assert "--per-answer" in lost.hint


@pytest.mark.parametrize(
    ("said", "calls"),
    [
        ("Your input was flagged", 1),
        ("messages.0.content: field required", 1),
        ("Bad Request", 4),
        ("", 4),
        ("response_format is not available here", 4),
    ],
)
def test_another_shape_is_tried_only_where_the_shape_may_be_what_is_wrong(
    wired, said, calls
):
    """A refusal that gives another reason is taken at its word."""
    with ScriptedServer(error(400, said)) as server:
        lost = wired(server.url, asking(schema=SCHEMA))

    assert (lost.kind, server.count) == ("refused", calls)


def test_reasoning_models_are_asked_in_their_manner(stopped):
    """`max_tokens` is renamed, `temperature` is left out and that is said; once learned."""
    script = without_parameter(
        "max_tokens",
        without_parameter("temperature", answer("x")),
        instead="max_completion_tokens",
    )

    with ScriptedServer(script) as server:
        seat = seat_at(server.url, "o3", temperature=0.2, max_tokens=50)
        replies = ask_in_turn(
            server.url, [asking(), asking()], seat=seat, clock=stopped.clock
        )

    assert [heard.dropped for heard in replies] == [("temperature",)] * 2
    assert server.count == 4
    assert server.requests[-1].body["max_completion_tokens"] == 50


def test_a_value_that_is_out_of_range_is_not_dropped(wired):
    """A limit that is too high is the user's to put right, not ours to forget."""
    high = error(400, "max_tokens is too large: 999999", param="max_tokens")

    with ScriptedServer(high) as server:
        lost = wired(server.url, seat=seat_at(server.url, max_tokens=999999))

    assert (lost.kind, server.count) == ("refused", 1)


def test_several_models_of_several_endpoints(stopped):
    """Each seat is asked where it is at home."""

    async def run(one, two):
        async with Wire(Keys(), clock=stopped.clock) as wire:
            first = await wire.ask(seat_at(one, "a"), asking())
            second = await wire.ask(seat_at(two, "b"), asking())
            return first.text, second.text

    with (
        ScriptedServer(by_model({"a": answer("A")})) as one,
        ScriptedServer(by_model({"b": answer("B")})) as two,
    ):
        assert asyncio.run(run(one.url, two.url)) == ("A", "B")


def test_connections_are_kept():
    """A hundred calls, four at once, over no more than four connections."""
    with ScriptedServer(answer("x").after(0.001)) as server:
        ask_all(server.url, [asking(str(n)) for n in range(100)], in_flight=4)

        assert server.count == 100
        assert server.connections <= 4


def test_a_connection_that_was_closed_meanwhile_is_replaced(stopped):
    """The server closes what it kept: the next call takes a new one and loses nothing."""

    async def run(server):
        async with Wire(Keys(), clock=stopped.clock) as wire:
            seat = seat_at(server.url)
            first = await wire.ask(seat, asking("1"))
            server.hang_up()
            second = await wire.ask(seat, asking("2"))
            return first.text, second.text

    with ScriptedServer(answer("x")) as server:
        assert asyncio.run(run(server)) == ("x", "x")

    assert stopped.slept == []


def test_at_most_so_many_at_once():
    """The bound of each endpoint holds, and is reached."""
    with ScriptedServer(answer("x").after(0.02)) as server:
        ask_all(server.url, [asking(str(n)) for n in range(64)], in_flight=8)

    assert server.most_in_flight == 8


def test_a_busy_endpoint_is_asked_less(stopped):
    """A 429 halves what is sent at once, and good answers bring it back."""
    script = in_turn(*[rate_limited()] * 8, answer("x"))

    with ScriptedServer(script) as server:
        asks = [asking(str(n)) for n in range(8)]
        replies, traffic = ask_all(
            server.url,
            asks,
            in_flight=8,
            clock=stopped.clock,
            patience=Patience(attempts=20),
        )

    assert [heard.text for heard in replies] == ["x"] * 8
    (state,) = traffic.values()
    assert 1 <= state.limit < 8
    assert (state.in_flight, state.waiting) == (0, 0)


@pytest.mark.parametrize(
    "fault", [disconnect(), error(401, "no"), html_page(), answer("x")]
)
def test_no_permit_leaks(stopped, fault):
    """After failed and cancelled calls every permit is back."""

    async def run(url):
        async with Wire(Keys(), in_flight=2, clock=stopped.clock) as wire:
            seat = seat_at(url)
            tasks = [asyncio.create_task(wire.ask(seat, asking(str(n)))) for n in range(9)]
            await asyncio.sleep(0.01)
            for task in tasks[::2]:
                task.cancel()
            await asyncio.wait(tasks)
            (state,) = wire.traffic().values()
            return state

    with ScriptedServer(fault.after(0.02)) as server:
        state = asyncio.run(run(server.url))

    assert (state.in_flight, state.waiting) == (0, 0)


def test_cancelling_ends_at_once():
    """Ctrl-C does not wait for a model that is thinking."""

    async def run(url):
        async with Wire(Keys()) as wire:
            task = asyncio.create_task(wire.ask(seat_at(url), asking()))
            await asyncio.to_thread(server.wait_for, 1)
            task.cancel()
            done, _ = await asyncio.wait([task], timeout=5)
            return done == {task} and task.cancelled()

    with ScriptedServer(answer("x").after(60)) as server:
        assert asyncio.run(run(server.url))


CANARY = "sk-canary-4f1d0c9b8a7e6d5c"


def echo(request):
    """An endpoint that repeats the key it was sent, in whole and in part."""
    status = 401 if "error" in request.prompt else 200
    if status == 401:
        return error(401, f"Incorrect API key provided: {CANARY} or sk-canary-****6d5c")
    return answer(f"Your key is {CANARY}", refusal=CANARY, model=CANARY)


@pytest.mark.parametrize("prompt", ["an error, please", "an answer"])
def test_the_key_is_in_no_reply(wired, prompt, caplog, capsys):
    """An endpoint that repeats the key does not get it into what we keep or print."""
    keys = Keys({"SCRIPT_KEY": CANARY})

    with ScriptedServer(echo, key=CANARY) as server:
        reply = wired(server.url, asking(prompt), keys=keys, seat=keyed_seat(server.url))

    printed = capsys.readouterr()
    shown = f"{reply!r}{keys!r}{server.requests!r}{caplog.text}{printed.out}{printed.err}"
    assert "canary" not in shown
