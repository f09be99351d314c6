"""What a scripted server does with one call: when it answers, with what, how it ends."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

_ASKED: Final = "(the model that was asked for)"
"""Stands in an answer for the model's name in the request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """One response, bytes and manners. Make one with the functions of this module."""

    body: bytes = b""
    status: int = 200
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    latency: float = 0.0
    """Seconds before the first byte is sent."""
    ends: Literal["whole", "mute", "cut"] = "whole"
    """`mute`: the connection ends before a byte is sent; `cut`: amid the body."""
    drip: float = 0.0
    """Seconds between one byte of the body and the next; 0 sends all at once."""
    chunked: bool = False
    """Whether the body is sent in chunks, its length not told beforehand."""
    keeps: bool = True
    """Whether the connection stays open for the next call."""

    def after(self, seconds: float) -> Behaviour:
        """The same, *seconds* late."""
        return replace(self, latency=seconds)

    def for_model(self, model: str) -> bytes:
        """The body, with *model* where the answer repeats what was asked for."""
        return self.body.replace(json.dumps(_ASKED).encode(), json.dumps(model).encode(), 1)


def answer(
    text: str | None = "",
    *,
    finish: str | None = "stop",
    usage: Mapping[str, Any] | None = None,
    refusal: str | None = None,
    model: str | None = None,
    parts: tuple[str, ...] | None = None,
) -> Behaviour:
    """A chat completion that says *text*; None is the null content of some refusals.

    *parts* sends the content as a list of text parts instead. The model that answers is
    the one that was asked for, unless *model* names another. Without *usage* none is sent.
    """
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if parts is not None:
        message["content"] = [{"type": "text", "text": part} for part in parts]
    if refusal is not None:
        message["refusal"] = refusal
    reply: dict[str, Any] = {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": 0,
        "model": _ASKED if model is None else model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    if usage is not None:
        reply["usage"] = dict(usage)
    return Behaviour(body=json.dumps(reply).encode())


def counted(prompt: int, completion: int, *, cost: float | None = None) -> dict[str, Any]:
    """A `usage` as most endpoints write it; *cost* in dollars, as OpenRouter tells it."""
    usage: dict[str, Any] = {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    }
    return usage if cost is None else {**usage, "cost": cost}


def refusing(text: str = "I can't help with that.") -> Behaviour:
    """A refusal in the field that OpenAI has for it, with null content."""
    return answer(None, refusal=text)


def error(status: int, message: str, *, code: str = "", param: str = "") -> Behaviour:
    """An error as OpenAI words it."""
    told = {"message": message, "type": "error", "param": param or None}
    return Behaviour(
        status=status, body=json.dumps({"error": {**told, "code": code or None}}).encode()
    )


def rate_limited(retry_after: str | float | None = None) -> Behaviour:
    """429, with `Retry-After` in seconds or as an HTTP date, or without it."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return replace(error(429, "Rate limit reached"), headers=headers)


def server_error(status: int = 500) -> Behaviour:
    """The server broke."""
    return error(status, "The server had an error")


def disconnect() -> Behaviour:
    """The connection ends before a byte was sent."""
    return Behaviour(ends="mute")


def cut_off(text: str = "This was never sent whole") -> Behaviour:
    """The connection ends in the middle of the body, whose length was told."""
    return replace(answer(text), ends="cut")


def slow_drip(text: str = "slow", *, seconds: float = 0.05) -> Behaviour:
    """An answer that comes one byte at a time: each is in time, the whole is not."""
    return replace(answer(text), drip=seconds)


def truncated_json(text: str = "This ends in the mid") -> Behaviour:
    """A body that is whole by its length and is half a JSON object."""
    whole = answer(text)
    return replace(whole, body=whole.body[: len(whole.body) // 2])


def html_page(status: int = 502, title: str = "502 Bad Gateway") -> Behaviour:
    """What a proxy in between shows when the server behind it is gone."""
    page = f"<html><head><title>{title}</title></head><body><h1>{title}</h1></body></html>"
    return Behaviour(status=status, content_type="text/html", body=page.encode())


def wrong_type(text: str = "answered") -> Behaviour:
    """A right answer that is labelled as plain text."""
    return replace(answer(text), content_type="text/plain; charset=utf-8")
