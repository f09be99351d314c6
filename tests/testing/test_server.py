"""The scripted server does what its script says."""

import http.client
import json
from urllib.parse import urlsplit

import pytest

from adjudge.testing import (
    ScriptedServer,
    answer,
    by_model,
    counted,
    cut_off,
    disconnect,
    html_page,
    rate_limited,
    slow_drip,
    truncated_json,
)


def post(url, body=None, key="", path=None):
    """Post with the standard library, which owes nothing to our own client."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=10)
    try:
        connection.request(
            "POST",
            path or f"{parts.path}/chat/completions",
            json.dumps(body or {"model": "m", "messages": []}),
            {"Authorization": f"Bearer {key}"},
        )
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    finally:
        connection.close()


def test_an_answer_is_a_chat_completion():
    """Text, usage and the model that was asked for arrive as other clients read them."""
    with ScriptedServer(answer("Hello", usage=counted(3, 1))) as server:
        status, headers, body = post(server.url, {"model": 'a "model"', "messages": []})

    reply = json.loads(body)
    assert (status, headers["Content-Type"]) == (200, "application/json")
    assert reply["model"] == 'a "model"'
    assert reply["choices"][0]["message"] == {"role": "assistant", "content": "Hello"}
    assert reply["usage"]["total_tokens"] == 4


def test_a_list_is_played_in_turn_and_its_last_stays():
    """One behaviour a call, in order of arrival."""
    with ScriptedServer([rate_limited(2), answer("x")]) as server:
        first, second, third = (post(server.url) for _ in range(3))

    assert (first[0], first[1]["Retry-After"]) == (429, "2")
    assert (second[0], third[0], server.count) == (200, 200, 3)


def test_a_function_sees_the_request():
    """A script may answer by what was asked."""
    with ScriptedServer(lambda request: answer(request.prompt[::-1])) as server:
        _, _, body = post(
            server.url, {"model": "m", "messages": [{"role": "user", "content": "abc"}]}
        )

    assert json.loads(body)["choices"][0]["message"]["content"] == "cba"


def test_a_script_that_breaks_fails_the_test():
    """An exception in the script is raised where the `with` block ends."""

    def broken(request):
        raise LookupError("no line for this")

    with pytest.raises(LookupError, match="no line"), ScriptedServer(broken) as server:
        assert post(server.url)[0] == 500


def test_models_and_keys_and_paths_are_checked():
    """An unknown model or path is 404, a wrong key is 401."""
    with ScriptedServer(by_model({"m": answer("x")}), key="right") as server:
        assert post(server.url, key="right")[0] == 200
        assert post(server.url, {"model": "n", "messages": []}, key="right")[0] == 404
        assert post(server.url, key="right", path="/chat/completions")[0] == 404
        assert post(server.url, key="wrong")[0] == 401


def test_the_key_is_masked():
    """What a test prints about a request has no key in it."""
    with ScriptedServer(answer("x"), key="sk-canary") as server:
        post(server.url, key="sk-canary")

    assert server.requests[0].headers["authorization"] == "Bearer ***"
    assert "canary" not in repr(server.requests)


@pytest.mark.parametrize(
    ("behaviour", "raised"),
    [
        (disconnect(), http.client.RemoteDisconnected),
        (cut_off(), http.client.IncompleteRead),
    ],
)
def test_connections_end_as_scripted(behaviour, raised):
    """Before a byte, or in the middle of the body."""
    with ScriptedServer(behaviour) as server, pytest.raises(raised):
        post(server.url)


def test_bodies_are_broken_as_scripted():
    """Half an object, a page, and an answer byte by byte."""
    with ScriptedServer([truncated_json(), html_page(), slow_drip(seconds=0)]) as server:
        half, page, drip = (post(server.url) for _ in range(3))

    with pytest.raises(json.JSONDecodeError):
        json.loads(half[2])
    assert (page[0], page[1]["Content-Type"]) == (502, "text/html")
    assert json.loads(drip[2])["choices"]


def test_leaving_the_block_ends_open_calls():
    """A test does not wait for a model that is still thinking."""
    with ScriptedServer(answer("x").after(60)) as server:
        parts = urlsplit(server.url)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=10)
        connection.request("POST", "/v1/chat/completions", "{}")

    with pytest.raises(OSError):
        connection.getresponse()
    connection.close()
