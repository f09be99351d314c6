"""How an endpoint wants to be asked for one of its models, as far as was found out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import orjson

from .call import Ask
from .seat import Seat

SHAPES: Final = ("json_schema", "json_object with schema", "json_object", "plain")
"""Ways to ask for a schema, best first. The second is llama.cpp's: it refuses the first
with 500, and follows a schema to the letter that lies beside the word `json_object`."""

TOKEN_LIMITS: Final = {
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": "max_tokens",
}
"""The limit of the reply has two names, and an endpoint may take one of them alone."""

_DOUBTS: Final = 2
"""A fault without a reason may be a passing one: twice is a habit."""


class _Written:
    """JSON of what many calls have in common, written out once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, orjson.Fragment]] = {}

    def of(self, thing: Any) -> orjson.Fragment:
        """*thing* as JSON."""
        known = self._known.get(id(thing))
        if known is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            # With the thing, so that nothing else can get its number meanwhile.
            known = self._known[id(thing)] = (thing, orjson.Fragment(orjson.dumps(thing)))
        return known[1]


_MOST: Final = 64


@dataclass(slots=True, kw_only=True)
class Manner:
    """What was found out about one model at one endpoint. It is learned from calls."""

    shape: int = 0
    """Place in `SHAPES` of the best that was not refused."""
    proved: bool = False
    """Whether the present shape has been answered."""
    dropped: set[str] = field(default_factory=set)
    renamed: dict[str, str] = field(default_factory=dict)
    _doubts: int = 0
    _written: _Written = field(default_factory=_Written)

    def sending(self, seat: Seat, ask: Ask) -> Sending:
        """What to send first."""
        return Sending(
            seat=seat,
            ask=ask,
            shape=self.shape if ask.schema is not None else len(SHAPES) - 1,
            dropped=frozenset(self.dropped),
            renamed=dict(self.renamed),
            written=self._written,
        )

    def learn(self, sent: Sending) -> None:
        """*sent* has been answered: what it left out is left out from now on."""
        self.dropped |= sent.dropped
        self.renamed |= sent.renamed
        if sent.ask.schema is None:
            return
        if sent.shape > self.shape:
            self._doubts += 1
            if (self.proved or not sent.sure) and self._doubts < _DOUBTS:
                return
            self.shape, self.proved = sent.shape, True
        elif sent.shape == self.shape:
            self.proved = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Sending:
    """One call as it goes out."""

    seat: Seat
    ask: Ask
    shape: int
    dropped: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
    sure: bool = False
    """Whether the endpoint named the shape as what it does not take."""
    written: _Written = field(default_factory=_Written, repr=False, compare=False)

    @property
    def shaped(self) -> str:
        """The name of the shape."""
        return SHAPES[self.shape]

    @property
    def parameters(self) -> dict[str, Any]:
        """What is sent beside the messages."""
        meant = {**self.seat.parameters, **self.ask.parameters}
        return {
            self.renamed.get(name, name): value
            for name, value in meant.items()
            if name not in self.dropped
        }

    def body(self) -> bytes:
        """The JSON that is posted."""
        sent = {
            **self.parameters,
            "model": self.seat.model,
            "messages": self._messages(),
            **self._format(),
        }
        return orjson.dumps(sent)

    def instead_of(self, remedy: str, parameter: str, *, sure: bool) -> Sending | None:
        """The same call in another manner; None where *remedy* is none of that kind."""
        match remedy:
            case "reshape":
                return replace(self, shape=self.shape + 1, sure=sure)
            case "drop":
                return replace(self, dropped=self.dropped | {parameter})
            case "rename":
                other = TOKEN_LIMITS[parameter]
                return replace(self, renamed={**self.renamed, parameter: other})
            case _:
                return None

    def _messages(self) -> Sequence[Any]:
        messages = self.ask.messages
        if len(messages) < 2 or messages[0].role != "system":
            return messages
        return (self.written.of(messages[0]), *messages[1:])

    def _format(self) -> dict[str, Any]:
        if self.shaped == "json_schema":
            told = self.written.of(self.ask.schema)
            schema = {"name": "reply", "strict": True, "schema": told}
            return {"response_format": {"type": "json_schema", "json_schema": schema}}
        if self.shaped == "json_object with schema":
            told = self.written.of(self.ask.schema)
            asked = {"type": "json_object", "schema": told}
            return {"response_format": asked}
        if self.shaped == "json_object":
            return {"response_format": {"type": "json_object"}}
        return {}
