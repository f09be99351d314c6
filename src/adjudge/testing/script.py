"""What a scripted server does next: a list, a function, or conditions around either."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import TypeAlias

from .behaviour import Behaviour, error
from .request import Request

Script: TypeAlias = Callable[[Request], Behaviour]
Scripted: TypeAlias = Script | Behaviour | Sequence[Behaviour]


def script_of(told: Scripted) -> Script:
    """*told* as a function; the last behaviour of a list is repeated for ever."""
    if isinstance(told, Behaviour):
        return lambda _: told
    return told if callable(told) else in_turn(*told)


def in_turn(*behaviours: Behaviour) -> Script:
    """One after another, in the order of arrival; the last stays."""
    if not behaviours:
        raise ValueError("a script needs at least one behaviour")
    lock, left = Lock(), list(behaviours)

    def next_one(_: Request) -> Behaviour:
        with lock:
            return left.pop(0) if len(left) > 1 else left[0]

    return next_one


def by_model(scripts: Mapping[str, Scripted]) -> Script:
    """A script for each model; any other model is answered with 404."""
    made = {model: script_of(told) for model, told in scripts.items()}

    def chosen(request: Request) -> Behaviour:
        script = made.get(request.model)
        if script is None:
            return error(
                404, f"The model `{request.model}` does not exist", code="model_not_found"
            )
        return script(request)

    return chosen


def without_schema(then: Scripted, *, status: int = 500) -> Script:
    """Fails where `json_schema` is asked for, as llama.cpp's server does."""
    script = script_of(then)

    def refusing(request: Request) -> Behaviour:
        if request.shape == "json_schema":
            return error(status, "response_format of type json_schema is not supported")
        return script(request)

    return refusing


def objects_only(then: Scripted) -> Script:
    """Takes the bare word `json_object` alone, and answers 400 to any schema."""
    script = script_of(then)

    def refusing(request: Request) -> Behaviour:
        if "schema" in request.shape:
            return error(400, "Unknown parameter: 'response_format.schema'.")
        return script(request)

    return refusing


def plain_only(then: Scripted) -> Script:
    """Answers 400 wherever `response_format` is sent at all."""
    script = script_of(then)

    def refusing(request: Request) -> Behaviour:
        if request.shape:
            return error(400, "Unrecognized request argument: response_format")
        return script(request)

    return refusing


def without_parameter(name: str, then: Scripted, *, instead: str = "") -> Script:
    """Refuses one parameter as reasoning models do: `temperature`, `max_tokens`."""
    script = script_of(then)
    use = f" Use '{instead}' instead." if instead else ""

    def refusing(request: Request) -> Behaviour:
        if name in request.body:
            return error(
                400,
                f"Unsupported parameter: '{name}' is not supported with this model.{use}",
                code="unsupported_parameter",
                param=name,
            )
        return script(request)

    return refusing
