"""What makes two calls the same call: the content of what is asked, and of whom."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Any, Final

import orjson

from adjudge.council import Ask, Seat
from adjudge.verdict import Message

_MEANING: Final = 1
"""Changes when the same call would get another key, and everything is asked anew."""


def key_of(seat: Seat, ask: Ask) -> str:
    """Thirty-two hex digits that change with anything the answer may hang on.

    The model and where it is reached, every message, the parameters, the shape of the
    reply, what the rubric means, the seat, the round and the sample. Weights are told to
    reviewers, and still are no part of it: `Ask.keyed` has the messages without them. The
    stage, the item's name and the attempt are not: the messages tell all of it.
    """
    return hashlib.blake2b(_bytes(_meant(seat, ask)), digest_size=16).hexdigest()


def _meant(seat: Seat, ask: Ask) -> tuple[Any, ...]:
    parameters = {**seat.parameters, **ask.parameters}
    messages = ask.messages if ask.keyed is None else ask.keyed
    return (
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


class Keys:
    """`key_of`, where the same seats are asked again and again in the same words.

    What stands before the material and after it is written out once for a seat, and the
    digest of the former begun.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], _Frame] = {}

    def key_of(self, seat: Seat, ask: Ask) -> str:
        """The same as the function of that name."""
        messages = ask.messages if ask.keyed is None else ask.keyed
        if len(messages) < 2 or ask.schema is None or ask.parameters:
            return key_of(seat, ask)
        try:
            frame = self._frame(seat, ask, messages[0])
            digest = frame.digest.copy()
            digest.update(
                b"," + orjson.dumps([(m.role, m.content) for m in messages[1:]])[1:]
            )
            digest.update(frame.end)
        except TypeError:
            return key_of(seat, ask)
        return str(digest.hexdigest())

    def _frame(self, seat: Seat, ask: Ask, first: Message) -> _Frame:
        """Found by what it is made of: each of them lives as long as the council."""
        tag = ask.tag
        made_of = (seat, first, ask.schema, tag.rubric, tag.round, tag.sample)
        name = tuple(map(id, made_of))
        frame = self._known.get(name)
        if frame is None:
            if len(self._known) >= _FRAMES:
                self._known.clear()
            frame = self._known[name] = _framed(seat, ask, first, made_of)
        return frame


_FRAMES: Final = 256


@dataclass(frozen=True, slots=True)
class _Frame:
    digest: Any
    """Of all up to the first message."""
    end: bytes
    kept: tuple[Any, ...]
    """What it is made of: nothing else can get the same number meanwhile."""


def _framed(seat: Seat, ask: Ask, first: Message, kept: tuple[Any, ...]) -> _Frame:
    alone = replace(ask, messages=(first,), keyed=None)
    whole = orjson.dumps(_meant(seat, alone))
    after = (ask.schema, ask.tag.rubric, ask.tag.round, ask.tag.sample)
    end = b"]," + orjson.dumps(after)[1:]
    assert whole.endswith(end), "the first message stands before all of it"
    begun = hashlib.blake2b(whole[: -len(end)], digest_size=16)
    return _Frame(begun, end[1:], kept)


def _bytes(meant: tuple[Any, ...]) -> bytes:
    try:
        return orjson.dumps(meant)
    except TypeError:  # half a surrogate pair, or a mapping of another kind
        return json.dumps(meant, default=dict).encode()
