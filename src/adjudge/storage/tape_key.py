"""What makes two calls the same call: the content of what is asked, and of whom."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

import orjson

from adjudge.council import Ask, Seat

_MEANING: Final = 1
"""Changes when the same call would get another key, and everything is asked anew."""


def key_of(seat: Seat, ask: Ask) -> str:
    """Thirty-two hex digits that change with anything the answer may hang on.

    The model and where it is reached, every message, the parameters, the shape of the
    reply, what the rubric means, the seat, the round and the sample. Weights are told to
    reviewers, and still are no part of it: `Ask.keyed` has the messages without them. The
    stage, the item's name and the attempt are not: the messages tell all of it.
    """
    parameters = {**seat.parameters, **ask.parameters}
    messages = ask.messages if ask.keyed is None else ask.keyed
    meant = (
        _MEANING,
        seat.endpoint.base_url,
        seat.model,
        seat.name,
        sorted(parameters.items()),
        [(message.role, message.content) for message in messages],
        # As it is: a model fills in the properties in the order of the schema.
        ask.schema,
        ask.tag.rubric,
        ask.tag.round,
        ask.tag.sample,
    )
    return hashlib.blake2b(_bytes(meant), digest_size=16).hexdigest()


def _bytes(meant: tuple[Any, ...]) -> bytes:
    try:
        return orjson.dumps(meant)
    except TypeError:  # half a surrogate pair, or a mapping of another kind
        return json.dumps(meant, default=dict).encode()
