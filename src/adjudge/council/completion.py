"""What a chat completion says: every field may be missing, null or of another type."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Final

import orjson

from .call import Finish, Heard, Usage
from .carrier import Answered
from .fault import Fault, Told

_FINISHES: Final[Mapping[object, Finish]] = {
    None: "stop",
    "": "stop",
    "stop": "stop",
    "eos": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "length": "length",
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "refusal",
    "refusal": "refusal",
    "safety": "refusal",
}

_MOST_TOKENS: Final = 2**53


def _kind(raw: Any) -> str:
    """What JSON calls the type of *raw*."""
    if isinstance(raw, list):
        return "a list"
    if isinstance(raw, str):
        return "a text"
    return "null" if raw is None else "a number, or true or false,"


def read_completion(answered: Answered, name: str) -> Heard | Fault:
    """What the endpoint *name* says, or why that is no answer."""
    try:
        raw = _loaded(answered.body)
    except ValueError:
        return _no_json(answered, name)
    if not isinstance(raw, dict):
        return _odd(name, f"{_kind(raw)} where an object was due")
    choice = _first(raw.get("choices"))
    if choice is None:
        return _no_choice(raw, answered, name)
    if isinstance(choice.get("error"), Mapping):
        return _error_within(choice["error"], answered, name)
    message = choice.get("message")
    if not isinstance(message, Mapping):
        return _odd(name, "a choice without a message")
    return _heard(raw, choice, message)


def _loaded(body: bytes) -> Any:
    """*body* as JSON; half a character in a text is replaced, and costs no answer."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        halved = _HALF.sub(rb"\1\\ufffd", body)
        if halved == body:
            raise
        return orjson.loads(halved)


_HALF: Final = re.compile(
    rb"((?<!\\)(?:\\\\)*)"
    rb"(?:\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    rb"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2})"
)
"""The escape of one half of a character whose other half is not there."""


def _heard(
    raw: Mapping[str, Any], choice: Mapping[str, Any], message: Mapping[str, Any]
) -> Heard:
    text, refused = _text(message.get("content"))
    refusal = message.get("refusal")
    refusal = refusal if isinstance(refusal, str) and refusal else refused
    told = choice.get("finish_reason")
    finish: Finish = (
        _FINISHES.get(told.lower() if isinstance(told, str) else None, "other")
        if isinstance(told, str | None)
        else "other"
    )
    model = raw.get("model")
    return Heard(
        text=text,
        finish="refusal" if refusal else finish,
        refusal=refusal,
        model=model if isinstance(model, str) else "",
        usage=read_usage(raw.get("usage")),
    )


def _text(content: object) -> tuple[str, str]:
    """The text of *content* and a refusal among its parts."""
    if isinstance(content, str):
        return content, ""
    if not isinstance(content, list):
        return "", ""
    texts: list[str] = []
    refusals: list[str] = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping):
            for name, found in (("text", texts), ("refusal", refusals)):
                value = part.get(name)
                if isinstance(value, str):
                    found.append(value)
    return "".join(texts), "\n".join(refusals)


def read_usage(raw: object) -> Usage:
    """The usage as it was counted; what is missing or makes no sense is unknown."""
    if not isinstance(raw, Mapping):
        return Usage()
    cost = _number(raw.get("cost"))
    return Usage(
        prompt=_count(raw.get("prompt_tokens")),
        completion=_count(raw.get("completion_tokens")),
        cost=None if cost is None else float(cost),
    )


def _number(raw: object) -> int | float | None:
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return None
    return raw if math.isfinite(raw) and 0 <= raw < _MOST_TOKENS else None


def _count(raw: object) -> int | None:
    number = _number(raw)
    return None if number is None or number != int(number) else int(number)


def _first(choices: object) -> Mapping[str, Any] | None:
    if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
        return choices[0]
    return None


def _no_choice(raw: Mapping[str, Any], answered: Answered, name: str) -> Fault:
    error = raw.get("error")
    if isinstance(error, Mapping):
        return _error_within(error, answered, name)
    if isinstance(error, str):
        return _odd(name, Told.of(answered.body).excerpt)
    return _odd(name, "an answer without a choice")


def _error_within(error: Mapping[str, Any], answered: Answered, name: str) -> Fault:
    """An error under status 200, as gateways send it when the model behind them fails."""
    told = Told.of(orjson.dumps({"error": dict(error)}))
    code = error.get("code")
    reason = f"{name}: {code or answered.status} {told.excerpt}"
    if isinstance(code, int) and 400 <= code < 500 and code not in (408, 409, 425, 429):
        return Fault(reason=reason, hint="asking again will not help")
    return Fault(reason=reason, remedy="pay", slows=code in (429, 503, 529))


def _no_json(answered: Answered, name: str) -> Fault:
    kind = answered.headers.get("content-type", "").partition(";")[0].strip() or "no type"
    if not answered.body:
        return _odd(name, "an empty body")
    if kind in ("application/json", "no type"):
        return _odd(name, "a body that is not JSON, perhaps cut off")
    told = Told.of(answered.body).excerpt
    return Fault(
        reason=f"{name}: {answered.status} with {kind[:60]} instead of JSON: {told}",
        hint="is this the base URL of the API? It usually ends with /v1",
        remedy="pay",
    )


def _odd(name: str, what: str) -> Fault:
    return Fault(
        reason=f"{name}: {what}",
        hint="the endpoint answered, but not as promised",
        remedy="pay",
    )
