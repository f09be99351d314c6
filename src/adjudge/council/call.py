"""One call to a model: what is asked, and what comes back. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from adjudge.verdict import Message

from .seat import Seat

Stage: TypeAlias = Literal["answer", "safety", "review", "revision", "synthesis"]
Finish: TypeAlias = Literal["stop", "length", "refusal", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """What a call is for: part of its key on the tape, and how costs are told apart."""

    stage: Stage
    item: str = ""
    """The question or conversation that it is about."""
    rubric: str = ""
    """What of the rubric is put to the model, `Sitting.meaning`: it leaves weights out."""
    seat: str = ""
    round: int = 1
    part: str = ""
    """The criterion or the answer, where a review takes several calls."""
    attempt: int = 1
    """2 when the reviewer is asked again."""
    sample: int = 1
    """Which of several answers to one and the same question, where more are wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What is asked of a model."""

    messages: tuple[Message, ...]
    tag: Tag
    schema: Mapping[str, Any] | None = None
    """JSON Schema of the reply, where one is wanted; the endpoint may not honour it."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Over those of the seat."""
    keyed: tuple[Message, ...] | None = None
    """The messages as the tape knows them, where that is not word for word: the weights
    are told to a reviewer, and a change of weights must not ask anew. The nonce of the
    delimiters is derived from the content, so that a re-run asks the same words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one call as the endpoint counted them; None is unknown, never 0."""

    prompt: int | None = None
    completion: int | None = None
    cost: float | None = None
    """In US dollars, where the endpoint itself tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """An answer came: a text, perhaps an empty or a broken one."""

    text: str
    finish: Finish = "stop"
    refusal: str = ""
    """What the endpoint's own `refusal` field said."""
    model: str = ""
    """The model that the endpoint says has answered."""
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    shaped: str = "plain"
    """How the schema was asked for: `json_schema`, `json_object with schema`,
    `json_object` or `plain`."""
    dropped: tuple[str, ...] = ()
    """Parameters that were left out because the endpoint does not take them."""
    cached: bool = False
    """True when it was read from the tape: it cost nothing now."""
    billed: int = 0
    """Attempts before this one that the endpoint has probably worked for, and so charges:
    what it sent was cut off or no answer. Their cost is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """No answer came, after every retry that made sense."""

    reason: str
    hint: str = ""
    kind: Literal["refused", "passing", "budget", "stopped"] = "passing"
    """`refused`: asking again is useless (a wrong key or model); `passing`: a later run may
    get an answer; `budget`: the user's limit was reached; `stopped`: the run was ended."""
    barred: bool = False
    """Whether the endpoint does not take the key: it takes it for no other model either."""
    closed: bool = False
    """Whether the endpoint lets this seat ask nothing: no such model, no permission."""
    billed: int = 0
    """Attempts that the endpoint has probably worked for, and so charges: what it sent was
    cut off or no answer. Their cost is unknown."""


Reply: TypeAlias = Heard | Lost


class Line(Protocol):
    """A way to reach models: the wire, the tape in front of it, or a script in a test."""

    async def ask(self, seat: Seat, ask: Ask) -> Reply:
        """What *seat* says to *ask*; trouble is a value, and only bugs are raised."""
        ...
